package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// openPuzzles opens a file in the card of puzzles.
func (p *page) openPuzzles(name, text string) {
	p.Helper()
	p.act(`
		const files = new DataTransfer();
		files.items.add(new File([%q], %q));
		const field = document.querySelector('#puzzle-file');
		field.files = files.files;
		field.dispatchEvent(new Event('change'));`, text, name)
}

// nothingTold checks that nothing is shown that would tell the answer.
func (p *page) nothingTold() {
	p.Helper()
	for _, telling := range []string{`#explorer`, `#analysis`, `#explain`, `#why`, `#number`, `#threat`, `#review`, `#database`, `#record`} {
		p.hidden(telling)
	}
	p.until(`getComputedStyle(document.querySelector('#bar')).visibility === 'hidden'`)
}

// TestPuzzle solves the puzzles of a file, one with hints and one not, and begins one of the page.
func TestPuzzle(t *testing.T) {
	p := played(t, "e2e4")
	p.click(`#threats`)
	p.want(`#threat`, `\.$`)
	p.unfold("explain")
	p.unfold("puzzles")
	p.openPuzzles("puzzles.csv",
		"PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n"+
			"a,r7/pb3r1k/1p4p1/2p1B3/3p1PR1/PN6/1KP4P/8 b - - 0 33,a8e8 g4h4 h7g8 h4h8,1300,500,0,0,mateIn2,,\n"+
			"b,4k3/8/8/8/8/8/3q4/R3K3 w Q - 0 1,e1d2 e8e7,1000,500,0,0,,,\n")
	p.want(`#puzzle-task`, `^2 puzzles\.$`)
	p.click(`#puzzle-next`)
	p.want(`#puzzle-task`, `^White to move: find the best move\. Rating 1300\.$`)
	p.nothingTold()
	p.do(chromedp.Focus(chromedp.CSS(`#flip`)))
	p.press("l", "x", "h") // nor do keys
	p.until(`document.querySelector('.arrows').childElementCount === 0 && ['analyse', 'threats'].every((id) => !document.getElementById(id).checkVisibility())`)
	p.want(`#total`, `^$`)
	p.click(`#puzzle-hint`)
	p.click(`#puzzle-hint`)
	p.want(`#puzzle-hints`, `^Mate, mate in 2, opera mate\.White: the rook on g4 moves\.$`)
	p.hidden(`#puzzle-hint`)
	p.move("g4h4")
	p.want(`#puzzle-task`, `^Rh4\+ is right\. Go on\.$`)
	p.want(`#moves`, `34\.Rh4\+Kg8$`)
	p.move("h4h8")
	p.want(`#puzzle-task`, `^Rh8# is right\. Solved!$`)
	p.want(`#puzzle-count`, `^1 of 1 solved$`)
	p.until(`document.querySelector('#analysis').checkVisibility()`) // now it may be told

	p.click(`#puzzle-next`)
	p.want(`#puzzle-task`, `^Black to move`)
	p.want(`#near b`, `^Black$`)
	p.move("e8d8") // check is no concern: any move but the solution is wrong
	p.want(`#puzzle-task`, `^Kd8 is not it\.\s+Try again\.$`)
	p.want(`#moves`, `^1\.Kxd2$`)
	p.want(`#puzzle-count`, `^1 of 2 solved$`)
	p.click(`#puzzle-solve`)
	p.want(`#puzzle-task`, `^The solution is Ke7\.$`)
	p.want(`#moves`, `^1\.Kxd2Ke7$`)

	p.click(`#puzzle-leave`)
	p.want(`#moves`, `^1\.e4$`)
	p.want(`#puzzle-hints`, `^$`)
	p.load()
	p.want(`#moves`, `^1\.e4$`)
	p.unfold("puzzles")
	p.want(`#puzzle-count`, `^1 of 2 solved$`)
	p.click(`#puzzle-next`) // of the page
	p.want(`#puzzle-task`, ` to move: find the best move\.`)
	p.load() // a puzzle does not replace the game
	p.want(`#moves`, `^1\.e4$`)
}

// TestOpenings learns openings of White, in which two lines come to one position, and goes on another day,
// then some of Black.
func TestOpenings(t *testing.T) {
	p := open(t, desktop)
	p.unfold("puzzles")
	p.set(`#puzzle-source`, "openings")
	p.want(`#puzzle-task`, `^There are no openings for White: open a PGN file`)
	p.loadPGN("1. d4 (1. b4? d5 2. Bb2) d5 (1... Nf6 2. c4 e6 3. Nc3 d5 4. Bg5) 2. c4 e6 3. Nc3 Nf6 4. Bg5 *")
	p.set(`#puzzle-source`, "openings")
	p.want(`#puzzle-count`, `^White: 6 due, 0 of 6 known$`)
	p.want(`#puzzle-task`, `^$`)
	p.click(`#puzzle-next`)
	p.want(`#puzzle-task`, `^White to move: what do you play\?$`)
	p.nothingTold()
	p.until(`document.querySelector('.arrows').childElementCount === 0 && !document.querySelector('.picture desc').textContent.includes('Arrows')`)
	p.want(`#moves`, `^$`)
	p.click(`#puzzle-hint`)
	p.want(`#puzzle-hints`, `^White: the pawn moves\.$`)

	// right plays a move that goes on with the line that the list has then, or ends it.
	right := func(move, says, moves, count string) {
		t.Helper()
		p.move(move)
		p.want(`#puzzle-task`, says)
		p.want(`#moves`, `^`+moves+`$`)
		p.want(`#puzzle-count`, count)
	}
	const on = `\?$` // the next question
	right("d2d4", on, `1\.d4d5`, `^White: 5 due, 1 of 6 known$`)
	p.want(`#puzzle-hints`, `^$`)
	p.move("g1f3")
	p.want(`#puzzle-task`, `^Nf3 is not it\.\s+Your move is c4\.$`)
	p.until(`document.querySelector('.picture desc').textContent.includes('Arrows')`)
	p.want(`#moves`, `^1\.d4d5$`)
	p.want(`#puzzle-count`, `^White: 5 due, 1 of 6 known$`) // it comes again
	right("c2c4", on, `1\.d4d52\.c4e6`, `^White: 5 due, 1 of 6 known$`)
	right("b1c3", on, `1\.d4d52\.c4e63\.Nc3Nf6`, `^White: 4 due, 2 of 6 known$`)
	right("c1g5", `^Bg5 is right\.$`, `1\.d4d52\.c4e63\.Nc3Nf64\.Bg5`, `^White: 3 due, 3 of 6 known$`)
	p.until(`document.querySelector('#analysis').checkVisibility()`)

	next := func(moves string) {
		t.Helper()
		p.click(`#puzzle-next`)
		p.want(`#puzzle-task`, on)
		p.want(`#moves`, `^`+moves+`$`)
		p.nothingTold()
	}
	next(`1\.d4Nf6`)
	right("c2c4", on, `1\.d4Nf62\.c4e6`, `^White: 2 due, 4 of 6 known$`)
	right("b1c3", `^Nc3 is right\.$`, `1\.d4Nf62\.c4e63\.Nc3`, `^White: 1 due, 5 of 6 known$`) // what follows has been asked
	next(`1\.d4d5`)
	right("c2c4", `^c4 is right\.$`, `1\.d4d52\.c4`, `^White: 0 due, 5 of 6 known$`)
	p.click(`#puzzle-next`)
	p.want(`#puzzle-task`, `^Nothing is due before \w+ \d+, \d+\.$`)
	p.click(`#puzzle-leave`)
	p.loadPGN("1. e4 e5 (1... c5) *") // no openings yet
	p.set(`#puzzle-source`, "openings")
	p.want(`#puzzle-task`, `^These are the openings that were kept\.`)
	p.loadPGN("1. e4 *")

	p.load() // what is learnt stays, the file is needed no more
	p.unfold("puzzles")
	p.set(`#puzzle-source`, "openings")
	p.want(`#puzzle-count`, `^White: 0 due, 5 of 6 known$`)
	p.act(`
		const days = Object.values(JSON.parse(localStorage.cards)).map(([, day]) => day).sort();
		window.later = days[5] - days[0];
		localStorage.cards = localStorage.cards.replace(/,\d+\]/g, ',0]');`)
	p.until(`window.later === 1`) // of box 1 and 2
	p.load()
	p.unfold("puzzles")
	p.set(`#puzzle-source`, "openings")
	p.want(`#puzzle-count`, `^White: 6 due, 5 of 6 known$`)
	next("")
	next(`1\.d4(d5|Nf6)`)
	p.click(`#puzzle-leave`)
	next("")
	p.click(`#puzzle-solve`)
	p.want(`#puzzle-task`, `^The solution is d4\.$`)
	p.want(`#puzzle-count`, `^White: 6 due, 4 of 6 known$`)
	p.click(`#puzzle-leave`)
	p.want(`#moves`, `^1\.e4$`)

	p.click(`#flip`)
	p.set(`#puzzle-source`, "openings")
	p.want(`#puzzle-task`, `^There are no openings for Black`)
	p.openPuzzles("black.pgn", "1. e4 c5 (1... e5) *\n\n1. d4 d5 *")
	p.want(`#puzzle-count`, `^Black: 2 due, 0 of 2 known$`)
	next(`1\.e4`)
	p.want(`#near b`, `^Black$`)
	p.move("d7d5")
	p.want(`#puzzle-task`, `^d5 is not it\.\s+Your move is c5 or e5\.$`)
	p.until(`document.querySelector('.picture desc').textContent.includes('Arrows')`)
	right("e7e5", `^e5 is right\.$`, `1\.e4e5`, `^Black: 2 due, 0 of 2 known$`)
	next(`1\.d4`)
}

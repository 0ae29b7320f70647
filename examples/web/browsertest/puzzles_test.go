package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestPuzzle solves the puzzles of a file, one with hints and one not, and begins one of the page.
func TestPuzzle(t *testing.T) {
	p := played(t, "e2e4")
	p.click(`#threats`)
	p.want(`#threat`, `\.$`)
	p.unfold("explain")
	p.unfold("puzzles")
	p.act(`
		const files = new DataTransfer();
		files.items.add(new File([%q], 'puzzles.csv'));
		const field = document.querySelector('#puzzle-file');
		field.files = files.files;
		field.dispatchEvent(new Event('change'));`,
		"PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n"+
			"a,r7/pb3r1k/1p4p1/2p1B3/3p1PR1/PN6/1KP4P/8 b - - 0 33,a8e8 g4h4 h7g8 h4h8,1300,500,0,0,mateIn2,,\n"+
			"b,4k3/8/8/8/8/8/3q4/R3K3 w Q - 0 1,e1d2 e8e7,1000,500,0,0,,,\n")
	p.want(`#puzzle-task`, `^2 puzzles\.$`)
	p.click(`#puzzle-next`)
	p.want(`#puzzle-task`, `^White to move: find the best move\. Rating 1300\.$`)
	for _, telling := range []string{`#explorer`, `#analysis`, `#explain`, `#why`, `#number`, `#threat`, `#review`} {
		p.hidden(telling)
	}
	p.until(`getComputedStyle(document.querySelector('#bar')).visibility === 'hidden'`)
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

package browsertest

import (
	"testing"
)

// choosePuzzles opens a file of puzzles.
func (p *page) choosePuzzles(lines string) {
	p.Helper()
	eval[any](p, `{
		const files = new DataTransfer();
		files.items.add(new File(['PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n' + %q], 'puzzles.csv'));
		const field = document.querySelector('#puzzle-file');
		field.files = files.files;
		field.dispatchEvent(new Event('change'));
	}`, lines)
}

func TestPuzzle(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	p.move("e2e4")
	p.unfold("puzzles")
	p.choosePuzzles("a,r7/pb3r1k/1p4p1/2p1B3/3p1PR1/PN6/1KP4P/8 b - - 0 33,a8e8 g4h4 h7g8 h4h8,1300,500,0,0,mateIn2,,\n" +
		"b,4k3/8/8/8/8/8/3q4/R3K3 w Q - 0 1,e1d2 e8e7,1000,500,0,0,,,\n")
	p.want(`#puzzle-task`, `^2 puzzles\.$`)
	p.click(`#puzzle-next`)
	p.want(`#puzzle-task`, `^White to move: find the best move\. Rating 1300\.$`)
	p.shootAll("puzzle")
	p.click(`#puzzle-hint`)
	p.click(`#puzzle-hint`)
	p.want(`#puzzle-hints`, `^Mate, mate in 2, opera mate\.White: the rook on g4 moves\.$`)
	if !eval[bool](p, `document.querySelector('#puzzle-hint').hidden`) {
		t.Error("there are more hints")
	}
	p.move("g4h4")
	p.want(`#puzzle-task`, `^Rh4\+ is right\. Go on\.$`)
	p.want(`#moves`, `34\.Rh4\+Kg8$`)
	p.move("h4h8")
	p.want(`#puzzle-task`, `^Rh8# is right\. Solved!$`)
	p.want(`#puzzle-count`, `^1 of 1 solved$`)

	p.click(`#puzzle-next`)
	p.want(`#puzzle-task`, `^Black to move`)
	if got := p.text(`#near b`); got != "Black" {
		t.Errorf("%s is at the bottom", got)
	}
	p.move("e8d8") // check is no concern: any move but the solution is wrong
	p.want(`#puzzle-task`, `^Kd8 is not it\.\s+Try again\.$`)
	p.want(`#moves`, `^1\.Kxd2$`)
	p.want(`#puzzle-count`, `^1 of 2 solved$`)
	p.shoot("puzzle-wrong")
	p.click(`#puzzle-solve`)
	p.want(`#puzzle-task`, `^The solution is Ke7\.$`)
	p.want(`#moves`, `^1\.Kxd2Ke7$`)

	p.click(`#puzzle-leave`)
	p.want(`#moves`, `^1\.e4$`)
	p.load()
	p.want(`#moves`, `^1\.e4$`)
	p.unfold("puzzles")
	p.want(`#puzzle-count`, `^1 of 2 solved$`)
	p.click(`#puzzle-next`) // of the page
	p.want(`#puzzle-task`, ` to move: find the best move\.`)
	p.load() // a puzzle does not replace the game
	p.want(`#moves`, `^1\.e4$`)
}

// TestOwnMistakes finds better moves than those of a reviewed game.
func TestOwnMistakes(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.unfold("puzzles")
	p.set(`#puzzle-source`, "review")
	p.want(`#puzzle-task`, `^Let your game be reviewed first`)
	p.people()
	for _, m := range []string{"e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"} {
		p.move(m)
	}
	p.unfold("review")
	p.click(`#look`)
	p.want(`#verdict`, `3\.\.\.Nf6`)
	p.click(`#puzzle-next`)
	for range 5 { // until it is the blunder
		p.want(`#puzzle-task`, ` to move: find a better move than in the game\.$`)
		if p.text(`#moves`) == "1.e4e52.Bc4Nc63.Qh5" {
			break
		}
		p.click(`#puzzle-next`)
	}
	p.move("g8f6")
	p.want(`#puzzle-task`, `^Nf6 is not it\. Winning chances of 0 %; the best move has \d+ %\. Try again\.$`)
	p.want(`#moves`, `Qh5$`)
	p.move("d8e7") // and g6: both will do
	p.want(`#puzzle-task`, `^Qe7 is right\. Solved!$`)
	p.click(`#puzzle-leave`)
	p.want(`#moves`, `Qxf7#$`)
	p.want(`#verdict`, `3\.\.\.Nf6`)
	if !eval[bool](p, `getComputedStyle(document.querySelector('#graph')).display !== 'none'`) {
		t.Error("the review is gone")
	}
}

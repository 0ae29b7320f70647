package chess

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// slowSetup returns the Setup of a position of the slow rules.
func slowSetup(p *slowPosition) Setup {
	s := Setup{Turn: p.turn, DoublePush: NoSquare}
	for _, at := range everywhere {
		s.Board[8*at.rank+at.file] = p.at(at)
	}
	if p.passed.onBoard() {
		s.DoublePush = SquareAt(p.passed.file, p.passed.rank)
	}
	return s
}

// slowTruth returns what follows for a position from the truth of all positions after
// its moves, which are found by the slow rules.
func slowTruth(t *testing.T, p *Position) Truth {
	t.Helper()
	slow := newSlow(p.Setup())
	moves := slow.moves()
	truth := Truth{DTMKnown: true}
	if len(moves) == 0 && slow.inCheck(slow.turn) {
		truth.WDL, truth.DTZ = WDLLoss, -1
	}
	var won, lost, drawn bool
	var win, loss Truth // the plies after the fastest win, and the slowest loss
	for _, m := range moves {
		after := slow.after(m)
		next, err := slowSetup(after).Position()
		if err != nil {
			t.Fatal(err)
		}
		var there Truth
		if e := next.Ending().Canonical(); e != 0 {
			there, err = madeTable(t, e.String()).Probe(&next)
			if err != nil {
				t.Fatal(err)
			}
		}
		mate := 1 + max(there.DTM, -there.DTM)
		zero := 1 + max(there.DTZ, -there.DTZ)
		switch {
		case there.DTZ == -1 && there.DTM == 0: // this mates
			zero = 1
		case after.halfmove == 0 && (there.WDL == WDLWin || there.WDL == WDLLoss):
			zero = 1
		case after.halfmove == 0:
			zero = 101
		}
		switch {
		case there.WDL == WDLDraw:
			drawn = true
		case there.WDL < WDLDraw && !won:
			won, win.DTM, win.DTZ = true, mate, zero
		case there.WDL < WDLDraw:
			win.DTM, win.DTZ = min(win.DTM, mate), min(win.DTZ, zero)
		default:
			lost, loss.DTM, loss.DTZ = true, max(loss.DTM, mate), max(loss.DTZ, zero)
		}
	}
	switch {
	case won:
		truth.DTM, truth.DTZ, truth.WDL = win.DTM, win.DTZ, WDLWin
		if win.DTZ > 100 {
			truth.WDL = WDLCursedWin
		}
	case lost && !drawn:
		truth.DTM, truth.DTZ, truth.WDL = -loss.DTM, -loss.DTZ, WDLLoss
		if loss.DTZ > 100 {
			truth.WDL = WDLBlessedLoss
		}
	}
	return truth
}

// TestEndingTableFollowsSlowRules checks that what a table says of a position follows
// from what the tables say of those after its moves, by the slow rules: of all positions of three
// pieces and a sample of four, some of them with a capture en passant.
func TestEndingTableFollowsSlowRules(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	check := func(p *Position, truth Truth) {
		if diff := cmp.Diff(slowTruth(t, p), truth); diff != "" {
			t.Fatalf("%s: %s", p.FEN(), diff)
		}
	}
	three := 1.0
	if testing.Short() {
		three = 0.01
	}
	for _, e := range Endings(3) {
		for p, truth := range madeTable(t, e.String()).Positions() {
			if r.Float64() <= three {
				check(&p, truth)
			}
		}
	}
	if testing.Short() {
		return
	}
	for _, e := range Endings(4) {
		table := madeTable(t, e.String())
		for range 300 {
			p := randomEnding(r, e)
			truth, err := table.Probe(&p)
			if err != nil {
				t.Fatal(err)
			}
			check(&p, truth)
		}
	}
	for p, truth := range madeTable(t, "KPvKP").Positions() {
		if p.EnPassant() != NoSquare && r.IntN(50) == 0 {
			check(&p, truth)
		}
	}
}

package main

import (
	"testing"
	"time"

	"github.com/seed-0971039b/chess"
)

// TestGameClocks checks that moves that are taken back and played again take their times along.
func TestGameClocks(t *testing.T) {
	tc := chess.TimeControl{Time: time.Minute, Increment: 2 * time.Second}
	now := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	g := newGame(chess.NewGame(chess.StartPosition()), [][2]clock{{newClock(tc), newClock(tc)}})
	g.since = now
	for _, san := range []string{"e4", "e5", "Nf3"} {
		now = now.Add(10 * time.Second)
		m, err := g.Position().ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		g.elapse(now, true)
		g.play(m)
	}
	check := func(what, white, black string) {
		t.Helper()
		if w, b := g.clocks[chess.White].String(), g.clocks[chess.Black].String(); w != white || b != black || len(g.past) != g.Len()+1 {
			t.Errorf("%s: clocks %s and %s, %d in the past", what, w, b, len(g.past))
		}
	}
	check("after the moves", "0:54", "0:52") // the clock of the first move stands
	to := new(*g.Game)
	to.Undo()
	to.Undo()
	g.goBack(to)
	check("taken back", "1:02", "1:00")
	if m := g.playAgain(); g.lastMove() != m || g.SAN(g.undone[0]) != "Nf3" {
		t.Errorf("played again: %v, %v", m, g.undone)
	}
	check("played again", "1:02", "1:00")
	if g.elapse(now.Add(time.Hour), false); g.elapse(now.Add(time.Hour+time.Minute), true) {
		t.Error("the clock runs while it is stopped")
	}
	if !g.elapse(now.Add(2*time.Hour), true) {
		t.Error("the time is not up")
	}
}

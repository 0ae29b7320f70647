package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/seed-0971039b/chess"
)

// thinking is the search of the current position, and what it has found.
type thinking struct {
	worker
	adviser *seat // evaluates and gives hints when it is a person's turn
	by      *seat // whose search runs or was the last
	number  int   // the number of the game, from 1
	tables  *tables
	ready   int64 // how many of them were ready when the search began

	// Scores are from White's point of view here.
	found   chess.Info    // with the depth 0 if there is nothing
	players [2]chess.Info // what the players have found last, by Color
	view    chess.Score   // for the evaluation bar
	hinting bool          // a hint was requested
	hint    chess.Move    // the hint for the current position, or 0
}

// newAdviser returns a seat that evaluates and gives hints.
func newAdviser(l chess.Limits, e chess.Evaluator, t *tables) *seat {
	return &seat{name: "hint", limits: l, create: func(context.Context) (chess.Searcher, error) {
		return chess.NewAlphaBeta(e, func(o *chess.AlphaBetaOptions) { o.Tablebase = t.Tablebase() }), nil
	}}
}

// newGame forgets the game before.
func (t *thinking) newGame() {
	t.number++
	t.forget()
}

// forget forgets what was found in earlier positions.
func (t *thinking) forget() { t.players, t.view = [2]chess.Info{}, 0 }

// playing reports whether the search is that of a player.
func (t *thinking) playing() bool { return t.busy() && t.by != t.adviser }

// moveNow ends the search, which then has its result.
func (t *thinking) moveNow() { t.stop() }

// newPosition forgets the position before, and begins to make the tables that this one may
// need, in the background.
func (t *thinking) newPosition(g *chess.Game) {
	t.abandon()
	t.found, t.hinting, t.hint = chess.Info{}, false, 0
	if t.tables.Tables != nil {
		p := g.Position()
		t.tables.Prepare(&p)
	}
	t.ready = t.tables.ready.Load()
	if o := g.Outcome(); o.Decided {
		t.view = chess.Mate.ForWhite(o.Winner)
	} else if o.Over() {
		t.view = 0
	}
}

// renewed reports whether tables are ready that the search did not have.
func (t *thinking) renewed() bool {
	ready := t.tables.ready.Load()
	if t.ready == ready {
		return false
	}
	t.ready = ready
	return true
}

// record stores what a search has found.
func (t *thinking) record(by *seat, g *chess.Game, i *chess.Info) {
	if len(i.PV) == 0 || i.Depth == 0 {
		return
	}
	c := g.Turn()
	t.found = *i
	t.found.Score = i.Score.ForWhite(c)
	t.view = t.found.Score
	if by != t.adviser {
		t.players[c] = t.found
	}
	if v, known := t.tables.judge(g); known { // the player may not know it
		t.view = v.Moves[0].Score().ForWhite(c)
	}
}

// suggest chooses the move that the adviser would play, and says which it is.
func (t *thinking) suggest(g *chess.Game) string {
	p := g.Position()
	line := t.found.PV
	if v, known := t.tables.judge(g); known {
		best := v.Best()
		t.hint = best[0].Move
		// In a draw it is the move of the search, if that keeps the draw.
		decided := v.Result == chess.WDLWin || v.Result == chess.WDLLoss
		if !decided && len(line) > 0 && slices.ContainsFunc(best, func(m chess.RankedMove) bool { return m.Move == line[0] }) {
			t.hint = line[0]
		}
		return fmt.Sprintf("Hint: %s  (%v)", p.SANLine(t.hint), v)
	}
	if len(line) == 0 {
		return "No hint."
	}
	t.hint = line[0]
	return fmt.Sprintf("Hint: %s  (%s at depth %d)", p.SANLine(line[:min(len(line), 6)]...), t.found.Score, t.found.Depth)
}

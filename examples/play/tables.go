package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/charmbracelet/x/ansi"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// beside is how many columns a text may have to be shown beside the board in a window of the
// usual width.
const beside = 34

// tables are the tables of endings of the session and of the package's strongest player.
type tables struct {
	*endings.Tables                                      // nil if there are none
	made            atomic.Pointer[chess.EndingProgress] // the last progress; nil while none is made
	ready           atomic.Int64                         // how many have been made
}

// openTables opens the tables of a choice. The caller closes them.
func openTables(ctx context.Context, c endings.Choice) (t *tables, err error) {
	t = &tables{}
	t.Tables, err = c.Open(ctx, func(e chess.EndingProgress) {
		t.made.Store(&e)
		if e.Done >= 1 {
			t.ready.Add(1)
		}
	})
	return t, err
}

// judge returns what the tables that are ready know of the current position of a game.
func (t *tables) judge(g *chess.Game) (v chess.Ranking, known bool) {
	if t.Tables == nil || g.Outcome().Over() {
		return v, false
	}
	p := g.Position()
	v, err := chess.RankMoves(t.Prepare(&p), p)
	return v, err == nil
}

// truth says who wins the current position with best play, and then what more returns, or how
// far the tables are that will know. It is empty for a position that is in none.
func (t *tables) truth(g *chess.Game, more func(chess.Ranking) string) string {
	if v, known := t.judge(g); known {
		return ansi.Wrap(prose.Capital(v.String()), beside, "") + more(v)
	}
	p, made := g.Position(), t.made.Load()
	if t.Tables == nil || g.Outcome().Over() || made == nil || !t.Makes(&p) {
		return ""
	}
	return fmt.Sprintf("The tables of this ending are\nnot ready yet: %d of %d are.", made.Ready, made.Total)
}

// explainMoves says what each move gives with best play.
func (t *tables) explainMoves(g *chess.Game) (text string, err error) {
	text = t.truth(g, func(v chess.Ranking) string { return "\n\n" + strings.TrimRight(endings.Moves(v), "\n") })
	if text == "" {
		err = errors.New("no table of endings has this position")
	}
	return text, err
}

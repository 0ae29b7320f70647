package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
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

// prepare begins to make the tables that the current position may need, in the background.
func (s *session) prepare() {
	if s.tables.Tables != nil {
		p := s.game.Position()
		s.tables.Prepare(&p)
	}
}

// renew lets the adviser begin again if tables are ready that its search did not have.
// The searches of players go on: what they find must not depend on how soon a table is made.
func (s *session) renew() {
	if ready := s.tables.ready.Load(); s.personToMove() && ready != s.ready {
		s.ready = ready
		s.advise(true)
	}
}

// judge returns what the tables that are ready know of the current position.
func (s *session) judge() (v chess.Ranking, known bool) {
	if s.tables.Tables == nil || s.ended() {
		return v, false
	}
	p := s.game.Position()
	v, err := chess.RankMoves(s.tables.Prepare(&p), p)
	return v, err == nil
}

// known reports whether the tables that are ready know the current position.
func (s *session) known() bool {
	_, known := s.judge()
	return known
}

// truth says who wins the current position with best play, or how far the tables are that
// will know. It is empty for a position that is in none.
func (s *session) truth() string {
	if v, known := s.judge(); known {
		return ansi.Wrap(prose.Capital(v.String()), beside, "")
	}
	p := s.game.Position()
	made := s.tables.made.Load()
	if s.tables.Tables == nil || s.ended() || made == nil || !s.tables.Makes(&p) {
		return ""
	}
	return fmt.Sprintf("The tables of this ending are\nnot ready yet: %d of %d are.", made.Ready, made.Total)
}

// explainMoves says what each move gives with best play.
func (s *session) explainMoves() error {
	v, known := s.judge()
	if known {
		s.notify("%s\n\n%s", s.truth(), strings.TrimRight(endings.Moves(v), "\n"))
		return nil
	}
	if text := s.truth(); text != "" {
		s.notify("%s", text)
		return nil
	}
	return errors.New("no table of endings has this position")
}

// hintOf returns the move to suggest in a known position: the best, but in a draw that of the
// search if it keeps the draw.
func (s *session) hintOf(v chess.Ranking) chess.Move {
	best := v.Best()
	decided := v.Result == chess.WDLWin || v.Result == chess.WDLLoss
	if line := s.analysis.line; !decided && len(line) > 0 && slices.ContainsFunc(best, func(m chess.RankedMove) bool { return m.Move == line[0] }) {
		return line[0]
	}
	return best[0].Move
}

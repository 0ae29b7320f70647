package suite_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/seed-0971039b/chess"
)

func mustEnding(s string) chess.Ending {
	e, err := chess.ParseEnding(s)
	if err != nil {
		panic(err)
	}
	return e
}

// randomEnding returns a random legal position of an ending, or of that with the colours
// exchanged, with either side to move.
func randomEnding(r *rand.Rand, e chess.Ending) chess.Position {
	swap := chess.Color(r.IntN(2)) // 1 exchanges the colours
	for {
		s := chess.Setup{Turn: chess.Color(r.IntN(2)), DoublePush: chess.NoSquare, MoveNumber: 1}
		for c := range chess.Color(2) {
			for piece := chess.Pawn; piece <= chess.King; piece++ {
				for range e.Count(c, piece) {
					sq := chess.Square(r.IntN(64))
					for s.Board[sq] != chess.NoPiece {
						sq = chess.Square(r.IntN(64))
					}
					s.Board[sq] = piece.Of(c ^ swap)
				}
			}
		}
		if p, err := s.Position(); err == nil {
			return p
		}
	}
}

// randomPlayable returns a random position of an ending that is not over.
func randomPlayable(r *rand.Rand, e chess.Ending) chess.Position {
	for {
		if p := randomEnding(r, e); p.Outcome() == (chess.Outcome{}) {
			return p
		}
	}
}

// withTables returns a searcher with a tablebase and a small table.
func withTables(t chess.Tablebase) *chess.AlphaBeta {
	return chess.NewAlphaBeta(chess.NewDefaultEvaluator(), func(o *chess.AlphaBetaOptions) { o.Hash, o.Tablebase = 1, t })
}

// wins plays a game to its end, the winner by a searcher, the other side by the best
// defence that a table knows, after a draw by repetition if it can have one. It reports
// whether the winner mates.
func wins(t *testing.T, g *chess.Game, winner chess.Color, s chess.Searcher, defence chess.Tablebase, nodes int64) bool {
	t.Helper()
	for !g.Outcome().Over() && !drawable(g) {
		p := g.Position()
		var m chess.Move
		if p.Turn() == winner {
			r, err := s.Search(t.Context(), g, chess.Limits{Nodes: nodes})
			if err != nil {
				t.Fatal(err)
			}
			m = r.Move
		} else {
			v, err := chess.RankMoves(defence, p)
			if err != nil {
				t.Fatal(err)
			}
			m = v.Moves[0].Move
			for _, j := range v.Moves {
				if after := new(*g); after.Play(j.Move) == nil && after.Repetitions() >= 3 {
					m = j.Move
				}
			}
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	o := g.Outcome()
	return o.Reason == chess.Checkmate && o.Winner == winner
}

// playOut plays a won game, as wins does, and reports an error if it is not won.
func playOut(t *testing.T, g *chess.Game, winner chess.Color, s chess.Searcher, defence chess.Tablebase, nodes int64) bool {
	t.Helper()
	start := g.Position()
	if wins(t, g, winner, s, defence, nodes) {
		return true
	}
	t.Errorf("%v with %d nodes: %v after %d plies, clock %d: %v", start, nodes, g.Outcome(), g.Len(), g.Position().HalfmoveClock(), g.Moves())
	return false
}

// drawable reports whether a player can claim a draw without announcing a move.
func drawable(g *chess.Game) bool { return g.Repetitions() >= 3 || g.Position().HalfmoveClock() >= 100 }

// made are the tables that the tests have made.
var made struct {
	sync.Mutex
	tables chess.EndingTables
}

// madeTables returns the tables of some endings, with all that they need.
func madeTables(t testing.TB, names ...string) *chess.EndingTables {
	t.Helper()
	made.Lock()
	defer made.Unlock()
	for _, name := range names {
		e := mustEnding(name)
		if err := made.tables.Make(context.Background(), append(e.Later(), e)...); err != nil {
			t.Fatal(err)
		}
	}
	return &made.tables
}

package chess_test

import (
	"testing"

	"github.com/seed-0971039b/chess"
)

// consecutive is an evaluator that records the positions it is asked about,
// one after the other, until it has enough.
type consecutive struct {
	chess.Evaluator
	seen []chess.Position
}

func (r *consecutive) Evaluate(p *chess.Position) chess.Score {
	if len(r.seen) < cap(r.seen) {
		r.seen = append(r.seen, *p)
	}
	return r.Evaluator.Evaluate(p)
}

// consecutivePositions returns what searches from the fifty positions evaluate:
// from each so many in a row.
func consecutivePositions(tb testing.TB, each int) []chess.Position {
	tb.Helper()
	var positions []chess.Position
	options := chess.DefaultOptions()
	options.Hash = 1
	for _, p := range benchmarkPositions(tb) {
		r := &consecutive{chess.NewDefaultEvaluator(), make([]chess.Position, 0, each)}
		s := chess.NewAlphaBetaOptions(r, options)
		if _, err := s.Search(tb.Context(), chess.NewGame(p), chess.Limits{Nodes: int64(10 * each)}); err != nil {
			tb.Fatal(err)
		}
		positions = append(positions, r.seen...)
	}
	return positions
}

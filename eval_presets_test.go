package chess_test

import (
	"testing"

	"github.com/seed-0971039b/chess"
)

// BenchmarkEvaluateSearch evaluates the positions that searches evaluate, in
// their order. Consecutive positions of a search often have the same pawns.
func BenchmarkEvaluateSearch(b *testing.B) {
	benchmarkEvaluate(b, chess.NewDefaultEvaluator(), consecutivePositions(b, 400))
}

// consecutivePositions returns what searches from the fifty positions evaluate:
// the given number of consecutive positions from each.
func consecutivePositions(tb testing.TB, each int) []chess.Position {
	tb.Helper()
	var positions []chess.Position
	for _, p := range benchmarkPositions(tb) {
		r := &recorder{chess.NewDefaultEvaluator(), make([]chess.Position, 0, each)}
		s := chess.NewAlphaBeta(r, func(o *chess.AlphaBetaOptions) { o.Hash = 1 })
		if _, err := s.Search(tb.Context(), chess.NewGame(p), chess.Limits{Nodes: int64(10 * each)}); err != nil {
			tb.Fatal(err)
		}
		positions = append(positions, r.seen...)
	}
	return positions
}

// recorder is an Evaluator that records the positions it evaluates, up to the
// capacity of seen.
type recorder struct {
	chess.Evaluator
	seen []chess.Position
}

func (r *recorder) Evaluate(p *chess.Position) chess.Score {
	if len(r.seen) < cap(r.seen) {
		r.seen = append(r.seen, *p)
	}
	return r.Evaluator.Evaluate(p)
}

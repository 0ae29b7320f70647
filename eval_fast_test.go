package chess_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// TestFastForms compares the faster forms of features with the features.
func TestFastForms(t *testing.T) {
	for _, f := range append(allFeatures(),
		chess.SimplifiedPieceSquare(),
		chess.Material{chess.Pawn: {MG: -1, EG: 1_000_000}, chess.Queen: {MG: 1_000_000, EG: -1_000_000}, chess.King: {MG: 7, EG: 9}},
	) {
		if _, ok := f.(chess.Scaler); ok {
			continue
		}
		fast, slow := evaluatorOf(t, chess.Full(f)...), evaluatorOf(t, chess.Full(plain{f})...)
		for _, p := range randomPositions(t) {
			if a, b := fast.Evaluate(&p), slow.Evaluate(&p); a != b {
				t.Fatalf("%s: %v = %d, want %d as by the plain feature", f.Name(), p, a, b)
			}
			if a, b := slow.Explain(&p), fast.Explain(&p); !reflect.DeepEqual(a, b) {
				t.Fatalf("%s: %v (-plain +fast):\n%s", f.Name(), p, cmp.Diff(a, b))
			}
		}
	}
}

// TestCachesChangeNothing evaluates with full caches and with empty ones.
func TestCachesChangeNothing(t *testing.T) {
	warm := chess.NewDefaultEvaluator()
	positions := randomPositions(t)
	for range 2 {
		for i := range positions {
			warm.Evaluate(&positions[i])
		}
	}
	r := rand.New(rand.NewPCG(6, 6))
	for range 300 {
		p := &positions[r.IntN(len(positions))]
		if a, b := warm.Evaluate(p), chess.NewDefaultEvaluator().Evaluate(p); a != b {
			t.Fatalf("%v = %d, by a new evaluator %d", p, a, b)
		}
	}
}

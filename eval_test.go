package chess_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// plain is a feature that has only the methods of a Feature.
type plain struct{ chess.Feature }

// TestForksOfFeatures compares the forks of features with the features.
func TestForksOfFeatures(t *testing.T) {
	forkers := 0
	for _, f := range append(allFeatures(), chess.SimplifiedPieceSquare()) {
		if _, ok := f.(chess.Forker[chess.Feature]); !ok {
			continue
		}
		forkers++
		fork, slow := evaluatorOf(t, chess.Terms(f)...), evaluatorOf(t, chess.Terms(plain{f})...)
		for _, p := range randomPositions(t) {
			if a, b := fork.Evaluate(&p), slow.Evaluate(&p); a != b {
				t.Fatalf("%s: %v = %d, want %d as by the feature itself", f.Name(), p, a, b)
			}
			if a, b := slow.Explain(&p), fork.Explain(&p); !reflect.DeepEqual(a, b) {
				t.Fatalf("%s: %v (-feature +fork):\n%s", f.Name(), p, cmp.Diff(a, b))
			}
		}
	}
	if forkers == 0 {
		t.Error("no feature is a Forker")
	}
}

// renamed is a feature under another name.
type renamed struct {
	chess.Feature
	name string
}

func (f renamed) Name() string { return f.name }

// raised returns a feature with seven added to all its pairs of numbers.
func raised(t *testing.T, f chess.Feature) chess.Feature {
	t.Helper()
	var b bytes.Buffer
	if err := chess.WriteWeights(&b, chess.Terms(f)...); err != nil {
		t.Fatal(err)
	}
	text := regexp.MustCompile(`: \[-?\d+, -?\d+\]`).ReplaceAllStringFunc(b.String(), func(pair string) string {
		var mg, eg int
		if _, err := fmt.Sscanf(pair, ": [%d, %d]", &mg, &eg); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf(": [%d, %d]", mg+7, eg+7)
	})
	terms, err := chess.ReadWeights(strings.NewReader(text), chess.Terms(f)...)
	if err != nil {
		t.Fatal(err)
	}
	return terms[0].Feature
}

// TestTwoFeaturesOfAType checks that two features of one type in one evaluator do not
// take each other's credits from a cache.
func TestTwoFeaturesOfAType(t *testing.T) {
	positions := randomPositions(t)
	for _, f := range allFeatures() {
		if _, ok := f.(chess.Scaler); ok {
			continue
		}
		g := renamed{raised(t, f), "raised"}
		one, two := evaluatorOf(t, chess.Terms(f)...), evaluatorOf(t, chess.Terms(g)...)
		both, reversed := evaluatorOf(t, chess.Terms(f, g)...), evaluatorOf(t, chess.Terms(g, f)...)
		for range 2 {
			for i := range positions[:min(len(positions), 200)] {
				p := &positions[i]
				want := one.Evaluate(p) + two.Evaluate(p)
				if a, b := both.Evaluate(p), reversed.Evaluate(p); a != want || b != want {
					t.Fatalf("%s, %v: %d and %d together, %d apart", f.Name(), p, a, b, want)
				}
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

// onlyIn is a feature that applies to some variants.
type onlyIn struct {
	constant
	variants []chess.Variant
}

func (f onlyIn) AppliesTo(v chess.Variant) bool { return slices.Contains(f.variants, v) }

func TestVariants(t *testing.T) {
	terms := chess.Terms(
		onlyIn{constant{"a", chess.White, flat(10)}, []chess.Variant{chess.Ordinary}},
		constant{"b", chess.White, flat(3)},
		onlyIn{constant{"c", chess.White, flat(200)}, []chess.Variant{chess.ThreeCheck}})
	e := evaluatorOf(t, terms...)
	for fen, want := range map[string]chess.Score{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":     13,
		"4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1": 203,
	} {
		p := chess.MustParseFEN(fen)
		if got := e.Evaluate(&p); got != want {
			t.Errorf("%s = %v, want %v", fen, got, want)
		}
		checkExplanation(t, e, &p)
	}
	const problem = `chess: feature "d" applies to no variant`
	if _, err := chess.NewFeatureEvaluator(chess.Terms(onlyIn{constant: constant{name: "d"}})...); err == nil || err.Error() != problem {
		t.Errorf("%v, want %s", err, problem)
	}
}

package experiments

import (
	"math"
	"testing"
)

// TestBranching compares with factors computed by hand, and with the example of
// Russell and Norvig: 52 nodes to depth 5 are a factor of 1.92.
func TestBranching(t *testing.T) {
	for _, test := range []struct {
		nodes float64
		depth int
		want  float64
	}{
		{20, 1, 20},
		{20 + 400, 2, 20},
		{2 + 4 + 8, 3, 2},
		{3 + 9 + 27 + 81, 4, 3},
		{4, 4, 1},
		{52, 5, 1.92},
		{0.75 + 0.5625, 2, 0.75},
	} {
		if got := branching(test.nodes, test.depth); math.Abs(got-test.want) > 0.005 {
			t.Errorf("branching(%g, %d) = %g, want %g", test.nodes, test.depth, got, test.want)
		}
	}
	if got := branching(0, 3); !math.IsNaN(got) {
		t.Errorf("without nodes it is %g", got)
	}
	if got := branching(10, 0); !math.IsNaN(got) {
		t.Errorf("at depth 0 it is %g", got)
	}
}

func TestGrowth(t *testing.T) {
	for _, test := range []struct {
		nodes []float64
		want  float64
	}{
		{[]float64{20, 400, 8000}, 20},
		{[]float64{20, 60, 500, 1500, 12500}, 5}, // 12500/500 is 5²
		{[]float64{20, 400}, math.NaN()},
		{nil, math.NaN()},
	} {
		got := growth(test.nodes)
		if math.IsNaN(got) != math.IsNaN(test.want) || math.Abs(got-test.want) > 1e-9 {
			t.Errorf("growth(%v) = %g, want %g", test.nodes, got, test.want)
		}
	}
}

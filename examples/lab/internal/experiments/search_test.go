package experiments

import (
	"math"
	"strings"
	"testing"
	"time"
)

// TestGeometricMean compares with a mean and an interval computed by hand: the
// logarithms to base 2 are -1, 0 and 1, with a standard deviation of 1.
func TestGeometricMean(t *testing.T) {
	mean, low, high := geometricMean([]float64{0.5, 1, 2})
	if want := math.Exp2(1.96 / math.Sqrt(3)); math.Abs(mean-1) > 1e-12 || math.Abs(high-want) > 1e-12 || math.Abs(low-1/want) > 1e-12 {
		t.Errorf("%g (%g to %g), want 1 (%g to %g)", mean, low, high, 1/want, want)
	}
}

// TestVerdict checks the sentences about the claim of the report, from searches of two
// positions with known nodes.
func TestVerdict(t *testing.T) {
	for factor, want := range map[int64]string{2: "confirmed", 1: "neither confirmed nor refuted"} {
		c := &comparison{ways: []way{plain, scout, ordered, guided}, searches: make([][]search, 4)}
		for w := range c.ways {
			for _, nodes := range []int64{1000, 3000} {
				if w%2 == 1 {
					nodes *= factor
				}
				c.searches[w] = append(c.searches[w], search{Iterations: []iteration{{Nodes: nodes, Time: time.Duration(nodes)}}})
			}
		}
		c.average()
		got := c.verdict("nodes", nodesOf)
		if len(got) != 2 || !strings.HasSuffix(got[0], "The claim is "+want+".") {
			t.Errorf("with %d times the nodes: %q", factor, got)
		}
	}
}

// TestCommonDepth checks that depths that one position has not reached are left out.
func TestCommonDepth(t *testing.T) {
	deep := search{Iterations: []iteration{{Nodes: 20}, {Nodes: 400}, {Nodes: 8000}}}
	shallow := search{Iterations: []iteration{{Nodes: 30}, {Nodes: 600}}}
	c := &comparison{ways: []way{minimax, plain}, searches: [][]search{{deep, deep}, {deep, shallow}}}
	c.average()
	if len(c.nodes[0]) != 3 || len(c.nodes[1]) != 2 || c.nodes[1][1] != 500 || c.common() != 2 {
		t.Errorf("nodes %v, common depth %d", c.nodes, c.common())
	}
}

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
}

func TestGrowth(t *testing.T) {
	for want, nodes := range map[string][]float64{"20.00": {20, 400, 8000}, "5.00": {20, 60, 500, 1500, 12500}, "": {20, 400}} { // 12500/500 is 5²
		if got := growth(nodes); got != want {
			t.Errorf("growth(%v) = %s, want %s", nodes, got, want)
		}
	}
}

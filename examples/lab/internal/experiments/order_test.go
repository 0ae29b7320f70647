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
		c := &comparison{ways: orderWays(), searches: make([][]*search, 4)}
		for w := range c.ways {
			for _, nodes := range []int64{1000, 3000} {
				if w%2 == 1 {
					nodes *= factor
				}
				c.searches[w] = append(c.searches[w], &search{Iterations: []iteration{{Nodes: nodes, Time: time.Duration(nodes)}}})
			}
		}
		got := newDepthTables(c).verdict("nodes", nodesOf)
		if last := got[len(got)-1]; !strings.Contains(last, want) {
			t.Errorf("with %d times the nodes: %s", factor, last)
		}
	}
}

// TestCommonDepth checks that depths that one position has not reached are left out.
func TestCommonDepth(t *testing.T) {
	deep := &search{Iterations: []iteration{{Nodes: 20}, {Nodes: 400}, {Nodes: 8000}}}
	shallow := &search{Iterations: []iteration{{Nodes: 30}, {Nodes: 600}}}
	table := newDepthTables(&comparison{ways: []way{minimax, plain}, searches: [][]*search{{deep, deep}, {deep, shallow}}})
	if len(table.nodes[0]) != 3 || len(table.nodes[1]) != 2 || table.nodes[1][1] != 500 || table.common() != 2 {
		t.Errorf("nodes %v, common depth %d", table.nodes, table.common())
	}
	table = newDepthTables(&comparison{ways: []way{minimax}, searches: [][]*search{{deep, nil}}})
	if len(table.nodes[0]) != 0 {
		t.Errorf("nodes %v with a search missing", table.nodes)
	}
}

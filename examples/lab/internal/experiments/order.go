package experiments

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// The two pairs of ways that are compared: by their places.
var orderPairs = [2]struct {
	name             string
	alphaBeta, scout int
}{{"not ordered", 0, 1}, {"captures first", 2, 3}}

// compareOrders is the experiment order.
func compareOrders(ctx context.Context, r *run) (*chapter, error) {
	c, err := compare(ctx, r, 20_000_000, plain, scout, ordered, guided)
	if err != nil {
		return nil, err
	}
	nodes, _ := c.byNodes()
	times, _ := c.byTime()
	var all []series
	for pair, p := range orderPairs {
		s := series{name: "moves " + p.name}
		for i, ratio := range slices.Sorted(slices.Values(c.ratios(pair, c.common(), nodesOf))) {
			s.at = append(s.at, [2]float64{float64(i + 1), ratio})
		}
		all = append(all, s)
	}
	return &chapter{
		title: "Order of moves",
		question: `The graph-grammar report (2024) says of NegaScout that it "is slower than plain alpha-beta if the order of moves is not
			optimal". NegaScout searches all moves but the first with a window of no width, and again if that fails high, but not so near the
			leaves that this is the same. "Not ordered" is the order in which the moves are found.`,
		results: section{
			tables: []table{nodes}, findings: c.verdict("nodes", nodesOf),
			pictures: []picture{{"ratios", "Nodes of NegaScout divided by those of alpha-beta, for each position",
				drawLines(fmt.Sprintf("NegaScout against alpha-beta at depth %d", c.common()), "positions, the lowest ratio first", "nodes of NegaScout / nodes of alpha-beta", false, all)}},
		},
		times: section{tables: []table{times}, findings: c.verdict("time", timeOf)},
	}, nil
}

func nodesOf(i iteration) float64 { return float64(i.Nodes) }

func timeOf(i iteration) float64 { return float64(max(i.Time, 1)) }

// ratios returns for each position what NegaScout needs divided by what alpha-beta
// needs.
func (c *comparison) ratios(pair, depth int, of func(iteration) float64) (all []float64) {
	for i, a := range c.searches[orderPairs[pair].alphaBeta] {
		s := c.searches[orderPairs[pair].scout][i]
		all = append(all, of(s.Iterations[depth-1])/max(of(a.Iterations[depth-1]), 1))
	}
	return all
}

// geometricMean returns the geometric mean of positive numbers, with its 95 %
// interval by the normal distribution of its logarithm.
func geometricMean(all []float64) (mean, low, high float64) {
	n, sum, squares := float64(len(all)), 0.0, 0.0
	for _, x := range all {
		sum += math.Log(x)
	}
	for _, x := range all {
		d := math.Log(x) - sum/n
		squares += d * d
	}
	margin := 1.96 * math.Sqrt(squares/(n-1)/n)
	return math.Exp(sum / n), math.Exp(sum/n - margin), math.Exp(sum/n + margin)
}

// verdict says what NegaScout needs, and whether the claim of the report holds.
func (c *comparison) verdict(what string, of func(iteration) float64) (all []string) {
	for pair, p := range orderPairs {
		ratios := c.ratios(pair, c.common(), of)
		mean, low, high := geometricMean(ratios)
		claim, more := "neither confirmed nor refuted", 0
		switch {
		case low > 1:
			claim = "confirmed"
		case high < 1:
			claim = "refuted"
		}
		for _, x := range ratios {
			if x > 1 {
				more++
			}
		}
		all = append(all, fmt.Sprintf("At depth %d, moves %s: NegaScout needs %.3f times the %s of alpha-beta (geometric mean; 95 %%: %.3f to %.3f), and more in %d of %d positions. The claim is %s.",
			c.common(), p.name, mean, what, low, high, more, len(ratios), claim))
	}
	return all
}

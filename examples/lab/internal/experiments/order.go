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
			tables: []table{nodes, c.ratioTable("nodes", nodesOf)}, findings: c.verdict("nodes", nodesOf),
			pictures: []picture{{"ratios", "Nodes of NegaScout divided by those of alpha-beta, for each position",
				drawLines(fmt.Sprintf("NegaScout against alpha-beta at depth %d", c.common()), "positions, the lowest ratio first", "nodes of NegaScout / nodes of alpha-beta", false, all)}},
		},
		times: section{tables: []table{times, c.ratioTable("time", timeOf)}, findings: c.verdict("time", timeOf)},
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

func (c *comparison) ratioTable(what string, of func(iteration) float64) table {
	t := table{
		caption: fmt.Sprintf(`The %s of NegaScout divided by the %s of alpha-beta: the geometric mean of the positions with its 95 %% interval, and
			in how many positions NegaScout needs more.`, what, what),
		head: []string{"depth", "not ordered", "more", "captures first", "more"},
	}
	for depth := 1; depth <= c.common(); depth++ {
		var figures []any
		for pair := range orderPairs {
			ratios := c.ratios(pair, depth, of)
			mean, low, high := geometricMean(ratios)
			more := 0
			for _, x := range ratios {
				if x > 1 {
					more++
				}
			}
			figures = append(figures, fmt.Sprintf("%.3f (%.3f to %.3f)", mean, low, high), fmt.Sprintf("%d of %d", more, len(ratios)))
		}
		t.add(fmt.Sprint(depth), figures...)
	}
	return t
}

// verdict says whether the claim of the report holds.
func (c *comparison) verdict(what string, of func(iteration) float64) (all []string) {
	depth := c.common()
	claim := ""
	for pair, p := range orderPairs {
		mean, low, high := geometricMean(c.ratios(pair, depth, of))
		result, verdict := "it is not decided", "neither confirmed nor refuted"
		switch {
		case low > 1:
			result, verdict = "NegaScout needs more", "confirmed"
		case high < 1:
			result, verdict = "NegaScout needs less", "refuted"
		}
		all = append(all, fmt.Sprintf("At depth %d, moves %s: %s, %.3f times the %s of alpha-beta (95 %%: %.3f to %.3f).", depth, p.name, result, mean, what, low, high))
		if pair == 0 {
			claim = verdict
		}
	}
	return append(all, fmt.Sprintf("The claim of the report, for moves that are not ordered: %s by the %s at depth %d.", claim, what, depth))
}

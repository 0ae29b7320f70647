package experiments

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"

	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// orderExperiment is the command order.
type orderExperiment struct {
	suite suite
	each  bool
}

func (e *orderExperiment) flags(flags *flag.FlagSet) {
	e.suite.flags(flags, 50, 5, 20_000_000)
	flags.BoolVar(&e.each, "each", false, "print the nodes of each position, too")
}

func (e *orderExperiment) prepare() error { return e.suite.read() }

// The two pairs of ways that are compared: by their places in orderWays.
var orderPairs = [2]struct {
	name         string
	alphaBeta, s int
}{{"not ordered", 0, 1}, {"captures first", 2, 3}}

func orderWays() []way { return []way{plain, scout, ordered, guided} }

func (e *orderExperiment) run(ctx context.Context, r *run) (*chapter, error) {
	found, err := e.suite.found(ctx, r, orderWays())
	if found == nil {
		return nil, err
	}
	t := newDepthTables(found)
	c := &chapter{
		title: "Order of moves",
		question: `The graph-grammar report (2024) says of NegaScout that it "is slower than plain alpha-beta if the order of moves is not
			optimal". NegaScout searches all moves but the first with a window of no width, and again if that fails high, but not so near the
			leaves that this is the same. "Not ordered" is the order in which the moves are found.`,
		conditions: r.conditions,
		missing:    missing(err),
		tables:     []table{t.nodesTable(), t.ratioTable("nodes", nodesOf)},
		findings:   t.verdict("nodes", nodesOf),
		pictures: []picture{{name: "ratios", alt: "Nodes of NegaScout divided by those of alpha-beta, for each position", draw: func(w io.Writer) error {
			return drawLines(w, fmt.Sprintf("NegaScout against alpha-beta at depth %d", t.common()), "positions, the lowest ratio first",
				"nodes of NegaScout / nodes of alpha-beta", axis{rule: 1}, t.ratioSeries())
		}}},
		timings: []table{t.timesTable(), t.ratioTable("time", timeOf)},
		timed:   t.verdict("time", timeOf),
	}
	if e.each {
		c.tables = append(c.tables, t.eachTable())
	}
	return c, err
}

func nodesOf(i iteration) float64 { return float64(i.Nodes) }

func timeOf(i iteration) float64 { return float64(max(i.Time, 1)) }

// common returns the greatest depth that all ways have reached in all positions.
func (t *depthTables) common() int {
	depth := len(t.nodes[0])
	for _, nodes := range t.nodes {
		depth = min(depth, len(nodes))
	}
	return depth
}

// ratios returns for each position what NegaScout needs divided by what alpha-beta
// needs.
func (t *depthTables) ratios(pair, depth int, of func(iteration) float64) []float64 {
	var all []float64
	for i, a := range t.searches[orderPairs[pair].alphaBeta] {
		s := t.searches[orderPairs[pair].s][i]
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

func (t *depthTables) ratioTable(what string, of func(iteration) float64) table {
	table := table{
		caption: fmt.Sprintf(`The %s of NegaScout divided by the %s of alpha-beta: the geometric mean of the positions with its 95 %% interval, and
			in how many positions NegaScout needs more.`, what, what),
		head: []string{"depth", "not ordered", "more", "captures first", "more"},
	}
	for depth := 1; depth <= t.common(); depth++ {
		row := []string{fmt.Sprint(depth)}
		for pair := range orderPairs {
			ratios := t.ratios(pair, depth, of)
			mean, low, high := geometricMean(ratios)
			more := 0
			for _, x := range ratios {
				if x > 1 {
					more++
				}
			}
			row = append(row, fmt.Sprintf("%.3f (%.3f to %.3f)", mean, low, high), fmt.Sprintf("%d of %d", more, len(ratios)))
		}
		table.rows = append(table.rows, row)
	}
	return table
}

// verdict says whether the claim of the report holds.
func (t *depthTables) verdict(what string, of func(iteration) float64) []string {
	depth := t.common()
	if depth == 0 {
		return nil
	}
	var all []string
	for pair, p := range orderPairs {
		mean, low, high := geometricMean(t.ratios(pair, depth, of))
		result := "it is not decided"
		switch {
		case low > 1:
			result = "NegaScout needs more"
		case high < 1:
			result = "NegaScout needs less"
		}
		all = append(all, fmt.Sprintf("At depth %d, moves %s: %s, %.3f times the %s of alpha-beta (95 %%: %.3f to %.3f).", depth, p.name, result, mean, what, low, high))
	}
	_, low, high := geometricMean(t.ratios(0, depth, of))
	claim := "neither confirmed nor refuted"
	switch {
	case low > 1:
		claim = "confirmed"
	case high < 1:
		claim = "refuted"
	}
	return append(all, fmt.Sprintf("The claim of the report, for moves that are not ordered: %s by the %s at depth %d.", claim, what, depth))
}

// ratioSeries returns the ratios of the positions at the greatest depth.
func (t *depthTables) ratioSeries() []series {
	var all []series
	for pair, p := range orderPairs {
		s := series{name: "moves " + p.name}
		if depth := t.common(); depth > 0 {
			for i, ratio := range slices.Sorted(slices.Values(t.ratios(pair, depth, nodesOf))) {
				s.at = append(s.at, plotter.XY{X: float64(i + 1), Y: ratio})
			}
		}
		all = append(all, s)
	}
	return all
}

// eachTable returns the nodes of each position at the greatest depth.
func (t *depthTables) eachTable() table {
	depth := t.common()
	table := table{caption: fmt.Sprintf("Nodes of each position at depth %d.", depth), head: []string{"position"}}
	for _, w := range t.ways {
		table.head = append(table.head, w.name)
	}
	for i, g := range t.positions {
		row := []string{g.Position().EPD()}
		for w := range t.ways {
			if depth > 0 {
				row = append(row, prose.Thousands(t.searches[w][i].Iterations[depth-1].Nodes))
			}
		}
		table.rows = append(table.rows, row)
	}
	return table
}

package experiments

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/plot/plotter"

	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// depthExperiment is the command depth.
type depthExperiment struct{ suite suite }

func (e *depthExperiment) flags(flags *flag.FlagSet) { e.suite.flags(flags, 16, 12, 3_000_000) }

func (e *depthExperiment) prepare() error { return e.suite.read() }

// depthWays are the ways to search that the command compares, the first of which is
// what the others are compared with.
func depthWays() []way {
	return []way{minimax, plain, ordered, narrowed, both, scout, guided, strongest}
}

func (e *depthExperiment) run(ctx context.Context, r *run) (*chapter, error) {
	found, err := e.suite.found(ctx, r, depthWays())
	if found == nil {
		return nil, err
	}
	return newDepthTables(found).chapter(r, err), err
}

// depthTables holds what the positions have in common: sums by way and depth, as
// deep as all positions were searched.
type depthTables struct {
	*comparison
	nodes [][]float64       // a position
	times [][]time.Duration // a position
}

func newDepthTables(c *comparison) *depthTables {
	t := &depthTables{c, make([][]float64, len(c.ways)), make([][]time.Duration, len(c.ways))}
	for w, searches := range c.searches {
		for depth := 1; reached(searches, depth); depth++ {
			nodes, spent := 0.0, time.Duration(0)
			for _, s := range searches {
				nodes += float64(s.Iterations[depth-1].Nodes)
				spent += s.Iterations[depth-1].Time
			}
			n := len(searches)
			t.nodes[w] = append(t.nodes[w], nodes/float64(n))
			t.times[w] = append(t.times[w], spent/time.Duration(n))
		}
	}
	return t
}

// reached reports whether all positions were searched to a depth.
func reached(searches []*search, depth int) bool {
	for _, s := range searches {
		if s == nil || depth > len(s.Iterations) {
			return false
		}
	}
	return len(searches) > 0
}

// deepest returns the largest depth of the tables.
func (t *depthTables) deepest() (depth int) {
	for _, nodes := range t.nodes {
		depth = max(depth, len(nodes))
	}
	return depth
}

// agreement counts in how many searches, of one position to one depth, a way found
// the score and the move of the first way.
func (t *depthTables) agreement(w int) (scores, moves, of int) {
	for i, s := range t.searches[w] {
		reference := t.searches[0][i]
		for depth := 1; s != nil && reference != nil && depth <= min(len(s.Iterations), len(reference.Iterations)); depth++ {
			of++
			if s.Iterations[depth-1].Score == reference.Iterations[depth-1].Score {
				scores++
			}
			if s.Iterations[depth-1].Move == reference.Iterations[depth-1].Move {
				moves++
			}
		}
	}
	return scores, moves, of
}

func (t *depthTables) chapter(r *run, err error) *chapter {
	return &chapter{
		title: "Depth",
		question: `The adversarial search system (Python coursework) asks how its time and its nodes grow with the depth, what it saves
			to search captures first, and how far the branching factor falls when only captures are searched beyond the third
			ply. The graph-grammar engine (2024) needed an hour for one move at depth 3. Neither report has figures.`,
		conditions: r.conditions,
		missing:    missing(err),
		tables:     []table{t.nodesTable(), t.factorsTable()},
		findings:   t.findings(),
		pictures: []picture{{name: "nodes", alt: "Nodes of a search by depth, on a logarithmic axis", draw: func(w io.Writer) error {
			return drawLines(w, "Nodes by depth", "depth in plies", "nodes of a position", axis{log: true}, t.series(func(w, i int) float64 { return t.nodes[w][i] }))
		}}},
		timings: []table{t.timesTable()},
		timed:   t.speeds(),
		timedPictures: []picture{{name: "time", alt: "Time of a search by depth, on a logarithmic axis", draw: func(w io.Writer) error {
			return drawLines(w, "Time by depth", "depth in plies", "milliseconds for a position", axis{log: true}, t.series(func(w, i int) float64 {
				return max(milliseconds(t.times[w][i]), 0.0001)
			}))
		}}},
	}
}

// missing says that a run was not completed.
func missing(err error) string {
	if err == nil {
		return ""
	}
	return "NOT COMPLETE: the run was interrupted. The same command continues."
}

func (t *depthTables) series(value func(way, depth int) float64) []series {
	var all []series
	for w := range t.ways {
		s := series{name: t.ways[w].name}
		for i, nodes := range t.nodes[w] {
			if nodes > 0 {
				s.at = append(s.at, plotter.XY{X: float64(i + 1), Y: value(w, i)})
			}
		}
		all = append(all, s)
	}
	return all
}

// byDepth returns a table with a row for each depth and a column for each way.
func (t *depthTables) byDepth(caption string, cell func(way, depth int) string) table {
	table := table{caption: caption, head: []string{"depth"}}
	for _, w := range t.ways {
		table.head = append(table.head, w.name)
	}
	for i := range t.deepest() {
		row := []string{fmt.Sprint(i + 1)}
		for w := range t.ways {
			if i < len(t.nodes[w]) {
				row = append(row, cell(w, i))
			} else {
				row = append(row, "")
			}
		}
		table.rows = append(table.rows, row)
	}
	return table
}

func (t *depthTables) nodesTable() table {
	return t.byDepth(`Nodes: the moves played in the search of a position to a depth, on average, without the shallower searches before it.`,
		func(w, i int) string { return prose.Thousands(int64(math.Round(t.nodes[w][i]))) })
}

func (t *depthTables) factorsTable() table {
	common := len(t.nodes[0])
	table := table{
		caption: fmt.Sprintf(`The effective branching factor is the b of the uniform tree of the same depth and number of nodes: nodes = b + b² + … + b^depth.
			The growth is by what factor the last two plies have multiplied the nodes, per ply. The last two columns count in how many
			searches, of one position to one depth, the score and the move are those of %s.`, t.ways[0].name),
		head: []string{"search", "depth", "nodes", "b", "growth", fmt.Sprintf("nodes at depth %d", common), "of " + t.ways[0].name, "same score", "same move"},
	}
	for w, nodes := range t.nodes {
		row := []string{t.ways[w].name}
		if n := len(nodes); n > 0 {
			row = append(row, fmt.Sprint(n), prose.Thousands(int64(math.Round(nodes[n-1]))), decimal(branching(nodes[n-1], n)), decimal(growth(nodes)))
		} else {
			row = append(row, "", "", "", "")
		}
		if common > 0 && common <= len(nodes) {
			row = append(row, prose.Thousands(int64(math.Round(nodes[common-1]))), fmt.Sprintf("%.2f %%", 100*nodes[common-1]/t.nodes[0][common-1]))
		} else {
			row = append(row, "", "")
		}
		if scores, moves, of := t.agreement(w); of > 0 {
			row = append(row, fmt.Sprintf("%d of %d", scores, of), fmt.Sprintf("%d of %d", moves, of))
		} else {
			row = append(row, "", "")
		}
		table.rows = append(table.rows, row)
	}
	return table
}

// decimal formats a number that may be NaN.
func decimal(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return fmt.Sprintf("%.2f", x)
}

// findings compares the ways with each other.
func (t *depthTables) findings() []string {
	var all []string
	compare := func(a, b way) {
		more, fewer := t.nodes[t.index(a)], t.nodes[t.index(b)]
		if depth := min(len(more), len(fewer)); depth > 0 {
			all = append(all, fmt.Sprintf("At depth %d, %s needs %s times the nodes of %s.", depth, a.name, significant(more[depth-1]/fewer[depth-1]), b.name))
		}
	}
	compare(minimax, plain)
	for _, w := range []way{ordered, narrowed, both, scout, strongest} {
		compare(plain, w)
	}
	var factors []string
	for w, nodes := range t.nodes {
		if g := growth(nodes); !math.IsNaN(g) {
			factors = append(factors, fmt.Sprintf("%s %.1f", t.ways[w].name, g))
		}
	}
	if len(factors) > 0 {
		all = append(all, "One more ply multiplies the nodes by: "+strings.Join(factors, ", ")+".")
	}
	var same []string
	for w := range t.ways {
		if scores, _, of := t.agreement(w); w > 0 && of > 0 && scores == of {
			same = append(same, t.ways[w].name)
		}
	}
	if len(same) > 0 {
		all = append(all, fmt.Sprintf("The score of %s is that of %s in all searches: they prune, but lose nothing.", listed(same), t.ways[0].name))
		all = append(all, "With captures only beyond the third ply, and with the quiescence search, reductions and extensions of alphabeta, the score is another by design.")
	}
	return all
}

// index returns the place of a way, which must be one of those of t.
func (t *depthTables) index(w way) int {
	return slices.IndexFunc(t.ways, func(other way) bool { return other.name == w.name })
}

// listed returns the words as an enumeration.
func listed(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

func (t *depthTables) timesTable() table {
	return t.byDepth("Milliseconds for a position, without the shallower searches before.", func(w, i int) string {
		return significant(milliseconds(t.times[w][i]))
	})
}

// speeds returns the nodes per second of each way, and the time of the search of the
// graph-grammar engine.
func (t *depthTables) speeds() []string {
	var words []string
	for w := range t.ways {
		nodes, seconds := 0.0, 0.0
		for i, n := range t.nodes[w] {
			nodes += n
			seconds += t.times[w][i].Seconds()
		}
		if seconds > 0 {
			words = append(words, fmt.Sprintf("%s %.2f", t.ways[w].name, nodes/seconds/1e6))
		}
	}
	all := []string{"Million nodes per second: " + strings.Join(words, ", ") + "."}
	if times := t.times[t.index(plain)]; len(times) >= 3 {
		all = append(all, fmt.Sprintf("Depth 3, for which the graph-grammar engine needed an hour, takes %s %s ms.", plain.name, significant(milliseconds(times[0]+times[1]+times[2]))))
	}
	return all
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// significant formats a positive number with three significant digits.
func significant(x float64) string {
	switch {
	case x >= 1000:
		return prose.Thousands(int64(math.Round(x)))
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	case x >= 1:
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.3f", x)
}

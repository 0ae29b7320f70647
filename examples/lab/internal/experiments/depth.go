package experiments

import (
	"context"
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
)

// depthExperiment is the command depth. It compares ways to search with the first of them.
type depthExperiment struct{ suite }

func (e *depthExperiment) addFlags(flags *flag.FlagSet) { e.suite.addFlags(flags, 16, 12, 3_000_000) }

func (e *depthExperiment) run(ctx context.Context, r *run) (*chapter, error) {
	c, err := e.compare(ctx, r, []way{minimax, plain, ordered, narrowed, both, scout, guided, strongest})
	if err != nil {
		return nil, err
	}
	return &chapter{
		title: "Depth",
		question: `The adversarial search system (Python coursework) asks how its time and its nodes grow with the depth, what it saves
			to search captures first, and how far the branching factor falls when only captures are searched beyond the third
			ply. The graph-grammar engine (2024) needed an hour for one move at depth 3. Neither report has figures.`,
		results: section{
			tables: []table{c.nodesTable(), c.factorsTable()}, findings: c.findings(),
			pictures: []picture{{"nodes", "Nodes of a search by depth, on a logarithmic axis",
				drawLines("Nodes by depth", "depth in plies", "nodes of a position", true, 0, c.series(func(w, i int) float64 { return c.nodes[w][i] }))}},
		},
		times: section{
			tables: []table{c.timesTable()}, findings: c.speeds(),
			pictures: []picture{{"time", "Time of a search by depth, on a logarithmic axis",
				drawLines("Time by depth", "depth in plies", "milliseconds for a position", true, 0, c.series(func(w, i int) float64 {
					return max(milliseconds(c.times[w][i]), 0.0001)
				}))}},
		},
	}, nil
}

// branching returns the effective branching factor of a search: the number b of
// moves in each position of a uniform tree that has this depth and as many nodes,
//
//	nodes = b + b² + … + b^depth
//
// (Russell and Norvig, Artificial Intelligence: A Modern Approach, 3.6). It is NaN
// for a depth below 1 or without nodes.
func branching(nodes float64, depth int) float64 {
	if depth < 1 || !(nodes > 0) {
		return math.NaN()
	}
	low, high := 0.0, nodes
	for range 100 { // halves the interval each time
		b := (low + high) / 2
		sum := 0.0
		for range depth {
			sum = (sum + 1) * b
		}
		if sum < nodes {
			low = b
		} else {
			high = b
		}
	}
	return high
}

// growth returns by what factor one more ply multiplies the nodes: the square root of
// what the last two plies do, because alpha-beta gains at odd and even depths
// differently. nodes holds the nodes by depth, from depth 1 on. With fewer than three
// depths it is NaN.
func growth(nodes []float64) float64 {
	n := len(nodes)
	if n < 3 || !(nodes[n-3] > 0) {
		return math.NaN()
	}
	return math.Sqrt(nodes[n-1] / nodes[n-3])
}

// agreement counts in how many searches, of one position to one depth, a way found
// the score and the move of the first way.
func (c *comparison) agreement(w int) (scores, moves, of int) {
	for i, s := range c.searches[w] {
		for depth, reference := range c.searches[0][i].Iterations[:min(len(s.Iterations), len(c.searches[0][i].Iterations))] {
			of++
			if s.Iterations[depth].Score == reference.Score {
				scores++
			}
			if s.Iterations[depth].Move == reference.Move {
				moves++
			}
		}
	}
	return scores, moves, of
}

func (c *comparison) series(value func(way, depth int) float64) (all []series) {
	for w := range c.ways {
		s := series{name: c.ways[w].name}
		for i, nodes := range c.nodes[w] {
			if nodes > 0 {
				s.at = append(s.at, [2]float64{float64(i + 1), value(w, i)})
			}
		}
		all = append(all, s)
	}
	return all
}

func (c *comparison) factorsTable() table {
	common := len(c.nodes[0])
	first := c.ways[0].name
	t := table{
		caption: fmt.Sprintf(`The effective branching factor is the b of the uniform tree of the same depth and number of nodes: nodes = b + b² + … + b^depth.
			The growth is by what factor the last two plies have multiplied the nodes, per ply. The last two columns count in how many
			searches, of one position to one depth, the score and the move are those of %s.`, first),
		head: []string{"search", "depth", "nodes", "b", "growth", fmt.Sprintf("nodes at depth %d", common), "of " + first, "same score", "same move"},
	}
	for w, nodes := range c.nodes {
		if len(nodes) < common {
			continue
		}
		scores, moves, of := c.agreement(w)
		last := nodes[len(nodes)-1]
		t.add(c.ways[w].name, len(nodes), whole(last), decimal(branching(last, len(nodes))), decimal(growth(nodes)), whole(nodes[common-1]),
			fmt.Sprintf("%.2f %%", 100*nodes[common-1]/c.nodes[0][common-1]), fmt.Sprintf("%d of %d", scores, of), fmt.Sprintf("%d of %d", moves, of))
	}
	return t
}

// findings compares the ways with each other.
func (c *comparison) findings() (all []string) {
	compare := func(a, b way) {
		more, fewer := c.nodes[c.index(a)], c.nodes[c.index(b)]
		if depth := min(len(more), len(fewer)); depth > 0 {
			all = append(all, fmt.Sprintf("At depth %d, %s needs %s times the nodes of %s.", depth, a.name, significant(more[depth-1]/fewer[depth-1]), b.name))
		}
	}
	compare(minimax, plain)
	for _, w := range []way{ordered, narrowed, both, scout, strongest} {
		compare(plain, w)
	}
	var factors, same []string
	for w, nodes := range c.nodes {
		if g := growth(nodes); !math.IsNaN(g) {
			factors = append(factors, fmt.Sprintf("%s %.1f", c.ways[w].name, g))
		}
		if scores, _, of := c.agreement(w); w > 0 && of > 0 && scores == of {
			same = append(same, c.ways[w].name)
		}
	}
	if len(factors) > 0 {
		all = append(all, "One more ply multiplies the nodes by: "+strings.Join(factors, ", ")+".")
	}
	if len(same) > 0 {
		all = append(all, fmt.Sprintf("The score of %s is that of %s in all searches: they prune, but lose nothing.", listed(same), c.ways[0].name),
			"With captures only beyond the third ply, and with the quiescence search, reductions and extensions of alphabeta, the score is another by design.")
	}
	return all
}

// index returns the place of a way, which must be one of those of c.
func (c *comparison) index(w way) int {
	return slices.IndexFunc(c.ways, func(other way) bool { return other.name == w.name })
}

// speeds returns the nodes per second of each way, and the time of the search of the
// graph-grammar engine.
func (c *comparison) speeds() []string {
	var words []string
	for w := range c.ways {
		nodes, seconds := 0.0, 0.0
		for i, n := range c.nodes[w] {
			nodes += n
			seconds += c.times[w][i].Seconds()
		}
		if seconds > 0 {
			words = append(words, fmt.Sprintf("%s %.2f", c.ways[w].name, nodes/seconds/1e6))
		}
	}
	all := []string{"Million nodes per second: " + strings.Join(words, ", ") + "."}
	if times := c.times[c.index(plain)]; len(times) >= 3 {
		all = append(all, fmt.Sprintf("Depth 3, for which the graph-grammar engine needed an hour, takes %s %s ms.", plain.name, significant(milliseconds(times[0]+times[1]+times[2]))))
	}
	return all
}

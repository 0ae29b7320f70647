package experiments

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// compareDepths is the experiment depth. It compares ways to search with the first of them.
func compareDepths(ctx context.Context, r *run) (*chapter, error) {
	c, err := compare(ctx, r, 3_000_000, minimax, plain, ordered, narrowed, both, scout, guided, strongest)
	if err != nil {
		return nil, err
	}
	nodes, nodesLines := c.byNodes()
	times, timesLines := c.byTime()
	var speed []string
	if t := c.times[c.index(plain)]; len(t) >= 3 {
		speed = []string{fmt.Sprintf("Depth 3, for which the graph-grammar engine needed an hour, takes %s %s ms.", plain.name, significant(milliseconds(t[0]+t[1]+t[2])))}
	}
	return &chapter{
		title: "Depth",
		question: `The adversarial search system (Python coursework) asks how its time and its nodes grow with the depth, what it saves
			to search captures first, and how far the branching factor falls when only captures are searched beyond the third
			ply. The graph-grammar engine (2024) needed an hour for one move at depth 3. Neither report has figures.`,
		results: section{
			tables: []table{nodes, c.factorsTable()}, findings: c.findings(),
			pictures: []picture{{"nodes", "Nodes of a search by depth, on a logarithmic axis",
				drawLines("Nodes by depth", "depth in plies", "nodes of a position", true, nodesLines)}},
		},
		times: section{
			tables: []table{times}, findings: speed,
			pictures: []picture{{"time", "Time of a search by depth, on a logarithmic axis",
				drawLines("Time by depth", "depth in plies", "milliseconds for a position", true, timesLines)}},
		},
	}, nil
}

// branching returns the effective branching factor of a search: the number b of
// moves in each position of a uniform tree that has this depth and as many nodes,
//
//	nodes = b + b² + … + b^depth
//
// (Russell and Norvig, Artificial Intelligence: A Modern Approach, 3.6).
func branching(nodes float64, depth int) float64 {
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
// depths it is not known.
func growth(nodes []float64) string {
	if n := len(nodes); n >= 3 {
		return fmt.Sprintf("%.2f", math.Sqrt(nodes[n-1]/nodes[n-3]))
	}
	return ""
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

func (c *comparison) factorsTable() table {
	t := table{
		caption: `The effective branching factor is the b of the uniform tree of the same depth and number of nodes: nodes = b + b² + … + b^depth.
			The growth is by what factor the last two plies have multiplied the nodes, per ply. The last two columns count in how many
			searches, of one position to one depth, the score and the move are those of minimax. The score is the same in all where a
			search prunes but loses nothing; it is another by design where only captures are searched beyond the third ply, and for alphabeta
			with its quiescence search, reductions and extensions.`,
		head: []string{"search", "depth", "nodes", "b", "growth", "same score", "same move"},
	}
	for w, nodes := range c.nodes {
		scores, moves, of := c.agreement(w)
		last := nodes[len(nodes)-1]
		t.add(c.ways[w].name, len(nodes), whole(last), fmt.Sprintf("%.2f", branching(last, len(nodes))), growth(nodes), fmt.Sprintf("%d of %d", scores, of), fmt.Sprintf("%d of %d", moves, of))
	}
	return t
}

// findings compares the ways with each other.
func (c *comparison) findings() (all []string) {
	for _, pair := range [][2]way{{minimax, plain}, {plain, ordered}, {plain, narrowed}, {plain, both}, {plain, scout}, {plain, strongest}} {
		more, fewer := c.nodes[c.index(pair[0])], c.nodes[c.index(pair[1])]
		depth := min(len(more), len(fewer))
		all = append(all, fmt.Sprintf("At depth %d, %s needs %s times the nodes of %s.", depth, pair[0].name, significant(more[depth-1]/fewer[depth-1]), pair[1].name))
	}
	return all
}

// index returns the place of a way, which must be one of those of c.
func (c *comparison) index(w way) int {
	return slices.IndexFunc(c.ways, func(other way) bool { return other.name == w.name })
}

package experiments

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// A way is a way to search.
type way struct {
	name string
	new  func(chess.Evaluator) chess.Searcher
}

// The ways to search, from that which prunes nothing to the strongest.
var (
	minimax   = way{"minimax", func(e chess.Evaluator) chess.Searcher { return chess.NewMinimax(e) }}
	plain     = negaAlphaBeta("nega-alpha-beta", false, 0)
	ordered   = negaAlphaBeta("captures first", true, 0)
	narrowed  = negaAlphaBeta("captures beyond 3", false, 3)
	both      = negaAlphaBeta("first and beyond 3", true, 3)
	scout     = negaScout("NegaScout", false)
	guided    = negaScout("NegaScout, captures first", true)
	strongest = way{"alphabeta", func(e chess.Evaluator) chess.Searcher { return chess.NewAlphaBeta(e) }}
)

func negaAlphaBeta(name string, capturesFirst bool, capturesBeyond int) way {
	return way{name, func(e chess.Evaluator) chess.Searcher {
		s := chess.NewNegaAlphaBeta(e)
		s.CapturesFirst, s.CapturesBeyond = capturesFirst, capturesBeyond
		return s
	}}
}

func negaScout(name string, capturesFirst bool) way {
	return way{name, func(e chess.Evaluator) chess.Searcher {
		s := chess.NewNegaScout(e)
		s.CapturesFirst = capturesFirst
		return s
	}}
}

// An iteration is the search of a position to one depth, without the shallower
// searches before it.
type iteration struct {
	Nodes int64         `json:"nodes"`
	Time  time.Duration `json:"time"`
	Score chess.Score   `json:"score"`
	Move  string        `json:"move"`
}

// A search holds the iterations of the search of a position, from depth 1 on.
type search struct {
	Iterations []iteration `json:"iterations"`

	// Settled says that it ended before its limits, because all lines lead to mates.
	Settled bool `json:"settled,omitzero"`
}

// measure searches a position to a depth, if that needs no more than this many
// nodes, or else as deep as they allow.
func measure(ctx context.Context, s chess.Searcher, g *chess.Game, depth int, nodes int64) (search, error) {
	var done search
	var before iteration // the sums of all iterations
	r, err := s.Search(ctx, g, chess.Limits{Depth: depth, Nodes: nodes, Info: func(i chess.Info) {
		if i.MultiPV != 1 || len(i.PV) == 0 || i.Depth != len(done.Iterations)+1 {
			return
		}
		done.Iterations = append(done.Iterations, iteration{i.Nodes - before.Nodes, i.Time - before.Time, i.Score, i.PV[0].String()})
		before.Nodes, before.Time = i.Nodes, i.Time
	}})
	if err == nil {
		err = ctx.Err() // a search that was stopped has not counted all nodes
	}
	done.Settled = len(done.Iterations) < depth && r.Nodes < nodes
	return done, err
}

// A comparison has the searches of positions in several ways, and what the positions have in
// common, as deep as all of them were searched.
type comparison struct {
	ways     []way
	searches [][]search        // by way and position
	nodes    [][]float64       // of a position on average, by way and depth
	times    [][]time.Duration // of a position on average
}

// compare sets the conditions of a run, and searches its positions in all ways, with the
// evaluation of the graph-grammar engine. It leaves out positions where a search in one of the
// ways ended because it had found a mate: it would have needed hardly any nodes for the next
// depths.
func compare(ctx context.Context, r *run, nodes int64, ways ...way) (*comparison, error) {
	pesto, err := chess.ByName(chess.Evaluators(), "pesto")
	if err != nil {
		return nil, err
	}
	all, err := contest.ReadOpenings(r.positions, 0, 0)
	if err != nil {
		return nil, err
	}
	n := min(r.n, len(all))
	var positions []*chess.Game
	for i := range n { // evenly from the file
		positions = append(positions, all[i*len(all)/n])
	}
	var searchers []chess.Searcher
	var pieces []piece[search]
	for _, w := range ways {
		searchers = append(searchers, w.new(pesto.New()))
		for i, g := range positions {
			pieces = append(pieces, piece[search]{fmt.Sprintf("%s, position %d", w.name, i+1), func(ctx context.Context) (search, error) {
				return measure(ctx, w.new(pesto.New()), g, r.depth, nodes)
			}})
		}
	}
	benched, err := bench(ctx, searchers)
	if err != nil {
		return nil, err
	}
	r.conditions = []string{
		fmt.Sprintf("%d positions of %s (%s)", n, r.positions, contest.Digest(positions)), "evaluation pesto",
		fmt.Sprintf("at most %d plies, and %s nodes a position", r.depth, prose.Thousands(nodes)), "no randomness", benched,
	}
	done, err := work(ctx, r, "searches", pieces)
	if err != nil {
		return nil, err
	}
	c := &comparison{ways: ways, searches: slices.Collect(slices.Chunk(done, n))}
	for i := n - 1; i >= 0; i-- {
		if slices.ContainsFunc(c.searches, func(all []search) bool { return all[i].Settled }) {
			for w := range ways {
				c.searches[w] = slices.Delete(c.searches[w], i, i+1)
			}
		}
	}
	if left := n - len(c.searches[0]); left > 0 {
		r.conditions = append(r.conditions, fmt.Sprintf("%d of the positions are left out, where a search found a mate and ended", left))
	}
	c.average()
	if c.common() == 0 {
		return nil, errors.New("no position is left, or depth 1 was not reached in all of them")
	}
	return c, nil
}

// average sets nodes and times.
func (c *comparison) average() {
	c.nodes, c.times = make([][]float64, len(c.ways)), make([][]time.Duration, len(c.ways))
	for w, searches := range c.searches {
		reached := math.MaxInt
		for _, s := range searches {
			reached = min(reached, len(s.Iterations))
		}
		for depth := 0; len(searches) > 0 && depth < reached; depth++ {
			nodes, spent := 0.0, time.Duration(0)
			for _, s := range searches {
				nodes += float64(s.Iterations[depth].Nodes)
				spent += s.Iterations[depth].Time
			}
			c.nodes[w] = append(c.nodes[w], nodes/float64(len(searches)))
			c.times[w] = append(c.times[w], spent/time.Duration(len(searches)))
		}
	}
}

// common returns the greatest depth that all ways have reached in all positions.
func (c *comparison) common() int {
	depth := len(c.nodes[0])
	for _, nodes := range c.nodes {
		depth = min(depth, len(nodes))
	}
	return depth
}

// byDepth returns a table with a row for each depth and a column for each way, and the same as
// lines of a plot.
func (c *comparison) byDepth(caption string, cell func(x float64) string, value func(way, depth int) float64) (t table, all []series) {
	t = table{caption: caption, head: []string{"depth"}}
	for w := range c.ways {
		t.head = append(t.head, c.ways[w].name)
		s := series{name: c.ways[w].name}
		for depth := range c.nodes[w] {
			x := value(w, depth)
			if depth == len(t.rows) {
				t.rows = append(t.rows, make([]string, 1+len(c.ways)))
				t.rows[depth][0] = fmt.Sprint(depth + 1)
			}
			t.rows[depth][w+1] = cell(x)
			s.at = append(s.at, [2]float64{float64(depth + 1), x})
		}
		all = append(all, s)
	}
	return t, all
}

func (c *comparison) byNodes() (table, []series) {
	return c.byDepth("Nodes: the moves played in the search of a position to a depth, on average, without the shallower searches before it.",
		whole, func(w, i int) float64 { return c.nodes[w][i] })
}

func (c *comparison) byTime() (table, []series) {
	return c.byDepth("Milliseconds for a position, without the shallower searches before.",
		significant, func(w, i int) float64 { return max(milliseconds(c.times[w][i]), 0.001) })
}

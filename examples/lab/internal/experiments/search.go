package experiments

import (
	"context"
	"errors"
	"flag"
	"fmt"
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
	plain     = way{"nega-alpha-beta", negaAlphaBeta(false, 0)}
	ordered   = way{"captures first", negaAlphaBeta(true, 0)}
	narrowed  = way{"captures beyond 3", negaAlphaBeta(false, 3)}
	scout     = way{"NegaScout", negaScout(false)}
	guided    = way{"NegaScout, captures first", negaScout(true)}
	both      = way{"first and beyond 3", negaAlphaBeta(true, 3)}
	strongest = way{"alphabeta", func(e chess.Evaluator) chess.Searcher { return chess.NewAlphaBeta(e) }}
)

func negaAlphaBeta(capturesFirst bool, capturesBeyond int) func(chess.Evaluator) chess.Searcher {
	return func(e chess.Evaluator) chess.Searcher {
		s := chess.NewNegaAlphaBeta(e)
		s.CapturesFirst, s.CapturesBeyond = capturesFirst, capturesBeyond
		return s
	}
}

func negaScout(capturesFirst bool) func(chess.Evaluator) chess.Searcher {
	return func(e chess.Evaluator) chess.Searcher {
		s := chess.NewNegaScout(e)
		s.CapturesFirst = capturesFirst
		return s
	}
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

// A suite is what ways to search are compared on: positions and limits.
type suite struct {
	path         string
	count, depth int
	nodes        int64

	positions []*chess.Game
}

// addFlags defines the flags of a suite.
func (s *suite) addFlags(flags *flag.FlagSet, count, depth int, nodes int64) {
	flags.StringVar(&s.path, "positions", "../../testdata/positions.epd", "search positions (EPD, FEN or PGN) of this `file`")
	flags.IntVar(&s.count, "n", count, "search this `number` of positions, taken evenly from the file")
	flags.IntVar(&s.depth, "depth", depth, "search to this many `plies` at most")
	s.nodes = nodes
}

// prepare checks the values of the flags and reads the positions.
func (s *suite) prepare() error {
	if s.count < 1 || s.depth < 1 {
		return errors.New("-n and -depth must be positive")
	}
	all, err := contest.ReadOpenings(s.path, 0, 0)
	if err != nil {
		return err
	}
	n := min(s.count, len(all))
	for i := range n {
		s.positions = append(s.positions, all[i*len(all)/n])
	}
	return nil
}

// newEvaluator returns the evaluation of all ways: that of the graph-grammar engine.
func newEvaluator() chess.Evaluator {
	e, err := chess.ByName(chess.Evaluators(), "pesto")
	if err != nil {
		panic(err)
	}
	return e.New()
}

// A comparison has the searches of positions in several ways, and what the positions have in
// common, as deep as all of them were searched.
type comparison struct {
	ways     []way
	searches [][]search        // by way and position
	nodes    [][]float64       // of a position on average, by way and depth
	times    [][]time.Duration // of a position on average
}

// compare sets the conditions of a run, and searches all positions in all ways. It leaves out
// positions where a search in one of the ways ended because it had found a mate: it would have
// needed hardly any nodes for the next depths.
func (s *suite) compare(ctx context.Context, r *run, ways []way) (*comparison, error) {
	var bench int64 // changes when the ways to search change
	var pieces []piece[search]
	for _, w := range ways {
		nodes, _, err := chess.Bench(ctx, w.new(newEvaluator()), 2)
		if err != nil {
			return nil, err
		}
		bench += nodes
		for i, g := range s.positions {
			pieces = append(pieces, piece[search]{fmt.Sprintf("%s, position %d", w.name, i+1), func(ctx context.Context) (search, error) {
				return measure(ctx, w.new(newEvaluator()), g, s.depth, s.nodes)
			}})
		}
	}
	r.conditions = []string{
		fmt.Sprintf("%d positions of %s (%s)", len(s.positions), s.path, contest.Digest(s.positions)),
		"evaluation pesto",
		fmt.Sprintf("at most %d plies, and %s nodes a position", s.depth, prose.Thousands(s.nodes)),
		fmt.Sprintf("no randomness; chess.Bench of all ways to depth 2: %s nodes", prose.Thousands(bench)),
	}
	done, err := work(ctx, r, "searches", pieces)
	if err != nil {
		return nil, err
	}
	c := &comparison{ways: ways, searches: make([][]search, len(ways))}
	n, left := len(s.positions), 0
	for i := range n {
		settled := false
		for w := range ways {
			settled = settled || done[w*n+i].Settled
		}
		if settled {
			left++
			continue
		}
		for w := range ways {
			c.searches[w] = append(c.searches[w], done[w*n+i])
		}
	}
	if left > 0 {
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
		for depth := 0; len(searches) > 0; depth++ {
			nodes, spent, reached := 0.0, time.Duration(0), true
			for _, s := range searches {
				if depth >= len(s.Iterations) {
					reached = false
					break
				}
				nodes += float64(s.Iterations[depth].Nodes)
				spent += s.Iterations[depth].Time
			}
			if !reached {
				break
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

// byDepth returns a table with a row for each depth and a column for each way.
func (c *comparison) byDepth(caption string, cell func(way, depth int) string) table {
	t := table{caption: caption, head: []string{"depth"}}
	deepest := 0
	for w := range c.ways {
		t.head = append(t.head, c.ways[w].name)
		deepest = max(deepest, len(c.nodes[w]))
	}
	for depth := range deepest {
		row := []string{fmt.Sprint(depth + 1)}
		for w := range c.ways {
			text := ""
			if depth < len(c.nodes[w]) {
				text = cell(w, depth)
			}
			row = append(row, text)
		}
		t.rows = append(t.rows, row)
	}
	return t
}

func (c *comparison) nodesTable() table {
	return c.byDepth(`Nodes: the moves played in the search of a position to a depth, on average, without the shallower searches before it.`,
		func(w, i int) string { return whole(c.nodes[w][i]) })
}

func (c *comparison) timesTable() table {
	return c.byDepth("Milliseconds for a position, without the shallower searches before.",
		func(w, i int) string { return significant(milliseconds(c.times[w][i])) })
}

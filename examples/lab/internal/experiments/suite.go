package experiments

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// A suite is what ways to search are compared on: positions, an evaluation and
// limits.
type suite struct {
	path       string
	count      int
	evaluation *chess.Named[*chess.FeatureEvaluator]
	depth      int
	nodes      int64

	positions []*chess.Game
}

// flags defines the flags of a suite.
func (s *suite) flags(flags *flag.FlagSet, count, depth int, nodes int64) {
	flags.StringVar(&s.path, "positions", "../../testdata/positions.epd", "search positions (EPD, FEN or PGN) of this `file`")
	flags.IntVar(&s.count, "n", count, "search this `number` of positions, taken evenly from the file")
	flags.IntVar(&s.depth, "depth", depth, "search to this many `plies` at most")
	flags.Int64Var(&s.nodes, "nodes", nodes, "end the search of a position after this many `nodes`; a depth for which that is too few\nfor one of the positions is left out")
	s.evaluation = player.EvaluationFlag(flags, "pesto")
}

// read checks the values of the flags and reads the positions.
func (s *suite) read() error {
	if s.count < 1 || s.depth < 1 || s.nodes < 1 {
		return errors.New("-n, -depth and -nodes must be positive")
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

// conditions describes the suite, with a number of nodes that changes when the ways
// to search change.
func (s *suite) conditions(ctx context.Context, ways []way) ([]string, error) {
	var bench int64
	for _, w := range ways {
		nodes, _, err := chess.Bench(ctx, w.new(s.evaluation.New()), 2)
		if err != nil {
			return nil, err
		}
		bench += nodes
	}
	return []string{
		fmt.Sprintf("%d positions of %s (%s)", len(s.positions), s.path, contest.Digest(s.positions)),
		describeEvaluation(s.evaluation.Name, s.evaluation.New()),
		fmt.Sprintf("at most %d plies, and %s nodes a position", s.depth, prose.Thousands(s.nodes)),
		fmt.Sprintf("no randomness; chess.Bench of all ways to depth 2: %s nodes", prose.Thousands(bench)),
	}, nil
}

// found sets the conditions of a run and compares all ways. It returns nil if there
// are no results.
func (s *suite) found(ctx context.Context, r *run, ways []way) (found *comparison, err error) {
	if r.conditions, err = s.conditions(ctx, ways); err != nil {
		return nil, err
	}
	return s.compare(ctx, r, ways)
}

// A comparison holds the searches of positions in several ways.
type comparison struct {
	ways      []way
	positions []*chess.Game
	searches  [][]*search // by way and position; nil if an interrupt has prevented it
}

// compare searches all positions in all ways. It leaves out positions where a search
// in one of the ways ended because it had found a mate: it would have needed hardly
// any nodes for the next depths. It returns nil if there are no results.
func (s *suite) compare(ctx context.Context, r *run, ways []way) (*comparison, error) {
	var pieces []piece[search]
	for _, w := range ways {
		for i, g := range s.positions {
			pieces = append(pieces, piece[search]{fmt.Sprintf("%s, position %d", w.name, i+1), func(ctx context.Context) (search, error) {
				return measure(ctx, w.new(s.evaluation.New()), g, s.depth, s.nodes)
			}})
		}
	}
	done, err := work(ctx, r, "searches", pieces)
	if done == nil {
		return nil, err
	}
	c := &comparison{ways: ways, searches: make([][]*search, len(ways))}
	n := len(s.positions)
	for i, g := range s.positions {
		settled := false
		for w := range ways {
			d := done[w*n+i]
			settled = settled || d != nil && d.Settled
		}
		if settled {
			continue
		}
		c.positions = append(c.positions, g)
		for w := range ways {
			c.searches[w] = append(c.searches[w], done[w*n+i])
		}
	}
	if left := n - len(c.positions); left > 0 {
		r.conditions = append(r.conditions, fmt.Sprintf("%d of the positions are left out, where a search found a mate and ended", left))
	}
	return c, err
}

// describeEvaluation describes an evaluation, with a hash of its weights.
func describeEvaluation(name string, e *chess.FeatureEvaluator) string {
	hash := sha256.New()
	chess.WriteWeights(hash, e.Terms()...)
	var weights []string
	for _, t := range e.Terms() {
		weights = append(weights, fmt.Sprintf("%s %d %%", t.Feature.Name(), t.MG))
		if t.MG != t.EG {
			weights[len(weights)-1] = fmt.Sprintf("%s %d/%d %%", t.Feature.Name(), t.MG, t.EG)
		}
	}
	return fmt.Sprintf("evaluation %s (%s; numbers %x)", name, strings.Join(weights, ", "), hash.Sum(nil)[:4])
}

package main

import (
	"context"
	"fmt"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/timing"
)

// A cost is what a row costs in time; the zero value means that it is unknown.
type cost struct {
	Evaluation float64 `json:"evaluation,omitzero"` // of a feature: nanoseconds of an evaluation with it
	Without    float64 `json:"without,omitzero"`    // of a feature: nanoseconds of an evaluation without it
	Speed      float64 `json:"speed,omitzero"`      // of a technique: nodes/s with it divided by those without it
}

func (c cost) String() string {
	switch {
	case c.Speed > 0:
		return fmt.Sprintf("%.2f × nodes/s", c.Speed)
	case c.Evaluation > 0:
		return fmt.Sprintf("%.0f of %.0f ns", c.Evaluation-c.Without, c.Evaluation)
	}
	return ""
}

// measureCosts measures the costs of the selected rows that are unknown.
func (l *ledger) measureCosts(ctx context.Context, s *settings, p *progress.Progress) error {
	var sampled *sample
	unknown := 0
	for i := range s.rows {
		if s.selected[i] && l.Rows[i].Cost == (cost{}) {
			unknown++
		}
	}
	p.Start("costs", 0, unknown)
	for i, r := range s.rows {
		c := &l.Rows[i].Cost
		if !s.selected[i] || *c != (cost{}) {
			continue
		}
		var err error
		if sampled == nil {
			sampled, err = newSample(ctx, s.evaluator, s.openings, s.conditions.Nodes)
		}
		if err == nil {
			*c, err = sampled.measure(ctx, r, s.cost)
		}
		if err != nil {
			*c = cost{}
			return err
		}
		if err := l.save(); err != nil {
			return err
		}
		p.Add(1)
	}
	return nil
}

// A sample holds the positions on which costs are measured.
type sample struct {
	complete  *chess.FeatureEvaluator
	evaluated []chess.Position // sequences of positions that a search evaluates
	searched  []*chess.Game
	nodes     int64 // of a search
}

// newSample plays quick games from the first openings. From each game it takes some
// positions that the search evaluates at every twentieth ply, and one position to
// search.
func newSample(ctx context.Context, complete *chess.FeatureEvaluator, openings []*chess.Game, nodes int64) (*sample, error) {
	const games, plies, every, burst, quick = 16, 100, 20, 25, 200
	s := &sample{complete: complete, nodes: nodes}
	r := &recorder{evaluator: complete}
	player := chess.NewAlphaBeta(r)
	for i, opening := range openings[:min(games, len(openings))] {
		g := opening.Clone()
		for ply := 0; ply < plies && !g.Outcome().Over(); ply++ {
			if ply%every == 0 {
				r.room = burst
			}
			if ply == i*plies/games {
				s.searched = append(s.searched, g.Clone())
			}
			result, err := player.Search(ctx, g, chess.Limits{Nodes: quick})
			if err == nil {
				err = ctx.Err()
			}
			if err == nil {
				err = g.Play(result.Move)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	s.evaluated = r.seen
	return s, nil
}

// A recorder is an evaluator that records the next positions that it evaluates.
type recorder struct {
	evaluator chess.Evaluator
	seen      []chess.Position
	room      int // the number of positions still to record
}

// Evaluate implements chess.Evaluator.
func (r *recorder) Evaluate(p *chess.Position) chess.Score {
	if r.room > 0 {
		r.room--
		r.seen = append(r.seen, *p)
	}
	return r.evaluator.Evaluate(p)
}

// measure returns the cost of a row.
func (s *sample) measure(ctx context.Context, r row, d time.Duration) (cost, error) {
	if r.option == "" {
		return s.measureFeature(ctx, r, d)
	}
	return s.measureTechnique(ctx, r, d)
}

func (s *sample) measureFeature(ctx context.Context, r row, d time.Duration) (cost, error) {
	without, err := evaluator(s.complete, r)
	if err != nil {
		return cost{}, err
	}
	evaluate := func(e chess.Evaluator) timing.Work {
		return timing.Work{Do: func() {
			for i := range s.evaluated {
				e.Evaluate(&s.evaluated[i])
			}
		}}
	}
	best := timing.Best(ctx, d, evaluate(s.complete), evaluate(without))
	each := func(t time.Duration) float64 { return float64(t.Nanoseconds()) / float64(len(s.evaluated)) }
	return cost{Evaluation: each(best[0]), Without: each(best[1])}, ctx.Err()
}

func (s *sample) measureTechnique(ctx context.Context, r row, d time.Duration) (cost, error) {
	with, err := searcher(s.complete)
	if err != nil {
		return cost{}, err
	}
	without, err := searcher(s.complete, r)
	if err != nil {
		return cost{}, err
	}
	// A search takes milliseconds, so take the best time of each: other load on the
	// machine usually disturbs a pass over all of them. With and without take turns.
	var works []timing.Work
	nodes := make([]int64, 0, 2*len(s.searched))
	for _, g := range s.searched {
		for _, player := range []chess.Searcher{with, without} {
			i := len(works)
			nodes = append(nodes, 0)
			search := func() {
				if result, err := player.Search(ctx, g, chess.Limits{Nodes: s.nodes}); err == nil {
					nodes[i] = result.Nodes
				}
			}
			works = append(works, timing.Work{Prepare: player.(chess.Forgetter).Forget, Do: search})
		}
	}
	var seconds, searched [2]float64
	for i, t := range timing.Best(ctx, d, works...) {
		seconds[i%2] += t.Seconds()
		searched[i%2] += float64(nodes[i])
	}
	return cost{Speed: searched[0] / seconds[0] / (searched[1] / seconds[1])}, ctx.Err()
}

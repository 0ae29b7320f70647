package ledger

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/timing"
	"github.com/seed-0971039b/chess/examples/internal/worth"
)

// A cost is what a row costs in time; the zero value means that it is unknown.
type cost struct {
	Evaluation float64 `json:"evaluation,omitzero"` // of a feature: nanoseconds of an evaluation with it
	Without    float64 `json:"without,omitzero"`    // of a feature: nanoseconds of an evaluation without it
	Speed      float64 `json:"speed,omitzero"`      // of a technique: nodes/s with it divided by those without it
	Time       float64 `json:"time,omitzero"`       // of a technique, to a depth: the time of a search with it divided by that without it
}

func (c cost) String() string {
	switch {
	case c.Speed > 0:
		return fmt.Sprintf("%.2f × nodes/s", c.Speed)
	case c.Time > 0:
		return fmt.Sprintf("%.2f × time", c.Time)
	case c.Evaluation > 0:
		return fmt.Sprintf("%.0f of %.0f ns", c.Evaluation-c.Without, c.Evaluation)
	}
	return ""
}

// measureCosts measures the costs of the selected rows that are unknown.
func (l *ledger) measureCosts(ctx context.Context, s *settings) error {
	var unknown []int
	for i, row := range l.Rows {
		if s.series.Selected[i] && row.Cost == (cost{}) {
			unknown = append(unknown, i)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	s.series.Progress.Start("costs", 0, len(unknown))
	complete, err := s.series.Player.Without(ctx)
	if err != nil {
		return err
	}
	defer player.Close(complete)
	r := recorder{evaluator: player.EvaluatorOf(complete)}
	if r.evaluator == nil { // there are no features
		r.evaluator = chess.NewDefaultEvaluator()
	}
	if _, _, err := chess.Bench(ctx, chess.NewAlphaBeta(&r), 4); err != nil {
		return err
	}
	for _, i := range unknown {
		part, measure := s.series.Player.Parts[i], l.ofTechnique
		if part.Feature != "" {
			measure = r.ofFeature
		}
		if l.Rows[i].Cost, err = measure(ctx, s, complete, part); err != nil {
			return err
		}
		if err := l.save(); err != nil {
			return err
		}
		s.series.Progress.Add(1)
	}
	return nil
}

// A recorder is an evaluator that records positions of a search: short sequences of them,
// since an evaluation may remember parts of positions like the one before.
type recorder struct {
	evaluator *chess.FeatureEvaluator
	seen      []chess.Position
	count     int
}

// Evaluate implements chess.Evaluator.
func (r *recorder) Evaluate(p *chess.Position) chess.Score {
	const sequence, every = 25, 250
	if r.count++; r.count%every < sequence {
		r.seen = append(r.seen, *p)
	}
	return r.evaluator.Evaluate(p)
}

// ofFeature returns what a feature costs in an evaluation.
func (r *recorder) ofFeature(ctx context.Context, s *settings, _ chess.Searcher, part worth.Part) (cost, error) {
	without, err := worth.WithoutFeatures(r.evaluator, part)
	if err != nil {
		return cost{}, err
	}
	evaluate := func(e chess.Evaluator) timing.Work {
		return timing.Work{Do: func() {
			for i := range r.seen {
				e.Evaluate(&r.seen[i])
			}
		}}
	}
	best := timing.Best(ctx, s.cost, evaluate(r.evaluator), evaluate(without))
	each := func(t time.Duration) float64 { return float64(t.Nanoseconds()) / float64(len(r.seen)) }
	return cost{Evaluation: each(best[0]), Without: each(best[1])}, ctx.Err()
}

// ofTechnique returns what a technique costs in searches.
func (l *ledger) ofTechnique(ctx context.Context, s *settings, complete chess.Searcher, part worth.Part) (cost, error) {
	without, err := s.series.Player.Without(ctx, part)
	if err != nil {
		return cost{}, err
	}
	defer player.Close(without)
	var nodes [2]float64
	best := [2]float64{math.Inf(1), math.Inf(1)} // seconds: see timing.Best
	for start := time.Now(); math.IsInf(best[1], 1) || time.Since(start) < s.cost; {
		for i, searcher := range []chess.Searcher{complete, without} {
			n, took, err := chess.Bench(ctx, searcher, cmp.Or(l.Conditions.BenchDepth, 1))
			if err != nil {
				return cost{}, err
			}
			nodes[i], best[i] = float64(n), min(best[i], took.Seconds())
		}
	}
	if s.series.Limits.Nodes > 0 {
		return cost{Speed: nodes[0] / best[0] / (nodes[1] / best[1])}, nil
	}
	return cost{Time: best[0] / best[1]}, nil
}

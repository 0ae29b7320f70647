package ledger

import (
	"context"
	"fmt"
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
	sampled, err := newSample(ctx, &s.series)
	if err != nil {
		return err
	}
	defer player.Close(sampled.complete)
	for _, i := range unknown {
		c, err := sampled.measure(ctx, s.series.Player.Parts[i], s.cost)
		if err != nil {
			return err
		}
		l.Rows[i].Cost = c
		if err := l.save(); err != nil {
			return err
		}
		s.series.Progress.Add(1)
	}
	return nil
}

// A sample holds the positions on which costs are measured.
type sample struct {
	series    *worth.Series
	complete  chess.Searcher
	evaluator *chess.FeatureEvaluator // of complete, or the default if that has none
	evaluated []chess.Position        // sequences of positions that a search evaluates
	searched  []*chess.Game
}

// newSample plays quick games from the first openings. From each game it takes some
// positions that the search evaluates at every twentieth ply, and one position to
// search.
func newSample(ctx context.Context, series *worth.Series) (*sample, error) {
	const games, plies, every, burst, quick = 16, 100, 20, 25, 200
	complete, err := series.Player.Without(ctx)
	if err != nil {
		return nil, err
	}
	s := &sample{series: series, complete: complete, evaluator: player.EvaluatorOf(complete)}
	if s.evaluator == nil {
		s.evaluator = chess.NewDefaultEvaluator()
	}
	r := &recorder{evaluator: s.evaluator}
	quickly := chess.NewAlphaBeta(r)
	for i, opening := range series.Openings[:min(games, len(series.Openings))] {
		g := new(*opening)
		for ply := 0; ply < plies && !g.Outcome().Over(); ply++ {
			if ply%every == 0 {
				r.room = burst
			}
			if ply == i*plies/games {
				s.searched = append(s.searched, new(*g))
			}
			result, err := quickly.Search(ctx, g, chess.Limits{Nodes: quick})
			if err == nil {
				err = ctx.Err()
			}
			if err == nil {
				err = g.Play(result.Move)
			}
			if err != nil {
				player.Close(complete)
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

// measure returns the cost of a part.
func (s *sample) measure(ctx context.Context, part worth.Part, d time.Duration) (cost, error) {
	if part.Feature != "" {
		return s.measureFeature(ctx, part, d)
	}
	return s.measureTechnique(ctx, part, d)
}

func (s *sample) measureFeature(ctx context.Context, part worth.Part, d time.Duration) (cost, error) {
	without, err := worth.WithoutFeatures(s.evaluator, part)
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
	best := timing.Best(ctx, d, evaluate(s.evaluator), evaluate(without))
	each := func(t time.Duration) float64 { return float64(t.Nanoseconds()) / float64(len(s.evaluated)) }
	return cost{Evaluation: each(best[0]), Without: each(best[1])}, ctx.Err()
}

func (s *sample) measureTechnique(ctx context.Context, part worth.Part, d time.Duration) (cost, error) {
	without, err := s.series.Player.Without(ctx, part)
	if err != nil {
		return cost{}, err
	}
	defer player.Close(without)
	// A search takes milliseconds, so take the best time of each: other load on the
	// machine usually disturbs a pass over all of them. With and without take turns.
	var works []timing.Work
	nodes := make([]int64, 0, 2*len(s.searched))
	for _, g := range s.searched {
		for _, searcher := range []chess.Searcher{s.complete, without} {
			i := len(works)
			nodes = append(nodes, 0)
			work := timing.Work{Do: func() {
				if result, err := searcher.Search(ctx, g, s.series.Limits); err == nil {
					nodes[i] = result.Nodes
				}
			}}
			if f, ok := searcher.(chess.Forgetter); ok {
				work.Prepare = f.Forget
			}
			works = append(works, work)
		}
	}
	var seconds, searched [2]float64
	for i, t := range timing.Best(ctx, d, works...) {
		seconds[i%2] += t.Seconds()
		searched[i%2] += float64(nodes[i])
	}
	if s.series.Limits.Nodes > 0 {
		return cost{Speed: searched[0] / seconds[0] / (searched[1] / seconds[1])}, ctx.Err()
	}
	return cost{Time: seconds[0] / seconds[1]}, ctx.Err()
}

package ledger

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// A cost is what a row costs in time; the zero value means that it is unknown.
type cost struct {
	Speed float64 `json:"speed,omitzero"` // nodes/s with it divided by those without it
	Time  float64 `json:"time,omitzero"`  // to a depth: the time of a search with it divided by that without it

	// Of a feature, in nanoseconds: what earlier versions have measured.
	Evaluation float64 `json:"evaluation,omitzero"` // of an evaluation with it
	Without    float64 `json:"without,omitzero"`    // of an evaluation without it
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
	complete, err := s.series.Player.Without(ctx)
	if err != nil {
		return err
	}
	defer player.Close(complete)
	s.series.Progress.Start("costs", 0, len(l.Rows))
	for i := range l.Rows {
		row := &l.Rows[i]
		if !s.series.Selected[i] || row.Cost != (cost{}) {
			s.series.Progress.Skip(1)
			continue
		}
		var nodes [2]float64
		best := [2]float64{math.Inf(1), math.Inf(1)} // seconds, with the part and without it; other load only makes them longer
		without, err := s.series.Player.Without(ctx, s.series.Player.Parts[i])
		if err != nil {
			return err
		}
		defer player.Close(without)
		for start := time.Now(); math.IsInf(best[1], 1) || time.Since(start) < s.cost; {
			for i, searcher := range []chess.Searcher{complete, without} {
				n, took, err := chess.Bench(ctx, searcher, cmp.Or(s.Conditions.BenchDepth, 1))
				if err != nil {
					return err
				}
				nodes[i], best[i] = float64(n), min(best[i], took.Seconds())
			}
		}
		if s.series.Limits.Nodes > 0 {
			row.Cost = cost{Speed: nodes[0] / best[0] / (nodes[1] / best[1])}
		} else {
			row.Cost = cost{Time: best[0] / best[1]}
		}
		if err := l.save(); err != nil {
			return err
		}
		s.series.Progress.Add(1)
	}
	return nil
}

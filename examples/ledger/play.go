package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
)

// play measures the rows that are not done, one after the other.
func (l *ledger) play(ctx context.Context, s *settings, stderr io.Writer) error {
	if err := l.save(); err != nil { // better now than after the first games
		return err
	}
	p := &progress{ledger: l, settings: s, Progress: contest.NewProgress(stderr), started: time.Now()}
	defer p.Clear()
	var costs *sample
	for i := range s.rows {
		r, e := &s.rows[i], l.entry(s.rows[i].name)
		p.row = i
		if e.Cost == (cost{}) {
			var err error
			if costs == nil {
				costs, err = newSample(ctx, s.openings, s.conditions.Nodes)
			}
			if err == nil {
				e.Cost, err = costs.measure(ctx, r, s.cost)
			}
			if err != nil {
				e.Cost = cost{}
				return err
			}
			if err := l.save(); err != nil {
				return err
			}
		}
		if err := l.playRow(ctx, s, r, e, p); err != nil {
			return err
		}
	}
	return nil
}

// playRow plays the pairs that a row lacks.
func (l *ledger) playRow(ctx context.Context, s *settings, r *row, e *entry, p *progress) error {
	if s.goal.reached(e.tally()) {
		return nil
	}
	all := full()
	have := pairs(e.tally())
	d := contest.Duel{
		Names:    [2]string{"all", "without " + r.name},
		New:      [2]func() (chess.Searcher, error){all.searcher, r.searcher},
		Nodes:    s.conditions.Nodes,
		Openings: s.openings[have:],
		AtOnce:   s.atOnce,
	}
	for pair, err := range d.Pairs(ctx) {
		if err != nil {
			return err
		}
		e.add(pair)
		if err := l.save(); err != nil {
			return err
		}
		done := s.goal.reached(e.tally())
		p.played++
		p.Show(p.line(e), done)
		if done {
			break
		}
	}
	return nil
}

// progress tells how far the ledger is.
type progress struct {
	*contest.Progress
	ledger   *ledger
	settings *settings
	row      int       // the place of the one being played
	started  time.Time // this run
	played   int       // pairs, in this run
}

// line is the state of a row, and of all, in a line.
func (p *progress) line(e *entry) string {
	rows, g := p.settings.rows, &p.settings.goal
	left := 0
	for i := p.row + 1; i < len(rows); i++ {
		left += g.left(p.ledger.find(rows[i].name).tally())
	}
	own, t := g.left(e.tally()), e.tally()
	return fmt.Sprintf("%d of %d, %s: %d games, worth %s, about %v left; for all rows %v",
		p.row+1, len(rows), e.Row, t.Games(), t.Estimate(), p.takes(own), p.takes(own+left))
}

// takes returns what time so many pairs take, at the pace of this run.
func (p *progress) takes(pairs int) time.Duration {
	return (time.Since(p.started) / time.Duration(p.played) * time.Duration(pairs)).Round(time.Second)
}

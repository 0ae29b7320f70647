package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// batch is the number of pairs after which play decides which rows are done. That
// depends only on the pairs before, so every run plays the same games.
const batch = 100

// play measures the rows that are not done.
func (l *ledger) play(ctx context.Context, s *settings, shown *progress.Progress) error {
	if err := l.save(); err != nil { // report an error before the first games
		return err
	}
	if err := l.measureCosts(ctx, s, shown); err != nil {
		return err
	}
	p := &forecast{Progress: shown}
	p.Start("games", 2*len(l.Pairs), s.goal.Games)
	for len(l.Pairs) < s.goal.pairs() {
		first := len(l.Pairs)
		begun := first - first%batch
		worth := fit(l.Pairs[:begun], len(l.Rows))
		unfinished := slices.Clone(s.selected)
		for i, e := range worth {
			unfinished[i] = unfinished[i] && !s.goal.reached(e)
		}
		if !slices.Contains(unfinished, true) {
			return nil
		}
		p.plan(s, worth, unfinished, begun)
		if err := l.playBatch(ctx, s, unfinished, min(begun+batch, s.goal.pairs()), p); err != nil {
			return err
		}
	}
	return nil
}

// playBatch plays the pairs up to end, several at once, and records them in order.
func (l *ledger) playBatch(ctx context.Context, s *settings, unfinished []bool, end int, p *forecast) error {
	type result struct {
		pair
		error
	}
	ctx, cancel := context.WithCancel(ctx)
	results := make(chan chan result, s.atOnce-1) // the receiver waits for one more
	defer func() {
		cancel()
		for c := range results {
			<-c
		}
	}()
	first := len(l.Pairs)
	go func() {
		defer close(results)
		for n := first; n < end; n++ {
			c := make(chan result, 1)
			select {
			case results <- c:
			case <-ctx.Done():
				return
			}
			go func() {
				played := pair{lacks: draw(s.conditions.Seed, n, unfinished)}
				err := played.play(ctx, s, s.openings[n])
				c <- result{played, err}
			}()
		}
	}()
	for n := first; n < end; n++ {
		c, ok := <-results
		if !ok {
			return ctx.Err()
		}
		r := <-c
		if r.error != nil {
			return fmt.Errorf("pair %d: %w", n+1, r.error)
		}
		l.Pairs = append(l.Pairs, r.pair)
		if err := l.save(); err != nil {
			return err
		}
		p.Show(2*len(l.Pairs), 2*max(p.end, len(l.Pairs)), fmt.Sprintf("%d of %d rows are known", p.known, p.of))
	}
	return nil
}

// play plays the two games and sets the points.
func (p *pair) play(ctx context.Context, s *settings, opening *chess.Game) error {
	player := func(which byte) func() (chess.Searcher, error) {
		return func() (chess.Searcher, error) { return searcher(s.evaluator, p.without(s.rows, which)...) }
	}
	d := contest.Duel{
		Names:    [2]string{"the first", "the second"},
		New:      [2]func() (chess.Searcher, error){player('1'), player('2')},
		Nodes:    s.conditions.Nodes,
		Openings: []*chess.Game{opening},
		AtOnce:   1,
	}
	for games, err := range d.Pairs(ctx) {
		if err != nil {
			return err
		}
		var t chess.Tally
		for _, g := range games {
			t.Add(g, 0)
		}
		p.points = 2*t.Wins + t.Draws
	}
	return ctx.Err()
}

// forecast shows the progress of the games up to their estimated end.
type forecast struct {
	*progress.Progress
	known, of int // the number of rows that are done, and of those that are measured
	end       int // the estimated number of pairs at the end
}

// plan estimates the end from the row that needs the most pairs.
func (p *forecast) plan(s *settings, worth []estimate, unfinished []bool, begun int) {
	p.known, p.of = 0, 0
	need := 0
	for i, e := range worth {
		switch {
		case unfinished[i]:
			p.of++
			need = max(need, s.goal.left(e))
		case s.selected[i]:
			p.of++
			p.known++
		}
	}
	share := min(1, rowsPerPair/float64(p.of-p.known))
	p.end = min(begun+int(float64(need)/share), s.goal.pairs())
}

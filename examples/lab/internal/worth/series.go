package worth

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/lab/internal/study"
)

// A Series is the games that measure the parts of a player. They are the same in
// every run with the same values, however many are played at once.
type Series struct {
	Player   *Player
	Selected []bool // whether to measure each part; both sides have the others
	Goal     Goal
	Limits   chess.Limits  // of each search
	Seed     uint64        // of the parts that are switched off, and of all else that is random
	Openings []*chess.Game // one for each pair, Goal.Pairs of them: see Vary
	AtOnce   int           // the number of games played at once
	Progress *progress.Progress
}

// batch is the number of pairs after which Pairs decides which parts are done. That
// depends only on the pairs before, so every run plays the same games.
const batch = 100

// Pairs plays the pairs that follow those that have been played, until the goal is
// reached, and yields them in order. After an error it ends.
func (s *Series) Pairs(ctx context.Context, played []Pair) iter.Seq2[Pair, error] {
	return func(yield func(Pair, error) bool) {
		played := slices.Clone(played)
		s.Progress.Start("games", 2*len(played), 2*s.Goal.Pairs())
		for len(played) < s.Goal.Pairs() {
			begun := len(played) - len(played)%batch
			worth := Fit(played[:begun], len(s.Player.Parts))
			unfinished := slices.Clone(s.Selected)
			for i, e := range worth {
				unfinished[i] = unfinished[i] && !s.Goal.Reached(e)
			}
			if !slices.Contains(unfinished, true) {
				return
			}
			end, known := s.forecast(worth, unfinished, begun)
			err := s.playBatch(ctx, len(played), min(begun+batch, s.Goal.Pairs()), unfinished, func(pair Pair) error {
				if !yield(pair, nil) {
					return errStopped
				}
				played = append(played, pair)
				s.Progress.Show(2*len(played), 2*max(end, len(played)), known)
				return nil
			})
			if err != nil {
				if err != errStopped {
					yield(Pair{}, err)
				}
				return
			}
		}
	}
}

// errStopped ends a batch whose pairs nobody wants any more.
var errStopped = errors.New("stopped")

// forecast estimates how many pairs there will be in the end, from the part that needs
// the most, and returns how many parts are known in words.
func (s *Series) forecast(worth []Estimate, unfinished []bool, begun int) (end int, known string) {
	open, done, need := 0, 0, 0
	for i, e := range worth {
		switch {
		case unfinished[i]:
			open++
			need = max(need, s.Goal.left(e))
		case s.Selected[i]:
			done++
		}
	}
	share := min(1, partsPerPair/float64(open))
	end = min(begun+int(float64(need)/share), s.Goal.Pairs())
	return end, fmt.Sprintf("%d of %d rows are known", done, done+open)
}

// playBatch plays the pairs from first to the one before end, several at once, and
// calls done for them in order.
func (s *Series) playBatch(ctx context.Context, first, end int, open []bool, done func(Pair) error) error {
	type job struct {
		number int
		pair   Pair
		err    error
	}
	jobs := func(yield func(*job, error) bool) {
		for n := first; n < end && yield(&job{number: n, pair: Pair{Lacks: draw(s.Seed, n, open)}}, nil); n++ {
		}
	}
	work := func(ctx context.Context, j *job) { j.err = s.play(ctx, j.number, &j.pair) }
	return pgnfile.InOrder(ctx, jobs, slices.Repeat([]func(context.Context, *job){work}, s.AtOnce), func(j *job) error {
		if j.err != nil {
			return fmt.Errorf("pair %d: %w", j.number+1, j.err)
		}
		return done(j.pair)
	})
}

// play plays the two games of the pair with the given number and sets the points.
func (s *Series) play(ctx context.Context, number int, p *Pair) error {
	without := func(which byte) func(context.Context) (chess.Searcher, error) {
		return func(ctx context.Context) (chess.Searcher, error) {
			return s.Player.Without(ctx, p.without(s.Player.Parts, which)...)
		}
	}
	d := study.Duel{
		Names:    [2]string{"the first", "the second"},
		New:      [2]func(context.Context) (chess.Searcher, error){without('1'), without('2')},
		Limits:   s.Limits,
		Seed:     rand.NewPCG(s.Seed, ^uint64(number)).Uint64(),
		Openings: s.Openings[number : number+1],
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
		p.Points = 2*t.Wins + t.Draws
	}
	return ctx.Err()
}

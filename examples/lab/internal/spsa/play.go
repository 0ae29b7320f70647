package spsa

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// tune runs the missing iterations.
func (r *record) tune(ctx context.Context, s *settings, stderr io.Writer) error {
	if err := r.save(); err != nil { // report an error before the first games
		return err
	}
	o := optimizer{r.Parameters, r.Rate, r.Conditions.Seed}
	p := progress.New(stderr)
	p.Start("iterations", r.Iterations, s.iterations)
	defer p.Close()
	for r.Iterations < s.iterations {
		next, err := o.step(ctx, r.Iterations, r.Values, func(ctx context.Context, iteration int, plus, minus []float64) (float64, error) {
			t, err := r.play(ctx, s, iteration, plus, minus)
			return float64(t.Wins-t.Losses) / float64(2*s.pairs), err
		})
		if err != nil {
			return err
		}
		r.Values = next
		r.Iterations++
		if err := r.save(); err != nil {
			return err
		}
		p.Show(r.Iterations, s.iterations, fmt.Sprintf("%d games, %s", 2*r.Pairs*r.Iterations, r.values()))
	}
	return nil
}

// values returns the current values, such as "ProbCut 183.1, DeltaPruning 90.4".
func (r *record) values() string {
	var words []string
	for i, p := range r.Parameters {
		words = append(words, fmt.Sprintf("%s %.1f", p.Name, r.Values[i]))
	}
	return strings.Join(words, ", ")
}

// play plays the games of an iteration, and returns the tally of plus.
func (r *record) play(ctx context.Context, s *settings, iteration int, plus, minus []float64) (t chess.Tally, err error) {
	// The options are whole numbers. Both sides are rounded with the same random
	// offset, so that each value and the difference are right on average.
	random := rand.New(rand.NewPCG(s.conditions.Seed, ^uint64(iteration))) // different from that of the optimizer
	offsets := make([]float64, len(plus))
	for i := range offsets {
		offsets[i] = random.Float64()
	}
	d := contest.Duel{
		Names:  [2]string{"plus", "minus"},
		New:    [2]func(context.Context) (chess.Searcher, error){r.player(s.create, plus, offsets), r.player(s.create, minus, offsets)},
		Limits: s.conditions.Limits(),
		Seed:   random.Uint64(),
		AtOnce: s.atOnce,
	}
	for i := range s.pairs {
		d.Openings = append(d.Openings, s.openings[(iteration*s.pairs+i)%len(s.openings)])
	}
	for pair, err := range d.Pairs(ctx) {
		if err != nil {
			return t, err
		}
		for _, g := range pair {
			t.Add(g, 0)
		}
	}
	return t, nil
}

// player returns a function that makes a player with the given values of the
// parameters. Each is rounded down after its offset has been added.
func (r *record) player(create func(context.Context) (chess.Searcher, error), values, offsets []float64) func(context.Context) (chess.Searcher, error) {
	return func(ctx context.Context) (chess.Searcher, error) {
		s, err := create(ctx)
		if err != nil {
			return nil, err
		}
		for i, p := range r.Parameters {
			if err := s.(chess.Configurable).SetOption(p.Name, strconv.Itoa(int(math.Floor(values[i]+offsets[i])))); err != nil {
				player.Close(s)
				return nil, err
			}
		}
		return s, nil
	}
}

// Package spsa is the command spsa: it tunes the numbers of a search by games.
package spsa

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/lab/internal/study"
)

// Command is the command.
var Command = &cli.Command{
	Name: "spsa", Summary: "tune the numbers of a search by games",
	Args:    "-p Name=start:min:max[:step] [-p ...] -openings file [flags]",
	Example: "-p FutilityPruning=75:20:200 -openings ../../testdata/openings.epd -o spsa.json",
	Help: `A player with some numbers a little higher and others a little lower plays against itself with the opposite
changes, and all numbers move towards those of the winner. A parameter is a numeric option of the player, with its
start value, its range, and the step by which it is varied: a tenth of the range, if it is left out. In the end the
UCI commands that set the numbers are printed. They are estimates from few games: let a match decide.

The file of -o is updated after each iteration. After an interrupt, the same command continues with the same result;
so does one with more -iterations.`,
	Flags: func(flags *flag.FlagSet) cli.Run {
		s := &settings{}
		s.addFlags(flags)
		return func(ctx context.Context, args []string, streams cli.Streams) error {
			return cli.Continues(s.run(ctx, args, streams))
		}
	},
}

// settings holds the values of the command line.
type settings struct {
	study.Study
	parameters []parameter
	pairs      int // the pairs of games in an iteration
	rate       float64
	iterations int // in total, with those of earlier runs

	create func(context.Context) (chess.Searcher, error) // makes the player
}

func (s *settings) addFlags(flags *flag.FlagSet) {
	flags.Func("p", "tune this `parameter`, such as ReverseFutilityPruning=80:20:200; may be repeated", func(text string) error {
		p, err := parseParameter(text)
		s.parameters = append(s.parameters, p)
		return err
	})
	s.AddFlags(flags, "spsa.json", "tune this `player`", runtime.GOMAXPROCS(0))
	flags.IntVar(&s.pairs, "pairs", 4, "play this many `pairs` of games in an iteration")
	flags.Float64Var(&s.rate, "rate", 0.25, "move each number by this many `steps` after a first iteration in which one side wins all games")
	flags.IntVar(&s.iterations, "iterations", 2000, "end after this `number` of iterations, including those of earlier runs")
}

// prepare checks the command line.
func (s *settings) prepare(ctx context.Context, args []string) error {
	if s.pairs < 1 || s.iterations < 1 || !(s.rate > 0 && s.rate <= 10) {
		return cli.BadCommandLine(errors.New("-pairs and -iterations must be positive, and -rate positive and at most 10"))
	}
	err := s.Prepare(ctx, args)
	if err == nil {
		s.create, err = s.Player.Maker()
	}
	if err == nil {
		err = checkParameters(ctx, s.parameters, s.create)
	}
	return cli.BadCommandLine(err)
}

func (s *settings) run(ctx context.Context, args []string, streams cli.Streams) error {
	if err := s.prepare(ctx, args); err != nil {
		return err
	}
	r, release, err := open(s)
	if err != nil {
		return err
	}
	defer release()
	if err = r.tune(ctx, s, streams.Err); err == nil {
		fmt.Fprintf(streams.Err, "conditions: %v; %s\n", &r.Conditions, study.Rules())
	}
	return cmp.Or(err, r.writeOptions(streams.Out))
}

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
		var values []string
		for i, p := range r.Parameters {
			values = append(values, fmt.Sprintf("%s %.1f", p.Name, r.Values[i]))
		}
		p.Show(r.Iterations, s.iterations, fmt.Sprintf("%d games, %s", 2*r.Pairs*r.Iterations, strings.Join(values, ", ")))
	}
	return nil
}

// play plays the games of an iteration, and returns the tally of plus.
func (r *record) play(ctx context.Context, s *settings, iteration int, plus, minus []float64) (t chess.Tally, err error) {
	// The options are whole numbers. Both sides are rounded with the same random
	// offset, so that each value and the difference are right on average.
	random := rand.New(rand.NewPCG(s.Seed, ^uint64(iteration))) // different from that of the optimizer
	offsets := make([]float64, len(plus))
	for i := range offsets {
		offsets[i] = random.Float64()
	}
	d := study.Duel{
		Names:  [2]string{"plus", "minus"},
		New:    [2]func(context.Context) (chess.Searcher, error){r.player(s.create, plus, offsets), r.player(s.create, minus, offsets)},
		Limits: s.Conditions.Limits(),
		Seed:   random.Uint64(),
		AtOnce: s.AtOnce,
	}
	for i := range s.pairs {
		d.Openings = append(d.Openings, s.Openings[(iteration*s.pairs+i)%len(s.Openings)])
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

// Package spsa is the command spsa: it tunes the numbers of a search by games. A player with some numbers a little
// higher and others a little lower plays against itself with the opposite changes, and
// all numbers move towards those of the winner.
//
//	go run ./examples/spsa -p ReverseFutilityPruning=75:20:200 -p FutilityPruning=75:20:200 -openings testdata/openings.epd -o spsa.json
//
// A parameter is a numeric option of the searcher with its start value, its minimum,
// its maximum and, optionally, the step by which it is varied. The default step is a
// tenth of the range, and at least 1. With -player and -eval, it is another player, or
// plays by another evaluation, than the default.
//
// The file of -o is updated after every iteration. The program may be interrupted or
// killed at any time; the same command continues, with the same result as a run
// without interruptions. So does one with more -iterations. In the end it prints the
// UCI commands that set the numbers.
//
// The numbers are an estimate from few games for each of them. Play a match to find
// out whether they are better than the old ones (see examples/match).
//
// The exit status is 1 if something fails, 2 for a bad command line, and 3 after an
// interrupt.
package spsa

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// Command is the command.
var Command = &cli.Command{Name: "spsa", Summary: "tune the numbers of the search by games", Raw: func(ctx context.Context, args []string, s cli.Streams) error {
	return cli.Continues(run(ctx, args, s.Out, s.Err))
}}

// settings holds the values of the command line.
type settings struct {
	path       string
	create     func(context.Context) (chess.Searcher, error) // makes the player
	conditions contest.Conditions
	openings   []*chess.Game
	parameters []parameter
	pairs      int // the pairs of games in an iteration
	rate       float64
	iterations int // in total, with those of earlier runs
	atOnce     int // the number of games played at once
}

const usage = `usage: spsa -p Name=start:min:max[:step] [-p ...] -openings file [flags]

Tunes numbers of the search by games.

example:
  spsa -p FutilityPruning=75:20:200 -openings testdata/openings.epd -o spsa.json

`

func parse(ctx context.Context, args []string, help io.Writer) (*settings, error) {
	s := &settings{}
	flags := flag.NewFlagSet("spsa", flag.ContinueOnError)
	flags.Func("p", "tune this `parameter`, such as ReverseFutilityPruning=80:20:200; may be repeated", func(text string) error {
		p, err := parseParameter(text)
		s.parameters = append(s.parameters, p)
		return err
	})
	flags.StringVar(&s.path, "o", "spsa.json", "keep the results in this `file`, and continue from it")
	description := player.Flags(flags, "tune this `player`")
	var limits chess.Limits
	flags.Int64Var(&limits.Nodes, "nodes", 0, "end each search after this many `nodes` (default 3000, if nothing else limits the player)")
	flags.IntVar(&limits.Depth, "depth", 0, "end each search at this depth in `plies`")
	openings := flags.String("openings", "", "start from the positions (EPD or FEN) or games (PGN) of this `file`")
	seed := flags.Uint64("seed", 1, "choose other games with another `seed`")
	flags.IntVar(&s.pairs, "pairs", 4, "play this many `pairs` of games in an iteration")
	flags.Float64Var(&s.rate, "rate", 0.25, "move each number by this many `steps` after a first iteration in which one side wins all games")
	flags.IntVar(&s.iterations, "iterations", 2000, "end after this `number` of iterations, including those of earlier runs")
	flags.IntVar(&s.atOnce, "concurrency", runtime.GOMAXPROCS(0), "play this `number` of games at once")

	if err := cli.Parse(flags, args, usage+player.Usage, help); err != nil {
		return nil, err
	}
	var err error
	switch {
	case flags.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case *openings == "":
		err = errors.New("-openings is missing")
	case limits.Nodes < 0 || limits.Depth < 0:
		err = errors.New("-nodes and -depth must not be negative")
	case s.pairs < 1 || s.iterations < 1 || s.atOnce < 1 || !(s.rate > 0 && s.rate <= 10):
		err = errors.New("-pairs, -iterations and -concurrency must be positive, and -rate positive and at most 10")
	}
	var d *player.Description
	if err == nil {
		d, err = description()
	}
	if err == nil {
		s.create, err = d.Maker()
	}
	if err == nil {
		err = checkParameters(ctx, s.parameters, s.create)
	}
	if err == nil {
		s.conditions, s.openings, err = contest.NewConditions(ctx, d, limits, *seed, *openings)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		err = cli.BadCommandLine(err)
	}
	return s, err
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	s, err := parse(ctx, args, stdout)
	if err != nil {
		return err
	}
	l, err := outfile.Hold(s.path)
	if err != nil {
		return err
	}
	defer l.Release()
	r, err := open(s)
	if err != nil {
		return err
	}
	if err = r.tune(ctx, s, stderr); err == nil {
		fmt.Fprintf(stderr, "conditions: %v; %s\n", &r.Conditions, contest.Rules())
	}
	return cmp.Or(err, r.writeOptions(stdout))
}

// Spsa tunes the numbers of the search by games: the default player with some of
// them a little higher and some a little lower plays against itself with just the
// opposite, and all of them move towards the one who wins.
//
//	go run ./examples/spsa -p ReverseFutility=75:20:200 -p Futility=75:20:200 -openings testdata/openings.epd -o spsa.json
//
// A parameter is a number among the options of the searcher, where it starts, its
// least and its greatest value and, if you like, how far it is varied; that is
// else a tenth of its range, and at least 1.
//
// What has been reached is in the file of -o after every iteration. Interrupt the
// program at any time, or kill it: the same command goes on, and comes to the same
// numbers as an undisturbed one. So it does with more -iterations. In the end it
// prints the numbers as the commands of UCI that set them.
//
// The numbers are an estimate by games that were few for each of them: whether
// they are better than the old ones, a match tells (see examples/match).
//
// The exit status is 1 after an interrupt, 2 for a command line that makes no
// sense, and 3 if something fails.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"syscall"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/contest"
)

func main() {
	err := run(cli.Context(os.Interrupt, syscall.SIGTERM), os.Args[1:], os.Stdout, os.Stderr)
	cli.Exit("spsa", cli.Interrupted(err), 3)
}

// settings are what the command line says.
type settings struct {
	path       string
	conditions contest.Conditions
	openings   []*chess.Game
	parameters []parameter
	pairs      int // of games in an iteration
	rate       float64
	iterations int
	atOnce     int
}

const usage = `usage: spsa -p Name=start:min:max[:step] [-p ...] -openings file [flags]

`

func parse(ctx context.Context, args []string, help io.Writer) (*settings, error) {
	s := &settings{}
	flags := flag.NewFlagSet("spsa", flag.ContinueOnError)
	flags.Func("p", "tune this `parameter`, such as ReverseFutility=80:20:200, and so on", func(text string) error {
		p, err := parseParameter(text)
		s.parameters = append(s.parameters, p)
		return err
	})
	flags.StringVar(&s.path, "o", "spsa.json", "keep what has been reached in this `file`, and go on from it")
	nodes := flags.Int64("nodes", 3000, "end each search after so many `nodes`")
	openings := flags.String("openings", "", "begin with the positions, EPD or FEN, or the games, PGN, of this `file`")
	seed := flags.Uint64("seed", 1, "another `number` gives other games")
	flags.IntVar(&s.pairs, "pairs", 4, "play so many `pairs` of games in an iteration")
	flags.Float64Var(&s.rate, "rate", 0.25, "move each number by so many `steps` after a first iteration in which one side wins all games")
	flags.IntVar(&s.iterations, "iterations", 2000, "end after so `many`, with those of earlier runs")
	flags.IntVar(&s.atOnce, "concurrency", runtime.GOMAXPROCS(0), "play so `many` games at once")

	if err := cli.Parse(flags, args, usage, help); err != nil {
		return nil, err
	}
	var err error
	switch {
	case flags.NArg() > 0:
		err = fmt.Errorf("%q is no flag", flags.Arg(0))
	case *openings == "":
		err = errors.New("there are no -openings")
	case *nodes < 1 || s.pairs < 1 || s.iterations < 1 || s.atOnce < 1 || !(s.rate > 0 && s.rate <= 10):
		err = errors.New("-nodes, -pairs, -iterations and -concurrency must be positive, and -rate too and at most 10")
	default:
		err = checkParameters(s.parameters)
	}
	if err == nil {
		s.conditions, s.openings, err = contest.NewConditions(ctx, *nodes, *seed, *openings)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		err = cli.BadCommandLine(err)
	}
	return s, err
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	s, err := parse(ctx, args, stderr)
	if err != nil {
		return err
	}
	r, err := open(s)
	if err != nil {
		return err
	}
	err = r.tune(ctx, s, stderr)
	return cmp.Or(err, r.writeOptions(stdout))
}

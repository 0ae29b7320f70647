// Ledger measures what each feature of the default evaluation and each technique
// of the search is worth. The default player plays against itself, at a fixed
// number of nodes a move, and in each pair of games some of its parts, drawn by
// lot, are missing on one side or the other. All games together tell what each
// part is worth, until every one is known well enough: some forty rows take five
// times the games of one, not forty times.
//
//	go run ./examples/ledger -openings testdata/openings.epd -o ledger.json
//	go run ./examples/ledger -openings testdata/openings.epd -o king.json -rows 'king shelter'
//	go run ./examples/ledger -o ledger.json -show
//
// With -rows the parts that match are measured, and the others are there on both
// sides; a single one is measured by the whole player against the one without it.
//
// What has been played is in the file of -o after every pair of games. Interrupt
// the program at any time, or kill it: the same command goes on. It also goes on
// with a smaller -error or more -games. The games are the same in every run,
// however many are played at once.
//
// Nodes do not tell what looking at a feature costs in time, so the table has
// that beside the Elo: for a feature, by how much it lengthens an evaluation; for
// a technique, how many nodes a second there are with it for one without.
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
	"regexp"
	"runtime"
	"syscall"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/contest"
)

func main() {
	err := run(cli.Context(os.Interrupt, syscall.SIGTERM), os.Args[1:], os.Stdout, os.Stderr)
	cli.Exit("ledger", cli.Interrupted(err), 3)
}

// settings are what the command line says.
type settings struct {
	path       string
	show       bool
	conditions contest.Conditions
	openings   []*chess.Game // one for each pair of games
	rows       []row         // all of them
	selected   []bool        // which of them are measured
	goal       goal
	atOnce     int
	cost       time.Duration // how long to measure what a row costs
}

const usage = `usage: ledger -openings file [flags]
       ledger -show [-o file]

`

func parse(ctx context.Context, args []string, help io.Writer) (*settings, error) {
	s := &settings{}
	flags := flag.NewFlagSet("ledger", flag.ContinueOnError)
	flags.StringVar(&s.path, "o", "ledger.json", "keep what is measured in this `file`, and go on from it")
	flags.BoolVar(&s.show, "show", false, "show the table of the file, and play no games")
	nodes := flags.Int64("nodes", 3000, "end each search after so many `nodes`")
	openings := flags.String("openings", "", "begin with the positions, EPD or FEN, or the games, PGN, of this `file`, and when all were\n"+
		"played with balanced positions two plies later")
	seed := flags.Uint64("seed", 1, "another `number` gives other games")
	flags.Float64Var(&s.goal.Error, "error", 15, "a row is done when its interval of 95 % is within so many `Elo` either way, or a tenth of the Elo it is worth")
	flags.IntVar(&s.goal.Games, "games", 20000, "end when so `many` games have been played")
	flags.IntVar(&s.atOnce, "concurrency", 2*runtime.GOMAXPROCS(0), "play so `many` games at once; more than there are processors, so that none waits")
	expression := flags.String("rows", "", "measure the rows that match this regular `expression`, such as technique or 'king|threats'")
	flags.DurationVar(&s.cost, "cost", 4*time.Second, "measure for this `duration` what a row costs")

	if err := cli.Parse(flags, args, usage, help); err != nil {
		return nil, err
	}
	var err error
	var pattern *regexp.Regexp
	switch {
	case flags.NArg() > 0:
		err = fmt.Errorf("%q is no flag", flags.Arg(0))
	case s.show:
		return s, nil
	case *openings == "":
		err = errors.New("there are no -openings")
	case *nodes < 1 || s.goal.Games < 2 || s.atOnce < 1 || !(s.goal.Error > 0):
		err = errors.New("-nodes, -error and -concurrency must be positive, and -games at least 2")
	case s.cost < 0:
		err = errors.New("-cost cannot be negative")
	default:
		pattern, err = regexp.Compile(*expression)
	}
	if err == nil {
		s.rows = rows()
		s.selected, err = matching(s.rows, pattern)
	}
	var read []*chess.Game
	if err == nil {
		s.conditions, read, err = contest.NewConditions(ctx, *nodes, *seed, *openings)
	}
	if err == nil {
		s.openings, err = vary(ctx, read, s.goal.pairs(), *seed)
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
	l, err := open(s)
	if err == nil && !s.show {
		err = l.play(ctx, s, stderr)
	}
	if l != nil {
		err = cmp.Or(err, l.writeTable(stdout))
	}
	return err
}

// Ledger measures what each feature of an evaluation and each technique of the
// search is worth. The default player plays against itself with a fixed number of
// nodes per move. In each pair of games some of its parts, chosen at random, are
// switched off on one side or the other. A regression over all games estimates what
// each part is worth, until every estimate is precise enough: about forty rows take
// five times the games of one, not forty times.
//
//	go run ./examples/ledger -openings testdata/openings.epd -o ledger.json
//	go run ./examples/ledger -openings testdata/openings.epd -o king.json -rows 'king shelter'
//	go run ./examples/ledger -openings testdata/openings.epd -o pesto.json -eval pesto
//	go run ./examples/ledger -o ledger.json -show
//
// With -rows, only the parts that match are measured, and both sides have the
// others. A single part is measured by games of the complete player against the
// player without that part. With -eval, the player has another evaluation of the
// package than the default, and the features are those of that evaluation.
//
// The file of -o is updated after every pair of games. The program may be
// interrupted or killed at any time; the same command continues. So does one with a
// smaller -error or more -games. The games are the same in every run, however many
// are played at once.
//
// A number of nodes does not include the time that a part costs, so the table shows
// that beside the Elo: for a feature, the time that it adds to an evaluation; for a
// technique, the nodes per second with it divided by those without it.
//
// The exit status is 1 if something fails, 2 for a bad command line, and 3 after an
// interrupt.
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
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/lock"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

func main() {
	cli.Exit("ledger", run(cli.Context(), os.Args[1:], os.Stdout, os.Stderr))
}

// settings holds the values of the command line.
type settings struct {
	path       string
	show       bool
	conditions contest.Conditions
	openings   []*chess.Game           // one for each pair of games
	evaluator  *chess.FeatureEvaluator // that of the complete player
	rows       []row                   // all rows
	selected   []bool                  // whether to measure each row
	goal       goal
	atOnce     int           // the number of games played at once
	cost       time.Duration // the time to measure the cost of a row
}

const usage = `usage: ledger -openings file [flags]
       ledger -show [-o file]

Measures what each feature of an evaluation and each technique of the search is
worth, by games.

example:
  ledger -openings testdata/openings.epd -o king.json -rows 'king shelter'

`

func parse(ctx context.Context, args []string, help io.Writer, p *progress.Progress) (*settings, error) {
	s := &settings{}
	flags := flag.NewFlagSet("ledger", flag.ContinueOnError)
	flags.StringVar(&s.path, "o", "ledger.json", "keep the results in this `file`, and continue from it")
	flags.BoolVar(&s.show, "show", false, "show the table of the file without playing games")
	nodes := flags.Int64("nodes", 3000, "end each search after this many `nodes`")
	openings := flags.String("openings", "", "start from the positions (EPD or FEN) or games (PGN) of this `file`, and when all of these\n"+
		"were played, from balanced positions two plies later")
	seed := flags.Uint64("seed", 1, "choose other games with another `seed`")
	flags.Float64Var(&s.goal.Error, "error", 15, "a row is done when its 95 % interval is at most ± this many `Elo`, or ± a tenth of what the row is worth")
	flags.IntVar(&s.goal.Games, "games", 20000, "end after this `number` of games")
	flags.IntVar(&s.atOnce, "concurrency", 2*runtime.GOMAXPROCS(0), "play this `number` of games at once; more than the number of processors keeps all of them busy")
	expression := flags.String("rows", "", "measure the rows that match this regular `expression`, such as technique or 'king|threats'")
	flags.DurationVar(&s.cost, "cost", 4*time.Second, "measure the cost of each row for this `duration`")
	evaluation := player.EvaluationFlag(flags)

	if err := cli.Parse(flags, args, usage, help); err != nil {
		return nil, err
	}
	var err error
	var pattern *regexp.Regexp
	switch {
	case flags.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case s.show:
		return s, nil
	case *openings == "":
		err = errors.New("-openings is missing")
	case *nodes < 1 || s.goal.Games < 2 || s.atOnce < 1 || !(s.goal.Error > 0):
		err = errors.New("-nodes, -error and -concurrency must be positive, and -games at least 2")
	case s.cost < 0:
		err = errors.New("-cost must not be negative")
	default:
		pattern, err = regexp.Compile(*expression)
	}
	if err == nil {
		s.evaluator = evaluation.New()
		s.rows = rows(s.evaluator)
		s.selected, err = matching(s.rows, pattern)
	}
	var read []*chess.Game
	if err == nil {
		s.conditions, read, err = contest.NewConditions(ctx, *evaluation, *nodes, *seed, *openings)
	}
	if err == nil {
		s.openings, err = vary(ctx, p, s.evaluator, read, s.goal.pairs(), *seed)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		err = cli.BadCommandLine(err)
	}
	return s, err
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	p := progress.New(stderr)
	defer p.Close()
	s, err := parse(ctx, args, stdout, p)
	if err != nil {
		return err
	}
	if !s.show {
		l, err := lock.File(s.path)
		if err != nil {
			return err
		}
		defer l.Release()
	}
	l, err := open(s)
	if err == nil && !s.show {
		err = l.play(ctx, s, p)
	}
	p.Close()
	if l != nil {
		err = cmp.Or(err, l.writeTable(stdout))
	}
	return err
}

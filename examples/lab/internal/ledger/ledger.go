// Package ledger is the command ledger: it measures what each feature of an evaluation and each technique of a search
// is worth. A player plays against itself with a fixed number of nodes or a fixed depth
// per move. In each pair of games some of its parts, chosen at random, are switched off
// on one side or the other. A regression over all games estimates what each part is
// worth, until every estimate is precise enough: about forty rows take five times the
// games of one, not forty times.
//
//	go run ./examples/ledger -openings testdata/openings.epd -o ledger.json
//	go run ./examples/ledger -openings testdata/openings.epd -o king.json -rows 'king shelter'
//	go run ./examples/ledger -openings testdata/openings.epd -o pesto.json -eval pesto
//	go run ./examples/ledger -openings testdata/openings.epd -o board.json -player boardvalue -depth 3
//	go run ./examples/ledger -o ledger.json -show
//
// The rows are all features of the player's evaluation that have a weight, and all its
// options that are on and can be switched off. With -rows, only the parts that match
// are measured, and both sides have the others. A single part is measured by games of
// the complete player against the player without that part.
//
// The file of -o is updated after every pair of games. The program may be
// interrupted or killed at any time; the same command continues. So does one with a
// smaller -error or more -games. The games are the same in every run, however many
// are played at once.
//
// A number of nodes does not include the time that a part costs, and a depth does not
// include that of a search, so the table shows what a part costs beside its Elo: for a
// feature, the time that it adds to an evaluation; for a technique, the nodes per
// second with it divided by those without it, or the time of a search to the depth.
//
// The exit status is 1 if something fails, 2 for a bad command line, and 3 after an
// interrupt.
package ledger

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/worth"
)

// Command is the command.
var Command = &cli.Command{Name: "ledger", Summary: "measure what each part of search and evaluation is worth", Raw: func(ctx context.Context, args []string, s cli.Streams) error {
	return cli.Continues(run(ctx, args, s.Out, s.Err))
}}

// settings holds the values of the command line.
type settings struct {
	path        string
	show        bool
	description *player.Description
	limits      chess.Limits // for a player that has none
	openings    string
	pattern     *regexp.Regexp // which rows to measure
	series      worth.Series
	cost        time.Duration // the time to measure the cost of a row

	conditions contest.Conditions
}

const usage = `usage: ledger -openings file [flags]
       ledger -show [-o file]

Measures what each feature of an evaluation and each technique of a search is
worth, by games of a player with itself.

example:
  ledger -openings testdata/openings.epd -o board.json -player boardvalue -depth 3

`

// parse parses the command line.
func parse(args []string, help io.Writer) (*settings, error) {
	s := &settings{}
	flags := flag.NewFlagSet("ledger", flag.ContinueOnError)
	flags.StringVar(&s.path, "o", "ledger.json", "keep the results in this `file`, and continue from it")
	flags.BoolVar(&s.show, "show", false, "show the table of the file without playing games")
	description := player.Flags(flags, "measure the parts of this `player`")
	flags.Int64Var(&s.limits.Nodes, "nodes", 0, "end each search after this many `nodes` (default 3000, if nothing else limits the player)")
	flags.IntVar(&s.limits.Depth, "depth", 0, "end each search at this depth in `plies`")
	flags.StringVar(&s.openings, "openings", "", "start from the positions (EPD or FEN) or games (PGN) of this `file`, and when all of these\n"+
		"were played, from balanced positions two plies later")
	flags.Uint64Var(&s.series.Seed, "seed", 1, "choose other games with another `seed`")
	flags.Float64Var(&s.series.Goal.Error, "error", 15, "a row is done when its 95 % interval is at most ± this many `Elo`, or ± a tenth of what the row is worth")
	flags.IntVar(&s.series.Goal.Games, "games", 20000, "end after this `number` of games")
	flags.IntVar(&s.series.AtOnce, "concurrency", 2*runtime.GOMAXPROCS(0), "play this `number` of games at once; more than the number of processors keeps all of them busy")
	expression := flags.String("rows", "", "measure the rows that match this regular `expression`, such as technique or 'king|threats'")
	flags.DurationVar(&s.cost, "cost", 4*time.Second, "measure the cost of each row for this `duration`")

	if err := cli.Parse(flags, args, usage+player.Usage, help); err != nil {
		return nil, err
	}
	var err error
	switch {
	case flags.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case s.show:
		return s, nil
	case s.openings == "":
		err = errors.New("-openings is missing")
	case s.limits.Nodes < 0 || s.limits.Depth < 0:
		err = errors.New("-nodes and -depth must not be negative")
	case s.series.Goal.Games < 2 || s.series.AtOnce < 1 || !(s.series.Goal.Error > 0):
		err = errors.New("-error and -concurrency must be positive, and -games at least 2")
	case s.cost < 0:
		err = errors.New("-cost must not be negative")
	default:
		s.pattern, err = regexp.Compile(*expression)
	}
	if err == nil {
		s.description, err = description()
	}
	return s, cli.BadCommandLine(err)
}

// prepare makes the player and the openings. What is wrong with them is wrong with the
// command line.
func (s *settings) prepare(ctx context.Context, p *progress.Progress) error {
	s.series.Progress = p
	var err error
	if s.series.Player, err = worth.NewPlayer(ctx, s.description); err == nil {
		s.series.Selected, err = s.series.Player.Matching(s.pattern)
	}
	var read []*chess.Game
	if err == nil {
		s.conditions, read, err = contest.NewConditions(ctx, s.description, s.limits, s.series.Seed, s.openings)
	}
	if err == nil {
		s.series.Limits = s.conditions.Limits()
		s.series.Openings, err = contest.Vary(ctx, read, s.series.Goal.Pairs(), s.series.Seed, p)
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	return cli.BadCommandLine(err)
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	s, err := parse(args, stdout)
	if err != nil {
		return err
	}
	p := progress.New(stderr)
	defer p.Close()
	if !s.show {
		l, err := outfile.Hold(s.path)
		if err != nil {
			return err
		}
		defer l.Release()
		if err := s.prepare(ctx, p); err != nil {
			return err
		}
	}
	l, err := open(s)
	if err == nil && !s.show {
		err = l.play(ctx, s)
	}
	p.Close()
	if l != nil {
		err = cmp.Or(err, l.writeTable(stdout))
	}
	return err
}

// Package ledger is the command ledger: it measures what each feature of an evaluation and
// each technique of a search is worth, by games of a player with itself. Package worth has
// the method.
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
	"strings"
	"time"

	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/lab/internal/study"
	"github.com/seed-0971039b/chess/examples/lab/internal/worth"
)

// Command is the command.
var Command = &cli.Command{
	Name: "ledger", Summary: "measure what each part of a player is worth",
	Args:    "-openings file [flags]\n-show [-o file]",
	Example: "-openings ../../testdata/openings.epd -player boardvalue -depth 3 -o board.json",
	Help: `The rows of the table are all features of the player's evaluation that have a weight, and all its options that are on
and can be switched off. In each pair of games some of them, chosen at random, are switched off on one side or the
other, and a regression over all games estimates what each is worth, until every estimate is precise enough. A single
row (-rows) is measured by games of the complete player against the player without it.

A number of nodes does not include the time that a part costs, so that is in the table too: the nodes per second with it
divided by those without it, or, to a depth, the time of a search with it divided by that without it.

The file of -o is updated after each pair of games. After an interrupt, the same command continues with the same games;
so does one with a smaller -error or more -games.`,
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
	show   bool
	rows   string // a regular expression
	series worth.Series
	cost   time.Duration // the time to measure the cost of a row
}

func (s *settings) addFlags(flags *flag.FlagSet) {
	s.AddFlags(flags, "ledger.json", "measure the parts of this `player`", 2*runtime.GOMAXPROCS(0)) // which keeps all processors busy
	flags.BoolVar(&s.show, "show", false, "show the table of the file without playing games")
	flags.Float64Var(&s.series.Goal.Error, "error", 15, "a row is done when its 95 % interval is at most ± this many `Elo`, or ± a tenth of what the row is worth")
	flags.IntVar(&s.series.Goal.Games, "games", 20000, "end after this `number` of games; when all openings were played, they are varied")
	flags.StringVar(&s.rows, "rows", "", "measure the rows that match this regular `expression`, such as technique or 'king|threats'")
	flags.DurationVar(&s.cost, "cost", 4*time.Second, "measure the cost of each row for this `duration`")
}

// prepare checks the command line, and makes the player.
func (s *settings) prepare(ctx context.Context, args []string) error {
	pattern, err := regexp.Compile(s.rows)
	switch {
	case err != nil:
	case s.series.Goal.Games < 2 || !(s.series.Goal.Error > 0):
		err = errors.New("-error must be positive, and -games at least 2")
	case s.cost < 0:
		err = errors.New("-cost must not be negative")
	default:
		err = s.Prepare(ctx, args)
	}
	if err == nil {
		s.series.Player, err = worth.NewPlayer(ctx, s.Player)
	}
	if err == nil {
		s.series.Selected, err = s.series.Player.Matching(pattern)
	}
	s.series.Limits, s.series.Seed, s.series.AtOnce = s.Conditions.Limits(), s.Seed, s.AtOnce
	return cli.BadCommandLine(err)
}

func (s *settings) run(ctx context.Context, args []string, streams cli.Streams) error {
	if s.show {
		return s.print(args, streams.Out)
	}
	if err := s.prepare(ctx, args); err != nil {
		return err
	}
	l, release, err := open(s)
	if err != nil {
		return err
	}
	defer release()
	p := progress.New(streams.Err)
	defer p.Close()
	err = l.play(ctx, s, p)
	p.Close()
	if errors.Is(err, cli.ErrUsage) { // nothing was played
		return err
	}
	return cmp.Or(err, l.writeTable(streams.Out))
}

// play measures the rows that are not done.
func (l *ledger) play(ctx context.Context, s *settings, p *progress.Progress) (err error) {
	s.series.Progress = p
	s.series.Openings, err = contest.Vary(ctx, s.Openings, s.series.Goal.Pairs(), s.Seed, p)
	if err != nil {
		return cli.BadCommandLine(err)
	}
	if err := l.save(); err != nil { // report an error before the first games
		return err
	}
	if err := l.measureCosts(ctx, s); err != nil {
		return err
	}
	for pair, err := range s.series.Pairs(ctx, l.Pairs) {
		if err != nil {
			return err
		}
		l.Pairs = append(l.Pairs, pair)
		if err := l.save(); err != nil {
			return err
		}
	}
	return nil
}

// writeTable writes the results as Markdown, with the command that repeats them.
func (l *ledger) writeTable(w io.Writer) error {
	var b strings.Builder
	c := &l.Conditions
	fmt.Fprintf(&b, `What each part of the player %s is worth, in Elo with 95 %% intervals, from %d games between players that lack some
of the parts; and what the part costs: the nodes per second with it divided by those without it, or the time of a search.

    go -C examples/lab run . ledger %s -error %g -games %d

Conditions: %v; %s.
Player: %s.
Last run: %s.

| row | Elo | games in which one side lacked it | cost |
|---|--:|--:|--:|
`, c.Description(), 2*len(l.Pairs), c.Flags(), l.Goal.Error, l.Goal.Games, c, study.Rules(), cmp.Or(l.Settings, "not known"), l.System)
	for i, e := range worth.Fit(l.Pairs, len(l.Rows)) {
		if e.Pairs > 0 {
			fmt.Fprintf(&b, "| %s | %s | %d | %v |\n", l.Rows[i].Name, e, 2*e.Pairs, l.Rows[i].Cost)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

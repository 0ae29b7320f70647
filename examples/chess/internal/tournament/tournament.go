// Package tournament is the command tournament: it plays games between all players of the package, from one that only
// pushes pawns to the strongest, and others that the command line names. It
// estimates the strength of each player and measures its time per move.
//
//	go run . -html table.html -plot plot.png
//	go run . -player all -player alphabeta,time=2ms,name=quick -games 8 -pgn games.pgn
//	go run . -player alphabeta -player mcts -player 'uci:stockfish,depth=1' -openings ../../testdata/openings.epd
//
// Finished games are appended to the file of -pgn, which may have games of the same
// tournament only. Run the program again with the same file to play the games that
// are missing. An interrupt ends the tournament; the table, the page and the plot
// then show the games so far.
//
// The exit status is 1 if something fails, 2 for a bad command line, and 3 after an
// interrupt.
package tournament

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/lock"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/replace"
)

// Command is the command.
var Command = &cli.Command{Name: "tournament", Summary: "play games between all players", Raw: func(ctx context.Context, args []string, s cli.Streams) error {
	return run(ctx, args, s.Out, s.Err)
}}

// settings holds the values of the command line.
type settings struct {
	match           chess.Match
	specs           []string // the identities of the players: see contest.Identities
	openings        string
	shuffle         uint64
	pgn, html, plot string
	endings         endings.Choice
}

const usage = `usage: tournament [-player player...] [flags]

Plays games between all players of the package, or those of -player, and estimates
the strength of each.

example:
  tournament -player alphabeta -player mcts -player random -games 4 -plot plot.svg

`

func parse(args []string, help io.Writer) (*settings, error) {
	s := &settings{}
	m := &s.match
	m.Event = "Tournament"
	flags := flag.NewFlagSet("tournament", flag.ContinueOnError)
	flags.Func("player", "a `player`; may be repeated; \"all\" means all players of the package, which is the default", func(spec string) error {
		if spec != "all" {
			s.specs = append(s.specs, spec)
			return nil
		}
		for _, p := range chess.Players() {
			s.specs = append(s.specs, p.Name)
		}
		return nil
	})
	var base chess.Player
	flags.DurationVar(&base.Limits.Time, "time", 50*time.Millisecond, "end each search after this `duration`; the players of the systems end before,\nat the depth that they were made for")
	games := flags.Int("games", 4, "each pair of players plays this `number` of games, two with each opening")
	flags.IntVar(&m.AtOnce, "concurrency", max(1, runtime.GOMAXPROCS(0)/2), "play this `number` of games at once")
	flags.StringVar(&s.openings, "openings", "", "start from the positions (EPD or FEN) or games (PGN) of this `file`")
	plies := flags.Int("plies", 16, "use this many `plies` of a PGN opening")
	flags.Uint64Var(&s.shuffle, "shuffle", 0, "shuffle the openings with this `seed`; 0 keeps the order of the file")
	flags.Uint64Var(&m.Seed, "seed", 1, "players that play at random play other games with another `seed`")
	flags.IntVar(&m.Arbiter.MaxPlies, "maxplies", 400, "adjudicate a draw after this many `plies`")
	s.endings.AddFlags(flags, 0, "to decide games")
	flags.StringVar(&s.pgn, "pgn", "", "append the games to this `file`, and skip those that it already has")
	flags.StringVar(&s.html, "html", "", "write the table and the plot as an HTML page to this `file`")
	flags.StringVar(&s.plot, "plot", "", "plot the ratings against the time to this `file`, .png or .svg")

	if err := cli.Parse(flags, args, usage+player.Usage, help); err != nil {
		return nil, err
	}
	m.Pairs = (*games + 1) / 2
	if len(s.specs) == 0 {
		for _, p := range chess.Players() {
			s.specs = append(s.specs, p.Name)
		}
	}
	var err error
	switch {
	case flags.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case len(s.specs) < 2:
		err = errors.New("there is only one player")
	case m.Pairs < 1 || m.AtOnce < 1:
		err = errors.New("-games and -concurrency must be positive")
	case base.Limits.Time <= 0 || *plies < 0 || m.Arbiter.MaxPlies < 0:
		err = errors.New("-time must be positive, and -plies and -maxplies must not be negative")
	case s.plot != "" && !slices.Contains(plotFormats, plotFormat(s.plot)):
		err = fmt.Errorf("-plot is %q, want a .png or .svg file", s.plot)
	}
	if err == nil {
		m.Players, err = contest.ParsePlayers(s.specs, base)
		s.specs = contest.Identities(s.specs)
	}
	if err == nil {
		err = s.endings.Check()
	}
	if err == nil && s.openings != "" {
		m.Openings, err = contest.ReadOpenings(s.openings, *plies, s.shuffle)
	}
	return s, cli.BadCommandLine(err)
}

// plotFormat returns the format of a picture from the name of its file.
func plotFormat(path string) string {
	return strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	s, err := parse(args, stdout)
	if err != nil {
		return err
	}
	release, err := s.reserve()
	if err != nil {
		return err
	}
	defer release()
	tables, err := s.endings.Open(ctx, nil)
	if err != nil {
		return err
	}
	defer tables.Close()
	s.match.Arbiter.Tablebase = tables.Tablebase()
	if s.match.Openings, err = contest.Undecided(s.match.Openings, tables, stderr); err != nil {
		return err
	}
	r := newReport(&s.match)
	var conditions strings.Builder
	contest.WriteConditions(&conditions, &s.match, s.specs, s.openings, s.shuffle)
	r.conditions = conditions.String()
	p := progress.New(stderr)
	p.Start("games", 0, r.wanted)
	for g, failed := range contest.Games(ctx, &s.match, s.specs, s.pgn, p) {
		if failed != nil {
			err = failed
			break
		}
		r.add(g)
		if g.Played {
			p.Skip(1)
		}
		p.Show(r.games, r.wanted, r.leader())
	}
	p.Close()
	if r.games == 0 {
		return err
	}
	if failed := s.writeResults(r, stdout); failed != nil {
		return failed
	}
	return err
}

// reserve locks the files of the page and the plot, and checks that they are no other
// files.
func (s *settings) reserve() (release func(), err error) {
	var locks []*lock.Lock
	release = func() {
		for _, l := range locks {
			l.Release()
		}
	}
	for _, f := range []struct {
		path, kind string
		begins     []string
	}{
		{s.html, "page", []string{"<!DOCTYPE html>"}},
		{s.plot, "plot", []string{"\x89PNG", "<?xml", "<svg"}},
	} {
		if f.path == "" {
			continue
		}
		l, err := lock.File(f.path)
		if err == nil {
			locks = append(locks, l)
			err = replace.Foreign(f.path, f.kind, replace.Begins(f.begins...))
		}
		if err != nil {
			release()
			return nil, err
		}
	}
	return release, nil
}

// writeResults writes the table, the page and the plot.
func (s *settings) writeResults(r *report, stdout io.Writer) error {
	if err := r.writeText(stdout); err != nil {
		return err
	}
	if s.plot != "" {
		if err := replace.File(s.plot, func(w io.Writer) error { return r.plot(w, plotFormat(s.plot)) }); err != nil {
			return err
		}
	}
	if s.html != "" {
		return replace.File(s.html, r.writeHTML)
	}
	return nil
}

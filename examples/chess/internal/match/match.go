// Package match is the command match: games between players and engines, in a table, a page and
// a plot. [contest] plays the games and keeps them in a file.
package match

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
)

// Command is the command.
var Command = &cli.Command{
	Name: "match", Summary: "play games between players and engines, and say who is stronger",
	Args:    "-player player -player player... [flags]",
	Example: "-player alphabeta -player pesto -nodes 5000 -games 40 -openings openings.pgn",
	Help: `Plays games between any two of the players, and estimates how strong they are.
"chess help players" says how to write a player. The games of -pgn are not played
again: with it, the same command continues after an interrupt.

All players of the package:
  chess match -player all -time 50ms -maxplies 400 -games 4 -html table.html`,
	Flags: define,
}

// settings holds the values of the command line.
type settings struct {
	match           chess.Match
	base            chess.Player // with the limits of players that have none
	specs           []string     // the identities of the players: see contest.Identities
	plies           int
	sprt            *chess.SPRT
	openings        string
	shuffle         uint64
	variant         chess.Variant
	pgn, html, plot string
	endings         endings.Choice
}

// define defines the flags.
func define(flags *flag.FlagSet) cli.Run {
	var s settings
	m := &s.match
	first := flags.String("a", "", "the first `player`; \"default\" if -b is given")
	second := flags.String("b", "", "the second `player`")
	var more []string
	flags.Func("player", "another `player`; may be repeated; \"all\" means all players of the package", func(spec string) error {
		if spec != "all" {
			more = append(more, spec)
			return nil
		}
		for _, p := range chess.Players() {
			more = append(more, p.Name)
		}
		return nil
	})
	flags.BoolVar(&m.Gauntlet, "gauntlet", false, "only the first player plays against the others")
	flags.BoolVar(&m.Knockout, "knockout", false, "play rounds, the first player against the last and so on; who loses is out; two players who are\n"+
		"level play up to twice as many games, and then the one that is named first goes on")
	flags.Func("tc", "play with this `time` control, such as 1+0.01, 40/60 or 5:00+3", func(text string) (err error) {
		s.base.TimeControl, err = chess.ParseTimeControl(text)
		return err
	})
	limits := &s.base.Limits
	flags.Int64Var(&limits.Nodes, "nodes", 0, "end each search after this many `nodes`")
	flags.IntVar(&limits.Depth, "depth", 0, "end each search at this depth in `plies`")
	flags.DurationVar(&limits.Time, "time", 0, "end each search after this `duration`, such as 20ms")
	flags.BoolVar(&s.base.Ponder, "ponder", false, "let the players think on the opponent's time too")
	games := flags.Int("games", 100, "each pair of players plays this `number` of games, two with each opening")
	cli.Concurrency(flags, &m.AtOnce, max(1, runtime.GOMAXPROCS(0)/2), "play this `number` of games at once")
	flags.StringVar(&s.openings, "openings", "", "start from the positions (EPD or FEN) or games (PGN) of this `file`")
	flags.TextVar(&s.variant, "variant", chess.Standard, "play this `variant`, such as atomic, from its start position: each pair of games with "+
		"other random first moves, unless there are -openings")
	flags.IntVar(&s.plies, "plies", 16, "use this many `plies` of a PGN opening")
	flags.Uint64Var(&s.shuffle, "shuffle", 0, "shuffle the openings with this `seed`; 0 keeps the order of the file")
	flags.Uint64Var(&m.Seed, "seed", 1, "players that play at random play other games with another `seed`")
	flags.DurationVar(&m.Margin, "margin", 0, "tolerate an overstepped clock up to this `duration`")
	flags.DurationVar(&m.Patience, "patience", time.Minute, "a player without a clock loses after this `duration`")
	a := &m.Arbiter
	flags.IntVar(&a.DrawMoves, "drawmoves", 0, "adjudicate a draw after this `number` of moves of each player with scores near 0")
	drawScore := flags.Int("drawscore", 10, "near 0 means at most this many `centipawns`")
	flags.IntVar(&a.DrawFrom, "drawfrom", 40, "adjudicate no draw before this `move`")
	flags.IntVar(&a.WinMoves, "winmoves", 0, "adjudicate a win after this `number` of moves of each player with winning scores")
	winScore := flags.Int("winscore", 700, "a winning score is at least this many `centipawns`")
	flags.IntVar(&a.MaxPlies, "maxplies", 0, "adjudicate a draw after this many `plies`")
	s.endings.AddFlags(flags, 0, "to decide games")
	sprt := flags.String("sprt", "", "play until a sequential test decides between two differences in `Elo`, such as 0,5; the two error\n"+
		"probabilities, by default 0.05,0.05, may follow")
	normalized := flags.Bool("normalized", false, "the Elo of -sprt is normalized: in units of the standard deviation")
	flags.StringVar(&s.pgn, "pgn", "", "append the games to this `file`, and skip those that it already has")
	flags.StringVar(&s.html, "html", "", "write the table and the plot as an HTML page to this `file`")
	flags.StringVar(&s.plot, "plot", "", "plot the ratings against the time to this `file`, .png or .svg")
	flags.StringVar(&m.Event, "event", "", "the `name` of the match")
	return func(ctx context.Context, args []string, streams cli.Streams) error {
		if err := cli.NoArguments(args); err != nil {
			return err
		}
		if *second != "" {
			s.specs = append(s.specs, cmp.Or(*first, "default"), *second)
		} else if *first != "" {
			s.specs = append(s.specs, *first)
		}
		s.specs = append(s.specs, more...)
		a.DrawScore, a.WinScore = chess.Score(*drawScore), chess.Score(*winScore)
		m.Pairs = (*games + 1) / 2
		var err error
		if *sprt != "" {
			if s.sprt, err = contest.ParseSPRT(*sprt); err == nil {
				s.sprt.Normalized = *normalized
			}
		}
		if err == nil {
			err = s.check()
		}
		if err != nil {
			return cli.BadCommandLine(err)
		}
		return s.run(ctx, streams.Out, streams.Err)
	}
}

// check checks the values, finds the players, and reads the openings.
func (s *settings) check() (err error) {
	m, limits := &s.match, &s.base.Limits
	switch {
	case len(s.specs) < 2:
		return errors.New("two players are needed: -player and -player, or -b")
	case m.Pairs < 1:
		return errors.New("-games must be positive")
	case min(limits.Nodes, int64(limits.Depth), int64(limits.Time), int64(s.plies), int64(m.Arbiter.MaxPlies)) < 0:
		return errors.New("-nodes, -depth, -time, -plies and -maxplies must not be negative")
	case s.sprt != nil && (len(s.specs) > 2 || m.Knockout):
		return errors.New("-sprt is for two players, without -knockout")
	case m.Gauntlet && m.Knockout:
		return errors.New("-gauntlet and -knockout exclude each other")
	case s.plot != "" && !slices.Contains(plotFormats, plotFormat(s.plot)):
		return fmt.Errorf("-plot is %q, want a .png or .svg file", s.plot)
	}
	if m.Players, err = contest.ParsePlayers(s.specs, s.base); err != nil {
		return err
	}
	s.specs = contest.Identities(s.specs)
	if err := s.endings.Check(); err != nil {
		return err
	}
	switch {
	case s.openings != "":
		m.Openings, err = contest.ReadOpenings(s.openings, s.plies, s.shuffle)
		for _, g := range m.Openings {
			if v := g.Start().Variant(); v != s.variant && s.variant != chess.Standard {
				return fmt.Errorf("-variant is %v, and %s has an opening of %v", s.variant, s.openings, v)
			}
		}
	case s.variant != chess.Standard:
		m.Openings = randomOpenings(s.variant, m.Pairs, m.Seed)
	}
	return err
}

// randomPlies is how many plies of a game of a variant are random.
const randomPlies = 6

// randomOpenings returns openings of a variant that are not over.
func randomOpenings(v chess.Variant, n int, seed uint64) (openings []*chess.Game) {
	rnd := rand.New(rand.NewPCG(seed, uint64(v)))
	for len(openings) < n {
		g := chess.NewGame(v.StartPosition())
		for range randomPlies {
			if moves := g.LegalMoves(); len(moves) > 0 {
				g.Play(moves[rnd.IntN(len(moves))])
			}
		}
		if !g.Outcome().Over() {
			openings = append(openings, g)
		}
	}
	return openings
}

// plotFormat returns the format of a picture from the name of its file.
func plotFormat(path string) string {
	return strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
}

// run plays the match and writes the results, those so far after an error.
func (s *settings) run(ctx context.Context, stdout, stderr io.Writer) error {
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
		l, err := outfile.Hold(f.path)
		if err != nil {
			return err
		}
		defer l.Release()
		if err := outfile.Foreign(f.path, f.kind, outfile.Begins(f.begins...)); err != nil {
			return err
		}
	}
	tables, err := s.endings.Open(ctx, nil)
	if err != nil {
		return err
	}
	defer tables.Close()
	s.match.Arbiter.Tablebase = tables.Tablebase()
	if err := s.leaveOut(tables, stderr); err != nil {
		return err
	}
	r := newReport(s, stderr)
	for g, failed := range contest.Games(ctx, &s.match, s.specs, s.pgn, r.progress) {
		if failed != nil {
			err = failed
			break
		}
		r.add(g)
		if s.sprt != nil {
			if _, decided := s.sprt.Decide(r.table.Against(0, 1)); decided {
				break
			}
		}
	}
	r.over = err == nil
	r.progress.Close()
	if r.games == 0 {
		return err
	}
	return cmp.Or(s.write(r, stdout), err)
}

// leaveOut leaves out the openings whose results the tables that decide games know, and says
// on stderr how many: their games would end before the first move, and say nothing about the
// players. It is an error if none is left.
func (s *settings) leaveOut(tables *endings.Tables, stderr io.Writer) error {
	var left []*chess.Game
	for _, g := range s.match.Openings {
		o, err := tables.Outcome(g.Position())
		if err != nil {
			return err
		}
		if !o.Over() {
			left = append(left, g)
		}
	}
	all := len(s.match.Openings)
	s.match.Openings = left
	switch {
	case len(left) == all:
		return nil
	case len(left) == 0:
		return cli.BadCommandLine(errors.New("the tables know the results of all openings"))
	}
	_, err := fmt.Fprintf(stderr, "%d of %d openings left out: the tables know their results\n", all-len(left), all)
	return err
}

// write writes the table, the plot and the page.
func (s *settings) write(r *report, stdout io.Writer) error {
	_, err := io.WriteString(stdout, r.text())
	if err == nil && s.plot != "" {
		err = outfile.Replace(s.plot, func(w io.Writer) error {
			picture, err := r.picture(plotFormat(s.plot))
			if err == nil {
				_, err = w.Write(picture)
			}
			return err
		})
	}
	if err == nil && s.html != "" {
		err = outfile.Replace(s.html, r.writePage)
	}
	return err
}

// Package match is the command match: it plays games between searchers and engines, and estimates how much stronger
// one is than the other.
//
//	go run ./examples/match -a default -b simplified -tc 1+0.01 -games 100 -openings testdata/openings.epd
//	go run ./examples/match -a default -b 'uci:toga2,tc=2.053+0.01' -tc 1+0.01 -pgn games.pgn
//	go run ./examples/match -a default -b 'default,NullMovePruning=false' -nodes 20000 -sprt 0,5
//
// Finished games are appended to the file of -pgn, which may have games of the same
// match only. Run the program again with the same file to play the games that are
// missing. An interrupt ends the match and prints the result so far.
//
// The exit status is 1 if something fails, 2 for a bad command line, and 3 after an
// interrupt.
package match

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// Command is the command.
var Command = &cli.Command{Name: "match", Summary: "play games between players and engines, and say who is stronger", Raw: func(ctx context.Context, args []string, s cli.Streams) error {
	return run(ctx, args, s.Out, s.Err)
}}

// settings holds the values of the command line.
type settings struct {
	match    chess.Match
	specs    []string // the identities of the players: see contest.Identities
	sprt     *chess.SPRT
	openings string
	shuffle  uint64
	pgn      string
	endings  endings.Choice
}

const usage = `usage: match -a player -b player [-player player...] [flags]

Plays games between searchers and engines, and estimates how much stronger one is
than the other.

example:
  match -a default -b pesto -nodes 5000 -games 40 -openings testdata/openings.epd

`

func parse(args []string, help io.Writer) (*settings, error) {
	s := &settings{}
	m := &s.match
	flags := flag.NewFlagSet("match", flag.ContinueOnError)
	var specs [2]string
	var more []string
	flags.StringVar(&specs[0], "a", "default", "the first `player`")
	flags.StringVar(&specs[1], "b", "", "the second `player`")
	flags.Func("player", "another `player`; may be repeated", func(spec string) error {
		more = append(more, spec)
		return nil
	})
	flags.BoolVar(&m.Gauntlet, "gauntlet", false, "only the first player plays against the others")
	var base chess.Player
	flags.Func("tc", "play with this `time` control, such as 1+0.01, 40/60 or 5:00+3", func(text string) (err error) {
		base.TimeControl, err = chess.ParseTimeControl(text)
		return err
	})
	flags.Int64Var(&base.Limits.Nodes, "nodes", 0, "end each search after this many `nodes`")
	flags.IntVar(&base.Limits.Depth, "depth", 0, "end each search at this depth in `plies`")
	flags.DurationVar(&base.Limits.Time, "time", 0, "end each search after this `duration`, such as 20ms")
	games := flags.Int("games", 100, "each pair of players plays this `number` of games, two with each opening")
	flags.IntVar(&m.AtOnce, "concurrency", max(1, runtime.GOMAXPROCS(0)/2), "play this `number` of games at once")
	flags.StringVar(&s.openings, "openings", "", "start from the positions (EPD or FEN) or games (PGN) of this `file`")
	plies := flags.Int("plies", 16, "use this many `plies` of a PGN opening")
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
	flags.StringVar(&m.Event, "event", "", "the `name` of the match")

	if err := cli.Parse(flags, args, usage+player.Usage, help); err != nil {
		return nil, err
	}
	a.DrawScore, a.WinScore = chess.Score(*drawScore), chess.Score(*winScore)
	m.Pairs = (*games + 1) / 2
	var err error
	switch {
	case flags.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case specs[1] == "":
		err = errors.New("the second player, -b, is missing")
	case m.Pairs < 1 || m.AtOnce < 1:
		err = errors.New("-games and -concurrency must be positive")
	case min(base.Limits.Nodes, int64(base.Limits.Depth), int64(base.Limits.Time), int64(*plies)) < 0:
		err = errors.New("-nodes, -depth, -time and -plies must not be negative")
	}
	if err == nil {
		s.specs = append(specs[:], more...)
		m.Players, err = contest.ParsePlayers(s.specs, base)
		s.specs = contest.Identities(s.specs)
	}
	if err == nil && *sprt != "" {
		if s.sprt, err = contest.ParseSPRT(*sprt); err == nil {
			s.sprt.Normalized = *normalized
		}
		if err == nil && len(m.Players) > 2 {
			err = errors.New("-sprt is for two players")
		}
	}
	if err == nil {
		err = s.endings.Check()
	}
	if err == nil && s.openings != "" {
		m.Openings, err = contest.ReadOpenings(s.openings, *plies, s.shuffle)
	}
	return s, cli.BadCommandLine(err)
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	s, err := parse(args, stdout)
	if err != nil {
		return err
	}
	tables, err := s.endings.Open(ctx, nil)
	if err != nil {
		return err
	}
	defer tables.Close()
	s.match.Arbiter.Tablebase = tables.Tablebase()
	if s.match.Openings, err = contest.Undecided(s.match.Openings, tables, stderr); err != nil {
		return err
	}
	r := newReport(s, stderr)
	for g, err := range contest.Games(ctx, &s.match, s.specs, s.pgn, r.progress) {
		if err != nil {
			r.end(stdout)
			return err
		}
		r.add(g)
		if s.sprt != nil {
			if _, decided := s.sprt.Decide(r.table.Against(0, 1)); decided {
				break
			}
		}
	}
	return r.end(stdout)
}

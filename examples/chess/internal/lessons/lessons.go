// Package lessons is the command lessons, which says what the games of a player teach.
package lessons

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"runtime"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/annotation"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// Command is the command.
var Command = &cli.Command{
	Name:    "lessons",
	Summary: "say what the games of a player teach: which mistakes come again, and where",
	Args:    "[flags] NAME file.pgn...",
	Example: "'Smith, Jane' games.pgn",
	Help: `
It reviews the games in which NAME is the tag White or Black, or a part of one of them alone, and
groups the bad moves of that player by what they allowed and by what they missed: forks, pieces
left to be captured, mates and so on, with the moves, and beside each how many the opponents
made, who are a measure if they are about as strong. First comes what the player did clearly
more often, then what cost most, and last, at any cost, what has no name, ten groups at
most. Clear is what chance seldom explains, and a trend is told only then, in 40 games or more.
4.5/11 is 4.5 points in 11 games with a result. A point lost is a winning chance of 100 %.

The last line is how to play against one who makes the costliest mistake: "chess help players".

Files may be compressed (gzip, zstd, bzip2, zip); - is the standard input.`,
	Flags: func(flags *flag.FlagSet) cli.Run {
		s := annotation.DefaultSettings()
		s.Nodes = 5000
		flags.Int64Var(&s.Nodes, "nodes", s.Nodes, "search this many `nodes` for each position, and up to eight times as many where it is in doubt")
		flags.TextVar(&s.Language, "lang", s.Language, "write in this `language`: en or de")
		asJSON := flags.Bool("json", false, "write all of it as JSON: each move with its position, reason and better line")
		var goroutines int
		cli.Concurrency(flags, &goroutines, runtime.GOMAXPROCS(0), "review this many `games` at once")
		return func(ctx context.Context, args []string, streams cli.Streams) error {
			if len(args) == 0 || args[0] == "" {
				return cli.BadCommandLine(errors.New("whose games? A name comes first"))
			}
			name, paths := args[0], args[1:]
			if err := cmp.Or(s.Check(), pgnfile.CheckWork(paths)); err != nil {
				return cli.BadCommandLine(err)
			}
			reviewer, err := s.Reviewer(nil)
			if err != nil {
				return err
			}
			var lessons chess.Lessons
			both := 0 // games
			work := pgnfile.Work[*chess.Review]{
				Program: "lessons", Concurrency: goroutines, Stderr: streams.Err,
				Begin: func(j *pgnfile.Job[*chess.Review]) error {
					_, ok := pgnfile.SideOf(name, j.Tree)
					if j.Skip = !ok; pgnfile.BothSides(name, j.Tree) {
						both++
					}
					return nil
				},
				NewWorker: func() (func(context.Context, *pgnfile.Job[*chess.Review]) error, error) {
					return func(ctx context.Context, j *pgnfile.Job[*chess.Review]) (err error) {
						j.Result, err = reviewer.Review(ctx, j.Tree)
						return err
					}, nil
				},
				Done: func(j *pgnfile.Job[*chess.Review]) (string, error) {
					if c, ok := pgnfile.SideOf(name, j.Tree); ok && j.Result != nil {
						lessons.Add(j.Tree, j.Result, c)
					}
					return "", nil
				},
				Finish: func() (err error) {
					switch {
					case lessons.Games == 0:
						return fmt.Errorf("no game of %q, or of one player of that name alone", name)
					case *asJSON:
						err = json.NewEncoder(streams.Out).Encode(lessons)
					default:
						_, err = fmt.Fprint(streams.Out, lessons.Text(s.Language)+player.Practice(&lessons, s.Language, "play -black alphabeta,UCI_Elo=%d,Overlooks=%s"))
					}
					if both > 0 {
						fmt.Fprintf(streams.Err, "lessons: left out %s in which both names have %q\n", prose.Count(both, "game"), name)
					}
					return err
				},
			}
			return work.Do(ctx, pgnfile.Input{Paths: paths, Stdin: streams.In})
		}
	},
}

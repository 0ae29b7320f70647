// Package tune is the command tune: it makes the library learn from its own games: it plays them, and fits the
// weights of the default evaluator to the results.
//
//	go run ./examples/tune play [-games n] [-nodes n] [-random n] [-seed n] [-openings file] [-weights file] games.pgn
//	go run ./examples/tune label [-player player] [-nodes n] games.pgn positions.epd
//	go run ./examples/tune fit [-features names] [-trust n] [-scale mg/eg] [-doubt n] [-rounds n] [-weights file] [-o file] games.pgn or positions.epd...
//	go run ./examples/tune learn [-network name] [-trust n] [-scale mg/eg] [-passes n] [-decay x] [-seed n] [-weights file] [-o file] games.pgn or positions.epd...
//	go run ./examples/tune generations [-generations n] [-games n] [-player player] [-sprt elo,elo] [flags of the others] folder
//	go run ./examples/tune show [-weights file] [FEN]
//
// Play appends games to a file, on all cores, until the file has the number of
// -games. The comment of each move has the score of the search, "[%eval 0.34]", and
// the tag Settings says how the games were played. The program may be interrupted or
// killed at any time; the same command continues. It refuses a file with other games.
// Label has another player, such as an engine, score the quiet positions of the games,
// and writes them as EPD with the operations ce, c9 and id; it continues too. Fit writes
// the weights to a file, and prints its progress and what each weight
// gained; it also reads positions with the results of their games, as EPD with the
// operation c9. Learn trains a network to what the other features of an evaluation leave
// over, and writes the weights of all of them. Show prints an evaluation with these weights
// by feature. Each command starts from the weights of -weights, if they are given, so that
// play and fit can take turns.
//
// Generations does all of this again and again in a folder: the best evaluation so far plays
// games, a player scores their positions, an evaluation learns from those of all generations,
// and a match with the best one decides by a sequential test whether it is the best from then
// on. weights.json has the best, and report.md the table with error bars. The same command
// continues, and with the same seed and without other engines the files are the same again,
// apart from the times that moves and generations took.
//
// With -trust, fit uses the scores of the searches rather than the results. That
// makes a stronger player. Results have many causes, and the moves that a player
// chose are a biased sample: an isolated pawn, for example, looks good, because a
// player accepts it only for compensation.
//
// The exit status is 1 if something fails, 2 for a bad command line, and 3 after an
// interrupt, or if fit has fitted the weights without games or positions that it could
// not read.
package tune

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// Command is the command.
var Command = &cli.Command{Name: "tune", Summary: "fit the weights of an evaluation to games", Raw: func(ctx context.Context, args []string, s cli.Streams) error {
	return run(ctx, args, s.Out, s.Err)
}}

const usage = `usage: tune play [flags] games.pgn
       tune label [flags] games.pgn positions.epd
       tune fit [flags] games.pgn or positions.epd...
       tune learn [flags] games.pgn or positions.epd...
       tune generations [flags] folder
       tune show [flags] [FEN]

Plays games, has an engine score their positions, fits the weights of an evaluation
to the results or the scores, and shows them.
Each command has a flag -help.

example:
  tune play -games 200 -nodes 2000 games.pgn
  tune fit -o weights.json games.pgn
  tune show -weights weights.json
`

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		return cli.BadCommandLine(errors.New("the command is missing: play, label, fit, learn, generations or show"))
	}
	switch args[0] {
	case "play":
		return play(ctx, args[1:], stdout, stderr)
	case "label":
		return labelCommand(ctx, args[1:], stdout, stderr)
	case "fit":
		return fit(ctx, args[1:], stdout, stderr)
	case "learn":
		return learn(ctx, args[1:], stdout, stderr)
	case "generations":
		return generations(ctx, args[1:], stdout, stderr)
	case "show":
		return show(args[1:], stdout)
	case "help", "-h", "-help", "--help":
		_, err := io.WriteString(stdout, usage)
		return err
	}
	return cli.BadCommandLine(fmt.Errorf("unknown command %q: want play, label, fit, learn, generations or show", args[0]))
}

// start holds the flags that all commands have: where the weights are from.
type start struct {
	evaluation *chess.Named[*chess.FeatureEvaluator]
	weights    string
}

// newFlags returns the flag set of a command with the flags that all of them have.
// Without -eval it is the named evaluation.
func newFlags(command, evaluation string) (*flag.FlagSet, *start) {
	flags := flag.NewFlagSet("tune "+command, flag.ContinueOnError)
	from := &start{evaluation: player.EvaluationFlag(flags, evaluation)}
	flags.StringVar(&from.weights, "weights", "", "start from the weights of this `file`, which fit has written for the same evaluation")
	return flags, from
}

// load returns the evaluator to start from. What is wrong with it is wrong with the
// command line.
func (s *start) load() (*chess.FeatureEvaluator, error) {
	e, err := player.Weighted(s.evaluation.New(), s.weights)
	return e, cli.BadCommandLine(err)
}

const showUsage = `usage: tune show [flags] [FEN]

example:
  tune show -weights weights.json

`

func show(args []string, stdout io.Writer) error {
	flags, from := newFlags("show", "default")
	if err := cli.Parse(flags, args, showUsage, stdout); err != nil {
		return err
	}
	p, err := cli.Position(flags.Args())
	if err != nil {
		return cli.BadCommandLine(err)
	}
	evaluator, err := from.load()
	if err != nil {
		return err
	}
	_, err = evaluator.Explain(&p).WriteTo(stdout)
	return err
}

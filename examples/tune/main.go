// Tune makes the library learn from its own games: it plays them, and fits the
// weights of the default evaluator to the results.
//
//	go run ./examples/tune play [-games n] [-nodes n] [-random n] [-seed n] [-openings file] [-weights file] games.pgn
//	go run ./examples/tune fit [-features names] [-trust n] [-doubt n] [-rounds n] [-weights file] [-o file] games.pgn or positions.epd...
//	go run ./examples/tune show [-weights file] [FEN]
//
// Play appends games to a file, on all cores, until the file has the number of
// -games. The comment of each move has the score of the search, "[%eval 0.34]". The
// program may be interrupted at any time; the same command continues. Fit writes
// the weights to a file, and prints its progress and what each weight gained; it
// also reads positions with the results of their games, as EPD with the operation
// c9. Show prints an evaluation with these weights by feature. Each command starts
// from the weights of -weights, if they are given, so that play and fit can take
// turns.
//
// With -trust, fit uses the scores of the searches rather than the results. That
// makes a stronger player. Results have many causes, and the moves that a player
// chose are a biased sample: an isolated pawn, for example, looks good, because a
// player accepts it only for compensation.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

func main() { cli.Exit("tune", run(cli.Context(), os.Args[1:], os.Stdout, os.Stderr)) }

const usage = `usage: tune play [flags] games.pgn
       tune fit [flags] games.pgn or positions.epd...
       tune show [flags] [FEN]
Each command has a flag -help.
`

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		return cli.Usage(errors.New("the command is missing: play, fit or show"))
	}
	switch args[0] {
	case "play":
		return play(ctx, args[1:], stderr)
	case "fit":
		return fit(ctx, args[1:], stdout, stderr)
	case "show":
		return show(args[1:], stdout, stderr)
	case "help", "-h", "-help", "--help":
		_, err := io.WriteString(stdout, usage)
		return err
	}
	return cli.Usage(fmt.Errorf("unknown command %q: want play, fit or show", args[0]))
}

// start holds the flags that all commands have: where the weights are from.
type start struct {
	evaluation *chess.Named[*chess.FeatureEvaluator]
	weights    string
}

// newFlags returns the flag set of a command with the flags that all of them have.
func newFlags(command, arguments string, stderr io.Writer) (*flag.FlagSet, *start) {
	flags := flag.NewFlagSet("tune "+command, flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprintf(stderr, "usage: tune %s [flags] %s\n", command, arguments)
		flags.PrintDefaults()
	}
	from := &start{evaluation: player.EvaluationFlag(flags)}
	flags.StringVar(&from.weights, "weights", "", "start from the weights of this `file`, which fit has written for the same evaluation")
	return flags, from
}

// load returns the evaluator to start from.
func (s *start) load() (*chess.FeatureEvaluator, error) {
	return player.Weighted(s.evaluation.New(), s.weights)
}

func show(args []string, stdout, stderr io.Writer) error {
	flags, from := newFlags("show", "[FEN]", stderr)
	if err := flags.Parse(args); err != nil {
		return cli.Reported(err)
	}
	p, err := cli.Position(flags.Args())
	if err != nil {
		return cli.Usage(err)
	}
	evaluator, err := from.load()
	if err != nil {
		return err
	}
	_, err = evaluator.Explain(&p).WriteTo(stdout)
	return err
}

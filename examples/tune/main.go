// Tune makes the library learn from its own games: it plays them, and fits the
// numbers of the default evaluator to how they ended.
//
//	go run ./examples/tune play [-games n] [-nodes n] [-random n] [-seed n] [-openings file] [-weights file] games.pgn
//	go run ./examples/tune fit [-features names] [-trust n] [-doubt n] [-rounds n] [-weights file] [-o file] games.pgn or positions.epd...
//	go run ./examples/tune show [-weights file] [FEN]
//
// Play appends games to a file, on all cores, until it has as many as asked; after
// each move it notes what the search made of the position, "[%eval 0.34]".
// Interrupt it at any time: the same command goes on where it was. Fit shows
// how it is getting on, what each number gained, and writes the numbers into a
// file; it also reads positions with the results of their games, as EPD with the
// operation c9. Show takes an evaluation with these numbers apart. Each of them begins
// with the numbers of -weights, if there are any, so that play and fit can take
// turns.
//
// By -trust, fit believes in what the searches say rather than in the results.
// That makes the stronger player. Who wins has many reasons, and those moves that
// a player chose are no fair sample: an isolated pawn, say, looks like a good
// thing, since nobody accepts one for nothing.
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
	"github.com/seed-0971039b/chess/examples/internal/contest"
)

func main() { cli.Exit("tune", run(cli.Context(os.Interrupt), os.Args[1:], os.Stdout, os.Stderr), 1) }

const usage = `usage: tune play [flags] games.pgn
       tune fit [flags] games.pgn or positions.epd...
       tune show [flags] [FEN]
Each command has a flag -help.
`

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		return cli.Usage(errors.New("a command is missing: play, fit or show"))
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
	return cli.Usage(fmt.Errorf("no command is called %q: there are play, fit and show", args[0]))
}

// newFlags returns the flags of a command, with the one that all of them have.
func newFlags(command, arguments string, stderr io.Writer) (flags *flag.FlagSet, weights *string) {
	flags = flag.NewFlagSet("tune "+command, flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprintf(stderr, "usage: tune %s [flags] %s\n", command, arguments)
		flags.PrintDefaults()
	}
	weights = flags.String("weights", "", "begin with the numbers of this `file`, which fit has written")
	return flags, weights
}

// load returns the default evaluator, with the numbers of a file if there is a
// path.
func load(path string) (*chess.FeatureEvaluator, error) {
	return contest.Weighted(chess.NewDefaultEvaluator(), path)
}

func show(args []string, stdout, stderr io.Writer) error {
	flags, weights := newFlags("show", "[FEN]", stderr)
	if err := flags.Parse(args); err != nil {
		return cli.Told(err)
	}
	p, err := cli.Position(flags.Args())
	if err != nil {
		return cli.Usage(err)
	}
	evaluator, err := load(*weights)
	if err != nil {
		return err
	}
	_, err = evaluator.Explain(&p).WriteTo(stdout)
	return err
}

// Feature adds a feature to an evaluation and measures it. The feature is in
// badbishop.go: replace it by yours.
//
//	go run ./examples/feature explain [-eval name] [FEN]
//	go run ./examples/feature bench [-eval name] [-time d] [games.pgn]
//	go run ./examples/feature match [-eval name] [-games n] [-time d | -nodes n] [-openings file]
//
// With -eval, it adds the feature to another evaluation of the package than the
// default.
//
// Explain prints the evaluation of a position by feature, and the credits of the
// new feature, square by square. Bench measures its time on the positions of
// recorded games. Match measures its strength by games of the evaluator with the
// feature against the evaluator without it; an interrupt ends the match and prints
// the result so far.
//
// The exit status is 1 if something fails, 2 for a bad command line, and 3 after an
// interrupt, or if bench has measured without games that it could not read.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// feature is the feature to add. Its numbers are a guess.
var feature = BadBishop{Pawn: chess.Tapered{MG: -4, EG: -8}}

// withFeature returns an evaluator of the terms of e and the feature.
func withFeature(e *chess.FeatureEvaluator) (*chess.FeatureEvaluator, error) {
	terms := append(e.Terms(), chess.Term{Feature: feature, MG: 100, EG: 100}) // percent
	return chess.NewFeatureEvaluator(terms...)
}

func main() {
	cli.Exit("feature", run(cli.Context(), os.Args[1:], os.Stdout, os.Stderr))
}

const usage = `usage: feature explain [-eval name] [FEN]
       feature bench [-eval name] [-time d] [games.pgn]
       feature match [-eval name] [-games n] [-time d | -nodes n] [-openings file]

Adds a feature of its own to an evaluation, explains it, and measures its time and
its strength. Each command has a flag -help.

example:
  feature explain
  feature bench -time 1s testdata/games.pgn
  feature match -games 40 -nodes 2000 -openings testdata/openings.epd
`

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		return cli.BadCommandLine(errors.New("the command is missing: explain, bench or match"))
	}
	switch args[0] {
	case "explain":
		return explain(args[1:], stdout)
	case "bench":
		return bench(ctx, args[1:], stdout, stderr)
	case "match":
		return match(ctx, args[1:], stdout, stderr)
	case "help", "-h", "-help", "--help":
		_, err := io.WriteString(stdout, usage)
		return err
	}
	return cli.BadCommandLine(fmt.Errorf("unknown command %q: want explain, bench or match", args[0]))
}

// knightAgainstBishop has a bishop behind eight pawns on squares of its colour.
const knightAgainstBishop = "8/1b3k2/p1p1p1p1/Pp1pPpPp/1P1P1P1P/2K1N3/8/8 w - - 0 50"

const explainUsage = `usage: feature explain [-eval name] [FEN]

example:
  feature explain -eval pesto

`

// explain prints the evaluation of a position, and the credits of the feature.
func explain(args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("feature explain", flag.ContinueOnError)
	evaluation := player.EvaluationFlag(flags, "default")
	words, err := cli.Interleaved(flags, args, func(args []string) error { return cli.Parse(flags, args, explainUsage, stdout) })
	if err != nil {
		return err
	}
	fen := knightAgainstBishop
	if len(words) > 0 {
		fen = strings.Join(words, " ")
	}
	p, err := chess.ParseFEN(fen)
	if err != nil {
		return cli.BadCommandLine(err)
	}
	evaluator, err := withFeature(evaluation.New())
	if err != nil {
		return err
	}
	x := evaluator.Explain(&p)
	var b strings.Builder
	fmt.Fprintf(&b, "%v\n%s\n", x, feature.Name())
	for _, c := range x.Features[len(x.Features)-1].Credits {
		fmt.Fprintf(&b, "  %v's %v on %v: %v in the middlegame, %v in the endgame\n", c.Color, c.Piece.Type(), c.Square, c.MG, c.EG)
	}
	_, err = io.WriteString(stdout, b.String())
	return err
}

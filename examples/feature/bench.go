package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/timing"
)

// bench prints the time of an evaluation without the feature and with it.
func bench(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("feature bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	duration := flags.Duration("time", 2*time.Second, "measure for this `duration`")
	evaluation := player.EvaluationFlag(flags)
	if err := flags.Parse(args); err != nil {
		return cli.Reported(err)
	}
	path := "testdata/games.pgn"
	switch flags.NArg() {
	case 0:
	case 1:
		path = flags.Arg(0)
	default:
		return cli.Usage(errors.New("bench takes one file of games"))
	}
	positions, err := recorded(path)
	if err != nil {
		return err
	}
	with, err := withFeature(evaluation.New())
	if err != nil {
		return err
	}
	alone, err := chess.NewFeatureEvaluator(chess.Terms(feature)...)
	if err != nil {
		return err
	}
	costs := measure(ctx, positions, *duration, evaluation.New(), with, alone)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	_, err = fmt.Fprintf(stdout, `one evaluation, the best of many passes over %d positions:
without  %8.1f ns
with     %8.1f ns, %+.1f %%
alone    %8.1f ns
`, len(positions), costs[0], costs[1], 100*(costs[1]/costs[0]-1), costs[2])
	return err
}

// recorded returns the positions after each move of the games in a file, of games with
// a fault as far as they go.
func recorded(path string) ([]chess.Position, error) {
	return read(path, func(r io.Reader) ([]chess.Position, error) {
		var positions []chess.Position
		v := chess.PGNVisitor{Move: func(_ chess.Move, p *chess.Position) bool {
			positions = append(positions, *p)
			return true
		}}
		for games := chess.NewPGNReader(r); ; {
			err := games.Visit(&v)
			_, fault := err.(*chess.ParseError)
			switch {
			case err == io.EOF && len(positions) == 0:
				return nil, errors.New("no positions")
			case err == io.EOF:
				return positions, nil
			case err != nil && !fault:
				return nil, err
			}
		}
	})
}

// measure returns the time in nanoseconds that each evaluator takes for a position.
func measure(ctx context.Context, positions []chess.Position, d time.Duration, evaluators ...chess.Evaluator) []float64 {
	var passes []timing.Work
	for _, e := range evaluators {
		passes = append(passes, timing.Work{Do: func() {
			for i := range positions {
				e.Evaluate(&positions[i])
			}
		}})
	}
	var costs []float64
	for _, best := range timing.Best(ctx, d, passes...) {
		costs = append(costs, float64(best.Nanoseconds())/float64(len(positions)))
	}
	return costs
}

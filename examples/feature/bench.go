package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/timing"
)

const benchUsage = `usage: feature bench [-eval name] [-time d] [games.pgn]

example:
  feature bench -time 1s testdata/games.pgn

`

// bench prints the time of an evaluation without the feature and with it.
func bench(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("feature bench", flag.ContinueOnError)
	duration := flags.Duration("time", 2*time.Second, "measure for this `duration`")
	evaluation := player.EvaluationFlag(flags, "default")
	if err := cli.Parse(flags, args, benchUsage, stdout); err != nil {
		return err
	}
	path := "testdata/games.pgn"
	switch flags.NArg() {
	case 0:
	case 1:
		path = flags.Arg(0)
	default:
		return cli.BadCommandLine(errors.New("bench takes one file of games"))
	}
	positions, faults, err := recorded(path)
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
	shown := progress.New(stderr)
	defer shown.Clear()
	seconds, began := int(duration.Seconds()), time.Now()
	shown.Start("seconds", 0, seconds)
	show := func() { shown.Show(int(time.Since(began).Seconds()), seconds, "") }
	costs := measure(ctx, positions, *duration, show, evaluation.New(), with, alone)
	shown.Clear()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	_, err = fmt.Fprintf(stdout, `one evaluation, the best of many passes over %d positions:
without  %8.1f ns
with     %8.1f ns, %+.1f %%
alone    %8.1f ns
`, len(positions), costs[0], costs[1], 100*(costs[1]/costs[0]-1), costs[2])
	if err == nil && faults > 0 {
		err = cli.Partly(fmt.Errorf("%s: %d games with a fault, used up to it", path, faults))
	}
	return err
}

// recorded returns the positions after each move of the games in a file, of games with
// a fault as far as they go, and the number of these.
func recorded(path string) (positions []chess.Position, faults int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer file.Close()
	v := chess.PGNVisitor{Move: func(p *chess.Position, m chess.Move) bool {
		positions = append(positions, p.After(m))
		return true
	}}
	for games := chess.NewPGNReader(file); ; {
		err := games.Visit(&v)
		_, fault := err.(*chess.ParseError)
		switch {
		case err == io.EOF && len(positions) == 0:
			return nil, 0, fmt.Errorf("%s: no positions", path)
		case err == io.EOF:
			return positions, faults, nil
		case fault:
			faults++
		case err != nil:
			return nil, 0, fmt.Errorf("%s: %w", path, err)
		}
	}
}

// measure returns the time in nanoseconds that each evaluator takes for a position.
// It calls show before each pass.
func measure(ctx context.Context, positions []chess.Position, d time.Duration, show func(), evaluators ...chess.Evaluator) []float64 {
	var passes []timing.Work
	for _, e := range evaluators {
		passes = append(passes, timing.Work{Prepare: show, Do: func() {
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

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/seed-0971039b/chess"
)

// bench shows what an evaluation takes without the feature and with it.
func bench(args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("feature bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	duration := flags.Duration("time", 2*time.Second, "measure for this `duration`")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return err
	} else if err != nil {
		return errors.Join(errFlag, err)
	}
	path := "testdata/games.pgn"
	switch flags.NArg() {
	case 0:
	case 1:
		path = flags.Arg(0)
	default:
		return usageError{errors.New("bench takes one file of games")}
	}
	positions, err := recorded(path)
	if err != nil {
		return err
	}
	with, err := newEvaluator()
	if err != nil {
		return err
	}
	alone, err := chess.NewFeatureEvaluator(chess.Full(feature)...)
	if err != nil {
		return err
	}
	costs := measure(positions, *duration, chess.NewDefaultEvaluator(), with, alone)
	_, err = fmt.Fprintf(stdout, `one evaluation, the best of many passes over %d positions:
without  %8.1f ns
with     %8.1f ns, %+.1f %%
alone    %8.1f ns
`, len(positions), costs[0], costs[1], 100*(costs[1]/costs[0]-1), costs[2])
	return err
}

// recorded returns the positions of a file of games.
func recorded(path string) ([]chess.Position, error) {
	return read(path, func(r io.Reader) ([]chess.Position, error) {
		var positions []chess.Position
		for tree, err := range chess.NewPGNReader(r).All() {
			if err != nil {
				return nil, err
			}
			p := tree.Start()
			for _, m := range tree.Mainline() {
				p = p.After(m)
				positions = append(positions, p)
			}
		}
		if len(positions) == 0 {
			return nil, errors.New("there are no positions")
		}
		return positions, nil
	})
}

// measure returns how many nanoseconds each of the evaluators takes for a
// position. They take turns, and the best pass of each counts: what else the
// machine does only makes a pass slower.
func measure(positions []chess.Position, duration time.Duration, evaluators ...chess.Evaluator) []float64 {
	best := make([]float64, len(evaluators))
	for i := range best {
		best[i] = math.Inf(1)
	}
	for start, passes := time.Now(), 0; passes == 0 || time.Since(start) < duration; passes++ {
		for i, e := range evaluators {
			began := time.Now()
			for j := range positions {
				e.Evaluate(&positions[j])
			}
			took := float64(time.Since(began).Nanoseconds()) / float64(len(positions))
			best[i] = min(best[i], took)
		}
	}
	return best
}

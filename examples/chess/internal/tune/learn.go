package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/lock"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/replace"
)

const learnUsage = `usage: tune learn [flags] games.pgn or positions.epd...

example:
  tune learn -trust 100 -o weights.json positions.epd

`

// learn trains a network.
func learn(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags, from := newFlags("learn", "default")
	trust := flags.Int("trust", 0, "take this many `percent` of the expected result of a position from its score, and the rest from the result of the game")
	minPieces := flags.Int("minpieces", 0, "leave out positions of fewer `pieces`")
	network := flags.String("network", "all pieces", `train this `+"`network`"+`: "all pieces" or "pawns and kings"`)
	passes := flags.Int("passes", 12, "go through all positions this `number` of times")
	decay := flags.Float64("decay", 0.0002, "pull weights to zero by this `part` of themselves in the slope of the error: more for fewer positions")
	scale := flags.String("scale", "", scaleUsage+"the evaluation without the network")
	seed := flags.Uint64("seed", 1, "begin with other random weights with another `seed`")
	out := flags.String("o", "weights.json", "write the weights to this `file`")
	if err := cli.Parse(flags, args, learnUsage, stdout); err != nil {
		return err
	}
	if _, err := chess.ByName(player.Networks(), *network); err != nil {
		return cli.BadCommandLine(fmt.Errorf("-network: %w", err))
	}
	if flags.NArg() == 0 || *passes < 1 || *minPieces < 0 || *decay < 0 || *trust < 0 || *trust > 100 {
		return cli.BadCommandLine(errors.New("learn takes files of games or positions, at least one pass, -minpieces and -decay must not be negative, and -trust a percentage"))
	}
	evaluator, err := from.load()
	if err != nil {
		return err
	}
	if err := replace.Foreign(*out, "file of weights", isWeights); err != nil {
		return err
	}
	l, err := lock.File(*out)
	if err != nil {
		return err
	}
	defer l.Release()
	shown := progress.New(stderr)
	defer shown.Close()
	tuner := chess.Tuner{Terms: evaluator.Terms(), Trust: *trust, MinPieces: *minPieces}
	by := chess.Learning{Network: *network, Passes: *passes, Seed: *seed, Decay: cmp.Or(*decay, -1)}
	if *scale != "" {
		if by.Scale, err = parseScale(*scale); err != nil {
			return cli.BadCommandLine(err)
		}
	}
	broken, err := readAll(ctx, &tuner, flags.Args(), shown)
	if err != nil {
		return err
	}
	shown.Start("passes", 0, *passes)
	tuner.Progress = func(p chess.TuneProgress) {
		shown.Show(p.Round, *passes, fmt.Sprintf("error %.6f, of the games held out %.6f", p.Error, p.HeldOut))
		fmt.Fprintf(shown, "pass %d: error %.6f, of the games held out %.6f\n", p.Round, p.Error, p.HeldOut)
	}
	report, err := tuner.Learn(ctx, by)
	if err != nil {
		return err
	}
	shown.Close()
	if err := save(*out, report.Terms); err != nil {
		return err
	}
	settings := fmt.Sprintf("\nevaluation %s, weights %s, network %q, trust %d, scale %s, passes %d, decay %g, seed %d, games %s\n",
		from.evaluation.Name, cmp.Or(from.weights, "its own"), *network, *trust, cmp.Or(*scale, "found"), *passes, *decay, *seed, strings.Join(flags.Args(), " "))
	if _, err := io.WriteString(stdout, report.String()+settings); err != nil {
		return err
	}
	if broken > 0 {
		return cli.Partly(cli.ErrReported)
	}
	return nil
}

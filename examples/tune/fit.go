package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/replace"
)

// fit fits the weights of an evaluator to the results of games.
func fit(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags, from := newFlags("fit", "games.pgn or positions.epd...", stderr)
	features := flags.String("features", "", "change only the weights of the features with these `names`, such as material,tempo")
	doubt := flags.Int("doubt", 30, "assume that a weight is off by this many `centipawns`, plus a quarter of its value")
	trust := flags.Int("trust", 0, "take this many `percent` of the expected result of a position from the score in the comment, \"[%eval 0.34]\", and the rest from the result of the game")
	rounds := flags.Int("rounds", 3, "repeat the fit this `number` of times, each from the weights before")
	out := flags.String("o", "weights.json", "write the weights to this `file`")
	if err := flags.Parse(args); err != nil {
		return cli.Reported(err)
	}
	if flags.NArg() == 0 || *rounds < 1 || *doubt < 1 {
		return cli.Usage(errors.New("fit takes files of games or positions, at least one round, and -doubt must be positive"))
	}
	evaluator, err := from.load()
	if err != nil {
		return err
	}
	tuner := chess.Tuner{Terms: evaluator.Terms(), Trust: *trust, Doubt: *doubt, Rounds: *rounds}
	if *features != "" {
		names := strings.Split(*features, ",")
		if err := check(names, tuner.Terms); err != nil {
			return cli.Usage(err)
		}
		tuner.Fixed = func(feature, _ string) bool { return !slices.Contains(names, feature) }
	}
	for _, path := range flags.Args() {
		if err := read(&tuner, path, stderr); err != nil {
			return err
		}
	}
	tuner.Progress = func(p chess.TuneProgress) {
		if p.Step > 0 {
			fmt.Fprintf(stderr, "round %d, step %d: error %.6f\n", p.Round, p.Step, p.Error)
		} else {
			fmt.Fprintf(stderr, "round %d: error %.6f, of the games held out %.6f\n", p.Round, p.Error, p.HeldOut)
		}
	}
	report, err := tuner.Fit(ctx)
	if err != nil {
		return err
	}
	// Write the file first: the output of the long table may fail.
	if err := save(*out, report.Terms); err != nil {
		return err
	}
	_, err = io.WriteString(stdout, format(report))
	return err
}

// format formats the report, without the table if it has no rows.
func format(r *chess.TuneReport) string {
	text := r.String()
	if slices.ContainsFunc(r.Weights, func(w chess.TunedWeight) bool { return w.From != w.To }) {
		return text
	}
	head, _, _ := strings.Cut(text, "\n\n")
	measure := "error"
	if r.HeldOut > 0 {
		measure = "error of the games held out"
	}
	return fmt.Sprintf("%s\n\nNo weight was changed: the %s did not fall.\n", head, measure)
}

// check returns an error if a name is not that of a feature of the terms.
func check(names []string, terms []chess.Term) error {
	var all []string
	for _, t := range terms {
		all = append(all, t.Feature.Name())
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			return fmt.Errorf("unknown feature %q: want one of %s", name, strings.Join(all, ", "))
		}
	}
	return nil
}

// read adds the games of a file to t, or the positions if the name of the file ends
// with .epd.
func read(t *chess.Tuner, path string, stderr io.Writer) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	before, broken := t.Positions(), 0
	what := "games with a fault, used up to it"
	if strings.EqualFold(filepath.Ext(path), ".epd") {
		what = "broken lines skipped"
		broken, err = t.ReadPositions(file)
	} else {
		broken, err = t.ReadGames(chess.NewPGNReader(file))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	fmt.Fprintf(stderr, "%s: %d quiet positions", path, t.Positions()-before)
	if broken > 0 {
		fmt.Fprintf(stderr, "; %d %s", broken, what)
	}
	fmt.Fprintln(stderr)
	return nil
}

// save writes the weights of terms to a file, for the flag -weights.
func save(path string, terms []chess.Term) error {
	return replace.File(path, func(w io.Writer) error { return chess.WriteWeights(w, terms...) })
}

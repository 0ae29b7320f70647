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

// fit fits the numbers of the default evaluator to the results of games.
func fit(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags, weights := newFlags("fit", "games.pgn or positions.epd...", stderr)
	features := flags.String("features", "", "change the numbers of the features with these `names` only, such as material,tempo")
	doubt := flags.Int("doubt", 30, "take a number to be off by so many `centipawns`, besides a quarter of itself")
	trust := flags.Int("trust", 0, "take so many `percent` of what is expected of a position from its value in the comment, \"[%eval 0.34]\", and the rest from the result")
	rounds := flags.Int("rounds", 3, "measure so many `times` what the numbers do")
	out := flags.String("o", "weights.json", "write the numbers into this `file`")
	if err := flags.Parse(args); err != nil {
		return cli.Told(err)
	}
	if flags.NArg() == 0 || *rounds < 1 || *doubt < 1 {
		return cli.Usage(errors.New("fit takes files of games or positions, at least one round, and -doubt must be positive"))
	}
	evaluator, err := load(*weights)
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
	// The file comes first: the reader of a long table may have had enough.
	if err := save(*out, report.Terms); err != nil {
		return err
	}
	_, err = io.WriteString(stdout, told(report))
	return err
}

// told returns the report, without the table if it has no rows.
func told(r *chess.TuneReport) string {
	text := r.String()
	if slices.ContainsFunc(r.Weights, func(w chess.TunedWeight) bool { return w.From != w.To }) {
		return text
	}
	head, _, _ := strings.Cut(text, "\n\n")
	judged := "error"
	if r.HeldOut > 0 {
		judged = "error of the games held out"
	}
	return fmt.Sprintf("%s\n\nNo number was changed: the %s did not fall.\n", head, judged)
}

// check reports a name that none of the terms' features has.
func check(names []string, terms []chess.Term) error {
	var all []string
	for _, t := range terms {
		all = append(all, t.Feature.Name())
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			return fmt.Errorf("no feature is called %q: there are %s", name, strings.Join(all, ", "))
		}
	}
	return nil
}

// read adds the games of a file to t, or, if it is called .epd, the positions.
func read(t *chess.Tuner, path string, stderr io.Writer) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	before, kind, broken := t.Positions(), "games", 0
	if strings.EqualFold(filepath.Ext(path), ".epd") {
		kind = "lines"
		broken, err = t.ReadPositions(file)
	} else {
		broken, err = t.ReadGames(chess.NewPGNReader(file))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	fmt.Fprintf(stderr, "%s: %d quiet positions", path, t.Positions()-before)
	if broken > 0 {
		fmt.Fprintf(stderr, "; %d broken %s are left out", broken, kind)
	}
	fmt.Fprintln(stderr)
	return nil
}

// save writes the numbers of terms into a file, for load.
func save(path string, terms []chess.Term) error {
	return replace.File(path, func(w io.Writer) error { return chess.WriteWeights(w, terms...) })
}

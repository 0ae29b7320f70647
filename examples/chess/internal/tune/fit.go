package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/lock"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/replace"
)

const fitUsage = `usage: tune fit [flags] games.pgn or positions.epd...

example:
  tune fit -rounds 1 -o weights.json games.pgn

`

// fit fits the weights of an evaluator to the results of games.
func fit(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags, from := newFlags("fit", "default")
	features := flags.String("features", "", "change only the weights of the features with these `names`, such as material,tempo")
	doubt := flags.Int("doubt", 30, "assume that a weight is off by this many `centipawns`, plus a quarter of its value")
	trust := flags.Int("trust", 0, "take this many `percent` of the expected result of a position from the score in the comment, \"[%eval 0.34]\", and the rest from the result of the game")
	scale := flags.String("scale", "", scaleUsage+"the weights at the start")
	minPieces := flags.Int("minpieces", 0, "leave out positions of fewer `pieces`: 5 for a player that has tables of all endings of four, which it never evaluates")
	rounds := flags.Int("rounds", 3, "repeat the fit this `number` of times, each from the weights before")
	out := flags.String("o", "weights.json", "write the weights to this `file`")
	if err := cli.Parse(flags, args, fitUsage, stdout); err != nil {
		return err
	}
	if flags.NArg() == 0 || *rounds < 1 || *doubt < 1 || *minPieces < 0 || *trust < 0 || *trust > 100 {
		return cli.BadCommandLine(errors.New("fit takes files of games or positions, at least one round, -doubt must be positive, -minpieces not negative, and -trust a percentage"))
	}
	evaluator, err := from.load()
	if err != nil {
		return err
	}
	tuner := chess.Tuner{Terms: evaluator.Terms(), Trust: *trust, Doubt: *doubt, MinPieces: *minPieces, Rounds: *rounds}
	if *scale != "" {
		if tuner.Scale, err = parseScale(*scale); err != nil {
			return cli.BadCommandLine(err)
		}
	}
	if *features != "" {
		names := strings.Split(*features, ",")
		if err := check(names, tuner.Terms); err != nil {
			return cli.BadCommandLine(err)
		}
		tuner.Fixed = func(feature, _ string) bool { return !slices.Contains(names, feature) }
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
	broken, err := readAll(ctx, &tuner, flags.Args(), shown)
	if err != nil {
		return err
	}
	shown.Start("rounds", 0, *rounds)
	tuner.Progress = func(p chess.TuneProgress) {
		if p.Step > 0 {
			shown.Show(p.Round-1, *rounds, fmt.Sprintf("step %d: error %.6f", p.Step, p.Error))
			return
		}
		shown.Show(p.Round, *rounds, fmt.Sprintf("error %.6f", p.Error))
		fmt.Fprintf(shown, "round %d: error %.6f, of the games held out %.6f\n", p.Round, p.Error, p.HeldOut)
	}
	report, err := tuner.Fit(ctx)
	if err != nil {
		return err
	}
	shown.Close()
	// Write the file first: the output of the long table may fail.
	if err := save(*out, report.Terms); err != nil {
		return err
	}
	few := ""
	if *minPieces > 0 {
		few = fmt.Sprintf("at least %d pieces, ", *minPieces)
	}
	settings := fmt.Sprintf("\nevaluation %s, weights %s, doubt %d, trust %d, scale %s, %srounds %d, games %s\n",
		from.evaluation.Name, cmp.Or(from.weights, "its own"), *doubt, *trust, cmp.Or(*scale, "found"), few, *rounds, strings.Join(flags.Args(), " "))
	if _, err := io.WriteString(stdout, format(report)+settings); err != nil {
		return err
	}
	if broken > 0 {
		return cli.Partly(cli.ErrReported)
	}
	return nil
}

const scaleUsage = "the advantages in `centipawns`, in the middlegame and the endgame, at which the odds are 10:1, such as 185/210; by default those are found that suit "

// parseScale reads two numbers with a slash between them.
func parseScale(text string) (scale chess.TuneScale, err error) {
	mg, eg, _ := strings.Cut(text, "/")
	for _, part := range []struct {
		text  string
		value *float64
	}{{mg, &scale.MG}, {eg, &scale.EG}} {
		n, err := strconv.ParseUint(part.text, 10, 16)
		if err != nil || n == 0 {
			return scale, fmt.Errorf("-scale %s: want two positive numbers, such as 185/210", text)
		}
		*part.value = float64(n)
	}
	return scale, nil
}

// isWeights reports whether the content is weights of one of the package's
// evaluations.
func isWeights(content io.Reader) bool {
	text, err := io.ReadAll(content)
	return err == nil && slices.ContainsFunc(chess.Evaluators(), func(e chess.Named[*chess.FeatureEvaluator]) bool {
		_, err := player.ReadWeights(text, e.New().Terms())
		return err == nil
	})
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

// readAll adds the games or positions of files to t. It returns how many of them have a
// fault.
func readAll(ctx context.Context, t *chess.Tuner, paths []string, shown *progress.Progress) (broken int, err error) {
	for _, path := range paths {
		n, err := read(ctx, t, path, shown)
		if err != nil {
			return 0, err
		}
		broken += n
	}
	return broken, nil
}

// read adds the games of a file to t, or the positions if the name of the file ends
// with .epd. It returns how many of them have a fault.
func read(ctx context.Context, t *chess.Tuner, path string, shown *progress.Progress) (broken int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	size := int64(0)
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
		size = info.Size()
	}
	shown.Start("kB of "+path, 0, int(size/1000))
	r := &meter{ctx: ctx, r: file, shown: shown, size: size}
	before := t.Positions()
	what := "games with a fault, used up to it"
	if strings.EqualFold(filepath.Ext(path), ".epd") {
		what = "broken lines skipped"
		broken, err = t.ReadPositions(r)
	} else {
		broken, err = t.ReadGames(chess.NewPGNReader(r))
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	line := fmt.Sprintf("%s: %d quiet positions", path, t.Positions()-before)
	if broken > 0 {
		line += fmt.Sprintf("; %d %s", broken, what)
	}
	fmt.Fprintln(shown, line)
	return broken, nil
}

// A meter shows how much of a file has been read, and ends the reading when ctx is
// done.
type meter struct {
	ctx        context.Context
	r          io.Reader
	shown      *progress.Progress
	size, done int64
}

func (m *meter) Read(p []byte) (int, error) {
	if err := m.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := m.r.Read(p)
	m.done += int64(n)
	m.shown.Show(int(m.done/1000), int(m.size/1000), "")
	return n, err
}

// save writes the weights of terms to a file, for the flag -weights.
func save(path string, terms []chess.Term) error {
	return replace.File(path, func(w io.Writer) error { return chess.WriteWeights(w, terms...) })
}

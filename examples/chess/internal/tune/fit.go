package tune

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// A fitting holds the flags that fit and learn share.
type fitting struct {
	*start
	tuner  chess.Tuner
	scale  chess.TuneScale
	scaled string // the flag -scale, or ""
	out    string
}

// fittingFlags defines the flags of a fitting. What the advantages of -scale are found for
// comes last in its help.
func fittingFlags(flags *flag.FlagSet, scaleOf string) *fitting {
	f := &fitting{start: startFlags(flags)}
	flags.IntVar(&f.tuner.Trust, "trust", 0, "take this many `percent` of the expected result of a position from its score, such as the comment \"[%eval 0.34]\", and the rest from the result of the game")
	flags.IntVar(&f.tuner.MinPieces, "minpieces", 0, "leave out positions of fewer `pieces`: 5 for a player that has tables of all endings of four, which it never evaluates")
	flags.Func("scale", "the advantages in `centipawns`, in the middlegame and the endgame, at which the odds are 10:1, such as 185/210; by default those are found that suit "+scaleOf, func(text string) (err error) {
		f.scaled = text
		f.scale, err = parseScale(text)
		return err
	})
	flags.StringVar(&f.out, "o", "weights.json", "write the weights to this `file`")
	return f
}

// load checks the flags, and loads the terms to tune.
func (f *fitting) load(paths []string) error {
	if len(paths) == 0 || f.tuner.MinPieces < 0 || f.tuner.Trust < 0 || f.tuner.Trust > 100 {
		return cli.BadCommandLine(errors.New("want files of games or positions; -minpieces must not be negative, and -trust a percentage"))
	}
	evaluator, err := f.start.load()
	if err == nil {
		f.tuner.Terms = evaluator.Terms()
	}
	return err
}

// run reads games or positions, makes weights of them, writes these and prints the report
// with the settings.
func (f *fitting) run(ctx context.Context, paths []string, s cli.Streams, units string, n int, tune func() (*chess.TuneReport, error), settings string) error {
	if err := outfile.Foreign(f.out, "file of weights", isWeights); err != nil {
		return err
	}
	l, err := outfile.Hold(f.out)
	if err != nil {
		return err
	}
	defer l.Release()
	shown := progress.New(s.Err)
	defer shown.Close()
	broken, err := readAll(ctx, &f.tuner, paths, shown)
	if err != nil {
		return err
	}
	shown.Start(units, 0, n)
	f.tuner.Progress = func(p chess.TuneProgress) {
		if p.Step > 0 {
			shown.Show(p.Round-1, n, fmt.Sprintf("step %d: error %.6f", p.Step, p.Error))
			return
		}
		text := fmt.Sprintf("error %.6f, of the games held out %.6f", p.Error, p.HeldOut)
		shown.Show(p.Round, n, text)
		fmt.Fprintf(shown, "%s %d: %s\n", map[string]string{"rounds": "round", "passes": "pass"}[units], p.Round, text)
	}
	report, err := tune()
	if err != nil {
		return err
	}
	shown.Close()
	// Write the file first: the output of the long table may fail.
	if err := save(f.out, report.Terms); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "%s\nevaluation %s, weights %s, %s, games %s\n", format(report),
		f.evaluation.Name, cmp.Or(f.weights, "its own"), settings, strings.Join(paths, " "))
	if err == nil && broken > 0 {
		err = cli.Partly(cli.ErrReported)
	}
	return err
}

// fit fits the weights of the features.
func fit(flags *flag.FlagSet) cli.Run {
	f := fittingFlags(flags, "the weights at the start")
	features := flags.String("features", "", "change only the weights of the features with these `names`, such as material,tempo")
	flags.IntVar(&f.tuner.Doubt, "doubt", 30, "assume that a weight is off by this many `centipawns`, plus a quarter of its value")
	flags.IntVar(&f.tuner.Rounds, "rounds", 3, "repeat the fit this `number` of times, each from the weights before")
	return func(ctx context.Context, paths []string, s cli.Streams) error {
		t := &f.tuner
		if t.Rounds < 1 || t.Doubt < 1 {
			return cli.BadCommandLine(errors.New("-rounds and -doubt must be positive"))
		}
		if err := f.load(paths); err != nil {
			return err
		}
		t.Scale = f.scale
		if *features != "" {
			names := strings.Split(*features, ",")
			var all []string
			for _, term := range t.Terms {
				all = append(all, term.Feature.Name())
			}
			for _, name := range names {
				if !slices.Contains(all, name) {
					return cli.BadCommandLine(fmt.Errorf("unknown feature %q: want one of %s", name, strings.Join(all, ", ")))
				}
			}
			t.Fixed = func(feature, _ string) bool { return !slices.Contains(names, feature) }
		}
		few := ""
		if t.MinPieces > 0 {
			few = fmt.Sprintf("at least %d pieces, ", t.MinPieces)
		}
		settings := fmt.Sprintf("doubt %d, trust %d, scale %s, %srounds %d", t.Doubt, t.Trust, cmp.Or(f.scaled, "found"), few, t.Rounds)
		return f.run(ctx, paths, s, "rounds", t.Rounds, func() (*chess.TuneReport, error) { return t.Fit(ctx) }, settings)
	}
}

// learn trains a network.
func learn(flags *flag.FlagSet) cli.Run {
	f := fittingFlags(flags, "the evaluation without the network")
	var by chess.Learning
	networkFlags(flags, &by, 0.0002)
	flags.BoolVar(&by.Continue, "continue", false, "begin with the units of the network that the evaluation has, and random ones beside them")
	flags.Uint64Var(&by.Seed, "seed", 1, "begin with other random weights with another `seed`")
	return func(ctx context.Context, paths []string, s cli.Streams) error {
		if err := checkNetwork(&by); err != nil {
			return cli.BadCommandLine(err)
		}
		if err := f.load(paths); err != nil {
			return err
		}
		by.Scale = f.scale
		settings := fmt.Sprintf("network, trust %d, scale %s, passes %d, decay %g, seed %d, continue %v",
			f.tuner.Trust, cmp.Or(f.scaled, "found"), by.Passes, by.Decay, by.Seed, by.Continue)
		by.Decay = cmp.Or(by.Decay, -1)
		return f.run(ctx, paths, s, "passes", by.Passes, func() (*chess.TuneReport, error) { return f.tuner.Learn(ctx, by) }, settings)
	}
}

// networkFlags defines the flags of the training of a network.
func networkFlags(flags *flag.FlagSet, by *chess.Learning, decay float64) {
	flags.IntVar(&by.Passes, "passes", 12, "go through all positions this `number` of times to train a network")
	flags.Float64Var(&by.Decay, "decay", decay, "pull the weights of a network to zero by this `part` of themselves in the slope of the error: more for fewer positions")
}

// checkNetwork returns an error if these flags are wrong.
func checkNetwork(by *chess.Learning) error {
	if by.Passes < 1 || by.Decay < 0 {
		return errors.New("-passes must be positive, and -decay not negative")
	}
	return nil
}

// parseScale reads two numbers with a slash between them.
func parseScale(text string) (chess.TuneScale, error) {
	mg, eg, _ := strings.Cut(text, "/")
	m, err1 := strconv.ParseUint(mg, 10, 16)
	e, err2 := strconv.ParseUint(eg, 10, 16)
	if err1 != nil || err2 != nil || m == 0 || e == 0 {
		return chess.TuneScale{}, errors.New("want two positive numbers, such as 185/210")
	}
	return chess.TuneScale{MG: float64(m), EG: float64(e)}, nil
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
	if r.Weights == nil || slices.ContainsFunc(r.Weights, func(w chess.TunedWeight) bool { return w.From != w.To }) {
		return text
	}
	head, _, _ := strings.Cut(text, "\n\n")
	measure := "error"
	if r.HeldOut > 0 {
		measure = "error of the games held out"
	}
	return fmt.Sprintf("%s\n\nNo weight was changed: the %s did not fall.\n", head, measure)
}

// readAll adds the games of files to t, or the positions of those in one of the formats. It
// returns how many of them have a fault.
func readAll(ctx context.Context, t *chess.Tuner, paths []string, shown *progress.Progress) (broken int, err error) {
	for _, path := range paths {
		file, err := openMeter(ctx, path, shown)
		if err != nil {
			return 0, err
		}
		before, n := t.Positions(), 0
		what := "games with a fault, used up to it"
		if slices.Contains(formats, pgnfile.Ext(path)) {
			what = "positions refused"
			n, err = readPositions(t, file, path, shown)
		} else if n, err = t.ReadGames(chess.NewPGNReader(file)); err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
		file.Close()
		if err != nil {
			return 0, err
		}
		line := fmt.Sprintf("%s: %d quiet positions", path, t.Positions()-before)
		if n > 0 {
			line += fmt.Sprintf("; %d %s", n, what)
		}
		fmt.Fprintln(shown, line)
		broken += n
	}
	return broken, nil
}

// readPositions adds the positions of a file, read from r, to t.
func readPositions(t *chess.Tuner, r io.Reader, path string, shown io.Writer) (refused int, err error) {
	lines, w := io.Pipe()
	done := make(chan error)
	go func() {
		_, err := t.ReadPositions(lines)
		lines.CloseWithError(err)
		done <- err
	}()
	_, refused, err = rewrite(w, ".epd", r, path, shown)
	w.CloseWithError(err)
	return refused, <-done
}

// openMeter opens a file, shows how much of it has been read, and ends the reading when ctx is done. The size
// of what is not a regular file is not known.
func openMeter(ctx context.Context, path string, shown *progress.Progress) (io.ReadCloser, error) {
	size, done := int(pgnfile.Input{Paths: []string{path}}.Size()/1000), 0
	shown.Start("kB of "+path, 0, size)
	in, err := pgnfile.Open(path, nil, func(n int) error {
		done += n
		shown.Show(done/1000, size, "")
		return ctx.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, pgnfile.Reason(err))
	}
	return in, nil
}

// save writes the weights of terms to a file, for the flag -weights.
func save(path string, terms []chess.Term) error {
	return outfile.Replace(path, func(w io.Writer) error { return chess.WriteWeights(w, terms...) })
}

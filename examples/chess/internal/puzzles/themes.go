package puzzles

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/puzzle"
)

// A count is what is known of a theme.
type count struct {
	kind              chess.MotifKind
	have, found, both int // numbers of puzzles
}

const themesHelp = formatHelp + `
For each theme, it prints how many puzzles have it, in how many the package finds it,
which part of the found ones have it (precision), which part of those that have it is
found (recall), and the harmonic mean of both (F1).
`

func themesFlags(flags *flag.FlagSet) cli.Run {
	var differ chess.MotifKind
	flags.Func("differ", "print the puzzles in which this `theme` is missing or extra", func(theme string) (err error) {
		differ, err = chess.ParseMotifKind(theme)
		return err
	})
	nodes := flags.Int64("nodes", 300_000, "search so many `nodes` for zugzwang; 0 does not look for it")
	return func(ctx context.Context, files []string, s cli.Streams) error {
		if *nodes < 0 {
			return cli.BadCommandLine(fmt.Errorf("-nodes %d: want 0 or more", *nodes))
		}
		return compare(ctx, files, differ, *nodes, s)
	}
}

// compare prints how the themes of a file and the motifs agree, or where they differ in
// one theme.
func compare(ctx context.Context, files []string, differ chess.MotifKind, nodes int64, s cli.Streams) error {
	f, name, err := open(files, s.In)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := puzzle.NewCSVReader(f)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	out := bufio.NewWriter(s.Out)
	defer out.Flush()
	searcher := chess.NewAlphaBeta(nil, func(o *chess.AlphaBetaOptions) { o.Hash = 4 })
	var counts []count
	for _, kind := range chess.MotifKinds() {
		counts = append(counts, count{kind: kind})
	}
	total, faults := 0, 0
	for {
		if ctx.Err() != nil {
			return cli.Interrupted(ctx.Err())
		}
		line, err := r.Next()
		if err == io.EOF {
			break
		}
		if errors.As(err, new(*puzzle.LineError)) {
			faults++
			fmt.Fprintf(s.Err, "%s: %v\n", name, err)
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		found, err := motifs(&line)
		if err != nil {
			return err
		}
		if nodes > 0 && (differ == "" || differ == chess.MotifZugzwang) {
			zugzwangs, err := chess.Zugzwangs(ctx, searcher, line.Start, line.Moves, 1, nodes)
			if err != nil {
				return cli.Interrupted(err)
			}
			found[chess.MotifZugzwang] = len(zugzwangs) > 0
		}
		total++
		have := kinds(line.Themes)
		for i := range counts {
			c := &counts[i]
			c.have += number(have[c.kind])
			c.found += number(found[c.kind])
			c.both += number(have[c.kind] && found[c.kind])
		}
		if differ != "" && have[differ] != found[differ] {
			what := "missing"
			if found[differ] {
				what = "extra"
			}
			fmt.Fprintf(out, "%s %s %s: %s\n", what, line.ID, line.Start.FEN(), line.Start.SANLine(line.Moves...))
		}
	}
	if differ == "" {
		printCounts(out, total, counts)
	}
	if faults > 0 {
		return cli.Partly(cli.ErrReported)
	}
	return out.Flush()
}

// motifs returns which motifs a puzzle has.
func motifs(l *puzzle.Line) (found map[chess.MotifKind]bool, err error) {
	all, err := chess.Motifs(l.Start, l.Moves, 1)
	found = make(map[chess.MotifKind]bool)
	for _, m := range all {
		found[m.Kind] = true
	}
	return found, err
}

// kinds returns which motifs the themes name. Others, such as master, are ignored.
func kinds(themes []string) map[chess.MotifKind]bool {
	have := make(map[chess.MotifKind]bool)
	for _, theme := range themes {
		if kind, err := chess.ParseMotifKind(theme); err == nil {
			have[kind] = true
		}
	}
	return have
}

// printCounts prints the table, the most frequent themes first.
func printCounts(w io.Writer, total int, counts []count) {
	slices.SortStableFunc(counts, func(a, b count) int { return cmp.Compare(b.have, a.have) })
	fmt.Fprintf(w, "%-18s %8s %8s %9s %7s %7s\n", "theme", "puzzles", "found", "precision", "recall", "F1")
	for _, c := range counts {
		if c.have == 0 && c.found == 0 {
			continue
		}
		fmt.Fprintf(w, "%-18v %8d %8d %9s %7s %7s\n", c.kind, c.have, c.found, ratio(c.both, c.found), ratio(c.both, c.have), ratio(2*c.both, c.have+c.found))
	}
	fmt.Fprintf(w, "%d puzzles\n", total)
}

// ratio returns a/b with three decimals, or a dash if b is 0.
func ratio(a, b int) string {
	if b == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f", float64(a)/float64(b))
}

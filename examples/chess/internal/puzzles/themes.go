package puzzles

import (
	"bufio"
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

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
	nodes := flags.Int64("nodes", 300_000, "search this many `nodes` for zugzwang; 0 does not look for it")
	return func(ctx context.Context, paths []string, s cli.Streams) error {
		if *nodes < 0 {
			return cli.BadCommandLine(fmt.Errorf("-nodes %d: want 0 or more", *nodes))
		}
		f, err := openPuzzles(paths, s.In, false)
		if err != nil {
			return err
		}
		defer f.Close()
		return compare(ctx, f, differ, *nodes, s)
	}
}

// compare prints how the themes of puzzles and the motifs agree, or where they differ in
// one theme.
func compare(ctx context.Context, f *file, differ chess.MotifKind, nodes int64, s cli.Streams) (partly error) {
	out := bufio.NewWriter(s.Out)
	defer out.Flush()
	searcher := chess.NewAlphaBeta(nil, func(o *chess.AlphaBetaOptions) { o.Hash = 4 })
	total := 0
	have, found, both := map[chess.MotifKind]int{}, map[chess.MotifKind]int{}, map[chess.MotifKind]int{}
	for one, err := range f.trials {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return cli.Interrupted(err)
		}
		if one.problem != nil {
			fmt.Fprintf(s.Err, "%s: %v\n", f.path, one.problem)
			partly = cli.Partly(cli.ErrReported)
			continue
		}
		motifs, err := chess.Motifs(one.Start, one.Moves, 1)
		if err == nil && nodes > 0 && (differ == "" || differ == chess.MotifZugzwang) {
			var zugzwangs []chess.Motif
			zugzwangs, err = chess.Zugzwangs(ctx, searcher, one.Start, one.Moves, 1, nodes)
			motifs = append(motifs, zugzwangs...)
		}
		if err != nil {
			return cli.Interrupted(err)
		}
		total++
		for _, kind := range chess.MotifKinds() {
			theme := slices.Contains(one.Themes, string(kind))
			motif := slices.ContainsFunc(motifs, func(m chess.Motif) bool { return m.Kind == kind })
			have[kind] += number(theme)
			found[kind] += number(motif)
			both[kind] += number(theme && motif)
			if kind == differ && theme != motif {
				what := "missing"
				if motif {
					what = "extra"
				}
				fmt.Fprintf(out, "%s %s %s: %s\n", what, one.ID, one.Start.FEN(), one.Start.SANLine(one.Moves...))
			}
		}
	}
	if differ == "" {
		printCounts(out, have, found, both)
		fmt.Fprintf(out, "%d puzzles\n", total)
	}
	return cmp.Or(out.Flush(), partly)
}

// printCounts prints the table of numbers of puzzles, the most frequent themes first.
func printCounts(w io.Writer, have, found, both map[chess.MotifKind]int) {
	fmt.Fprintf(w, "%-18s %8s %8s %9s %7s %7s\n", "theme", "puzzles", "found", "precision", "recall", "F1")
	kinds := slices.Clone(chess.MotifKinds())
	slices.SortStableFunc(kinds, func(a, b chess.MotifKind) int { return cmp.Compare(have[b], have[a]) })
	for _, k := range kinds {
		if h, f, b := have[k], found[k], both[k]; h > 0 || f > 0 {
			fmt.Fprintf(w, "%-18v %8d %8d %9s %7s %7s\n", k, h, f, ratio(b, f), ratio(b, h), ratio(2*b, h+f))
		}
	}
}

// ratio returns a/b with three decimals, or a dash if b is 0.
func ratio(a, b int) string {
	if b == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f", float64(a)/float64(b))
}

package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

// A puzzle is a line of the file.
type puzzle struct {
	id       string
	position chess.Position
	moves    []chess.Move
	themes   []string
}

// A reader reads puzzles.
type reader struct {
	csv                    *csv.Reader
	id, fen, moves, themes int // columns
}

// newReader reads the names of the columns.
func newReader(r io.Reader) (*reader, error) {
	lines := bufio.NewReader(r)
	// A part of the first line is enough to tell how its values are separated.
	begin, err := lines.Peek(16)
	if err != nil && err != io.EOF {
		return nil, err
	}
	values := csv.NewReader(lines)
	if strings.Contains(string(begin), "\t") {
		values.Comma = '\t'
	}
	names, err := values.Read()
	if err == io.EOF {
		return nil, errors.New("the file is empty")
	}
	if err != nil {
		return nil, err
	}
	column := func(names []string, wanted ...string) int {
		return slices.IndexFunc(names, func(name string) bool { return slices.Contains(wanted, strings.ToLower(name)) })
	}
	p := &reader{values, column(names, "id", "puzzleid"), column(names, "fen"), column(names, "moves"), column(names, "themes")}
	if min(p.id, p.fen, p.moves, p.themes) < 0 {
		return nil, errors.New("the first line does not name the columns id, fen, moves and themes")
	}
	return p, nil
}

// next returns the next puzzle, and io.EOF after the last.
func (r *reader) next() (puzzle, error) {
	values, err := r.csv.Read()
	if err != nil {
		return puzzle{}, err
	}
	p := puzzle{id: values[r.id], themes: strings.Fields(values[r.themes])}
	if p.position, err = chess.ParseFEN(values[r.fen]); err != nil {
		return p, fault{p.id, err}
	}
	at := p.position
	for _, text := range strings.Fields(values[r.moves]) {
		m, err := at.ParseUCI(text)
		if err != nil {
			return p, fault{p.id, err}
		}
		p.moves = append(p.moves, m)
		at = at.After(m)
	}
	if len(p.moves) == 0 {
		return p, fault{p.id, errors.New("there are no moves")}
	}
	return p, nil
}

// A fault is what is wrong with one puzzle.
type fault struct {
	id  string
	err error
}

func (f fault) Error() string { return fmt.Sprintf("puzzle %s: %v", f.id, f.err) }

// A count is what is known of a theme.
type count struct {
	kind              chess.MotifKind
	have, found, both int // numbers of puzzles
}

// themes prints how the themes of a file and the motifs agree, or where they differ in
// one theme.
func (p *program) themes(ctx context.Context, name string, differ chess.MotifKind) error {
	f, err := p.open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := newReader(f)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	out := bufio.NewWriter(p.stdout)
	defer out.Flush()
	var counts [256]count
	total, faults := 0, 0
	for {
		if ctx.Err() != nil {
			return cli.Interrupted(ctx.Err())
		}
		puzzle, err := r.next()
		if err == io.EOF {
			break
		}
		if bad := (fault{}); errors.As(err, &bad) {
			faults++
			fmt.Fprintf(p.stderr, "%s: %v\n", name, err)
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		found, err := motifs(&puzzle)
		if err != nil {
			return err
		}
		total++
		have := kinds(puzzle.themes)
		for k := range counts {
			counts[k].have += number(have[k])
			counts[k].found += number(found[k])
			counts[k].both += number(have[k] && found[k])
		}
		if differ != 0 && have[differ] != found[differ] {
			what := "missing"
			if found[differ] {
				what = "extra"
			}
			fmt.Fprintf(out, "%s %s %s: %s\n", what, puzzle.id, puzzle.position.FEN(), san(&puzzle))
		}
	}
	if differ == 0 {
		printCounts(out, total, counts[:])
	}
	if faults > 0 {
		return cli.Partly(cli.ErrReported)
	}
	return out.Flush()
}

// motifs returns which motifs a puzzle has.
func motifs(p *puzzle) (found [256]bool, err error) {
	all, err := chess.Motifs(p.position, p.moves, 1)
	for _, m := range all {
		found[m.Kind] = true
	}
	return found, err
}

// kinds returns which motifs the themes name. Others, such as master, are ignored.
func kinds(themes []string) (have [256]bool) {
	for _, theme := range themes {
		if kind, err := chess.ParseMotifKind(theme); err == nil {
			have[kind] = true
		}
	}
	return have
}

// number returns 1 if b, else 0.
func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// printCounts prints the table, the most frequent themes first.
func printCounts(w io.Writer, total int, counts []count) {
	for k := range counts {
		counts[k].kind = chess.MotifKind(k)
	}
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

// san returns the moves of a puzzle in SAN.
func san(p *puzzle) string {
	at := p.position
	var words []string
	for _, m := range p.moves {
		words = append(words, at.SAN(m))
		at = at.After(m)
	}
	return strings.Join(words, " ")
}

package experiments

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// A chapter is what an experiment finds out.
type chapter struct {
	title    string
	question string  // what a system's report asks or claims
	results  section // the same in every run
	times    section // what differs from run to run
}

// A section has tables, what they say in sentences, and pictures.
type section struct {
	tables   []table
	findings []string
	pictures []picture
}

// A table has a column of names, and columns of figures.
type table struct {
	caption string
	head    []string
	rows    [][]string
}

// A picture is a plot in a file of its own.
type picture struct {
	name string // the last part of the name of the file
	alt  string // what it shows, in words
	svg  string
}

// write writes the chapter as Markdown, and its pictures to their files.
func (c *chapter) write(w *bytes.Buffer, r *run) error {
	fmt.Fprintf(w, "\n## %s\n\n%s\n\n%s\n", c.title, wrapped(c.question), wrapped("Conditions: "+strings.Join(r.conditions, "; ")+"."))
	err := c.results.write(w, r)
	if err == nil && len(c.times.tables) > 0 {
		fmt.Fprintf(w, "\n%s\n", wrapped(fmt.Sprintf("Times of this run, on %s/%s with %s, GOMAXPROCS %d. They differ from run to run; everything above does not.",
			runtime.GOOS, runtime.GOARCH, runtime.Version(), runtime.GOMAXPROCS(0))))
		err = c.times.write(w, r)
	}
	return err
}

func wrapped(text string) string { return prose.Wrap(text, 120, 0, 0) }

func (s *section) write(w *bytes.Buffer, r *run) error {
	for _, t := range s.tables {
		fmt.Fprintf(w, "\n%s\n\n", wrapped(t.caption))
		t.write(w)
	}
	for i, sentence := range s.findings {
		if i == 0 {
			w.WriteByte('\n')
		}
		fmt.Fprintf(w, "- %s\n", prose.Wrap(sentence, 120, 2, 2))
	}
	for _, p := range s.pictures {
		name := fmt.Sprintf("experiments-%s-%s.svg", r.name, p.name)
		path := filepath.Join(r.folder, name)
		if err := outfile.Foreign(path, "SVG picture", outfile.Begins("<?xml", "<svg")); err != nil {
			return err
		}
		err := outfile.Replace(path, func(w io.Writer) error {
			_, err := io.WriteString(w, p.svg)
			return err
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "\n![%s](%s)\n", p.alt, name)
	}
	return nil
}

func (t *table) write(w *bytes.Buffer) {
	fmt.Fprintf(w, "| %s |\n|---|%s\n", strings.Join(t.head, " | "), strings.Repeat("--:|", len(t.head)-1))
	for _, row := range t.rows {
		fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | "))
	}
}

// add adds a row with the figures after the name.
func (t *table) add(name string, figures ...any) {
	row := []string{name}
	for _, f := range figures {
		row = append(row, fmt.Sprint(f))
	}
	t.rows = append(t.rows, row)
}

// whole formats a number without decimals.
func whole(x float64) string { return prose.Thousands(int64(math.Round(x))) }

// significant formats a number with three significant digits, and all before its point.
func significant(x float64) string {
	if math.Abs(x) >= 999.5 {
		return whole(x)
	}
	return fmt.Sprintf("%.3g", x+0) // never -0
}

// share returns a part of a whole in percent, with its 95 % interval.
func share(part, whole int) string {
	if whole == 0 {
		return ""
	}
	percent, low, high := prose.Percent(part, whole)
	return fmt.Sprintf("%.0f %% (%.0f to %.0f)", percent, low, high)
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

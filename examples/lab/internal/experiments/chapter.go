package experiments

import (
	"bytes"
	"fmt"
	"math"
	"runtime"
	"strings"
	"time"

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

// write writes the chapter as Markdown, and its pictures to a folder, unless that is empty.
func (c *chapter) write(w *bytes.Buffer, r *run, folder string) error {
	fmt.Fprintf(w, "## %s\n\n%s\n\n    %s\n\n%s\n", c.title, wrapped(c.question), r.command(), wrapped("Conditions: "+strings.Join(r.conditions, "; ")+"."))
	err := c.results.write(w, r, folder)
	if err == nil && len(c.times.tables) > 0 {
		fmt.Fprintf(w, "\n%s\n", wrapped(fmt.Sprintf("Times of this run, on %s/%s with %s, GOMAXPROCS %d. They differ from run to run; everything above does not.",
			runtime.GOOS, runtime.GOARCH, runtime.Version(), runtime.GOMAXPROCS(0))))
		err = c.times.write(w, r, folder)
	}
	return err
}

func wrapped(text string) string { return prose.Wrap(text, 120, 0, 0) }

func (s *section) write(w *bytes.Buffer, r *run, folder string) error {
	for _, t := range s.tables {
		fmt.Fprintf(w, "\n%s\n\n", wrapped(t.caption))
		t.write(w)
	}
	if len(s.findings) > 0 {
		w.WriteByte('\n')
	}
	for _, sentence := range s.findings {
		fmt.Fprintf(w, "- %s\n", prose.Wrap(sentence, 120, 2, 2))
	}
	for _, p := range s.pictures {
		if folder == "" {
			continue
		}
		name, err := r.writePicture(folder, p)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "\n![%s](%s)\n", p.alt, name)
	}
	return nil
}

func (t *table) write(w *bytes.Buffer) {
	line := func(cells []string) {
		for _, cell := range cells {
			fmt.Fprintf(w, "| %s ", strings.ReplaceAll(cell, "|", `\|`))
		}
		w.WriteString("|\n")
	}
	line(t.head)
	w.WriteString("|---|" + strings.Repeat("--:|", len(t.head)-1) + "\n")
	for _, r := range t.rows {
		line(r)
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

// decimal formats a number that may be NaN.
func decimal(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return fmt.Sprintf("%.2f", x)
}

// whole formats a number without decimals.
func whole(x float64) string { return prose.Thousands(int64(math.Round(x))) }

// significant formats a positive number with three significant digits.
func significant(x float64) string {
	switch {
	case x >= 100:
		return whole(x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	case x >= 1:
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.3f", x)
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// listed returns the words as an enumeration.
func listed(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

package experiments

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// A chapter is what a command finds out: tables, what they say in words, and
// pictures.
type chapter struct {
	title      string
	question   string   // what a system's report asks or claims
	conditions []string // options, weights and seeds of the run
	missing    string   // what an interrupted run lacks; empty if it is complete
	tables     []table
	findings   []string // sentences, with figures that are the same in every run
	pictures   []picture

	timings       []table // what differs from run to run: times
	timed         []string
	timedPictures []picture
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
	file string // its path, once it is written
	draw func(w io.Writer) error
}

// A format is a way to write a chapter.
type format string

// The formats.
const (
	plainText format = "text"
	markdown  format = "md"
)

// write writes the chapter. command is the command that makes it.
func (c *chapter) write(w io.Writer, f format, command string) error {
	var b strings.Builder
	if f == markdown {
		fmt.Fprintf(&b, "## %s\n\n", c.title)
	} else {
		fmt.Fprintf(&b, "%s\n\n", c.title)
	}
	f.paragraph(&b, c.question)
	f.code(&b, command)
	f.paragraph(&b, "Conditions: "+strings.Join(c.conditions, "; ")+".")
	f.paragraph(&b, c.missing)
	f.tables(&b, c.tables)
	f.sentences(&b, c.findings)
	f.pictures(&b, c.pictures)
	if len(c.timings) > 0 {
		f.paragraph(&b, "Times of this run, on "+system()+". They differ from run to run; everything above does not.")
		f.tables(&b, c.timings)
		f.sentences(&b, c.timed)
		f.pictures(&b, c.timedPictures)
	}
	_, err := io.WriteString(w, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

func (f format) paragraph(b *strings.Builder, s string) {
	if s != "" {
		fmt.Fprintf(b, "%s\n\n", prose.Wrap(s, 120, 0, 0))
	}
}

func (f format) code(b *strings.Builder, command string) {
	if command != "" {
		fmt.Fprintf(b, "    %s\n\n", command)
	}
}

// sentences writes a list.
func (f format) sentences(b *strings.Builder, list []string) {
	for _, s := range list {
		fmt.Fprintf(b, "- %s\n", prose.Wrap(s, 120, 2, 2))
	}
	if len(list) > 0 {
		b.WriteByte('\n')
	}
}

func (f format) pictures(b *strings.Builder, list []picture) {
	for _, p := range list {
		if f == markdown {
			fmt.Fprintf(b, "![%s](%s)\n\n", p.alt, p.file)
		} else {
			f.paragraph(b, "Picture: "+p.file)
		}
	}
}

func (f format) tables(b *strings.Builder, tables []table) {
	for _, t := range tables {
		f.paragraph(b, t.caption)
		if f == markdown {
			t.writeMarkdown(b)
		} else {
			t.writeText(b)
		}
		b.WriteByte('\n')
	}
}

func (t *table) writeText(w io.Writer) {
	// AlignRight is for all columns, so pad the names.
	width := 0
	rows := append([][]string{t.head}, t.rows...)
	for _, r := range rows {
		width = max(width, len([]rune(r[0])))
	}
	columns := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, r := range rows {
		fmt.Fprintf(columns, "%s%s\t", r[0], strings.Repeat(" ", width-len([]rune(r[0]))))
		for _, cell := range r[1:] {
			fmt.Fprintf(columns, "%s\t", cell)
		}
		fmt.Fprintln(columns)
	}
	columns.Flush()
}

func (t *table) writeMarkdown(b *strings.Builder) {
	line := func(cells []string) {
		for _, cell := range cells {
			fmt.Fprintf(b, "| %s ", strings.ReplaceAll(cell, "|", `\|`))
		}
		b.WriteString("|\n")
	}
	line(t.head)
	b.WriteString("|---|" + strings.Repeat("--:|", len(t.head)-1) + "\n")
	for _, r := range t.rows {
		line(r)
	}
}

package main

import (
	"encoding/xml"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// A cell is a character on the screen with its colours, as "#rrggbb", or "" for those of the
// terminal.
type cell struct {
	text       string
	ink, paper string
	bold       bool
}

// cells reads what a program has written for a terminal, line by line.
func cells(content string) (lines [][]cell) {
	for line := range strings.SplitSeq(content, "\n") {
		var row []cell
		pen := cell{}
		for line != "" {
			if rest, ok := strings.CutPrefix(line, "\x1b["); ok {
				numbers, after, _ := strings.Cut(rest, "m")
				pen.set(strings.FieldsFunc(numbers, func(r rune) bool { return r == ';' || r == ':' }))
				line = after
				continue
			}
			text, width := ansi.FirstGraphemeCluster(line, ansi.GraphemeWidth)
			line = line[len(text):]
			for i := range width {
				c := pen
				if i == 0 {
					c.text = text
				}
				row = append(row, c)
			}
		}
		lines = append(lines, row)
	}
	return lines
}

// set changes the colours by the numbers of an escape sequence.
func (c *cell) set(numbers []string) {
	if len(numbers) == 0 {
		*c = cell{}
	}
	for len(numbers) > 0 {
		switch n := numbers[0]; {
		case n == "0":
			*c = cell{}
		case n == "1":
			c.bold = true
		case n == "7":
			c.ink, c.paper = "#181614", "#d8d4cf"
		case n == "38", n == "48":
			var rgb [3]int
			for i := range rgb {
				rgb[i], _ = strconv.Atoi(numbers[2+i])
			}
			colour := fmt.Sprintf("#%02x%02x%02x", rgb[0], rgb[1], rgb[2])
			if n == "38" {
				c.ink = colour
			} else {
				c.paper = colour
			}
			numbers = numbers[4:]
		}
		numbers = numbers[1:]
	}
}

// picture draws what a program has written for a terminal as SVG.
func picture(content string) string {
	const w, h, rim = 9, 18, 12
	lines := cells(content)
	columns := 0
	for _, row := range lines {
		columns = max(columns, len(row))
	}
	var b strings.Builder
	width, height := columns*w+2*rim, len(lines)*h+2*rim
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%[1]d\" height=\"%[2]d\">\n", width, height)
	fmt.Fprintf(&b, "<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#181614\"/>\n", width, height)
	fmt.Fprintf(&b, "<g shape-rendering=\"crispEdges\" font-family=\"'DejaVu Sans Mono',Menlo,Consolas,monospace\" font-size=\"15\" transform=\"translate(%d,%d)\">\n", rim, rim)
	for y, row := range lines {
		for x := 0; x < len(row); {
			n := 1
			for x+n < len(row) && row[x+n].paper == row[x].paper && row[x+n].ink == row[x].ink && row[x+n].bold == row[x].bold {
				n++
			}
			run := row[x : x+n]
			if run[0].paper != "" {
				rectangle(&b, x*w, y*h, n*w, h, run[0].paper)
			}
			drawRun(&b, run, x*w, y*h, w, h)
			x += n
		}
	}
	return b.String() + "</g>\n</svg>\n"
}

func rectangle(b *strings.Builder, x, y, w, h int, fill string) {
	fmt.Fprintf(b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", x, y, w, h, fill)
}

// drawRun draws characters of the same colours, each of w by h pixels: blocks as rectangles,
// which fit together in all fonts, and all others as text.
func drawRun(b *strings.Builder, run []cell, x, y, w, h int) {
	ink := run[0].ink
	if ink == "" {
		ink = "#d8d4cf"
	}
	weight := ""
	if run[0].bold {
		weight = ` font-weight="bold"`
	}
	word := strings.Builder{}
	from := x
	flush := func(to int) {
		if text := word.String(); strings.TrimSpace(text) != "" {
			fmt.Fprintf(b, "<text x=\"%d\" y=\"%g\" fill=\"%s\"%s textLength=\"%d\" xml:space=\"preserve\">", from, float64(y)+13.5, ink, weight, to-from)
			xml.EscapeText(b, []byte(text))
			b.WriteString("</text>\n")
		}
		word.Reset()
	}
	for i, c := range run {
		at := x + i*w
		eighths := slices.Index([]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}, c.text)
		quarters := max(0, slices.Index(quadrants[:], c.text))
		switch {
		case quarters != 0:
			flush(at)
			for q := range 4 {
				if quarters>>q&1 != 0 {
					fmt.Fprintf(b, "<rect x=\"%g\" y=\"%d\" width=\"%g\" height=\"%d\" fill=\"%s\"/>\n",
						float64(at)+float64(q&1*w)/2, y+q>>1*h/2, float64(w)/2, h/2, ink)
				}
			}
		case eighths >= 0:
			flush(at)
			fmt.Fprintf(b, "<rect x=\"%d\" y=\"%g\" width=\"%d\" height=\"%g\" fill=\"%s\"/>\n",
				at, float64(y)+float64(h)*float64(7-eighths)/8, w, float64(h)*float64(eighths+1)/8, ink)
		default:
			if word.Len() == 0 {
				from = at
			}
			word.WriteString(c.text)
		}
	}
	flush(x + len(run)*w)
}

// TestPicture draws the picture in docs/programs.md, a position of the Evergreen Game with the
// explanation of its evaluation, if the tests run with -update. It always checks that the
// picture has the words of the screen.
func TestPicture(t *testing.T) {
	s := newTestSession(t, "person,name=Anderssen,tc=5:00", "alphabeta,UCI_Elo=2000,tc=5:00")
	s.start(chess.NewGame(chess.StartPosition()))
	s.seats[chess.Black].create = nil // so that nobody thinks
	if *update {
		s.thinking.adviser.limits.Depth = 14
	}
	enter(s, strings.Fields("e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6 Nbd2 Bb7 Ne4 Qf5 Bxd3 Qh5 Nf6 gxf6 exf6 Rg8 Rad1 Qxf3")...)
	m := newTestScreen(t, s, 114, 38)
	keys(m, "explain", "enter")
	got := picture(m.View().Content)
	var words struct {
		Texts []string `xml:"g>text"`
	}
	if err := xml.Unmarshal([]byte(got), &words); err != nil {
		t.Fatal(err)
	}
	plain := func(text string) string {
		return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' || r >= '▀' && r <= '▟' }), "")
	}
	if diff := cmp.Diff(plain(text(m)), plain(strings.Join(words.Texts, ""))); diff != "" {
		t.Errorf("the words of the picture (-want +got):\n%s", diff)
	}
	if *update {
		if err := os.WriteFile("screen.svg", []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

package main

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"os"
	"slices"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// picture draws what a program has written for a terminal as SVG: blocks as rectangles, which fit
// together in all fonts, and all other characters as text.
func picture(content string) string {
	const w, h, rim = 9, 18, 12
	columns, rows := lipgloss.Size(content)
	canvas := lipgloss.NewCanvas(columns, rows).Compose(lipgloss.NewLayer(content))
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d">
<rect width="%[1]d" height="%[2]d" rx="8" fill="#181614"/>
<g shape-rendering="crispEdges" font-family="'DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="15" transform="translate(%[3]d,%[3]d)">
`, columns*w+2*rim, rows*h+2*rim, rim)
	for y := range rows {
		rectangle := func(x, top, width, height float64, fill string) { // in characters
			fmt.Fprintf(&b, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"%s\"/>\n", x*w, (float64(y)+top)*h, width*w, height*h, fill)
		}
		for x, end := 0, 0; x < columns; x = end {
			style, word := canvas.CellAt(x, y).Style, canvas.CellAt(x, y).Content
			ink, paper := hex(style.Fg, "#d8d4cf"), hex(style.Bg, "")
			if style.Attrs&uv.AttrReverse != 0 {
				ink, paper = "#181614", "#d8d4cf"
			}
			parts := shapes(word)
			for end = x + 1; parts == nil && end < columns; end++ {
				next := canvas.CellAt(end, y)
				if shapes(next.Content) != nil || !next.Style.Equal(&style) {
					break
				}
				word += next.Content
			}
			if paper != "" {
				rectangle(float64(x), 0, float64(end-x), 1, paper)
			}
			for _, part := range parts {
				rectangle(float64(x)+part[0], part[1], part[2], part[3], ink)
			}
			if parts == nil && strings.TrimSpace(word) != "" {
				weight := ""
				if style.Attrs&uv.AttrBold != 0 {
					weight = ` font-weight="bold"`
				}
				fmt.Fprintf(&b, "<text x=\"%d\" y=\"%g\" fill=\"%s\"%s textLength=\"%d\" xml:space=\"preserve\">", x*w, float64(y*h)+13.5, ink, weight, (end-x)*w)
				xml.EscapeText(&b, []byte(word))
				b.WriteString("</text>\n")
			}
		}
	}
	return b.String() + "</g>\n</svg>\n"
}

// hex returns a colour as "#rrggbb", or another text if it is that of the terminal.
func hex(c color.Color, otherwise string) string {
	if c == nil {
		return otherwise
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// shapes returns the parts of its place that a block fills: left, top, width and height.
func shapes(text string) (parts [][4]float64) {
	if n := slices.Index([]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}, text); n >= 0 {
		return [][4]float64{{0, float64(7-n) / 8, 1, float64(n+1) / 8}}
	}
	quarters := max(0, slices.Index(quadrants[:], text))
	for q := range 4 {
		if quarters>>q&1 != 0 {
			parts = append(parts, [4]float64{float64(q&1) / 2, float64(q>>1) / 2, 0.5, 0.5})
		}
	}
	return parts
}

// TestPicture draws the picture in docs/programs.md, a position of the Evergreen Game with the
// explanation of its evaluation, if the tests run with -update. It always checks that the
// picture has the words of the screen.
func TestPicture(t *testing.T) {
	s := newTestSession(t, "person,name=Anderssen,tc=5:00", "alphabeta,UCI_Elo=2000,tc=5:00")
	s.start(chess.NewGame())
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

package main

import (
	"fmt"
	"image/color"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/seed-0971039b/chess"
)

// The least contrast that WCAG 2.2 asks for.
const (
	leastText    = 4.5 // criterion 1.4.3
	leastPicture = 3.0 // criterion 1.4.11
)

// contrast returns the contrast ratio of two colours, from 1 to 21, as WCAG defines it: a text
// needs 4.5 to be read easily, and a picture 3.
func contrast(a, b color.Color) float64 {
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x, y) / min(x, y)
}

// backgrounds are those of well-known colour schemes: dark ones, and light ones.
var backgrounds = [2][]string{
	{"#000000", "#0c0c0c", "#1e1e1e", "#282a36", "#002b36", "#300a24", "#282c34", "#2e3440"},
	{"#ffffff", "#fafafa", "#fdf6e3", "#eee8d5"},
}

// TestContrast checks that words can be read on dark and light terminals, and that the pieces
// of both sides are clear of each square and what may be on it.
func TestContrast(t *testing.T) {
	for i, words := range rich.words {
		for name, c := range map[string]color.Color{"accent": words.accent, "dim": words.dim, "warn": words.warn, "good": words.good} {
			for _, ground := range backgrounds[i] {
				if got := contrast(c, lipgloss.Color(ground)); got < leastText {
					t.Errorf("%s on %s: %.2f", name, ground, got)
				}
			}
		}
	}
	squares := map[string]color.Color{
		"light": rich.light, "dark": rich.dark, "lightMove": rich.lightMove, "darkMove": rich.darkMove, "cursor": rich.cursor,
		"from": rich.from, "hint": rich.hint, "take": rich.take, "check": rich.check,
	}
	for _, value := range []float64{-1, -0.5, -0.1, 0.1, 0.5, 1} {
		h := chess.Heat{Scale: 1, Values: map[chess.Square]float64{}}
		h.Values[chess.E4] = value
		for name, ground := range map[string]color.Color{"light": rich.light, "dark": rich.dark} {
			squares[fmt.Sprintf("%s, heat %v", name, value)] = heatColour(ground, &h, chess.E4)
		}
	}
	for name, ground := range squares {
		for side, ink := range map[string]color.Color{"White's": rich.white, "Black's": rich.black} {
			if got := contrast(ink, ground); got < leastPicture {
				t.Errorf("%s pieces on a square %s: %.2f", side, name, got)
			}
		}
		if got := contrast(readable(ground), ground); got < leastText {
			t.Errorf("a label on a square %s: %.2f", name, got)
		}
	}
	if got := contrast(rich.light, rich.dark); got < 1.8 {
		t.Errorf("light and dark squares: %.2f", got)
	}
	if got := contrast(rich.forWhite, rich.forBlack); got < leastPicture {
		t.Errorf("the bar: %.2f", got)
	}
}

// TestContrastOfSixteen checks the words in sixteen colours with the values that VGA and xterm
// give to these.
func TestContrastOfSixteen(t *testing.T) {
	vga := [16]string{"#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa",
		"#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff"}
	xterm := [16]string{"#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
		"#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff"}
	for _, values := range [][16]string{vga, xterm} {
		for i, words := range poor.words {
			ground := [2]string{"#000000", "#ffffff"}[i]
			for _, c := range []color.Color{words.accent, words.dim, words.warn, words.good} {
				if c == (lipgloss.NoColor{}) {
					continue // the terminal's own
				}
				if got := contrast(lipgloss.Color(values[c.(ansi.BasicColor)]), lipgloss.Color(ground)); got < leastText {
					t.Errorf("%v on %s: %.2f", c, ground, got)
				}
			}
		}
	}
}

// TestExactColours checks that a terminal of 256 colours shows the colours of rich as they are.
func TestExactColours(t *testing.T) {
	for _, c := range []color.Color{rich.light, rich.dark, rich.lightMove, rich.darkMove, rich.cursor, rich.from, rich.hint, rich.take, rich.check,
		rich.white, rich.black, rich.forWhite, rich.forBlack, rich.words[0].accent, rich.words[0].dim, rich.words[0].warn, rich.words[0].good,
		rich.words[1].accent, rich.words[1].dim, rich.words[1].warn, rich.words[1].good} {
		if got := colorprofile.ANSI256.Convert(c); contrast(got, c) != 1 {
			t.Errorf("%v becomes %v", c, got)
		}
	}
}

package main

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/seed-0971039b/chess"
)

// TestDrawings checks that the pictures fit in their squares, do not touch the sides, where
// the labels are, and can be told from each other: one point in eight is different.
func TestDrawings(t *testing.T) {
	for size := drawnFrom; size <= maxSize; size++ {
		all := drawingsOf(size)
		for piece, d := range all {
			if len(d) > 2*size || len(d[0]) > 2*(squareWidth(size)-2) || len(d[0])%4 != 2 {
				t.Errorf("size %d: piece %d has %d lines of %d points", size, piece, len(d), len(d[0]))
			}
			for _, line := range d {
				if len(line) != len(d[0]) || strings.Trim(line, ".#") != "" {
					t.Errorf("size %d: piece %d has the line %q", size, piece, line)
				}
			}
			for other, e := range all[:piece] {
				different := 0
				for y := range d {
					for x := range d[y] {
						if d[y][x] != e[y][x] {
							different++
						}
					}
				}
				if 8*different < len(d)*len(d[0]) {
					t.Errorf("size %d: pieces %d and %d differ in %d points of %d", size, piece, other, different, len(d)*len(d[0]))
				}
			}
		}
	}
}

// TestDrawnBoard checks the points of a board that is drawn: each picture is in its square.
func TestDrawnBoard(t *testing.T) {
	s := newTestSession(t, "person", "person")
	enter(s, "new 7k/8/8/8/8/8/8/K7 w - - 0 1")
	m := newTestScreen(t, s, 200, 60)
	for size := drawnFrom; size <= maxSize; size++ {
		width := squareWidth(size)
		for y, line := range m.boardLines(size, true) {
			plain := ansi.Strip(line)
			if lipgloss.Width(line) != 8*width {
				t.Fatalf("size %d: a line of %d columns", size, lipgloss.Width(line))
			}
			for column := range 8 {
				text := ansi.Cut(plain, column*width, (column+1)*width)
				row, at := y/size, y%size
				want := ""
				if sq := chess.SquareAt(column, 7-row); sq == chess.A1 || sq == chess.H8 {
					l := look{drawing: chess.King, drawn: true}
					for x := range width {
						want += l.cell(x, at, size)
					}
				} else {
					want = strings.Repeat(" ", width)
				}
				if column == 0 && at == 0 {
					want = string(rune('8'-row)) + ansi.Cut(want, 1, width)
				}
				if row == 7 && at == size-1 {
					want = ansi.Cut(want, 0, width-1) + string(rune('a'+column))
				}
				if text != want {
					t.Errorf("size %d, line %d, column %d: %q, want %q", size, y, column, text, want)
				}
			}
		}
	}
}

// TestCell checks the characters of quarters against a picture of four points.
func TestCell(t *testing.T) {
	for bits, want := range quadrants {
		drawn := 0
		for i, points := range map[int]string{1: "▘▀▌▛▚▜▙█", 2: "▝▀▞▛▐▜▟█", 4: "▖▌▞▛▄▙▟█", 8: "▗▚▐▜▄▙▟█"} {
			if strings.Contains(points, want) && want != " " {
				drawn |= i
			}
		}
		if drawn != bits {
			t.Errorf("%q has the quarters %04b, not %04b", want, drawn, bits)
		}
	}
}

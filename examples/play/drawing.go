package main

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/seed-0971039b/chess"
)

// drawnFrom is the size of a square, in lines, from which pieces are drawn as
// pictures: a character would be too small.
const drawnFrom = 4

// drawings are the pictures of the pieces for larger squares, by PieceType. The
// first is the dot on a square to which the chosen piece can move. A point is one
// column wide and half a line high.
var drawings = [...][]string{
	chess.NoPieceType: {
		".......",
		".......",
		"..###..",
		"..###..",
		"..###..",
		".......",
		".......",
	},
	chess.Pawn: {
		".......",
		"...#...",
		"..###..",
		"..###..",
		"...#...",
		"..###..",
		".#####.",
	},
	chess.Knight: {
		"...#...",
		"..####.",
		".#.####",
		"#######",
		"##.####",
		"..####.",
		".######",
	},
	chess.Bishop: {
		"...#...",
		"..###..",
		".#####.",
		".##.##.",
		"..###..",
		"...#...",
		".#####.",
	},
	chess.Rook: {
		".#.#.#.",
		".#####.",
		"..###..",
		"..###..",
		"..###..",
		".#####.",
		"#######",
	},
	chess.Queen: {
		"#..#..#",
		".#.#.#.",
		".#####.",
		"..###..",
		"..###..",
		".#####.",
		"#######",
	},
	chess.King: {
		"...#...",
		"..###..",
		"...#...",
		"##.#.##",
		"#######",
		".#####.",
		".#####.",
	},
}

// point returns the colour of the point (x, y) of a square of size lines, counted
// from its upper left corner.
func (l *look) point(x, y, size int) color.Color {
	if size < drawnFrom || !l.drawn {
		return l.ground
	}
	d := drawings[l.drawing]
	x -= (squareWidth(size) - len(d[0])) / 2
	y -= (2*size - len(d) + 1) / 2
	if y >= 0 && y < len(d) && x >= 0 && x < len(d[y]) && d[y][x] == '#' {
		return l.ink
	}
	return l.ground
}

// boardLines draws the squares, each of size lines and about twice as many columns.
// Squares of two lines begin half a line lower, so that the piece is in the middle;
// the board then has one line more.
func (m *screen) boardLines(size int) []string {
	looks := m.looks()
	lines := make([]string, boardHeight(size))
	for y := range lines {
		var b strings.Builder
		for column := range 8 {
			upper, lower := 2*y, 2*y+1 // in half lines from the upper edge
			if size == 2 {
				upper, lower = upper-1, lower-1
			}
			above, below := lookAt(&looks, upper, size, column), lookAt(&looks, lower, size, column)
			switch {
			case above == below && (size < drawnFrom || m.plain() || !m.halves()):
				b.WriteString(m.squareLine(above, y%size == size/2, size))
			default:
				b.WriteString(pointLine(above, below, upper, lower, size))
			}
		}
		lines[y] = b.String()
	}
	return lines
}

// boardHeight returns the number of lines of a board with squares of size lines.
func boardHeight(size int) int {
	if size == 2 {
		return 8*size + 1
	}
	return 8 * size
}

// lookAt returns the square at y half lines from the upper edge, or nil if y is
// outside the board.
func lookAt(looks *[8][8]look, y, size, column int) *look {
	if y < 0 || y >= 16*size {
		return nil
	}
	return &looks[y/(2*size)][column]
}

// squareLine draws a line of a square, with its piece or without.
func (m *screen) squareLine(l *look, withPiece bool, size int) string {
	width := squareWidth(size)
	text := strings.Repeat(" ", width)
	if withPiece {
		side := strings.Repeat(" ", width/2-1)
		text = side + l.left + l.piece + l.right + side
	}
	if m.plain() {
		return text
	}
	return lipgloss.NewStyle().Foreground(l.ink).Background(l.ground).Bold(true).Render(text)
}

// pointLine draws a line of points. Its upper half is in the square above, its lower
// half in the square below, which may be the same; nil means outside the board.
func pointLine(above, below *look, upper, lower, size int) string {
	var b strings.Builder
	width := squareWidth(size)
	at := func(l *look, x, y int) color.Color {
		if l == nil {
			return nil
		}
		return l.point(x, y%(2*size), size)
	}
	for x := 0; x < width; {
		top, bottom := at(above, x, upper), at(below, x, lower)
		n := 1
		for x+n < width && at(above, x+n, upper) == top && at(below, x+n, lower) == bottom {
			n++
		}
		style := lipgloss.NewStyle()
		switch {
		case top == nil:
			b.WriteString(style.Foreground(bottom).Render(strings.Repeat("▄", n)))
		case bottom == nil:
			b.WriteString(style.Foreground(top).Render(strings.Repeat("▀", n)))
		case top == bottom:
			b.WriteString(style.Background(bottom).Render(strings.Repeat(" ", n)))
		default:
			b.WriteString(style.Foreground(top).Background(bottom).Render(strings.Repeat("▀", n)))
		}
		x += n
	}
	return b.String()
}

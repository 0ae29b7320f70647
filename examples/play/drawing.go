package main

import (
	_ "embed"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/seed-0971039b/chess"
)

// figurines is how pieces are shown in text.
type figurines bool

const (
	letters figurines = false // the letters of FEN
	figures figurines = true  // the Unicode symbols
)

// of returns the text of a piece, or a space for no piece. As Unicode symbols,
// White's pieces are outlines and Black's are filled.
func (f figurines) of(piece chess.Piece) string {
	switch {
	case piece == chess.NoPiece:
		return " "
	case f == letters:
		return piece.String()
	case piece.Color() == chess.White:
		return string("♙♘♗♖♕♔"[3*(piece.Type()-chess.Pawn):][:3])
	}
	return filled(piece)
}

// filled returns the filled symbol of a piece, which does not show its colour.
func filled(piece chess.Piece) string {
	return "♟♞♝♜♛♚"[3*(piece.Type()-chess.Pawn):][:3]
}

// squareOn returns the square in a row and a column of the board, counted from the upper left.
func (s *session) squareOn(row, column int) chess.Square {
	if s.flipped {
		return chess.SquareAt(7-column, row)
	}
	return chess.SquareAt(column, 7-row)
}

// drawnFrom is the size of a square, in lines, from which pieces are drawn as
// pictures: a character would be too small.
const drawnFrom = 3

// A drawing is a picture of a piece. A point is half a column wide and half a line high.
type drawing []string

// The drawings of the pieces, by PieceType, for squares of three lines, of four and five, and of
// six and more. The first is the dot on a square to which the chosen piece can move.
var (
	//go:embed pieces.txt
	sheet    string
	drawings = parseDrawings(sheet)
)

func parseDrawings(sheet string) (all [3][7]drawing) {
	for i, size := range strings.Split(sheet, "\n\n") {
		for line := range strings.Lines(size) {
			for piece, points := range strings.Fields(line) {
				all[i][piece] = append(all[i][piece], points)
			}
		}
	}
	return all
}

// drawingsOf returns the drawings for squares of size lines.
func drawingsOf(size int) *[7]drawing { return &drawings[min(size/2-1, 2)] }

// inked reports whether the point (x, y) of a square of size lines, counted from its upper
// left corner, belongs to the drawing of its piece.
func (l *look) inked(x, y, size int) bool {
	if !l.drawn {
		return false
	}
	d := drawingsOf(size)[l.drawing]
	x -= squareWidth(size) - len(d[0])/2
	y -= (2*size - len(d) + 1) / 2
	return y >= 0 && y < len(d) && x >= 0 && x < len(d[y]) && d[y][x] == '#'
}

// quadrants are the characters with some of their quarters filled: bit 0 is the upper left
// one, bit 1 the upper right, bit 2 the lower left, and bit 3 the lower right.
var quadrants = [16]string{" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"}

// cell returns the character at a column and a line of a square of size lines.
func (l *look) cell(column, line, size int) string {
	bits := 0
	for i := range 4 {
		if l.inked(2*column+i&1, 2*line+i>>1, size) {
			bits |= 1 << i
		}
	}
	return quadrants[bits]
}

// boardLines draws the squares, each of size lines and about twice as many columns. With
// labels, ranks and files are in the corners of the squares at the edge.
func (m *screen) boardLines(size int, labels bool) []string {
	looks := m.looks()
	at := func(y, column int) *look { // at y half lines from the upper edge; nil outside the board
		if y < 0 || y >= 16*size {
			return nil
		}
		return &looks[y/(2*size)][column]
	}
	lines := make([]string, 8*size+shift(size))
	for y := range lines {
		var b strings.Builder
		row, line := y/size, y%size
		for column := range 8 {
			above, below := at(2*y-shift(size), column), at(2*y+1-shift(size), column)
			if above != below {
				b.WriteString(halfLines(above, below, size))
				continue
			}
			if !m.halves() || size < drawnFrom {
				b.WriteString(m.squareLine(above, line == size/2, size))
				continue
			}
			left, right := "", ""
			if labels && column == 0 && line == 0 {
				left = m.session.squareOn(row, 0).String()[1:]
			}
			if labels && row == 7 && line == size-1 {
				right = m.session.squareOn(0, column).String()[:1]
			}
			b.WriteString(m.drawnLine(above, line, size, left, right))
		}
		lines[y] = b.String()
	}
	return lines
}

// shift returns how many half lines lower the board begins. Squares of two lines do, so that
// the piece is in the middle; the board then has one line more.
func shift(size int) int {
	if size == 2 {
		return 1
	}
	return 0
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
	return ink(l.ink).Background(l.ground).Bold(true).Render(text)
}

// halfLines draws a line with the lower end of a square and the upper end of another; nil means
// outside the board.
func halfLines(above, below *look, size int) string {
	style, block := lipgloss.NewStyle(), "▀"
	switch {
	case above == nil:
		style, block = style.Foreground(below.ground), "▄"
	case below == nil:
		style = style.Foreground(above.ground)
	default:
		style = style.Foreground(above.ground).Background(below.ground)
	}
	return style.Render(strings.Repeat(block, squareWidth(size)))
}

// drawnLine draws a line of a square with the picture of its piece, between two labels.
func (m *screen) drawnLine(l *look, line, size int, left, right string) string {
	text, width := "", squareWidth(size)
	for x := range width {
		text += l.cell(x, line, size)
	}
	style := ink(l.ink).Background(l.ground)
	label := style.Foreground(readable(l.ground))
	return label.Render(left) + style.Render(ansi.Cut(text, len(left), width-len(right))) + label.Render(right)
}

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

// boardLines draws the squares, each of size lines and about twice as many columns.
// Squares of two lines begin half a line lower, so that the piece is in the middle; the
// board then has one line more. With labels, ranks and files are in the corners of the
// squares at the edge.
func (m *screen) boardLines(size int, labels bool) []string {
	looks := m.looks()
	lines := make([]string, boardHeight(size))
	for y := range lines {
		var b strings.Builder
		for column := range 8 {
			if size == offset {
				b.WriteString(m.offsetLine(lookAt(&looks, 2*y-1, column), lookAt(&looks, 2*y, column), y%size == size/2))
				continue
			}
			row, line := y/size, y%size
			l := &looks[row][column]
			if !m.halves() || size < drawnFrom {
				b.WriteString(m.squareLine(l, line == size/2, size))
				continue
			}
			left, right := "", ""
			if labels && column == 0 && line == 0 {
				left = m.session.squareOn(row, 0).String()[1:]
			}
			if labels && row == 7 && line == size-1 {
				right = m.session.squareOn(0, column).String()[:1]
			}
			b.WriteString(m.drawnLine(l, line, size, left, right))
		}
		lines[y] = b.String()
	}
	return lines
}

// offset is the size of the squares that begin half a line lower.
const offset = 2

// boardHeight returns the number of lines of a board with squares of size lines.
func boardHeight(size int) int {
	if size == offset {
		return 8*size + 1
	}
	return 8 * size
}

// lookAt returns the square of an offset board at y half lines from its upper edge, or nil if
// y is outside the board.
func lookAt(looks *[8][8]look, y, column int) *look {
	if y < 0 || y >= 16*offset {
		return nil
	}
	return &looks[y/(2*offset)][column]
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

// offsetLine draws a line of an offset board: its upper half is in the square above, its
// lower half in the square below, which may be the same; nil means outside the board.
func (m *screen) offsetLine(above, below *look, withPiece bool) string {
	style, block := lipgloss.NewStyle(), "▀"
	switch {
	case above == below:
		return m.squareLine(above, withPiece, offset)
	case above == nil:
		style, block = style.Foreground(below.ground), "▄"
	case below == nil:
		style = style.Foreground(above.ground)
	default:
		style = style.Foreground(above.ground).Background(below.ground)
	}
	return style.Render(strings.Repeat(block, squareWidth(offset)))
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

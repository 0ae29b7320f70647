package main

import (
	"image/color"
	"math"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/lucasb-eyer/go-colorful"
	"github.com/seed-0971039b/chess"
)

// A palette holds the colours of the screen. Words are on the background of the terminal,
// which may be dark or light.
type palette struct {
	light, dark         color.Color // squares
	lightMove, darkMove color.Color // those of the last move
	cursor, from, hint  color.Color // squares
	take, check         color.Color // squares
	white, black        color.Color // pieces
	forWhite, forBlack  color.Color // the evaluation bar
	words               [2]words    // on a dark background, and on a light one
}

// words are the colours of words.
type words struct{ accent, dim, warn, good color.Color }

// rich is the palette for 256 or more colours, poor the palette for sixteen. All colours of
// rich are among the 256, so that they are the same everywhere. White's and Black's pieces
// have to be clear of all squares, so these are neither light nor dark: see TestContrast.
var (
	rich = palette{
		light: lipgloss.Color("#af875f"), dark: lipgloss.Color("#5f5f87"),
		lightMove: lipgloss.Color("#af8700"), darkMove: lipgloss.Color("#875f00"),
		cursor: lipgloss.Color("#0087d7"), from: lipgloss.Color("#5f8700"), hint: lipgloss.Color("#875faf"),
		take: lipgloss.Color("#d75f5f"), check: lipgloss.Color("#d70000"),
		white: lipgloss.Color("#ffffff"), black: lipgloss.Color("#000000"),
		forWhite: lipgloss.Color("#eeeeee"), forBlack: lipgloss.Color("#303030"),
		words: [2]words{{
			accent: lipgloss.Color("#d7af5f"), dim: lipgloss.Color("#a8a8a8"), warn: lipgloss.Color("#ff8787"), good: lipgloss.Color("#87d787"),
		}, {
			accent: lipgloss.Color("#875f00"), dim: lipgloss.Color("#626262"), warn: lipgloss.Color("#af0000"), good: lipgloss.Color("#005f00"),
		}},
	}
	poor = palette{
		light: lipgloss.Cyan, dark: lipgloss.Green, lightMove: lipgloss.Yellow, darkMove: lipgloss.Yellow,
		cursor: lipgloss.Blue, from: lipgloss.Magenta, hint: lipgloss.Magenta, take: lipgloss.Red, check: lipgloss.Red,
		white: lipgloss.BrightWhite, black: lipgloss.Black,
		forWhite: lipgloss.BrightWhite, forBlack: lipgloss.BrightBlack,
		words: [2]words{
			{accent: lipgloss.BrightYellow, dim: lipgloss.NoColor{}, warn: lipgloss.BrightRed, good: lipgloss.BrightGreen},
			{accent: lipgloss.Magenta, dim: lipgloss.NoColor{}, warn: lipgloss.Red, good: lipgloss.Blue},
		},
	}
)

// colours returns the palette for the terminal.
func (m *screen) colours() *palette {
	if m.profile >= colorprofile.ANSI256 {
		return &rich
	}
	return &poor
}

// words returns the colours of words on the background of the terminal.
func (m *screen) words() *words {
	if m.light {
		return &m.colours().words[1]
	}
	return &m.colours().words[0]
}

// ink returns the style of text in a colour.
func ink(c color.Color) lipgloss.Style { return lipgloss.NewStyle().Foreground(c) }

// dim renders words that are less important.
func (m *screen) dim(words string) string { return ink(m.words().dim).Render(words) }

// strong renders words that are more important.
func strong(words string) string { return lipgloss.NewStyle().Bold(true).Render(words) }

// luminance returns the relative luminance of a colour, from 0 to 1, as WCAG defines it.
func luminance(c color.Color) float64 {
	made, _ := colorful.MakeColor(c)
	r, g, b := made.LinearRgb()
	return 0.2126*r + 0.7152*g + 0.0722*b
}

// readable returns black or white, whichever can be read better on the colour.
func readable(on color.Color) color.Color {
	if luminance(on) < 0.179 { // where the contrast with both is the same
		return rich.white
	}
	return rich.black
}

// plain reports whether there are no colours, so that pieces and squares must be
// distinguished by other means.
func (m *screen) plain() bool { return m.profile <= colorprofile.ASCII }

// A look is the appearance of a square.
type look struct {
	ground      color.Color
	piece       string // the piece as a character
	ink         color.Color
	left, right string          // marks beside the piece if there are no colours
	drawing     chess.PieceType // the index of the drawing for larger squares
	drawn       bool            // whether there is a piece or a dot
}

// lookOf returns the appearance of a square. The piece that is chosen can move to the targets.
func (m *screen) lookOf(sq chess.Square, p chess.Position, last chess.Move, targets map[chess.Square]bool) look {
	c := m.colours()
	piece := p.At(sq)
	l := look{piece: m.session.figures.of(piece), ink: c.black, drawing: piece.Type(), drawn: piece != chess.NoPiece}
	if m.halves() && piece != chess.NoPiece {
		l.piece = filled(piece)
	}
	if piece != chess.NoPiece && piece.Color() == chess.White {
		l.ink = c.white
	}
	mark := func(ground color.Color, left, right string) {
		l.ground, l.left, l.right = ground, " ", " "
		if m.plain() {
			l.left, l.right = left, right
		}
	}
	ground, moved := c.dark, c.darkMove
	if sq.Light() {
		ground, moved = c.light, c.lightMove
	}
	mark(ground, " ", " ")
	if piece == chess.NoPiece && m.plain() && !sq.Light() {
		l.piece = ":"
	}
	on := func(move chess.Move) bool { return move != 0 && (sq == move.From() || sq == move.To()) }
	switch {
	case m.session.heat != nil:
		l.ground = heatColour(ground, m.session.heat, sq)
	case on(last):
		mark(moved, "[", "]")
	}
	if on(m.session.thinking.hint) {
		mark(c.hint, "{", "}")
	}
	if p.InCheck() && sq == p.King(p.Turn()) {
		mark(c.check, "!", "!")
	}
	switch {
	case targets[sq] && piece != chess.NoPiece:
		mark(c.take, "x", "x")
	case targets[sq]:
		l.piece, l.ink, l.drawn = m.sign("●", "*"), c.black, true
	}
	if sq == m.from {
		mark(c.from, "(", ")")
	}
	if sq == m.cursor {
		mark(c.cursor, ">", "<")
	}
	return l
}

// heatColour mixes the colour of a square with that of its value: blue for White,
// orange for Black, and stronger for a larger value.
func heatColour(ground color.Color, h *chess.Heat, sq chess.Square) color.Color {
	most := h.Scale
	if most <= 0 {
		for _, v := range h.Values {
			most = max(most, math.Abs(v))
		}
	}
	v := h.Values[sq]
	if most == 0 || v == 0 || math.IsNaN(v) {
		return ground
	}
	to := lipgloss.Color("#0087d7")
	if v < 0 {
		to = lipgloss.Color("#d75f00")
	}
	from, _ := colorful.MakeColor(ground)
	towards, _ := colorful.MakeColor(to)
	return from.BlendRgb(towards, 0.25+0.75*math.Sqrt(math.Abs(v)/most))
}

// halves reports whether the two halves of a line can have different colours.
func (m *screen) halves() bool { return !m.plain() && m.session.figures == figures }

// sign returns a sign of Unicode or, if the screen may not have it, another.
func (m *screen) sign(unicode, ascii string) string {
	if m.session.figures == letters {
		return ascii
	}
	return unicode
}

// looks returns the appearance of the squares, by row and column of the screen.
func (m *screen) looks() (looks [8][8]look) {
	g := m.session.shown()
	p := g.Position()
	_, chess960 := g.chess960()
	targets := map[chess.Square]bool{}
	for sq := chess.A1; sq <= chess.H8 && m.from != chess.NoSquare; sq++ {
		own := p.At(sq) != chess.NoPiece && p.At(sq).Color() == p.Turn() // the rook's square may stand for castling
		targets[sq] = (!own || chess960) && len(movesTo(p, m.from, sq)) > 0
	}
	for row := range looks {
		for column := range looks[row] {
			looks[row][column] = m.lookOf(m.session.squareOn(row, column), p, g.LastMove(), targets)
		}
	}
	return looks
}

// squareWidth returns the number of columns of a square of size lines.
func squareWidth(size int) int { return 2*size + 1 }

// barLines draws the evaluation bar. White's part of it is White's expected share of
// the points.
func (m *screen) barLines(height int) []string {
	c := m.colours()
	lines := make([]string, height)
	share := 1 / (1 + math.Pow(10, -float64(m.session.thinking.view)/400))
	lower, upper := c.forWhite, c.forBlack
	letterBelow, letterAbove := "W", "b"
	if m.session.flipped {
		share = 1 - share
		lower, upper = upper, lower
		letterBelow, letterAbove = letterAbove, letterBelow
	}
	below := int(math.Round(share * float64(8*height))) // height of the lower part, in eighths of a line
	for y := range lines {
		eighths := max(0, min(8, below-8*(height-1-y)))
		switch {
		case m.halves():
			lines[y] = ink(lower).Background(upper).Render(string([]rune(" ▁▂▃▄▅▆▇█")[eighths]))
		case eighths >= 4:
			lines[y] = letterBelow
		default:
			lines[y] = letterAbove
		}
	}
	return lines
}

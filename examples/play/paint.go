package main

import (
	"image/color"
	"math"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
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
	c := m.colours()
	if m.light {
		return &c.words[1]
	}
	return &c.words[0]
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

// lookOf returns the appearance of a square.
func (m *screen) lookOf(sq chess.Square, p *chess.Position, last chess.Move, targets map[chess.Square]bool) look {
	c := m.colours()
	piece := p.At(sq)
	l := look{piece: m.figures.of(piece), ink: c.black, drawing: piece.Type(), drawn: piece != chess.NoPiece}
	if m.figures == figures && piece != chess.NoPiece && !m.plain() {
		l.piece = filled(piece)
	}
	if piece != chess.NoPiece && piece.Color() == chess.White {
		l.ink = c.white
	}
	isLight := sq.Light()
	mark := func(ground color.Color, left, right string) {
		l.ground, l.left, l.right = ground, " ", " "
		if m.plain() {
			l.left, l.right = left, right
		}
	}
	ground := c.dark
	if isLight {
		ground = c.light
	}
	mark(ground, " ", " ")
	if piece == chess.NoPiece && m.plain() && !isLight {
		l.piece = ":"
	}
	heat := m.session.heat
	switch {
	case heat != nil:
		l.ground = heatColour(ground, heat, sq)
	case last != 0 && (sq == last.From() || sq == last.To()) && isLight:
		mark(c.lightMove, "[", "]")
	case last != 0 && (sq == last.From() || sq == last.To()):
		mark(c.darkMove, "[", "]")
	}
	if h := m.session.hint; h != 0 && (sq == h.From() || sq == h.To()) {
		mark(c.hint, "{", "}")
	}
	if p.InCheck() && sq == p.King(p.Turn()) {
		mark(c.check, "!", "!")
	}
	switch {
	case targets[sq] && piece != chess.NoPiece:
		mark(c.take, "x", "x")
	case targets[sq]:
		l.piece, l.ink, l.drawn = "●", c.black, true
		if m.figures == letters {
			l.piece = "*"
		}
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
	return mix(ground, to, 0.25+0.75*math.Sqrt(math.Abs(v)/most))
}

// mix returns the mixture of a and b with the given part of b, from 0 to 1.
func mix(a, b color.Color, part float64) color.Color {
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	channel := func(x, y uint32) uint8 { return uint8((float64(x)*(1-part) + float64(y)*part) / 257) }
	return color.RGBA{channel(ar, br), channel(ag, bg), channel(ab, bb), 255}
}

// halves reports whether the two halves of a line can have different colours.
func (m *screen) halves() bool { return !m.plain() && m.figures == figures }

// looks returns the appearance of the squares, by row and column of the screen.
func (m *screen) looks() (looks [8][8]look) {
	s := m.session
	p := s.game.Position()
	last := s.lastMove()
	targets := map[chess.Square]bool{}
	if m.from != chess.NoSquare {
		for _, move := range p.AppendMoves(nil) {
			if move.From() == m.from {
				next := p.After(move)
				switch {
				case !p.IsCastling(move):
					targets[move.To()] = true
				case m.chess960():
					targets[rookOf(&p, move)] = true
					fallthrough
				default:
					targets[next.King(p.Turn())] = true
				}
			}
		}
	}
	for row := range looks {
		for column := range looks[row] {
			sq := chess.SquareAt(fileAt(column, s.flipped), rankAt(row, s.flipped))
			looks[row][column] = m.lookOf(sq, &p, last, targets)
		}
	}
	return looks
}

// chess960 reports whether the game starts from another position of Chess960 than
// that of ordinary chess, so that the rook's square may also stand for castling.
func (m *screen) chess960() bool {
	start := m.session.game.Start()
	n, ok := chess.Chess960Number(start)
	return ok && n != 518
}

// squareWidth returns the number of columns of a square of size lines.
func squareWidth(size int) int { return 2*size + 1 }

// barLines draws the evaluation bar. White's part of it is White's expected share of
// the points.
func (m *screen) barLines(height int) []string {
	s := m.session
	c := m.colours()
	lines := make([]string, height)
	share := expectedScore(s.view.score)
	if s.flipped {
		share = 1 - share
	}
	below := int(math.Round(share * float64(8*height))) // height of the lower part, in eighths of a line
	lower, upper := c.forWhite, c.forBlack
	letterBelow, letterAbove := "W", "b"
	if s.flipped {
		lower, upper = upper, lower
		letterBelow, letterAbove = letterAbove, letterBelow
	}
	for y := range lines {
		eighths := max(0, min(8, below-8*(height-1-y)))
		switch {
		case !m.halves() && eighths >= 4:
			lines[y] = letterBelow
		case !m.halves():
			lines[y] = letterAbove
		default:
			block := string([]rune(" ▁▂▃▄▅▆▇█")[eighths])
			lines[y] = lipgloss.NewStyle().Foreground(lower).Background(upper).Render(block)
		}
	}
	return lines
}

// expectedScore converts a score to White's expected share of the points.
func expectedScore(score chess.Score) float64 {
	return 1 / (1 + math.Pow(10, -float64(score)/400))
}

package chess

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// Diagram is a picture of a position: String and WriteTo give SVG, ASCII and Unicode give text. The SVG
// needs no style sheet and may be a file or part of an HTML page; all texts in it are escaped. What lies
// outside the board is not drawn.
//
// Setup is for a board editor, or for a few pieces without kings. With it Check marks nothing, and
// LastMove never castles.
//
// The drawings of Pieces are elements of SVG in a square from (0, 0) to (100, 100), such as
// <circle cx="50" cy="50" r="30"/>: g, path, circle, ellipse, rect, line, polygon and polyline. Their
// attributes, in double quotes, are those of place and size, transform, points, opacity, fill, fill-rule,
// fill-opacity, stroke with -width, -linecap, -linejoin, -miterlimit, -opacity and -dasharray, and style
// with these. No value has "&", and only transform has "(", so that nothing is run, loaded or referred to.
type Diagram struct {
	Position      Position         `json:"position,omitzero"`      // the zero Position is an empty board
	Setup         *Setup           `json:"setup,omitzero"`         // if not nil, is drawn in place of Position, and need not be a valid position
	Flipped       bool             `json:"flipped,omitzero"`       // as seen from Black's side
	NoCoordinates bool             `json:"noCoordinates,omitzero"` // without files, ranks and the side to move
	LastMove      Move             `json:"lastMove,omitzero"`      // its two squares are marked, unless it is the null move
	Check         bool             `json:"check,omitzero"`         // the king of the side to move is marked if it is in check
	Highlights    []Highlight      `json:"highlights,omitzero"`    // later ones are drawn over earlier ones
	Arrows        []Arrow          `json:"arrows,omitzero"`        // as Highlights
	Heat          *Heat            `json:"heat,omitzero"`          // a heat map, or nil
	Caption       string           `json:"caption,omitzero"`       // written below the board
	Title         string           `json:"title,omitzero"`         // the name for screen readers; if empty, the Caption
	Description   string           `json:"description,omitzero"`   // a longer text for screen readers; if empty, all that is drawn
	Size          int              `json:"size,omitzero"`          // the width in pixels; if not positive, the page decides
	LightSquares  string           `json:"lightSquares,omitzero"`  // a colour as in Highlight; anything else is the usual one
	DarkSquares   string           `json:"darkSquares,omitzero"`   // as LightSquares; a heat map has its own two
	LastMovePaint string           `json:"lastMovePaint,omitzero"` // as LightSquares, for the squares of LastMove
	CheckPaint    string           `json:"checkPaint,omitzero"`    // as LightSquares, for the king that Check marks
	Pieces        map[Piece]string `json:"pieces,omitzero"`        // own drawings; a piece that is absent or has anything else is the usual one
	DarkScreen    bool             `json:"darkScreen,omitzero"`    // Unicode is shown light on dark, so filled figurines are White's
}

// Highlight marks a square with a colour.
type Highlight struct {
	Square Square `json:"square"`
	Paint  string `json:"paint"` // # and 3, 4, 6 or 8 hex digits, or letters, which are taken for the name of a colour; anything else is red
}

// Arrow goes from one square to another; from a square to itself it is a ring.
type Arrow struct {
	From  Square `json:"from"`
	To    Square `json:"to"`
	Paint string `json:"paint"` // a colour as in Highlight; anything else is green
}

// Heat is a heat map: a number for each of some squares, shown as a colour, blue for positive and
// orange for negative, with a scale below the board. The strength of the colour grows with the square
// root of the number.
type Heat struct {
	Values    map[Square]float64 `json:"values"`             // squares without a number, or with NaN, have no colour
	Scale     float64            `json:"scale,omitzero"`     // absolute value of the strongest colour; if not positive, the largest
	Decimals  int                `json:"decimals,omitzero"`  // the number of decimals that are written
	NoNumbers bool               `json:"noNumbers,omitzero"` // colours only
	Positive  string             `json:"positive,omitzero"`
	Negative  string             `json:"negative,omitzero"` // what the two colours mean, such as "for White"
}

// at returns the number of a square, if there is one.
func (h *Heat) at(sq Square) (v float64, ok bool) {
	if h == nil {
		return 0, false
	}
	v, ok = h.Values[sq]
	return v, ok && !math.IsNaN(v)
}

// scale returns the absolute value that has the strongest colour, or 0.
func (h *Heat) scale() float64 {
	if h.Scale > 0 && !math.IsInf(h.Scale, 1) {
		return h.Scale
	}
	largest := 0.0
	for sq := range NoSquare {
		if v, ok := h.at(sq); ok && !math.IsInf(v, 0) {
			largest = max(largest, math.Abs(v))
		}
	}
	return largest
}

// format writes a number with its sign.
func (h *Heat) format(v float64) string {
	size := math.Abs(v)
	s := strconv.FormatFloat(size, 'f', min(max(h.Decimals, 0), 9), 64)
	switch {
	case math.IsInf(v, 0):
		s = "∞"
	case size >= 1e7: // too long for a square
		s = strconv.FormatFloat(size, 'g', 3, 64)
	case strings.Trim(s, "0.") == "":
		return s
	}
	if v < 0 {
		return "−" + s
	}
	return "+" + s
}

// at returns the piece that is drawn on a square.
func (d *Diagram) at(sq Square) Piece {
	if d.Setup == nil {
		return d.Position.pieceAt(sq)
	}
	if piece := d.Setup.Board[sq]; piece.exists() {
		return piece
	}
	return NoPiece
}

// inHand returns how many pieces of a type c has in hand in Crazyhouse.
func (d *Diagram) inHand(c Color, t PieceType) (n int) {
	if d.Setup == nil {
		return d.Position.pocket(c, t)
	}
	for _, piece := range d.Setup.Pocket {
		n += int(oneIf(piece == t.Of(c)))
	}
	return n
}

// hasPockets reports whether there is a place for pieces in hand above and below the board.
func (d *Diagram) hasPockets() bool {
	return d.Setup != nil && len(d.Setup.Pocket) > 0 || d.Setup == nil && d.Position.variant() == Crazyhouse
}

// turn returns the side to move, if there is one: the zero Position has none.
func (d *Diagram) turn() (c Color, ok bool) {
	if d.Setup == nil {
		return d.Position.turn(), !d.Position.isZero()
	}
	return d.Setup.Turn, d.Setup.Turn <= Black
}

// checked returns the square of the king that Check marks, or NoSquare.
func (d *Diagram) checked() Square {
	if d.Check && d.Setup == nil && d.Position.inCheck() {
		return d.Position.king(d.Position.turn())
	}
	return NoSquare
}

// lastSquares returns the squares that LastMove has left and where its piece stands,
// NoSquare for the null move and what a drop has left. Castling in Chess960 is the king
// taking its own rook; the Position tells where the king is then. Where the rook has stayed
// on its square, it looks like a move of the rook, and is taken for one.
func (d *Diagram) lastSquares() (from, to Square) {
	m, p := d.LastMove, &d.Position
	if m == 0 {
		return NoSquare, NoSquare
	}
	from, to = m.From(), m.To()
	if m.Drop() != NoPieceType {
		return NoSquare, to
	}
	us := p.turn().Other()
	home := Square(us) * A8
	if d.Setup != nil || p.isZero() || m >= promotion || p.pieceAt(to) != NoPiece && p.king(us) != to ||
		from.Rank() != home.Rank() || to.Rank() != home.Rank() {
		return from, to
	}
	side := Square(m.side())
	if king := home + G1 - 4*side; p.king(us) == king && p.pieceAt(home+F1-2*side) == Rook.Of(us) {
		return from, king
	}
	return from, to
}

// ASCII returns the board as lines of text. Pieces are the letters of FEN; an empty light square is
// "." and a dark one ":". A piece stands in brackets on the squares of LastMove, in parentheses on
// those of Highlights, and between exclamation marks if it is a king that Check marks. An asterisk is
// beside the first rank of the side to move. In Crazyhouse the pieces in hand are above and below the
// board. The other fields are not shown.
func (d Diagram) ASCII() string {
	return d.text(func(piece Piece) string { return piece.String() })
}

// Unicode returns what ASCII returns, with figurines in place of letters: White's are outlines and
// Black's are filled, unless DarkScreen is set. Filled pawns, U+265F, are followed by U+FE0E, since
// some screens would show a picture.
func (d Diagram) Unicode() string {
	filled := Black
	if d.DarkScreen {
		filled = White
	}
	return d.text(func(piece Piece) string {
		if piece.Color() == filled {
			return [...]string{Pawn: "♟\uFE0E", Knight: "♞", Bishop: "♝", Rook: "♜", Queen: "♛", King: "♚"}[piece.Type()]
		}
		return [...]string{Pawn: "♙", Knight: "♘", Bishop: "♗", Rook: "♖", Queen: "♕", King: "♔"}[piece.Type()]
	})
}

// text draws the board as text with the given signs for pieces.
func (d *Diagram) text(sign func(Piece) string) string {
	before, after := d.textMarks()
	turned := A8 // the square that is drawn first
	if d.Flipped {
		turned = H1
	}
	var b []byte
	hand := func(c Color) {
		if !d.hasPockets() {
			return
		}
		line := ""
		if !d.NoCoordinates {
			line = "  "
		}
		for t := Queen; t >= Pawn; t-- {
			line += strings.Repeat(" "+sign(t.Of(c)), d.inHand(c, t))
		}
		b = append(append(b, strings.TrimRight(line, " ")...), '\n')
	}
	top := Color(oneIf(!d.Flipped))
	hand(top)
	for i := range NoSquare {
		sq := i ^ turned
		if i.File() == 0 && !d.NoCoordinates {
			b = append(b, '1'+byte(sq.Rank()), ' ')
		}
		b = append(b, before[sq])
		switch piece := d.at(sq); {
		case piece != NoPiece:
			b = append(b, sign(piece)...)
		case !sq.Light():
			b = append(b, ':')
		default:
			b = append(b, '.')
		}
		b = append(b, after[sq])
		if i.File() < 7 {
			continue
		}
		if turn, ok := d.turn(); ok && !d.NoCoordinates && sq.Rank() == int(7*turn) {
			b = append(b, " *"...)
		}
		b = append(bytes.TrimRight(b, " "), '\n')
	}
	if !d.NoCoordinates {
		b = append(b, "   "...)
		for i := range 8 {
			b = append(b, 'a'+byte(i^turned.File()), ' ', ' ')
		}
		b = append(bytes.TrimRight(b, " "), '\n')
	}
	hand(top.Other())
	return string(b)
}

// textMarks returns what stands before and after the piece on each square.
func (d *Diagram) textMarks() (before, after [64]byte) {
	for sq := range before {
		before[sq], after[sq] = ' ', ' '
	}
	mark := func(sq Square, pair string) {
		if sq < NoSquare {
			before[sq], after[sq] = pair[0], pair[1]
		}
	}
	from, to := d.lastSquares()
	mark(from, "[]")
	mark(to, "[]")
	for _, h := range d.Highlights {
		mark(h.Square, "()")
	}
	mark(d.checked(), "!!")
	return before, after
}

// A jsonHeat is a Heat in JSON.
type jsonHeat struct {
	Values map[Square]jsonFloat `json:"values"`
	Scale  jsonFloat            `json:"scale,omitzero"`
	plainHeat
}

type plainHeat Heat

// MarshalJSON writes the fields as an object, Values by square, {"e4": 0.5}. Numbers that are not
// finite are the strings "+Inf", "-Inf" and "NaN".
func (h Heat) MarshalJSON() ([]byte, error) {
	out := jsonHeat{Scale: jsonFloat(h.Scale), plainHeat: plainHeat(h)}
	if h.Values != nil {
		out.Values = map[Square]jsonFloat{}
	}
	for sq, v := range h.Values {
		out.Values[sq] = jsonFloat(v)
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (h *Heat) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	var read jsonHeat
	if err := readJSON(data, &read, "Heat"); err != nil {
		return err
	}
	*h = Heat(read.plainHeat)
	h.Scale = float64(read.Scale)
	if read.Values != nil {
		h.Values = map[Square]float64{}
	}
	for sq, v := range read.Values {
		h.Values[sq] = float64(v)
	}
	return nil
}

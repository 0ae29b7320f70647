package chess

import "bytes"

// ASCII returns the board as lines of text with a line end each. Pieces are the
// letters of FEN, as Piece.String returns them; an empty light square is "." and a
// dark one ":". A piece stands between brackets on the squares of LastMove, between
// parentheses on those of Highlights, and between exclamation marks if it is a king
// that Check marks. An asterisk is beside the first rank of the side to move. What
// else the Diagram has is not shown.
//
//	8  r  .  b  q  k  b  n  r
//	7  p  p  p  p  . [Q] p  p
func (d Diagram) ASCII() string {
	return d.text(func(piece Piece) string { return piece.String() })
}

// Unicode returns what ASCII returns, with figurines in place of letters: White's
// are outlines and Black's are filled, unless DarkScreen is set. After each filled
// pawn, U+265F, comes U+FE0E, which asks for text: some screens would show a picture
// of another width. All lines have the same width if a figurine is as wide as a
// letter.
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
	if d.NoCoordinates {
		return string(b)
	}
	b = append(b, "   "...)
	for i := range 8 {
		b = append(b, 'a'+byte(i^turned.File()), ' ', ' ')
	}
	return string(append(bytes.TrimRight(b, " "), '\n'))
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
	if from, to := d.lastSquares(); from != NoSquare {
		mark(from, "[]")
		mark(to, "[]")
	}
	for _, h := range d.Highlights {
		mark(h.Square, "()")
	}
	mark(d.checked(), "!!")
	return before, after
}

package chess

import (
	"fmt"
	"strings"
)

// This file has the texts of the values of board.go.

var colorNames = names[Color]{"Color", "colour", []string{"White", "Black"}}

// String returns "White" or "Black".
func (c Color) String() string { return colorNames.of(c) }

func parseColor(s string) (Color, error) {
	switch s {
	case "white", "w":
		return White, nil
	case "black", "b":
		return Black, nil
	}
	return colorNames.parse(s)
}

// MarshalText returns what String returns.
func (c Color) MarshalText() ([]byte, error) { return colorNames.appendText(nil, c) }

// UnmarshalText reads what String returns, and also "white", "w", "black" and "b".
func (c *Color) UnmarshalText(text []byte) error { return unmarshalText(c, text, parseColor) }

var pieceTypeNames = names[PieceType]{
	"PieceType", "type of piece", []string{"none", "pawn", "knight", "bishop", "rook", "queen", "king"},
}

// String returns the English name, "pawn" to "king", or "none".
func (t PieceType) String() string { return pieceTypeNames.of(t) }

// MarshalText returns what String returns.
func (t PieceType) MarshalText() ([]byte, error) { return pieceTypeNames.appendText(nil, t) }

// UnmarshalText reads what String returns.
func (t *PieceType) UnmarshalText(text []byte) error {
	return unmarshalText(t, text, pieceTypeNames.parse)
}

// pieceLetters are the letters of FEN, by Piece.
const pieceLetters = ".PNBRQK..pnbrqk."

var pieceNames = names[Piece]{
	"Piece", "piece", []string{".", "P", "N", "B", "R", "Q", "K", "", "", "p", "n", "b", "r", "q", "k"},
}

// String returns the FEN letter, such as "P" or "k", or "." for NoPiece.
func (p Piece) String() string { return pieceNames.of(p) }

// ParsePiece reads what String returns.
func ParsePiece(s string) (Piece, error) { return pieceNames.parse(s) }

// MarshalText returns what String returns.
func (p Piece) MarshalText() ([]byte, error) { return pieceNames.appendText(nil, p) }

// UnmarshalText reads what ParsePiece reads.
func (p *Piece) UnmarshalText(text []byte) error { return unmarshalText(p, text, ParsePiece) }

// String returns the name, such as "e4", or "-" for NoSquare.
func (s Square) String() string {
	if s > NoSquare {
		return fmt.Sprintf("Square(%d)", uint8(s))
	}
	var buf [2]byte
	text, _ := s.appendText(buf[:0])
	return string(text)
}

// appendSquare appends the name of a square of the board.
func appendSquare(dst []byte, sq Square) []byte {
	return append(dst, 'a'+byte(sq&7), '1'+byte(sq>>3))
}

// What is missing where a square is expected.
const (
	wantFile = "a file, from a to h, is missing"
	wantRank = "a rank, from 1 to 8, is missing"
)

// readSquare returns the square of the board that s begins with. If there is none,
// detail says what is missing at the offset.
func readSquare(s string) (sq Square, offset int, detail string) {
	switch {
	case s == "" || s[0]-'a' > 7:
		return NoSquare, 0, wantFile
	case len(s) == 1 || s[1]-'1' > 7:
		return NoSquare, 1, wantRank
	}
	return SquareAt(int(s[0]-'a'), int(s[1]-'1')), 2, ""
}

// ParseSquare reads the name of a square, such as "e4", or "-" for NoSquare.
func ParseSquare(s string) (Square, error) {
	if s == "-" {
		return NoSquare, nil
	}
	sq, offset, detail := readSquare(s)
	if detail == "" && len(s) > offset {
		detail = "text after the square"
	}
	if detail != "" {
		return NoSquare, &ParseError{Kind: ErrSyntax, Field: "square", Input: s, Offset: offset, Detail: detail}
	}
	return sq, nil
}

func (s Square) appendText(dst []byte) ([]byte, error) {
	switch {
	case s > NoSquare:
		return dst, errNoText(s.String())
	case s == NoSquare:
		return append(dst, '-'), nil
	}
	return appendSquare(dst, s), nil
}

// MarshalText returns what String returns.
func (s Square) MarshalText() ([]byte, error) { return s.appendText(nil) }

// UnmarshalText reads what ParseSquare reads.
func (s *Square) UnmarshalText(text []byte) error { return unmarshalText(s, text, ParseSquare) }

// String returns the move as UCI engines write it: "e2e4", "e7e8q", "e1g1" for castling, "0000" for
// the null move, "N@f3" for a drop.
func (m Move) String() string {
	var buf [8]byte
	return string(m.appendUCI(buf[:0]))
}

// appendUCI appends what String returns.
func (m Move) appendUCI(dst []byte) []byte {
	if m == 0 {
		return append(dst, "0000"...)
	}
	if t := m.Drop(); t != NoPieceType {
		return appendSquare(append(dst, pieceLetters[t], '@'), m.To())
	}
	dst = appendSquare(appendSquare(dst, m.From()), m.To())
	if t := m.Promotion(); t != NoPieceType {
		dst = append(dst, pieceLetters[t.Of(Black)])
	}
	return dst
}

// ParseUCI reads what String returns, any other two squares, and a drop in small letters. Position.ParseUCI
// also checks that the move is legal.
func ParseUCI(s string) (Move, error) {
	fail := func(offset int, detail string) (Move, error) {
		return 0, &ParseError{Kind: ErrSyntax, Field: "UCI move", Input: s, Offset: offset, Detail: detail}
	}
	if s == "0000" {
		return 0, nil
	}
	if len(s) > 1 && s[1] == '@' {
		t := pieceOf(s[0] &^ ('a' - 'A'))
		if t == NoPiece || t >= WhiteKing {
			return fail(0, "a drop is one of P, N, B, R and Q")
		}
		to, offset, detail := readSquare(s[2:])
		if detail == "" && len(s) > 4 {
			offset, detail = 2, "text after the move"
		}
		if detail != "" {
			return fail(2+offset, detail)
		}
		return newMove(pocket+uint8(t), mailbox[to]), nil
	}
	from, offset, detail := readSquare(s)
	if detail != "" {
		return fail(offset, detail)
	}
	to, offset, detail := readSquare(s[2:])
	if detail != "" {
		return fail(2+offset, detail)
	}
	m := newMove(mailbox[from], mailbox[to])
	if len(s) > 4 {
		t := promotionOf(s[4])
		if t == NoPieceType {
			return fail(4, "a promotion is one of n, b, r and q")
		}
		m |= promotionTo(t)
	}
	if len(s) > 5 {
		return fail(5, "text after the move")
	}
	return m, nil
}

// promotionOf returns the type of piece that a letter of UCI promotes to, or
// NoPieceType. A pawn becomes a king only in Antichess.
func promotionOf(c byte) PieceType {
	if i := strings.IndexByte("nbrqk", c); i >= 0 {
		return Knight + PieceType(i)
	}
	return NoPieceType
}

// MarshalText returns what String returns, or an error if m was not made by this package.
func (m Move) MarshalText() ([]byte, error) {
	if !m.valid() {
		return nil, errNoText(fmt.Sprintf("Move(%#x)", uint32(m)))
	}
	return m.appendUCI(nil), nil
}

// valid reports whether m is the null move or has two squares of the board and a
// promotion that exists.
func (m Move) valid() bool {
	flag := m &^ 0xFFFF
	if t := m.Drop(); t != NoPieceType {
		return m == newMove(pocket+uint8(t), mailbox[m.To()])
	}
	return m == 0 || m == flag|newMove(mailbox[m.From()&63], mailbox[m.To()]) && (flag == 0 || m.IsPromotion())
}

// UnmarshalText reads what ParseUCI reads.
func (m *Move) UnmarshalText(text []byte) error { return unmarshalText(m, text, ParseUCI) }

// pieceOf returns the piece of a FEN letter, or NoPiece.
func pieceOf(c byte) Piece { return pieceOfLetter[c] }

var pieceOfLetter = func() (t [256]Piece) {
	for i, c := range []byte(pieceLetters) {
		if c != '.' {
			t[c] = Piece(i)
		}
	}
	return
}()

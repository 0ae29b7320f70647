package chess

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This is the tolerant parser of SAN, and the SAN of a move. The PGN reader first
// tries the fast parser in notation_plainsan.go: see notation.go.

// SAN returns the legal move m in standard algebraic notation, exactly as the
// PGN standard exports it (8.2.3): "Nbd7", "exd6", "e8=Q+", "O-O", "Qxf7#". If
// another legal move would be written the same, the square that the piece leaves is
// added: its file if that is enough, else its rank, else both. "#" also marks a
// third check that wins. A move that is not legal in p is written as in UCI, the
// null move as "--".
func (p Position) SAN(m Move) string {
	var buf [16]byte
	return string(p.appendSAN(buf[:0], m))
}

// AppendSAN appends what SAN returns to dst.
func (p Position) AppendSAN(dst []byte, m Move) []byte { return p.appendSAN(dst, m) }

func (p *Position) appendSAN(dst []byte, m Move) []byte {
	return p.appendAlgebraic(dst, m, false)
}

// SANLine returns moves that are played from p, one after the other, in SAN and with
// move numbers: "1. e4 e5 2. Nf3", "12... Nxe4 13. Re1". It ends before the first
// move that is not legal where it would be played.
func (p Position) SANLine(moves ...Move) string {
	return string(p.appendSANLine(nil, moves...))
}

func (p *Position) appendSANLine(dst []byte, moves ...Move) []byte {
	at := *p
	for i, m := range moves {
		if !at.legal(m) {
			break
		}
		if i > 0 {
			dst = append(dst, ' ')
		}
		if i == 0 || at.turn() == White {
			dst = strconv.AppendInt(dst, int64(at.MoveNumber()), 10)
			dst = append(dst, [...]string{White: ". ", Black: "... "}[at.turn()]...)
		}
		dst = at.appendSAN(dst, m)
		at = at.After(m)
	}
	return dst
}

// ParseSAN reads a move as people write it and returns it if it is legal in p.
// It reads standard algebraic notation (PGN standard, 8.2.3), and also accepts
// these if the meaning is clear:
//
//   - castling as "O-O", "0-0", "o-o" or "OO";
//   - missing or superfluous marks "+", "#", "!" and "?", and "e.p." or "ep" after a
//     capture en passant, also after a blank;
//   - a capture without "x", or with ":" or "×", and a superfluous "x" or "-";
//   - promotion as "e8=Q", "e8Q", "e8(Q)", "e8(=Q)" or "e8/Q", with a capital or a small letter;
//   - more of the departure square than needed: "Qe8f7", "Na1-b3", "Pe2-e4";
//   - two squares without a letter, as in UCI, for any piece and for castling;
//   - the small letter of a piece before two squares: "ng8-f6", "bf8c5";
//   - the figurines U+2654 to U+265F, of either colour;
//   - for "-" the minus sign U+2212, and the hyphens and dashes U+2010 to U+2015.
//
// It does not guess. A promotion must name the piece. A king's move of two squares
// is castling if it is written "e1g1", but not if it is "Kg1". Before one square the
// letter of a piece is a capital: "bxc3" is a pawn's move, and where "nf3" is written
// for a knight's move, "bf3" may mean a bishop's. ParseSAN allocates nothing on
// success.
//
// An error is a *ParseError that matches ErrSyntax, ErrIllegal, or ErrAmbiguous
// with the SAN of all moves that fit in its Detail. The null move, "--", "Z0"
// or "0000", is illegal.
func (p Position) ParseSAN(s string) (Move, error) { return p.parseText("SAN", s) }

// parseText is ParseSAN; its errors have the given Field.
func (p *Position) parseText(field, s string) (Move, error) {
	r := moveReader{field: field, input: s}
	if err := r.begin("--", "Z0", "0000"); err != nil {
		return 0, err
	}
	var t moveText
	if err := r.san(&t); err != nil {
		return 0, err
	}
	return p.find(&r, &t)
}

// ParseMove reads a move in any notation and returns it if it is legal in p: in SAN
// in all the ways that ParseSAN reads, in LAN, and in the notation of UCI engines.
// No text has two meanings: two squares without the letter of a piece are the
// notation of UCI engines. Blanks around it do not count. ParseMove allocates nothing on
// success.
//
// An error is a *ParseError that matches ErrSyntax, ErrIllegal, or ErrAmbiguous
// with the SAN of all moves that fit in its Detail. The null move is illegal.
func (p Position) ParseMove(s string) (Move, error) { return p.parseText("move", strings.TrimSpace(s)) }

// san reads the text of a move to the end. It does not look at a position.
func (r *moveReader) san(t *moveText) error {
	if t.castling = r.castling(); t.castling != noCastling {
		return r.marks(nil)
	}
	if t.piece = r.piece(); t.piece == NoPieceType {
		t.piece = r.smallLetter("pnbrqk")
	}
	t.file, t.rank = r.file(), r.rank()
	from := r.pos
	separated := r.separator()
	file, rank := r.file(), omitted
	if file != omitted {
		rank = r.rank()
	}
	switch {
	case rank != omitted:
	case !separated && t.file != omitted && t.rank != omitted:
		// There is only one square. The "b" of "e8b" is not a file but a bishop.
		r.pos = from
		file, rank, t.file, t.rank = t.file, t.rank, omitted, omitted
	case file != omitted || !separated && t.file != omitted:
		return r.fail(wantRank)
	case t.piece == NoPieceType && t.file == omitted:
		r.pos = 0
		return r.fail(r.noMove())
	default:
		return r.fail(wantFile)
	}
	t.to = SquareAt(file, rank)

	if t.piece == NoPieceType && (t.file == omitted || t.rank == omitted) {
		t.piece = Pawn
	}
	if t.piece == Pawn && t.file == omitted {
		if separated || t.rank != omitted {
			r.pos = from
			return r.fail("the file that the pawn leaves is missing")
		}
		t.file = file
	}

	promotes := r.pos
	open := r.accept("(")
	named := r.accept("=") || r.accept("/") || open
	if t.promotion = r.promotion(); named && t.promotion == NoPieceType {
		return r.fail("a promotion is one of N, B, R and Q")
	}
	if open && !r.accept(")") {
		return r.fail(`")" is missing`)
	}
	if t.promotion != NoPieceType && t.piece > Pawn {
		r.pos = promotes
		return r.fail("only a pawn promotes")
	}
	return r.marks(&t.enPassant)
}

// separator reads what may stand between two squares, if it comes next, and reports
// whether it does.
func (r *moveReader) separator() bool {
	return r.accept("x") || r.accept(":") || r.accept("×") || r.dash()
}

// noMove returns what is wrong with a text that begins as no move does.
func (r *moveReader) noMove() string {
	c, _ := utf8.DecodeRuneInString(r.input)
	piece := pieceOf(byte(min(c, unicode.MaxASCII)))
	switch {
	case r.input == "":
		return "there is no move"
	case !unicode.IsLetter(c):
		return "this is not a move"
	case piece != NoPiece:
		return fmt.Sprintf(`"%c" is neither a file nor a piece: the %v is "%v"`, c, piece.Type(), piece.Type().Of(White))
	}
	return fmt.Sprintf(`"%c" is neither a file nor a piece`, c)
}

// piece reads the letter or the figurine of a piece, if one comes next, and returns
// its type, or NoPieceType.
func (r *moveReader) piece() PieceType {
	if t := r.letter("PNBRQK"); t != NoPieceType {
		return t
	}
	// U+2654 to U+265F are the bytes E2 99 94 to E2 99 9F: king to pawn, twice.
	rest := r.input[r.pos:]
	if len(rest) < 3 || rest[:2] != "\xE2\x99" || rest[2]-0x94 >= 12 {
		return NoPieceType
	}
	r.pos += 3
	_ = r.accept("\uFE0E") || r.accept("\uFE0F") // they select text or emoji
	return King - PieceType(rest[2]-0x94)%6
}

// smallLetter reads one of the given small letters of pieces and returns its type, but
// only if two squares follow: before one square, or a part of one, "b" is a file.
// Otherwise it reads nothing and returns NoPieceType.
func (r *moveReader) smallLetter(of string) PieceType {
	start := r.pos
	t := r.letter(of)
	end := r.pos
	if t != NoPieceType && r.file() != omitted && r.rank() != omitted {
		r.separator()
		if r.file() != omitted && r.rank() != omitted {
			r.pos = end
			return t
		}
	}
	r.pos = start
	return NoPieceType
}

// promotion reads the piece that a pawn promotes to, if one comes next, and returns
// its type, or NoPieceType.
func (r *moveReader) promotion() PieceType {
	start := r.pos
	if r.pos < len(r.input) {
		if t := promotionOf(r.input[r.pos]); t != NoPieceType {
			r.pos++
			return t
		}
	}
	if t := r.piece(); t >= Knight && t <= Queen {
		return t
	}
	r.pos = start
	return NoPieceType
}

// LAN returns the legal move m in long algebraic notation: "Ng1-f3", "e4xd5",
// "e7-e8=Q+", "O-O". Promotion, castling and check are written as in SAN. A
// move that is not legal in p is written as in UCI, the null move as "--".
func (p Position) LAN(m Move) string {
	var buf [16]byte
	return string(p.appendLAN(buf[:0], m))
}

func (p *Position) appendLAN(dst []byte, m Move) []byte {
	return p.appendAlgebraic(dst, m, true)
}

// ParseLAN reads a move in long algebraic notation and returns it if it is
// legal in p. The format is strict, as LAN writes it, with three exceptions: any of
// "+", "#", "!" and "?" may be missing or superfluous at the end, castling may be
// written as ParseSAN reads it, and the letter of a piece may be small: "ng1-f3". The
// piece must be the one named; "x" is for captures only, and "-" for other moves only.
// ParseSAN reads this format too, and many others. ParseLAN allocates nothing on
// success.
//
// An error is a *ParseError that matches ErrSyntax, ErrIllegal, or ErrAmbiguous
// for a promotion without a piece. The null move "--" is illegal.
func (p Position) ParseLAN(s string) (Move, error) {
	r := moveReader{field: "LAN", input: s}
	if err := r.begin("--"); err != nil {
		return 0, err
	}
	t := moveText{castling: r.castling()}
	if t.castling != noCastling {
		if err := r.marks(nil); err != nil {
			return 0, err
		}
		return p.find(&r, &t)
	}
	if t.piece = r.letter("NBRQK"); t.piece == NoPieceType {
		t.piece = max(Pawn, r.smallLetter("nbrqk"))
	}
	from, err := r.square()
	if err != nil {
		return 0, err
	}
	t.file, t.rank = from.File(), from.Rank()
	separator := r.pos
	captures := r.accept("x")
	if !captures && !r.accept("-") {
		return 0, r.fail(`"-" or "x" is missing`)
	}
	if t.to, err = r.square(); err != nil {
		return 0, err
	}
	if r.accept("=") {
		if t.promotion = r.letter("NBRQ"); t.promotion == NoPieceType {
			return 0, r.fail("a promotion is one of N, B, R and Q")
		}
	}
	if err := r.marks(nil); err != nil {
		return 0, err
	}
	m, err := p.find(&r, &t)
	if err == nil && captures != p.isCapture(m) {
		r.pos = separator
		if captures {
			return 0, r.error(ErrIllegal, "there is nothing to capture")
		}
		return 0, r.error(ErrIllegal, `a capture is written with "x"`)
	}
	return m, err
}

package chess

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This is the tolerant parser of SAN, and the SAN of a move. The PGN reader first
// tries the fast parser in notation_plainsan.go: see notation.go.

// SAN returns the legal move m in standard algebraic notation, as the PGN standard exports it: "Nbd7",
// "exd6", "e8=Q+", "O-O", "Qxf7#". "#" also marks a third check that wins. An illegal move is written
// as in UCI, the null move as "--".
func (p Position) SAN(m Move) string {
	var buf [16]byte
	return string(p.appendSAN(buf[:0], m))
}

// AppendSAN appends what SAN returns to dst.
func (p Position) AppendSAN(dst []byte, m Move) []byte { return p.appendSAN(dst, m) }

func (p *Position) appendSAN(dst []byte, m Move) []byte {
	return p.appendAlgebraic(dst, m, false)
}

// SANLine returns moves that are played from p in SAN, with move numbers: "1. e4 e5 2. Nf3", "12...
// Nxe4 13. Re1". It ends before the first illegal move.
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

// ParseSAN reads a legal move in standard algebraic notation. It also accepts what people write
// instead: missing or superfluous "x", "-", "+", "#", "!" and "?"; more of the departure square than
// needed; castling as "0-0" or "OO"; promotion as "e8Q" or "e8(Q)"; "e.p."; two squares as in UCI;
// figurines and dashes; ICCF's numbers. docs/cookbook/pgn.md has the whole list. It does not guess: a
// promotion must name the piece, and "bxc3" is a pawn's move. It allocates nothing on success.
//
// The error is a *ParseError that matches ErrSyntax, ErrIllegal, or ErrAmbiguous with the SAN of all
// moves that fit in its Detail. The null move is illegal.
func (p Position) ParseSAN(s string) (Move, error) { return p.parseText("SAN", s, English) }

// ParseSAN reads a legal move of p as Position.ParseSAN does, with the letters that the pieces have in
// the language, and no other: "Sf3" in German, "Кf3" in Russian. Figurines belong to every language.
func (l Language) ParseSAN(p Position, s string) (Move, error) { return p.parseText("SAN", s, l) }

// parseText is ParseSAN with the letters of a language; its errors have the given Field.
func (p *Position) parseText(field, s string, l Language) (Move, error) {
	if l == English {
		if m := p.plainSAN(s); m != 0 {
			return m, nil
		}
	}
	r := moveReader{field: field, input: s, language: l}
	if err := r.begin(nullMoves...); err != nil {
		return 0, err
	}
	var t moveText
	if err := r.san(&t); err != nil {
		if isDescriptive(s) {
			err.(*ParseError).Detail = "descriptive notation is not read"
		}
		return 0, err
	}
	return p.find(&r, &t)
}

// nullMoves are the ways to write a null move.
var nullMoves = []string{"--", "Z0", "0000", "@@@@", "<>"}

// isNullMove reports whether a word is one of them.
func isNullMove(word []byte) bool { return slices.Contains(nullMoves, string(word)) }

// isDescriptive reports whether a text seems to be a move in descriptive notation: it goes to the
// file of a piece, or captures one by name, as in "P-K4" and "NxP".
func isDescriptive(s string) bool {
	i := strings.IndexAny(s, "-x")
	return i > 0 && i+1 < len(s) && strings.IndexByte("PNBRQK", s[0]) >= 0 && strings.IndexByte("PNBRQK", s[i+1]) >= 0
}

// ParseMove reads a legal move in any notation: what ParseSAN reads, LAN, and the notation of UCI
// engines, with blanks around it. No text has two meanings. Errors are those of ParseSAN.
func (p Position) ParseMove(s string) (Move, error) {
	return p.parseText("move", strings.TrimSpace(s), English)
}

// ParseLine reads moves that are played from p one after the other, as SANLine writes them: separated by
// blanks, with or without numbers, each in any notation that ParseMove reads. After an error, which is that of
// ParseMove, it returns the moves before it.
func (p Position) ParseLine(s string) ([]Move, error) {
	var moves []Move
	for word, rest := cutMove(s); word != ""; word, rest = cutMove(rest) {
		m, err := p.parseText("move", word, English)
		if err != nil {
			return moves, err
		}
		moves = append(moves, m)
		p.do(m, &p)
	}
	return moves, nil
}

// cutMove returns the first move in a line without its number, or "" at the end, and what follows it.
func cutMove(s string) (word, rest string) {
	for rest = s; word == ""; {
		rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
		if rest == "" {
			return "", ""
		}
		word = rest
		if end := strings.IndexFunc(word, unicode.IsSpace); end >= 0 {
			word = word[:end]
		}
		rest = rest[len(word):]
		dots := strings.TrimLeft(word, "0123456789")
		switch {
		case strings.HasPrefix(dots, ".") || strings.HasPrefix(dots, "…"):
			word = strings.TrimLeft(dots, ".…")
		case dots == "" && len(word) < 4 && word[0] != '0', word == "e.p.", word == "ep": // a number without a dot, or of the move before it
			word = ""
		}
	}
	return word, rest
}

// isNumeric reports whether a word is a move in the numeric notation of ICCF: file and rank
// from which and to which a piece moves, as digits, and 1 to 4 for promotion to a queen, rook,
// bishop and knight.
func isNumeric[T string | []byte](word T) bool {
	for i := range len(word) {
		if c := word[i] - '1'; c > 7 || i == 4 && c > 3 {
			return false
		}
	}
	return len(word) == 4 || len(word) == 5
}

// numeric reads a move in the numeric notation of ICCF.
func (r *moveReader) numeric(t *moveText) bool {
	s := r.input
	if !isNumeric(s) {
		return false
	}
	r.pos = len(s)
	t.castling = noCastling
	t.file, t.rank, t.to = int(s[0]-'1'), int(s[1]-'1'), SquareAt(int(s[2]-'1'), int(s[3]-'1'))
	if len(s) == 5 {
		t.promotion = [...]PieceType{Queen, Rook, Bishop, Knight}[s[4]-'1']
	}
	return true
}

// san reads the text of a move to the end. It does not look at a position.
func (r *moveReader) san(t *moveText) error {
	if r.numeric(t) {
		return nil
	}
	if t.castling = r.castling(); t.castling != noCastling {
		return r.marks(nil)
	}
	if t.piece = r.piece(); t.piece == NoPieceType && r.language == English {
		t.piece = r.smallLetter("pnbrqk")
	}
	if t.drop = max(t.piece, Pawn); r.accept("@") {
		to, err := r.square()
		if err != nil {
			return err
		}
		t.to = to
		return r.marks(nil)
	}
	t.drop = NoPieceType
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
		of := r.language.letters()
		return r.fail(fmt.Sprintf("a promotion is one of %s, %s, %s and %s", of[Knight], of[Bishop], of[Rook], of[Queen]))
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
// whether it does. U+0445 is the Cyrillic letter that looks like an x.
func (r *moveReader) separator() bool {
	return r.accept("x") || r.accept(":") || r.accept("×") || r.accept("\u0445") || r.dash()
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
	case r.language.letters()[piece.Type()] != "":
		return fmt.Sprintf(`"%c" is neither a file nor a piece: the %v is "%s"`, c, piece.Type(), r.language.letters()[piece.Type()])
	}
	return fmt.Sprintf(`"%c" is neither a file nor a piece`, c)
}

// piece reads the letter or the figurine of a piece, if one comes next, and returns
// its type, or NoPieceType.
func (r *moveReader) piece() PieceType {
	if r.language != English {
		if t, size := r.language.piece(r.input[r.pos:]); t != NoPieceType {
			r.pos += size
			return t
		}
	} else if t := r.letter("PNBRQK"); t != NoPieceType {
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
	if r.pos < len(r.input) && r.language == English {
		if t := promotionOf(r.input[r.pos]); t != NoPieceType {
			r.pos++
			return t
		}
	}
	if t := r.piece(); t >= Knight {
		return t
	}
	r.pos = start
	return NoPieceType
}

// LAN returns the legal move m in long algebraic notation: "Ng1-f3", "e4xd5", "e7-e8=Q+", "O-O".
// Illegal moves and the null move are written as SAN writes them.
func (p Position) LAN(m Move) string {
	var buf [16]byte
	return string(p.appendLAN(buf[:0], m))
}

func (p *Position) appendLAN(dst []byte, m Move) []byte {
	return p.appendAlgebraic(dst, m, true)
}

// ParseLAN reads a legal move in long algebraic notation, as LAN writes it. "+", "#", "!" and "?" may
// be missing or superfluous, and the letter of the piece may be small. ParseSAN reads this format too,
// and others. Errors are those of ParseUCI.
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
	if t.drop = r.letter("PNBRQ"); r.accept("@") {
		to, err := r.square()
		if err != nil {
			return 0, err
		}
		t.to = to
		if err := r.marks(nil); err != nil {
			return 0, err
		}
		return p.find(&r, &t)
	}
	r.pos, t.drop = 0, NoPieceType
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
		if t.promotion = r.letter("NBRQK"); t.promotion == NoPieceType {
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

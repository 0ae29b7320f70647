package chess

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// This file has the notation of UCI, and what all notations of moves share: a
// moveReader reads a text into a moveText, and Position.find returns the legal
// move that the moveText describes.
//
// There are two parsers of SAN. ParseSAN, in notation_san.go, accepts the many
// ways in which people write moves, and lists all that fit an ambiguous text. A
// sanLine, in notation_plainsan.go, is for the PGN reader: it reads only what
// programs write, and plays the move in a third of the time. Where it does not
// understand a text, the PGN reader calls ParseSAN.

// UCI returns m in the notation of UCI engines, "e2e4", "e7e8q". Castling is written as Move says,
// whichever spelling m has.
func (p Position) UCI(m Move) string { return p.canonical(m).String() }

// UCI960 is UCI for an engine whose option UCI_Chess960 is set, and for lichess, in all games: castling is always
// written as the king taking its own rook.
func (p Position) UCI960(m Move) string { return p.kingTakesRook(m).String() }

// appendUCILine appends the moves of a line that begins in p in UCI notation, each after
// a blank, up to the first that is illegal. If chess960 is set, castling is written as
// the king taking its own rook.
func (p *Position) appendUCILine(dst []byte, line []Move, chess960 bool) []byte {
	at := *p
	for _, m := range line {
		if !at.legal(m) {
			break
		}
		if m = at.canonical(m); chess960 {
			m = at.kingTakesRook(m)
		}
		dst = m.appendUCI(append(dst, ' '))
		at.do(m, &at)
	}
	return dst
}

// kingTakesRook returns castling as the king taking its own rook, and any other move as
// it is.
func (p *Position) kingTakesRook(m Move) Move {
	if side := p.castlingSide(m); side != noCastling {
		return newMove(m.from(), mailbox[p.castlingRook(p.turn(), side)&63])
	}
	return m
}

// ParseUCI reads a legal move in the notation of UCI engines: two squares, and for a promotion one of
// "nbrq". Castling may be written as the king's move, "e1g1", or as the king taking its own rook,
// "e1h1". It allocates nothing on success. The error is a *ParseError that matches ErrSyntax,
// ErrIllegal, or ErrAmbiguous for a promotion without a piece. The null move is illegal.
func (p Position) ParseUCI(s string) (Move, error) {
	m, err := ParseUCI(s)
	if err != nil {
		return 0, err
	}
	r := moveReader{field: "UCI move", input: s}
	if m == 0 {
		return 0, r.illegal("the null move is not legal in a game")
	}
	from := m.From()
	t := moveText{castling: noCastling, file: from.File(), rank: from.Rank(), to: m.To(), promotion: m.Promotion(), drop: m.Drop()}
	return p.find(&r, &t)
}

// Move returns the legal move from one square to another, as a player makes it on a board. promotion
// is NoPieceType for all moves but promotions. The error is a *ParseError that matches ErrIllegal, and
// says why, or ErrAmbiguous if the promotion is missing.
func (p Position) Move(from, to Square, promotion PieceType) (Move, error) {
	r := moveReader{field: "move", input: from.String() + to.String()}
	if promotion != NoPieceType && promotion <= King {
		r.input += promotion.Of(Black).String()
	}
	switch {
	case from >= NoSquare || to >= NoSquare:
		return 0, r.illegal("there is no such square")
	case promotion == Pawn || promotion > King:
		return 0, r.illegal("a pawn does not become a %v", promotion)
	}
	return p.find(&r, &moveText{castling: noCastling, file: from.File(), rank: from.Rank(), to: to, promotion: promotion})
}

// refusal returns the error for m, which is not legal in p or may not be where it is
// the null move: it says why, as Move does.
func (p *Position) refusal(m Move) *ParseError {
	detail := "not a legal move here"
	if m == 0 {
		detail = "the null move is allowed only for analysis, not in check, and not where no move is legal"
	} else if _, err := p.Move(m.From(), m.To(), m.Promotion()); err != nil {
		detail = err.(*ParseError).Detail
	}
	return illegal("move", m.String(), detail)
}

// A moveText is what a text says about a move.
type moveText struct {
	castling   wing      // kingSide, queenSide or noCastling; with castling the rest is unused
	piece      PieceType // that moves; NoPieceType if file and rank alone identify it
	file, rank int       // of the square that it leaves, or omitted
	to         Square
	promotion  PieceType // or NoPieceType
	drop       PieceType // that is put on to; with it the rest is unused
	enPassant  bool      // "e.p." is written
}

// omitted is a file or a rank that the text does not give.
const omitted = -1

// find returns the legal move that t describes, or an error. A text without the
// type of the piece, such as UCI's, may be castling.
func (p *Position) find(r *moveReader, t *moveText) (Move, error) {
	if p.isZero() {
		return 0, r.illegal(zeroPosition)
	}
	if t.drop != NoPieceType {
		m := newMove(pocket+uint8(t.drop), mailbox[t.to&63])
		switch {
		case p.legal(m):
			return m, nil
		case p.pocket(p.turn(), t.drop) == 0:
			return 0, r.illegal("%v has no %v in hand", p.turn(), t.drop)
		}
		return 0, r.illegal("no %v can be dropped on %v", t.drop, t.to)
	}
	if t.promotion == King && !p.rules().losing {
		return 0, r.illegal("a pawn does not become a king")
	}
	if t.piece == NoPieceType && t.castling == noCastling {
		from := SquareAt(t.file, t.rank)
		if t.promotion == NoPieceType && !t.enPassant {
			t.castling = p.castlingSide(newMove(mailbox[from&63], mailbox[t.to&63]))
		}
		piece := p.pieceAt(from)
		if piece == NoPiece || piece.Color() != p.turn() {
			return 0, r.illegal("%v has no piece on %v", p.turn(), from)
		}
		t.piece = piece.Type()
		if t.promotion != NoPieceType && t.piece != Pawn {
			return 0, r.illegal("only a pawn promotes")
		}
	}
	if t.castling != noCastling {
		if m := p.castlingMove(t.castling); m != 0 {
			return m, nil
		}
		return 0, p.notCastling(r, t.castling)
	}
	var out [maxFitting]Move
	switch fits := p.fitting(&out, t); len(fits) {
	case 1:
		return fits[0], nil
	case 0:
		if len(p.LegalMoves()) == 0 {
			return 0, r.gameOver()
		}
		if rank := t.to.Rank(); t.promotion != NoPieceType && rank != 0 && rank != 7 {
			return 0, r.illegal("a pawn promotes on the last rank, not on %v", t.to)
		}
		if side := t.longStep(); side != noCastling && SquareAt(t.file, t.rank) == p.king(p.turn()) {
			return 0, p.notCastling(r, side)
		}
		return 0, r.illegal("no such move of a %v to %v is legal", t.piece, t.to)
	default:
		return 0, p.ambiguous(r, fits)
	}
}

// notCastling returns the error for a move that would castle on a side.
func (p *Position) notCastling(r *moveReader, side wing) error {
	switch {
	case len(p.LegalMoves()) == 0:
		return r.gameOver()
	case p.castlingMove(side) != 0:
		return r.illegal("castling %v is written %s", side, castlingText[side])
	}
	return r.illegal("%v may not castle %v: %s", p.turn(), side, p.whyNotCastling(side))
}

// ambiguous returns the error that lists all moves that fit the text.
func (p *Position) ambiguous(r *moveReader, fits []Move) error {
	var texts []string
	for _, m := range fits {
		texts = append(texts, r.language.SAN(string(p.appendAlgebraic(nil, m, false))))
	}
	r.pos = 0
	return r.error(ErrAmbiguous, "it fits "+strings.Join(texts, ", "))
}

// maxFitting is how many moves may fit a text: a push and two captures of pawns, each
// with four promotions. No other pieces of one type have more than eight moves to a
// square.
const maxFitting = 12

// fitting returns the legal moves that fit t, except castling, in out. If t gives no
// promotion, all promotions fit. It generates no moves: it tests those of the pieces
// that t may mean.
func (p *Position) fitting(out *[maxFitting]Move, t *moveText) []Move {
	to := mailbox[t.to&63]
	fits := out[:0]
	if p.tries() {
		return p.fittingTried(fits, t)
	}
	for _, e := range p.armyList(p.army()) {
		if e.pieceType() != t.piece || !t.leaves(uint8(e)) {
			continue
		}
		m := newMove(e.square(), to)
		promotes := t.piece == Pawn && (t.to < A2 || t.to >= A8)
		if promotes || t.promotion != NoPieceType {
			m |= promotionTo(max(t.promotion, Knight))
		}
		if !p.legal(m) || p.castles(m) || t.enPassant && !p.isEnPassant(m) {
			continue
		}
		fits = append(fits, m)
		if promotes && t.promotion == NoPieceType {
			fits = append(fits, m+1<<16, m+2<<16, m+3<<16)
		}
	}
	return fits
}

// fittingTried is fitting for variants whose moves are found by trying them.
func (p *Position) fittingTried(fits []Move, t *moveText) []Move {
	var out [MaxMoves]Move
	for _, m := range p.appendMoves(out[:0]) {
		if m.To() == t.to && p.mover(m).Type() == t.piece && t.leaves(m.from()) && !p.castles(m) &&
			(t.promotion == NoPieceType || t.promotion == m.Promotion()) && (!t.enPassant || p.isEnPassant(m)) {
			fits = append(fits, m)
		}
	}
	return fits
}

// longStep returns the side on which a king castles that steps as t says, if it has the right
// to, or noCastling.
func (t *moveText) longStep() wing {
	steps := t.to.File() - t.file
	switch {
	case t.piece != King || t.file == omitted || t.rank != t.to.Rank() || t.rank%7 != 0 || steps*steps <= 1:
	case steps > 0 && t.to.File() == 6:
		return kingSide
	case steps < 0 && t.to.File() == 2:
		return queenSide
	}
	return noCastling
}

// leaves reports whether t may be a move of the piece on a mailbox square.
func (t *moveText) leaves(at uint8) bool {
	from := squares[at&127]
	return (t.file == omitted || t.file == from.File()) && (t.rank == omitted || t.rank == from.Rank())
}

// maxMoveText is the length of the longest text that is read as a move, in bytes:
// longer than any move with all its marks.
const maxMoveText = 32

// A moveReader reads the text of a move byte by byte.
type moveReader struct {
	field, input string
	pos          int
	language     Language // of the letters of pieces in SAN
}

// error returns an error about the text at pos.
func (r *moveReader) error(kind error, detail string) error {
	return &ParseError{Kind: kind, Field: r.field, Input: r.input, Offset: r.pos, Detail: detail}
}

func (r *moveReader) fail(detail string) error { return r.error(ErrSyntax, detail) }

// illegal returns an error about the move as a whole.
func (r *moveReader) illegal(format string, args ...any) error {
	r.pos = 0
	return r.error(ErrIllegal, fmt.Sprintf(format, args...))
}

// gameOver returns the error of any move where none is legal.
func (r *moveReader) gameOver() error {
	return &ParseError{Kind: ErrIllegal, Field: r.field, Input: r.input, Detail: "the game is over", Err: ErrGameOver}
}

// begin rejects a text that is too long for a move, and the given ways to write the
// null move.
func (r *moveReader) begin(null ...string) error {
	if len(r.input) > maxMoveText {
		r.pos = maxMoveText
		return r.fail("too long for a move")
	}
	for _, s := range null {
		if r.input == s {
			return r.illegal("the null move is not legal in a game")
		}
	}
	return nil
}

// accept reads s if it comes next, and reports whether it does.
func (r *moveReader) accept(s string) bool {
	if strings.HasPrefix(r.input[r.pos:], s) {
		r.pos += len(s)
		return true
	}
	return false
}

// coordinate reads one of the eight bytes that begin with first and returns its
// index, 0 to 7. If none of them comes next, it reads nothing and returns omitted.
func (r *moveReader) coordinate(first byte) int {
	if r.pos < len(r.input) && r.input[r.pos]-first < 8 {
		r.pos++
		return int(r.input[r.pos-1] - first)
	}
	return omitted
}

func (r *moveReader) file() int { return r.coordinate('a') }
func (r *moveReader) rank() int { return r.coordinate('1') }

func (r *moveReader) square() (Square, error) {
	file := r.file()
	if file == omitted {
		return NoSquare, r.fail(wantFile)
	}
	rank := r.rank()
	if rank == omitted {
		return NoSquare, r.fail(wantRank)
	}
	return SquareAt(file, rank), nil
}

// letter reads one of the given letters and returns the type of piece that it
// stands for. If none of them comes next, it reads nothing and returns NoPieceType.
func (r *moveReader) letter(of string) PieceType {
	if r.pos == len(r.input) || strings.IndexByte(of, r.input[r.pos]) < 0 {
		return NoPieceType
	}
	r.pos++
	return pieceOf(r.input[r.pos-1]).Type()
}

// castlingText is castling on a side.
var castlingText = [...]string{kingSide: "O-O", queenSide: "O-O-O"}

// castlingLetter returns "O" for any letter or digit that castling is written with, Cyrillic
// ones too.
func castlingLetter(r rune) rune {
	switch r {
	case '0', 'o', '\u041E', '\u043E':
		return 'O'
	}
	return r
}

// castling reads "O-O" or "O-O-O", also with zeros, small letters and any dash, and
// "OO" and "OOO". If none of them comes next, it reads nothing and returns noCastling.
func (r *moveReader) castling() wing {
	switch {
	case r.accept("OOO"):
		return queenSide
	case r.accept("OO"):
		return kingSide
	}
	letter := func() bool {
		c, size := utf8.DecodeRuneInString(r.input[r.pos:])
		if castlingLetter(c) == 'O' {
			r.pos += size
			return true
		}
		return false
	}
	start, end := r.pos, r.pos
	count := 0
	for count < 3 && letter() {
		count++
		if end = r.pos; !r.dash() {
			break
		}
	}
	r.pos = end
	switch count {
	case 2:
		return kingSide
	case 3:
		return queenSide
	}
	r.pos = start
	return noCastling
}

// dash reads a hyphen, a minus sign, or one of the dashes that typographers and word
// processors put in their place, if one comes next, and reports whether it does.
func (r *moveReader) dash() bool {
	if r.accept("-") || r.accept("\u2212") {
		return true
	}
	// U+2010 to U+2015 are the bytes E2 80 90 to E2 80 95.
	rest := r.input[r.pos:]
	if len(rest) < 3 || rest[:2] != "\xE2\x80" || rest[2]-0x90 >= 6 {
		return false
	}
	r.pos += 3
	return true
}

// marks reads what may follow a move, to the end. It accepts "e.p." unless
// enPassant is nil, and then sets *enPassant.
func (r *moveReader) marks(enPassant *bool) error {
	for r.pos < len(r.input) {
		switch {
		case strings.IndexByte("+#!?", r.input[r.pos]) >= 0:
			r.pos++
		case enPassant != nil && r.enPassant():
			*enPassant = true
		default:
			return r.fail("text after the move")
		}
	}
	return nil
}

// enPassant reads "e.p." or "ep", also after a blank. If neither comes next, it reads
// nothing and returns false.
func (r *moveReader) enPassant() bool {
	start := r.pos
	_ = r.accept(" ")
	if r.accept("e.p.") || r.accept("ep") {
		return true
	}
	r.pos = start
	return false
}

// appendAlgebraic appends m in standard or long algebraic notation.
func (p *Position) appendAlgebraic(dst []byte, m Move, long bool) []byte {
	switch {
	case m == 0:
		return append(dst, "--"...)
	case p.castles(m):
		if !p.legalCastling(m) {
			return p.canonical(m).appendUCI(dst)
		}
		dst = append(dst, castlingText[m.side()]...)
		return p.appendCheck(dst, m)
	}

	if t := m.Drop(); t != NoPieceType {
		return p.appendCheck(m.appendUCI(dst), m)
	}
	from, to := m.From(), m.To()
	t := moveText{piece: p.pieceAt(from).Type(), file: omitted, rank: omitted, to: to, promotion: m.Promotion()}
	if t.piece == Pawn {
		t.file = from.File()
	}
	var out [maxFitting]Move
	legal, others, onFile, onRank := false, false, false, false
	for _, o := range p.fitting(&out, &t) {
		if o == m {
			legal = true
			continue
		}
		others = true
		onFile = onFile || o.From().File() == from.File()
		onRank = onRank || o.From().Rank() == from.Rank()
	}
	if !legal {
		return m.appendUCI(dst)
	}

	captures := p.victim(m) != NoPiece // castling does not get here
	if t.piece != Pawn {
		dst = append(dst, pieceLetters[t.piece])
	}
	if long || t.piece == Pawn && captures || others && (!onFile || onRank) {
		dst = append(dst, 'a'+byte(from.File()))
	}
	if long || onFile {
		dst = append(dst, '1'+byte(from.Rank()))
	}
	switch {
	case captures:
		dst = append(dst, 'x')
	case long:
		dst = append(dst, '-')
	}
	dst = appendSquare(dst, to)
	if t.promotion != NoPieceType {
		dst = append(dst, '=', pieceLetters[t.promotion])
	}
	return p.appendCheck(dst, m)
}

// appendCheck appends "+" or "#" if the legal move m gives check or mate, or wins a variant.
func (p *Position) appendCheck(dst []byte, m Move) []byte {
	if p.state&stateRules != 0 {
		next, buf := p.After(m), [MaxMoves]Move{}
		v := next.verdict()
		if p.rules().losing && v == undecided && len(next.appendMoves(buf[:0])) == 0 {
			v = next.stuck()
		}
		if v == moverLoses || v == moverWins {
			return append(dst, '#')
		}
	}
	if !p.givesCheck(m) {
		return dst
	}
	var next Position
	p.Do(m, &next)
	var out [MaxMoves]Move
	if len(next.appendMoves(out[:0])) == 0 {
		return append(dst, '#')
	}
	return append(dst, '+')
}

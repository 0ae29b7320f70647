package chess

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

var startPosition = MustParseFEN(StartFEN)

// StartPosition returns the start position of ordinary chess.
func StartPosition() Position { return startPosition }

// MustParseFEN is like ParseFEN, but panics on an error.
func MustParseFEN(fen string) Position {
	p, err := ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	return p
}

// ParseFEN reads a position in Forsyth-Edwards Notation (PGN standard, 16.1). It also reads X-FEN and
// Shredder-FEN; for three-check the remaining checks, "3+3", or the checks given, "+0+0"; FENs without
// the last fields; "-" for a clock; "_" for blanks; and empty squares as "44". The clocks go to
// 65,535.
//
// The error is a *ParseError that matches ErrSyntax, or ErrIllegal and each Fatal Problem of the
// position, such as ImpossibleCastling. ParseSetup reads such a FEN.
func ParseFEN(fen string) (Position, error) {
	r := fenReader{input: fen}
	return r.parse()
}

// StartPosition returns the position that games of v begin with.
func (v Variant) StartPosition() Position {
	if v == Standard {
		return startPosition
	}
	return MustParseFEN(v.startFEN())
}

// startFEN returns what ParseFEN reads as the start position.
func (v Variant) startFEN() string {
	r := v.rules()
	if r.opcode {
		return r.start + " variant " + r.uci
	}
	return r.start
}

// ParseFEN reads a FEN of v, as ParseFEN does. Most programs do not write the variant into it.
func (v Variant) ParseFEN(fen string) (Position, error) {
	r := fenReader{input: fen, s: Setup{Variant: v}, given: true}
	return r.parse()
}

// ParseSetup reads all that ParseFEN reads, whether the position is possible or not: see
// Setup.Problems and Setup.Repair. The error is a *ParseError that matches ErrSyntax.
func ParseSetup(fen string) (Setup, error) {
	r := fenReader{input: fen}
	if err := r.read(); err != nil {
		return Setup{}, err
	}
	return r.s, nil
}

// fenReader reads a FEN into a Setup.
type fenReader struct {
	input   string
	text    string // input without what may follow the last field
	pos     int
	s       Setup
	given   bool   // the variant is s.Variant, whatever the text has
	offsets [6]int // of the fields: board, turn, castling, en passant, checks, pocket
}

// fail returns a syntax error in a field, at an offset in the input.
func (r *fenReader) fail(field string, offset int, format string, args ...any) *ParseError {
	return &ParseError{
		Kind: ErrSyntax, Field: strings.TrimRight("FEN "+field, " "), Input: r.input, Offset: offset,
		Detail: fmt.Sprintf(format, args...),
	}
}

// blanks are the characters that separate words.
const blanks = " \t\r\n"

// next returns the next field and its offset; the field is "" at the end.
func (r *fenReader) next() (string, int) {
	text, start := r.text, r.pos
	for start < len(text) && separatesFields[text[start]] {
		start++
	}
	end := start
	for end < len(text) && !separatesFields[text[end]] {
		end++
	}
	r.pos = end
	return text[start:end], start
}

// separatesFields has the characters that stand between the fields of a FEN.
var separatesFields = [256]bool{' ': true, '_': true, '\t': true, '\r': true, '\n': true}

// read reads all fields into r.s.
func (r *fenReader) read() *ParseError {
	r.text = strings.TrimRight(r.input, blanks+"_;")
	r.s.DoublePush = NoSquare
	field, at := r.next()
	for i := range 4 {
		if field == "" && i < 2 {
			return r.fail([...]string{"board", "turn"}[i], at, "the field is missing")
		}
		r.offsets[i] = at
		if field == "" {
			break
		}
		var err *ParseError
		switch i {
		case 0:
			err = r.board(field, at)
		case 1:
			err = r.turn(field, at)
		case 2:
			err = r.castling(field, at)
		case 3:
			err = r.enPassant(field, at)
		}
		if err != nil {
			return err
		}
		field, at = r.next()
	}
	if strings.Contains(field, "+") && !strings.HasPrefix(field, "+") {
		if err := r.checks(field, at); err != nil {
			return err
		}
		field, at = r.next()
	}
	for i, clock := range []*int{&r.s.HalfmoveClock, &r.s.MoveNumber} {
		if field == "" || field[0] != '-' && (field[0] < '0' || field[0] > '9') {
			break
		}
		if field != "-" {
			n, err := strconv.ParseUint(field, 10, 16)
			if err != nil {
				name := [...]string{"halfmove clock", "move number"}[i]
				return r.fail(name, at, "%q is not a number from 0 to %d", shorten(field, maxWord), maxClock)
			}
			*clock = int(n)
		}
		field, at = r.next()
	}
	if strings.HasPrefix(field, "+") && r.offsets[4] == 0 {
		if err := r.checks(field, at); err != nil {
			return err
		}
		field, at = r.next()
	}
	if field == "variant" {
		name, nameAt := r.next()
		if err := r.variant(name, nameAt); err != nil {
			return err
		}
		field, at = r.next()
	}
	if field != "" {
		return r.fail("", at, "text after the end: %q", shorten(field, maxWord))
	}
	switch {
	case r.s.Variant == ThreeCheck && r.offsets[4] == 0:
		r.s.Checks = [2]int{3, 3}
	case r.s.Variant != Crazyhouse:
		r.s.Promoted = nil // the mark means nothing
	}
	return nil
}

// variant reads the name of the variant, or takes it from what the FEN has.
func (r *fenReader) variant(name string, at int) *ParseError {
	v, ok := variantNamed(name)
	if !ok || name == "" {
		return r.fail("variant", at, "%q is no variant", shorten(name, maxWord))
	}
	return r.is(v.Variant, at)
}

// is records that the text at an offset belongs to a variant.
func (r *fenReader) is(v Variant, at int) *ParseError {
	if r.given && r.s.Variant != v {
		return r.fail("variant", at, "this is %v, not %v", v, r.s.Variant)
	}
	r.s.Variant, r.given = v, true
	return nil
}

// parse reads all fields and returns the position.
func (r *fenReader) parse() (p Position, err error) {
	if err := r.read(); err != nil {
		return Position{}, err
	}
	if err := r.position(&p); err != nil {
		return Position{}, err
	}
	return p, nil
}

// position sets p, which is zero, to the position that has been read, or to nothing if there is an error.
func (r *fenReader) position(p *Position) *ParseError {
	if ps := r.s.set(p); ps != 0 {
		*p = Position{}
		return r.illegal("FEN", r.problemOffset(ps), ps, ps.Error())
	}
	return nil
}

// illegal returns the error about problems of the position, at an offset in the input.
func (r *fenReader) illegal(field string, offset int, ps problemSet, detail string) *ParseError {
	return &ParseError{Kind: ErrIllegal, Field: field, Input: r.input, Offset: offset, Detail: detail, Err: ps}
}

// repair drops what Setup.Repair drops, and returns an error for each field from which
// it has dropped something.
func (r *fenReader) repair() (dropped []*ParseError) {
	repaired, mended := r.s.repair()
	drop := func(field string, offset int, text string, ps problemSet) {
		dropped = append(dropped, r.illegal("FEN "+field, offset, ps, fmt.Sprintf("dropped %q, %v", text, ps)))
	}
	if mended&impossibleCastling != 0 {
		letters, at := r.impossibleRights(repaired.Castling)
		drop("castling", at, letters, impossibleCastling)
	}
	if mended&impossibleEnPassant != 0 {
		at := r.offsets[3]
		drop("en passant", at, r.input[at:at+2], impossibleEnPassant)
	}
	r.s = repaired
	return dropped
}

// impossibleRights returns the letters of the castling rights that are not among the
// possible ones, and the offset of the first in the input.
func (r *fenReader) impossibleRights(possible []Square) (letters string, offset int) {
	for i, rook := range r.s.Castling {
		if len(possible) > 0 && possible[0] == rook {
			possible = possible[1:]
			continue
		}
		at := r.offsets[2] + i
		if letters == "" {
			offset = at
		}
		letters += r.input[at : at+1]
	}
	return letters, offset
}

func (r *fenReader) board(field string, at int) *ParseError {
	field, err := r.pocket(field, at)
	if err != nil {
		return err
	}
	file, rank := 0, 7
	for i := range len(field) {
		c := field[i]
		piece := pieceOf(c)
		switch {
		case piece != NoPiece && file < 8: // most characters
			r.s.Board[(8*rank+file)&63] = piece
			file++
		case c == '~' && i > 0 && pieceOf(field[i-1]) != NoPiece:
			r.s.Promoted = append(r.s.Promoted, Square(8*rank+file-1))
		case c == '/' && file == 8 && rank > 0:
			file, rank = 0, rank-1
		case c == '/' && file == 8:
			return r.fail("board", at+i, "a ninth rank")
		case c == '/':
			return r.fail("board", at+i, "rank %d has %d squares, not 8", rank+1, file)
		case c >= '1' && c <= '8' && file+int(c-'0') <= 8:
			file += int(c - '0')
		case c >= '1' && c <= '8', piece != NoPiece:
			return r.fail("board", at+i, "rank %d has more than 8 squares", rank+1)
		default:
			return r.fail("board", at+i, "%q is neither a piece, a digit from 1 to 8, nor a slash", firstRune(field[i:]))
		}
	}
	if rank > 0 || file < 8 {
		return r.fail("board", at+len(field), "the board ends on rank %d after %d squares", rank+1, file)
	}
	return nil
}

// pocket reads the pieces in hand behind the board, "[QNp]" or "/QNp", and returns the board.
func (r *fenReader) pocket(field string, at int) (string, *ParseError) {
	board, hand, ok := strings.Cut(field, "[")
	if n := len(hand) - 1; ok && n >= 0 && hand[n] == ']' {
		hand = hand[:n]
	} else if last := strings.LastIndexByte(field, '/'); !ok && strings.Count(field, "/") == 8 && onlyPieces(field[last+1:]) {
		board, hand = field[:last], field[last+1:]
	} else {
		return field, nil
	}
	if err := r.is(Crazyhouse, at+len(board)); err != nil {
		return "", err
	}
	r.offsets[5] = at + len(board)
	for i := range len(hand) {
		piece := pieceOf(hand[i])
		switch {
		case piece == NoPiece && hand == "-":
		case piece == NoPiece:
			return "", r.fail("pocket", at+len(board)+1+i, "%q is not a piece", firstRune(hand[i:]))
		default:
			r.s.Pocket = append(r.s.Pocket, piece)
		}
	}
	return board, nil
}

// onlyPieces reports whether a text has only letters of pieces.
func onlyPieces(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool { return c > 127 || pieceOf(byte(c)) == NoPiece })
}

// firstRune returns the first character of a text.
func firstRune(s string) string {
	for _, c := range s {
		return string(c)
	}
	return ""
}

func (r *fenReader) turn(field string, at int) *ParseError {
	switch field {
	case "w", "W":
	case "b", "B":
		r.s.Turn = Black
	default:
		return r.fail("turn", at, "%q is neither \"w\" nor \"b\"", shorten(field, maxWord))
	}
	return nil
}

func (r *fenReader) castling(field string, at int) *ParseError {
	if field == "-" {
		return nil
	}
	for i := range len(field) {
		letter := field[i] &^ 0x20
		c := White
		if field[i] != letter {
			c = Black
		}
		home := Square(c) * A8
		rook, king := NoSquare, slices.Contains(r.s.Board[home:home+8], King.Of(c))
		switch {
		case letter >= 'A' && letter <= 'H':
			rook = home + Square(letter-'A')
		case letter == 'K' && king:
			rook = outermost(&r.s.Board, c, kingSide)
		case letter == 'Q' && king:
			rook = outermost(&r.s.Board, c, queenSide)
		case letter == 'K':
			rook = home + H1
		case letter == 'Q':
			rook = home
		default:
			return r.fail("castling", at+i, "%q is none of KQkq, A to H, a to h", firstRune(field[i:]))
		}
		r.s.Castling = append(r.s.Castling, rook)
	}
	return nil
}

// outermost returns the square of c's rook that is nearest to the edge on one side
// of its king, which must be on that rank, or the corner if there is none.
func outermost(board *[64]Piece, c Color, side wing) Square {
	corner, inward := Square(c)*A8+H1, Square(255) // one file to the west, modulo 256
	if side == queenSide {
		corner, inward = Square(c)*A8, 1
	}
	sq := corner
	for range 8 {
		switch board[sq&63] {
		case Rook.Of(c):
			return sq
		case King.Of(c):
			return corner
		}
		sq += inward
	}
	return corner
}

func (r *fenReader) enPassant(field string, at int) *ParseError {
	if field == "-" {
		return nil
	}
	sq, err := ParseSquare(field)
	if err != nil {
		return r.fail("en passant", at, "%q is neither a square nor \"-\"", shorten(field, maxWord))
	}
	if sq == A1 { // which means none in a Setup
		sq = B1 // no double push passes over this one either
	}
	r.s.DoublePush = sq
	return nil
}

// checks reads the remaining checks, "3+3", or the checks given, "+0+0".
func (r *fenReader) checks(field string, at int) *ParseError {
	given := strings.TrimPrefix(field, "+")
	if len(given) != 3 || given[1] != '+' || given[0] < '0' || given[0] > '3' || given[2] < '0' || given[2] > '3' {
		return r.fail("checks", at, "%q is neither remaining checks (\"3+3\") nor checks given (\"+0+0\")", shorten(field, maxWord))
	}
	r.offsets[4] = at
	if err := r.is(ThreeCheck, at); err != nil {
		return err
	}
	r.s.Checks = [2]int{int(given[0] - '0'), int(given[2] - '0')}
	if given != field {
		r.s.Checks = [2]int{3 - r.s.Checks[0], 3 - r.s.Checks[1]}
	}
	return nil
}

// problemOffset returns the offset of what the first problem is about.
func (r *fenReader) problemOffset(ps problemSet) int {
	switch {
	case ps&(kingMissing|kingSurplus|pawnOnBackRank|tooManyPieces) != 0:
		return r.offsets[0]
	case ps&impossibleCastling != 0:
		repaired, _ := r.s.repair()
		_, at := r.impossibleRights(repaired.Castling)
		return at
	case ps&impossibleEnPassant != 0:
		return r.offsets[3]
	case ps&impossibleChecks != 0:
		return r.offsets[4]
	case ps&impossiblePocket != 0:
		return r.offsets[5]
	}
	return r.offsets[0]
}

// FEN returns the position in Forsyth-Edwards Notation, with the en-passant square after every double
// push, as the PGN standard says. Castling rights are written by a file letter only if the rook is not
// the outermost. As other programs write it, a FEN does not tell every variant from ordinary chess: String
// and MarshalText do.
func (p Position) FEN() string {
	var buf [128]byte
	return string(p.appendFEN(buf[:0]))
}

// AppendFEN appends what FEN returns to dst.
func (p Position) AppendFEN(dst []byte) []byte { return p.appendFEN(dst) }

func (p *Position) appendFEN(dst []byte) []byte {
	key := p.key()
	ep := NoSquare
	if p.enPassantTarget != 0 {
		ep = squares[p.enPassantTarget&127]
	}
	dst = key.append(dst, ep)
	dst = append(dst, ' ')
	dst = strconv.AppendUint(dst, uint64(p.halfmove), 10)
	dst = append(dst, ' ')
	return strconv.AppendUint(dst, uint64(p.fullmove), 10)
}

// String returns the FEN, and the variant where the FEN does not tell it: "variant atomic;".
func (p Position) String() string { return string(appendVariant(p.appendFEN(nil), p.state)) }

// MarshalText returns what String returns, and nothing for the zero Position.
func (p Position) MarshalText() ([]byte, error) {
	if p.isZero() {
		return []byte{}, nil
	}
	return appendVariant(p.appendFEN(nil), p.state), nil
}

// UnmarshalText reads what ParseFEN reads. An empty text is the zero Position.
func (p *Position) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*p = Position{}
		return nil
	}
	return unmarshalText(p, text, ParseFEN)
}

// isZero reports whether p is the zero Position: any other board has a rim.
func (p *Position) isZero() bool { return p.board[0] == 0 }

// zeroPosition is what an error says of the zero Position.
const zeroPosition = "the zero Position has no pieces and no moves"

// noPosition returns the error about a field that holds the zero Position.
func noPosition(field string) error { return illegal(field, "", zeroPosition) }

// appendBoard appends the first field of a FEN, with a mark behind each promoted piece.
func appendBoard(dst []byte, board *[64]Piece, promoted uint64) []byte {
	for rank := 7; rank >= 0; rank-- {
		empty := byte('0')
		for file, piece := range board[8*rank : 8*rank+8] {
			if piece == NoPiece {
				empty++
				continue
			}
			if empty > '0' {
				dst = append(dst, empty)
				empty = '0'
			}
			if dst = append(dst, pieceLetters[piece]); promoted>>(8*rank+file)&1 != 0 {
				dst = append(dst, '~')
			}
		}
		if empty > '0' {
			dst = append(dst, empty)
		}
		if rank > 0 {
			dst = append(dst, '/')
		}
	}
	return dst
}

// appendPocket appends the pieces in hand: White's, then Black's, the strongest first.
func appendPocket(dst []byte, pockets uint32) []byte {
	p := Position{facts: facts{pockets: pockets}} // pocket needs no more
	dst = append(dst, '[')
	for c := range Color(2) {
		for t := Queen; t >= Pawn; t-- {
			for range p.pocket(c, t) {
				dst = append(dst, pieceLetters[t.Of(c)])
			}
		}
	}
	return append(dst, ']')
}

// append appends the fields of a FEN up to the clocks.
func (k *Key) append(dst []byte, ep Square) []byte {
	var board [64]Piece
	cells, promoted, hand := k.unpacked()
	for sq := range board {
		board[sq] = Piece(cells[sq>>4] >> (sq & 15 * 4) & 15)
	}
	dst = appendBoard(dst, &board, promoted)
	if k.state&stateRules == crazyhouseState {
		dst = appendPocket(dst, hand)
	}
	p := Position{facts: facts{state: k.state}} // the methods used here need no more
	dst = append(dst, ' ', "wb"[p.turn()], ' ')
	none := len(dst)
	for c := range Color(2) {
		for side := range wing(2) {
			rook := p.castlingRook(c, side)
			if rook == NoSquare {
				continue
			}
			letter := "KQ"[side]
			if rook != outermost(&board, c, side) {
				letter = 'A' + byte(rook.File())
			}
			dst = append(dst, letter|0x20*byte(c))
		}
	}
	if len(dst) == none {
		dst = append(dst, '-')
	}
	dst = append(dst, ' ')
	if ep == NoSquare {
		dst = append(dst, '-')
	} else {
		dst = appendSquare(dst, ep)
	}
	if p.isThreeCheck() {
		dst = append(dst, ' ', '0'+byte(p.remainingChecks(White)), '+', '0'+byte(p.remainingChecks(Black)))
	}
	return dst
}

// appendVariant appends the operation that names the variant of a state where nothing else in
// an EPD tells it.
func appendVariant(dst []byte, state uint32) []byte {
	if r := &ruleSets[variantIn(state)]; r.opcode {
		dst = append(dst, " variant "...)
		dst = append(append(dst, r.uci...), ';')
	}
	return dst
}

// identify sets p, which is zero, to as much of the position that ParseFEN reads as key
// needs, and legal for moves that do not castle. For the text that EPD writes it takes
// a quarter of the time of ParseFEN; any other text is for ParseFEN.
func (p *Position) identify(epd string) error {
	r := identityReader{text: epd, p: p}
	if r.board() && r.turn() && r.castling() && r.enPassant() && r.checks() && r.text == "" && !p.ended() &&
		!p.attacked(uint8(p.pieces[p.army()^32]), p.army()) {
		return nil
	}
	q, err := ParseFEN(epd)
	*p = q
	return err
}

// An identityReader reads the text that EPD writes straight into a Position, without a
// Setup: the pieces get their places in the order of the text, and nothing is set that
// depends on places. Each of its methods reads a field, with the blank before it, and
// returns false unless it is sure of it. Together they are sure of every text that EPD
// writes for a game with at most sixteen pieces on a side.
type identityReader struct {
	text string // what is left
	p    *Position
}

// board reads the pieces. There are few branches in it that a processor cannot predict:
// it is more than half of the whole.
func (r *identityReader) board() bool {
	p := r.p
	p.board = emptyBoard
	places := [2]uint8{armyOf(White) + 1, armyOf(Black) + 1} // the next free place of each army
	rank, at, end, row := 7, mailbox[A8], mailbox[H8]+1, uint64(0)
	i := 0
	for ; i < len(r.text); i++ {
		c := r.text[i]
		piece := pieceOf(c)
		if piece == NoPiece {
			if n := c - '0'; n-1 < 8 && at+n <= end {
				at += n
				continue
			}
			if c != '/' || at != end || rank == 0 {
				break
			}
			p.cells[rank>>1&3] |= row << (rank & 1 * 32)
			rank, at, end, row = rank-1, at-18, end-10, 0
			continue
		}
		side := piece.Color() & 1
		place := places[side]
		if piece.Type() == King {
			place = armyOf(side)
		} else {
			places[side]++
		}
		if at == end || p.pieces[place&63] != 0 {
			return false
		}
		p.pieces[place&63] = placedPiece(piece)<<8 | placedPiece(at)
		p.board[at&127] = place | colorBit(place)
		row |= uint64(piece) << ((at + 8 - end) * 4 & 63)
		at++
	}
	p.cells[0] |= row
	r.text = r.text[i:]
	return at == mailbox[H1]+1 && p.pieces[armyOf(White)] != 0 && p.pieces[armyOf(Black)] != 0 &&
		places[White] <= armyOf(White)+16 && places[Black] <= armyOf(Black)+16 &&
		pawnBits(p.cells[0])<<32 == 0 && pawnBits(p.cells[3])>>32 == 0
}

// pawnBits returns the lowest bits of the nibbles of a word of Position.cells that are
// pawns.
func pawnBits(word uint64) uint64 { return word &^ (word >> 1) &^ (word >> 2) & 0x1111111111111111 }

// next reads a blank and the field after it, which is "" at the end.
func (r *identityReader) next() (field string) {
	if r.text == "" || r.text[0] != ' ' {
		return ""
	}
	n := 1
	for n < len(r.text) && r.text[n] != ' ' {
		n++
	}
	field, r.text = r.text[1:n], r.text[n:]
	return field
}

func (r *identityReader) turn() bool {
	field := r.next()
	if field == "b" {
		r.p.state = stateBlack
	}
	return field == "w" || field == "b"
}

// castling reads the rights, each of which has its king and its rook on the first rank.
func (r *identityReader) castling() bool {
	field := r.next()
	if field == "-" {
		return true
	}
	p := r.p
	for i := range len(field) {
		letter, c := field[i]&^0x20, Color(field[i]>>5&1)
		army, home := armyOf(c), mailbox[Square(c)*A8]
		king := p.pieces[army].square()
		if king-home-1 > 5 { // it may not castle from the a-file and the h-file
			return false
		}
		rook := home + letter - 'A'
		switch letter {
		case 'K':
			rook = p.outermostRook(home+7, king, west, army)
		case 'Q':
			rook = p.outermostRook(home, king, east, army)
		}
		side := wing(oneIf(rook < king))
		if rook-home > 7 || !p.isRook(rook, army) || p.castlingRook(c, side) != NoSquare {
			return false
		}
		p.state |= castlingRight(c, side, squares[rook&127])
	}
	return field != ""
}

// outermostRook returns the square of the first rook of an army from an edge of the
// board to its king, or the king's square if there is none.
func (p *Position) outermostRook(edge, king, inward, army uint8) uint8 {
	for edge != king && !p.isRook(edge, army) {
		edge += inward
	}
	return edge
}

// isRook reports whether a rook of an army stands on a mailbox square.
func (p *Position) isRook(sq, army uint8) bool {
	return p.at(sq) != 0 && p.pieceOn(sq).piece() == Rook.Of(Color(army>>5))
}

// enPassant reads the square that a double push has passed over.
func (r *identityReader) enPassant() bool {
	field := r.next()
	if field == "-" {
		return true
	}
	p, first, back := r.p, A6, north
	if p.turn() == Black {
		first, back = A3, south
	}
	if len(field) != 2 || field[0]-'a' > 7 || field[1] != '1'+byte(first.Rank()) {
		return false
	}
	over := mailbox[first] + field[0] - 'a'
	if p.at(over)|p.at(over+back) != 0 || !p.isPawn(over-back, p.army()^32) {
		return false
	}
	p.setDoublePush(over)
	return true
}

// checks reads the remaining checks of three-check, if they follow.
func (r *identityReader) checks() bool {
	field := r.next()
	if field == "" {
		return true
	}
	if len(field) != 3 || field[0]-'0' > 3 || field[1] != '+' || field[2]-'0' > 3 {
		return false
	}
	p := r.p
	p.state |= stateThreeCheck | uint32(field[0]-'0'|(field[2]-'0')<<2)<<checksShift
	return p.remainingChecks(p.turn()) > 0
}

// A jsonSetup is a Setup in JSON without its methods, and with the board of a FEN.
type jsonSetup struct {
	Board string `json:"board"`
	plainSetup
}

type plainSetup Setup

// MarshalJSON writes an object with the board as in a FEN. The error is for a Piece, a Color or a
// Square that does not exist; the position need not be valid.
func (s Setup) MarshalJSON() ([]byte, error) {
	for _, piece := range s.Board {
		if !pieceNames.known(piece) {
			return nil, errNoText(piece.String())
		}
	}
	return json.Marshal(jsonSetup{string(appendBoard(nil, &s.Board, 0)), plainSetup(s)})
}

// UnmarshalJSON reads what MarshalJSON writes: see Problems.
func (s *Setup) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	var read jsonSetup
	if err := readJSON(data, &read, "Setup"); err != nil {
		return err
	}
	r := fenReader{input: read.Board}
	if err := r.board(read.Board, 0); err != nil {
		return err
	}
	*s = Setup(read.plainSetup)
	s.Board = r.s.Board
	return nil
}

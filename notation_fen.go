package chess

import (
	"fmt"
	"strconv"
	"strings"
)

// StartFEN is the FEN of the start position.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

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

// ParseFEN reads a position in Forsyth-Edwards Notation (PGN standard, 16.1).
// The fields are separated by blanks; the clocks may be missing, as in an EPD.
// Castling rights may be written as in FEN, as in X-FEN ("K" is the outermost rook
// on that side) and as in Shredder-FEN ("H" is the rook on the h-file). A position
// of three-check has the remaining checks after the en-passant square, "3+3", or
// the checks given at the end, "+0+0".
//
// An error is a *ParseError that matches ErrSyntax, or ErrIllegal with the
// Problems of the position that are Fatal. One of them is to have more than
// sixteen pieces on a side, as some games from composed positions do.
func ParseFEN(fen string) (Position, error) {
	r := fenReader{input: fen, s: Setup{DoublePush: NoSquare}}
	if err := r.read(); err != nil {
		return Position{}, err
	}
	p, err := r.s.Position()
	if err != nil {
		return Position{}, &ParseError{
			Kind: ErrIllegal, Field: "FEN", Input: fen, Offset: r.problemOffset(err), Detail: err.Error(), Err: err,
		}
	}
	return p, nil
}

// fenReader reads a FEN into a Setup.
type fenReader struct {
	input   string
	pos     int
	s       Setup
	offsets [5]int // of the fields: board, turn, castling, en passant, checks
}

// fail returns a syntax error in a field, at an offset in the input.
func (r *fenReader) fail(field string, offset int, format string, args ...any) error {
	return &ParseError{
		Kind: ErrSyntax, Field: "FEN " + field, Input: r.input, Offset: offset,
		Detail: fmt.Sprintf(format, args...),
	}
}

// next returns the next field and its offset; the field is "" at the end.
func (r *fenReader) next() (string, int) {
	rest := r.input[r.pos:]
	trimmed := strings.TrimLeft(rest, " \t\r\n")
	start := r.pos + len(rest) - len(trimmed)
	if i := strings.IndexAny(trimmed, " \t\r\n"); i >= 0 {
		trimmed = trimmed[:i]
	}
	r.pos = start + len(trimmed)
	return trimmed, start
}

// read reads all fields into r.s.
func (r *fenReader) read() error {
	for i, read := range []func(string, int) error{r.board, r.turn, r.castling, r.enPassant} {
		field, at := r.next()
		if field == "" {
			name := [...]string{"board", "turn", "castling", "en passant"}[i]
			return r.fail(name, at, "the field is missing")
		}
		r.offsets[i] = at
		if err := read(field, at); err != nil {
			return err
		}
	}
	field, at := r.next()
	if strings.Contains(field, "+") && !strings.HasPrefix(field, "+") {
		if err := r.checks(field, at); err != nil {
			return err
		}
		field, at = r.next()
	}
	for i, clock := range []*int{&r.s.Halfmoves, &r.s.MoveNumber} {
		if field == "" || strings.HasPrefix(field, "+") {
			break
		}
		n, err := strconv.ParseUint(field, 10, 16)
		if err != nil || n > maxClock {
			name := [...]string{"halfmove clock", "move number"}[i]
			return r.fail(name, at, "%q is not a number from 0 to %d", shorten(field, maxWord), maxClock)
		}
		*clock = int(n)
		field, at = r.next()
	}
	if strings.HasPrefix(field, "+") && !r.s.ThreeCheck {
		if err := r.checks(field, at); err != nil {
			return err
		}
		field, at = r.next()
	}
	if field != "" {
		return r.fail("", at, "text after the end: %q", shorten(field, maxWord))
	}
	return nil
}

func (r *fenReader) board(field string, at int) error {
	file, rank := 0, 7
	for i := range len(field) {
		c := field[i]
		piece := pieceOf(c)
		switch {
		case c == '/' && file == 8 && rank > 0:
			file, rank = 0, rank-1
		case c == '/' && file == 8:
			return r.fail("board", at+i, "a ninth rank")
		case c == '/':
			return r.fail("board", at+i, "rank %d has %d squares, not 8", rank+1, file)
		case c >= '1' && c <= '8' && file+int(c-'0') <= 8:
			file += int(c - '0')
		case c >= '1' && c <= '8', file == 8 && piece != NoPiece:
			return r.fail("board", at+i, "rank %d has more than 8 squares", rank+1)
		case piece != NoPiece:
			r.s.Board[8*rank+file] = piece
			file++
		default:
			return r.fail("board", at+i, "%q is neither a piece, a digit from 1 to 8, nor a slash", firstRune(field[i:]))
		}
	}
	if rank > 0 || file < 8 {
		return r.fail("board", at+len(field), "the board ends on rank %d after %d squares", rank+1, file)
	}
	return nil
}

// pieceOf returns the piece of a FEN letter, or NoPiece.
func pieceOf(c byte) Piece {
	if i := strings.IndexByte(pieceLetters, c); i >= 0 && c != '.' {
		return Piece(i)
	}
	return NoPiece
}

// firstRune returns the first character of a text.
func firstRune(s string) string {
	for _, c := range s {
		return string(c)
	}
	return ""
}

func (r *fenReader) turn(field string, at int) error {
	switch field {
	case "w":
	case "b":
		r.s.Turn = Black
	default:
		return r.fail("turn", at, "%q is neither \"w\" nor \"b\"", shorten(field, maxWord))
	}
	return nil
}

func (r *fenReader) castling(field string, at int) error {
	if field == "-" {
		return nil
	}
	var seen [2][2]bool // by Color and Side
	for i := range len(field) {
		letter := field[i] &^ 0x20
		c := White
		if field[i] != letter {
			c = Black
		}
		var side Side
		var rook Square
		switch {
		case letter == 'K':
			side, rook = HSide, outermost(&r.s.Board, c, HSide)
		case letter == 'Q':
			side, rook = ASide, outermost(&r.s.Board, c, ASide)
		case letter >= 'A' && letter <= 'H':
			rook = Square(c)*A8 + Square(letter-'A')
			side = ASide
			for sq := Square(c) * A8; sq < rook; sq++ {
				if r.s.Board[sq] == King.Of(c) {
					side = HSide
				}
			}
		default:
			return r.fail("castling", at+i, "%q is none of KQkq, A to H, a to h", firstRune(field[i:]))
		}
		if seen[c][side] {
			return r.fail("castling", at+i, "%q names the same side twice", field[i:i+1])
		}
		seen[c][side] = true
		r.s.Castling = append(r.s.Castling, rook)
	}
	return nil
}

// outermost returns the square of c's rook that is nearest to the edge on one side
// of its king, or the corner if there is none.
func outermost(board *[64]Piece, c Color, side Side) Square {
	corner, inward := Square(c)*A8+H1, Square(255) // one file to the west, modulo 256
	if side == ASide {
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

func (r *fenReader) enPassant(field string, at int) error {
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
func (r *fenReader) checks(field string, at int) error {
	given := strings.TrimPrefix(field, "+")
	if len(given) != 3 || given[1] != '+' || given[0] < '0' || given[0] > '3' || given[2] < '0' || given[2] > '3' {
		return r.fail("checks", at, "%q is neither remaining checks (\"3+3\") nor checks given (\"+0+0\")", shorten(field, maxWord))
	}
	r.offsets[4] = at
	r.s.ThreeCheck = true
	r.s.Checks = [2]int{int(given[0] - '0'), int(given[2] - '0')}
	if given != field {
		r.s.Checks = [2]int{3 - r.s.Checks[0], 3 - r.s.Checks[1]}
	}
	return nil
}

// problemOffset returns the offset of the field that the first problem is about.
func (r *fenReader) problemOffset(err error) int {
	ps, _ := err.(Problems)
	switch {
	case ps&(KingMissing|KingSurplus|PawnOnBackRank|TooManyPieces) != 0:
		return r.offsets[0]
	case ps&ImpossibleCastling != 0:
		return r.offsets[2]
	case ps&ImpossibleEnPassant != 0:
		return r.offsets[3]
	case ps&ImpossibleChecks != 0:
		return r.offsets[4]
	}
	return r.offsets[0]
}

// FEN returns the position in Forsyth-Edwards Notation, with the en-passant
// square after every double push, as the PGN standard requires (16.1.3.4); EPD
// writes it only if the capture is legal. Castling rights are written as in X-FEN:
// by a file letter only if the rook is not the outermost.
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

// String returns the FEN.
func (p Position) String() string { return p.FEN() }

// AppendText appends the FEN to dst, and nothing for the zero Position. The error is
// always nil.
func (p Position) AppendText(dst []byte) ([]byte, error) {
	if p.isZero() {
		return dst, nil
	}
	return p.appendFEN(dst), nil
}

// MarshalText returns what AppendText appends. The error is always nil.
func (p Position) MarshalText() ([]byte, error) { return p.AppendText(nil) }

// UnmarshalText reads a FEN, as ParseFEN does. An empty text is the zero Position. On
// an error p is unchanged.
func (p *Position) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*p = Position{}
		return nil
	}
	return unmarshalText(p, text, ParseFEN)
}

// isZero reports whether p is the zero Position: any other board has a rim.
func (p *Position) isZero() bool { return p.board[0] == 0 }

// appendBoard appends the first field of a FEN.
func appendBoard(dst []byte, board *[64]Piece) []byte {
	for rank := 7; rank >= 0; rank-- {
		empty := byte('0')
		for _, piece := range board[8*rank : 8*rank+8] {
			if piece == NoPiece {
				empty++
				continue
			}
			if empty > '0' {
				dst = append(dst, empty)
				empty = '0'
			}
			dst = append(dst, pieceLetters[piece])
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

// append appends the fields of a FEN up to the clocks.
func (k *Key) append(dst []byte, ep Square) []byte {
	var board [64]Piece
	for sq := range board {
		board[sq] = Piece(k.cells[sq>>4] >> (sq & 15 * 4) & 15)
	}
	dst = appendBoard(dst, &board)
	p := Position{state: k.state} // the methods used here need no more
	dst = append(dst, ' ', "wb"[p.turn()], ' ')
	none := len(dst)
	for c := range Color(2) {
		for side := range Side(2) {
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

package chess

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// Setup is a position before it is validated: what a board editor shows, or what a
// FEN says. The zero Setup is an empty board at move 1 with White to move.
type Setup struct {
	Board    [64]Piece `json:"board"` // by Square
	Turn     Color     `json:"turn"`
	Castling []Square  `json:"castling,omitzero"` // the rooks that may still castle, in any order
	// Ordinary allows no castling but that of ordinary chess: of a king on the e-file
	// with a rook in the corner. Otherwise any king and rook of Chess960 may castle.
	Ordinary bool `json:"ordinary,omitzero"`
	// The square that the last move passed over if it was a double push, else A1 or
	// NoSquare. Position.EnPassant returns it only if a pawn can legally capture there.
	DoublePush    Square `json:"doublePush,omitzero"`
	HalfmoveClock int    `json:"halfmoves,omitzero"`  // plies since the last capture or pawn move
	MoveNumber    int    `json:"moveNumber,omitzero"` // of the next move: 1 at the start, and for 0

	Variant Variant `json:"variant,omitzero"`
	Checks  [2]int  `json:"checks,omitzero"` // in three-check, the checks that each Color must still give: 0 to 3
	// In Crazyhouse, the pieces in hand and the squares of promoted pieces, in any order.
	Pocket   []Piece  `json:"pocket,omitzero"`
	Promoted []Square `json:"promoted,omitzero"`
}

// Mirror returns s with the colours exchanged and the board turned upside down, so that the other side has what
// this one had: castling, checks to give and pieces in hand too. In Racing Kings, where both sides go up, left and
// right are exchanged instead. In Horde it is no position, since White has the horde.
func (s Setup) Mirror() Setup {
	across := A8
	if s.Variant == RacingKings {
		across = H1
	}
	flip := func(sq Square) Square {
		if sq < NoSquare {
			sq ^= across
		}
		return sq
	}
	m := s
	m.Castling, m.Pocket, m.Promoted = slices.Clone(s.Castling), slices.Clone(s.Pocket), slices.Clone(s.Promoted)
	for sq, piece := range s.Board {
		m.Board[flip(Square(sq))] = piece.Type().Of(piece.Color().Other())
	}
	m.Turn, m.Checks = s.Turn.Other(), [2]int{White: s.Checks[Black], Black: s.Checks[White]}
	if s.DoublePush != A1 { // no double push
		m.DoublePush = flip(s.DoublePush)
	}
	for i, rook := range m.Castling {
		m.Castling[i] = flip(rook)
	}
	for i, piece := range m.Pocket {
		m.Pocket[i] = piece.Type().Of(piece.Color().Other())
	}
	for i, sq := range m.Promoted {
		m.Promoted[i] = flip(sq)
	}
	return m
}

// Setup returns the Setup that describes p.
func (p Position) Setup() Setup {
	s := Setup{Turn: p.turn(), DoublePush: NoSquare, Variant: p.variant()}
	for sq := range NoSquare {
		s.Board[sq] = p.pieceAt(sq)
	}
	for c := range Color(2) {
		for side := range wing(2) {
			if rook := p.castlingRook(c, side); rook != NoSquare {
				s.Castling = append(s.Castling, rook)
			}
		}
		s.Checks[c] = p.remainingChecks(c)
	}
	if p.state&stateRules == crazyhouseState {
		k := p.key()
		_, promoted, pockets := k.unpacked()
		s.hand(pockets, promoted)
	}
	if p.enPassantTarget != 0 {
		s.DoublePush = squares[p.enPassantTarget]
	}
	s.HalfmoveClock, s.MoveNumber = int(p.halfmove), int(p.fullmove)
	return s
}

// hand sets the pieces in hand and the promoted ones of Crazyhouse.
func (s *Setup) hand(pockets uint32, promoted uint64) {
	p := Position{facts: facts{pockets: pockets}} // pocket needs no more
	for c := range Color(2) {
		for t := Queen; t >= Pawn; t-- {
			for range p.pocket(c, t) {
				s.Pocket = append(s.Pocket, t.Of(c))
			}
		}
	}
	for ; promoted != 0; promoted &= promoted - 1 {
		s.Promoted = append(s.Promoted, Square(bits.TrailingZeros64(promoted)))
	}
}

// Problem is a reason, in words, why a Setup is not a valid position, or cannot arise in a game. The
// errors of Setup.Position and ParseFEN match each of their Problems by errors.Is.
type Problem string

// The problems that programs most often look for.
const (
	ImpossibleCastling  Problem = "a castling right without king and rook in place"
	ImpossibleEnPassant Problem = "an en-passant square that no double push left"
)

// Error returns p.
func (p Problem) Error() string { return string(p) }

// Fatal reports whether p makes the rules meaningless, so that Setup.Position returns an error. A
// position with other problems can be played.
func (p Problem) Fatal() bool { return slices.Contains(problems[:numFatal], p) }

// A problemSet is a set of Problems, a bit for each by its index in problems.
type problemSet uint32

// The problems that make the rules meaningless.
const (
	kingMissing problemSet = 1 << iota
	kingSurplus
	pawnOnBackRank
	tooManyPieces
	opponentInCheck
	impossibleCastling
	impossibleEnPassant
	impossibleClock
	impossibleChecks // out of range, or none for the side to move
	impossiblePocket
	impossibleValue

	numFatal = iota
)

// The problems of positions that cannot arise in a game of chess, Chess960 or three-check,
// though the rules make sense there.
const (
	tooManyPromoted    problemSet = 1 << (numFatal + iota) // a second bishop on squares of one colour counts as promoted
	tooManyCaptures                                        // by pawns, to get to other files
	tooManyCheckers                                        // three or more
	impossibleLastMove                                     // of a check or a double push
	uncountedCheck                                         // a check by a side that must still give all three
	contradictoryClock                                     // larger than the number of plies, or not zero after a double push
)

var problems = [...]Problem{
	"a side without a king",
	"more than one king on a side",
	"a pawn on the first or last rank",
	"more than thirty-two pieces on a side, the most that this library can hold",
	"the side not to move is in check",
	ImpossibleCastling,
	ImpossibleEnPassant,
	"a clock or move number out of range",
	"an impossible number of remaining checks",
	"in hand, a piece that cannot be, or with those on the board more than a set of chess has",
	"an invalid piece, colour or variant",
	"more than eight pawns and promoted pieces on a side",
	"pawns that must have captured more pieces than are missing",
	"more than two checkers",
	"a check or an en-passant square that no last move can have left",
	"a check that has not been counted",
	"a halfmove clock that contradicts the rest",
}

// list returns the problems in order.
func (ps problemSet) list() (list []Problem) {
	for ; ps != 0; ps &= ps - 1 {
		list = append(list, problems[bits.TrailingZeros32(uint32(ps))])
	}
	return list
}

// Error returns the problems, separated by commas.
func (ps problemSet) Error() string {
	var words []string
	for _, p := range ps.list() {
		words = append(words, string(p))
	}
	return strings.Join(words, ", ")
}

// Is reports whether target is one of the problems, for errors.Is.
func (ps problemSet) Is(target error) bool {
	p, ok := target.(Problem)
	return ok && slices.Contains(ps.list(), p)
}

// maxClock is the largest halfmove clock or move number, which stay there.
const maxClock = math.MaxUint16

// Position returns the position that s describes, or an error with its Fatal problems.
func (s Setup) Position() (Position, error) {
	p, ps := s.position()
	if ps != 0 {
		return Position{}, ps
	}
	return p, nil
}

func (s *Setup) rules() *ruleSet { return s.Variant.rules() }

func (s *Setup) position() (p Position, ps problemSet) {
	ps = s.set(&p)
	return p, ps
}

// set sets p, which is zero, to the position that s describes, if there are no problems.
func (s *Setup) set(p *Position) (ps problemSet) {
	// The squares of each Piece, as a set. Without these sets ParseFEN took half as much
	// time again.
	var found [16]uint64
	for sq, piece := range &s.Board {
		switch {
		case piece == NoPiece:
		case piece.exists():
			found[piece&15] |= 1 << sq
		default:
			ps |= impossibleValue
		}
	}
	backRanks := [2]uint64{0xFF<<A8 | 0xFF, 0xFF<<A8 | 0xFF}
	if s.Variant == Horde {
		backRanks[White] = 0xFF << A8
	}
	var count, kings, pawns [2]int
	for c := range Color(2) {
		kings[c] = bits.OnesCount64(found[King.Of(c)])
		pawns[c] = bits.OnesCount64(found[Pawn.Of(c)])
		all := uint64(0)
		for _, set := range found[8*c:][:8] {
			all |= set
		}
		count[c] = bits.OnesCount64(all)
		if found[Pawn.Of(c)]&backRanks[c] != 0 {
			ps |= pawnOnBackRank
		}
	}
	if s.Turn > Black || !s.Variant.known() {
		ps |= impossibleValue
	}
	r := s.rules()
	for c := range Color(2) {
		least, most, pieces := 1, 1, 32
		switch {
		case r.losing:
			least, most = 0, 32
		case r.kingless[c]: // its pawns may share a place
			least, most, pieces = 0, 0, 36
			if count[c]-pawns[c] > 30 {
				ps |= tooManyPieces
			}
		case s.Variant == Atomic && c == s.Turn: // its king may have exploded
			least = 0
		}
		if kings[c] < least {
			ps |= kingMissing
		}
		if kings[c] > most {
			ps |= kingSurplus
		}
		if count[c] > pieces {
			ps |= tooManyPieces
		}
	}
	rooks, ok := s.castlingRooks()
	if !ok || r.noCastle && len(s.Castling) > 0 {
		ps |= impossibleCastling
	}
	if !s.doublePushPossible() {
		ps |= impossibleEnPassant
	}
	if uint(s.HalfmoveClock) > maxClock || uint(s.MoveNumber) > maxClock {
		ps |= impossibleClock
	}
	three := s.Variant == ThreeCheck
	if max(uint(s.Checks[0]), uint(s.Checks[1])) > 3 || !three && s.Checks != [2]int{} || three && s.Checks[s.Turn&1] == 0 {
		ps |= impossibleChecks
	}
	if !s.pocketPossible() {
		ps |= impossiblePocket
	}
	if ps&^pawnOnBackRank != 0 {
		return ps
	}
	p.place(s, &rooks, &found)
	if p.ended() { // no move is legal
		p.state &^= stateEnPassant
	}
	exploded := s.Variant == Atomic && kings[s.Turn] == 0 // in spite of a check
	if !exploded && p.kingAttacked(p.turn().Other()) || s.Variant == RacingKings && p.inCheck() {
		ps |= opponentInCheck
	}
	return ps
}

// Repair returns s without castling rights that king and rook do not have, and without an en-passant
// square that no double push left, as programs often write them in a FEN. Of two rights on one side,
// it keeps that of the outermost rook. If it dropped anything, mended is an error that matches
// ImpossibleCastling, ImpossibleEnPassant or both.
func (s Setup) Repair() (repaired Setup, mended error) {
	repaired, ps := s.repair()
	if ps != 0 {
		mended = ps
	}
	return repaired, mended
}

func (s Setup) repair() (repaired Setup, mended problemSet) {
	if rooks, ok := s.castlingRooks(); !ok {
		mended |= impossibleCastling
		var kept []Square
		for _, rook := range s.Castling {
			c, side, possible := s.castlingSide(rook)
			if possible && rooks[c][side] == rook {
				kept = append(kept, rook)
				rooks[c][side] = NoSquare
			}
		}
		s.Castling = kept
	}
	if !s.doublePushPossible() {
		mended |= impossibleEnPassant
		s.DoublePush = NoSquare
	}
	return s, mended
}

// place fills in p, which is zero, from s, which has no problems but perhaps
// pawnOnBackRank and opponentInCheck, and whose castlingRooks and squares of each
// Piece are given.
func (p *Position) place(s *Setup, rooks *[2][2]Square, found *[16]uint64) {
	p.board = emptyBoard
	p.halfmove, p.fullmove = uint16(s.HalfmoveClock), max(1, uint16(s.MoveNumber))
	p.state = uint32(s.Turn)*stateBlack | s.Variant.bits() | uint32(s.Checks[0]|s.Checks[1]<<2)<<checksShift
	if s.Variant == Crazyhouse {
		p.large = true
		for _, piece := range s.Pocket {
			p.addToPocket(piece.Color(), piece.Type(), 1)
		}
	}
	if s.rules().tries {
		p.placeByCells(s, rooks)
		return
	}
	crowded := false // as setCrowded has it, which would take another loop
	for c := range Color(2) {
		army, moves := armyOf(c), 0
		color := colorBit(army)
		free := ^uint32(0) // the places
		for side, sq := range rooks[c] {
			if sq != NoSquare {
				place := placeRookH + uint8(side)
				p.put(Rook.Of(c), army+place, mailbox[sq])
				found[Rook.Of(c)] &^= 1 << sq
				free &^= 1 << place
				moves += int(mostMoves[Rook])
				p.castlers |= 1<<(army+placeKing) | 1<<(army+place)
				p.state |= castlingRight(c, wing(side), sq)
			}
		}
		// The others in the order of their types, which makes the branches of move
		// generation predictable.
		for _, t := range [...]PieceType{King, Queen, Rook, Bishop, Knight, Pawn} {
			piece := t.Of(c)
			for set := found[piece]; set != 0; set &= set - 1 { // with p.put, 1.07 times the instructions
				sq := bits.TrailingZeros64(set)
				place := uint8(bits.TrailingZeros32(free))
				switch {
				case s.Variant == Crazyhouse && (t == Pawn || slices.Contains(s.Promoted, Square(sq))):
					place = uint8(bits.TrailingZeros32(free &^ 0xFFFF))
				case t == Pawn && place < 16: // backwards, and then in the second half
					place = uint8(bits.Len16(uint16(free))) - 1
					crowded = crowded || place < placePawns
				}
				at := mailbox[sq&63]
				p.pieces[(army+place)&63] = placedPiece(piece)<<8 | placedPiece(at)
				p.board[at&127] = army + place | color
				p.cells[sq>>4&3] |= uint64(piece) << (sq & 15 * 4)
				free &^= 1 << (place & 31)
				moves += int(mostMoves[t&7])
			}
		}
		p.large = p.large || free>>16 != 0xFFFF
		crowded = crowded || moves >= MaxMoves
	}
	if s.DoublePush != A1 && s.DoublePush != NoSquare {
		p.setDoublePush(mailbox[s.DoublePush])
	}
	p.crowded = crowded || p.large || p.state&stateRules != 0 && (p.rules().slow || p.ended())
}

// placeByCells completes place for a variant whose lists are made from the cells.
func (p *Position) placeByCells(s *Setup, rooks *[2][2]Square) {
	for sq, piece := range &s.Board {
		p.xorCell(mailbox[sq], uint64(piece))
	}
	for c := range Color(2) {
		for side, sq := range rooks[c] {
			if sq != NoSquare {
				p.state |= castlingRight(c, wing(side), sq)
			}
		}
	}
	p.relist()
	if s.DoublePush != A1 && s.DoublePush != NoSquare {
		p.setDoublePush(mailbox[s.DoublePush])
	}
	p.setCrowded()
}

// emptyBoard is the board of a Position without pieces: the squares and the rim.
var emptyBoard = func() (board [136]uint8) {
	for i := range board {
		board[i] = rim
	}
	for _, at := range mailbox {
		board[at] = 0
	}
	return
}()

// castlingRight returns the bits of Position.state for c's right to castle with the
// rook on a square.
func castlingRight(c Color, side wing, rook Square) uint32 {
	right := uint32(rook & 7)
	if side == queenSide {
		right = 7 - right
	}
	return right << castlingShift(uint(c), uint(side))
}

// setDoublePush makes the last move a double push over a mailbox square.
func (p *Position) setDoublePush(over uint8) {
	p.enPassantTarget = over
	victim := over + south
	if p.turn() == Black {
		victim = over + north
	}
	p.setEnPassant(victim, p.army())
}

// castlingRooks returns the rooks that may castle by Color and wing, NoSquare where
// there is none, and whether that is all of s.Castling. If there are two rooks on one
// side, it returns the one nearer to the edge.
func (s *Setup) castlingRooks() (rooks [2][2]Square, ok bool) {
	rooks = [2][2]Square{{NoSquare, NoSquare}, {NoSquare, NoSquare}}
	ok = true
	for _, rook := range s.Castling {
		c, side, possible := s.castlingSide(rook)
		if !possible {
			ok = false
			continue
		}
		other := rooks[c][side]
		ok = ok && other == NoSquare
		if other == NoSquare || (side == kingSide) == (rook > other) {
			rooks[c][side] = rook
		}
	}
	return rooks, ok
}

// castlingSide returns whose right it is to castle with a rook, and to which side. The
// right is possible if rook and king stand on their first rank, the king on a file
// from b to g; in ordinary chess, on the e-file and the rook in the corner.
func (s *Setup) castlingSide(rook Square) (c Color, side wing, possible bool) {
	if rook >= A8 {
		c = Black
	}
	home := Square(c) * A8
	if rook > home+H1 || s.Board[rook] != Rook.Of(c) {
		return c, side, false
	}
	king := slices.Index(s.Board[home+B1:home+H1], King.Of(c))
	if king < 0 || s.Ordinary && (s.Board[home+E1] != King.Of(c) || rook != home && rook != home+H1) {
		return c, side, false
	}
	if rook < home+B1+Square(king) {
		side = queenSide
	}
	return c, side, true
}

// pocketPossible reports whether the pieces in hand and the promoted ones are possible: with those
// on the board, no more than sixteen pawns and promoted pieces, and fifteen other pieces besides
// the kings. So each has its place in the piece list, and the Key its room.
func (s *Setup) pocketPossible() bool {
	if s.Variant != Crazyhouse {
		return len(s.Pocket) == 0 && len(s.Promoted) == 0
	}
	var pawns, pieces int
	var hand [BlackKing + 1]uint32
	for sq, piece := range s.Board {
		switch promoted := slices.Contains(s.Promoted, Square(sq)); {
		case promoted && (piece.Type() <= Pawn || piece.Type() == King):
			return false
		case promoted || piece.Type() == Pawn:
			pawns++
		case piece != NoPiece && piece.Type() != King:
			pieces++
		}
	}
	for _, piece := range s.Pocket {
		switch {
		case !piece.exists() || piece.Type() == King:
			return false
		case piece.Type() == Pawn:
			pawns++
		default:
			pieces++
		}
		if hand[piece]++; hand[piece] > pocketField[piece.Type()].most {
			return false
		}
	}
	return pawns <= 16 && pieces <= 15 && !slices.ContainsFunc(s.Promoted, func(sq Square) bool { return sq >= NoSquare })
}

// doublePushPossible reports whether the last move can have been a double push over
// s.DoublePush.
func (s *Setup) doublePushPossible() bool {
	e := s.DoublePush
	if e == A1 || e == NoSquare {
		return true
	}
	rank, ahead := 5, Square(8)
	if s.Turn == Black {
		rank, ahead = 2, 248 // one rank down, modulo 256
	}
	return e < NoSquare && e.Rank() == rank &&
		s.Board[e] == NoPiece && s.Board[e+ahead] == NoPiece && s.Board[e-ahead] == Pawn.Of(s.Turn.Other())
}

// Chess960Position returns the start position of Chess960 with number n, from 0 to 959, in Reinhard
// Scharnagl's numbering; 518 is that of ordinary chess. For any other n the error matches ErrIllegal.
func Chess960Position(n int) (Position, error) {
	if n < 0 || n >= 960 {
		return Position{}, &ParseError{
			Kind: ErrIllegal, Field: "Chess960 number", Input: fmt.Sprint(n), Detail: "the start positions are numbered from 0 to 959",
		}
	}
	var s Setup
	for file, t := range chess960Rank(n) {
		for c := range Color(2) {
			s.Board[Square(c)*A8+Square(file)] = t.Of(c)
			s.Board[A2+Square(c)*(A7-A2)+Square(file)] = Pawn.Of(c)
			if t == Rook {
				s.Castling = append(s.Castling, Square(c)*A8+Square(file))
			}
		}
	}
	return s.Position()
}

// Chess960Number returns the number of p as a start position of Chess960, and whether it is one.
func Chess960Number(p Position) (n int, ok bool) {
	if p.halfmove != 0 || p.fullmove != 1 {
		return 0, false
	}
	for n := range 960 {
		if start, err := Chess960Position(n); err == nil && start.key() == p.key() {
			return n, true
		}
	}
	return 0, false
}

// chess960Rank returns the pieces of the first rank, from the a-file.
func chess960Rank(n int) (rank [8]PieceType) {
	rank[n%4*2+1] = Bishop // on a light square
	n /= 4
	rank[n%4*2] = Bishop
	n /= 4
	place := func(t PieceType, i int) { // on the i-th free square
		for file := range rank {
			if rank[file] != NoPieceType {
				continue
			}
			if i == 0 {
				rank[file] = t
				return
			}
			i--
		}
	}
	place(Queen, n%6)
	n /= 6
	// The two knights on five free squares: ten ways, in the order of the first.
	first, second := 0, n+1
	for second > 4 {
		first++
		second -= 4 - first
	}
	place(Knight, first)
	place(Knight, second-1)
	for _, t := range [...]PieceType{Rook, King, Rook} {
		place(t, 0)
	}
	return rank
}

// IsChess960 reports whether p has a castling right that ordinary chess does not have: of a king that
// is not on the e-file, or with a rook that is not in the corner.
func (p Position) IsChess960() bool { return p.isChess960() }

func (p *Position) isChess960() bool {
	for c := range Color(2) {
		for side := range wing(2) {
			rook := p.castlingRook(c, side)
			if rook != NoSquare && (p.king(c).File() != 4 || rook.File()%7 != 0) {
				return true
			}
		}
	}
	return false
}

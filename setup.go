package chess

import (
	"math/bits"
	"strings"
)

// Setup is a position before it is validated: what a board editor shows, or what a
// FEN says. The zero Setup has an empty board, but its Castling and EnPassant
// squares must be set to NoSquare where there is none: see NewSetup.
type Setup struct {
	Board     [64]Piece // by Square
	Turn      Color
	Castling  [2][2]Square // the rooks that may still castle, by Color and Side
	EnPassant Square       // the square passed over by the last move if it was a double push, else NoSquare
	Halfmoves int          // plies since the last capture or pawn move
	Move      int          // number of the next move, 1 at the start

	ThreeCheck bool
	Checks     [2]int // in three-check, the checks that each Color must still give: 0 to 3
}

// NewSetup returns an empty board at move 1, with White to move.
func NewSetup() Setup {
	return Setup{
		Castling:  [2][2]Square{{NoSquare, NoSquare}, {NoSquare, NoSquare}},
		EnPassant: NoSquare,
		Move:      1,
	}
}

// Setup returns the Setup that describes p.
func (p Position) Setup() Setup {
	s := NewSetup()
	for sq := range NoSquare {
		s.Board[sq] = p.At(sq)
	}
	s.Turn = p.Turn()
	for c := range Color(2) {
		s.Castling[c] = [2]Square{p.CastlingRook(c, HSide), p.CastlingRook(c, ASide)}
		s.Checks[c] = p.RemainingChecks(c)
	}
	if p.enPassantTarget != 0 {
		s.EnPassant = squares[p.enPassantTarget]
	}
	s.Halfmoves, s.Move = p.Halfmoves(), p.MoveNumber()
	s.ThreeCheck = p.IsThreeCheck()
	return s
}

// Problems is a set of reasons why a Setup is not a valid position, or not one that
// can arise in a game: see Fatal. It implements error.
type Problems uint32

// The problems of a Setup that make the rules meaningless.
const (
	KingMissing         Problems = 1 << iota // a side without a king
	KingSurplus                              // a side with two kings or more
	PawnOnBackRank                           // a pawn on the first or the last rank
	TooManyPieces                            // more than sixteen pieces, or eight pawns, on a side
	OpponentInCheck                          // the side to move could capture the king
	ImpossibleCastling                       // a castling right without king and rook in place
	ImpossibleEnPassant                      // an en-passant square that no double push left
	ImpossibleClock                          // a clock or move number out of range
	ImpossibleChecks                         // remaining checks out of range, or none for the side to move
	ImpossibleValue                          // an invalid Piece or Color
)

var problemNames = [...]string{
	"a side without a king",
	"more than one king on a side",
	"a pawn on the first or last rank",
	"more than sixteen pieces, or eight pawns, on a side",
	"the side not to move is in check",
	"a castling right without king and rook in place",
	"an en-passant square that no double push left",
	"a clock or move number out of range",
	"an impossible number of remaining checks",
	"an invalid piece or colour",
	"more promoted pieces than missing pawns",
	"pawns that must have captured more pieces than are missing",
	"more than two checkers",
	"a check or an en-passant square that no last move can have left",
	"a check that has not been counted",
	"a halfmove clock that contradicts the rest",
}

// String returns the problems in words, separated by commas, or "none".
func (ps Problems) String() string {
	if ps == 0 {
		return "none"
	}
	var words []string
	for ; ps != 0; ps &= ps - 1 {
		if i := bits.TrailingZeros32(uint32(ps)); i < len(problemNames) {
			words = append(words, problemNames[i])
		}
	}
	return strings.Join(words, ", ")
}

// Error returns the same as String.
func (ps Problems) Error() string { return ps.String() }

// maxClock is the largest halfmove clock or move number that is accepted. More
// than 50,000 moves can be played from there before a uint16 overflows.
const maxClock = 9999

// Position returns the position that s describes, or an error of type Problems
// with the problems that make the rules meaningless. OpponentInCheck is found only
// if there is no other such problem, except perhaps PawnOnBackRank.
func (s *Setup) Position() (Position, error) {
	p, ps := s.position()
	if ps != 0 {
		return Position{}, ps
	}
	return p, nil
}

func (s *Setup) position() (p Position, ps Problems) {
	var count, pawns [2]int
	kings := [2]int{}
	for sq, piece := range s.Board {
		switch {
		case piece == NoPiece:
			continue
		case piece > BlackKing || piece.Type() == NoPieceType || piece.Type() > King:
			ps |= ImpossibleValue
			continue
		case piece.Type() == King:
			kings[piece.Color()]++
		case piece.Type() == Pawn:
			pawns[piece.Color()]++
			if sq < 8 || sq >= 56 {
				ps |= PawnOnBackRank
			}
		}
		count[piece.Color()]++
	}
	if s.Turn > Black {
		ps |= ImpossibleValue
	}
	if min(kings[0], kings[1]) == 0 {
		ps |= KingMissing
	}
	if max(kings[0], kings[1]) > 1 {
		ps |= KingSurplus
	}
	if max(count[0], count[1]) > 16 || max(pawns[0], pawns[1]) > 8 {
		ps |= TooManyPieces
	}
	if !s.castlingPossible() {
		ps |= ImpossibleCastling
	}
	if !s.enPassantPossible() {
		ps |= ImpossibleEnPassant
	}
	if uint(s.Halfmoves) > maxClock || uint(s.Move) > maxClock {
		ps |= ImpossibleClock
	}
	if max(uint(s.Checks[0]), uint(s.Checks[1])) > 3 || !s.ThreeCheck && s.Checks != [2]int{} ||
		s.ThreeCheck && s.Checks[s.Turn&1] == 0 {
		ps |= ImpossibleChecks
	}
	if ps&^PawnOnBackRank != 0 {
		return p, ps
	}
	p.place(s)
	if p.attacked(uint8(p.pieces[p.army()^16]), p.army()) {
		ps |= OpponentInCheck
	}
	return p, ps
}

// place fills in p, which is zero, from s, which has no problems but perhaps
// PawnOnBackRank and OpponentInCheck.
func (p *Position) place(s *Setup) {
	for i := range p.board {
		p.board[i] = rim
	}
	for _, m := range mailbox {
		p.board[m] = 0
	}
	p.halfmove, p.fullmove = uint16(s.Halfmoves), uint16(s.Move)
	p.state = uint32(s.Turn) * stateBlack
	if s.ThreeCheck {
		p.state |= stateThreeCheck | uint32(s.Checks[0]|s.Checks[1]<<2)<<checksShift
	}
	put := func(place uint8, sq Square) {
		at := mailbox[sq]
		piece := s.Board[sq]
		p.pieces[place] = placedPiece(piece)<<8 | placedPiece(at)
		p.board[at] = place | colorBit(place)
		p.xorCell(at, uint64(piece))
	}
	for c := range Color(2) {
		army := armyOf(c)
		for side, sq := range s.Castling[c] {
			if sq != NoSquare {
				put(army+placeRookH+uint8(side), sq)
				p.castlers |= 1<<(army+placeKing) | 1<<(army+placeRookH+uint8(side))
				right := uint32(sq & 7)
				if Side(side) == ASide {
					right = 7 - right
				}
				p.state |= right << castlingShift(uint(c), uint(side))
			}
		}
		// The others in the order of their types, which makes the branches of move
		// generation predictable.
		for _, t := range [...]PieceType{King, Queen, Rook, Bishop, Knight, Pawn} {
			for sq, piece := range s.Board {
				if piece != t.Of(c) || p.board[mailbox[sq]] != 0 {
					continue
				}
				place, step := army+1, uint8(1)
				switch t {
				case King:
					place = army
				case Pawn:
					place, step = army+15, 255 // backwards, modulo 256
				}
				for p.pieces[place] != 0 {
					place += step
				}
				put(place, Square(sq))
			}
		}
	}
	if s.EnPassant != NoSquare {
		p.enPassantTarget = mailbox[s.EnPassant]
		victim := p.enPassantTarget + south
		if s.Turn == Black {
			victim = p.enPassantTarget + north
		}
		p.setEnPassant(victim, p.army())
	}
	p.setCrowded()
}

// castlingPossible reports whether for each castling right the king stands on its
// first rank, on a file from b to g, and the rook on the given side of it.
func (s *Setup) castlingPossible() bool {
	for c := range Color(2) {
		king := NoSquare
		for f := range A2 {
			if sq := Square(c)*A8 + f; s.Board[sq] == King.Of(c) {
				king = sq
			}
		}
		for side, sq := range s.Castling[c] {
			if sq == NoSquare {
				continue
			}
			if king == NoSquare || king.File() == 0 || king.File() == 7 || sq > NoSquare ||
				sq.Rank() != king.Rank() || s.Board[sq] != Rook.Of(c) || (sq > king) != (Side(side) == HSide) {
				return false
			}
		}
	}
	return true
}

// enPassantPossible reports whether the last move can have been a double push over
// s.EnPassant.
func (s *Setup) enPassantPossible() bool {
	e := s.EnPassant
	if e == NoSquare {
		return true
	}
	rank, ahead := 5, Square(8)
	if s.Turn == Black {
		rank, ahead = 2, 248 // one rank down, modulo 256
	}
	return e < NoSquare && e.Rank() == rank &&
		s.Board[e] == NoPiece && s.Board[e+ahead] == NoPiece && s.Board[e-ahead] == Pawn.Of(s.Turn.Other())
}

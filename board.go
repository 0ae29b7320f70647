package chess

import (
	"iter"
	"math/bits"
)

// Color is White or Black.
type Color uint8

// The colours.
const (
	White Color = iota
	Black
)

// Other returns the opponent of c.
func (c Color) Other() Color { return c ^ 1 }

// PieceType is the type of a piece, regardless of its colour.
type PieceType uint8

// The types of pieces, in the usual order of their value.
const (
	NoPieceType PieceType = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

// Of returns the piece of type t and colour c, or NoPiece for NoPieceType.
func (t PieceType) Of(c Color) Piece {
	if t == NoPieceType {
		return NoPiece
	}
	return Piece(t) | Piece(c)<<3
}

// wing is the side of the king on which it castles.
type wing uint8

const (
	kingSide  wing = iota // towards the h-file
	queenSide             // towards the a-file
)

// String returns the words of players, in Chess960 too, as FEN has K and Q for the two sides.
func (w wing) String() string { return [...]string{"kingside", "queenside"}[w] }

// Piece is a piece of one colour, or NoPiece.
type Piece uint8

// The twelve pieces. The values 7 and 8 are unused.
const (
	NoPiece     Piece = 0
	WhitePawn         = Piece(Pawn)
	WhiteKnight       = Piece(Knight)
	WhiteBishop       = Piece(Bishop)
	WhiteRook         = Piece(Rook)
	WhiteQueen        = Piece(Queen)
	WhiteKing         = Piece(King)
	BlackPawn         = 8 | WhitePawn
	BlackKnight       = 8 | WhiteKnight
	BlackBishop       = 8 | WhiteBishop
	BlackRook         = 8 | WhiteRook
	BlackQueen        = 8 | WhiteQueen
	BlackKing         = 8 | WhiteKing
)

// Type returns the type of p, or NoPieceType for NoPiece.
func (p Piece) Type() PieceType { return PieceType(p & 7) }

// exists reports whether p is one of the twelve pieces.
func (p Piece) exists() bool { return p <= BlackKing && p.Type() != NoPieceType && p.Type() <= King }

// Color returns the side that p belongs to. It is meaningless for NoPiece.
func (p Piece) Color() Color { return Color(p >> 3 & 1) }

// Square is a square of the board, or NoSquare.
type Square uint8

// The squares.
const (
	A1, B1, C1, D1, E1, F1, G1, H1 Square = 8 * iota, 8*iota + 1, 8*iota + 2, 8*iota + 3,
		8*iota + 4, 8*iota + 5, 8*iota + 6, 8*iota + 7
	A2, B2, C2, D2, E2, F2, G2, H2
	A3, B3, C3, D3, E3, F3, G3, H3
	A4, B4, C4, D4, E4, F4, G4, H4
	A5, B5, C5, D5, E5, F5, G5, H5
	A6, B6, C6, D6, E6, F6, G6, H6
	A7, B7, C7, D7, E7, F7, G7, H7
	A8, B8, C8, D8, E8, F8, G8, H8

	NoSquare Square = 64
)

// SquareAt returns the square on a file, from 0 for the a-file, and a rank, from 0 for White's first,
// or NoSquare if either is out of range.
func SquareAt(file, rank int) Square {
	if uint(file) > 7 || uint(rank) > 7 {
		return NoSquare
	}
	return Square(rank<<3 | file)
}

// File returns 0 for the a-file to 7 for the h-file.
func (s Square) File() int { return int(s & 7) }

// Rank returns 0 for White's first rank to 7 for White's eighth.
func (s Square) Rank() int { return int(s >> 3) }

// Light reports whether s is a light square, such as h1.
func (s Square) Light() bool { return s < NoSquare && (s>>3^s)&1 != 0 }

// A Move is what its text says: the square it leaves, the square it goes to, and the piece that a pawn
// becomes. Only a Position can tell whether it is legal, what it captures, and whether it castles. The
// zero Move is the null move, which passes the turn. What the bits of a Move mean may change: to store
// it, write its text.
//
// Castling is the move of the king to its square after castling, "e1g1", if the king stands on the
// e-file and the rook in the corner; otherwise, in Chess960, it is the king taking its own rook,
// "b1a1". Methods that take a move of a position also accept king takes rook in ordinary chess.
type Move uint32

// A Move holds flag<<16 | from<<8 | to, with squares of the mailbox (see mailbox),
// so that a step along a ray is one addition. Only promotions have a flag, of three bits.
// The rest follows from the position: whether the move castles, is a double push or
// captures en passant. The move that drops a piece leaves the pocket: a square above
// those of the mailbox, by the type of the piece.
const (
	kingPromotion Move = 3 << 16 // in Antichess
	promotion     Move = 4 << 16 // to a knight; the next three are to a bishop, a rook and a queen
)

// pocket is the square that a drop leaves, less the type of the piece.
const pocket = 120

// promotionTo returns the flag of a promotion to a type of piece.
func promotionTo(t PieceType) Move {
	if t == King {
		return kingPromotion
	}
	return promotion + Move(t-Knight)<<16
}

// newMove returns the move without a flag between two mailbox squares.
func newMove(from, to uint8) Move { return Move(from)<<8 | Move(to) }

// newCastling returns the castling move of the king on a mailbox square with the
// rook on the given side, as the package spells it.
func newCastling(king uint8, rook Square, side wing) Move {
	if mailbox[rook&63]-king == 3-7*uint8(side) && squares[king].File() == 4 {
		return newMove(king, kingAfterCastling(king, side))
	}
	return newMove(king, mailbox[rook&63])
}

// kingAfterCastling returns where the king on a mailbox square castles to: g1, c1, g8
// or c8.
func kingAfterCastling(king uint8, side wing) uint8 { return king/70*70 + 27 - 4*uint8(side) }

// from and to return the mailbox squares.
func (m Move) from() uint8 { return uint8(m>>8) & 127 }
func (m Move) to() uint8   { return uint8(m) & 127 }

// Drop returns the type of the piece that m drops in Crazyhouse, or NoPieceType.
func (m Move) Drop() PieceType {
	if t := m>>8 - pocket; t > 0 && t < Move(King) {
		return PieceType(t)
	}
	return NoPieceType
}

// From returns the square the piece leaves, or NoSquare if m drops it.
func (m Move) From() Square { return squares[m.from()] }

// To returns the square the piece goes to; for castling, the one in the text of m.
func (m Move) To() Square { return squares[m.to()] }

// Promotion returns what a pawn becomes, or NoPieceType.
func (m Move) Promotion() PieceType {
	switch {
	case m < kingPromotion:
		return NoPieceType
	case m/promotion == 1:
		return Knight + PieceType(m>>16&3)
	case m < promotion:
		return King
	}
	return NoPieceType
}

// IsPromotion reports whether a pawn becomes another piece.
func (m Move) IsPromotion() bool { return m.Promotion() != NoPieceType }

// side returns the side on which a castling move castles, in either spelling.
func (m Move) side() wing { return wing(oneIf(m.to() < m.from())) }

// The mailbox is a board of twelve rows of ten: the 64 squares from 21 (a1) to
// 98 (h8), with a rim of two squares around them, so that a step off the board,
// even a knight's, ends on the rim and not on the other side.
//
//	110 111 112 113 114 115 116 117 118 119
//	100 101 102 103 104 105 106 107 108 109
//	 90 [91  92  93  94  95  96  97  98] 99    rank 8
//	    ...
//	 20 [21  22  23  24  25  26  27  28] 29    rank 1
//	 10  11  12  13  14  15  16  17  18  19
//	  0   1   2   3   4   5   6   7   8   9
//
// A byte of the board is zero on an empty square and rim outside. On an occupied
// square it holds the piece's place in the piece list, six bits, and a bit for its
// colour; Black's is part of the place. Move generation needs only to test one of these
// three bits.
const (
	blackHere = 0x20
	whiteHere = 0x40
	rim       = 0x80
)

// A placedPiece is an entry of the piece list: piece<<8 | mailbox square, or zero
// once captured. The list has thirty-two places for White and then thirty-two for
// Black: first the king, then the rook it may castle with on the h-file side, then
// the one on the a-file side, and then the others.
//
// The second half of an army is for positions with more than sixteen pieces on a side,
// which some games begin with. Loops visit it only if the position is large, so it hardly
// costs time.
type placedPiece uint16

const (
	placeKing  = 0
	placeRookH = 1
	placeRookA = 2
	placePawns = 8 // the first place for up to eight pawns, which keep their places when they promote
)

func (e placedPiece) piece() Piece         { return Piece(e >> 8) }
func (e placedPiece) pieceType() PieceType { return PieceType(e >> 8 & 7) }
func (e placedPiece) square() uint8        { return uint8(e) & 127 }

// slides reports whether the piece attacks along rays.
func (e placedPiece) slides() bool { return e>>8&7-placedPiece(Bishop) <= placedPiece(Queen-Bishop) }

// armyOf returns the army of c. An army is the thirty-two places of one side in the
// piece list, denoted by the first of them: 0 for White's, 32 for Black's. The
// other army is army^32.
func armyOf(c Color) uint8 { return uint8(c&1) << 5 }

// colorBit returns the bit that the board has for the pieces of an army, and
// enemyBit the one for its enemy's.
func colorBit(army uint8) uint8 { return whiteHere - army&32 }
func enemyBit(army uint8) uint8 { return blackHere + army&32 }

// Position is a chess position: the pieces, the side to move, the castling rights, the en-passant
// square, the clocks, and in three-check the remaining checks. It is a value without pointers:
// assignment copies it, any number of goroutines may share it, and no move changes it. Make one with
// StartPosition, ParseFEN or Setup.Position; the zero Position has no kings and no moves.
//
// To compare positions, compare their Keys or call Equal; == does not compile.
type Position struct {
	_      [0]func()
	board  [136]uint8 // 128, and a word after the last: no check of bounds for words (3 % of perft)
	pieces [64]placedPiece
	facts
}

// facts holds all of a Position but the pieces on their squares, in a type of its own
// so that Position.do copies it at once.
type facts struct {
	cells           [4]uint64 // the board once more, a nibble a square: see Key
	state           uint32    // the rest of the Key
	pockets         uint32    // in Crazyhouse: see pocketField
	castlers        uint64    // a bit for each place whose move or capture ends a castling right
	enPassantTarget uint8     // the mailbox square passed over by the last move if it was a double push, else 0
	crowded         bool      // see setCrowded
	large           bool      // a side began with more than sixteen pieces
	halfmove        uint16
	fullmove        uint16
}

// The bits of Position.state. There are twenty-two, so that the bound of an entry
// fits above them in a table file.
const (
	// Four castling rights of three bits: White's on the h-file side and on the
	// a-file side, then Black's. Each counts the files from the rook to the far
	// edge of the board. Zero means no right: the king is always between, so the
	// rook is never on that edge.
	stateCastling = 0xFFF
	castlingBits  = 3
	// 8 | file if an en-passant capture is legal on that file, or zero.
	stateEnPassant = 0xF << enPassantShift
	enPassantShift = 12
	stateBlack     = 1 << 16 // Black is to move
	// The variant: in three-check the lowest bit, and in the others the checks that White must
	// still give to win, and above them Black's; else the number of the Variant in these.
	stateRules      = 0x1F << 17
	stateThreeCheck = 1 << 17
	checksShift     = 18
	stateBits       = 22
)

// Turn returns the side to move.
func (p Position) Turn() Color  { return p.turn() }
func (p *Position) turn() Color { return Color(p.state >> 16 & 1) }

// army returns the army of the side to move.
func (p *Position) army() uint8 { return uint8(p.state>>11) & 32 }

// at returns the board's byte for a mailbox square. Here and elsewhere the mask
// on an index, 127 for the board and 63 for the piece list, changes nothing: it
// avoids the bounds check, or removes the bit for White.
func (p *Position) at(sq uint8) uint8 { return p.board[sq&127] }

// armyList returns the places of an army, without the second half if p is not large.
func (p *Position) armyList(army uint8) []placedPiece {
	if p.large {
		return p.pieces[army&32:][:32]
	}
	return p.pieces[army&32:][:16]
}

// pieceOn returns the piece on a mailbox square that is not empty.
func (p *Position) pieceOn(sq uint8) placedPiece { return p.pieces[p.board[sq&127]&63] }

// At returns the piece on s, or NoPiece if s is empty or NoSquare.
func (p Position) At(s Square) Piece { return p.pieceAt(s) }

func (p *Position) pieceAt(s Square) Piece {
	if s >= NoSquare {
		return NoPiece
	}
	b := p.board[mailbox[s]&127]
	if b == 0 {
		return NoPiece
	}
	return p.pieces[b&63].piece()
}

// mover is Moved without the test for the null move, for speed.
func (p *Position) mover(m Move) Piece { return p.pieces[p.board[m>>8&127]&63].piece() }

// IsEnPassant reports whether the legal move m is an en-passant capture.
func (p Position) IsEnPassant(m Move) bool { return p.isEnPassant(m) }

func (p *Position) isEnPassant(m Move) bool {
	return m.to() == p.enPassantTarget && p.mover(m).Type() == Pawn
}

// Pieces yields the pieces and their squares, first White's, then Black's, each beginning with the
// king.
func (p Position) Pieces() iter.Seq2[Square, Piece] {
	return func(yield func(Square, Piece) bool) {
		for c := range Color(2) {
			for _, e := range p.armyList(armyOf(c)) {
				if e != 0 && !yield(squares[e&127], e.piece()) {
					return
				}
			}
			if p.large && p.variant() == Horde && !p.unlisted(c, yield) {
				return
			}
		}
	}
}

// unlisted yields those of c's pieces that share a place of the piece list with another.
func (p *Position) unlisted(c Color, yield func(Square, Piece) bool) bool {
	for sq, at := range mailbox {
		if p.at(at)&colorBit(armyOf(c)) != 0 && p.pieceOn(at).square() != at && !yield(Square(sq), p.pieceOn(at).piece()) {
			return false
		}
	}
	return true
}

// King returns the square of c's king, or NoSquare if there is none: in the zero Position, and in
// variants. In Antichess it returns one that may castle.
func (p Position) King(c Color) Square  { return p.kingOrNone(c) }
func (p *Position) king(c Color) Square { return squares[p.pieces[armyOf(c)]&127] }

// kingOrNone returns King(c), or NoSquare in the zero Position.
func (p *Position) kingOrNone(c Color) Square {
	if king := p.pieces[armyOf(c)]; king != 0 {
		return squares[king&127]
	}
	return NoSquare
}

// numPieces returns how many pieces stand on the board.
func (p *Position) numPieces() (n int) {
	for _, word := range p.cells {
		n += bits.OnesCount64(occupied(word))
	}
	return n
}

// nonPawnCount returns how many pieces besides king and pawns the side to move
// has. Without any, zugzwang is frequent, and a null move proves nothing.
func (p *Position) nonPawnCount() int {
	n := 0
	own := p.army()
	for _, e := range p.armyList(own)[1:] {
		if e.pieceType() > Pawn {
			n++
		}
	}
	return n
}

// loneKing reports whether the side to move has only its king.
func (p *Position) loneKing() bool {
	for _, e := range p.armyList(p.army())[1:] {
		if e != 0 {
			return false
		}
	}
	return true
}

// HalfmoveClock returns the number of plies since the last capture or pawn move, up to 65,535.
func (p Position) HalfmoveClock() int { return int(p.halfmove) }

// MoveNumber returns the number of the next move, from 1 to 65,535. It grows after each move of Black.
func (p Position) MoveNumber() int { return int(p.fullmove) }

// CastlingRooks returns the rooks with which c still has the right to castle, or NoSquare. The right
// does not depend on attacks or on pieces between king and rook.
func (p Position) CastlingRooks(c Color) (kingSide, queenSide Square) {
	return p.castlingRook(c, 0), p.castlingRook(c, 1)
}

func (p *Position) castlingRook(c Color, side wing) Square {
	right := Square(p.state >> castlingShift(uint(c&1), uint(side&1)) & 7)
	if right == 0 {
		return NoSquare
	}
	if side == queenSide {
		right = 7 - right
	}
	return Square(c&1)*A8 + right
}

// castlingShift returns the number of the first bit of a right in the state.
func castlingShift(c, side uint) uint { return castlingBits * (2*c + side) }

// castlingRights returns both rights of an army, as castlingRightsIn does.
func (p *Position) castlingRights(army uint8) uint8 {
	return uint8(castlingRightsIn(p.state, Color(army>>5)))
}

// castlingRightsIn returns both rights of c in a state, kingSide in the lower three bits.
func castlingRightsIn(state uint32, c Color) uint32 {
	return state >> castlingShift(uint(c), 0) & (1<<(2*castlingBits) - 1)
}

// EnPassant returns the target square of a legal en-passant capture, or NoSquare.
func (p Position) EnPassant() Square { return p.enPassant() }

func (p *Position) enPassant() Square {
	ep := p.state >> enPassantShift & 15
	if ep == 0 {
		return NoSquare
	}
	return SquareAt(int(ep&7), 5-3*int(p.turn()))
}

func (p *Position) isThreeCheck() bool { return p.state&stateThreeCheck != 0 }

// Variant is a game that is played by rules of its own. Chess960 is none: it is Standard, and a
// Position knows where its castling rooks stand.
type Variant uint8

// The variants, with the rules of Lichess.
const (
	Standard      Variant = iota // ordinary chess and Chess960
	ThreeCheck                   // the third check wins too
	KingOfTheHill                // a king that reaches d4, e4, d5 or e5 wins too
	RacingKings                  // the first king on the eighth rank wins, and no move may give check
	Antichess                    // captures are compulsory, and who cannot move wins
	Atomic                       // a capture removes all but the pawns around it
	Horde                        // White has 36 pawns and no king
	Crazyhouse                   // who captures a piece may drop it later, as its own

	// Games that are known by their names.
	suicide  // Antichess in which who has fewer pieces wins by stalemate
	giveaway // Antichess with castling
)

// Variant returns the variant that p belongs to.
func (p Position) Variant() Variant { return p.variant() }

func (p *Position) variant() Variant { return variantIn(p.state) }

// variantIn returns the variant that a state names.
func variantIn(state uint32) Variant {
	if state&stateThreeCheck != 0 {
		return ThreeCheck
	}
	return Variant(state & stateRules >> checksShift)
}

// bits returns the bits of Position.state that name v.
func (v Variant) bits() uint32 {
	if v == ThreeCheck {
		return stateThreeCheck
	}
	return uint32(v) << checksShift
}

// RemainingChecks returns how many checks, 0 to 3, c must still give to win at three-check. It returns
// 0 in any other game.
func (p Position) RemainingChecks(c Color) int { return p.remainingChecks(c) }

func (p *Position) remainingChecks(c Color) int {
	if !p.isThreeCheck() {
		return 0
	}
	return int(p.state >> (checksShift + 2*uint(c&1)) & 3)
}

var (
	// squares holds the Square of each mailbox square, NoSquare for those that a drop leaves,
	// and A1 for the rest of the rim.
	squares [128]Square = func() (t [128]Square) {
		for s := range A8 + 8 {
			t[21+s%8+s/8*10] = s
		}
		for piece := Pawn; piece < King; piece++ {
			t[pocket+piece] = NoSquare
		}
		return
	}()
	// mailbox is its inverse.
	mailbox [64]uint8 = func() (t [64]uint8) {
		for s := range uint8(64) {
			t[s] = 21 + s%8 + s/8*10
		}
		return
	}()
)

// oneIf returns 1 if b, else 0; the compiler makes it one instruction.
func oneIf(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// MaxMoves is a capacity with which AppendMoves need not grow its slice. A position that can arise in
// a game has at most 218 moves.
const MaxMoves = 256

// xorCell changes the nibble of a mailbox square in p.cells.
func (p *Position) xorCell(sq uint8, change uint64) {
	c := cellAt[sq&127]
	p.cells[c&3] ^= change << (c & 60)
}

// cellAt holds where in Position.cells the nibble of a mailbox square is: the
// index of its word in the lowest two bits, and its shift, a multiple of four, in
// the others.
var cellAt = func() (t [128]uint8) {
	for sq, at := range mailbox {
		t[at] = uint8(sq>>4 | sq&15<<2)
	}
	return
}()

// Key is the identity of a position: two Keys are equal if and only if the EPDs of their positions
// are. It is comparable and lossless, a map key that cannot collide. The clocks are not part of it,
// nor is an en-passant square where no capture is legal, so it is the identity of the repetition rule
// (FIDE Laws, 9.2.3). To store a Key, use its byte form, which takes a third of the time and half the
// room of its text. The zero Key is that of the zero Position.
type Key struct {
	cells [4]uint64 // a nibble a square, the Piece on it, from a1 up; in Crazyhouse as houseKey has it
	state uint32
}

// Key returns the identity of p. It only copies fields, but in Crazyhouse.
func (p Position) Key() Key { return p.key() }
func (p *Position) key() Key {
	if p.state&stateRules == crazyhouseState {
		return p.houseKey()
	}
	return Key{p.cells, p.state}
}

// crazyhouseState is the variant in the state of a position of Crazyhouse.
const crazyhouseState = uint32(Crazyhouse) << checksShift

// The pieces in hand in Crazyhouse: by type, the bits of Position.pockets that count them,
// White's in the lower half.
var pocketField = [King]struct{ shift, most uint32 }{
	Pawn: {0, 31}, Knight: {5, 7}, Bishop: {8, 7}, Rook: {11, 7}, Queen: {14, 3},
}

// Pocket returns how many pieces of a type c has in hand in Crazyhouse.
func (p Position) Pocket(c Color, t PieceType) int { return p.pocket(c, t) }

func (p *Position) pocket(c Color, t PieceType) int {
	if t >= King {
		return 0
	}
	f := pocketField[t]
	return int(p.pockets >> (f.shift + 16*uint32(c&1)) & f.most)
}

// addToPocket changes how many pieces of a type c has in hand.
func (p *Position) addToPocket(c Color, t PieceType, n int) {
	p.pockets += uint32(n) << (pocketField[t].shift + 16*uint32(c&1))
}

// promoted reports whether the piece at a place is a promoted pawn of Crazyhouse. There, these
// and the pawns have the second half of an army.
func (p *Position) promoted(place uint8) bool {
	return p.pieces[place&63].pieceType() > Pawn && place&31 >= 16 && p.state&stateRules == crazyhouseState
}

// houseKey is key in Crazyhouse. The cells hold what tells positions apart: the occupied squares,
// five bits for each, and the pockets. There are at most 32 pieces.
func (p *Position) houseKey() (k Key) {
	k.cells, k.state = [4]uint64{3: uint64(p.pockets) << 32}, p.state
	n := 0
	for sq, at := range mailbox {
		b := p.at(at)
		if b == 0 {
			continue
		}
		k.cells[0] |= 1 << sq
		k.put5(n, uint64(p.pieceOn(at).piece())|uint64(oneIf(p.promoted(b)))<<4)
		n++
	}
	return k
}

// put5 sets the n-th five bits of k.cells[1:] to v, which were zero.
func (k *Key) put5(n int, v uint64) {
	i, shift := 1+5*n/64, 5*n%64
	k.cells[i&3] |= v << shift
	if shift > 59 {
		k.cells[(i+1)&3] |= v >> (64 - shift)
	}
}

// unpackHouse returns the cells and the promoted pieces of a key of Crazyhouse. Its pockets are
// the upper half of its last word.
func (k *Key) unpackHouse() (cells [4]uint64, promoted uint64) {
	n := 0
	for sq := range NoSquare {
		if k.cells[0]>>sq&1 == 0 {
			continue
		}
		i, shift := 1+5*n/64, 5*n%64
		v := k.cells[i&3] >> shift
		if shift > 59 {
			v |= k.cells[(i+1)&3] << (64 - shift)
		}
		cells[sq/16] |= v & 15 << (sq % 16 * 4)
		promoted |= v >> 4 & 1 << sq
		n++
	}
	return cells, promoted
}

// unpacked returns the cells of k, a nibble a square, and in Crazyhouse the squares of promoted
// pieces and the pockets.
func (k *Key) unpacked() (cells [4]uint64, promoted uint64, pockets uint32) {
	if k.state&stateRules != crazyhouseState {
		return k.cells, 0, 0
	}
	cells, promoted = k.unpackHouse()
	return cells, promoted, uint32(k.cells[3] >> 32)
}

// Equal reports whether the FENs of p and q are equal. reflect.DeepEqual may differ, since equal
// positions may keep their pieces in another order; github.com/google/go-cmp calls Equal.
func (p Position) Equal(q Position) bool {
	return p.key() == q.key() && p.enPassantTarget == q.enPassantTarget && p.halfmove == q.halfmove && p.fullmove == q.fullmove
}

// occupied returns the lowest bits of the nibbles of a word of cells that hold a piece.
func occupied(word uint64) uint64 {
	word |= word >> 2
	return (word | word>>1) & 0x1111111111111111
}

// addClock makes k that of the position with its halfmove clock, for a transposition
// table. The clock stands above the bits of the state.
func (k *Key) addClock(halfmove uint16) { k.state |= uint32(min(halfmove, 1<<7-1)) << stateBits }

// hasClock reports whether addClock has been called.
func (k *Key) hasClock() bool { return k.state>>stateBits != 0 }

// mix mixes all bits of k into one word, for tables in memory; Hash is for what is
// stored. Different keys may have equal words: callers must compare the keys as
// well.
func (k *Key) mix() uint64 {
	// A sum of products: the high half depends on all bits, and is folded onto the low half.
	// Searches mix each position twice: this takes half the instructions of products of
	// 128 bits.
	h := k.cells[0]*0x9E3779B97F4A7C15 + k.cells[1]*0xD1B54A32D192ED03 + k.cells[2]*0x8CB92BA72F3D8DD7 +
		k.cells[3]*0xAEF17502108EF2D9 + uint64(k.state)*0xF1357AEA2E62A9C5
	return h ^ h>>32
}

package chess

import (
	"iter"
	"math/bits"
	"strings"
)

// Color is one of the two sides.
type Color uint8

// The two sides.
const (
	White Color = iota
	Black
)

// Other returns the opponent of c.
func (c Color) Other() Color { return c ^ 1 }

// String returns "White" or "Black".
func (c Color) String() string {
	if c == White {
		return "White"
	}
	return "Black"
}

// PieceType is a kind of man, whatever its colour. The zero PieceType is none.
type PieceType uint8

// The kinds of men, in the usual order of their value.
const (
	NoPieceType PieceType = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

// String returns the English name, "pawn" to "king", or "none".
func (t PieceType) String() string {
	if t > King {
		t = NoPieceType
	}
	return [...]string{"none", "pawn", "knight", "bishop", "rook", "queen", "king"}[t]
}

// Of returns the man of kind t and colour c; NoPieceType.Of is NoPiece.
func (t PieceType) Of(c Color) Piece {
	if t == NoPieceType {
		return NoPiece
	}
	return Piece(t) | Piece(c)<<3
}

// Side is one of the two sides of a king on which he may castle.
type Side uint8

// The two sides. In ordinary chess they are the king's side and the queen's.
const (
	HSide Side = iota // where the h-file is
	ASide
)

// Piece is a man of one colour, or NoPiece. It fits in four bits: the kind in
// the lower three, the colour above.
type Piece uint8

// The twelve men. The values 7 and 8 are unused.
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

// Type returns the kind of man.
func (p Piece) Type() PieceType { return PieceType(p & 7) }

// Color returns the side the man belongs to. It means nothing for NoPiece.
func (p Piece) Color() Color { return Color(p >> 3 & 1) }

const pieceLetters = ".PNBRQK..pnbrqk."

// String returns the letter of FEN: "P" to "K" for White, "p" to "k" for
// Black, and "." for NoPiece.
func (p Piece) String() string { return pieceLetters[p&15 : p&15+1] }

// Square is one of the 64 squares, counted from A1 along the ranks to H8, or
// NoSquare.
type Square uint8

// The squares.
const (
	A1 Square = iota
	B1
	C1
	D1
	E1
	F1
	G1
	H1
	A2
	B2
	C2
	D2
	E2
	F2
	G2
	H2
	A3
	B3
	C3
	D3
	E3
	F3
	G3
	H3
	A4
	B4
	C4
	D4
	E4
	F4
	G4
	H4
	A5
	B5
	C5
	D5
	E5
	F5
	G5
	H5
	A6
	B6
	C6
	D6
	E6
	F6
	G6
	H6
	A7
	B7
	C7
	D7
	E7
	F7
	G7
	H7
	A8
	B8
	C8
	D8
	E8
	F8
	G8
	H8
	NoSquare
)

// SquareAt returns the square on a file, 0 for the a-file to 7, and a rank, 0
// for White's first rank to 7; NoSquare if either is out of range.
func SquareAt(file, rank int) Square {
	if uint(file) > 7 || uint(rank) > 7 {
		return NoSquare
	}
	return Square(rank<<3 | file)
}

// File returns 0 for the a-file to 7 for the h-file.
func (s Square) File() int { return int(s & 7) }

// Rank returns 0 for White's first rank to 7 for his eighth.
func (s Square) Rank() int { return int(s >> 3) }

// String returns the name, such as "e4", or "-" for NoSquare.
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

// A Move goes from one square to another. It is comparable and small; what it
// captures, and whether it is legal, only a Position can say. The zero Move is
// the null move, which passes the turn.
//
// Inside it is kind<<16 | from<<8 | to on the mailbox (see mailbox), so that a
// step along a ray is one addition.
type Move uint32

// The kinds of moves that playing one must know about. castleH and castleA
// come last, since they alone do not move one man from a square to another.
const (
	doublePush Move = (1 + iota) << 16
	enPassant
	_
	promotion // and the three above: to knight, bishop, rook, queen
	_
	_
	_
	castleH // with the rook on the king's h-file side
	castleA
)

// From returns the square the man leaves.
func (m Move) From() Square { return squares[m>>8&127] }

// To returns the square the man arrives on. For castling it is the square of
// the king after it.
func (m Move) To() Square { return squares[m&127] }

// Promotion returns what a pawn becomes, or NoPieceType.
func (m Move) Promotion() PieceType {
	if m&promotion == 0 {
		return NoPieceType
	}
	return Knight + PieceType(m>>16&3)
}

// IsCastling reports whether m is castling.
func (m Move) IsCastling() bool { return m >= castleH }

// IsEnPassant reports whether m is a capture en passant.
func (m Move) IsEnPassant() bool { return m&^0xFFFF == enPassant }

// String returns the move as UCI engines write it in ordinary chess: "e2e4",
// "e7e8q", "e1g1" for castling, "0000" for the null move.
func (m Move) String() string {
	if m == 0 {
		return "0000"
	}
	s := m.From().String() + m.To().String()
	if t := m.Promotion(); t != NoPieceType {
		s += t.Of(Black).String()
	}
	return s
}

// The mailbox is a board of twelve rows of ten: the 64 squares from 21 (a1) to
// 98 (h8) inside a rim two deep, so that a step off the board meets the rim and
// not the other side, even a knight's.
//
//	110 111 112 113 114 115 116 117 118 119
//	100 101 102 103 104 105 106 107 108 109
//	 90 [91  92  93  94  95  96  97  98] 99    rank 8
//	    ...
//	 20 [21  22  23  24  25  26  27  28] 29    rank 1
//	 10  11  12  13  14  15  16  17  18  19
//	  0   1   2   3   4   5   6   7   8   9
//
// A byte of the board is zero on an empty square, rim outside, and for a man
// his place in the list of men with a bit for his colour. Testing one of the
// three bits answers every question that a generator asks of a square.
const (
	rim       = 0x20
	whiteHere = 0x40
	blackHere = 0x80
)

// A man is an entry in the list of men: piece<<8 | square on the mailbox, or
// zero once captured. White's sixteen places come first, then Black's, each
// king at the head of his army and behind him the rook he may castle with on
// the h-file side, and then that on the a-file side.
type placedPiece uint16

const (
	placeKing  = 0
	placeRookH = 1
	placeRookA = 2
	placePawns = 8 // no pawn stands before, but men who have promoted stand behind
)

func (m placedPiece) piece() Piece    { return Piece(m >> 8) }
func (m placedPiece) kind() PieceType { return PieceType(m >> 8 & 7) }

// slides reports whether the man attacks along rays.
func (m placedPiece) slides() bool { return m>>8&7-placedPiece(Bishop) <= placedPiece(Queen-Bishop) }

// Position is a position: the men, who is to move, what castling and
// en-passant captures are possible, the clocks, and in three-check the checks
// that remain. It is a value without pointers: assignment copies it, any number
// of goroutines may share it, and no method changes it. Make one with
// StartPosition, ParseFEN or Setup.Position; the zero Position has no kings and
// no moves. Most methods have pointer receivers, since it is 240 bytes large: put
// one in a variable first.
//
// Two positions are the same if and only if their Keys are equal; == does not
// compile.
type Position struct {
	_        [0]func()
	board    [128]uint8
	pieces   [32]placedPiece
	cells    [4]uint64 // the board once more, a nibble a square: see Key
	state    uint32    // the rest of the Key
	castlers uint32    // a bit for each place whose move or capture ends a right to castle
	passed   uint8     // the mailbox square the last move, a double push, passed over, or 0
	crowded  bool      // there might be more moves than MaxMoves
	halfmove uint16
	fullmove uint16
}

// The bits of Position.state: twenty-two, so that a transposition table has
// room for the rest of an entry beside them in one word.
const (
	// Four rights to castle of three bits: White's on the h-file side and on
	// the a-file side, then Black's. Each is how many files the rook stands from
	// the far edge of the board, zero if the right is gone: the king is always
	// between, so no rook that castles stands on that edge.
	stateCastling = 0xFFF
	castlingBits  = 3
	// 8 | file if an en-passant capture is legal on that file, or zero.
	stateEnPassant  = 0xF << enPassantShift
	enPassantShift  = 12
	stateBlack      = 1 << 16 // Black is to move
	stateThreeCheck = 1 << 17
	// The checks that White, and above him Black, must still give to win.
	checksShift = 18
	stateBits   = 22
)

// Key is the identity of a position: two Keys are equal if and only if the
// EPDs of their positions are. It is comparable and lossless, a map key that
// cannot collide. The clocks are no part of it, nor is an en-passant square
// where no capture is legal: this is the identity that the rule of repetition
// asks for (FIDE Laws, 9.2.3).
type Key struct {
	cells [4]uint64 // a nibble a square, the Piece on it, from a1 up
	state uint32
}

// Key returns the identity of p. It only copies: playing a move keeps it.
func (p *Position) Key() Key { return Key{p.cells, p.state} }

// hash mixes all bits of k into one word. Equal keys have equal hashes; any
// caller must compare the keys as well.
func (k *Key) hash() uint64 {
	// Three independent 64x64-bit multiplications, each folded to 64 bits so
	// that the high half, where all input bits meet, counts.
	h1, l1 := bits.Mul64(k.cells[0]^0x9E3779B97F4A7C15, k.cells[1]^0xD1B54A32D192ED03)
	h2, l2 := bits.Mul64(k.cells[2]^0x8CB92BA72F3D8DD7, k.cells[3]^0xAEF17502108EF2D9)
	h3, l3 := bits.Mul64(h1^l1^uint64(k.state)*0xF1357AEA2E62A9C5, h2^l2^0xBEA225F9EB34556D)
	return h3 ^ l3
}

// Turn returns the side to move.
func (p *Position) Turn() Color { return Color(p.state >> 16 & 1) }

// own is where the men of the side to move begin in the list: 0 or 16.
func (p *Position) own() uint8 { return uint8(p.state>>12) & 16 }

// At returns the man on a square, or NoPiece; NoPiece for NoSquare.
func (p *Position) At(s Square) Piece {
	if s >= NoSquare {
		return NoPiece
	}
	b := p.board[mailbox[s]&127]
	if b == 0 {
		return NoPiece
	}
	return p.pieces[b&31].piece()
}

// Men returns the men on the board and their squares, White's first, the kings
// at the head, in no further order.
func (p *Position) Pieces() iter.Seq2[Square, Piece] {
	return func(yield func(Square, Piece) bool) {
		for _, e := range &p.pieces {
			if e != 0 && !yield(squares[e&127], e.piece()) {
				return
			}
		}
	}
}

// King returns the square of c's king. In the zero Position it means nothing.
func (p *Position) King(c Color) Square {
	return squares[p.pieces[c<<4&16]&127]
}

// Halfmoves returns the plies played since the last capture or pawn move: the
// clock of the fifty-move rule.
func (p *Position) Halfmoves() int { return int(p.halfmove) }

// MoveNumber returns the number of the move to be played: 1 at the start of a
// game, and one more after each move of Black.
func (p *Position) MoveNumber() int { return int(p.fullmove) }

// CastlingRook returns the square of the rook that c may still castle with on
// a side, HSide or ASide, or NoSquare if that right is gone. What stands
// between does not matter here.
func (p *Position) CastlingRook(c Color, side Side) Square {
	right := Square(p.state >> castlingShift(uint(c&1), uint(side&1)) & 7)
	if right == 0 {
		return NoSquare
	}
	if side == ASide {
		right = 7 - right
	}
	return Square(c&1)*A8 + right
}

// castlingShift is where a right begins in the state.
func castlingShift(c, side uint) uint { return castlingBits * (2*c + side) }

// EnPassant returns the square on which a legal en-passant capture ends, or
// NoSquare. It is part of the position's identity.
func (p *Position) EnPassant() Square {
	ep := p.state >> enPassantShift & 15
	if ep == 0 {
		return NoSquare
	}
	return SquareAt(int(ep&7), 5-3*int(p.Turn()))
}

// IsThreeCheck reports whether the position belongs to a game of three-check,
// in which the side that gives its third check wins.
func (p *Position) IsThreeCheck() bool { return p.state&stateThreeCheck != 0 }

// RemainingChecks returns how many checks c must still give to win a game of
// three-check, 0 to 3; and 0 in any other game.
func (p *Position) RemainingChecks(c Color) int {
	return int(p.state >> (checksShift + 2*uint(c&1)) & 3)
}

var (
	// squares gives the Square of a mailbox square, A1 outside the board.
	squares [128]Square = func() (t [128]Square) {
		for s := range A8 + 8 {
			t[21+s%8+s/8*10] = s
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

// pieceOf returns the man that a FEN letter stands for, or NoPiece.
func pieceOf(c byte) Piece {
	if i := strings.IndexByte(pieceLetters, c); i >= 0 && c != '.' {
		return Piece(i)
	}
	return NoPiece
}

// one is 1 if b, else 0; the compiler makes it one instruction.
func one(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// MaxMoves is the room that AppendMoves asks for, to write without checking.
// No position that can come about in a game has more than 218 moves.
const MaxMoves = 256

// threeChecksGiven reports whether the side that has just moved has won by its
// third check.
func (p *Position) threeChecksGiven() bool {
	return p.state&stateThreeCheck != 0 && p.RemainingChecks(p.Turn().Other()) == 0
}

func appendSquare(dst []byte, sq Square) []byte {
	return append(dst, 'a'+byte(sq&7), '1'+byte(sq>>3))
}

// side returns HSide or ASide for a castling move.
func (m Move) side() Side { return Side(m >> 16 & 1) }

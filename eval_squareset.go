package chess

import (
	"iter"
	"math/bits"
)

// SquareSet is a set of squares, as a bitboard: bit 0 for A1, bit 1 for B1, up to bit 63 for H8.
// The operators of integers are those of sets: s|t, s&t, s&^t, and ^s for all squares that are
// not in s; t = (t-1) & s goes from s through all its subsets. The zero SquareSet is empty.
type SquareSet uint64

const (
	aFile       SquareSet = 0x0101_0101_0101_0101
	hFile       SquareSet = 0x8080_8080_8080_8080
	firstRank   SquareSet = 0xFF
	queenside   SquareSet = 0x0F0F_0F0F_0F0F_0F0F // the files a to d
	darkSquares SquareSet = 0xAA55_AA55_AA55_AA55
)

// Set returns the set of s alone; of NoSquare it is empty.
func (s Square) Set() SquareSet { return 1 << s }

// SameFile returns the squares of the file of s; of NoSquare none.
func (s Square) SameFile() SquareSet {
	if s >= NoSquare {
		return 0
	}
	return aFile << (s & 7)
}

// SameRank returns the squares of the rank of s; of NoSquare none.
func (s Square) SameRank() SquareSet {
	if s >= NoSquare {
		return 0
	}
	return firstRank << (s & 0x38)
}

// SameColor returns the 32 squares of the colour of s, dark or light; of NoSquare none.
func (s Square) SameColor() SquareSet {
	switch {
	case s >= NoSquare:
		return 0
	case s.Light():
		return ^darkSquares
	}
	return darkSquares
}

// Between returns the squares between s and another square on a line of a rook or bishop, without the two; none if
// they are on no common line. So an empty set does not mean that they see each other.
func (s Square) Between(to Square) SquareSet {
	switch both := s.Set() | to.Set(); {
	case max(s, to) >= NoSquare:
	case rookAttacks(s, 0).Has(to):
		return rookAttacks(s, both) & rookAttacks(to, both)
	case bishopAttacks(s, 0).Has(to):
		return bishopAttacks(s, both) & bishopAttacks(to, both)
	}
	return 0
}

// Distance returns how many moves a king takes from s to another square, from 0 to 7; of NoSquare 0.
func (s Square) Distance(to Square) int {
	if max(s, to) >= NoSquare {
		return 0
	}
	return int(kingDistances[to+to&56-s-s&56])
}

// kingDistances has the distances by the steps between two squares, of which one to the north counts 16.
var kingDistances = func() (t [256]uint8) {
	for files := -7; files <= 7; files++ {
		for ranks := -7; ranks <= 7; ranks++ {
			t[uint8(files+16*ranks)] = uint8(max(files, -files, ranks, -ranks))
		}
	}
	return
}()

// Len returns the number of squares in s.
func (s SquareSet) Len() int { return bits.OnesCount64(uint64(s)) }

// First returns the lowest square of s, or NoSquare if s is empty.
func (s SquareSet) First() Square { return Square(bits.TrailingZeros64(uint64(s))) }

// Has reports whether sq is in s.
func (s SquareSet) Has(sq Square) bool { return s>>sq&1 != 0 }

// All returns the squares of s, from A1 to H8.
func (s SquareSet) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(s.First()) {
				return
			}
		}
	}
}

// Forward returns s moved one rank forward, as c sees it. Squares that would leave the board are
// dropped.
func (s SquareSet) Forward(c Color) SquareSet {
	if c == Black {
		return s >> 8
	}
	return s << 8
}

// Beside returns the squares right beside those of s, on the same rank. Pawns of c on s attack
// s.Forward(c).Beside().
func (s SquareSet) Beside() SquareSet { return s&^aFile>>1 | s&^hFile<<1 }

// String returns the names of the squares, from A1 to H8, such as "a1 e4"; "-" for the empty
// set.
func (s SquareSet) String() string {
	if s == 0 {
		return "-"
	}
	var b []byte
	for sq := range s.All() {
		b = append(appendSquare(b, sq), ' ')
	}
	return string(b[:len(b)-1])
}

// mirror returns s with the board flipped vertically.
func (s SquareSet) mirror() SquareSet { return SquareSet(bits.ReverseBytes64(uint64(s))) }

// bitboards makes four bitboards of cells of four bits, one for each square: the
// squares whose cell has the lowest bit set, those whose cell has the next, and so
// on. It does so without a branch.
func bitboards(cells *[4]uint64) [4]SquareSet {
	// Each word is sixteen rows of four bits. The rows of all four words are
	// transposed: then each word is one bitboard, four squares a row, one of each word.
	a, b := transpose(cells[0], cells[1], 1, 0x5555_5555_5555_5555)
	c, d := transpose(cells[2], cells[3], 1, 0x5555_5555_5555_5555)
	a, c = transpose(a, c, 2, 0x3333_3333_3333_3333)
	b, d = transpose(b, d, 2, 0x3333_3333_3333_3333)
	return [4]SquareSet{gather(a), gather(b), gather(c), gather(d)}
}

// transpose swaps the bits of x under the mask shifted up with those of y under
// the mask.
func transpose(x, y uint64, shift int, mask uint64) (uint64, uint64) {
	t := (x>>(shift&63) ^ y) & mask
	return x ^ t<<(shift&63), y ^ t
}

// gather moves bit 4*i+j to 16*j+i. In terms of the six binary digits of a bit's
// number, it swaps the first with the fifth and the second with the sixth; then
// the third with the fifth and the fourth with the sixth.
func gather(x uint64) SquareSet {
	t := (x>>30 ^ x) & 0x0000_0000_CCCC_CCCC
	x ^= t<<30 ^ t
	t = (x>>15 ^ x) & 0x0000_AAAA_0000_AAAA
	x ^= t<<15 ^ t
	t = (x>>6 ^ x) & 0x00CC_00CC_00CC_00CC
	x ^= t<<6 ^ t
	t = (x>>3 ^ x) & 0x0A0A_0A0A_0A0A_0A0A
	return SquareSet(x ^ t<<3 ^ t)
}

// pawnAttacks returns the squares that pawns of c attack from the squares of a
// set. From these squares, pawns of the other colour attack a square of the set.
func pawnAttacks(c Color, from SquareSet) SquareSet {
	west, east := from&^aFile, from&^hFile
	if c == White {
		return west<<7 | east<<9
	}
	return west>>9 | east>>7
}

// Attacks returns the squares that p would attack from a square, with pieces on occupied in the
// way of bishops, rooks and queens; none for NoPiece and NoSquare.
func (p Piece) Attacks(from Square, occupied SquareSet) SquareSet {
	if from >= NoSquare {
		return 0
	}
	switch p.Type() {
	case Pawn:
		return pawnAttacks(p.Color(), from.Set())
	case Knight:
		return knightAttacks[from]
	case Bishop:
		return bishopAttacks(from, occupied)
	case Rook:
		return rookAttacks(from, occupied)
	case Queen:
		return bishopAttacks(from, occupied) | rookAttacks(from, occupied)
	case King:
		return kingAttacks[from]
	}
	return 0
}

// attackedBy returns the squares that c attacks, empty or not, and the squares that are not
// empty.
func (p *Position) attackedBy(c Color) (attacked, occupied SquareSet) {
	b := bitboards(&p.cells)
	occupied = b[0] | b[1] | b[2] | b[3]
	own := b[3]
	if c == White {
		own = occupied &^ own
	}
	attacked = pawnAttacks(c, b[0]&^b[1]&^b[2]&own)
	for set := b[1] &^ b[0] & own; set != 0; set &= set - 1 { // knights and the king
		if sq := set.First() & 63; b[2].Has(sq) {
			attacked |= kingAttacks[sq]
		} else {
			attacked |= knightAttacks[sq]
		}
	}
	for set := b[0] & (b[1] | b[2]) & own; set != 0; set &= set - 1 { // bishops and queens
		attacked |= bishopAttacks(set.First(), occupied)
	}
	for set := b[2] &^ b[1] & own; set != 0; set &= set - 1 { // rooks and queens
		attacked |= rookAttacks(set.First(), occupied)
	}
	return attacked, occupied
}

// checkSquares returns, by type, the squares from which a piece of the side to move would
// give check. occupied has the squares that are not empty.
func (p *Position) checkSquares(occupied SquareSet) (by [8]SquareSet) {
	enemy := p.turn().Other()
	king := p.king(enemy)
	by[Pawn] = pawnAttacks(enemy, king.Set())
	by[Knight] = knightAttacks[king]
	by[Bishop] = bishopAttacks(king, occupied)
	by[Rook] = rookAttacks(king, occupied)
	by[Queen] = by[Bishop] | by[Rook]
	return by
}

// bishopAttacks returns the squares that a bishop on sq attacks.
func bishopAttacks(sq Square, occupied SquareSet) SquareSet {
	l := &linesOf[sq&63]
	return lineAttacks(l.diagonal, sq, occupied) | lineAttacks(l.antidiagonal, sq, occupied)
}

// rookAttacks returns the squares that a rook on sq attacks.
func rookAttacks(sq Square, occupied SquareSet) SquareSet {
	rank := sq & 0x38
	along := SquareSet(rankAttacks[sq&7][occupied>>(rank+1)&63]) << rank
	return along | lineAttacks(linesOf[sq&63].file, sq, occupied)
}

// lineAttacks returns the squares that a slider on sq attacks along line: the file
// or a diagonal through sq, without sq. It does so by Hyperbola Quintessence:
// o^(o-2r) for the squares above the slider r, and the same on the flipped board
// for those below. o does not contain r here, so that o-2r becomes o-r.
func lineAttacks(line SquareSet, sq Square, occupied SquareSet) SquareSet {
	o, bit := occupied&line, SquareSet(1)<<(sq&63)
	return (o - bit ^ (o.mirror() - bit.mirror()).mirror()) & line
}

var (
	// linesOf holds the lines through each square, without the square itself.
	linesOf = func() (t [64]struct{ file, diagonal, antidiagonal SquareSet }) {
		for sq, from := range mailbox {
			l := &t[sq]
			for i, line := range [...]*SquareSet{&l.file, &l.file, &l.antidiagonal, &l.antidiagonal, &l.diagonal, &l.diagonal} {
				d := lineSteps[2+i]
				for to := from + d; emptyBoard[to] == 0; to += d {
					*line |= squares[to].Set()
				}
			}
		}
		return
	}()

	// rankAttacks holds the squares of its rank that a rook attacks, by its file and
	// by the occupied ones of the six squares between the edges.
	rankAttacks = func() (t [8][64]uint8) {
		for file := range 8 {
			for occupied := range 64 {
				for _, step := range []int{1, -1} {
					for to := file + step; to >= 0 && to < 8; to += step {
						t[file][occupied] |= 1 << to
						if occupied<<1>>to&1 != 0 {
							break
						}
					}
				}
			}
		}
		return
	}()

	knightAttacks = stepsFrom(knightSteps[:])
	kingAttacks   = stepsFrom(lineSteps[:])

	// kingZones holds the zone of a king, by its Color and square: see
	// Survey.KingZone.
	kingZones = func() (t [2][64]SquareSet) {
		for c := range Color(2) {
			for sq := range NoSquare {
				block := kingAttacks[sq] | sq.Set()
				t[c][sq] = block | block.Forward(c)
			}
		}
		return
	}()
)

// stepsFrom returns the squares that are one of the steps away, by square.
func stepsFrom(steps []uint8) (t [64]SquareSet) {
	for sq, from := range mailbox {
		for _, d := range steps {
			if to := (from + d) & 127; mailbox[squares[to]] == to {
				t[sq] |= squares[to].Set()
			}
		}
	}
	return
}

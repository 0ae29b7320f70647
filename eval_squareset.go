package chess

import "math/bits"

// A squareSet is a bitboard: a set of squares with a bit for each, from A1 up. A
// Position has none, and moves are generated without them. But an evaluation asks
// about many squares at once, such as those that a piece attacks or those around a
// king, so a Survey makes bitboards of the position first. When they replaced a
// mailbox of the attackers of each square, the default evaluator took two fifths
// of the time that it had taken before.
type squareSet uint64

const (
	aFile       squareSet = 0x0101_0101_0101_0101
	hFile       squareSet = 0x8080_8080_8080_8080
	darkSquares squareSet = 0xAA55_AA55_AA55_AA55
)

// set returns the set of s alone.
func (s Square) set() squareSet { return 1 << (s & 63) }

// shade is 0 for a dark square, 1 for a light one.
func (s Square) shade() uint8 { return uint8(s>>3^s) & 1 }

// len returns the number of squares in s.
func (s squareSet) len() int { return bits.OnesCount64(uint64(s)) }

// first returns the lowest square of s, which must not be empty.
func (s squareSet) first() Square { return Square(bits.TrailingZeros64(uint64(s)) & 63) }

// has reports whether sq is in s.
func (s squareSet) has(sq Square) bool { return s>>(sq&63)&1 != 0 }

// forward returns s moved one rank forward, from c's point of view.
func (s squareSet) forward(c Color) squareSet {
	if c == Black {
		return s >> 8
	}
	return s << 8
}

// mirror returns s with the board flipped vertically.
func (s squareSet) mirror() squareSet { return squareSet(bits.ReverseBytes64(uint64(s))) }

// bitboards makes four bitboards of cells of four bits, one for each square: the
// squares whose cell has the lowest bit set, those whose cell has the next, and so
// on. It does so without a branch.
func bitboards(cells *[4]uint64) [4]squareSet {
	// Each word is sixteen rows of four bits. The rows of all four words are
	// transposed: then each word is one bitboard, four squares a row, one of each word.
	a, b := transpose(cells[0], cells[1], 1, 0x5555_5555_5555_5555)
	c, d := transpose(cells[2], cells[3], 1, 0x5555_5555_5555_5555)
	a, c = transpose(a, c, 2, 0x3333_3333_3333_3333)
	b, d = transpose(b, d, 2, 0x3333_3333_3333_3333)
	return [4]squareSet{gather(a), gather(b), gather(c), gather(d)}
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
func gather(x uint64) squareSet {
	t := (x>>30 ^ x) & 0x0000_0000_CCCC_CCCC
	x ^= t<<30 ^ t
	t = (x>>15 ^ x) & 0x0000_AAAA_0000_AAAA
	x ^= t<<15 ^ t
	t = (x>>6 ^ x) & 0x00CC_00CC_00CC_00CC
	x ^= t<<6 ^ t
	t = (x>>3 ^ x) & 0x0A0A_0A0A_0A0A_0A0A
	return squareSet(x ^ t<<3 ^ t)
}

// pawnAttacks returns the squares that pawns of c attack from the squares of a
// set. From these squares, pawns of the other colour attack a square of the set.
func pawnAttacks(c Color, from squareSet) squareSet {
	west, east := from&^aFile, from&^hFile
	if c == White {
		return west<<7 | east<<9
	}
	return west>>9 | east>>7
}

// bishopAttacks returns the squares that a bishop on sq attacks.
func bishopAttacks(sq Square, occupied squareSet) squareSet {
	l := &linesOf[sq&63]
	return lineAttacks(l.diagonal, sq, occupied) | lineAttacks(l.antidiagonal, sq, occupied)
}

// rookAttacks returns the squares that a rook on sq attacks.
func rookAttacks(sq Square, occupied squareSet) squareSet {
	rank := sq & 0x38
	along := squareSet(rankAttacks[sq&7][occupied>>(rank+1)&63]) << rank
	return along | lineAttacks(linesOf[sq&63].file, sq, occupied)
}

// lineAttacks returns the squares that a slider on sq attacks along line: the file
// or a diagonal through sq, without sq. It does so by Hyperbola Quintessence:
// o^(o-2r) for the squares above the slider r, and the same on the flipped board
// for those below. o does not contain r here, so that o-2r becomes o-r.
func lineAttacks(line squareSet, sq Square, occupied squareSet) squareSet {
	o, bit := occupied&line, sq.set()
	return (o - bit ^ (o.mirror() - bit.mirror()).mirror()) & line
}

var (
	// linesOf holds the lines through each square, without the square itself.
	linesOf = func() (t [64]struct{ file, diagonal, antidiagonal squareSet }) {
		for sq := range NoSquare {
			for to := range NoSquare {
				files, ranks := to.File()-sq.File(), to.Rank()-sq.Rank()
				switch {
				case to == sq:
				case files == 0:
					t[sq].file |= to.set()
				case files == ranks:
					t[sq].diagonal |= to.set()
				case files == -ranks:
					t[sq].antidiagonal |= to.set()
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
	kingZones = func() (t [2][64]squareSet) {
		for c := range Color(2) {
			for sq := range NoSquare {
				block := kingAttacks[sq] | sq.set()
				t[c][sq] = block | block.forward(c)
			}
		}
		return
	}()
)

// stepsFrom returns the squares that are one of the steps away, by square.
func stepsFrom(steps []uint8) (t [64]squareSet) {
	for sq, from := range mailbox {
		for _, d := range steps {
			if to := (from + d) & 127; mailbox[squares[to]] == to {
				t[sq] |= squares[to].set()
			}
		}
	}
	return
}

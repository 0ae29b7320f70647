package chess

import "math/bits"

// How Syzygy numbers the positions of a table.
//
// A table has one row of numbers for each side to move. The place of a position in the
// row, its index, is told by the squares of its pieces alone. To number them densely,
// the pieces form groups. The first is the leading group; each other one is of the
// pieces of one type and colour. The placements of each group are numbered from 0,
// given those of the groups before it, and the index is the number with these digits,
// each of its own base. The header of the file tells the order of the pieces, and the
// place of the leading group's digit among the others; the one that compresses best has
// been chosen.
//
// A group of n like pieces is a set of n of the squares that are left. With these
// squares counted from 0, and the set sorted, a < b < c …, its number is
//
//	binomial(a, 1) + binomial(b, 2) + binomial(c, 3) + …
//
// which counts the sets whose largest element is smaller, and then goes on with the
// rest of the set: all numbers from 0 to binomial(squares, n) - 1 occur, each once.
//
// The leading group takes the symmetry of the board away. Its squares, and with it
// those of all other pieces, are mirrored so that its first piece comes into a part of
// the board:
//
//   - Without pawns there are eight ways to turn the board, and the first piece comes into the triangle a1-d1-d4. If
//     it is on the diagonal a1-h8, the next piece that is not comes below
//     the diagonal. The group has three pieces if three or more in the table are the only ones of their type
//     and colour, else it is the two kings.
//   - With pawns the board can only be mirrored from side to side. The group is all pawns of one
//     side: of the one with fewer, if both have some. One of them is the leading pawn, and it comes to the files
//     a to d. A table has rows for each of these files. If the other side has pawns too, they are
//     the next group, and its digit has a place of its own too.

// syzygyIndex says how the positions of one row are numbered.
type syzygyIndex struct {
	kind   leadKind
	places uint64 // a nibble a Piece: where the first of its squares stands in the list of squares
	factor uint64 // of the digit of the leading group
	lead   int    // how many pieces the leading group has
	others []syzygyGroup
	size   uint64 // the number of indexes
}

// A syzygyGroup is a group of like pieces that does not lead.
type syzygyGroup struct {
	pieces int
	pawns  bool
	factor uint64 // of its digit: the product of the bases of all lower digits
}

// leadKind is how the leading group is numbered.
type leadKind uint8

const (
	leadThree leadKind = iota // three pieces, each the only one of its kind
	leadKings
	leadPawns
)

// A squareList is a list of up to eight squares, a byte for each, the first in the
// lowest: all of them are mirrored at once.
type squareList uint64

const eachSquare = 0x0101010101010101

func (s squareList) at(i int) int { return int(s >> (8 * i) & 63) }

// mirror exchanges the files if by is 7, the ranks if it is 56, and both if it is 63.
func (s squareList) mirror(by int) squareList { return s ^ squareList(by)*eachSquare }

// transpose exchanges files and ranks: it mirrors at the diagonal a1-h8.
func (s squareList) transpose() squareList {
	const files = 7 * eachSquare
	return s>>3&files | s&files<<3
}

// The squares of the triangle a1-d1-d4 are numbered first below the diagonal, b1 c1 d1
// c2 d2 d3, and then on it. syzygyTriangle has these numbers. syzygyBelow numbers the
// 28 squares below the long diagonal by ranks from b1 on.
var syzygyTriangle, syzygyBelow = func() (triangle, below [64]int) {
	inTriangle, diagonal, all := 0, 6, 0
	for rank := range 8 {
		for file := rank; file < 8; file++ {
			sq := SquareAt(file, rank)
			switch {
			case file == rank && file < 4:
				triangle[sq] = diagonal
				diagonal++
			case file > rank:
				below[sq] = all
				all++
				if file < 4 {
					triangle[sq] = inTriangle
					inTriangle++
				}
			}
		}
	}
	return
}()

// The sizes of the parts of the triangle and of the lower half of the board.
const (
	trianglePart   = 6 // squares of the triangle below the diagonal
	diagonalPart   = 4 // and on it
	belowPart      = 28
	threeSquares   = trianglePart*63*62 + diagonalPart*belowPart*62 + diagonalPart*7*belowPart + diagonalPart*7*6
	notKingSquares = 1<<16 - 1 // in syzygyKings
)

// syzygyKings numbers the placements of two kings, by the number of the first in the
// triangle and the square of the second. Those with both on the diagonal come last.
// There are kingPairs of them.
var syzygyKings, kingPairs = func() (t [trianglePart + diagonalPart][64]uint16, n uint64) {
	var first [trianglePart + diagonalPart]int
	for rank := range 4 {
		for file := rank; file < 4; file++ {
			sq := SquareAt(file, rank)
			first[syzygyTriangle[sq]] = int(sq)
		}
	}
	for _, bothOnDiagonal := range []bool{false, true} {
		for i, a := range first {
			for b := range 64 {
				files, ranks := b&7-a&7, b>>3-a>>3
				aboveDiagonal := i >= trianglePart && b>>3 > b&7
				onDiagonal := i >= trianglePart && b>>3 == b&7
				if !bothOnDiagonal {
					t[i][b] = notKingSquares
				}
				if files*files <= 1 && ranks*ranks <= 1 || aboveDiagonal || onDiagonal != bothOnDiagonal {
					continue
				}
				t[i][b] = uint16(n)
				n++
			}
		}
	}
	return
}()

// Pawns of the leading group are ordered by file from the edges to the middle, and on a
// file from the second rank up: the first is the leading pawn. syzygyPawnOrder numbers
// their squares downwards: a2 is 47, h2 46, a3 45, and so on to d7, 1, and e7, 0. So
// the square on the other side of the board has the same number but for the lowest bit.
var syzygyPawnOrder = func() (t [64]int) {
	n := 48
	for file := range 4 {
		for rank := 1; rank < 7; rank++ {
			n -= 2
			t[SquareAt(file, rank)] = n + 1
			t[SquareAt(7-file, rank)] = n
		}
	}
	return
}()

// pawnSquares is how many squares a pawn can be on.
const pawnSquares = 48

// leadPawnBefore[n][i] is how many placements of a leading group of n pawns come before
// those with the leading pawn on the square with number 2i+1, of those with it on the
// same file. leadPawnAll has the number of all with it on a file.
var leadPawnBefore, leadPawnAll = func() (before [maxEndingPieces][pawnSquares / 2]uint64, all [maxEndingPieces][4]uint64) {
	for n := 1; n < maxEndingPieces; n++ {
		for file := range 4 {
			for rank := 1; rank < 7; rank++ {
				order := syzygyPawnOrder[SquareAt(file, rank)]
				before[n][order/2] = all[n][file]
				all[n][file] += binomials[n-1][order]
			}
		}
	}
	return
}()

// leadPawn returns the number, in the order, of the leading pawn of a set, and the set as
// it is when the board is mirrored to bring that pawn to the files a to d. Bit n of the set
// is for the square with number n.
func leadPawn(set uint64) (lead int, mirrored uint64, mirror bool) {
	lead = bits.Len64(set) - 1
	if lead&1 != 0 {
		return lead, set, false
	}
	const even = 0x5555555555555555
	return lead ^ 1, set&even<<1 | set>>1&even, true
}

// leadFile returns the file, 0 to 3, of a leading pawn.
func leadFile(lead int) int { return (pawnSquares - 1 - lead) / (pawnSquares / 4) }

// ofPawns returns the index of the pieces on list, which has been mirrored. lead and
// set are of leadPawn.
func (x *syzygyIndex) ofPawns(list squareList, lead int, set uint64) uint64 {
	n := leadPawnBefore[x.lead][lead/2]
	set &^= 1 << lead
	for k := 1; set != 0; k++ {
		n += binomials[k][bits.TrailingZeros64(set)]
		set &= set - 1
	}
	return n*x.factor + x.rest(list)
}

// ofPieces returns the index of the pieces on list, in a table without pawns; an index
// that is too large if there are none such.
func (x *syzygyIndex) ofPieces(list squareList) uint64 {
	a := list.at(0)
	mirror := 0
	if a&4 != 0 {
		mirror = 7
	}
	if a&32 != 0 {
		mirror |= 56
	}
	list = list.mirror(mirror)
	for i := range x.lead {
		if sq := list.at(i); sq>>3 != sq&7 {
			if sq>>3 > sq&7 {
				list = list.transpose()
			}
			break
		}
	}
	a, b := list.at(0), list.at(1)
	if x.kind == leadKings {
		pair := syzygyKings[syzygyTriangle[a]][b]
		if pair == notKingSquares {
			return x.size
		}
		return uint64(pair)*x.factor + x.rest(list)
	}
	return uint64(three(a, b, list.at(2)))*x.factor + x.rest(list)
}

// three numbers the placements of three pieces. First come those with the first piece
// below the diagonal, then those with the second there, and so on. A piece has one
// square less for each piece before it on a lower one.
func three(a, b, c int) (n int) {
	onDiagonal := func(sq int) bool { return sq>>3 == sq&7 }
	lower := func(sq, than int) int { return int(oneIf(sq < than)) }
	belowB := lower(a, b)
	belowC := lower(a, c) + lower(b, c)
	if !onDiagonal(a) {
		return (syzygyTriangle[a]*63+b-belowB)*62 + c - belowC
	}
	n = trianglePart * 63 * 62
	if !onDiagonal(b) {
		return n + (a>>3*belowPart+syzygyBelow[b])*62 + c - belowC
	}
	n += diagonalPart * belowPart * 62
	if !onDiagonal(c) {
		return n + (a>>3*7+b>>3-belowB)*belowPart + syzygyBelow[c]
	}
	n += diagonalPart * 7 * belowPart
	return n + (a>>3*7+b>>3-belowB)*6 + c>>3 - belowC
}

// rest returns the part of the index that is of the groups that do not lead.
func (x *syzygyIndex) rest(list squareList) (index uint64) {
	var taken uint64 // a bit a square
	for i := range x.lead {
		taken |= 1 << list.at(i)
	}
	list >>= 8 * x.lead
	for i := range x.others {
		g := &x.others[i]
		var set uint64
		for range g.pieces {
			set |= 1 << list.at(0)
			list >>= 8
		}
		free := ^taken
		if g.pawns {
			free &= 0x00FFFFFFFFFFFF00
		}
		taken |= set
		var n uint64
		for k := 1; set != 0; k++ {
			n += binomials[k&7][bits.OnesCount64(free&(set&-set-1))]
			set &= set - 1
		}
		index += n * g.factor
	}
	return index
}

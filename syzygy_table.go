package chess

import "math/bits"

// A table of Syzygy is two files, KRPvKR.rtbw with the results and KRPvKR.rtbz with the
// distances to zeroing. Both hold positions of the ending and of the one with the sides
// exchanged. A file is
//
//	4  71 E8 23 5D for results, D7 66 0C A5 for distances
//	1  flags: syzygySplit and syzygyPawns; the upper four bits may be the number of pieces
//	   for each file of the leading pawn, a to d, or once in a table without pawns:
//	1      the place of the leading group's digit
//	1      that of the second group's, if both sides have pawns
//	n      the pieces, in the order of the list of squares: as a Piece is here
//	   The lower four bits of these bytes are for White to move, the higher ones for Black, if there
//	   is a row for it.
//	   a byte if their number is odd
//	   for each row: the begin of its code (see syzygyCode.parse)
//	   for each row: the map of its distances, if it has one
//	   a byte if the number is odd
//	   for each row: the table of spans
//	   for each row: the table of lengths
//	   for each row: zeros up to a multiple of 64, and the blocks
//	   zeros up to a multiple of 64
//	16 a checksum
//
// The rows come in the order of the files of the leading pawn, and for each of them
// first White's and then Black's. A table of results has rows for both sides to move,
// unless both have the same pieces; a table of distances has one row, for the side that
// is better compressed. White is not always the side that stands first in the name of
// the file.
//
// What is written is not always the truth: see Syzygy.resolve.

// The bytes that a file begins with, as a little-endian number.
const (
	syzygyResults   = 0x5D23E871
	syzygyDistances = 0xA50C66D7
)

// Flags of a file.
const (
	syzygySplit = 1 << iota // the sides have different pieces
	syzygyPawns             // there are pawns
)

// Flags of a row of distances. See syzygyConstant too.
const (
	syzygyBlackToMove = 1 << iota
	syzygyMapped      // the numbers are places in a map
	syzygyWinPlies    // wins have plies, not moves
	syzygyLossPlies   // losses too
	syzygyWideMap     // the numbers of the map have two bytes
)

const syzygySumBytes = 16

// A syzygyTable is a file that has been opened.
type syzygyTable struct {
	file      *syzygyFile
	ending    Ending // of the file's White and Black
	symmetric bool   // both sides have the same pieces
	pawn      Piece  // the pawns of the leading group, or NoPiece
	rows      [4][2]syzygyRow
}

// A syzygyRow is the numbers for one side to move and one file of the leading pawn.
type syzygyRow struct {
	syzygyIndex
	syzygyCode
	flags byte
	maps  [4][]uint16 // of distances: see syzygyMap
}

// syzygyMap returns which of the maps of a row is for a result.
func syzygyMap(w WDL) int {
	switch w {
	case WDLWin:
		return 0
	case WDLLoss:
		return 1
	case WDLCursedWin:
		return 2
	}
	return 3
}

// readSyzygy reads what stands before the tables of spans.
func readSyzygy(f *syzygyFile, ending Ending, magic uint32) (*syzygyTable, error) {
	var buffer []byte
	if f.data == nil {
		buffer = make([]byte, maxSyzygyHeader)
	}
	head, err := f.bytes(0, int(min(f.size, maxSyzygyHeader)), buffer)
	if err != nil {
		return nil, err
	}
	h := &syzygyHeader{file: f, data: head}
	t := &syzygyTable{file: f, symmetric: ending == ending.swapped()}
	if h.uint32() != magic {
		h.fail("it does not begin as a file of this kind does")
	}
	if f.size%64 != syzygySumBytes {
		h.fail("its size is wrong: it has been cut, or it is no file of Syzygy")
	}
	flags := h.byte()
	if flags&syzygySplit != 0 == t.symmetric || flags&syzygyPawns != 0 != (ending.pawns() > 0) {
		h.fail("it is of another ending")
	}
	sides := 2
	if t.symmetric || magic == syzygyDistances {
		sides = 1
	}
	files := 1
	if ending.pawns() > 0 {
		files = 4
	}
	t.parseOrders(h, ending, files, sides)
	h.even()
	for i := range files {
		for j := range sides {
			row := &t.rows[i][j]
			row.flags = row.parse(h)
			h.even()
		}
	}
	if magic == syzygyDistances {
		for i := range files {
			t.rows[i][0].parseMaps(h)
		}
		h.even()
	}
	at := int64(h.at)
	for _, place := range []func(*syzygyRow){
		func(r *syzygyRow) { at = r.place(at, r.size) },
		func(r *syzygyRow) { at = r.placeLengths(at) },
		func(r *syzygyRow) { at = r.placeBlocks(at) },
	} {
		for i := range files {
			for j := range sides {
				place(&t.rows[i][j])
			}
		}
	}
	if at+syzygySumBytes > f.size {
		h.fail("it has %d bytes, and its header speaks of %d: it has been cut", f.size, at+syzygySumBytes)
	}
	return t, h.err
}

// parseOrders reads the orders of the pieces of all rows.
func (t *syzygyTable) parseOrders(h *syzygyHeader, ending Ending, files, sides int) {
	places := 1
	if ending.Count(White, Pawn) > 0 && ending.Count(Black, Pawn) > 0 {
		places = 2
	}
	for i := range files {
		b := h.next(places + ending.Pieces())
		for j := range sides {
			var order [maxEndingPieces + 2]byte
			for k := range b {
				order[k] = b[k] >> (4 * j) & 15
			}
			pieces := order[places:len(b)]
			material, ok := syzygyMaterial(pieces)
			switch {
			case h.err != nil:
				return
			case !ok || material != ending && material != ending.swapped() || Piece(pieces[0]).Type() == Pawn != (files == 4):
				h.fail("it is of another ending")
				return
			case i == 0 && j == 0:
				t.ending = material
				if p := Piece(pieces[0]); p.Type() == Pawn {
					t.pawn = p
				}
			case material != t.ending || t.pawn != NoPiece && t.pawn != Piece(pieces[0]):
				h.fail("its rows are of different endings")
				return
			}
			if !t.rows[i][j].setOrder(pieces, i, order[:places]) {
				h.fail("the order of its pieces is wrong")
				return
			}
		}
	}
}

// syzygyMaterial returns the ending of a list of pieces, each a byte; false if they are
// none, or like pieces do not stand together.
func syzygyMaterial(pieces []byte) (e Ending, ok bool) {
	var seen [16]bool
	for i, b := range pieces {
		p := Piece(b)
		switch {
		case p.Type() < Pawn || p.Type() > King:
			return 0, false
		case seen[p] && (p.Type() == King || b != pieces[i-1]):
			return 0, false
		}
		seen[p] = true
		if p.Type() < King {
			e += 1 << endingShift(p.Color(), p.Type())
		}
	}
	return e, seen[WhiteKing] && seen[BlackKing]
}

// setOrder says how a row with these pieces is numbered, for a file of the leading
// pawn. The digit of the leading group has places[0] digits below it, and that of the
// second group, if both sides have pawns, places[1]. It returns false if that cannot
// be.
func (x *syzygyIndex) setOrder(pieces []byte, file int, places []byte) bool {
	var counts []int // of like pieces, in their order
	unique := 0
	for i, b := range pieces {
		if i > 0 && b == pieces[i-1] {
			counts[len(counts)-1]++
			continue
		}
		counts = append(counts, 1)
		x.places |= uint64(i) << (4 * b)
	}
	for _, n := range counts {
		if n == 1 {
			unique++
		}
	}
	var base uint64 // of the digit of the leading group
	types := 1      // of pieces in it
	switch {
	case Piece(pieces[0]).Type() == Pawn:
		x.kind = leadPawns
		base = leadPawnAll[counts[0]][file]
	case unique >= 3:
		x.kind = leadThree
		types = 3
		base = threeSquares
		if counts[0]*counts[1]*counts[2] != 1 {
			return false
		}
	default:
		x.kind = leadKings
		types = 2
		base = kingPairs
		if Piece(pieces[0]).Type() != King || Piece(pieces[1]).Type() != King {
			return false
		}
	}
	free := uint64(len(binomials[0]) - 1)
	for _, n := range counts[:types] {
		x.lead += n
	}
	free -= uint64(x.lead)
	secondPawns := len(places) == 2
	if secondPawns && (x.kind != leadPawns || Piece(pieces[x.lead]).Type() != Pawn) {
		return false
	}
	counts = counts[types:]
	for i, n := range counts {
		x.others = append(x.others, syzygyGroup{pieces: n, pawns: i == 0 && secondPawns})
	}
	leadPlace, secondPlace := int(places[0]), int(places[len(places)-1])
	if max(leadPlace, secondPlace) > len(counts) || secondPawns && secondPlace == leadPlace {
		return false
	}

	// Give the digits their factors, from the lowest on.
	x.size = 1
	digit := func(factor *uint64, base uint64) {
		*factor = x.size
		x.size *= base
	}
	next := 0
	if secondPawns {
		free -= uint64(counts[0])
		next = 1
	}
	for place := range len(counts) + 1 {
		switch {
		case place == leadPlace:
			digit(&x.factor, base)
		case secondPawns && place == secondPlace:
			digit(&x.others[0].factor, binomials[counts[0]][pawnSquares-x.lead])
		default:
			digit(&x.others[next].factor, binomials[counts[next]][free])
			free -= uint64(counts[next])
			next++
		}
	}
	return true
}

// parseMaps reads the maps of a row of distances, one for each result but a draw:
//
//	1  how many numbers there are
//	1  each number
//
// If the row is syzygyWideMap, all have two bytes, and there is a byte before them if
// their place is odd.
func (r *syzygyRow) parseMaps(h *syzygyHeader) {
	if r.flags&syzygyMapped == 0 {
		return
	}
	number := func() uint16 { return uint16(h.byte()) }
	if r.flags&syzygyWideMap != 0 {
		h.even()
		number = h.uint16
	}
	for i := range r.maps {
		n := number()
		if h.err != nil {
			return
		}
		if n > maxSyzygySymbols {
			h.fail("its map of distances is too large")
			return
		}
		r.maps[i] = make([]uint16, n)
		for j := range r.maps[i] {
			r.maps[i][j] = number()
		}
	}
}

// syzygyPieces is the pieces of a position, by their squares from a1 on.
type syzygyPieces struct {
	ending  Ending
	count   int
	pieces  [8]Piece
	squares [8]uint8
}

// set reads the pieces of p, of which there must not be more than maxEndingPieces: see
// Position.ending.
func (s *syzygyPieces) set(p *Position) {
	s.ending, s.count = 0, 0
	for i, cells := range p.cells {
		for here := occupied(cells); here != 0; here &= here - 1 {
			at := bits.TrailingZeros64(here)
			piece := Piece(cells >> at & 15)
			s.ending += endingOf[piece]
			s.pieces[s.count&7], s.squares[s.count&7] = piece, uint8(16*i+at/4)
			s.count++
		}
	}
}

// find returns the row with a position of the table, and its index there. side is 1 if
// the file's Black is to move.
func (t *syzygyTable) find(s *syzygyPieces, turn Color) (row *syzygyRow, side int, index uint64) {
	// If the file's White is Black here, exchange the sides, and mirror the board for
	// the pawns.
	side = int(turn)
	var swap Piece
	var mirror uint8
	if t.symmetric && turn == Black || s.ending != t.ending {
		side ^= 1
		swap, mirror = 8, 56
	}
	rows := &t.rows[0]
	var lead int
	var set uint64
	if t.pawn != NoPiece {
		for i, p := range s.pieces[:s.count&7] {
			if p == t.pawn^swap {
				set |= 1 << syzygyPawnOrder[s.squares[i]&63^mirror]
			}
		}
		var otherSide bool
		lead, set, otherSide = leadPawn(set)
		if otherSide {
			mirror ^= 7
		}
		rows = &t.rows[leadFile(lead)&3]
	}
	row = &rows[0]
	if side == 1 && rows[1].size > 0 {
		row = &rows[1]
	}
	var list squareList
	places := row.places
	for i, p := range s.pieces[:s.count&7] {
		nibble := (p ^ swap) & 15 * 4
		list |= squareList(s.squares[i]^mirror) << (places >> nibble & 15 * 8)
		places += 1 << nibble
	}
	if t.pawn != NoPiece {
		return row, side, row.ofPawns(list, lead, set)
	}
	return row, side, row.ofPieces(list)
}

// errSyzygyKings is about a position after a move that was not legal: no other is without
// a number.
var errSyzygyKings error = missingError("the kings touch")

// number returns the number of the row at an index.
func (t *syzygyTable) number(row *syzygyRow, index uint64) (uint16, error) {
	if index >= row.size {
		return 0, errSyzygyKings
	}
	return row.at(t.file, index)
}

// result returns what the file has for a position. If a capture is as good or better, it
// is any result up to the true one. It knows nothing of en passant.
func (t *syzygyTable) result(s *syzygyPieces, turn Color) (WDL, error) {
	row, _, index := t.find(s, turn)
	n, err := t.number(row, index)
	if err != nil {
		return 0, err
	}
	if n > uint16(WDLWin-WDLLoss) {
		return 0, t.file.fault("there is no result %d", n)
	}
	return WDLLoss + WDL(n), nil
}

// distance returns what the file has for a position with the result w, which is no
// draw: how many plies more than one it takes to the move that zeroes the clock, or
// more than 101 if the fifty-move rule turns the result into a draw. It is meaningless
// if a capture, or the win a pawn move, keeps the result. If rounded, the true distance
// may be one more. The file may not have the side to move.
func (t *syzygyTable) distance(s *syzygyPieces, turn Color, w WDL) (plies int, rounded, known bool, err error) {
	row, side, index := t.find(s, turn)
	if !t.symmetric && int(row.flags&syzygyBlackToMove) != side {
		return 0, false, false, nil
	}
	n, err := t.number(row, index)
	if err != nil {
		return 0, false, false, err
	}
	if row.flags&syzygyMapped != 0 {
		m := row.maps[syzygyMap(w)]
		if int(n) >= len(m) {
			return 0, false, false, t.file.fault("there is no distance %d", n)
		}
		n = m[n]
	}
	if w == WDLWin && row.flags&syzygyWinPlies != 0 || w == WDLLoss && row.flags&syzygyLossPlies != 0 {
		return int(n), false, true, nil
	}
	return 2 * int(n), true, true, nil
}

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

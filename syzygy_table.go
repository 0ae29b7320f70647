package chess

import (
	"math/bits"
)

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
	t := &syzygyTable{file: f, symmetric: ending == ending.Swapped()}
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
			case !ok || material != ending && material != ending.Swapped() || Piece(pieces[0]).Type() == Pawn != (files == 4):
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

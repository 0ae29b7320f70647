package chess

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// maxMadePieces is the largest number of pieces, kings included, of an EndingTable.
const maxMadePieces = 5

// A placement holds the squares of the pieces of an Ending, by slot: see endingIndex.
type placement [maxMadePieces]Square

// endingIndex numbers the positions of an Ending, whoever is to move. Positions that are
// symmetric have one number, and so have those that differ only in which of two equal
// pieces stands where. Some numbers are of impossible positions.
//
// The two kings count 462 ways without pawns, and 1806 ways with pawns, when White's king
// is on the files a to d. A stage has the positions whose pawns have advanced the same number
// of ranks in all. Its positions have adjacent numbers, ordered by the kings and then by the
// pawns. So each move of a pawn goes to a smaller number, and no other move leaves its stage.
// After all of these come the numbers of the positions with the right to capture en passant,
// for each side to move.
//
// Without pawns, if both kings stand on the long diagonal, each position has two numbers,
// one of them its mirror image's; all that is known of the one is known of the other.
type endingIndex struct {
	ending  Ending
	pieces  []Piece // by slot: the kings, the pawns, the others; first White's, equal pieces together
	first   [16]uint8
	pawns   int
	groups  []pieceGroup         // of the others
	groupOf [maxMadePieces]uint8 // by slot: an index of groups
	kings   *kingNumbers
	rest    int // how many ways the others may stand

	stages    []pawnStage
	placings  []pawnPlacing // the first stage's first
	placingOf []uint32      // by the squares of the pawns: see pawnKey
	size      int           // how many numbers there are, but for en passant

	enPassant   [2][]enPassantPlacing // by the side to move, in the order of their placings
	enPassantOf [2]map[enPassantPlacing]int
}

// A pieceGroup is one or more equal pieces that are neither kings nor pawns.
type pieceGroup struct {
	slot, count int
	ways        int // how many ways they may stand
	weight      int // what the number grows by for the next of them
}

// A pawnStage is the part of the numbers in which the pawns have advanced equally far.
type pawnStage struct {
	first    int // its first number
	placing  int // its first pawnPlacing
	placings int
	block    int // how many numbers have the same kings
}

// A pawnPlacing is one way in which all pawns may stand.
type pawnPlacing struct {
	at    placement // in the pawns' slots
	stage int
	base  int // the number with the first way of all others
}

// An enPassantPlacing is a pawnPlacing after a double push on a file.
type enPassantPlacing struct{ placing, file int }

// newEndingIndex returns the numbers of e, which must be Canonical. It fails if they are
// too many.
func newEndingIndex(e Ending) (*endingIndex, error) {
	if e.Pieces() > maxMadePieces {
		return nil, fmt.Errorf("chess: %v has more than %d pieces, the most of a table made here", e, maxMadePieces)
	}
	if e != e.Canonical() {
		return nil, fmt.Errorf("chess: %v is not canonical: the table is that of %v", e, e.Canonical())
	}
	x := &endingIndex{ending: e, pieces: []Piece{WhiteKing, BlackKing}, pawns: e.pawns(), kings: kingsWithoutPawns(), rest: 1}
	if x.pawns > 0 {
		x.kings = kingsWithPawns()
	}
	x.first[WhiteKing], x.first[BlackKing] = 0, 1
	for _, types := range [][]PieceType{{Pawn}, {Queen, Rook, Bishop, Knight}} {
		for c := range Color(2) {
			for _, t := range types {
				x.addPieces(t.Of(c), e.count(c, t))
			}
		}
	}
	for i := len(x.groups) - 1; i >= 0; i-- {
		x.groups[i].weight = x.rest
		x.rest *= x.groups[i].ways
	}
	x.placePawns()
	x.addEnPassant()
	if most := uint64(math.MaxInt / 4); uint64(x.length(White))+uint64(x.length(Black)) > most {
		return nil, fmt.Errorf("chess: a table of %v has more positions than this machine can address", e)
	}
	return x, nil
}

// addPieces gives slots to equal pieces.
func (x *endingIndex) addPieces(p Piece, count int) {
	slot := len(x.pieces)
	x.first[p] = uint8(slot)
	for range count {
		x.groupOf[len(x.pieces)] = uint8(len(x.groups))
		x.pieces = append(x.pieces, p)
	}
	if count > 0 && p.Type() != Pawn {
		x.groups = append(x.groups, pieceGroup{slot: slot, count: count, ways: int(binomials[count][64])})
	}
}

// placePawns finds all ways in which the pawns may stand, and their stages.
func (x *endingIndex) placePawns() {
	var all []pawnPlacing
	var at placement
	var place func(slot int)
	place = func(slot int) {
		if slot == 2+x.pawns {
			all = append(all, pawnPlacing{at: at})
			return
		}
		for s := A2; s <= H7; s++ {
			if equal := slot > 2 && x.pieces[slot] == x.pieces[slot-1]; equal && s <= at[slot-1] || slices.Contains(at[2:slot], s) {
				continue
			}
			at[slot] = s
			place(slot + 1)
		}
		at[slot] = A1
	}
	place(2)
	slices.SortStableFunc(all, func(a, b pawnPlacing) int { return cmp.Compare(x.advance(&b.at), x.advance(&a.at)) })
	x.placings = all
	for i := range all {
		if last := len(x.stages) - 1; last < 0 || x.advance(&all[i].at) != x.advance(&all[i-1].at) {
			x.stages = append(x.stages, pawnStage{placing: i, placings: 1})
		} else {
			x.stages[last].placings++
		}
		all[i].stage = len(x.stages) - 1
	}
	for i := range x.stages {
		s := &x.stages[i]
		s.first, s.block = x.size, s.placings*x.rest
		x.size += s.block * len(x.kings.pairs)
		for j := range s.placings {
			all[s.placing+j].base = s.first + j*x.rest
		}
	}
	keys := 1
	for range x.pawns {
		keys *= 48
	}
	x.placingOf = make([]uint32, keys)
	for i := range all {
		x.eachOrder(all[i].at, 2, func(at *placement) { x.placingOf[x.pawnKey(at, 0)] = uint32(i) })
	}
}

// eachOrder calls f with at for each order of equal pawns from a slot on.
func (x *endingIndex) eachOrder(at placement, slot int, f func(*placement)) {
	if slot == 2+x.pawns {
		f(&at)
		return
	}
	for i := slot; i < 2+x.pawns && x.pieces[i] == x.pieces[slot]; i++ {
		at[slot], at[i] = at[i], at[slot]
		x.eachOrder(at, slot+1, f)
		at[slot], at[i] = at[i], at[slot]
	}
}

// advance returns how many ranks the pawns have advanced.
func (x *endingIndex) advance(at *placement) (ranks int) {
	for slot := 2; slot < 2+x.pawns; slot++ {
		if x.pieces[slot] == WhitePawn {
			ranks += at[slot].Rank() - 1
		} else {
			ranks += 6 - at[slot].Rank()
		}
	}
	return ranks
}

// pawnKey returns the index in placingOf of the pawns' squares, mirrored by a symmetry.
func (x *endingIndex) pawnKey(at *placement, symmetry uint8) (key int) {
	to := &symmetric[symmetry&7]
	for slot := 2; slot < 2+x.pawns; slot++ {
		key = 48*key + int(to[at[slot]&63]-A2)
	}
	return key
}

// addEnPassant finds the pawn placings in which a double push may have given the right
// to capture it.
func (x *endingIndex) addEnPassant() {
	for c := range Color(2) {
		x.enPassantOf[c] = map[enPassantPlacing]int{}
		for i := range x.placings {
			for slot := 2; slot < 2+x.pawns; slot++ {
				pushed := x.placings[i].at[slot]
				if x.pieces[slot] != Pawn.Of(c.Other()) || pushed.Rank() != 3+int(c.Other()) || !x.pawnBeside(&x.placings[i].at, pushed, c) {
					continue
				}
				e := enPassantPlacing{i, pushed.File()}
				x.enPassantOf[c][e] = len(x.enPassant[c])
				x.enPassant[c] = append(x.enPassant[c], e)
			}
		}
	}
}

// pawnBeside reports whether a pawn of c stands beside a square.
func (x *endingIndex) pawnBeside(at *placement, s Square, c Color) bool {
	for slot := 2; slot < 2+x.pawns; slot++ {
		files := at[slot].File() - s.File()
		if x.pieces[slot] == Pawn.Of(c) && at[slot].Rank() == s.Rank() && files*files == 1 {
			return true
		}
	}
	return false
}

// length returns how many numbers there are with a side to move.
func (x *endingIndex) length(c Color) int {
	return x.size + len(x.enPassant[c])*len(x.kings.pairs)*x.rest
}

// bytes returns how much memory the table takes.
func (x *endingIndex) bytes() int64 { return 2 * int64(x.length(White)+x.length(Black)) }

// number returns the number of the position with the pieces on these squares and without
// a right to capture en passant. The kings must not touch.
func (x *endingIndex) number(at *placement) int {
	k := x.kings.of[at[0]&63][at[1]&63]
	placing := &x.placings[x.placingOf[x.pawnKey(at, k.symmetry)]]
	return placing.base + int(k.number)*x.stages[placing.stage].block + x.numberRest(at, k.symmetry)
}

// numberRest returns the part of the number that says where the pieces other than kings
// and pawns are, after a symmetry.
func (x *endingIndex) numberRest(at *placement, symmetry uint8) (n int) {
	to := &symmetric[symmetry&7]
	for i := range x.groups {
		g := &x.groups[i]
		n += g.weight * g.number(at, to)
	}
	return n
}

// number returns which of the ways the group stands, after a symmetry.
func (g *pieceGroup) number(at *placement, to *[64]Square) int {
	a := int(to[at[g.slot]&63])
	if g.count == 1 {
		return a
	}
	b := int(to[at[g.slot+1]&63])
	if a > b {
		a, b = b, a
	}
	if g.count == 2 {
		return a + b*(b-1)/2
	}
	c := int(to[at[g.slot+2]&63])
	if b > c {
		b, c = c, b
	}
	if a > b {
		a, b = b, a
	}
	return a + b*(b-1)/2 + int(binomials[3][c])
}

// enPassantNumber returns the number of a position with the side to move and the right to
// capture the pawn that was pushed to a file, or false if no pawn stands so that it might
// capture it.
func (x *endingIndex) enPassantNumber(at *placement, side Color, file int) (int, bool) {
	k := x.kings.of[at[0]&63][at[1]&63]
	e := enPassantPlacing{int(x.placingOf[x.pawnKey(at, k.symmetry)]), int(symmetric[k.symmetry&7][file])}
	i, ok := x.enPassantOf[side&1][e]
	return x.size + (i*len(x.kings.pairs)+int(k.number))*x.rest + x.numberRest(at, k.symmetry), ok
}

// stageOf returns the stage of a number less than x.size.
func (x *endingIndex) stageOf(n int) *pawnStage {
	i := len(x.stages) - 1
	for x.stages[i].first > n {
		i--
	}
	return &x.stages[i]
}

// squares sets at to the squares of the pieces in the position with a number of a stage.
// Some may stand on one square.
func (x *endingIndex) squares(n int, stage *pawnStage, at *placement) {
	in := uint32(n - stage.first)
	king, in := in/uint32(stage.block), in%uint32(stage.block)
	placing, rest := in/uint32(x.rest), in%uint32(x.rest)
	*at = x.placings[stage.placing+int(placing)].at
	at[0], at[1] = x.kings.pairs[king][0], x.kings.pairs[king][1]
	x.squaresRest(rest, at)
}

// squaresRest sets the squares of the pieces other than kings and pawns.
func (x *endingIndex) squaresRest(n uint32, at *placement) {
	for i := len(x.groups) - 1; i >= 0; i-- {
		g := &x.groups[i]
		way := n
		if i > 0 {
			way, n = n%uint32(g.ways), n/uint32(g.ways)
		}
		if g.count == 1 {
			at[uint(g.slot)%maxMadePieces] = Square(way)
		} else {
			copy(at[g.slot:][:g.count], combinations.get(newCombinations)[g.count][way][:])
		}
	}
}

// enPassantSquares sets at to the squares of the pieces in the position with a number of
// x.size or more, and returns the file of the pawn that can be captured en passant.
func (x *endingIndex) enPassantSquares(n int, side Color, at *placement) (file int) {
	n -= x.size
	rest := n % x.rest
	n /= x.rest
	e := x.enPassant[side&1][n/len(x.kings.pairs)]
	*at = x.placings[e.placing].at
	king := x.kings.pairs[n%len(x.kings.pairs)]
	at[0], at[1] = king[0], king[1]
	x.squaresRest(uint32(rest), at)
	return e.file
}

// mirrored returns the other number of a position without pawns whose kings are both on the
// long diagonal from a1 to h8.
func (x *endingIndex) mirrored(at placement, king int) int {
	return king*x.rest + x.numberRest(&at, transposed)
}

// image returns where a symmetry takes the pieces.
func (x *endingIndex) image(at *placement, symmetry uint8) (to placement) {
	for slot := range x.pieces {
		to[slot] = symmetric[symmetry&7][at[slot]]
	}
	return to
}

// place sets at to the squares of p, whose pieces must be those of the ending, or if
// swapped is true, of the ending with the colours exchanged; then the board is seen from
// the other side.
func (x *endingIndex) place(p *Position, swapped bool, at *placement) {
	next := x.first
	var flip Square
	var other Piece
	if swapped {
		flip, other = A8, 8
	}
	for i, cells := range p.cells {
		for here := occupied(cells); here != 0; here &= here - 1 {
			bit := bits.TrailingZeros64(here) & 63
			slot := &next[(Piece(cells>>bit)^other)&15]
			at[*slot%maxMadePieces] = Square(16*i+bit/4) ^ flip
			*slot++
		}
	}
}

// A symmetry of the board mirrors files, ranks, and then along the long diagonal.
const (
	mirroredFiles = 1
	mirroredRanks = 2
	transposed    = 4
)

// symmetric holds where each symmetry takes each square.
var symmetric = func() (to [8][64]Square) {
	for symmetry := range to {
		for s := range NoSquare {
			file, rank := s.File(), s.Rank()
			if symmetry&mirroredFiles != 0 {
				file = 7 - file
			}
			if symmetry&mirroredRanks != 0 {
				rank = 7 - rank
			}
			if symmetry&transposed != 0 {
				file, rank = rank, file
			}
			to[symmetry][s] = SquareAt(file, rank)
		}
	}
	return
}()

// kingNumbers numbers the ways in which the two kings may stand, but for symmetries.
type kingNumbers struct {
	of       [64][64]kingNumber // by White's and Black's square
	pairs    [][2]Square        // by number
	diagonal []bool             // by number: both are on the long diagonal, and no pawns are there
	orbits   [2][][]int         // the numbers that symmetries and moves of the other king make of one square of a color's
}

// A kingNumber says which way the kings stand after a symmetry. It is noKings if they touch.
type kingNumber struct {
	number   int16
	symmetry uint8
}

var noKings = kingNumber{number: -1}

// kingsWithoutPawns and kingsWithPawns return the numbers of the kings with all eight
// symmetries and with one.
func kingsWithoutPawns() *kingNumbers {
	return kingsBySymmetries[0].get(func() *kingNumbers { return newKingNumbers(len(symmetric)) })
}

func kingsWithPawns() *kingNumbers {
	return kingsBySymmetries[1].get(func() *kingNumbers { return newKingNumbers(2) })
}

var kingsBySymmetries [2]lazy[*kingNumbers]

// newKingNumbers returns the numbers of the kings with the first symmetries.
func newKingNumbers(symmetries int) *kingNumbers {
	k := &kingNumbers{}
	var orbitOf [2][64]Square
	for w := range NoSquare {
		for b := range NoSquare {
			files, ranks := w.File()-b.File(), w.Rank()-b.Rank()
			if max(files*files, ranks*ranks) <= 1 {
				k.of[w][b] = noKings
				continue
			}
			best, by := [2]Square{w, b}, 0
			for symmetry := range symmetries {
				to := &symmetric[symmetry]
				if image := [2]Square{to[w], to[b]}; slices.Compare(image[:], best[:]) < 0 {
					best, by = image, symmetry
				}
			}
			if by == 0 { // no other comes before, so it has its number already, or now gets it
				k.of[w][b] = kingNumber{number: int16(len(k.pairs))}
				k.pairs = append(k.pairs, best)
				k.diagonal = append(k.diagonal, symmetries > 2 && w.File() == w.Rank() && b.File() == b.Rank())
			} else {
				k.of[w][b] = kingNumber{symmetry: uint8(by)}
			}
		}
	}
	for w := range NoSquare {
		for b := range NoSquare {
			if n := &k.of[w][b]; n.symmetry != 0 {
				to := &symmetric[n.symmetry]
				n.number = k.of[to[w]][to[b]].number
			}
		}
	}
	for c := range orbitOf {
		byOrbit := map[Square]int{}
		for n, pair := range k.pairs {
			least := pair[c]
			for symmetry := range symmetries {
				least = min(least, symmetric[symmetry][pair[c]])
			}
			if _, ok := byOrbit[least]; !ok {
				byOrbit[least] = len(k.orbits[c])
				k.orbits[c] = append(k.orbits[c], nil)
			}
			orbit := &k.orbits[c][byOrbit[least]]
			*orbit = append(*orbit, n)
		}
	}
	return k
}

// binomials[k][n] is the number of sets of k in n. It has 16 rows, so that packPawns needs no
// bounds check.
var binomials = func() (t [16][65]uint64) {
	for n := range t[0] {
		t[0][n] = 1
		for k := 1; k < len(t) && n > 0; k++ {
			t[k][n] = t[k][n-1] + t[k-1][n-1]
		}
	}
	return
}()

// combinations holds, by the number of equal pieces, the squares of each of the ways in
// which two or three may stand.
var combinations lazy[[4][][3]Square]

func newCombinations() (all [4][][3]Square) {
	for c := range NoSquare {
		for b := range c {
			for a := range b {
				all[3] = append(all[3], [3]Square{a, b, c})
			}
		}
		for a := range c {
			all[2] = append(all[2], [3]Square{a, c})
		}
	}
	return all
}

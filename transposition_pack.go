package chess

import "math/bits"

// A packedKey is a Key in 152 bits instead of 278. Like the Key it is lossless, but not
// every Key has one: see packing.packable. The words are
//   - White's pawns and Black's, pawnSetBits each, and White's king;
//   - in mixed radix, rooks, knights and queens of both, Black's king, and the turn;
//   - in mixed radix and restBits, bishops of both, and the en-passant file.
type packedKey [3]uint64

const (
	pawnSetBits = 29 // there are C(48,0) + ... + C(48,8) = 465,174,935 sets of at most eight pawns
	restBits    = 24

	pairRadix   = 1 + 64 + 64*63/2       // none, one, or two alike
	rookRadix   = pairRadix + 8*64 + 8*8 // the same, and those with a right to castle
	queenRadix  = 64 + 1                 // one or none
	bishopRadix = 32 + 1                 // one or none, on squares of one colour
	fileRadix   = 1 + 8                  // no en-passant square, or its file
)

// A packing has a number for the set of squares on which each Piece of a position stands. Most
// moves change one of them, a capture two.
type packing struct {
	words   packedKey     // without the turn and the en-passant file
	sets    [16]SquareSet // by Piece
	numbers [16]uint32    // of these sets, which the words are made of
	wide    bool          // a set has no number, so the words are of no use
}

const pawnRanks SquareSet = 0x00FF_FFFF_FFFF_FF00

// packing returns the packing of the key.
func (k *Key) packing() (p packing) {
	planes := bitboards(&k.cells)
	for piece := NoPiece + 1; piece < 16; piece++ {
		set := ^SquareSet(0)
		for bit, plane := range planes {
			if piece>>bit&1 == 0 {
				plane = ^plane
			}
			set &= plane
		}
		p.sets[piece] = set
	}
	for _, t := range [6]PieceType{Pawn, Knight, Bishop, Rook, Queen, King} {
		p.number(t.Of(White), k.state)
		p.number(t.Of(Black), k.state)
	}
	p.wide = !p.packable(k.state)
	return p
}

// play makes p, the packing of before, that of after, which is the position after the move m of
// the mover.
func (p *packing) play(before, after *Position, mover Piece, m Move) {
	rights := (before.state^after.state)&stateCastling != 0
	if rights && before.castles(m) || m.to() == before.enPassantTarget && mover.Type() == Pawn {
		key := after.key()
		*p = key.packing()
		return
	}
	from, to := SquareSet(1)<<(m.From()&63), SquareSet(1)<<(m.To()&63)
	p.sets[mover&15] ^= from
	placed := mover
	if m >= promotion {
		placed = m.Promotion().Of(mover.Color())
		p.number(mover, after.state)
	}
	p.sets[placed&15] ^= to
	p.number(placed, after.state)
	b := before.target(m)
	if b != 0 {
		victim := before.pieces[b&63].piece()
		p.sets[victim&15] ^= to
		p.number(victim, after.state)
	}
	if rights {
		p.number(WhiteRook, after.state)
		p.number(BlackRook, after.state)
	}
	if placed != mover || p.wide && b != 0 {
		p.wide = !p.packable(after.state)
	}
}

// number numbers the set of the piece, and writes the number into the words.
func (p *packing) number(piece Piece, state uint32) {
	set := p.sets[piece&15]
	var number uint32
	switch piece.Type() {
	case Pawn:
		number = packPawns(set)
	case Knight:
		number = packPair(set)
	case Bishop:
		number = packOne(set&^darkSquares)>>1*bishopRadix + packOne(set&darkSquares)>>1
	case Rook:
		if rights := castlingRightsIn(state, piece.Color()); rights == 0 {
			number = packPair(set)
		} else {
			number, _ = packCastling(set, packOne(p.sets[King.Of(piece.Color())&15]), rights, piece.Color())
		}
	case Queen, King:
		number = packOne(set)
	}
	w := &packWeights[piece&15]
	p.words[w.word] += (uint64(number) - uint64(p.numbers[piece&15])) * w.weight
	p.numbers[piece&15] = number
}

// packable reports whether all sets of squares are numbered, and the game is not three-check. A
// side may not have more than one queen, one bishop on squares of each colour, two knights or two
// rooks, which takes a promotion, nor anything that is in no position.
func (p *packing) packable(state uint32) bool {
	if state >= stateThreeCheck || state>>enPassantShift&15-1 < 7 || p.sets[7]|p.sets[8]|p.sets[15] != 0 {
		return false
	}
	for c := range Color(2) {
		pawns, bishops, king := p.sets[Pawn.Of(c)], p.sets[Bishop.Of(c)], p.sets[King.Of(c)]
		knights, rooks, queens := p.sets[Knight.Of(c)], p.sets[Rook.Of(c)], p.sets[Queen.Of(c)]
		if pawns&^pawnRanks|dropFirst(queens)|dropFirst(king)|dropFirst(bishops&darkSquares)|dropFirst(bishops&^darkSquares)|
			dropFirst(dropFirst(knights))|dropFirst(dropFirst(rooks)) != 0 || king == 0 || pawns.Len() > 8 {
			return false
		}
		if rights := castlingRightsIn(state, c); rights != 0 {
			if _, ok := packCastling(rooks, packOne(king), rights, c); !ok {
				return false
			}
		}
	}
	return true
}

// pack returns the packed key of a key with the given state, whose packing is p.
func (p *packing) pack(state uint32) packedKey {
	file := uint64(state >> enPassantShift & 15) // 8 and the file, or 0
	k := p.words
	k[1] |= uint64(state / stateBlack & 1)
	k[2] += file - 7*(file>>3)
	return k
}

// packWeights holds in which word of a packed key the number of a Piece is, and what it counts there.
var packWeights = [16]struct{ weight, word uint64 }{
	WhitePawn:   {1 << (pawnSetBits + 6), 0},
	BlackPawn:   {1 << 6, 0},
	WhiteKing:   {1, 0},
	WhiteRook:   {rookRadix * pairRadix * queenRadix * pairRadix * queenRadix << 7, 1},
	WhiteKnight: {rookRadix * pairRadix * queenRadix * queenRadix << 7, 1},
	WhiteQueen:  {rookRadix * pairRadix * queenRadix << 7, 1},
	BlackRook:   {pairRadix * queenRadix << 7, 1},
	BlackKnight: {queenRadix << 7, 1},
	BlackQueen:  {1 << 7, 1},
	BlackKing:   {1 << 1, 1},
	WhiteBishop: {bishopRadix * bishopRadix * fileRadix, 2},
	BlackBishop: {fileRadix, 2},
}

// dropFirst returns the set without its first square.
func dropFirst(set SquareSet) SquareSet { return set & (set - 1) }

// packOne returns the only square of the set, or 64 if it is empty.
func packOne(set SquareSet) uint32 { return uint32(set.First()) }

// packPair returns which set of at most two squares it is, by the last square and the first.
func packPair(set SquareSet) uint32 {
	return uint32(pairCounts[bits.Len64(uint64(set))&127]) + packOne(set)
}

// pairCounts is for packPair: [n] is how many sets come before those with n-1 as the last
// square. The empty one comes after all others.
var pairCounts = func() (t [128]uint16) {
	for n := range t {
		t[n] = uint16(n * (n - 1) / 2)
	}
	t[0] = pairRadix - 1 - 64
	return t
}()

// packPawns returns which set of at most eight squares it is, with all smaller sets before
// the larger ones: the combinatorial number system.
func packPawns(set SquareSet) uint32 {
	n, k := uint64(0), 0
	for set >>= A2; set != 0; set = dropFirst(set) {
		k++
		n += binomials[k&15][set.First()&63]
	}
	return uint32(n + fewerPawns[k&15])
}

// fewerPawns[k] is how many sets of fewer than k of the squares of pawns there are.
var fewerPawns = func() (t [16]uint64) {
	for k := range 8 {
		t[k+1] = t[k] + binomials[k][pawnSquares]
	}
	return t
}()

// packCastling is packPair for rooks with rights to castle, as Position.state has them. It
// returns numbers from pairRadix on: first those of one rook with a right, on one of eight
// files, and the other rook anywhere, on the same square if there is none; then those of
// two with a right. Which side a rook is on is known by the king.
func packCastling(rooks SquareSet, king, rights uint32, c Color) (n uint32, ok bool) {
	corner := cornerOf(c)
	kingFile := king - corner
	if kingFile > 7 {
		return 0, false
	}
	h, a := rights&7, 7-rights>>3
	switch {
	case rights&7 == 0:
		h = a
		ok = a < kingFile
	case rights>>3 == 0:
		ok = h > kingFile
	default:
		return pairRadix + 8*64 + h<<3 + a, a < kingFile && kingFile < h && rooks == 1<<(corner+a)|1<<(corner+h)
	}
	other := rooks &^ (1 << (corner + h))
	if other == rooks {
		return 0, false
	}
	if other == 0 {
		other = rooks
	}
	return pairRadix + h<<6 + packOne(other), ok
}

// cornerOf returns the first square of the first rank of a side.
func cornerOf(c Color) uint32 { return uint32(c&1) * uint32(A8) }

// unpack returns the Key that was packed. It takes longer than packing.
func (p packedKey) unpack() (k Key) {
	digit := func(word int, radix uint64) uint32 {
		d := p[word] % radix
		p[word] /= radix
		return uint32(d)
	}
	put := func(c Color, t PieceType, set SquareSet) {
		for s := range set.All() {
			k.cells[s/16] |= uint64(t.Of(c)) << (s % 16 * 4)
		}
	}
	if file := digit(2, fileRadix); file != 0 {
		k.state |= (file + 7) << enPassantShift
	}
	k.state |= digit(1, 2) * stateBlack
	kings := [2]uint32{White: digit(0, 64), Black: digit(1, 64)}
	for _, c := range [2]Color{Black, White} {
		put(c, King, 1<<kings[c])
		put(c, Pawn, unpackPawns(uint64(digit(0, 1<<pawnSetBits))))
		put(c, Queen, 1<<digit(1, queenRadix))
		put(c, Knight, unpackPair(digit(1, pairRadix)))
		rooks, rights := unpackRooks(digit(1, rookRadix), kings[c], c)
		put(c, Rook, rooks)
		k.state |= rights << castlingShift(uint(c), 0)
		dark, light := digit(2, bishopRadix), digit(2, bishopRadix)
		put(c, Bishop, 3<<(2*dark)&darkSquares|3<<(2*light)&^darkSquares)
	}
	return k
}

// unpackPair is the inverse of packPair.
func unpackPair(n uint32) SquareSet {
	if n == pairRadix-1 {
		return 0
	}
	last := 1
	for uint32(pairCounts[last+1]) <= n {
		last++
	}
	return 1<<(last-1) | 1<<(n-uint32(pairCounts[last]))
}

// unpackPawns is the inverse of packPawns.
func unpackPawns(n uint64) (set SquareSet) {
	k := 8
	for fewerPawns[k] > n {
		k--
	}
	n -= fewerPawns[k]
	for s := H7; k > 0; s-- {
		if before := binomials[k][s-A2]; before <= n {
			set |= s.Set()
			n -= before
			k--
		}
	}
	return set
}

// unpackRooks returns the rooks and the rights to castle that packPair and packCastling have
// packed.
func unpackRooks(n, king uint32, c Color) (rooks SquareSet, rights uint32) {
	if n < pairRadix {
		return unpackPair(n), 0
	}
	n -= pairRadix
	corner := cornerOf(c)
	h, a := n>>3&7, n&7
	if n >= 8*64 {
		return 1<<(corner+h) | 1<<(corner+a), h | (7-a)<<3
	}
	file, other := n>>6, n&63
	rights = file
	if corner+file < king {
		rights = (7 - file) << 3
	}
	return 1<<(corner+file) | 1<<other, rights
}

package chess

import (
	"math"
	"math/bits"
	"sync/atomic"
)

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

// A bucket is two cache lines: its head and five slots. A slot holds an entry whose
// key is packed. Any other entry is wide: it takes two slots, 0 and 1 or 2 and 3.
//
// The head has a lane of 12 bits for each slot, which is the slot's tag. Above them
// are the flags that say which slots hold a wide entry, and the highest bit locks the
// rest of the bucket. Most lookups find no matching tag: they read the head and no
// more. All others, and all stores, set the lock bit, and clear it when they write the
// head back. Each of these costs two atomic writes; the slots themselves are read and
// written plainly. To choose a slot to replace reads only the first cache line.
//
// A lookup in a locked bucket finds nothing, and a store does nothing, so a table
// may lose entries. Only Table.snapshot, for writing files, waits.
type bucket struct {
	head  atomic.Uint64
	slots [5]tableSlot
	words [5][2]uint64 // of the addresses
}

// A tableSlot holds an entry. It is empty if the entry has no bound.
//
// The first slot of a wide entry has the words of half of its key's cells. The second one
// has the other half, the state of the key in place of the score and the evaluation, and the
// same quality as the first.
type tableSlot struct {
	score   int16
	eval    int16 // the static evaluation
	move    uint16
	quality quality
}

// A quality holds the bound of an entry, and its depth and age, which decide which
// entry is replaced.
type quality struct {
	depth uint8
	state uint8 // bound (2), age (6)
}

func newQuality(depth uint8, bound Bound, age uint64) quality {
	return quality{depth, uint8(bound) | uint8(age&ageMask)<<ageShift}
}

func (q quality) bound() Bound { return Bound(q.state & (1<<ageShift - 1)) }

// value returns what an entry is worth: its depth, less eight plies for each search
// since it was last stored or found. Nothing is worth less than an empty slot.
func (q quality) value(age uint64) int {
	if q.bound() == NoBound {
		return math.MinInt16
	}
	return int(q.depth) - 8*int((age-uint64(q.state>>ageShift))&ageMask)
}

const (
	bucketSize = 128 // in bytes

	laneBits = tagBits
	lanes    = 0x0001_0010_0100_1001 // one in each lane
	lockBit  = 1 << 63

	ageShift = 2
	ageMask  = 1<<6 - 1
)

// matchingTags returns a word with the highest bit set of each lane that has the
// tag.
func matchingTags(head, tag uint64) uint64 {
	const high, low = (1 << (laneBits - 1)) * lanes, (1<<(laneBits-1) - 1) * lanes
	other := head ^ tag*lanes
	return ^(other&low + low | other) & high
}

// wideFlag returns the flag of the head that says that slot i holds half of a wide
// entry. That of the last slot is never set.
func wideFlag(i int) uint64 { return 1 << (len(bucket{}.slots)*laneBits + i/2) }

// lock locks the bucket if its head is still the given one and not locked. It
// reports whether it did.
func (b *bucket) lock(head uint64) bool {
	return head&lockBit == 0 && b.head.CompareAndSwap(head, head|lockBit)
}

// unlock unlocks the bucket and writes its head.
func (b *bucket) unlock(head uint64) { b.head.Store(head) }

// find returns the slot of the address among the matching ones (see matchingTags), the
// first one of a wide entry, or -1. The caller has the lock.
func (b *bucket) find(head, matching uint64, a *address) int {
	for ; matching != 0; matching &= matching - 1 {
		i := bits.TrailingZeros64(matching) / laneBits
		if wide := head&wideFlag(i) != 0; wide != a.wide {
			continue
		} else if wide {
			if i &^= 1; b.wideKey(i) == a.key {
				return i
			}
		} else if b.words[i] == a.words && b.slots[i].quality.bound() != NoBound {
			return i
		}
	}
	return -1
}

// wideKey returns the key of the wide entry that begins in slot i.
func (b *bucket) wideKey(i int) Key {
	first, second, s := &b.words[i], &b.words[i+1], &b.slots[i+1]
	return Key{[4]uint64{first[0], first[1], second[0], second[1]}, uint32(uint16(s.score)) | uint32(uint16(s.eval))<<16}
}

// touch reads the first cache line.
func (b *bucket) touch() { b.head.Load() }

// lookup returns the entry at the address. An entry that is found gets the age of the
// current search.
func (b *bucket) lookup(a *address, age uint64) (e Entry, ok bool) {
	head := b.head.Load()
	matching := matchingTags(head, a.tag)
	if matching == 0 || !b.lock(head) {
		return e, false
	}
	if i := b.find(head, matching, a); i >= 0 {
		e, ok = b.slots[i].entry(), true
		b.setQuality(i, newQuality(uint8(e.Depth), e.Bound, age), a.wide)
	}
	b.unlock(head)
	return e, ok
}

// entry returns the entry of the slot.
func (s *tableSlot) entry() Entry {
	return Entry{
		Score: Score(s.score),
		Depth: int(s.quality.depth),
		Bound: s.quality.bound(),
		Move:  unpackMove(s.move),
		Eval:  Score(s.eval),
	}
}

// setQuality sets the quality of the entry that begins in slot i.
func (b *bucket) setQuality(i int, q quality, wide bool) {
	b.slots[i].quality = q
	if wide {
		b.slots[i+1].quality = q
	}
}

// store stores an entry within range at the address.
func (b *bucket) store(a *address, age uint64, e Entry) {
	head := b.head.Load()
	if !b.lock(head) {
		return
	}
	move := e.Move.pack()
	i := b.find(head, matchingTags(head, a.tag), a)
	if i < 0 {
		i = b.leastValuable(a.wide, age)
		head = b.replace(head, i, a)
	} else {
		if move == 0 {
			move = b.slots[i].move
		}
		if e.Eval == Unevaluated {
			e.Eval = Score(b.slots[i].eval)
		}
	}
	s := &b.slots[i]
	s.score, s.eval, s.move = int16(e.Score), int16(e.Eval), move
	b.setQuality(i, newQuality(uint8(e.Depth), e.Bound, age), a.wide)
	b.unlock(head)
}

// leastValuable returns the slot to replace: the one that is worth least, or the first of the
// pair whose better slot is worth less. The caller has the lock.
func (b *bucket) leastValuable(pair bool, age uint64) int {
	value := func(i int) int { return b.slots[i].quality.value(age) }
	if pair {
		if max(value(2), value(3)) < max(value(0), value(1)) {
			return 2
		}
		return 0
	}
	least := math.MaxInt
	for i := range b.slots {
		least = min(least, value(i)<<3|i)
	}
	return least & 7
}

// replace makes slot i that of the address, or slots i and i+1, and returns the head
// with its tag. The caller has the lock.
func (b *bucket) replace(head uint64, i int, a *address) uint64 {
	if !a.wide {
		if head&wideFlag(i) != 0 { // the other half is worth nothing now
			b.slots[i^1].quality = quality{}
		}
		b.words[i] = a.words
		return head&^(wideFlag(i)|tagMask<<(laneBits*i)) | a.tag<<(laneBits*i)
	}
	key, second := &a.key, &b.slots[i+1]
	b.words[i], b.words[i+1] = [2]uint64(key.cells[:2]), [2]uint64(key.cells[2:])
	second.score, second.eval = int16(key.state), int16(key.state>>16)
	const both = 1 | 1<<laneBits
	return head&^(tagMask*both<<(laneBits*i)) | a.tag*both<<(laneBits*i) | wideFlag(i)
}

// used returns how many slots are not empty: all of them if the bucket is locked.
func (b *bucket) used() (n int) {
	head := b.head.Load()
	if !b.lock(head) {
		return len(b.slots)
	}
	for i := range b.slots {
		if b.slots[i].quality.bound() != NoBound {
			n++
		}
	}
	b.unlock(head)
	return n
}

// An address is where a table keeps the entry of a position, and what tells the entry
// there from all others. It is as exact as the key: the number of the bucket stands for
// 12 bits of the packed key, and the tag for 12 more, so that 128 bits are left to be
// stored (Cleary's quotienting). See Table.snapshot for the way back.
//
// The address of a key that cannot be packed is wide: its hash says the bucket and the
// tag, and all of the key is stored.
type address struct {
	key    Key // of the position, or with its halfmove clock
	bucket int
	tag    uint64
	words  [2]uint64 // the pawns and the pieces of the packed key
	wide   bool
}

const (
	tagBits = 12
	tagMask = 1<<tagBits - 1

	// minBuckets is how many buckets a table has at least: one for each value of the 12
	// bits that the number of the bucket stands for.
	minBuckets = 1 << (restBits - tagBits)
)

// locate sets the address of the key a.key, with its packing, in a table of n buckets.
func (a *address) locate(n int, pieces *packing) {
	if a.wide = pieces.wide || a.key.hasClock(); a.wide {
		hash := a.key.mix()
		a.bucket, a.tag = fraction(hash, n), hash&tagMask
		return
	}
	p := pieces.pack(a.key.state)
	hash, top := p.hash(), p[2]/minBuckets
	a.words, a.tag = [2]uint64(p[:2]), (hash^top)&tagMask
	a.bucket = firstBucket(hash, top, n) + int(p[2]%minBuckets)
	if a.bucket >= n {
		a.bucket -= n
	}
}

// packedKeyAt is the inverse of locate: it returns the packed key with the given words and
// tag in the given bucket.
func packedKeyAt(words [2]uint64, tag uint64, bucket, n int) packedKey {
	p := packedKey{words[0], words[1]}
	hash := p.hash()
	top := (hash ^ tag) & tagMask
	low := bucket - firstBucket(hash, top, n)
	if low < 0 {
		low += n
	}
	p[2] = top*minBuckets + uint64(low)
	return p
}

// hash mixes the two words of the packed key that stand in every slot.
func (p *packedKey) hash() uint64 {
	high, low := bits.Mul64(p[0]^0x9E3779B97F4A7C15, p[1]^0xD1B54A32D192ED03)
	return high ^ low
}

// firstBucket returns the first of the minBuckets buckets that the position may be in.
func firstBucket(hash, top uint64, n int) int { return fraction(hash^top*0xF1357AEA2E62A9C5, n) }

// fraction returns the number of a bucket of n: the hash is taken as a fraction of the
// table.
func fraction(hash uint64, n int) int {
	i, _ := bits.Mul64(hash, uint64(n))
	return int(i)
}

package chess

import (
	"math"
	"math/bits"
	"sync/atomic"
)

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

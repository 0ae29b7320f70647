package chess

import (
	"math"
	"math/bits"
	"runtime"
	"sync/atomic"
)

// A bucket is three cache lines: its head, and four entries, each with the whole
// identity of its position.
//
// The head has a lane of 16 bits for each slot, of which the lower 15 are the
// slot's tag; its highest bit locks the rest of the bucket. Most lookups find no
// matching tag: they read the head and no more. All others, and all stores, set
// the lock bit, and clear it when they write the tags back. Each of these costs two
// atomic writes; the entries themselves are read and written plainly.
//
// A lookup in a locked bucket finds nothing, and a store does nothing, so a table
// may lose entries. Only snapshot, for writing files, waits.
type bucket struct {
	head    atomic.Uint64
	quality [4]quality
	evals   [4]int16 // the static evaluations
	slots   [4]slot  // the first ends with the first cache line
	_       uint64
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

// A slot is a Key with the score and the move of its entry, without padding.
type slot struct {
	cells [4]uint64
	state uint32
	score int16
	move  uint16
}

const (
	bucketSize = 192 // in bytes

	laneBits = 16
	tagMask  = 1<<(laneBits-1) - 1
	lanes    = 0x0001_0001_0001_0001 // one in each lane
	locked   = 1 << 63

	ageShift = 2
	ageMask  = 1<<6 - 1
)

// tagOf returns the tag of a hash: the bits on which the bucket depends least. An
// empty slot has the tag 0.
func tagOf(hash uint64) uint64 { return max(hash&tagMask, 1) }

// matchingTags returns a word with the highest bit set of each lane that has the
// tag.
func matchingTags(head, tag uint64) uint64 {
	other := head&(tagMask*lanes) ^ tag*lanes
	return ^(other + tagMask*lanes) & ((tagMask + 1) * lanes)
}

// lock locks the bucket if its head is still the given one and not locked. It
// reports whether it did.
func (b *bucket) lock(head uint64) bool {
	return head&locked == 0 && b.head.CompareAndSwap(head, head|locked)
}

// unlock unlocks the bucket and writes its tags.
func (b *bucket) unlock(head uint64) { b.head.Store(head) }

// find returns the slot of the position among the matching ones (see matchingTags),
// or -1. The caller has the lock.
func (b *bucket) find(matching uint64, key *Key) int {
	for ; matching != 0; matching &= matching - 1 {
		i := bits.TrailingZeros64(matching) / laneBits
		if s := &b.slots[i]; s.cells == key.cells && s.state == key.state {
			return i
		}
	}
	return -1
}

// lookup returns the entry of the position with the key, whose hash is given. An
// entry that is found gets the age of the current search.
func (b *bucket) lookup(key *Key, hash, age uint64) (e Entry, ok bool) {
	head := b.head.Load()
	matching := matchingTags(head, tagOf(hash))
	if matching == 0 || !b.lock(head) {
		return e, false
	}
	if i := b.find(matching, key); i >= 0 {
		q := &b.quality[i]
		*q = newQuality(q.depth, q.bound(), age)
		e, ok = b.entry(i), true
	}
	b.unlock(head)
	return e, ok
}

// entry returns the entry of slot i. The caller has the lock.
func (b *bucket) entry(i int) Entry {
	s, q := &b.slots[i], b.quality[i]
	return Entry{
		Score: Score(s.score),
		Depth: int(q.depth),
		Bound: q.bound(),
		Move:  unpackMove(s.move),
		Eval:  Score(b.evals[i]),
	}
}

// snapshot returns the key and the entry of slot i; if the slot is empty, the entry
// has no bound. Unlike the other methods it waits for the lock.
func (b *bucket) snapshot(i int) (key Key, e Entry) {
	head := b.head.Load()
	for ; !b.lock(head); head = b.head.Load() {
		runtime.Gosched()
	}
	key, e = Key{b.slots[i].cells, b.slots[i].state}, b.entry(i)
	b.unlock(head)
	return key, e
}

// store stores an entry within range for the position with the key, whose hash is
// given.
func (b *bucket) store(key *Key, hash, age uint64, e Entry) {
	head, tag := b.head.Load(), tagOf(hash)
	if !b.lock(head) {
		return
	}
	move := e.Move.pack()
	i := b.find(matchingTags(head, tag), key)
	if i < 0 {
		i = b.leastValuable(age)
		b.slots[i].cells, b.slots[i].state = key.cells, key.state
		head = head&^(tagMask<<(laneBits*i)) | tag<<(laneBits*i)
	} else {
		if move == 0 {
			move = b.slots[i].move
		}
		if e.Eval == Unevaluated {
			e.Eval = Score(b.evals[i])
		}
	}
	b.slots[i].score, b.slots[i].move = int16(e.Score), move
	b.evals[i] = int16(e.Eval)
	b.quality[i] = newQuality(uint8(e.Depth), e.Bound, age)
	b.unlock(head)
}

// leastValuable returns the slot to replace: an empty one, or else the one of least
// depth, less eight plies for each search since it was last stored or found. The
// caller has the lock.
func (b *bucket) leastValuable(age uint64) int {
	worst, least := 0, math.MaxInt
	for i, q := range b.quality {
		value := int(q.depth) - 8*int((age-uint64(q.state>>ageShift))&ageMask)
		if q.bound() == NoBound {
			value = math.MinInt
		}
		if value < least {
			worst, least = i, value
		}
	}
	return worst
}

// used returns how many slots have an entry.
func (b *bucket) used() (n int) {
	head := b.head.Load()
	for i := range b.slots {
		if head>>(laneBits*i)&tagMask != 0 {
			n++
		}
	}
	return n
}

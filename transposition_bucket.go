package chess

import (
	"math"
	"math/bits"
	"runtime"
	"sync/atomic"
)

// A bucket is three cache lines: its head, and what is kept of four positions,
// with the whole identity of each.
//
// The head has a lane of 16 bits for each slot, of which the lower 15 are the
// slot's tag; the highest bit of all locks the rest of the bucket. Most look-ups
// find no tag like theirs: they read that word and no more. The others, and all
// who store, set the bit; they clear it as they write the tags back. So either
// costs two atomic writes, and the rest is plain.
//
// Nobody ever waits: who finds the bucket locked has found nothing, or stores
// nothing. A table may forget.
type bucket struct {
	head   atomic.Uint64
	merits [4]merit
	evals  [4]int16 // the static evaluations
	slots  [4]slot  // the first ends with the first cache line
	_      uint64
}

// A merit is what makes an entry worth keeping.
type merit struct {
	depth uint8
	state uint8 // bound (2), age (6)
}

func newMerit(depth uint8, bound Bound, age uint64) merit {
	return merit{depth, uint8(bound) | uint8(age&ageMask)<<ageShift}
}

func (m merit) bound() Bound { return Bound(m.state & (1<<ageShift - 1)) }

// A slot is a Key with what was found for it, without a gap.
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

// tagOf returns the bits of a hash that the index depends on least. 0 is the tag
// of an empty slot.
func tagOf(hash uint64) uint64 { return max(hash&tagMask, 1) }

// alike returns a word with a bit in the lane of each slot that has the tag.
func alike(head, tag uint64) uint64 {
	other := head&(tagMask*lanes) ^ tag*lanes
	return ^(other + tagMask*lanes) & ((tagMask + 1) * lanes)
}

// lock locks the bucket if it is as its head was read, and free.
func (b *bucket) lock(head uint64) bool {
	return head&locked == 0 && b.head.CompareAndSwap(head, head|locked)
}

// find returns the slot, of those in a word from alike, that holds the position,
// or -1. The caller has the lock.
func (b *bucket) find(alike uint64, key *Key) int {
	for ; alike != 0; alike &= alike - 1 {
		i := bits.TrailingZeros64(alike) / laneBits
		if s := &b.slots[i]; s.cells == key.cells && s.state == key.state {
			return i
		}
	}
	return -1
}

// lookup returns what the bucket holds for the position with the key, which has
// the hash. An entry that is found counts as one of the search of that age.
func (b *bucket) lookup(key *Key, hash, age uint64) (e Entry, ok bool) {
	head := b.head.Load()
	same := alike(head, tagOf(hash))
	if same == 0 || !b.lock(head) {
		return e, false
	}
	if i := b.find(same, key); i >= 0 {
		m := &b.merits[i]
		*m = newMerit(m.depth, m.bound(), age)
		e, ok = b.entry(i), true
	}
	b.head.Store(head)
	return e, ok
}

// entry decodes the i-th slot. The caller has the lock.
func (b *bucket) entry(i int) Entry {
	s, m := &b.slots[i], b.merits[i]
	return Entry{
		Score: Score(s.score),
		Depth: int(m.depth),
		Bound: m.bound(),
		Move:  unpackMove(s.move),
		Eval:  Score(b.evals[i]),
	}
}

// snapshot returns what the i-th slot holds, an entry without a bound if it is
// empty. Unlike all others it waits for the lock.
func (b *bucket) snapshot(i int) (key Key, e Entry) {
	head := b.head.Load()
	for ; !b.lock(head); head = b.head.Load() {
		runtime.Gosched()
	}
	key, e = Key{b.slots[i].cells, b.slots[i].state}, b.entry(i)
	b.head.Store(head)
	return key, e
}

// store stores an entry within range for the position with the key, which has the
// hash.
func (b *bucket) store(key *Key, hash, age uint64, e Entry) {
	head, tag := b.head.Load(), tagOf(hash)
	if !b.lock(head) {
		return
	}
	move := e.Move.pack()
	i := b.find(alike(head, tag), key)
	if i < 0 {
		i = b.worst(age)
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
	b.merits[i] = newMerit(uint8(e.Depth), e.Bound, age)
	b.head.Store(head)
}

// worst returns the slot of least worth: an empty one, or that of least depth
// less eight plies for each search gone by since. The caller has the lock.
func (b *bucket) worst(age uint64) int {
	victim, least := 0, math.MaxInt
	for i, m := range b.merits {
		worth := int(m.depth) - 8*int((age-uint64(m.state>>ageShift))&ageMask)
		if m.bound() == NoBound {
			worth = math.MinInt
		}
		if worth < least {
			victim, least = i, worth
		}
	}
	return victim
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

//go:build !barekey

package chess

import (
	"math"
	"math/bits"
	"runtime"
	"sync/atomic"
)

// A bucket is three cache lines: a head of four words and four slots, each with
// room for an entry and the whole identity of its position. The words of the
// head, but the first, have a lane of 16 bits for each slot. A look-up that
// finds nothing reads one of them and no more.
//
// The first word is a sequence number: even, and one more while somebody writes.
// A reader takes what it has read only if the number was even before and is the
// same after: then nobody has written meanwhile, for the number never comes
// again (at a store in a nanosecond, 64 bits last for three centuries).
// All words are atomic, which in Go means that all goroutines see the loads and
// stores in one order, and on amd64 costs a load nothing.
//
// Nobody ever waits. A reader that was disturbed has found nothing, and a writer
// that finds another at work leaves the bucket alone: a table may forget.
type bucket struct {
	sequence atomic.Uint64
	tags     atomic.Uint64 // bits of the hash that the index depends on least
	evals    atomic.Uint64 // the static evaluations
	merits   atomic.Uint64 // what makes an entry worth keeping: depth (8), bound (2), age (6)
	slots    [4]slot
}

// A slot is the board in nibbles, and in one word from the lowest bit the rest
// of the identity (22 bits), nothing (10), the score (16) and the move (16).
type slot struct {
	cells [4]atomic.Uint64
	word  atomic.Uint64
}

const (
	bucketSize = 192 // in bytes

	laneBits  = 16
	lanesLow  = 0x0001_0001_0001_0001
	lanesHigh = lanesLow << (laneBits - 1)

	boundShift = 8
	ageShift   = boundShift + 2
	ageMask    = 1<<(laneBits-ageShift) - 1

	scoreShift = 32
	moveShift  = scoreShift + 16
	stateMask  = 1<<stateBits - 1
)

// lookup is Lookup by the hash of key.
func (t *Table) lookup(key *Key, hash uint64) (Entry, bool) {
	b := t.bucket(hash)
	for like := b.like(hash); like != 0; like &= like - 1 {
		i := bits.TrailingZeros64(like) / laneBits
		if e, ok := b.read(i, key); ok {
			b.touch(i, t.age)
			return e, true
		}
	}
	return Entry{}, false
}

// like returns a word with a bit in the lane of each slot whose tag is that of
// the hash. It may have more above the lowest.
func (b *bucket) like(hash uint64) uint64 {
	other := b.tags.Load() ^ hash&(1<<laneBits-1)*lanesLow
	return (other - lanesLow) &^ other & lanesHigh
}

// read returns the entry of the i-th slot if it is the position's.
func (b *bucket) read(i int, key *Key) (Entry, bool) {
	s := &b.slots[i]
	sequence := b.sequence.Load()
	if !s.holds(key) {
		return Entry{}, false
	}
	e := b.entry(i)
	return e, sequence&1 == 0 && b.sequence.Load() == sequence && e.Bound != NoBound
}

// snapshot returns what the i-th slot holds. Unlike read it waits for those who
// write.
func (b *bucket) snapshot(i int) (Key, Entry) {
	for ; ; runtime.Gosched() {
		sequence := b.sequence.Load()
		var key Key
		for j := range key.cells {
			key.cells[j] = b.slots[i].cells[j].Load()
		}
		key.state = uint32(b.slots[i].word.Load() & stateMask)
		if e := b.entry(i); sequence&1 == 0 && b.sequence.Load() == sequence {
			return key, e
		}
	}
}

// entry decodes the i-th slot. The caller sees to it that nobody writes.
func (b *bucket) entry(i int) Entry {
	word, eval, merit := b.slots[i].word.Load(), lane(b.evals.Load(), i), lane(b.merits.Load(), i)
	return Entry{
		Score: Score(int16(word >> scoreShift)),
		Depth: int(uint8(merit)),
		Bound: Bound(merit >> boundShift & 3),
		Move:  unpackMove(uint16(word >> moveShift)),
		Eval:  Score(int16(eval)),
	}
}

// touch makes the entry of the i-th slot as young as the search. If somebody
// else is faster, it may stay as old as it was.
func (b *bucket) touch(i int, age uint64) {
	merits := b.merits.Load()
	if young := withLane(merits, i, lane(merits, i)&(1<<ageShift-1)|uint16(age)<<ageShift); young != merits {
		b.merits.CompareAndSwap(merits, young)
	}
}

// store is Store by the hash of key, of an entry within range.
func (t *Table) store(key *Key, hash uint64, e Entry) {
	b := t.bucket(hash)
	sequence := b.sequence.Load()
	if sequence&1 != 0 || !b.sequence.CompareAndSwap(sequence, sequence+1) {
		return
	}
	merits, evals := b.merits.Load(), b.evals.Load()
	move := e.Move.pack()
	i := b.own(key, hash)
	if i < 0 {
		i = worst(merits, t.age)
		s := &b.slots[i]
		for j := range s.cells {
			s.cells[j].Store(key.cells[j])
		}
		b.tags.Store(withLane(b.tags.Load(), i, uint16(hash)))
	} else {
		if move == 0 {
			move = uint16(b.slots[i].word.Load() >> moveShift)
		}
		if e.Eval == Unevaluated {
			e.Eval = Score(int16(lane(evals, i)))
		}
	}
	b.slots[i].word.Store(uint64(key.state) | uint64(uint16(e.Score))<<scoreShift | uint64(move)<<moveShift)
	if young := withLane(evals, i, uint16(e.Eval)); young != evals {
		b.evals.Store(young)
	}
	b.merits.Store(withLane(merits, i, uint16(e.Depth)|uint16(e.Bound)<<boundShift|uint16(t.age)<<ageShift))
	b.sequence.Store(sequence + 2)
}

// own returns the slot that holds the position, or -1. The caller is writing.
func (b *bucket) own(key *Key, hash uint64) int {
	for like := b.like(hash); like != 0; like &= like - 1 {
		if i := bits.TrailingZeros64(like) / laneBits; b.slots[i].holds(key) {
			return i
		}
	}
	return -1
}

// worst returns the slot of least worth: an empty one, or that of least depth
// less eight plies for each search gone by since.
func worst(merits, age uint64) int {
	victim, least := 0, math.MaxInt
	for i := range 4 {
		merit := lane(merits, i)
		worth := int(uint8(merit)) - 8*int((age-uint64(merit>>ageShift))&ageMask)
		if merit>>boundShift&3 == uint16(NoBound) {
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
	merits := b.merits.Load()
	for i := range b.slots {
		if lane(merits, i)>>boundShift&3 != uint16(NoBound) {
			n++
		}
	}
	return n
}

// holds reports whether the slot has the position. It compares all words before
// it decides.
func (s *slot) holds(key *Key) bool {
	return (s.cells[0].Load()^key.cells[0])|(s.cells[1].Load()^key.cells[1])|
		(s.cells[2].Load()^key.cells[2])|(s.cells[3].Load()^key.cells[3])|
		(s.word.Load()^uint64(key.state))&stateMask == 0
}

func lane(word uint64, i int) uint16 { return uint16(word >> (laneBits * i)) }

func withLane(word uint64, i int, x uint16) uint64 {
	at := laneBits * i
	return word&^((1<<laneBits-1)<<at) | uint64(x)<<at
}

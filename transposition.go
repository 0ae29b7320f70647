package chess

import (
	"errors"
	"math"
	"math/bits"
	"runtime"
	"sync/atomic"
)

// Bound says what a score in a table is.
type Bound uint8

// The bounds. The zero Bound is no score at all.
const (
	NoBound    Bound = iota
	UpperBound       // the true score is at most this
	LowerBound       // the true score is at least this
	Exact
)

// Entry is what a Table keeps about a position.
type Entry struct {
	Score Score // from the point of view of the side to move; within 16 bits
	Depth int   // plies searched, 0 to 255
	Bound Bound // not NoBound
	Move  Move  // the best move known, or the null move
}

// Table is a transposition table keyed on EPDs: a fixed number of entries, of
// which the least useful gives way. It is exact. An entry holds the whole
// identity of its position, so what is found for a position was stored for
// that position, never for another with the same hash.
//
// Make one with NewTable. It may be used by many goroutines at once. Scores of
// mates should be relative to the position and not to the root of a search, as
// AlphaBeta stores them.
type Table struct {
	buckets []bucket
	shift   uint
	age     uint32
}

// A bucket is two cache lines: three entries, when each was stored, and a lock.
type bucket struct {
	lock    atomic.Uint32
	ages    [3]uint8
	_       uint8
	entries [3]slot
}

// A slot holds an entry in 40 bytes: the board in nibbles, and in one word from
// the lowest bit the rest of the identity (22 bits), the bound (2), the depth
// (8), the score (16) and the move (16).
type slot struct {
	cells [4]uint64
	word  uint64
}

const (
	boundShift = stateBits
	depthShift = boundShift + 2
	scoreShift = depthShift + 8
	moveShift  = scoreShift + 16
	stateMask  = 1<<stateBits - 1
)

// bucketSize is the size of a bucket in bytes.
const bucketSize = 128

// NewTable returns an empty table of at most the given size in bytes, but at
// least one bucket of 128 bytes with three entries.
func NewTable(size int) *Table {
	n := uint(bits.Len(uint(max(size/bucketSize, 1))) - 1)
	return &Table{buckets: make([]bucket, 1<<n), shift: 64 - n}
}

// Size returns the size of the table in bytes: a power of two.
func (t *Table) Size() int { return len(t.buckets) * bucketSize }

// Get returns what is stored for the position with the given EPD; false if
// nothing is, or if it is not the EPD of a position.
func (t *Table) Get(epd string) (Entry, bool) {
	p, err := ParseFEN(epd)
	if err != nil {
		return Entry{}, false
	}
	key := p.Key()
	return t.Lookup(&key)
}

// Put stores e for the position with the given EPD, which may give way to others
// at any time. If e has no move, the one that was stored before is kept. It is
// an error if the EPD is none (as from ParseFEN), or if e is out of range.
func (t *Table) Put(epd string, e Entry) error {
	if e != e.clamp() || e.Bound == NoBound || e.Bound > Exact {
		return errors.New("chess: entry out of range")
	}
	p, err := ParseFEN(epd)
	if err != nil {
		return err
	}
	key := p.Key()
	t.Store(&key, e)
	return nil
}

// Lookup is Get by the key that an EPD packs. It allocates nothing.
func (t *Table) Lookup(key *Key) (Entry, bool) {
	return t.lookup(key, key.hash())
}

// Store is Put by the key that an EPD packs. What is out of range is brought
// into it, and an entry without a bound is not stored. It allocates nothing.
func (t *Table) Store(key *Key, e Entry) {
	if e.Bound != NoBound && e.Bound <= Exact {
		t.store(key, key.hash(), e.clamp())
	}
}

// clamp brings score and depth into the range there is room for.
func (e Entry) clamp() Entry {
	e.Score = min(max(e.Score, math.MinInt16), math.MaxInt16)
	e.Depth = min(max(e.Depth, 0), math.MaxUint8)
	return e
}

func (t *Table) lookup(key *Key, hash uint64) (Entry, bool) {
	b := &t.buckets[hash>>t.shift]
	b.acquire()
	for i := range b.entries {
		if p := &b.entries[i]; p.holds(key) {
			e := p.entry()
			b.ages[i] = uint8(t.age)
			b.lock.Store(0)
			return e, true
		}
	}
	b.lock.Store(0)
	return Entry{}, false
}

func (t *Table) store(key *Key, hash uint64, e Entry) {
	b := &t.buckets[hash>>t.shift]
	b.acquire()
	defer b.lock.Store(0)
	// The position's own entry, an empty one, or the one of least worth, which
	// is its depth less eight plies for each search gone by since.
	victim, least := 0, int(1<<30)
	for i := range b.entries {
		p := &b.entries[i]
		if p.holds(key) {
			if e.Move == 0 {
				e.Move = p.entry().Move
			}
			victim = i
			break
		}
		worth := int(uint8(p.word>>depthShift)) - 8*int(uint8(t.age)-b.ages[i])
		if p.word>>boundShift&3 == uint64(NoBound) {
			worth = -1 << 30
		}
		if worth < least {
			victim, least = i, worth
		}
	}
	p := &b.entries[victim]
	p.cells = key.cells
	p.word = uint64(key.state) | uint64(e.Bound)<<boundShift | uint64(uint8(e.Depth))<<depthShift |
		uint64(uint16(e.Score))<<scoreShift | uint64(e.Move.pack())<<moveShift
	b.ages[victim] = uint8(t.age)
}

// acquire takes the bucket's lock. It is held for a few nanoseconds, unless the
// holder is interrupted: then whoever waits makes way.
func (b *bucket) acquire() {
	for tries := 0; !b.lock.CompareAndSwap(0, 1); tries++ {
		if tries >= 100 {
			runtime.Gosched()
		}
	}
}

func (p *slot) holds(key *Key) bool {
	return p.cells == key.cells && uint32(p.word)&stateMask == key.state && p.word>>boundShift&3 != 0
}

func (p *slot) entry() Entry {
	return Entry{
		Score: Score(int16(p.word >> scoreShift)),
		Depth: int(uint8(p.word >> depthShift)),
		Bound: Bound(p.word >> boundShift & 3),
		Move:  unpackMove(uint16(p.word >> moveShift)),
	}
}

// pack squeezes a move into 16 bits: 4 for its kind, 6 for each square.
func (m Move) pack() uint16 {
	return uint16(m>>16<<12) | uint16(m.From())<<6 | uint16(m.To())
}

func unpackMove(x uint16) Move {
	if x == 0 {
		return 0
	}
	return Move(x>>12)<<16 | Move(mailbox[x>>6&63])<<8 | Move(mailbox[x&63])
}

// nextSearch makes what is stored so far give way sooner.
func (t *Table) nextSearch() { t.age++ }

// Clear forgets everything. No other goroutine may use the table meanwhile.
func (t *Table) Clear() {
	clear(t.buckets)
	t.age = 0
}

// Full returns how much of the table is in use, per mille, from a sample.
func (t *Table) Full() int {
	used, all := 0, 0
	for i := range t.buckets[:min(len(t.buckets), 1000)] {
		b := &t.buckets[i]
		b.acquire()
		for j := range b.entries {
			all++
			if b.entries[j].word>>boundShift&3 != 0 {
				used++
			}
		}
		b.lock.Store(0)
	}
	return used * 1000 / all
}

package chess

import (
	"errors"
	"fmt"
	"math"
	"sync/atomic"

	"github.com/seed-0971039b/chess/internal/memory"
)

// Table is a transposition table of fixed size, keyed on EPDs. A new entry replaces that of the
// same position, or else the one of its bucket with the least depth, less 8 plies for each search
// of an AlphaBeta since it was last used. No entry is ever found for another position, whatever its hash.
//
// Make one with NewTable; the zero Table stores nothing. Several goroutines may use it at once:
// none waits, but an entry whose bucket is in use by another is not found, or not stored. Use the
// Table of an AlphaBeta only between its searches. Scores of mates should count from the position,
// not from the root of a search.
type Table struct {
	_       noCopy
	buckets []bucket
	age     uint64              // how many searches there have been
	law     atomic.Pointer[law] // of the games that an AlphaBeta searched with it
}

// String says how large the table is.
func (t *Table) String() string { return fmt.Sprintf("table of %.1f MiB", float64(t.Size())/(1<<20)) }

// NewTable returns an empty table of a size in mebibytes, from 512 KiB to 1 TiB. Five entries
// take 128 bytes; entries of three-check, and of positions with a piece that must come from a
// promotion, take the room of two. The table is smaller if there is not enough memory: see Size.
func NewTable(mebibytes int) *Table { return newTable(memory.Fit(tableBytes(mebibytes), 0)) }

// tableBytes returns the size of a table in bytes.
func tableBytes(mebibytes int) int {
	return int(min(int64(max(0, min(mebibytes, 1<<20)))<<20, math.MaxInt/2+1))
}

// newTable returns an empty table of at most the given size in bytes, or of the smallest.
func newTable(size int) *Table {
	return &Table{buckets: make([]bucket, max(size/bucketSize, minBuckets))}
}

// Size returns the size of the table in bytes.
func (t *Table) Size() int { return len(t.buckets) * bucketSize }

// hashfull returns how much of the table is in use, per mille, from a sample.
func (t *Table) hashfull() int {
	used, all := 0, 0
	for i := range t.buckets[:min(len(t.buckets), 1000)] {
		used += t.buckets[i].used()
		all += len(t.buckets[i].slots)
	}
	return used * 1000 / max(all, 1)
}

// clear removes all entries. No other goroutine may use the table meanwhile.
func (t *Table) clear() {
	clear(t.buckets)
	t.age = 0
	t.law.Store(nil)
}

// nextSearch ages the table, so that older entries are replaced first.
func (t *Table) nextSearch() { t.age++ }

// Get returns the entry of the position with an EPD, or any text that ParseFEN accepts; false if
// there is none. For the text that EPD writes it allocates nothing, and takes twice the time of
// Position.Key and Lookup; for others, five times or more.
func (t *Table) Get(epd string) (Entry, bool) {
	key, err := ParseKey(epd)
	if err != nil {
		return Entry{}, false
	}
	return t.Lookup(&key)
}

// Put stores e for the position with an EPD. If e has no move or no evaluation, those of the
// position's last entry stay. It is an error if ParseFEN does not accept epd, if e is out of
// range, or if the move is not legal.
func (t *Table) Put(epd string, e Entry) error {
	if e != e.clamp() || e.Bound == NoBound || e.Bound > Exact {
		return errors.New("chess: entry out of range")
	}
	var p Position
	if err := p.identify(epd); err != nil {
		return err
	}
	key := p.key()
	if e.Move != 0 && p.castles(e.Move) {
		p = key.Position() // with the rooks in their places
		e.Move = p.canonical(e.Move)
	}
	if e.Move != 0 && !p.legal(e.Move) {
		return fmt.Errorf("chess: %w: %v in %s", ErrIllegal, e.Move, epd)
	}
	t.Store(&key, e)
	return nil
}

// Lookup is like Get, by the Key of a position. It allocates nothing.
func (t *Table) Lookup(key *Key) (Entry, bool) {
	if len(t.buckets) == 0 {
		return Entry{}, false
	}
	a := t.address(key)
	return t.lookup(&a)
}

// Store is like Put, by the Key of a position, but checks nothing: it clamps values that are out
// of range, and does not store an entry without a bound. It allocates nothing.
func (t *Table) Store(key *Key, e Entry) {
	if e.Bound != NoBound && e.Bound <= Exact && len(t.buckets) > 0 {
		a := t.address(key)
		t.store(&a, e.clamp())
	}
}

// address returns the address of a key.
func (t *Table) address(key *Key) address {
	a, pieces := address{key: *key}, key.packing()
	a.locate(len(t.buckets), &pieces)
	return a
}

// touch reads the bucket of the address, so that the cache has it soon. There is no other
// way to prefetch in Go.
func (t *Table) touch(a *address) { t.buckets[a.bucket].touch() }

// lookup is Lookup by the address of the position.
func (t *Table) lookup(a *address) (Entry, bool) { return t.buckets[a.bucket].lookup(a, t.age) }

// store is Store by the address of the position, for an entry within range.
func (t *Table) store(a *address, e Entry) { t.buckets[a.bucket].store(a, t.age, e) }

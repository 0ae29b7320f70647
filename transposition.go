package chess

import (
	"errors"
	"fmt"
	"math"
)

// Table is a transposition table keyed on EPDs, with a fixed number of entries. A
// new entry replaces the least valuable one of its bucket. The table is exact: an
// entry holds the whole identity of its position, so what is found for a position
// was stored for that position, never for another with the same hash.
//
// Make one with NewTable; the zero Table stores nothing. It may be used by many goroutines at once. No method
// except WriteTo ever waits: while one goroutine uses a bucket, others find nothing
// there, and what they store there is lost. Scores of mates should be relative to
// the position and not to the root of a search, as AlphaBeta stores them.
type Table struct {
	_       noCopy
	buckets []bucket
	age     uint64 // how many searches there have been
}

// String says how large the table is.
func (t *Table) String() string { return fmt.Sprintf("table of %.1f MiB", float64(t.Size())/(1<<20)) }

// NewTable returns an empty table of the given size in mebibytes, as engines
// measure it: at most 1,048,576, and 1,024 where an int has 32 bits. Five entries
// take 128 bytes, and the smallest table takes 512 KiB. An entry takes the room of two
// in three-check, and where a side has pieces that it can only have by a promotion, such
// as a second queen.
//
// If there is not enough memory, it returns the largest table for which there is: see Size.
// On Linux that is seven eighths of the memory that is available to the process and its
// control groups. Other Unix systems only refuse what is beyond the limits of a process; on
// all others nothing is known, and a program that asks for too much ends. A table of
// up to 16 MiB is always made.
func NewTable(mebibytes int) *Table { return newTable(fitTable(tableBytes(mebibytes), 0)) }

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

// Hashfull returns how much of the table is in use, per mille, from a sample.
func (t *Table) Hashfull() int {
	used, all := 0, 0
	for i := range t.buckets[:min(len(t.buckets), 1000)] {
		used += t.buckets[i].used()
		all += len(t.buckets[i].slots)
	}
	return used * 1000 / max(all, 1)
}

// Clear removes all entries. No other goroutine may use the table meanwhile.
func (t *Table) Clear() {
	clear(t.buckets)
	t.age = 0
}

// nextSearch ages the table, so that older entries are replaced first.
func (t *Table) nextSearch() { t.age++ }

// Get returns the entry of the position with the given EPD; false if there is
// none, or if epd is not the EPD of a position. It takes any text that ParseFEN
// accepts. For the text that EPD writes it allocates nothing, and takes twice the time
// of Position.Key and Lookup, or three times with the call of EPD. For any other text it
// takes five times the time of these two, or more.
func (t *Table) Get(epd string) (Entry, bool) {
	key, err := ParseKey(epd)
	if err != nil {
		return Entry{}, false
	}
	return t.Lookup(&key)
}

// Put stores e for the position with the given EPD. Other entries may replace it
// at any time. If e has no move or no evaluation, that of the position's last entry
// is kept. It is an error if ParseFEN does not accept epd, if e is out of range, or
// if the move is not legal. It takes twice the time of Store, as Get does of Lookup.
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

// Store is like Put, by the Key of a position, but has no error: it clamps values
// that are out of range, does not store an entry without a bound, and does not
// check the move. It allocates nothing.
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

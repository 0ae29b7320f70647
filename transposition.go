package chess

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
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
	Score Score // from the point of view of the side to move; -Mate to Mate
	Depth int   // plies searched, 0 to 255
	Bound Bound // not NoBound
	Move  Move  // the best move known, or the null move
	Eval  Score // what an Evaluator says of the position, within ±MaxEvaluation, or Unevaluated
}

// Unevaluated is the Eval of an Entry that has none.
const Unevaluated Score = math.MinInt16

// Table is a transposition table keyed on EPDs: a fixed number of entries, of
// which the least useful gives way. It is exact. An entry holds the whole
// identity of its position, so what is found for a position was stored for
// that position, never for another with the same hash.
//
// Make one with NewTable. It may be used by many goroutines at once. But for
// WriteTo none ever waits: while one is at a bucket, others find nothing there,
// and what they would store there is lost. Scores of mates should be relative to
// the position and not to the root of a search, as AlphaBeta stores them.
type Table struct {
	buckets []bucket
	age     uint64 // how many searches there were
}

// NewTable returns an empty table of at most the given size in bytes, but at
// least one bucket: four entries in 192 bytes.
func NewTable(size int) *Table {
	return &Table{buckets: make([]bucket, max(size/bucketSize, 1))}
}

// Size returns the size of the table in bytes.
func (t *Table) Size() int { return len(t.buckets) * bucketSize }

// bucket returns where positions with the given hash belong: the hash is taken
// as a fraction of the table.
func (t *Table) bucket(hash uint64) *bucket {
	i, _ := bits.Mul64(hash, uint64(len(t.buckets)))
	return &t.buckets[i]
}

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
// at any time. If e has no move or no evaluation, the one that was stored before
// is kept. It is an error if the EPD is none (as from ParseFEN), if e is out of
// range, or if its move is not legal.
func (t *Table) Put(epd string, e Entry) error {
	if e != e.clamp() || e.Bound == NoBound || e.Bound > Exact {
		return errors.New("chess: entry out of range")
	}
	p, err := ParseFEN(epd)
	if err != nil {
		return err
	}
	if e.Move != 0 && !p.Legal(e.Move) {
		return fmt.Errorf("%w: %v in %s", ErrIllegal, e.Move, epd)
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
// into it, an entry without a bound is not stored, and the move is not looked
// at. It allocates nothing.
func (t *Table) Store(key *Key, e Entry) {
	if e.Bound != NoBound && e.Bound <= Exact {
		t.store(key, key.hash(), e.clamp())
	}
}

// clamp brings e into the range of what a search can find.
func (e Entry) clamp() Entry {
	e.Score = min(max(e.Score, -Mate), Mate)
	if e.Eval != Unevaluated {
		e.Eval = min(max(e.Eval, -MaxEvaluation), MaxEvaluation)
	}
	e.Depth = min(max(e.Depth, 0), math.MaxUint8)
	return e
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
		used += t.buckets[i].used()
		all += len(t.buckets[i].slots)
	}
	return used * 1000 / all
}

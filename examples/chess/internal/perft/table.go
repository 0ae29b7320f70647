package perft

import (
	"hash/maphash"
	"math/bits"
	"runtime/debug"
	"sync/atomic"

	"github.com/seed-0971039b/chess"
)

// table stores the counts of subtrees by position and depth. It is exact: an entry
// holds the whole key of its position, so there are no collisions. Of two positions
// with the same entry, the later one replaces the earlier one. It is safe for
// concurrent use. From the start position, seven plies with a table of 256 MB take a
// quarter of the time without one.
type table struct {
	seed    maphash.Seed
	entries []entry
	mask    uint64
}

// entry fills a cache line. A depth of 0 is an empty entry.
type entry struct {
	lock  atomic.Uint32
	depth uint32
	key   chess.Key
	count uint64
	_     [8]byte
}

const entrySize = 64

// memoryFor returns for how many of these megabytes there is memory: a chess.Table is as
// large as it can be. Nothing is written to it, so that the system gives it no memory.
func memoryFor(megabytes int) int {
	size := chess.NewTable(megabytes).Size()
	debug.FreeOSMemory()
	return (size + 1<<20 - 1) >> 20
}

// newTable returns a table of at most this many megabytes, or nil for 0.
func newTable(megabytes int) *table {
	if megabytes == 0 {
		return nil
	}
	return newTableOf(1 << (bits.Len(uint(megabytes<<20/entrySize)) - 1))
}

// newTableOf returns a table of n entries, a power of two.
func newTableOf(n int) *table {
	return &table{seed: maphash.MakeSeed(), entries: make([]entry, n), mask: uint64(n - 1)}
}

// acquire takes the lock of an entry, which is held only for nanoseconds.
func (e *entry) acquire() {
	for !e.lock.CompareAndSwap(0, 1) {
	}
}

// perft is chess.Perft for a depth of two or more. It appends its moves to buf,
// which has room for those of all plies.
func (t *table) perft(p *chess.Position, depth int, buf []chess.Move) uint64 {
	key := p.Key()
	e := &t.entries[maphash.Comparable(t.seed, key)&t.mask]
	e.acquire()
	hit, count := e.depth == uint32(depth) && e.key == key, e.count
	e.lock.Store(0)
	if hit {
		return count
	}
	count = 0
	moves := p.AppendMoves(buf)
	var next chess.Position
	for _, m := range moves[len(buf):] {
		p.Do(m, &next)
		if depth == 2 {
			count += uint64(len(next.AppendMoves(moves)) - len(moves))
		} else {
			count += t.perft(&next, depth-1, moves)
		}
	}
	e.acquire()
	e.depth, e.key, e.count = uint32(depth), key, count
	e.lock.Store(0)
	return count
}

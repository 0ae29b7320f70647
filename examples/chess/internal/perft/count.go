package perft

import (
	"context"
	"fmt"
	"math/bits"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// counter runs perft on several goroutines.
type counter struct {
	threads  int
	table    table
	progress *progress.Progress // nil for none
}

// task is a subtree below a root move.
type task struct {
	root  chess.Move
	at    chess.Position
	depth int
	nodes uint64
}

// byMove returns the number of leaf nodes after each legal move of p, at a depth of
// at least one. A move that is generated twice, by mistake, counts twice.
func (c *counter) byMove(ctx context.Context, p *chess.Position, depth int) (map[chess.Move]uint64, error) {
	counts := map[chess.Move]uint64{}
	var tasks []task
	for _, m := range p.AppendMoves(nil) {
		counts[m] = 0
		next := p.After(m)
		if depth < 4 {
			tasks = append(tasks, task{root: m, at: next, depth: depth - 1})
			continue
		}
		// The subtrees of the root moves are too few and too uneven to balance the
		// load.
		for _, reply := range next.AppendMoves(nil) {
			tasks = append(tasks, task{root: m, at: next.After(reply), depth: depth - 2})
		}
	}
	if c.progress != nil {
		c.progress.Start(fmt.Sprintf("subtrees at depth %d", depth), 0, len(tasks))
	}
	jobs := func(yield func(*task, error) bool) {
		for i := range tasks {
			if !yield(&tasks[i], nil) {
				return
			}
		}
	}
	err := pgnfile.InOrder(ctx, jobs, slices.Repeat([]func(context.Context, *task){c.count}, c.threads), func(t *task) error {
		counts[t.root] += t.nodes
		if c.progress != nil {
			c.progress.Add(1)
		}
		return nil
	})
	return counts, err
}

// count is chess.Perft, with the table if there is one.
func (c *counter) count(_ context.Context, t *task) {
	if c.table == nil || t.depth < 2 {
		t.nodes = chess.Perft(t.at, t.depth)
	} else {
		t.nodes = c.table.perft(&t.at, t.depth, make([]chess.Move, 0, (t.depth+1)*chess.MaxMoves))
	}
}

// table stores the counts of subtrees by position and depth. It is exact: an entry
// holds the whole key of its position, so there are no collisions. Of two positions
// with the same entry, the later one replaces the earlier one. It is safe for
// concurrent use. From the start position, seven plies with a table of 256 MB take a
// quarter of the time without one.
type table []entry // a power of two of them, or none

// entry fills a cache line. A depth of 0 is an empty entry.
type entry struct {
	mu    sync.Mutex // held for nanoseconds
	depth int32
	key   chess.Key
	count uint64
}

const entrySize = 64

// memoryFor returns for how many of these megabytes there is memory: a chess.Table is as
// large as it can be. Nothing is written to it, so that the system gives it no memory.
func memoryFor(megabytes int) int {
	size := chess.NewTable(megabytes).Size()
	debug.FreeOSMemory()
	return (size + 1<<20 - 1) >> 20
}

// newTable returns a table of at most this many megabytes.
func newTable(megabytes int) table {
	if megabytes == 0 {
		return nil
	}
	return make(table, 1<<(bits.Len(uint(megabytes<<20/entrySize))-1))
}

// perft is chess.Perft for a depth of two or more. It appends its moves to buf,
// which has room for those of all plies.
func (t table) perft(p *chess.Position, depth int, buf []chess.Move) uint64 {
	key := p.Key()
	e := &t[key.Hash()&uint64(len(t)-1)]
	e.mu.Lock()
	hit, count := e.depth == int32(depth) && e.key == key, e.count
	e.mu.Unlock()
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
	e.mu.Lock()
	e.depth, e.key, e.count = int32(depth), key, count
	e.mu.Unlock()
	return count
}

package perft

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// counter runs perft on several goroutines.
type counter struct {
	threads  int
	table    *table             // nil if there is none
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
	var taken atomic.Int64
	var wg sync.WaitGroup
	for range min(c.threads, len(tasks)) {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := int(taken.Add(1)) - 1
				if i >= len(tasks) {
					return
				}
				t := &tasks[i]
				t.nodes = c.count(&t.at, t.depth)
				if c.progress != nil {
					c.progress.Add(1)
				}
			}
		})
	}
	wg.Wait()
	for i := range tasks {
		counts[tasks[i].root] += tasks[i].nodes
	}
	return counts, ctx.Err()
}

// count is chess.Perft, with the table if there is one.
func (c *counter) count(p *chess.Position, depth int) uint64 {
	if c.table == nil || depth < 2 {
		return chess.Perft(*p, depth)
	}
	return c.table.perft(p, depth, make([]chess.Move, 0, (depth+1)*chess.MaxMoves))
}

// byName returns a function that compares moves of p by their UCI notation.
func byName(p *chess.Position) func(a, b chess.Move) int {
	return func(a, b chess.Move) int { return cmp.Compare(p.UCI(a), p.UCI(b)) }
}

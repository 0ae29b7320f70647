package perft

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
)

// difference is the first difference between the counts of an engine and of this
// program.
type difference struct {
	engine string
	start  chess.Position
	path   []string       // the moves from start to at
	at     chess.Position // the position with the difference
	depth  int            // the depth of the counts at that position
	move   string         // the first move that differs
	ours   string         // this program's count of the move, or "none"
	theirs string         // the engine's
}

// String returns a description of a few lines.
func (d *difference) String() string {
	path := strings.Join(d.path, " ")
	if path == "" {
		path = "no move"
	}
	return fmt.Sprintf("from   %v\nafter  %s\nat     %v\ndepth  %d\nmove   %s: %s by this program, %s by %s\n",
		d.start, path, d.at, d.depth, d.move, d.ours, d.theirs, d.engine)
}

// compare counts p by move, while the engine does the same, and returns the number
// of nodes and the difference, or nil if there is none.
func (c *counter) compare(ctx context.Context, e *engine, p chess.Position, depth int) (uint64, *difference, error) {
	return c.compareAt(ctx, e, p, depth, difference{engine: e.Name(), start: p})
}

// compareAt is compare for a position with the start and the path of d.
func (c *counter) compareAt(ctx context.Context, e *engine, p chess.Position, depth int, d difference) (uint64, *difference, error) {
	e.startPerft(&p, depth)
	counts, err := c.byMove(ctx, &p, depth)
	if err != nil {
		return 0, nil, err
	}
	theirs, err := e.perft()
	if err != nil {
		return 0, nil, err
	}
	sum := uint64(0)
	ours, moves := map[string]uint64{}, map[string]chess.Move{}
	for m, n := range counts {
		name := e.rules.uci(&p, m)
		ours[name] += n
		moves[name] = m
		sum += n
	}
	if maps.Equal(ours, theirs) {
		return sum, nil, nil
	}
	d.at, d.depth, d.move = p, depth, firstDifference(ours, theirs)
	d.ours, d.theirs = countOf(ours, d.move), countOf(theirs, d.move)
	if depth > 1 && d.ours != none && d.theirs != none {
		below := d
		below.path = append(d.path, d.move)
		_, deeper, err := c.compareAt(ctx, e, p.After(moves[d.move]), depth-1, below)
		if err != nil || deeper != nil {
			return sum, deeper, err
		}
	}
	return sum, &d, nil
}

// firstDifference returns the first move that only one of the two has, or, if there
// is none, the first move whose counts differ.
func firstDifference(ours, theirs map[string]uint64) string {
	first := ""
	names := slices.AppendSeq(slices.Collect(maps.Keys(ours)), maps.Keys(theirs))
	slices.Sort(names)
	for _, name := range names {
		n, okOurs := ours[name]
		k, okTheirs := theirs[name]
		if okOurs != okTheirs {
			return name
		}
		if n != k && first == "" {
			first = name
		}
	}
	return first
}

const none = "none"

// countOf formats the count of a move.
func countOf(counts map[string]uint64, move string) string {
	if n, ok := counts[move]; ok {
		return fmt.Sprint(n)
	}
	return none
}

package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
)

// difference is where the counts of an engine and of this program part.
type difference struct {
	engine string
	start  chess.Position
	path   []string       // the moves from start
	at     chess.Position // to here
	depth  int            // plies counted here
	move   string         // the first that differs
	ours   string         // its count, or "none"
	theirs string
}

// String tells it in a few lines, each of use with either program.
func (d *difference) String() string {
	path := strings.Join(d.path, " ")
	if path == "" {
		path = "no move"
	}
	return fmt.Sprintf("from   %v\nafter  %s\nat     %v\ndepth  %d\nmove   %s: %s by this program, %s by %s\n",
		d.start, path, d.at, d.depth, d.move, d.ours, d.theirs, d.engine)
}

// compare counts p by move, with the engine at the same time, and returns how
// many nodes there are and the difference, or nil.
func (c *counter) compare(ctx context.Context, e *engine, p chess.Position, depth int) (uint64, *difference, error) {
	return c.compareAt(ctx, e, p, depth, difference{engine: e.Name(), start: p})
}

// compareAt does it for a position that so far has been found as d tells.
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
	d.ours, d.theirs = tell(ours, d.move), tell(theirs, d.move)
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

// firstDifference returns the first move that only one of the two has, which
// says more than a count, or else the first whose counts differ.
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

// tell writes the count of a move.
func tell(counts map[string]uint64, move string) string {
	if n, ok := counts[move]; ok {
		return fmt.Sprint(n)
	}
	return none
}

package main

import (
	"context"
	"fmt"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// A comparison counts the positions of a table in which another tablebase says
// something else.
type comparison struct {
	positions int
	results   int // that differ
	distances int // to zeroing that differ: by more than one ply if the other's is rounded
	first     chess.Position
}

// compare compares a table with another tablebase. It calls shown after some of the
// positions, with their number.
func compare(ctx context.Context, t positions, other chess.Tablebase, shown func(n int)) (*comparison, error) {
	c := &comparison{}
	const often = 1 << 14
	for p, truth := range t.Positions() {
		w, err := other.WDL(p)
		if err != nil {
			return c, fmt.Errorf("%v: %w", p, err)
		}
		theirs, err := other.Probe(p)
		if err != nil {
			return c, fmt.Errorf("%v: %w", p, err)
		}
		sameResult := w == truth.WDL && theirs.WDL == truth.WDL
		longer := abs(truth.DTZ) - abs(theirs.DTZ)
		sameDistance := longer == 0 || longer == 1 && theirs.DTZRounded
		if !c.differ() && !(sameResult && sameDistance) {
			c.first = *p
		}
		if !sameResult {
			c.results++
		}
		if !sameDistance {
			c.distances++
		}
		if c.positions++; c.positions%often == 0 {
			shown(c.positions)
			if err := ctx.Err(); err != nil {
				return c, err
			}
		}
	}
	return c, ctx.Err()
}

// differ reports whether anything differs.
func (c *comparison) differ() bool { return c.results+c.distances > 0 }

// String says what was found.
func (c *comparison) String() string {
	if !c.differ() {
		return "all results and all distances to zeroing are the same"
	}
	return fmt.Sprintf("%s and %s differ, such as in %v", prose.Count(c.results, "result"), prose.Count(c.distances, "distance"), c.first)
}

package endings

import (
	"fmt"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// A comparison counts the positions of a table in which another tablebase says
// something else.
type comparison struct {
	other     chess.Tablebase
	results   int // that differ
	distances int // to zeroing that differ: by more than one ply if the other's is rounded
	First     chess.Position
}

// add compares a position.
func (c *comparison) add(p *chess.Position, truth chess.ProbeResult) error {
	w, err := c.other.WDL(p)
	if err != nil {
		return fmt.Errorf("%v: %w", p, err)
	}
	theirs, err := c.other.Probe(p)
	if err != nil {
		return fmt.Errorf("%v: %w", p, err)
	}
	sameResult := w == truth.WDL && theirs.WDL == truth.WDL
	longer := abs(truth.DTZ) - abs(theirs.DTZ)
	sameDistance := longer == 0 || longer == 1 && theirs.DTZRounded
	if !c.differ() && !(sameResult && sameDistance) {
		c.First = *p
	}
	if !sameResult {
		c.results++
	}
	if !sameDistance {
		c.distances++
	}
	return nil
}

// differ reports whether anything differs.
func (c *comparison) differ() bool { return c.results+c.distances > 0 }

// String says what was found.
func (c *comparison) String() string {
	if !c.differ() {
		return "all results and all distances to zeroing are the same"
	}
	return fmt.Sprintf("%s and %s differ, such as in %v", prose.Count(c.results, "result"), prose.Count(c.distances, "distance"), c.First)
}

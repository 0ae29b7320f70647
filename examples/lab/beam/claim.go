package main

import (
	"context"
	"fmt"
	"iter"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
)

// ByGame makes a step on chunks splittable: its restriction is the range of games,
// counted from 0, so that a runner can give some of those not yet started to another
// worker. Prism does so with slow elements.
type ByGame struct{}

// CreateInitialRestriction returns all games.
func (ByGame) CreateInitialRestriction(chunk Chunk) offsetrange.Restriction {
	return offsetrange.Restriction{End: int64(chunk.Count)}
}

// SplitRestriction does not split a chunk at first.
func (ByGame) SplitRestriction(_ Chunk, r offsetrange.Restriction) []offsetrange.Restriction {
	return []offsetrange.Restriction{r}
}

// RestrictionSize returns the number of games.
func (ByGame) RestrictionSize(_ Chunk, r offsetrange.Restriction) float64 { return r.Size() }

// CreateTracker returns a tracker that is safe to use while games are in work.
func (ByGame) CreateTracker(r offsetrange.Restriction) *sdf.LockRTracker {
	return sdf.NewLockRTracker(offsetrange.NewTracker(r))
}

// A claimed is a game of a chunk that a step works on.
type claimed struct {
	tree     *chess.GameTree // nil if no move of it can be read
	index    int64           // in the chunk
	number   int             // in the source, from 1
	problems []error         // what could not be read
}

// claim yields the games of a chunk, as long as it can claim them.
func claim(ctx context.Context, own *sdf.LockRTracker, chunk Chunk) iter.Seq2[*claimed, error] {
	return func(yield func(*claimed, error) bool) {
		first := firstOf(own)
		in, err := open(ctx, chunk.Path)
		if err != nil {
			yield(nil, pipelineError(err))
			return
		}
		defer in.Close()
		i := int64(-1)
		for t, err := range chess.NewPGNReader(in).All() {
			if i++; i < first {
				continue
			}
			if !own.TryClaim(i) {
				return
			}
			inSource(t, &chunk)
			g := &claimed{t, i, chunk.Games + int(i) + 1, pgnfile.Problems(t, err)}
			if err != nil && pgnfile.Empty(t) {
				g.tree = nil
			}
			if !yield(g, nil) {
				return
			}
		}
	}
}

// firstOf returns the first game of a restriction.
func firstOf(own *sdf.LockRTracker) int64 {
	return own.GetRestriction().(offsetrange.Restriction).Start
}

// orderFrom returns the sort key of the games of a chunk from one on.
func orderFrom(chunk *Chunk, game int64) string { return fmt.Sprintf("%s-%06d", chunk.Order, game) }

// add adds what is wrong with a game.
func (g *claimed) add(err error) {
	g.problems = append(g.problems, fmt.Errorf("game %d: %w", g.number, err))
}

// lines returns the problems, with the name of the source.
func (g *claimed) lines(source string) (lines []string) {
	for _, err := range g.problems {
		lines = append(lines, fmt.Sprintf("%s: %v", source, err))
	}
	return lines
}

package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/puzzle"
)

func init() {
	beam.RegisterDoFn(&Find{})
	beam.RegisterDoFn(&First{})
	beam.RegisterDoFn(&Collect{})
	register.Emitter2[string, Found]()
	register.Iter1[Found]()
}

// Found is a puzzle.
type Found struct {
	Chunk string // the Order of the games with which it was found
	Order string // puzzles sorted by Order are in the order of the games
	Text  []byte
}

// findPuzzles adds the steps from chunks to the puzzles in them, each position once, and
// to the problems of games.
func findPuzzles(s beam.Scope, c *settings, chunks beam.PCollection) (results, problems beam.PCollection) {
	found, problems := beam.ParDo2(s.Scope("Find"), &Find{Finder: c.puzzles}, chunks)
	same := beam.GroupByKey(s.Scope("Same position"), found)
	first := beam.ParDo(s.Scope("First"), &First{}, same)
	together := beam.GroupByKey(s.Scope("Same chunk"), first)
	return beam.ParDo(s.Scope("Collect"), &Collect{}, together), problems
}

// Find finds the puzzles in the games of a chunk, by the identifiers of their positions.
type Find struct {
	ByGame
	Finder chess.PuzzleFinder
	games  beam.Counter
}

// Setup makes the counter.
func (f *Find) Setup() { f.games = beam.NewCounter("chess", "games") }

// ProcessElement searches games one after the other, as long as it can claim them.
func (f *Find) ProcessElement(ctx context.Context, own *sdf.LockRTracker, chunk Chunk, emit func(string, Found), report func(Part)) error {
	from := orderFrom(&chunk, firstOf(own))
	problems := Part{Order: from}
	for g, err := range claim(ctx, own, chunk) {
		if err != nil {
			return err
		}
		if g.tree != nil {
			puzzles, err := f.Finder.Find(ctx, g.tree)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				g.add(err)
			} else {
				f.games.Inc(ctx, 1)
			}
			for i := range puzzles {
				text, err := puzzle.CSV.Append(nil, &puzzles[i], g.tree)
				if err != nil {
					return pipelineError(err)
				}
				emit(puzzles[i].Position.EPD(), Found{from, fmt.Sprintf("%s-%04d", orderFrom(&chunk, g.index), i), text})
			}
		}
		problems.Problems = append(problems.Problems, g.lines(chunk.Source)...)
	}
	report(problems) // also if there are none: without a part there is no output
	return nil
}

// First keeps of the puzzles with the same position the first.
type First struct{}

// ProcessElement emits the first puzzle by its chunk.
func (*First) ProcessElement(_ string, next func(*Found) bool, emit func(string, Found)) {
	var first Found
	for p := (Found{}); next(&p); p = (Found{}) {
		if first.Order == "" || p.Order < first.Order {
			first = p
		}
	}
	emit(first.Chunk, first)
}

// Collect joins the puzzles of a chunk.
type Collect struct{ puzzles beam.Counter }

// Setup makes the counter.
func (c *Collect) Setup() { c.puzzles = beam.NewCounter("chess", "puzzles") }

// ProcessElement returns the puzzles in the order of the games.
func (c *Collect) ProcessElement(ctx context.Context, chunk string, next func(*Found) bool) Result {
	var all []Found
	for p := (Found{}); next(&p); p = (Found{}) {
		all = append(all, p)
	}
	c.puzzles.Inc(ctx, int64(len(all)))
	slices.SortFunc(all, func(a, b Found) int { return strings.Compare(a.Order, b.Order) })
	r := Result{Order: chunk}
	for _, p := range all {
		r.Text = append(r.Text, p.Text...)
	}
	return r
}

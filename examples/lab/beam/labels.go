package main

import (
	"context"
	"strconv"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/selfplay"
)

func init() { beam.RegisterDoFn(&Label{}) }

// Label scores the quiet positions of the games of a chunk.
type Label struct {
	ByGame
	Player string // the description of who scores them
	Nodes  int64

	scorer           chess.Searcher
	labeller         *selfplay.Labeller
	games, positions beam.Counter
}

// Setup makes the player for all chunks of this worker.
func (l *Label) Setup(ctx context.Context) error {
	l.games = beam.NewCounter("chess", "games")
	l.positions = beam.NewCounter("chess", "positions")
	newScorer, err := player.Maker(l.Player)
	if err != nil {
		return pipelineError(err)
	}
	if l.scorer, err = newScorer(context.WithoutCancel(ctx)); err != nil {
		return pipelineError(err)
	}
	l.labeller = selfplay.NewLabeller(l.scorer, l.Nodes)
	return nil
}

// Teardown ends the player if it is an engine.
func (l *Label) Teardown() { player.Close(l.scorer) }

// ProcessElement labels games one after the other, as long as it can claim them.
func (l *Label) ProcessElement(ctx context.Context, own *sdf.LockRTracker, chunk Chunk, emit func(Result)) error {
	r := Result{Order: orderFrom(&chunk, firstOf(own))}
	for g, err := range claim(ctx, own, chunk) {
		if err != nil {
			return err
		}
		if g.tree != nil {
			var positions int
			r.Text, positions, err = l.labeller.Append(ctx, r.Text, g.tree, strconv.Itoa(g.number))
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				return pipelineError(err)
			}
			l.games.Inc(ctx, 1)
			l.positions.Inc(ctx, int64(positions))
		}
		r.Problems = append(r.Problems, g.lines(chunk.Source)...)
	}
	emit(r)
	return nil
}

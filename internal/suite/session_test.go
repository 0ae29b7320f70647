package suite_test

import (
	"context"

	"github.com/seed-0971039b/chess"
)

// A searcherFunc is the Search method of a Searcher.
type searcherFunc func(context.Context, *chess.Game, chess.Limits) (chess.Result, error)

// Search implements chess.Searcher.
func (f searcherFunc) Search(ctx context.Context, g *chess.Game, l chess.Limits) (chess.Result, error) {
	return f(ctx, g, l)
}

// firstMove plays the first legal move at once.
var firstMove = searcherFunc(func(_ context.Context, g *chess.Game, _ chess.Limits) (chess.Result, error) {
	if g.Outcome() != (chess.Outcome{}) {
		return chess.Result{}, chess.ErrGameOver
	}
	p := g.Position()
	moves := p.AppendMoves(nil)
	return chess.Result{Move: moves[0], PV: moves[:1:1], Bound: chess.Exact, Depth: 1, Nodes: 1}, nil
})

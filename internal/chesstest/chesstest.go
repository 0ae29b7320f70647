// Package chesstest has what several packages of tests need: positions, games, and
// searchers that do what a test wants.
package chesstest

import (
	"context"

	"github.com/seed-0971039b/chess"
)

// ThreeCheckFEN is the start position of three-check.
const ThreeCheckFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"

// FirstMove is a Searcher that plays the first legal move at once.
type FirstMove struct{}

// Search implements chess.Searcher.
func (FirstMove) Search(_ context.Context, g *chess.Game, l chess.Limits) (chess.Result, error) {
	if g.Outcome() != (chess.Outcome{}) {
		return chess.Result{}, chess.ErrGameOver
	}
	p := g.Position()
	moves := p.AppendMoves(nil)
	if len(l.SearchMoves) > 0 {
		moves = l.SearchMoves
	}
	return chess.Result{Move: moves[0], PV: moves[:1:1], Bound: chess.Exact, Depth: 1, Nodes: 1}, nil
}

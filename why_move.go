package chess

import (
	"context"
	"errors"
)

var errNotExplained = errors.New("chess: the evaluator does not explain: it is no *FeatureEvaluator")

// Why returns why the legal move m in the present position of g is good or bad, in
// comparison with the best move or, if it is the best, with the next. It searches for the
// best move within l, as Search does with Limits.WholeLines, and besides for m, for
// threats, and for what speaks against a claim; all together takes at most twice the nodes
// of the search for the best move. The deeper the search, the more of the remarks are right.
//
// It is an error if m is not legal, if the game is over, or if the evaluator is no
// *FeatureEvaluator. If ctx is done, the result is what is known by then.
func (a *AlphaBeta) Why(ctx context.Context, g *Game, m Move, l Limits) (Why, error) {
	if g == nil {
		return Why{}, errNoGame
	}
	a.makeReady()
	e, ok := a.Evaluator().(*FeatureEvaluator)
	if !ok {
		return Why{}, errNotExplained
	}
	p := g.Position()
	if m = p.canonical(m); !p.legal(m) {
		return Why{}, illegalMove(m)
	}
	l.WholeLines, l.MultiPV, l.SearchMoves = true, 1, nil
	best, err := a.Search(ctx, g, l)
	if err != nil {
		return Why{}, err
	}
	x := examination{ctx: ctx, searcher: a, evaluator: e, game: g, position: p, us: p.turn(), limits: l, first: best.Nodes, left: best.Nodes, depth: best.Depth}
	x.why = Why{Position: p, Move: m, Remarks: []Remark{}, Depth: best.Depth, Nodes: best.Nodes}
	if err := x.compare(best.Lines[0]); err != nil {
		return Why{}, err
	}
	x.remark()
	return x.why, nil
}

package chess

import "context"

// NegaScout is a Searcher: NegaAlphaBeta with null windows, to read beside it. It
// expects the first move of a node to be the best, and so it asks of each other move
// only whether it is better, by a search with a null window, which has more cutoffs.
// If it is better, the move is searched again for its score. The result is that of
// Minimax. Where moves are not ordered, many are searched twice.
//
// It is the NegaScout of A. Reinefeld, An Improvement to the Scout Tree Search
// Algorithm, ICCA Journal 6 (4), 1983: also the two plies at the leaves, whose scores
// are exact in any window, are not searched twice. The second search differs by one
// centipawn, so that its line, too, is that of Minimax.
//
// Make one with NewNegaScout, or take one of Players. It is Configurable: Depth and
// CapturesFirst are options. It is for one goroutine at a time.
type NegaScout struct {
	// Depth is how many plies to search when the limits set no depth.
	Depth int

	// CapturesFirst searches captures before other moves: the result is the same,
	// with fewer nodes.
	CapturesFirst bool

	// Trace, if it is not nil, is called for each node when the search leaves it, as
	// Trace of NegaAlphaBeta is. A node that is searched twice is left twice.
	Trace func(SearchNode)

	tree
}

// String returns the fields that are not zero.
func (s *NegaScout) String() string { return listFields(s) }

// NewNegaScout returns a NegaScout without move ordering, three plies deep, with e as
// its evaluator, or its own fork of e if e is a Forker.
func NewNegaScout(e Evaluator) *NegaScout {
	return &NegaScout{Depth: 3, tree: tree{eval: forked(e)}}
}

// Search implements Searcher. It obeys all limits, and searches by iterative
// deepening up to Limits.Depth, or else up to its own Depth.
func (s *NegaScout) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	s.ordered, s.trace = s.CapturesFirst, s.Trace
	return s.deepen(ctx, g, l, s.Depth, func(depth int, alpha, beta Score) Score {
		if beta == Mate { // there is no line yet to be better than
			return s.value(1, depth, alpha, beta)
		}
		return s.scout(1, depth, alpha, beta)
	})
}

// Options implements Configurable: a CheckOption or SpinOption for Depth and
// CapturesFirst, by their names.
func (s *NegaScout) Options() []Option { return fieldOptions(s) }

// SetOption implements Configurable. It must not be called during a search.
func (s *NegaScout) SetOption(name, value string) error { return setField(s, name, value) }

// value returns what NegaAlphaBeta.value does.
func (s *NegaScout) value(ply, depth int, alpha, beta Score) Score {
	if score, over := s.over(ply); over {
		return s.leave(ply, depth, alpha, beta, score, 0, 0)
	}
	if depth == 0 {
		return s.leave(ply, depth, alpha, beta, s.evaluate(ply, 0), 0, 0)
	}
	best, moves, searched := -Mate, s.moves(ply), 0
	for _, m := range moves {
		if best >= beta || !s.play(ply, m) {
			break
		}
		var score Score
		if searched == 0 {
			score = -s.value(ply+1, depth-1, -beta, -alpha)
		} else {
			score = -s.scout(ply+1, depth-1, -beta, -max(alpha, best))
		}
		searched++
		if score > best {
			best = score
			s.keep(ply, m)
		}
	}
	return s.leave(ply, depth, alpha, beta, best, len(moves), searched)
}

// scout returns what value does. It expects that the score is at least beta, that is,
// that the move which led here is no better than those before it.
func (s *NegaScout) scout(ply, depth int, alpha, beta Score) Score {
	score := s.value(ply, depth, beta-1, beta)
	if alpha < score && score < beta && depth > 1 {
		s.nodes[ply].again = true
		score = s.value(ply, depth, alpha, score+1)
		s.nodes[ply].again = false
	}
	return score
}

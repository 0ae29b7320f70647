package chess

import "context"

// NegaAlphaBeta is a Searcher: the alpha-beta of the textbooks, written once for
// both sides. It finds what Minimax finds, but does not search moves that cannot
// matter because an earlier one is good enough. Its fields, which may be changed
// between searches, are what published systems have added to that; NewNegaAlphaBeta
// sets none of them.
//
// Make one with NewNegaAlphaBeta, or take one of Players. It is Configurable: its
// fields are options. It is for one goroutine at a time.
type NegaAlphaBeta struct {
	// Depth is how many plies to search when the limits set no depth.
	Depth int

	// CapturesFirst searches captures before other moves: the result is the same,
	// with fewer nodes.
	CapturesFirst bool

	// CapturesBeyond is the number of plies after which only captures are searched,
	// and the static evaluation is taken if it is better; 0 searches all moves. For a
	// side in check all moves are searched.
	CapturesBeyond int

	// CheckBonus, in centipawns, is added to the evaluation at the end of a line for
	// each check that the side to move has given in the line, and subtracted for each
	// check that the other side has given.
	CheckBonus Score

	// ResignAt is the score at or below which it resigns, such as -1000; 0 is never.
	ResignAt Score

	// Trace, if it is not nil, is called for each node when the search leaves it, by the
	// goroutine that called Search: for a node after all nodes below it, and for the root
	// at the end of each iteration of iterative deepening. Nodes that are left because a
	// limit stops the search are not told.
	Trace func(SearchNode)

	tree
}

// String returns the fields that are not zero.
func (s *NegaAlphaBeta) String() string { return listFields(s) }

// NewNegaAlphaBeta returns the plain alpha-beta of the graph-grammar engine
// (2024), without move ordering: three plies deep, with e as its evaluator, or its
// own fork of e if e is a Forker. The system's evaluation
// is pesto of Evaluators.
func NewNegaAlphaBeta(e Evaluator) *NegaAlphaBeta {
	return &NegaAlphaBeta{Depth: 3, tree: tree{eval: forked(e)}}
}

// Search implements Searcher. It obeys all limits, and searches by iterative
// deepening up to Limits.Depth, or else up to its own Depth.
func (s *NegaAlphaBeta) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	s.ordered, s.trace = s.CapturesFirst, s.Trace
	r, err := s.deepen(ctx, g, l, s.Depth, func(depth int, alpha, beta Score) Score {
		return s.value(1, depth, alpha, beta, 0)
	})
	r.Resign = r.Depth > 0 && r.Score <= s.ResignAt && s.ResignAt < 0
	return r, err
}

// Options implements Configurable: a CheckOption or SpinOption for each field
// that is a bool or a number, by its name.
func (s *NegaAlphaBeta) Options() []Option { return fieldOptions(s) }

// SetOption implements Configurable. It must not be called during a search.
func (s *NegaAlphaBeta) SetOption(name, value string) error { return setField(s, name, value) }

// value returns the score of the position at ply for the side to move, if it is
// between alpha and beta; else a bound on it, not above alpha or not below beta.
// It means nothing once the search is stopped. bonus is what the checks in the line
// so far add to the evaluation, from the point of view of the side to move.
func (s *NegaAlphaBeta) value(ply, depth int, alpha, beta, bonus Score) Score {
	if score, over := s.over(ply); over {
		return s.leave(ply, depth, alpha, beta, score, 0, 0)
	}
	inCheck := s.nodes[ply].pos.inCheck()
	if inCheck {
		bonus -= s.CheckBonus
	}
	if depth == 0 {
		return s.leave(ply, depth, alpha, beta, s.evaluate(ply, bonus), 0, 0)
	}
	best, moves, searched := -Mate, s.moves(ply), 0
	if s.CapturesBeyond > 0 && ply >= s.CapturesBeyond && !inCheck {
		best = s.evaluate(ply, bonus)
		moves = moves[:putCapturesFirst(&s.nodes[ply].pos, moves)]
	}
	for _, m := range moves {
		if best >= beta || !s.play(ply, m) {
			break
		}
		score := -s.value(ply+1, depth-1, -beta, -max(alpha, best), -bonus)
		searched++
		if score > best {
			best = score
			s.keep(ply, m)
		}
	}
	return s.leave(ply, depth, alpha, beta, best, len(moves), searched)
}

package chess

import "context"

// Minimax is a Searcher that searches all lines of a number of plies and prunes
// none: slow, and so simple that other searchers are tested against it. It is
// the minimax of the textbooks, written once for both sides (negamax).
//
// A position that occurred before in the line, or twice in the game, is a draw,
// and so is one after fifty moves without a capture or a pawn move.
//
// Make one with NewMinimax. It is Configurable: Depth is an option. It is for one
// goroutine at a time.
type Minimax struct {
	Depth int // plies to search when the limits set no depth
	tree
}

// String returns the fields that are not zero.
func (s *Minimax) String() string { return listFields(s) }

// NewMinimax returns a Minimax that searches three plies and evaluates by e, or
// by its own fork of e if e is a Forker.
func NewMinimax(e Evaluator) *Minimax {
	return &Minimax{Depth: 3, tree: tree{eval: forked(e)}}
}

// Search implements Searcher. It obeys all limits, and searches by iterative
// deepening up to Limits.Depth, or else up to its own Depth.
func (s *Minimax) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	return s.deepen(ctx, g, l, s.Depth, func(depth int, _, _ Score) Score {
		return s.value(1, depth)
	})
}

// Options implements Configurable: a spinOption for Depth, by its name.
func (s *Minimax) Options() []Option { return fieldOptions(s) }

// SetOption implements Configurable. It must not be called during a search.
func (s *Minimax) SetOption(name, value string) error { return setField(s, name, value) }

// value returns the score of the position at ply for the side to move. It means
// nothing once the search is stopped.
func (s *Minimax) value(ply, depth int) Score {
	if score, over := s.over(ply); over {
		return score
	}
	if depth == 0 {
		return s.evaluate(ply, 0)
	}
	best := -Mate
	for _, m := range s.moves(ply) {
		if !s.play(ply, m) {
			break
		}
		if score := -s.value(ply+1, depth-1); score > best {
			best = score
			s.keep(ply, m)
		}
	}
	return best
}

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

// Options implements Configurable: a checkOption or spinOption for each field
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

// Options implements Configurable: a checkOption or spinOption for Depth and
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

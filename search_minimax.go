package chess

import "context"

// Minimax is a Searcher that searches all lines of a number of plies and prunes none: slow, and so
// simple that other searchers are tested against it. Repetitions and fifty moves are draws. Its option
// is Depth. Make one with NewMinimax. It is for one goroutine at a time.
type Minimax struct {
	Depth int // plies to search when the limits set no depth
	tree
}

// String returns the fields that are not zero.
func (s *Minimax) String() string { return listFields(s) }

// NewMinimax returns a Minimax that searches three plies and evaluates by e, or by a fork of e if e is a
// Forker.
func NewMinimax(e Evaluator) *Minimax {
	return &Minimax{Depth: 3, tree: tree{eval: forked(e)}}
}

// Search implements Searcher. It deepens iteratively up to Limits.Depth, or else up to Depth.
func (s *Minimax) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	return s.deepen(ctx, g, l, s.Depth, func(depth int, _, _ Score) Score {
		return s.value(1, depth)
	})
}

// Options implements Configurable.
func (s *Minimax) Options() []Option { return fieldOptions(s) }

// SetOption implements Configurable.
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

// NegaAlphaBeta is a Searcher: the alpha-beta of textbooks, which finds what Minimax finds and skips
// moves that cannot matter. Its fields add what published systems have; they are options, and may be
// changed between searches. Make one with NewNegaAlphaBeta. It is for one goroutine at a time.
type NegaAlphaBeta struct {
	Depth          int   // plies to search when the limits set no depth
	CapturesFirst  bool  // search captures before other moves: the same result with fewer nodes
	CapturesBeyond int   // after this many plies search only captures, except in check; 0 is never
	CheckBonus     Score // added for each check that the side to move has given in the line, subtracted for the other side's
	ResignAt       Score // resign at or below this score, such as -1000; 0 is never

	// Trace, if not nil, is called for each node when the search leaves it, by the goroutine
	// that called Search: for a node after those below it, for the root after each iteration.
	Trace func(SearchNode)

	tree
}

// String returns the fields that are not zero.
func (s *NegaAlphaBeta) String() string { return listFields(s) }

// NewNegaAlphaBeta returns the plain alpha-beta of the graph-grammar engine (2024), without move
// ordering: three plies deep, evaluating by e, or by a fork of e if e is a Forker.
func NewNegaAlphaBeta(e Evaluator) *NegaAlphaBeta {
	return &NegaAlphaBeta{Depth: 3, tree: tree{eval: forked(e)}}
}

// Search implements Searcher. It deepens iteratively up to Limits.Depth, or else up to Depth.
func (s *NegaAlphaBeta) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	s.ordered, s.trace = s.CapturesFirst, s.Trace
	r, err := s.deepen(ctx, g, l, s.Depth, func(depth int, alpha, beta Score) Score {
		return s.value(1, depth, alpha, beta, 0)
	})
	r.Resign = r.Depth > 0 && r.Score <= s.ResignAt && s.ResignAt < 0
	return r, err
}

// Options implements Configurable: an option for each field that is a bool or a number, by its name.
func (s *NegaAlphaBeta) Options() []Option { return fieldOptions(s) }

// SetOption implements Configurable.
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

// NegaScout is a Searcher: NegaAlphaBeta with null windows. It searches the first move of a node for its
// score, and asks of each other move only whether it is better; if so, it searches it again. The result is
// that of Minimax. Where moves are not ordered, many are searched twice.
//
// It is that of A. Reinefeld, An Improvement to the Scout Tree Search Algorithm, ICCA Journal 6 (4), 1983.
// Its options are Depth and CapturesFirst. Make one with NewNegaScout. It is for one goroutine at a time.
type NegaScout struct {
	Depth         int              // plies to search when the limits set no depth
	CapturesFirst bool             // search captures before other moves: the same result with fewer nodes
	Trace         func(SearchNode) // as in NegaAlphaBeta; a node that is searched twice is left twice

	tree
}

// String returns the fields that are not zero.
func (s *NegaScout) String() string { return listFields(s) }

// NewNegaScout returns a NegaScout without move ordering, three plies deep, that evaluates by e, or by a
// fork of e if e is a Forker.
func NewNegaScout(e Evaluator) *NegaScout {
	return &NegaScout{Depth: 3, tree: tree{eval: forked(e)}}
}

// Search implements Searcher. It deepens iteratively up to Limits.Depth, or else up to Depth.
func (s *NegaScout) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	s.ordered, s.trace = s.CapturesFirst, s.Trace
	return s.deepen(ctx, g, l, s.Depth, func(depth int, alpha, beta Score) Score {
		if beta == Mate { // there is no line yet to be better than
			return s.value(1, depth, alpha, beta)
		}
		return s.scout(1, depth, alpha, beta)
	})
}

// Options implements Configurable.
func (s *NegaScout) Options() []Option { return fieldOptions(s) }

// SetOption implements Configurable.
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

// scout returns what value does. It expects a score of at least beta: that the move which led here is
// no better than those before it. The last two plies are exact in any window, so they are not searched
// twice. The second window ends at score+1, so that its line is that of Minimax too.
func (s *NegaScout) scout(ply, depth int, alpha, beta Score) Score {
	score := s.value(ply, depth, beta-1, beta)
	if alpha < score && score < beta && depth > 1 {
		s.nodes[ply].again = true
		score = s.value(ply, depth, alpha, score+1)
		s.nodes[ply].again = false
	}
	return score
}

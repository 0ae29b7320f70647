package chess

import (
	"context"
	"slices"
	"time"
)

// Minimax is a Searcher that searches all lines of a number of plies and prunes
// none: slow, and so simple that other searchers are tested against it. It is
// the minimax of the textbooks, written once for both sides (negamax).
//
// A position that occurred before in the line, or twice in the game, is a draw,
// and so is one after fifty moves without a capture or a pawn move.
//
// Make one with NewMinimax. It is for one goroutine at a time.
type Minimax struct {
	Depth int // plies to search when the limits set no depth
	tree  tree
}

// NewMinimax returns a Minimax that searches three plies and evaluates by e, or
// by its own fork of e if e is a Forker.
func NewMinimax(e Evaluator) *Minimax {
	return &Minimax{Depth: 3, tree: tree{eval: forked(e)}}
}

// Search implements Searcher. It obeys all limits, and searches by iterative
// deepening up to Limits.Depth, or else up to its own Depth.
func (s *Minimax) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	return s.tree.deepen(ctx, g, l, s.Depth, func(depth int, _, _ Score) Score {
		return s.value(1, depth)
	})
}

// value returns the score of the position at ply for the side to move. It means
// nothing once the search is stopped.
func (s *Minimax) value(ply, depth int) Score {
	t := &s.tree
	if score, over := t.over(ply); over {
		return score
	}
	if depth == 0 {
		return t.evaluate(ply, 0)
	}
	best := -Mate
	for _, m := range t.moves(ply) {
		if !t.play(ply, m) {
			break
		}
		if score := -s.value(ply+1, depth-1); score > best {
			best = score
			t.keep(ply, m)
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
// Make one with NewNegaAlphaBeta, or take one of Players. It is for one goroutine at
// a time.
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

	tree tree
}

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
	s.tree.capturesFirst = s.CapturesFirst
	r, err := s.tree.deepen(ctx, g, l, s.Depth, func(depth int, alpha, beta Score) Score {
		return s.value(1, depth, alpha, beta, 0)
	})
	r.Resign = r.Depth > 0 && r.Score <= s.ResignAt && s.ResignAt < 0
	return r, err
}

// value returns the score of the position at ply for the side to move, if it is
// between alpha and beta; else a bound on it, not above alpha or not below beta.
// It means nothing once the search is stopped. bonus is what the checks in the line
// so far add to the evaluation, from the point of view of the side to move.
func (s *NegaAlphaBeta) value(ply, depth int, alpha, beta, bonus Score) Score {
	t := &s.tree
	if score, over := t.over(ply); over {
		return score
	}
	inCheck := t.nodes[ply].pos.inCheck()
	if inCheck {
		bonus -= s.CheckBonus
	}
	if depth == 0 {
		return t.evaluate(ply, bonus)
	}
	best, moves := -Mate, t.moves(ply)
	if s.CapturesBeyond > 0 && ply >= s.CapturesBeyond && !inCheck {
		best = t.evaluate(ply, bonus)
		moves = moves[:putCapturesFirst(&t.nodes[ply].pos, moves)]
	}
	for _, m := range moves {
		if best >= beta || !t.play(ply, m) {
			break
		}
		if score := -s.value(ply+1, depth-1, -beta, -max(alpha, best), -bonus); score > best {
			best = score
			t.keep(ply, m)
		}
	}
	return best
}

// A tree is what Minimax and NegaAlphaBeta have in common: the line that is being
// searched, and iterative deepening.
type tree struct {
	eval          Evaluator
	capturesFirst bool
	budget        budget
	path          path
	nodes         []*treeNode // by ply
}

// A treeNode is a position of the line. It is used again for other lines.
type treeNode struct {
	pos   Position
	moves []Move
	pv    []Move // the best line from here
}

// deepen searches by iterative deepening up to the depth that the limits set, or
// else up to the searcher's own. value returns the score of the position after a
// move at the root, for the side to move there.
func (t *tree) deepen(ctx context.Context, g *Game, l Limits, own int, value func(depth int, alpha, beta Score) Score) (Result, error) {
	called := time.Now()
	moves, err := rootMoves(g, &l)
	if err != nil {
		return Result{}, err
	}
	if t.eval == nil {
		t.eval = NewDefaultEvaluator()
	}
	t.budget.begin(ctx, &l, g.current(), called)
	t.budget.stopAtSoftLimit()
	t.path.begin(g)
	root := t.node(0)
	root.pos = g.Position()
	if t.capturesFirst {
		putCapturesFirst(&root.pos, moves)
	}
	depth := 0
	lines := []Line{{PV: moves[:1:1]}}
	for depth < deepest(&l, own) {
		better := t.search(moves, depth, max(l.MultiPV, 1), value)
		if t.budget.stopped {
			if depth == 0 && len(better) > 0 {
				lines = better
			}
			break
		}
		lines = better
		depth++
		t.budget.report(&l, lines, Info{Depth: depth, SelDepth: depth})
		if settled(&l, lines, allProven) {
			break
		}
	}
	return t.budget.result(lines, depth), nil
}

// search returns the n best lines of the moves at the root, best first: those
// found before the search was stopped.
func (t *tree) search(moves []Move, depth, n int, value func(depth int, alpha, beta Score) Score) []Line {
	var lines []Line
	for _, m := range moves {
		alpha := -Mate
		if len(lines) == n {
			alpha = lines[n-1].Score
		}
		if !t.play(0, m) {
			break
		}
		score := -value(depth, -Mate, -alpha)
		if t.budget.stopped {
			break
		}
		if score <= alpha {
			continue
		}
		t.keep(0, m)
		place := slices.IndexFunc(lines, func(l Line) bool { return l.Score < score })
		if place < 0 {
			place = len(lines)
		}
		lines = slices.Insert(lines, place, Line{Score: score, PV: slices.Clone(t.nodes[0].pv)})
		lines = lines[:min(len(lines), n)]
	}
	return lines
}

// deepest returns how deep to search: the depth of the limits, or else the
// searcher's own, or more if the mate in the limits needs it.
func deepest(l *Limits, own int) int {
	if l.Depth != 0 {
		return min(l.Depth, MaxDepth)
	}
	return min(max(own, 2*min(l.Mate, MaxDepth)-1), MaxDepth)
}

// node returns the node at ply.
func (t *tree) node(ply int) *treeNode {
	if ply == len(t.nodes) {
		t.nodes = append(t.nodes, &treeNode{moves: make([]Move, 0, MaxMoves)})
	}
	return t.nodes[ply]
}

// moves returns the legal moves at ply, in the order in which they are searched.
func (t *tree) moves(ply int) []Move {
	n := t.nodes[ply]
	n.moves = n.pos.appendMoves(n.moves[:0])
	if t.capturesFirst {
		putCapturesFirst(&n.pos, n.moves)
	}
	return n.moves
}

// play makes the result of m at ply the next position of the line. It reports
// false if the search must stop.
func (t *tree) play(ply int, m Move) bool {
	if !t.budget.spend() {
		return false
	}
	next := t.node(ply + 1)
	t.nodes[ply].pos.Do(m, &next.pos)
	next.pv = next.pv[:0]
	t.path.step(ply+1, &next.pos)
	return true
}

// over reports whether the game is over at ply, and the score for the side to move.
func (t *tree) over(ply int) (Score, bool) { return t.path.over(&t.nodes[ply].pos, ply) }

// evaluate returns the static evaluation at ply plus a bonus, for the side to move.
func (t *tree) evaluate(ply int, bonus Score) Score {
	return clamp(int64(t.eval.Evaluate(&t.nodes[ply].pos)) + int64(bonus))
}

// keep makes m, and the best line after it, the best line at ply.
func (t *tree) keep(ply int, m Move) {
	n := t.nodes[ply]
	n.pv = append(append(n.pv[:0], m), t.nodes[ply+1].pv...)
}

// putCapturesFirst moves the captures before the other moves, keeps the order
// otherwise, and returns how many captures there are.
func putCapturesFirst(p *Position, moves []Move) int {
	captures := 0
	for i, m := range moves {
		if p.isCapture(m) {
			copy(moves[captures+1:], moves[captures:i])
			moves[captures] = m
			captures++
		}
	}
	return captures
}

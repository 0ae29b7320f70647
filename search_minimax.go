package chess

import (
	"context"
	"slices"
)

// Minimax is a Searcher that looks at every line of so many plies and prunes
// none: slow, and so simple that other searchers are tested against it. It is
// the minimax of the textbooks, written once for both sides (negamax).
//
// It takes a position that has occurred before in the line, or twice before in
// the game, for a draw, and one after fifty moves without a capture or a pawn
// move.
//
// Make one with NewMinimax. It is for one goroutine at a time.
type Minimax struct {
	Depth int // plies to look ahead when the limits set none
	tree  tree
}

// NewMinimax returns a Minimax that looks three plies ahead and judges by e, or
// by its own fork of e if e has a method Fork (see Evaluator).
func NewMinimax(e Evaluator) *Minimax {
	return &Minimax{Depth: 3, tree: tree{eval: fork(e)}}
}

// Search implements Searcher. It obeys all limits and searches one ply deep,
// then two, and so on up to Limits.Depth, or else to its own.
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
		return t.judge(ply, 0)
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

// NegaAlphaBeta is a Searcher: alpha-beta as the textbooks have it, written once
// for both sides. It finds what Minimax finds, without looking at the moves that
// cannot matter because an earlier one is good enough. Its fields, which may be
// changed between searches, are what published systems have added to that; as
// NewNegaAlphaBeta returns it, it has none of it.
//
// Make one with NewNegaAlphaBeta, NewCapturesFirst or NewCheckBonus. It is for
// one goroutine at a time.
type NegaAlphaBeta struct {
	// Depth is how many plies to look ahead when the limits set none.
	Depth int

	// CapturesFirst is to look at captures before other moves: nothing else is
	// found, but sooner.
	CapturesFirst bool

	// CapturesBeyond is to look at nothing but captures beyond so many plies, or
	// at none if the position is worth more as it stands; 0 is at all moves. A
	// side in check has all its moves.
	CapturesBeyond int

	// CheckBonus is added, in centipawns, to the evaluation at the end of a line
	// for each check that the side has given in it, and taken from the other's.
	CheckBonus Score

	// ResignAt is to resign when the score is no better, as in -1000; 0 is never.
	ResignAt Score

	tree tree
}

// NewNegaAlphaBeta returns the plain alpha-beta of the graph-grammar engine
// (2024), with no order of moves: three plies deep, and judging by e, or by its
// own fork of e if e has a method Fork (see Evaluator). The system's evaluation
// is NewPeSTO.
func NewNegaAlphaBeta(e Evaluator) *NegaAlphaBeta {
	return &NegaAlphaBeta{Depth: 3, tree: tree{eval: fork(e)}}
}

// NewCapturesFirst returns the search of the adversarial search system (Python
// coursework): four plies deep, with captures first, and nothing but captures
// beyond the third ply. The system's evaluation is NewMaterialMobility.
func NewCapturesFirst(e Evaluator) *NegaAlphaBeta {
	s := NewNegaAlphaBeta(e)
	s.Depth, s.CapturesFirst, s.CapturesBeyond = 4, true, 3
	return s
}

// NewCheckBonus returns the search of the three-check bot for XBoard (C++):
// alpha-beta in which to give check is good and to be in check is bad at every
// node, and which resigns. The numbers are our own. The system's evaluation is
// NewThreeCheck.
func NewCheckBonus(e Evaluator) *NegaAlphaBeta {
	s := NewNegaAlphaBeta(e)
	s.Depth, s.CheckBonus, s.ResignAt = 4, 50, -1500
	return s
}

// Search implements Searcher. It obeys all limits and searches one ply deep,
// then two, and so on up to Limits.Depth, or else to its own.
func (s *NegaAlphaBeta) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	s.tree.capturesFirst = s.CapturesFirst
	r, err := s.tree.deepen(ctx, g, l, s.Depth, func(depth int, alpha, beta Score) Score {
		return s.value(1, depth, alpha, beta, 0)
	})
	r.Resign = r.Depth > 0 && r.Score <= s.ResignAt && s.ResignAt < 0
	return r, err
}

// value returns the score of the position at ply for the side to move, if it is
// between alpha and beta; else a bound of it, not above alpha or not below beta.
// It means nothing once the search is stopped. The bonus is the side to move's
// for the checks on the way there.
func (s *NegaAlphaBeta) value(ply, depth int, alpha, beta, bonus Score) Score {
	t := &s.tree
	if score, over := t.over(ply); over {
		return score
	}
	inCheck := t.nodes[ply].pos.InCheck()
	if inCheck {
		bonus -= s.CheckBonus
	}
	if depth == 0 {
		return t.judge(ply, bonus)
	}
	best, moves := -Mate, t.moves(ply)
	if s.CapturesBeyond > 0 && ply >= s.CapturesBeyond && !inCheck {
		best = t.judge(ply, bonus)
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

// A tree is what Minimax and NegaAlphaBeta have in common: the line that they
// look at, and how one depth follows another.
type tree struct {
	eval          Evaluator
	capturesFirst bool
	budget        budget
	path          path
	nodes         []*treeNode // by ply
}

// A treeNode is a position of the line. It is used again and again.
type treeNode struct {
	pos   Position
	moves []Move
	pv    []Move // the best line from here
}

// deepen searches one ply deep, then two, and so on up to the depth that the
// limits set, or else to the searcher's own. The searcher's value returns the
// score, for the side to move, of the position after a move at the root.
func (t *tree) deepen(ctx context.Context, g *Game, l Limits, own int, value func(depth int, alpha, beta Score) Score) (Result, error) {
	moves, err := rootMoves(g, &l)
	if err != nil {
		return Result{}, err
	}
	t.budget.begin(ctx, &l, g.present().Turn())
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
		t.budget.report(&l, lines, depth, depth)
		if settled(&l, lines) {
			break
		}
	}
	return t.budget.result(lines, depth), nil
}

// search returns the n best of the moves at the root, with their lines, the best
// first: as far as it gets before it is stopped.
func (t *tree) search(moves []Move, depth, n int, value func(depth int, alpha, beta Score) Score) []Line {
	var lines []Line
	for _, m := range moves {
		alpha := -Mate // what a move must beat
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
		lines = slices.Insert(lines, place, Line{score, slices.Clone(t.nodes[0].pv)})
		lines = lines[:min(len(lines), n)]
	}
	return lines
}

// deepest returns how deep to search: as the limits say, or else the searcher's
// own depth, or what it takes to see the mate that they ask for.
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

// moves returns the legal moves at ply: the textbook's actions.
func (t *tree) moves(ply int) []Move {
	n := t.nodes[ply]
	n.moves = n.pos.AppendMoves(n.moves[:0])
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

// over is the terminal test at ply, and the utility to the side to move.
func (t *tree) over(ply int) (Score, bool) { return t.path.over(&t.nodes[ply].pos, ply) }

// judge returns the evaluation at ply, and a bonus, for the side to move.
func (t *tree) judge(ply int, bonus Score) Score {
	return clamp(int64(t.eval.Evaluate(&t.nodes[ply].pos)) + int64(bonus))
}

// keep makes m, and the best line after it, the best line at ply.
func (t *tree) keep(ply int, m Move) {
	n := t.nodes[ply]
	n.pv = append(append(n.pv[:0], m), t.nodes[ply+1].pv...)
}

// putCapturesFirst moves the captures before the other moves, keeps the order
// apart from that, and returns how many they are.
func putCapturesFirst(p *Position, moves []Move) int {
	captures := 0
	for i, m := range moves {
		if p.IsCapture(m) {
			copy(moves[captures+1:], moves[captures:i])
			moves[captures] = m
			captures++
		}
	}
	return captures
}

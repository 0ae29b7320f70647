package chess

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A tree is what Minimax, NegaAlphaBeta and NegaScout share: the line that is being searched, and
// iterative deepening.
type tree struct {
	_       noCopy
	eval    Evaluator
	ordered bool             // captures first
	trace   func(SearchNode) // may be nil
	budget  budget
	path    path
	nodes   []*treeNode // by ply
}

// A treeNode is a position of the line, reused for other lines.
type treeNode struct {
	pos   Position
	move  Move  // that led here
	bonus Score // for the side to move, by what the law says of the moves of the line
	again bool  // SearchNode.Again
	moves []Move
	pv    []Move // the best line from here
}

// Evaluator returns the evaluator.
func (t *tree) Evaluator() Evaluator {
	if t.eval == nil {
		t.eval = NewDefaultEvaluator()
	}
	return t.eval
}

// SetEvaluator implements Evaluating.
func (t *tree) SetEvaluator(e Evaluator) error {
	t.eval = forked(e)
	return nil
}

// LimitsItself returns true: without limits a search ends at the searcher's own depth.
func (t *tree) LimitsItself() bool { return true }

// A valueFunc returns the score of the position after a move at the root, for the side to move
// there.
type valueFunc func(depth int, alpha, beta Score) Score

// deepen searches by iterative deepening up to the depth of the limits, or else up to the
// searcher's own.
func (t *tree) deepen(ctx context.Context, g *Game, l Limits, own int, value valueFunc) (Result, error) {
	called := time.Now()
	moves, err := rootMoves(g, &l)
	if err != nil {
		return Result{}, err
	}
	t.Evaluator() // makes the zero searcher ready
	t.budget.begin(ctx, &l, g.current(), called)
	t.budget.stopAtSoftLimit()
	t.path.begin(g)
	root := t.node(0)
	root.pos, root.bonus = g.Position(), 0
	if t.ordered {
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
		t.leave(0, depth, -Mate, Mate, lines[0].Score, len(moves), len(moves))
		t.budget.report(&l, lines, Info{Depth: depth, SelDepth: depth})
		if settled(&l, lines, allProven) {
			break
		}
	}
	return t.budget.result(lines, depth), nil
}

// search returns the n best lines of the moves at the root, best first: those
// found before the search was stopped.
func (t *tree) search(moves []Move, depth, n int, value valueFunc) []Line {
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
		lines = slices.Insert(lines, place, Line{Score: score, Bound: Exact, PV: slices.Clone(t.nodes[0].pv)})
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
	n.moves = t.path.law.appendMoves(n.moves[:0], &n.pos)
	if t.ordered {
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
	next.move, next.pv = m, next.pv[:0]
	next.bonus = -t.nodes[ply].bonus - t.path.law.weigh(&t.nodes[ply].pos, m)
	t.path.step(ply+1, &next.pos)
	return true
}

// over reports whether the game is over at ply, and the score for the side to move.
func (t *tree) over(ply int) (Score, bool) {
	score, over := t.path.over(&t.nodes[ply].pos, ply)
	return score.weighed(t.nodes[ply].bonus), over
}

// evaluate returns the static evaluation at ply plus a bonus, for the side to move.
func (t *tree) evaluate(ply int, bonus Score) Score {
	return clamp(int64(t.eval.Evaluate(&t.nodes[ply].pos)) + int64(bonus+t.nodes[ply].bonus))
}

// keep makes m, and the best line after it, the best line at ply.
func (t *tree) keep(ply int, m Move) {
	n := t.nodes[ply]
	n.pv = append(append(n.pv[:0], m), t.nodes[ply+1].pv...)
}

// leave tells Trace, if there is one, about the node at ply, and returns its score. It is inlined: a
// search without Trace makes no call.
func (t *tree) leave(ply, depth int, alpha, beta, score Score, considered, searched int) Score {
	if t.trace != nil {
		t.tell(ply, SearchNode{Depth: depth, Alpha: alpha, Beta: beta, Score: score, Considered: considered, Searched: searched})
	}
	return score
}

// tell completes n, the node at ply, and gives it to Trace, unless the search was
// stopped: then the score means nothing.
func (t *tree) tell(ply int, n SearchNode) {
	if t.budget.stopped {
		return
	}
	at := t.nodes[ply]
	n.Line = make([]Move, ply)
	for i := range n.Line {
		n.Line[i] = t.nodes[i+1].move
	}
	n.Legal = len(t.path.law.appendMoves(nil, &at.pos))
	if ply > 0 {
		_, n.GameOver = t.over(ply)
		n.Again = at.again
	}
	switch {
	case n.GameOver || n.Depth == 0 || n.Alpha < n.Score && n.Score < n.Beta:
		n.Bound = Exact
	case n.Score >= n.Beta:
		n.Bound = LowerBound
	default:
		n.Bound = UpperBound
	}
	t.trace(n)
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

// SearchNode is a node of a search tree as the search leaves it, for Trace of NegaAlphaBeta and NegaScout.
// Scores are from the point of view of the side to move there.
//
// If GameOver is set, Score is that of the rules; else, if Depth is 0, the static evaluation; else, if
// Score is at least Beta, there was a cutoff; otherwise all moves considered were searched.
type SearchNode struct {
	Line  []Move `json:"line"`  // from the root; the callee may keep it
	Depth int    `json:"depth"` // plies left to search
	Alpha Score  `json:"alpha"` // the window; ±Mate where it is open
	Beta  Score  `json:"beta"`
	Score Score  `json:"score"` // what the search returned
	Bound Bound  `json:"bound"` // UpperBound if all moves failed low, LowerBound after a cutoff, else Exact

	Legal      int `json:"legal"`      // legal moves
	Considered int `json:"considered"` // of these, moves to search if there is no cutoff
	Searched   int `json:"searched"`   // of these, moves searched

	GameOver bool `json:"gameOver,omitzero"` // by mate, stalemate or a rule of draws
	Again    bool `json:"again,omitzero"`    // for the second time, after a null window has shown that its move is better
}

// String returns a line such as
// "e2e4 e7e5: depth 1, window (-0.20, +inf), score >= +0.40, cutoff after 3 of 29 moves".
func (n SearchNode) String() string {
	var b strings.Builder
	if len(n.Line) == 0 {
		b.WriteString("root")
	}
	for i, m := range n.Line {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(m.String())
	}
	if n.Again {
		b.WriteString(" again")
	}
	alpha, beta, sign := "-inf", "+inf", ""
	if n.Alpha > -Mate {
		alpha = n.Alpha.String()
	}
	if n.Beta < Mate {
		beta = n.Beta.String()
	}
	switch n.Bound {
	case UpperBound:
		sign = "<= "
	case LowerBound:
		sign = ">= "
	}
	fmt.Fprintf(&b, ": depth %d, window (%s, %s), score %s%v, ", n.Depth, alpha, beta, sign, n.Score)
	switch {
	case n.GameOver:
		b.WriteString("game over")
	case n.Depth == 0:
		b.WriteString("leaf")
	case n.Score >= n.Beta:
		fmt.Fprintf(&b, "cutoff after %d of %d moves", n.Searched, n.Considered)
	default:
		fmt.Fprintf(&b, "%d of %d moves", n.Searched, n.Considered)
	}
	return b.String()
}

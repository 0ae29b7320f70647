package chess

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"
)

// MCTS is a Searcher: Monte Carlo tree search without randomness. Instead of playing games out, it
// takes the probability of a win from an Evaluator; it selects by PUCT and proves mates and draws
// (MCTS-Solver). It is for one goroutine at a time, and learns nothing from one search for the next.
//
// Depth, in Limits, Info and Result, is the average length of the lines in plies. A search without limits
// ends when a mate is proven, perhaps not the shortest, or when MaxNodes is reached. Make one with
// NewMCTS; its fields may be changed between searches.
type MCTS struct {
	_           noCopy
	Exploration float64 // how much a move gains in selection by having few visits
	Trust       float64 // a move that wins for certain has exp(Trust) times the prior of one that loses; 0 in a search for a mate
	MaxNodes    int     // of the tree, at most 40 bytes each; the memory is allocated when needed, and kept

	eval     Evaluator
	trust    float64 // in this search
	budget   budget
	path     path
	arena    mctsArena
	root     mctsNode
	line     []*mctsNode // from the root to the leaf
	pos      Position    // at the end of it
	bonus    Score       // for the side to move there, by what the law says of the moves of the line
	next     Position    // after one more move
	moves    []Move      // of pos
	playouts int         // iterations so far
	plies    int         // sum of the lengths of their lines
	longest  int         // of these
}

// String returns the fields that are not zero.
func (s *MCTS) String() string { return listFields(s) }

// An mctsNode is a position in the tree. Its values are from the point of view of the side to move
// there. One iteration goes from the root to a leaf, adds a child for each legal move, evaluates the
// children, and propagates the best of them back. A position is proven if a move is proven to mate, or all
// moves are proven; it is not visited again.
type mctsNode struct {
	sum      float64 // of the chances of a win found at each visit, from 0 to 1
	chance   float32 // their mean, or before the first visit the evaluator's
	prior    float32 // how likely it is to be visited, among its siblings
	visits   int32
	value    Score // if proven; else the evaluator's
	move     Move  // that leads here
	first    int32 // child
	children uint16
	proven   bool
}

// NewMCTS returns an MCTS that evaluates by e, or by a fork of e if e is a Forker. It has no quiescence
// search, so e should count what the side to move can win by a capture: see Exchange.
func NewMCTS(e Evaluator) *MCTS {
	return &MCTS{Exploration: 1, Trust: 8, MaxNodes: 1 << 22, eval: forked(e)}
}

// Evaluator returns the evaluator.
func (s *MCTS) Evaluator() Evaluator {
	if s.eval == nil {
		s.eval = NewDefaultEvaluator()
	}
	return s.eval
}

// SetEvaluator implements Evaluating.
func (s *MCTS) SetEvaluator(e Evaluator) error {
	s.eval = forked(e)
	return nil
}

// Search implements Searcher.
func (s *MCTS) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	called := time.Now()
	moves, err := rootMoves(g, &l)
	if err != nil {
		return Result{}, err
	}
	s.Evaluator() // makes the zero MCTS ready
	s.budget.begin(ctx, &l, g.current(), called)
	s.budget.stopAtSoftLimit()
	s.path.begin(g)
	s.arena.used = 0
	s.root = mctsNode{}
	s.playouts, s.plies, s.longest = 0, 0, 0
	s.trust = s.Trust
	if l.Mate > 0 {
		s.trust = 0
	}
	depth := 0
	for !s.settled(&l, depth) && s.playout(g, moves) {
		now := s.plies / s.playouts
		if now > depth || s.playouts&(s.playouts-1) == 0 { // deeper, or twice as much
			depth = max(depth, now)
			s.budget.report(&l, s.lines(&l), Info{Depth: depth, SelDepth: s.longest})
		}
	}
	if s.playouts == 0 {
		return s.budget.result([]Line{{PV: moves[:1]}}, 0), nil
	}
	return s.budget.result(s.lines(&l), depth), nil
}

// settled reports whether the search has reached the depth of the limits, or would
// change nothing if it went on.
func (s *MCTS) settled(l *Limits, depth int) bool {
	switch {
	case l.Depth != 0 && depth >= l.Depth:
		return true
	case !s.root.proven:
		return false
	}
	moves, _ := s.root.value.MateInMoves()
	open := func(c mctsNode) bool { return !c.proven }
	return moves > 0 && moves <= l.Mate || !slices.ContainsFunc(s.arena.children(&s.root), open) ||
		l.Mate == 0 && settled(l, s.lines(l), allProven)
}

// playout is one iteration: selection, expansion and backpropagation. It returns false if there is
// no time or no memory for it.
func (s *MCTS) playout(g *Game, moves []Move) bool {
	n := &s.root
	s.line = append(s.line[:0], n)
	s.pos, s.bonus = *g.current(), 0
	for n.children > 0 {
		if !s.budget.spend() {
			return false
		}
		n = s.selectChild(n)
		s.bonus = -s.bonus - s.path.law.weigh(&s.pos, n.move)
		s.pos.Do(n.move, &s.pos)
		s.path.step(len(s.line), &s.pos)
		s.line = append(s.line, n)
	}
	if n != &s.root {
		s.moves = s.path.law.appendMoves(s.moves[:0], &s.pos)
		moves = s.moves
	}
	if !s.expand(n, moves) {
		return false
	}
	s.backpropagate()
	s.playouts++
	s.plies += len(s.line)
	s.longest = max(s.longest, len(s.line))
	return true
}

// selectChild returns the child of n to visit. At least one child is not proven.
func (s *MCTS) selectChild(n *mctsNode) *mctsNode {
	var best *mctsNode
	most := math.Inf(-1)
	unvisited := s.Exploration * math.Sqrt(float64(n.visits))
	children := s.arena.children(n)
	for i := range children {
		c := &children[i]
		worth := 1 - float64(c.chance) + unvisited*float64(c.prior)/float64(1+c.visits)
		if !c.proven && worth > most {
			best, most = c, worth
		}
	}
	return best
}

// expand gives n, the end of the line, a child for each of the moves. It returns false and does
// not change n if there is no time or no memory for it.
func (s *MCTS) expand(n *mctsNode, moves []Move) bool {
	first, ok := s.arena.take(len(moves), s.MaxNodes)
	if !ok {
		return false
	}
	children := s.arena.nodes(first, len(moves))
	ply := len(s.line)
	sum := float32(0)
	for i, m := range moves {
		if !s.budget.spend() {
			return false
		}
		s.pos.Do(m, &s.next)
		s.path.step(ply, &s.next)
		c := mctsNode{move: m}
		if c.value, c.proven = s.path.over(&s.next, ply); !c.proven {
			c.value = clamp(int64(s.eval.Evaluate(&s.next)))
		}
		c.value = c.value.weighed(-s.bonus - s.path.law.weigh(&s.pos, m))
		c.chance = float32(c.value.chance())
		c.prior = float32(math.Exp(s.trust * float64(1-c.chance)))
		sum += c.prior
		children[i] = c
	}
	for i := range children {
		children[i].prior /= sum
	}
	n.first, n.children = first, uint16(len(moves))
	return true
}

// backpropagate updates the nodes of the line, from its end, which has children
// now, to the root.
func (s *MCTS) backpropagate() {
	chance := float32(0)
	for _, c := range s.arena.children(s.line[len(s.line)-1]) {
		chance = max(chance, 1-c.chance)
	}
	for _, n := range slices.Backward(s.line) {
		proven, all := -Mate, true // the best proven value, and whether all are proven
		for _, c := range s.arena.children(n) {
			if c.proven {
				proven = max(proven, -c.value)
			} else {
				all = false
			}
		}
		n.visits++
		if all || proven > MaxEvaluation {
			n.value, n.proven = proven, true
			chance = float32(proven.chance())
			n.chance = chance
		} else {
			chance = max(chance, float32(proven.chance()))
			n.sum += float64(chance)
			n.chance = float32(n.sum / float64(n.visits))
		}
		chance = 1 - chance
	}
}

// lines returns as many lines as the limits ask for, best first: by a lower bound on what their
// first moves are worth, which is lower for moves with few visits.
func (s *MCTS) lines(l *Limits) []Line {
	moves := slices.SortedStableFunc(slices.Values(s.arena.children(&s.root)), mctsNode.compare)
	moves = moves[:min(max(l.MultiPV, 1), len(moves))]
	lines := make([]Line, len(moves))
	for i, c := range moves {
		lines[i] = Line{Score: -c.score(), Bound: Exact, PV: []Move{c.move}}
		for c.children > 0 {
			c = slices.MinFunc(s.arena.children(&c), mctsNode.compare)
			lines[i].PV = append(lines[i].PV, c.move)
		}
	}
	return lines
}

// compare is negative if the move to n is better than that to o.
func (n mctsNode) compare(o mctsNode) int {
	return cmp.Or(cmp.Compare(n.upperBound(), o.upperBound()), cmp.Compare(n.value, o.value))
}

// upperBound returns the best chance that n may turn out to have.
func (n *mctsNode) upperBound() float64 {
	c := float64(n.chance)
	if !n.proven {
		c += (1 - c) / math.Sqrt(float64(2+n.visits))
	}
	return c
}

// score returns the value of n as a Score.
func (n *mctsNode) score() Score {
	if n.proven {
		return n.value
	}
	c := float64(n.chance)
	odds := math.Round(logisticScale * math.Log(c/(1-c)))
	return Score(min(max(odds, -float64(MaxEvaluation)), float64(MaxEvaluation)))
}

// An mctsArena holds the nodes of a tree except its root. It is allocated by
// chunks, so that no node ever moves.
type mctsArena struct {
	chunks []*[mctsChunk]mctsNode
	used   int // nodes, and those left out at the ends of chunks
}

const mctsChunk = 1 << 14

// take reserves n nodes in a row and returns the first; ok is false if the arena would hold more
// than most.
func (a *mctsArena) take(n, most int) (first int32, ok bool) {
	at := a.used
	if at%mctsChunk+n > mctsChunk {
		at += mctsChunk - at%mctsChunk
	}
	if at+n > min(most, math.MaxInt32) {
		return 0, false
	}
	if at/mctsChunk == len(a.chunks) {
		a.chunks = append(a.chunks, new([mctsChunk]mctsNode))
	}
	a.used = at + n
	return int32(at), true
}

// nodes returns n nodes in a row.
func (a *mctsArena) nodes(first int32, n int) []mctsNode {
	return a.chunks[first/mctsChunk][first%mctsChunk:][:n]
}

// children returns the children of n, which has been expanded.
func (a *mctsArena) children(n *mctsNode) []mctsNode { return a.nodes(n.first, int(n.children)) }

package chess

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// MCTS is a Searcher: Monte Carlo tree search, best first, with an Evaluator as
// its judge. Nothing is left to chance: where others play games out at random,
// it asks the evaluator how likely a win is.
//
// It keeps a tree of positions and lets it grow at one leaf after another. From
// the root on it goes where a move looks good or has been tried seldom (PUCT),
// to a position that has no children yet, gives it a child for each legal move,
// each judged at once, and takes what has been learnt back to the root. Mates,
// and draws by rule, are known for certain; so is a position from which one move
// is known to mate, or all moves are known, and there it never goes again.
//
// Depth, of Limits, Info and Result, is how long the lines are on average, not
// plies of full width, of which a best-first search has few. Lines are in the
// order of what their moves are worth at the least, which is the less the more
// seldom they have been tried. A search without limits ends when a mate is
// certain, though it may not be the shortest, or when MaxNodes is reached.
//
// Make one with NewMCTS; its fields may be changed between searches. It is for
// one goroutine at a time, and learns nothing from one search for the next.
type MCTS struct {
	// Exploration is how much a move is worth for having been tried seldom.
	Exploration float64

	// Trust is how much more readily a move is tried at first that looks certain
	// to win than one that looks certain to lose: exp(Trust) times. In a search
	// for a mate, which may begin with a sacrifice, it is 0.
	Trust float64

	// MaxNodes is how many nodes the tree may have, of 40 bytes each, or less. The
	// memory is taken as it is needed, and kept for the next search.
	MaxNodes int

	eval    Evaluator
	trust   float64 // in this search
	budget  budget
	path    path
	arena   mctsArena
	root    mctsNode
	line    []*mctsNode // from the root to the leaf
	pos     Position    // at the end of it
	next    Position    // after one more move
	moves   []Move      // of pos
	grown   int         // how often the tree has grown,
	plies   int         // how far from the root, all in all,
	longest int         // and at most
}

// An mctsNode is a position in the tree. What it is worth is the worth for the
// side to move there: as a chance of winning, from 0 to 1, and as a Score if it
// is known.
type mctsNode struct {
	found    float64 // sum of the chances found at each visit
	chance   float32 // their mean, or before the first visit the evaluator's
	prior    float32 // how readily to go there, relative to the others
	visits   int32
	value    Score // if known; else the evaluator's
	move     Move  // that leads here
	first    int32 // child
	children uint16
	known    bool
}

// NewMCTS returns an MCTS that judges by e, or by its own fork of e if e has a
// method Fork (see Evaluator). As it looks at positions one by one and plays no
// captures out, it does best with an evaluation to which a man who can be won
// is lost: see Exchange.
func NewMCTS(e Evaluator) *MCTS {
	return &MCTS{Exploration: 1, Trust: 8, MaxNodes: 1 << 22, eval: fork(e)}
}

// Search implements Searcher.
func (s *MCTS) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	moves, err := rootMoves(g, &l)
	if err != nil {
		return Result{}, err
	}
	s.budget.begin(ctx, &l, g.present().Turn())
	s.path.begin(g)
	s.arena.used = 0
	s.root = mctsNode{}
	s.grown, s.plies, s.longest = 0, 0, 0
	s.trust = s.Trust
	if l.Mate > 0 {
		s.trust = 0
	}
	depth := 0
	for !s.settled(&l, depth) && s.playout(g, moves) {
		now := s.plies / s.grown
		if now > depth || s.grown&(s.grown-1) == 0 { // deeper, or twice as much
			depth = max(depth, now)
			s.budget.report(&l, s.lines(&l), depth, s.longest)
		}
	}
	if s.grown == 0 {
		return s.budget.result([]Line{{PV: moves[:1]}}, 0), nil
	}
	return s.budget.result(s.lines(&l), depth), nil
}

// settled reports whether there is nothing left to look for.
func (s *MCTS) settled(l *Limits, depth int) bool {
	switch {
	case l.Depth != 0 && depth >= l.Depth:
		return true
	case !s.root.known:
		return false
	}
	moves, _ := s.root.value.Mate()
	unknown := func(c mctsNode) bool { return !c.known }
	return moves > 0 && moves <= l.Mate || !slices.ContainsFunc(s.arena.children(&s.root), unknown) ||
		l.Mate == 0 && settled(l, s.lines(l))
}

// playout goes down to a leaf, lets it grow, and takes what it is worth back to
// the root. It reports false if there is no time or no room for it.
func (s *MCTS) playout(g *Game, moves []Move) bool {
	n := &s.root
	s.line = append(s.line[:0], n)
	s.pos = *g.present()
	for n.children > 0 {
		if !s.budget.spend() {
			return false
		}
		n = s.choose(n)
		s.pos.Do(n.move, &s.pos)
		s.path.step(len(s.line), &s.pos)
		s.line = append(s.line, n)
	}
	if n != &s.root {
		s.moves = s.pos.AppendMoves(s.moves[:0])
		moves = s.moves
	}
	if !s.grow(n, moves) {
		return false
	}
	s.back()
	s.grown++
	s.plies += len(s.line)
	s.longest = max(s.longest, len(s.line))
	return true
}

// choose returns the child of n to go to, of which there is one that is not known.
func (s *MCTS) choose(n *mctsNode) *mctsNode {
	var best *mctsNode
	most := math.Inf(-1)
	unvisited := s.Exploration * math.Sqrt(float64(n.visits))
	children := s.arena.children(n)
	for i := range children {
		c := &children[i]
		worth := 1 - float64(c.chance) + unvisited*float64(c.prior)/float64(1+c.visits)
		if !c.known && worth > most {
			best, most = c, worth
		}
	}
	return best
}

// grow gives n, the end of the line, a child for each of the moves. It reports
// false, and has not changed n, if there is no time or no room for it.
func (s *MCTS) grow(n *mctsNode, moves []Move) bool {
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
		if c.value, c.known = s.path.over(&s.next, ply); !c.known {
			c.value = clamp(int64(s.eval.Evaluate(&s.next)))
		}
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

// back takes what the end of the line is worth, now that it has children, back to
// the root.
func (s *MCTS) back() {
	found := float32(0)
	for _, c := range s.arena.children(s.line[len(s.line)-1]) {
		found = max(found, 1-c.chance)
	}
	for _, n := range slices.Backward(s.line) {
		sure, all := -Mate, true // the best that is known, and whether all are
		for _, c := range s.arena.children(n) {
			if c.known {
				sure = max(sure, -c.value)
			} else {
				all = false
			}
		}
		n.visits++
		if all || sure > MaxEvaluation {
			n.value, n.known = sure, true
			found = float32(sure.chance())
			n.chance = found
		} else {
			found = max(found, float32(sure.chance()))
			n.found += float64(found)
			n.chance = float32(n.found / float64(n.visits))
		}
		found = 1 - found
	}
}

// lines returns the lines that the limits ask for, best first.
func (s *MCTS) lines(l *Limits) []Line {
	moves := slices.SortedStableFunc(slices.Values(s.arena.children(&s.root)), mctsNode.compare)
	moves = moves[:min(max(l.MultiPV, 1), len(moves))]
	lines := make([]Line, len(moves))
	for i, c := range moves {
		lines[i] = Line{-c.score(), []Move{c.move}}
		for c.children > 0 {
			c = slices.MinFunc(s.arena.children(&c), mctsNode.compare)
			lines[i].PV = append(lines[i].PV, c.move)
		}
	}
	return lines
}

// compare is negative if the move to n is better than that to o.
func (n mctsNode) compare(o mctsNode) int {
	return cmp.Or(cmp.Compare(n.most(), o.most()), cmp.Compare(n.value, o.value))
}

// most returns the chance that n might have after all.
func (n *mctsNode) most() float64 {
	c := float64(n.chance)
	if !n.known {
		c += (1 - c) / math.Sqrt(float64(2+n.visits))
	}
	return c
}

// score returns what n is worth as a Score.
func (n *mctsNode) score() Score {
	if n.known {
		return n.value
	}
	c := float64(n.chance)
	odds := math.Round(logistic * math.Log(c/(1-c)))
	return Score(min(max(odds, -float64(MaxEvaluation)), float64(MaxEvaluation)))
}

// An mctsArena is where the nodes of a tree are, but for its root. It grows by
// chunks, so that no node ever moves.
type mctsArena struct {
	chunks []*[mctsChunk]mctsNode
	used   int // nodes, and those left out at the ends of chunks
}

const mctsChunk = 1 << 14

// take returns the first of n nodes in a row; not ok if that made more than most.
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

// children returns the children of n, which has been grown.
func (a *mctsArena) children(n *mctsNode) []mctsNode { return a.nodes(n.first, int(n.children)) }

package searchtree

import (
	"context"
	"fmt"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// maxNodes is how many nodes a tree may have: a page of a million nodes has 30 MB.
const maxNodes = 1_000_000

// effect is what a move does in the node in which it is tried.
type effect int

const (
	noBetter effect = iota // than the moves before it, or than another line of its side
	newBest                // in the window: its score is the new lower end
	cutoff                 // at least beta: the opponent avoids the node, and no other move is searched
)

// node is a node of the tree, with the nodes below it in the sequence of the search.
type node struct {
	chess.SearchNode
	children  []*node
	effect    effect // of the move that leads here
	ends      int    // lines that end below it, or with it
	principal bool   // it is on the principal variation
	counts           // of its tree
}

// counts counts nodes, and what happened there.
type counts struct {
	nodes      int // searches of nodes: one that is searched twice counts twice
	again      int // of these, second ones
	cutoffs    int
	unsearched int // moves that were not searched because of a cutoff
}

// move returns the move that leads to the node.
func (n *node) move() chess.Move { return n.Line[len(n.Line)-1] }

// final reports whether child i is the last search of its move.
func (n *node) final(i int) bool { return i+1 == len(n.children) || !n.children[i+1].Again }

// best returns the child with the move from which the node has its score, or nil: at
// the end of a line, and where the static evaluation is better than captures.
func (n *node) best() *node {
	for i, c := range n.children {
		if n.final(i) && -c.Score == n.Score {
			return c
		}
	}
	return nil
}

// finish sets effect, ends and counts in the node's tree.
func (n *node) finish() {
	n.ends, n.counts = 0, counts{nodes: 1}
	if n.Again {
		n.again = 1
	}
	if !n.GameOver && n.Depth > 0 && n.Score >= n.Beta {
		n.cutoffs, n.unsearched = 1, n.Considered-n.Searched
	}
	for i, c := range n.children {
		best := -c.Beta // of the moves before
		if c.Again {
			best = -n.children[i-1].Beta
		}
		switch {
		case -c.Score >= n.Beta:
			c.effect = cutoff
		case -c.Score > best:
			c.effect = newBest
		}
		c.finish()
		n.ends += c.ends
		n.nodes += c.nodes
		n.again += c.again
		n.cutoffs += c.cutoffs
		n.unsearched += c.unsearched
	}
	n.ends = max(n.ends, 1)
}

// tree is the tree of one search.
type tree struct {
	name     string // of the searcher
	position chess.Position
	result   chess.Result
	root     *node
	minimax  uint64 // nodes of a search without pruning
}

// planter makes a tree of a trace. A trace is in post-order: a node comes after all
// nodes below it.
type planter struct {
	root  *node     // of the last iteration that was finished
	below [][]*node // by ply: nodes whose parent is still to come
	nodes int       // of this iteration
}

func (p *planter) add(n chess.SearchNode) {
	ply := len(n.Line)
	for len(p.below) <= ply+1 {
		p.below = append(p.below, nil)
	}
	added := &node{SearchNode: n, children: p.below[ply+1]}
	p.below[ply+1] = nil
	p.nodes++
	if ply == 0 {
		p.root, p.nodes = added, 0
		return
	}
	p.below[ply] = append(p.below[ply], added)
}

// setTrace has a searcher call trace for each node, and reports whether it can.
func setTrace(s chess.Searcher, trace func(chess.SearchNode)) bool {
	switch s := s.(type) {
	case *chess.NegaAlphaBeta:
		s.Trace = trace
	case *chess.NegaScout:
		s.Trace = trace
	default:
		return false
	}
	return true
}

// search searches a position, and returns the tree of the last iteration, which may
// have at most that many nodes.
func search(ctx context.Context, s chess.Searcher, p chess.Position, depth, most int, shown *progress.Progress) (*tree, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	shown.Start("moves", 0, len(p.AppendMoves(nil)))
	var planter planter
	setTrace(s, func(n chess.SearchNode) {
		if planter.nodes >= most {
			cancel(fmt.Errorf("the tree has more than %d nodes: draw one of less depth, or with CapturesFirst=true", most))
			return
		}
		if len(n.Line) == 1 && n.Depth == depth-1 && !n.Again {
			shown.Add(1)
		}
		planter.add(n)
	})
	r, err := s.Search(ctx, chess.NewGame(p), chess.Limits{Depth: depth})
	if err == nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, err
	}
	t := &tree{position: p, result: r, root: planter.root}
	t.root.effect = newBest
	t.root.finish()
	for n := t.root; n != nil; n = n.best() {
		n.principal = true
	}
	for ply := range t.root.Depth + 1 {
		t.minimax += chess.Perft(p, ply)
	}
	return t, nil
}

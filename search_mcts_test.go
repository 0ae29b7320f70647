package chess

import (
	"math"
	"testing"
	"unsafe"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

// What the tree has proven is what minimax finds, except that a mate may be longer
// than necessary.
func TestMCTSKnows(t *testing.T) {
	s, minimax := NewMCTS(flat), NewMinimax(flat)
	wins, draws, losses := 0, 0, 0
	randomHistories(t, 7, chesstest.Sample(t, 400), func(g *Game) {
		mustSearch(t, s, g, Limits{Nodes: 1000, MultiPV: MaxMoves})
		for _, c := range s.arena.children(&s.root) {
			plies, l := s.longest, Limits{SearchMoves: []Move{c.move}}
			if c.value.chance() != 0.5 {
				plies = int(Mate - max(c.value, -c.value))
			} else if c.children == 0 {
				plies = 1
			}
			if l.Depth = plies; !c.proven || plies > 4 {
				continue
			}
			r, ok := mustSearch(t, minimax, g, l), false
			switch c.value.chance() {
			case 0:
				wins, ok = wins+1, r.Score >= -c.value
			case 0.5:
				draws, ok = draws+1, r.Score == 0
			case 1:
				losses, ok = losses+1, r.Score <= -c.value
			}
			if !ok {
				t.Errorf("%v after %v from %v: %v is known as %v, minimax of depth %d says %v",
					g.Position(), g.Moves(), g.Start(), c.move, -c.value, plies, r.Score)
			}
		}
	})
	if min(wins, draws, losses) == 0 {
		t.Errorf("only %d wins, %d draws and %d losses were known", wins, draws, losses)
	}
}

// Each visit of a node is a visit of one child, except the first, which expanded
// it.
func TestMCTSTree(t *testing.T) {
	s := NewMCTS(NewDefaultEvaluator())
	for _, tt := range perftTests {
		mustSearch(t, s, NewGame(MustParseFEN(tt.fen)), Limits{Nodes: 5000})
		nodes := 0
		var walk func(n *mctsNode)
		walk = func(n *mctsNode) {
			nodes++
			visits, priors := int32(1), 0.0
			children := s.arena.children(n)
			for i := range children {
				visits += children[i].visits
				priors += float64(children[i].prior)
				walk(&children[i])
			}
			if n.chance < 0 || n.chance > 1 {
				t.Errorf("%s: a chance of %v", tt.name, n.chance)
			}
			if n.children > 0 && (n.visits != visits || math.Abs(priors-1) > 1e-4) {
				t.Errorf("%s: %d visits, priors add up to %v, want %d and 1", tt.name, n.visits, priors, visits)
			}
		}
		walk(&s.root)
		if int(s.root.visits) != s.playouts || nodes > s.arena.used+1 {
			t.Errorf("%s: root visited %d times of %d, %d nodes, room for %d", tt.name, s.root.visits, s.playouts, nodes, s.arena.used)
		}
	}
}

// The tree never has more nodes than it may, of the size that is promised, and a
// search ends when they are used up.
func TestMCTSMaxNodes(t *testing.T) {
	if size := unsafe.Sizeof(mctsNode{}); size > 40 {
		t.Errorf("a node takes %d bytes", size)
	}
	g := NewGame()
	for _, most := range []int{0, 19, 20, 21, 1000, mctsChunk - 1, 2*mctsChunk + 1} {
		s := NewMCTS(NewDefaultEvaluator())
		s.MaxNodes = most
		r := mustSearch(t, s, g, Limits{})
		if s.arena.used > most || s.arena.used < most-2*MaxMoves || (r.Depth > 0) != (most >= 20) {
			t.Errorf("%d of %d nodes, depth %d", s.arena.used, most, r.Depth)
		}
		checkResult(t, "mcts", g, &Limits{}, &r)
	}
}

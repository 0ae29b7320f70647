package chess

import (
	"math"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
)

func newTestMCTS(t *testing.T) *MCTS {
	t.Helper()
	p, err := ByName(Players(), "mcts")
	if err != nil {
		t.Fatal(err)
	}
	return p.New().(*MCTS)
}

func TestMCTSFindsMates(t *testing.T) {
	s := newTestMCTS(t)
	for fen, n := range mates(t) {
		if n > 2 {
			continue
		}
		g := NewGame(MustParseFEN(fen))
		r, err := s.Search(t.Context(), g, Limits{Mate: n, Nodes: 50_000})
		if moves, _ := r.Score.MateInMoves(); err != nil || moves != n {
			t.Errorf("%s: %v %v after %d nodes, %v, want mate in %d", fen, r.Move, r.Score, r.Nodes, err, n)
		}
		checkResult(t, "mcts", g, &Limits{}, &r)
	}
}

// What the tree has proven is what minimax finds, except that a mate may be longer
// than necessary.
func TestMCTSKnows(t *testing.T) {
	s, minimax := NewMCTS(flat), NewMinimax(flat)
	wins, draws, losses := 0, 0, 0
	randomHistories(t, 7, scale(400), func(g *Game) {
		if _, err := s.Search(t.Context(), g, Limits{Nodes: 1000, MultiPV: MaxMoves}); err != nil {
			t.Fatal(err)
		}
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
			r, err := minimax.Search(t.Context(), g, l)
			if err != nil {
				t.Fatal(err)
			}
			ok := false
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
	if min(wins, draws, losses) < scale(40) {
		t.Errorf("only %d wins, %d draws and %d losses were known", wins, draws, losses)
	}
}

// Each visit of a node is a visit of one child, except the first, which expanded
// it.
func TestMCTSTree(t *testing.T) {
	s := newTestMCTS(t)
	for _, tt := range perftTests {
		if _, err := s.Search(t.Context(), NewGame(MustParseFEN(tt.fen)), Limits{Nodes: 20_000}); err != nil {
			t.Fatal(err)
		}
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

func TestMCTSIsDeterministic(t *testing.T) {
	reused := newTestMCTS(t)
	for _, tt := range perftTests {
		for _, l := range []Limits{{Nodes: 5000}, {Depth: 3, Nodes: 50_000, MultiPV: 3}} {
			g := NewGame(MustParseFEN(tt.fen))
			want, err := newTestMCTS(t).Search(t.Context(), g, l)
			if err != nil {
				t.Fatal(err)
			}
			got, err := reused.Search(t.Context(), g, l)
			if err != nil {
				t.Fatal(err)
			}
			want.Time, got.Time = 0, 0
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: a second search differs:\n%s", tt.name, diff)
			}
		}
	}
}

// The tree never has more nodes than it may, of the size that is promised, and a
// search ends when they are used up.
func TestMCTSMaxNodes(t *testing.T) {
	if size := unsafe.Sizeof(mctsNode{}); size > 40 {
		t.Errorf("a node takes %d bytes", size)
	}
	g := NewGame(StartPosition())
	for _, most := range []int{0, 19, 20, 21, 1000, mctsChunk - 1, 2*mctsChunk + 1} {
		s := newTestMCTS(t)
		s.MaxNodes = most
		r, err := s.Search(t.Context(), g, Limits{})
		if err != nil || s.arena.used > most || s.arena.used < most-2*MaxMoves || (r.Depth > 0) != (most >= 20) {
			t.Errorf("%d of %d nodes, depth %d, %v", s.arena.used, most, r.Depth, err)
		}
		checkResult(t, "mcts", g, &Limits{}, &r)
	}
}

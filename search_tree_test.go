package chess

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

// A traced is a node of a trace with the nodes below it.
type traced struct {
	SearchNode
	children []*traced
}

// grow adds n, the next node of a trace, to a forest of nodes that are not below any
// other yet, and returns it.
func grow(forest []*traced, n SearchNode) []*traced {
	below := len(forest)
	for below > 0 && len(forest[below-1].Line) > len(n.Line) {
		below--
	}
	return append(forest[:below:below], &traced{n, slices.Clone(forest[below:])})
}

// checkTraced checks a node and those below it by what the rules of the search say
// about them: g is at the root.
func checkTraced(t *testing.T, rules *NegaAlphaBeta, e Evaluator, g *Game, n *traced) {
	t.Helper()
	ply := len(n.Line)
	at := new(*g)
	bonus := Score(0)
	for _, m := range n.Line {
		if err := at.Play(m); err != nil {
			t.Fatal(err)
		}
		bonus = -bonus
		if at.Position().InCheck() {
			bonus -= rules.CheckBonus
		}
	}
	p := at.Position()
	before := bonus // without the bonus for a check here, which slowValue adds
	if ply > 0 && p.InCheck() {
		before += rules.CheckBonus
	}
	exact := slowValue(rules, e, at, g.Len(), n.Depth, before)
	right := map[Bound]bool{
		UpperBound: exact <= n.Score && n.Score <= n.Alpha,
		LowerBound: exact >= n.Score && n.Score >= n.Beta,
		Exact:      exact == n.Score,
	}
	if !right[n.Bound] || n.Alpha >= n.Beta || n.Legal != len(p.AppendMoves(nil)) {
		t.Errorf("%v from %v: the score is %v, and %d moves are legal", n, p, exact, len(p.AppendMoves(nil)))
	}

	best, searched := -Mate, 0
	quiet := rules.CapturesBeyond > 0 && ply >= rules.CapturesBeyond && !p.InCheck()
	if quiet {
		best = clamp(int64(e.Evaluate(&p)) + int64(bonus))
	}
	considered := n.Legal
	switch {
	case n.GameOver || n.Depth == 0:
		considered = 0
	case quiet && ply > 0:
		considered = 0
		for _, m := range p.AppendMoves(nil) {
			considered += int(oneIf(p.Captured(m) != NoPiece))
		}
	}
	for i, c := range n.children {
		if !slices.Equal(c.Line[:ply], n.Line) || len(c.Line) != ply+1 || c.Depth != n.Depth-1 {
			t.Errorf("%v is below %v", c, n)
		}
		if c.Again != (i > 0 && slices.Equal(c.Line, n.children[i-1].Line)) {
			t.Errorf("%v is searched again: %v", c, c.Again)
		}
		if c.Again && (-n.children[i-1].Score <= max(n.Alpha, best) || -n.children[i-1].Score >= n.Beta) {
			t.Errorf("%v is searched again, and the null window gave %v below %v after %v", c, n.children[i-1].Score, n, best)
		}
		if c.Alpha < -n.Beta || c.Beta > -min(max(n.Alpha, best), -c.Score)+1 && c.Again || c.Beta > -max(n.Alpha, best) && !c.Again {
			t.Errorf("%v is searched below %v after %v", c, n, best)
		}
		if !c.Again {
			searched++
		}
		if i+1 == len(n.children) || !n.children[i+1].Again {
			best = max(best, -c.Score)
		}
		checkTraced(t, rules, e, g, c)
	}
	if n.Considered != considered || n.Searched != searched || searched < considered && n.Score < n.Beta {
		t.Errorf("%v: %d moves considered, %d searched, want %d, %d", n, n.Considered, n.Searched, considered, searched)
	}
	if n.Considered > 0 && best != n.Score {
		t.Errorf("%v: the best of its moves has %v", n, best)
	}
}

// TestTrace checks all nodes of the traces of searches: as many as there are moves
// played and iterations, each with the window and the score that belong there.
func TestTrace(t *testing.T) {
	e := NewPeSTO()
	allAgain := 0
	randomHistories(t, 8, chesstest.Sample(t, 150), func(g *Game) {
		l := Limits{Depth: shallow(g)}
		if len(g.current().AppendMoves(nil)) <= 6 {
			l.Depth = 4
		}
		alphabeta, scout := NewNegaAlphaBeta(e), NewNegaScout(e)
		alphabeta.CapturesFirst, alphabeta.CapturesBeyond, alphabeta.CheckBonus = g.Len()%2 == 0, g.Len()%4, Score(g.Len()%5*30)
		scout.CapturesFirst = g.Len()%2 == 0
		var forest []*traced
		nodes, again := 0, 0
		trace := func(n SearchNode) {
			nodes++
			again += int(oneIf(n.Again))
			forest = grow(forest, n)
		}
		alphabeta.Trace, scout.Trace = trace, trace
		for _, tt := range []struct {
			s     Searcher
			rules *NegaAlphaBeta
		}{{alphabeta, alphabeta}, {scout, &NegaAlphaBeta{}}} {
			forest, nodes, again = nil, 0, 0
			r := mustSearch(t, tt.s, g, l)
			if len(forest) != r.Depth || int64(nodes-again-len(forest)) != r.Nodes {
				t.Errorf("%v: %d nodes, %d of them again, for %d moves at %d depths", g.Position(), nodes, again, r.Nodes, r.Depth)
			}
			allAgain += again
			for i, root := range forest {
				if root.Depth != i+1 || root.Alpha != -Mate || root.Beta != Mate {
					t.Errorf("%v: %v", g.Position(), root)
				}
				checkTraced(t, tt.rules, e, g, root)
			}
			if last := forest[len(forest)-1]; last.Score != r.Score {
				t.Errorf("%v: %v, and the result is %v", g.Position(), last, r.Score)
			}
		}
	})
	if allAgain == 0 {
		t.Error("no node was searched again")
	}
}

// Nodes that are left because the search is stopped are not told, and a trace changes
// no search.
func TestTraceOfStoppedSearch(t *testing.T) {
	s := NewNegaScout(NewPeSTO())
	plain := mustSearch(t, s, new(Game), Limits{Nodes: 1000, Depth: 4})
	told, roots := int64(0), 0
	s.Trace = func(n SearchNode) {
		told++
		if len(n.Line) == 0 {
			roots++
		}
	}
	got := mustSearch(t, s, new(Game), Limits{Nodes: 1000, Depth: 4})
	if roots != got.Depth || told >= got.Nodes+int64(roots) || told < got.Nodes-4 {
		t.Errorf("%d nodes and %d roots told, %d nodes, depth %d", told, roots, got.Nodes, got.Depth)
	}
	plain.Time, got.Time = 0, 0
	if diff := cmp.Diff(plain, got); diff != "" {
		t.Errorf("with a trace (-without +with):\n%s", diff)
	}
}

// A trace costs memory only where there is one.
func TestTraceAllocs(t *testing.T) {
	s, g := NewNegaAlphaBeta(flat), new(Game)
	if n := testing.AllocsPerRun(5, func() { mustSearch(t, s, g, Limits{Depth: 3}) }); n > 100 {
		t.Errorf("%v allocations without a trace", n)
	}
}

func TestSearchNodeText(t *testing.T) {
	line := []Move{findMove(t, startPosition, "e2e4"), findMove(t, startPosition, "d2d4")}
	for _, tt := range []struct {
		n    SearchNode
		want string
	}{
		{SearchNode{Depth: 3, Alpha: -Mate, Beta: Mate, Score: 12, Bound: Exact, Legal: 20, Considered: 20, Searched: 20},
			"root: depth 3, window (-inf, +inf), score +0.12, 20 of 20 moves"},
		{SearchNode{Line: line, Depth: 2, Alpha: -20, Beta: -19, Score: 40, Bound: LowerBound, Legal: 29, Considered: 29, Searched: 3},
			"e2e4 d2d4: depth 2, window (-0.20, -0.19), score >= +0.40, cutoff after 3 of 29 moves"},
		{SearchNode{Line: line[:1], Depth: 2, Alpha: -20, Beta: Mate, Score: -30, Bound: UpperBound, Legal: 29, Considered: 4, Searched: 4, Again: true},
			"e2e4 again: depth 2, window (-0.20, +inf), score <= -0.30, 4 of 4 moves"},
		{SearchNode{Line: line[:1], Alpha: -20, Beta: 20, Score: -mateIn(1), Bound: Exact, GameOver: true},
			"e2e4: depth 0, window (-0.20, +0.20), score #-1, game over"},
		{SearchNode{Line: line[:1], Alpha: -20, Beta: 20, Score: 90, Bound: Exact, Legal: 20},
			"e2e4: depth 0, window (-0.20, +0.20), score +0.90, leaf"},
	} {
		if got := tt.n.String(); got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
		text, err := json.Marshal(tt.n)
		if err != nil {
			t.Fatal(err)
		}
		var back SearchNode
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.n, back); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

package chess

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

// evaluatorFunc is a function as an Evaluator.
type evaluatorFunc func(p *Position) Score

func (f evaluatorFunc) Evaluate(p *Position) Score { return f(p) }

// flat evaluates all positions as slightly better for the side to move, so that a
// draw is another score.
var flat = evaluatorFunc(func(*Position) Score { return 7 })

// The rules as a search applies them, in positions where the score is clear: 7 or
// -7 is the evaluation at the end of a line.
func TestMinimaxRules(t *testing.T) {
	const shuffle = "7k/p7/P7/8/8/p7/P7/K7 w - - 10 50"
	for _, tt := range []struct {
		name  string
		fen   string
		moves string
		only  string // the move to look at, if not all
		depth int
		want  Score
	}{
		{name: "nothing special", fen: StartFEN, depth: 1, want: -7},
		{name: "mate in one, looking further", fen: "6k1/5ppp/8/8/8/8/8/1R4K1 w - - 0 1", depth: 3, want: mateIn(1)},
		{name: "mated", fen: "7k/5K2/8/8/8/8/8/6R1 b - - 0 1", depth: 3, want: -mateIn(2)},
		{name: "stalemate at the end of the line", fen: "7k/5Q2/8/8/8/8/8/K7 w - - 0 1", only: "f7g6", depth: 1, want: 0},
		{name: "nobody can win", fen: "8/8/4k3/8/8/3K4/3r4/8 w - - 0 1", only: "d3d2", depth: 1, want: 0},

		{name: "fifty moves", fen: "7k/p7/P7/8/8/8/8/K7 w - - 99 90", depth: 1, want: 0},
		{name: "not yet fifty moves", fen: "7k/p7/P7/8/8/8/8/K7 w - - 98 90", depth: 1, want: -7},
		{name: "fifty moves and mate", fen: "6k1/5ppp/8/8/8/8/8/1R4K1 w - - 99 90", depth: 1, want: mateIn(1)},
		{name: "fifty moves before the search", fen: "7k/p7/P7/8/8/8/8/K7 w - - 120 90", depth: 1, want: 0},
		{name: "a pawn moves in time", fen: "7k/p7/8/8/8/8/P7/K7 w - - 99 90", only: "a2a3", depth: 1, want: -7},

		{name: "twice in the game before", fen: shuffle,
			moves: "a1b1 h8g8 b1a1 g8h8 a1b1 h8g8 b1a1 g8h8", only: "a1b1", depth: 1, want: 0},
		{name: "once in the game before", fen: shuffle,
			moves: "a1b1 h8g8 b1a1 g8h8", only: "a1b1", depth: 1, want: -7},
		{name: "the root again", fen: shuffle, only: "a1b1", depth: 4, want: 7}, // a draw, if Black lets it come
		{name: "three checks", fen: "6k1/8/8/8/8/8/8/K6R w - - 1+3 0 1", only: "h1g1", depth: 1, want: mateIn(1)},
		{name: "two checks", fen: "6k1/8/8/8/8/8/8/K6R w - - 2+3 0 1", only: "h1g1", depth: 1, want: -7},
		{name: "third check by either", fen: "k7/8/8/8/8/8/7q/1K6 b - - 3+1 0 1", depth: 1, want: mateIn(1)},
	} {
		g := playUCI(t, tt.fen, tt.moves)
		l := Limits{Depth: tt.depth}
		if tt.only != "" {
			l.SearchMoves = []Move{findMove(t, g.Position(), tt.only)}
		}
		if r := mustSearch(t, NewMinimax(flat), g, l); r.Score != tt.want {
			t.Errorf("%s, %s, depth %d: %v %v, want %v", tt.name, tt.fen, tt.depth, r.PV, r.Score, tt.want)
		}
	}
}

// randomHistories calls visit with games of small positions that are not over: of
// ordinary chess, Chess960 and three-check, with the clock anywhere, and with
// moves to and fro, so that draws by repetition are near.
func randomHistories(t *testing.T, seed uint64, n int, visit func(g *Game)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, chesstest.Seed()))
	kinds := []PieceType{Pawn, Pawn, Pawn, Knight, Bishop, Rook, Queen}
	few, repeated := n < 20, 0
	for n > 0 {
		setup := randomSetup(rng, kinds, rng.IntN(7))
		if rng.IntN(3) > 0 {
			setup.HalfmoveClock = rng.IntN(8)
		}
		p, err := setup.Position()
		if err != nil {
			continue
		}
		g := NewGame(p)
		for range rng.IntN(12) {
			p := g.Position()
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			if past := g.Moves(); len(past) >= 2 && rng.IntN(4) > 0 { // back
				last := past[len(past)-2]
				if i := slices.IndexFunc(moves, func(m Move) bool { return m.From() == last.To() && m.To() == last.From() }); i >= 0 {
					m = moves[i]
				}
			}
			if err := g.Continue(m); err != nil {
				t.Fatal(err)
			}
		}
		if g.Outcome() != (Outcome{}) {
			continue
		}
		if g.Repetitions() > 1 {
			repeated++
		}
		n--
		visit(g)
	}
	if repeated == 0 && !few {
		t.Error("no position was repeated")
	}
}

// shallow returns a depth to which g's position can be searched quickly.
func shallow(g *Game) int {
	if len(g.current().AppendMoves(nil)) <= 12 {
		return 3
	}
	return 1 + g.Len()%2
}

// slowValue is a slow reference for s: its rules followed with a Game, without
// pruning. It returns the score of the present position for the side to move.
func slowValue(s *NegaAlphaBeta, e Evaluator, g *Game, root, depth int, bonus Score) Score {
	p, o := g.Position(), g.Outcome()
	ply := g.Len() - root
	switch {
	case o.Decided:
		return decided(o.Winner == p.Turn(), ply)
	case o.IsDraw():
		return 0
	}
	if ply > 0 {
		before := 0
		for i := range g.Len() {
			if earlier := g.PositionAt(i); earlier.Key() == p.Key() {
				if before++; i >= root {
					before = 2
				}
			}
		}
		if before >= 2 || p.HalfmoveClock() >= 100 {
			return 0
		}
		if p.InCheck() {
			bonus -= s.CheckBonus
		}
	}
	if depth == 0 {
		return clamp(int64(e.Evaluate(&p) + bonus))
	}
	best := -Mate
	onlyCaptures := s.CapturesBeyond > 0 && ply >= s.CapturesBeyond && !p.InCheck()
	if onlyCaptures {
		best = clamp(int64(e.Evaluate(&p) + bonus))
	}
	for _, m := range g.LegalMoves() {
		if onlyCaptures && !p.IsCapture(m) {
			continue
		}
		if err := g.Play(m); err != nil {
			panic(err)
		}
		score := -slowValue(s, e, g, root, depth-1, -bonus)
		g.Undo()
		if _, mate := score.MateInMoves(); !mate && g.law != nil && g.law.weighs != nil {
			score += g.law.weighs(p, m)
		}
		best = max(best, score)
	}
	return best
}

// Minimax finds the value by the rules, and so does NegaAlphaBeta with captures beyond a ply
// and a bonus for checks.
func TestMinimaxIsRight(t *testing.T) {
	e := NewPeSTO()
	minimax, s := NewMinimax(e), NewNegaAlphaBeta(e)
	differ := 0
	randomHistories(t, 1, chesstest.Sample(t, 400), func(g *Game) {
		l := Limits{Depth: shallow(g)}
		plain := slowValue(&NegaAlphaBeta{}, e, new(*g), g.Len(), l.Depth, 0)
		if r := mustSearch(t, minimax, g, l); r.Score != plain {
			t.Errorf("%v after %v from %v: %v at depth %d, want %v", g.Position(), g.Moves(), g.Start(), r.Score, l.Depth, plain)
		}
		s.CapturesFirst, s.CapturesBeyond, s.CheckBonus = g.Len()%2 == 0, g.Len()%4, Score(g.Len()%5*30)
		want := slowValue(s, e, new(*g), g.Len(), l.Depth, 0)
		if r := mustSearch(t, s, g, l); r.Score != want {
			t.Errorf("%v after %v from %v: %+v: %v at depth %d, want %v", g.Position(), g.Moves(), g.Start(), s, r.Score, l.Depth, want)
		}
		differ += int(oneIf(want != plain))
	})
	if differ == 0 {
		t.Error("the knobs make no difference")
	}
}

// Alpha-beta and NegaScout find the lines of Minimax by fewer nodes, and with captures first
// its scores.
func TestNegaAlphaBetaIsMinimax(t *testing.T) {
	t.Parallel()
	e := NewPeSTO()
	minimax, plain, ordered := NewMinimax(e), NewNegaAlphaBeta(e), NewNegaAlphaBeta(e)
	scout, orderedScout := NewNegaScout(e), NewNegaScout(e)
	ordered.CapturesFirst, orderedScout.CapturesFirst = true, true
	nodes := map[Searcher]int64{}
	randomHistories(t, 2, chesstest.Sample(t, 1000), func(g *Game) {
		l := Limits{Depth: shallow(g), MultiPV: 1 + g.Len()%4}
		if len(g.current().AppendMoves(nil)) <= 6 {
			l.Depth = 4
		}
		want := mustSearch(t, minimax, g, l)
		nodes[minimax] += want.Nodes
		for _, s := range []Searcher{plain, ordered, scout, orderedScout} {
			got := mustSearch(t, s, g, l)
			nodes[s] += got.Nodes
			if s == ordered || s == orderedScout { // other lines may have the same scores
				for i := range got.Lines {
					got.Lines[i].PV = want.Lines[i].PV
				}
			}
			if diff := cmp.Diff(want.Lines, got.Lines); diff != "" {
				t.Errorf("%v after %v from %v, %+v, %T:\n%s", g.Position(), g.Moves(), g.Start(), l, s, diff)
			}
		}
	})
	if nodes[plain] >= nodes[minimax]*3/4 || nodes[ordered] >= nodes[plain] || nodes[scout] >= nodes[minimax]*3/4 {
		t.Errorf("nodes of minimax %d, alpha-beta %d, with captures first %d, NegaScout %d",
			nodes[minimax], nodes[plain], nodes[ordered], nodes[scout])
	}
}

// The fields of the small searchers are options.
func TestSmallSearchersOptions(t *testing.T) {
	n := NewNegaAlphaBeta(flat)
	n.CheckBonus, n.ResignAt = 50, -1500
	want := []Option{
		{Name: "Depth", Kind: spinOption, Value: "3", Min: 1, Max: MaxDepth},
		{Name: "CapturesFirst", Kind: checkOption, Value: "false"},
		{Name: "CapturesBeyond", Kind: spinOption, Value: "0", Max: MaxDepth},
		{Name: "CheckBonus", Kind: spinOption, Value: "50", Min: -10_000, Max: 10_000},
		{Name: "ResignAt", Kind: spinOption, Value: "-1500", Min: -10_000},
	}
	for _, tt := range []struct {
		s    Configurable
		want []Option
	}{
		{n, want},
		{NewMinimax(flat), want[:1]},
		{NewNegaScout(flat), want[:2]},
	} {
		if diff := cmp.Diff(tt.want, tt.s.Options()); diff != "" {
			t.Errorf("%T (-want +got):\n%s", tt.s, diff)
		}
	}
}

// A searcher evaluates by the evaluator that it was given last, by its own fork.
func TestSmallSearchersEvaluator(t *testing.T) {
	for _, s := range []Evaluating{new(Minimax), new(NegaAlphaBeta), new(NegaScout)} {
		if s.Evaluator() == nil {
			t.Errorf("the zero %T has no evaluator", s)
		}
		pesto := NewPeSTO()
		if err := s.SetEvaluator(pesto); err != nil || s.Evaluator() == Evaluator(pesto) {
			t.Errorf("%T did not take its own fork of an evaluator: %v", s, err)
		}
		if err := s.SetEvaluator(flat); err != nil {
			t.Error(err)
		}
		if r := mustSearch(t, s, new(Game), Limits{Depth: 2}); r.Score != 7 {
			t.Errorf("%T with an evaluation of 7: %v", s, r.Score)
		}
		if !limitsItself(s) {
			t.Errorf("%T has a depth of its own", s)
		}
	}
}

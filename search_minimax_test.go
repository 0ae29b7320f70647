package chess

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// evaluatorFunc is a function as an Evaluator.
type evaluatorFunc func(p *Position) Score

func (f evaluatorFunc) Evaluate(p *Position) Score { return f(p) }

// flat evaluates all positions as slightly better for the side to move, so that a
// draw is another score.
var flat = evaluatorFunc(func(*Position) Score { return 7 })

// playGame returns a game from a position in which the moves, in UCI, were played.
func playGame(t *testing.T, fen string, moves ...string) *Game {
	t.Helper()
	g := NewGame(MustParseFEN(fen))
	for _, uci := range moves {
		m, err := g.Position().ParseUCI(uci)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// The rules as a search applies them, in positions where the score is clear: 7 or
// -7 is the evaluation at the end of a line.
func TestMinimaxRules(t *testing.T) {
	const (
		start    = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
		shuffle  = "7k/p7/P7/8/8/p7/P7/K7 w - - 10 50"
		backRank = "6k1/5ppp/8/8/8/8/8/1R4K1 w - - 0 1"
	)
	for _, tt := range []struct {
		name  string
		fen   string
		moves []string
		only  string // the move to look at, if not all
		depth int
		want  Score
	}{
		{name: "nothing special", fen: start, depth: 1, want: -7},
		{name: "nothing special", fen: start, depth: 2, want: 7},
		{name: "mate in one", fen: backRank, depth: 1, want: mateIn(1)},
		{name: "mate in one, looking further", fen: backRank, depth: 3, want: mateIn(1)},
		{name: "mated", fen: "7k/5K2/8/8/8/8/8/6R1 b - - 0 1", depth: 3, want: -mateIn(2)},
		{name: "stalemate", fen: "7k/5Q2/8/8/8/8/8/K7 w - - 0 1", only: "f7g6", depth: 2, want: 0},
		{name: "stalemate at the end of the line", fen: "7k/5Q2/8/8/8/8/8/K7 w - - 0 1", only: "f7g6", depth: 1, want: 0},
		{name: "nobody can win", fen: "8/8/4k3/8/8/3K4/3r4/8 w - - 0 1", only: "d3d2", depth: 1, want: 0},
		{name: "nobody can win", fen: "8/8/4k3/8/8/3K4/3r4/8 w - - 0 1", only: "d3d2", depth: 3, want: 0},

		{name: "fifty moves", fen: "7k/p7/P7/8/8/8/8/K7 w - - 99 90", depth: 1, want: 0},
		{name: "not yet fifty moves", fen: "7k/p7/P7/8/8/8/8/K7 w - - 98 90", depth: 1, want: -7},
		{name: "fifty moves and mate", fen: "6k1/5ppp/8/8/8/8/8/1R4K1 w - - 99 90", depth: 1, want: mateIn(1)},
		{name: "fifty moves before the search", fen: "7k/p7/P7/8/8/8/8/K7 w - - 120 90", depth: 1, want: 0},
		{name: "a pawn moves in time", fen: "7k/p7/8/8/8/8/P7/K7 w - - 99 90", only: "a2a3", depth: 1, want: -7},

		{name: "twice in the game before", fen: shuffle,
			moves: []string{"a1b1", "h8g8", "b1a1", "g8h8", "a1b1", "h8g8", "b1a1", "g8h8"}, only: "a1b1", depth: 1, want: 0},
		{name: "once in the game before", fen: shuffle,
			moves: []string{"a1b1", "h8g8", "b1a1", "g8h8"}, only: "a1b1", depth: 1, want: -7},
		{name: "the root again", fen: shuffle, only: "a1b1", depth: 4, want: 7}, // a draw, if Black lets it come
		{name: "three checks", fen: "6k1/8/8/8/8/8/8/K6R w - - 1+3 0 1", only: "h1g1", depth: 1, want: mateIn(1)},
		{name: "two checks", fen: "6k1/8/8/8/8/8/8/K6R w - - 2+3 0 1", only: "h1g1", depth: 1, want: -7},
		{name: "third check by either", fen: "k7/8/8/8/8/8/7q/1K6 b - - 3+1 0 1", depth: 1, want: mateIn(1)},
	} {
		g := playGame(t, tt.fen, tt.moves...)
		l := Limits{Depth: tt.depth}
		if tt.only != "" {
			m, err := g.Position().ParseUCI(tt.only)
			if err != nil {
				t.Fatal(err)
			}
			l.SearchMoves = []Move{m}
		}
		r, err := NewMinimax(flat).Search(t.Context(), g, l)
		if err != nil || r.Score != tt.want {
			t.Errorf("%s, %s, depth %d: %v %v, %v, want %v", tt.name, tt.fen, tt.depth, r.PV, r.Score, err, tt.want)
		}
	}
}

// randomHistories calls visit with games of small positions that are not over: of
// ordinary chess, Chess960 and three-check, with the clock anywhere, and with
// moves to and fro, so that draws by repetition are near.
func randomHistories(t *testing.T, seed uint64, n int, visit func(g *Game)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 6))
	kinds := []PieceType{Pawn, Pawn, Pawn, Knight, Bishop, Rook, Queen}
	repeated := 0
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
	if repeated == 0 {
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
	p := g.Position()
	ply := g.Len() - root
	if ply > 0 {
		o := g.Outcome()
		if o.Decided {
			return -mateIn(ply)
		}
		before := 0
		for i := range g.Len() {
			if earlier := g.PositionAt(i); earlier.Key() == p.Key() {
				if before++; i >= root {
					before = 2
				}
			}
		}
		if o.IsDraw() || before >= 2 || p.HalfmoveClock() >= 100 {
			return 0
		}
		if p.InCheck() {
			bonus -= s.CheckBonus
		}
		if depth == 0 {
			return clamp(int64(e.Evaluate(&p) + bonus))
		}
	}
	best := -Mate
	onlyCaptures := s.CapturesBeyond > 0 && ply >= s.CapturesBeyond && !p.InCheck()
	if onlyCaptures {
		best = clamp(int64(e.Evaluate(&p) + bonus))
	}
	for _, m := range p.AppendMoves(nil) {
		if onlyCaptures && !p.IsCapture(m) {
			continue
		}
		if err := g.Play(m); err != nil {
			panic(err)
		}
		best = max(best, -slowValue(s, e, g, root, depth-1, -bonus))
		g.Undo()
	}
	return best
}

func TestMinimaxIsRight(t *testing.T) {
	e := NewPeSTO()
	minimax := NewMinimax(e)
	randomHistories(t, 1, scale(400), func(g *Game) {
		depth := shallow(g)
		r, err := minimax.Search(t.Context(), g, Limits{Depth: depth})
		want := slowValue(&NegaAlphaBeta{}, e, new(*g), g.Len(), depth, 0)
		if err != nil || r.Score != want {
			t.Errorf("%v after %v from %v: %v at depth %d, %v, want %v", g.Position(), g.Moves(), g.Start(), r.Score, depth, err, want)
		}
	})
}

func TestMinimaxFindsMates(t *testing.T) {
	t.Parallel()
	for fen, n := range mates(t) {
		searchers := map[string]Searcher{}
		if n <= 2 {
			searchers["minimax"] = NewMinimax(flat)
		}
		if n <= 3 {
			s := NewNegaAlphaBeta(flat)
			s.CapturesFirst = true
			searchers["alpha-beta"] = s
		}
		for name, s := range searchers {
			r, err := s.Search(t.Context(), NewGame(MustParseFEN(fen)), Limits{Mate: n})
			if moves, _ := r.Score.MateInMoves(); err != nil || moves != n || r.Depth != 2*n-1 || len(r.PV) != 2*n-1 {
				t.Errorf("%s, %s: %v %v at depth %d, %v, want mate in %d", name, fen, r.PV, r.Score, r.Depth, err, n)
			}
		}
	}
}

// Alpha-beta finds the lines of Minimax, and move ordering changes no score.
func TestNegaAlphaBetaIsMinimax(t *testing.T) {
	minimax, plain, ordered := NewMinimax(NewPeSTO()), NewNegaAlphaBeta(NewPeSTO()), NewNegaAlphaBeta(NewPeSTO())
	ordered.CapturesFirst = true
	nodes := [2]int64{}
	randomHistories(t, 2, scale(3000), func(g *Game) {
		l := Limits{Depth: shallow(g), MultiPV: 1 + g.Len()%4}
		want, err := minimax.Search(t.Context(), g, l)
		if err != nil {
			t.Fatal(err)
		}
		got, err := plain.Search(t.Context(), g, l)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.Lines, got.Lines); diff != "" {
			t.Errorf("%v after %v from %v, %+v:\n%s", g.Position(), g.Moves(), g.Start(), l, diff)
		}
		nodes[0] += want.Nodes
		nodes[1] += got.Nodes
		got, err = ordered.Search(t.Context(), g, l)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want.Lines {
			if got.Lines[i].Score != want.Lines[i].Score {
				t.Errorf("%v after %v from %v, %+v: with captures first %v, want %v",
					g.Position(), g.Moves(), g.Start(), l, got.Lines, want.Lines)
			}
		}
	})
	if nodes[1] >= nodes[0]*3/4 {
		t.Errorf("alpha-beta played %d moves, minimax %d", nodes[1], nodes[0])
	}
}

// Captures beyond a ply and a bonus for checks are searched as their rules say.
func TestNegaAlphaBetaKnobs(t *testing.T) {
	e := NewPeSTO()
	s := NewNegaAlphaBeta(e)
	differ := 0
	randomHistories(t, 3, scale(400), func(g *Game) {
		depth := shallow(g)
		s.CapturesFirst, s.CapturesBeyond, s.CheckBonus = g.Len()%2 == 0, g.Len()%4, Score(g.Len()%5*30)
		r, err := s.Search(t.Context(), g, Limits{Depth: depth})
		want := slowValue(s, e, new(*g), g.Len(), depth, 0)
		if err != nil || r.Score != want {
			t.Errorf("%v after %v from %v: %v at depth %d, %v, want %v", g.Position(), g.Moves(), g.Start(), r.Score, depth, err, want)
		}
		if want != slowValue(&NegaAlphaBeta{}, e, new(*g), g.Len(), depth, 0) {
			differ++
		}
	})
	if differ == 0 {
		t.Error("the knobs make no difference")
	}
}

// The fields of the small searchers are options, and those that are listed take
// their own values, from the smallest to the largest.
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
	for _, tt := range []struct{ name, value, err string }{
		{"depth", "4", ""},
		{"CAPTURESFIRST", "True", ""},
		{"capturesBeyond", "2", ""},
		{"CheckBonus", "-30", ""},
		{"ResignAt", "-1000", ""},
		{"Depth", "0", `chess: option Depth is a number from 1 to 127, not "0"`},
		{"resignat", "1", `chess: option ResignAt is a number from -10000 to 0, not "1"`},
		{"CapturesFirst", "1", `chess: option CapturesFirst is one of true, false, not "1"`},
		{"tree", "1", `chess: there is no option "tree"`},
		{"Hash", "1", `chess: there is no option "Hash"`},
		{"", "", `chess: there is no option ""`},
	} {
		got := ""
		if err := n.SetOption(tt.name, tt.value); err != nil {
			got = err.Error()
		}
		if got != tt.err {
			t.Errorf("%s=%s: %q, want %q", tt.name, tt.value, got, tt.err)
		}
	}
	if n.Depth != 4 || !n.CapturesFirst || n.CapturesBeyond != 2 || n.CheckBonus != -30 || n.ResignAt != -1000 {
		t.Errorf("%+v", n.Options())
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
		if r, err := s.Search(t.Context(), new(Game), Limits{Depth: 2}); err != nil || r.Score != 7 {
			t.Errorf("%T with an evaluation of 7: %v, %v", s, r.Score, err)
		}
		if !limitsItself(s) {
			t.Errorf("%T has a depth of its own", s)
		}
	}
}

// NegaScout finds the lines of Minimax, without order, and with captures first the
// scores, where draws by repetition, mates and the fifty-move rule are near.
func TestNegaScoutIsMinimax(t *testing.T) {
	t.Parallel()
	minimax, plain, ordered := NewMinimax(NewPeSTO()), NewNegaScout(NewPeSTO()), NewNegaScout(NewPeSTO())
	ordered.CapturesFirst = true
	deep, drawn, mated := 0, 0, 0
	randomHistories(t, 7, scale(3000), func(g *Game) {
		l := Limits{Depth: shallow(g), MultiPV: 1 + g.Len()%4}
		if len(g.current().AppendMoves(nil)) <= 6 {
			l.Depth = 4
			deep++
		}
		want, err := minimax.Search(t.Context(), g, l)
		if err != nil {
			t.Fatal(err)
		}
		got, err := plain.Search(t.Context(), g, l)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.Lines, got.Lines); diff != "" {
			t.Errorf("%v after %v from %v, %+v:\n%s", g.Position(), g.Moves(), g.Start(), l, diff)
		}
		got, err = ordered.Search(t.Context(), g, l)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want.Lines {
			if got.Lines[i].Score != want.Lines[i].Score {
				t.Errorf("%v after %v from %v, %+v: with captures first %v, want %v",
					g.Position(), g.Moves(), g.Start(), l, got.Lines, want.Lines)
			}
		}
		if _, ok := want.Score.MateInMoves(); ok {
			mated++
		}
		if want.Score == 0 {
			drawn++
		}
	})
	if deep == 0 || drawn == 0 || mated == 0 {
		t.Errorf("%d searches to depth 4, %d draws, %d mates", deep, drawn, mated)
	}
}

// NegaScout and NegaAlphaBeta agree in positions of whole games, and the nodes of all
// these searches are as they were counted.
func TestNegaScoutNodes(t *testing.T) {
	const depth = 3
	type counts struct{ Plain, PlainScout, Ordered, OrderedScout int64 }
	var nodes counts
	for _, fen := range benchPositions[:16] {
		g := NewGame(MustParseFEN(fen))
		for _, pair := range []struct {
			ordered          bool
			alphabeta, scout *int64
		}{
			{false, &nodes.Plain, &nodes.PlainScout},
			{true, &nodes.Ordered, &nodes.OrderedScout},
		} {
			a, s := NewNegaAlphaBeta(NewPeSTO()), NewNegaScout(NewPeSTO())
			a.CapturesFirst, s.CapturesFirst = pair.ordered, pair.ordered
			want, err := a.Search(t.Context(), g, Limits{Depth: depth})
			if err != nil {
				t.Fatal(err)
			}
			got, err := s.Search(t.Context(), g, Limits{Depth: depth})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.Lines, got.Lines); diff != "" {
				t.Errorf("%s, captures first %v (-NegaAlphaBeta +NegaScout):\n%s", fen, pair.ordered, diff)
			}
			*pair.alphabeta += want.Nodes
			*pair.scout += got.Nodes
		}
	}
	if diff := cmp.Diff(counts{95_237, 91_212, 42_816, 32_067}, nodes); diff != "" {
		t.Errorf("nodes (-want +got):\n%s", diff)
	}
}

func TestNegaScoutFindsMates(t *testing.T) {
	t.Parallel()
	for fen, n := range mates(t) {
		if n > 3 {
			continue
		}
		s := NewNegaScout(flat)
		s.CapturesFirst = true
		r, err := s.Search(t.Context(), NewGame(MustParseFEN(fen)), Limits{Mate: n})
		if moves, _ := r.Score.MateInMoves(); err != nil || moves != n || r.Depth != 2*n-1 || len(r.PV) != 2*n-1 {
			t.Errorf("%s: %v %v at depth %d, %v, want mate in %d", fen, r.PV, r.Score, r.Depth, err, n)
		}
	}
}

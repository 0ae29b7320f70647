package chess

import (
	"math/rand/v2"
	"slices"
	"testing"
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
			setup.Halfmoves = rng.IntN(8)
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
		if o.IsDraw() || before >= 2 || p.Halfmoves() >= 100 {
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

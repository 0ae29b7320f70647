package chess

import (
	"context"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

func newTestSearcher() *AlphaBeta { return NewAlphaBeta(NewDefaultEvaluator()) }

// newSmallSearcher is cheap to make.
func newSmallSearcher() *AlphaBeta {
	o := defaultAlphaBetaOptions()
	o.Hash = 0
	return newAlphaBeta(NewDefaultEvaluator(), o)
}

// mustSearch returns the result of a search.
func mustSearch(t *testing.T, s Searcher, g *Game, l Limits) Result {
	t.Helper()
	r, err := s.Search(t.Context(), g, l)
	if err != nil {
		t.Fatalf("%v: %v", g.Position(), err)
	}
	return r
}

// playUCI returns the game from a position by moves in UCI.
func playUCI(t *testing.T, fen, moves string) *Game {
	t.Helper()
	g := NewGame(MustParseFEN(fen))
	if err := g.PlayUCI(strings.Fields(moves)...); err != nil {
		t.Fatal(err)
	}
	return g
}

// readEPDs returns the positions of a file in testdata.
func readEPDs(t testing.TB, name string) (all []EPD) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		e, err := ParseEPD(line)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}

// mates returns the positions of testdata/mates.epd, in random order.
func mates(t *testing.T) []EPD {
	all := readEPDs(t, "mates.epd")
	chesstest.Rand(t).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// The shortest mate is found, and the line leads to it.
func TestSearchFindsMates(t *testing.T) {
	t.Parallel()
	alphabeta, scout := NewNegaAlphaBeta(flat), NewNegaScout(flat)
	alphabeta.CapturesFirst, scout.CapturesFirst = true, true
	for _, tt := range []struct {
		s       Searcher
		longest int64
		plain   bool // stops at the depth of the mate, and has the whole line
	}{
		{newTestSearcher(), 4, false}, {NewMCTS(NewDefaultEvaluator()), 2, false},
		{NewMinimax(flat), 2, true}, {alphabeta, 3, true}, {scout, 3, true},
	} {
		left := chesstest.Sample(t, 50)
		for _, e := range mates(t) {
			dm, _ := e.Int("dm")
			if dm > tt.longest || left == 0 {
				continue
			}
			left--
			g, n := NewGame(e.Position), int(dm)
			r := mustSearch(t, tt.s, g, Limits{Mate: n, Depth: 2*n + 6})
			moves, _ := r.Score.MateInMoves()
			if whole := len(r.PV) == 2*n-1; moves != n || tt.plain && (r.Depth != 2*n-1 || !whole) {
				t.Errorf("%T, %v: %v %v at depth %d, want mate in %d", tt.s, e, r.PV, r.Score, r.Depth, n)
			}
			checkResult(t, "mates", g, &Limits{}, &r)
			playMoves(t, g, r.PV...)
			if len(r.PV) == 2*n-1 && g.Outcome().Reason != Checkmate {
				t.Errorf("%T, %v: line %v ends in %v", tt.s, e, r.PV, g.Outcome())
			}
		}
	}
}

// Winning sides must win: no stalemate, no repetition, no fifty moves.
func TestSearchWinsWonEndings(t *testing.T) {
	for _, fen := range []string{
		"7k/5Q2/8/8/8/8/8/K7 w - - 0 1", // Qg6 is stalemate
		"8/8/8/8/8/1k6/2q5/K7 b - - 0 1",
		"k7/8/1K6/8/8/8/7R/8 w - - 0 1",
		"8/8/8/4k3/8/8/3QK3/8 w - - 0 1",
		"5k2/5P2/5K2/8/8/8/8/1Q6 w - - 98 80",
		"8/6pk/8/8/8/8/q6r/5K2 b - - 0 1",
	} {
		start := MustParseFEN(fen)
		g, winner := NewGame(start), start.Turn()
		a := newTestSearcher()
		for g.Outcome().Reason == unterminated {
			playMoves(t, g, mustSearch(t, a, g, Limits{Depth: 9}).Move)
		}
		if got, want := g.Outcome(), WinBy(winner, Checkmate); got != want {
			t.Errorf("%s: %v (%v) after %v", fen, got, got.Reason, g.Moves())
		}
	}
}

// A searcher that has searched other games before finds the same.
func TestSearchIsDeterministic(t *testing.T) {
	t.Parallel()
	for _, new := range []func() Searcher{
		func() Searcher { return newTestSearcher() },
		func() Searcher { return NewMCTS(NewDefaultEvaluator()) },
		func() Searcher { return withTables(threePieces()) },
	} {
		reused := new()
		for _, tt := range perftTests {
			for _, l := range []Limits{{Nodes: 2000}, {Depth: 4, MultiPV: 3, Nodes: 4000}} {
				g := NewGame(MustParseFEN(tt.fen))
				want, got := mustSearch(t, new(), g, l), mustSearch(t, reused, g, l)
				want.Time, got.Time = 0, 0
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s: a second search differs:\n%s", tt.name, diff)
				}
			}
		}
	}
}

// Where pawns of both sides promote, quiescence search finds captures without end, unless it
// is limited.
func TestQuiescenceEnds(t *testing.T) {
	g := NewGame(MustParseFEN("k7/3PPPP1/7p/pppp1ppp/PPPP1PPP/7P/3pppp1/K7 w - - 0 1"))
	if r := mustSearch(t, newTestSearcher(), g, Limits{Depth: 5, MultiPV: 3, Nodes: 5_000_000}); r.Depth != 5 {
		t.Errorf("depth %d after %d nodes, want 5", r.Depth, r.Nodes)
	}
}

// A search remembers the game that it continues, and what was learned while it pondered on
// another move of the opponent.
func TestSearchRemembersTheGame(t *testing.T) {
	for _, ponder := range []chan Clock{nil, make(chan Clock)} {
		a := newTestSearcher()
		g := playUCI(t, StartFEN, "e2e4 e7e5")
		r := mustSearch(t, a, g, Limits{Depth: 7, Ponder: ponder})
		if ponder == nil {
			playMoves(t, g, r.PV[:2]...)
		} else {
			g = playUCI(t, StartFEN, "e2e4 c7c5")
		}
		warm, cold := mustSearch(t, a, g, Limits{Depth: 6}), mustSearch(t, newTestSearcher(), g, Limits{Depth: 6})
		if warm.Nodes == cold.Nodes || ponder == nil && warm.Nodes > cold.Nodes {
			t.Errorf("%v: %d nodes with memory, %d without", g.Moves(), warm.Nodes, cold.Nodes)
		}
	}
}

func TestSearchFinishedGame(t *testing.T) {
	for _, fen := range []string{
		"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", // mate
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",                                // stalemate
		"8/8/4k3/8/8/3K4/8/8 w - - 0 1",
		"8/8/4k3/8/8/3K4/8/R7 w - - 150 100",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+0 0 1",
	} {
		g := NewGame(MustParseFEN(fen))
		_, err := newTestSearcher().Search(t.Context(), g, Limits{Depth: 1})
		if !errors.Is(err, ErrGameOver) || !strings.Contains(err.Error(), g.Outcome().Reason.String()) {
			t.Errorf("%s: error %v, want %v for %v", fen, err, ErrGameOver, g.Outcome().Reason)
		}
	}
}

func TestSearchInfo(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	depth := 0
	g := NewGame()
	r, err := newTestSearcher().Search(ctx, g, Limits{Info: func(i Info) {
		if i.Depth != depth+1 || i.MultiPV != 1 || i.SelDepth < i.Depth || len(i.PV) == 0 {
			t.Errorf("after depth %d: %+v", depth, i)
		}
		if depth = i.Depth; depth == 6 {
			cancel()
		}
	}})
	if err != nil || depth != 6 || r.Depth != 6 {
		t.Errorf("reported depth %d, result %d, %v", depth, r.Depth, err)
	}
	checkResult(t, "cancelled", g, &Limits{}, &r)
}

// Lines are in order, wherever a search is stopped, and there are no more than moves.
func TestSearchMultiPV(t *testing.T) {
	g := NewGame(MustParseFEN(perftTests[1].fen))
	for _, l := range []Limits{{Nodes: 1000, MultiPV: 4}, {Nodes: 6000, MultiPV: 4}, {Depth: 5, MultiPV: 4}, {Depth: 2, MultiPV: 500}} {
		r := mustSearch(t, newSmallSearcher(), g, l)
		checkResult(t, "lines", g, &l, &r)
		for i, line := range r.Lines[1:] {
			if l.Depth > 0 && line.Score > r.Lines[i].Score {
				t.Errorf("%+v: a line scores %v, the one before %v", l, line.Score, r.Lines[i].Score)
			}
		}
		if want := min(l.MultiPV, 48); l.Depth > 0 && len(r.Lines) != want {
			t.Errorf("%+v: %d lines, want %d", l, len(r.Lines), want)
		}
	}
}

func TestSearchAllocatesNothingPerNode(t *testing.T) {
	a := newTestSearcher()
	g := NewGame(MustParseFEN(perftTests[1].fen))
	search := func(nodes int64) float64 {
		return testing.AllocsPerRun(1, func() { mustSearch(t, a, g, Limits{Nodes: nodes}) })
	}
	few, many := search(2_000), search(12_000)
	// Each depth reports a line; nothing else may grow with the search.
	if many > few+60 {
		t.Errorf("%v allocations for 2,000 nodes, %v for 12,000", few, many)
	}
}

// A context that has ended does not stop later searches.
func TestSearchCancelledBefore(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	a := newSmallSearcher()
	g := NewGame()
	for range 50 {
		if _, err := a.Search(cancelled, g, Limits{Depth: 1}); err != nil {
			t.Fatal(err)
		}
		if r := mustSearch(t, a, g, Limits{Depth: 3}); r.Depth != 3 {
			t.Fatalf("depth %d", r.Depth)
		}
	}
}

// A search that is cancelled before it begins plays the move in the table.
func TestSearchCancelledPlaysTableMove(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	other := 0
	for _, c := range perftTests {
		a := newTestSearcher()
		g := NewGame(MustParseFEN(c.fen))
		r := mustSearch(t, a, g, Limits{Depth: 6})
		playMoves(t, g, r.PV[:min(2, len(r.PV))]...)
		entry, ok := a.Table().Get(g.Position().EPD())
		first, err := newTestSearcher().Search(cancelled, g, Limits{})
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		if entry.Move != first.Move {
			other++
		}
		if r, err = a.Search(cancelled, g, Limits{}); err != nil || r.Move != entry.Move || r.Depth != 0 {
			t.Errorf("%s: %v at depth %d, %v; want %v", c.fen, r.Move, r.Depth, err, entry.Move)
		}
	}
	if other == 0 {
		t.Error("the table always has the move that is ordered first without it")
	}
}

// The mate that was asked for ends a search of several lines too.
func TestSearchMateMultiPV(t *testing.T) {
	g := NewGame(MustParseFEN("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"))
	if r := mustSearch(t, newTestSearcher(), g, Limits{Mate: 1, MultiPV: 2, Nodes: 1_000_000}); r.Nodes >= 1_000_000 || r.Score != mateIn(1) {
		t.Errorf("%v after %d nodes", r.Score, r.Nodes)
	}
}

// The score of some of the moves is not stored as the position's score.
func TestSearchMovesAreNotRemembered(t *testing.T) {
	p := MustParseFEN("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1")
	a := newTestSearcher()
	mustSearch(t, a, NewGame(p), Limits{Depth: 6, SearchMoves: []Move{findMove(t, p, "h2h3")}})
	key := p.Key()
	if e, ok := a.table.Lookup(&key); ok {
		t.Errorf("remembered %+v", e)
	}
}

// A draw by the fifty moves is seen by every technique: in quiescence, and before
// a node is pruned.
func TestSearchFiftyMoves(t *testing.T) {
	for _, fen := range []string{ // no mate in two
		"8/8/8/3k4/8/3K4/3Q4/8 w - - ",
		"8/8/8/3k4/8/3K4/3Q4/8 b - - ",
		"8/8/4k3/8/8/3K4/3R4/8 w - - ",
		"8/8/4k3/8/1B6/3K4/3N4/8 w - - ",
		"3q4/8/4k3/8/8/3K4/8/8 w - - ",
	} {
		for clock := 96; clock <= 99; clock++ {
			g := NewGame(MustParseFEN(fen + strconv.Itoa(clock) + " 150"))
			for depth := 100 - clock; depth <= 8; depth++ {
				if r := mustSearch(t, newSmallSearcher(), g, Limits{Depth: depth}); r.Score != 0 {
					t.Errorf("%s%d, depth %d: %v", fen, clock, depth, r.Score)
				}
			}
		}
	}
	// Black has one move that stops the pawn for the three plies that are left.
	for _, fen := range []string{"6k1/8/7P/8/8/8/8/K6R b - - 97 150", "6k1/8/7P/8/8/8/8/KR6 b - - 97 150"} {
		g := NewGame(MustParseFEN(fen))
		for depth := 3; depth <= 8; depth++ {
			if r := mustSearch(t, newSmallSearcher(), g, Limits{Depth: depth}); r.Score != 0 || r.Move.String() != "g8h7" {
				t.Errorf("%s, depth %d: %v, %v", fen, depth, r.Move, r.Score)
			}
		}
	}
}

// Whoever is asked for a move in the zero Position says so.
func TestSearchZeroPosition(t *testing.T) {
	g := NewGame(Position{})
	for _, s := range Players() {
		if r, err := s.New().Search(t.Context(), g, Limits{Depth: 1}); !errors.Is(err, ErrIllegal) || errors.Is(err, ErrGameOver) {
			t.Errorf("%s: %v, %v", s.Name, r.Move, err)
		}
	}
	if r, err := (&Bot{Searcher: new(AlphaBeta)}).Move(t.Context(), g, Clock{}); !errors.Is(err, ErrIllegal) {
		t.Errorf("Bot: %v, %v", r.Move, err)
	}
	if why, err := new(AlphaBeta).Why(t.Context(), g, Result{}, 0); err == nil {
		t.Errorf("Why: %v", why)
	}
}

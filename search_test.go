package chess

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func newTestSearcher() *AlphaBeta { return NewAlphaBeta(NewDefaultEvaluator()) }

// mates returns the positions of testdata/mates.epd with the moves to mate.
func mates(t *testing.T) map[string]int {
	t.Helper()
	data, err := os.ReadFile("testdata/mates.epd")
	if err != nil {
		t.Fatal(err)
	}
	m := map[string]int{}
	for line := range strings.Lines(string(data)) {
		fen, dm, ok := strings.Cut(strings.TrimSpace(line), " dm ")
		if !ok {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSuffix(dm, ";"))
		if err != nil {
			t.Fatal(err)
		}
		m[fen] = n
	}
	if len(m) < 40 {
		t.Fatalf("only %d positions", len(m))
	}
	return m
}

func TestSearchFindsMates(t *testing.T) {
	t.Parallel()
	for fen, n := range mates(t) {
		a := newTestSearcher()
		g := NewGame(MustParseFEN(fen))
		r, err := a.Search(t.Context(), g, Limits{Mate: n, Depth: 2*n + 6})
		if err != nil {
			t.Errorf("%s: %v", fen, err)
			continue
		}
		moves, ok := r.Score.MateInMoves()
		if !ok || moves != n {
			t.Errorf("%s: %v %v at depth %d, want mate in %d", fen, r.Move, r.Score, r.Depth, n)
			continue
		}
		// The line is a mate, move by move.
		for _, m := range r.PV {
			if err := g.Play(m); err != nil {
				t.Errorf("%s: line %v: %v", fen, r.PV, err)
				break
			}
		}
		if len(r.PV) == 2*n-1 && g.Outcome().Reason != Checkmate {
			t.Errorf("%s: line %v ends in %v", fen, r.PV, g.Outcome())
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
			r, err := a.Search(t.Context(), g, Limits{Depth: 9})
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Play(r.Move); err != nil {
				t.Fatalf("%s after %v: %v", fen, g.Moves(), err)
			}
		}
		if got, want := g.Outcome(), WinBy(winner, Checkmate); got != want {
			t.Errorf("%s: %v (%v) after %v", fen, got, got.Reason, g.Moves())
		}
	}
}

func TestSearchIsDeterministic(t *testing.T) {
	t.Parallel()
	type summary struct {
		Move  Move
		Score Score
		Nodes int64
		PV    []Move
	}
	search := func(a *AlphaBeta, fen string, l Limits) summary {
		r, err := a.Search(t.Context(), NewGame(MustParseFEN(fen)), l)
		if err != nil {
			t.Fatal(err)
		}
		return summary{r.Move, r.Score, r.Nodes, r.PV}
	}
	reused := newTestSearcher()
	for _, tt := range perftTests {
		for _, l := range []Limits{{Depth: 7}, {Nodes: 20_000}, {Depth: 5, MultiPV: 3}} {
			want := search(newTestSearcher(), tt.fen, l)
			if diff := cmp.Diff(want, search(reused, tt.fen, l)); diff != "" {
				t.Errorf("%s: a second search differs:\n%s", tt.name, diff)
			}
			if l.Nodes > 0 && want.Nodes != l.Nodes {
				t.Errorf("%s: %d nodes, limit %d", tt.name, want.Nodes, l.Nodes)
			}
		}
	}
}

// Where pawns of both sides promote, quiescence search finds captures without end, unless it
// is limited.
func TestQuiescenceEnds(t *testing.T) {
	r, err := newTestSearcher().Search(t.Context(),
		NewGame(MustParseFEN("k7/3PPPP1/7p/pppp1ppp/PPPP1PPP/7P/3pppp1/K7 w - - 0 1")), Limits{Depth: 5, MultiPV: 3, Nodes: 5_000_000})
	if err != nil {
		t.Fatal(err)
	}
	if r.Depth != 5 {
		t.Errorf("depth %d after %d nodes, want 5", r.Depth, r.Nodes)
	}
}

// A search remembers the game that it continues, so that the next move of the same
// game costs fewer nodes than in a new search.
func TestSearchRemembersTheGame(t *testing.T) {
	g := NewGame(StartPosition())
	a := newTestSearcher()
	r, err := a.Search(t.Context(), g, Limits{Depth: 8})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range r.PV[:2] {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	warm, err := a.Search(t.Context(), g, Limits{Depth: 6})
	if err != nil {
		t.Fatal(err)
	}
	cold, err := newTestSearcher().Search(t.Context(), g, Limits{Depth: 6})
	if err != nil {
		t.Fatal(err)
	}
	if warm.Nodes >= cold.Nodes {
		t.Errorf("%d nodes with memory, %d without", warm.Nodes, cold.Nodes)
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
	g := NewGame(StartPosition())
	if err := g.End(WinBy(Black, Resignation)); err != nil {
		t.Fatal(err)
	}
	if _, err := newTestSearcher().Search(t.Context(), g, Limits{Depth: 1}); !errors.Is(err, ErrGameOver) {
		t.Errorf("after resignation: %v", err)
	}
}

// A search that is stopped has a legal move, however early it was.
func TestSearchStops(t *testing.T) {
	t.Parallel()
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	r := rand.New(rand.NewPCG(1, 1))
	for range few(30, 200) {
		p := StartPosition()
		for range r.IntN(80) {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p = p.After(moves[r.IntN(len(moves))])
		}
		if p.Outcome().Reason != unterminated {
			continue
		}
		for _, try := range []struct {
			name string
			ctx  context.Context
			l    Limits
		}{
			{"cancelled", cancelled, Limits{}},
			{"one node", t.Context(), Limits{Nodes: 1}},
			{"few nodes", t.Context(), Limits{Nodes: 1 + r.Int64N(500)}},
			{"no time", t.Context(), Limits{Time: 1}},
		} {
			res, err := newSmallSearcher().Search(try.ctx, NewGame(p), try.l)
			if err != nil || !p.Legal(res.Move) {
				t.Fatalf("%v, %s: %v, %v", p, try.name, res.Move, err)
			}
			if try.l.Nodes > 0 && res.Nodes > try.l.Nodes {
				t.Errorf("%v, %s: %d nodes", p, try.name, res.Nodes)
			}
		}
	}

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	res, err := newTestSearcher().Search(ctx, NewGame(StartPosition()), Limits{Info: func(i Info) {
		if i.Depth == 3 {
			cancel()
		}
	}})
	start := StartPosition()
	if err != nil || !start.Legal(res.Move) || res.Depth < 3 {
		t.Errorf("cancelled at depth 3: %v at depth %d, %v", res.Move, res.Depth, err)
	}
}

// newSmallSearcher is cheap to make.
func newSmallSearcher() *AlphaBeta {
	o := defaultAlphaBetaOptions()
	o.Hash = 0
	return newAlphaBeta(NewDefaultEvaluator(), o)
}

func TestSearchMultiPV(t *testing.T) {
	p := MustParseFEN(perftTests[1].fen)
	res, err := newTestSearcher().Search(t.Context(), NewGame(p), Limits{Depth: 6, MultiPV: 4})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Lines) != 4 {
		t.Fatalf("%d lines", len(res.Lines))
	}
	seen := map[Move]bool{}
	for i, line := range res.Lines {
		if seen[line.PV[0]] {
			t.Errorf("two lines begin with %v", line.PV[0])
		}
		seen[line.PV[0]] = true
		if i > 0 && line.Score > res.Lines[i-1].Score {
			t.Errorf("line %d scores %v, the one before %v", i+1, line.Score, res.Lines[i-1].Score)
		}
	}
	all, err := newTestSearcher().Search(t.Context(), NewGame(p), Limits{Depth: 2, MultiPV: 500})
	if err != nil || len(all.Lines) != 48 {
		t.Errorf("%d lines of 48, %v", len(all.Lines), err)
	}
}

func TestSearchMoves(t *testing.T) {
	p := StartPosition()
	only, err := p.ParseUCI("h2h4")
	if err != nil {
		t.Fatal(err)
	}
	res, err := newTestSearcher().Search(t.Context(), NewGame(p), Limits{Depth: 4, SearchMoves: []Move{only}})
	if err != nil || res.Move != only {
		t.Errorf("searchmoves %v: %v, %v", only, res.Move, err)
	}
	_, err = newTestSearcher().Search(t.Context(), NewGame(p), Limits{Depth: 4, SearchMoves: []Move{0}})
	if !errors.Is(err, ErrIllegal) {
		t.Errorf("no legal move among searchmoves: %v", err)
	}
}

func TestSearchInfo(t *testing.T) {
	depth := 0
	res, err := newTestSearcher().Search(t.Context(), NewGame(StartPosition()), Limits{Depth: 6, Info: func(i Info) {
		if i.Depth != depth+1 || i.MultiPV != 1 || i.SelDepth < i.Depth || len(i.PV) == 0 {
			t.Errorf("after depth %d: %+v", depth, i)
		}
		depth = i.Depth
	}})
	if err != nil || depth != 6 || res.Depth != 6 {
		t.Errorf("reported depth %d, result %d, %v", depth, res.Depth, err)
	}
}

func TestSearchAllocatesNothingPerNode(t *testing.T) {
	a := newTestSearcher()
	g := NewGame(MustParseFEN(perftTests[1].fen))
	search := func(nodes int64) float64 {
		return testing.AllocsPerRun(3, func() {
			if _, err := a.Search(t.Context(), g, Limits{Nodes: nodes}); err != nil {
				t.Fatal(err)
			}
		})
	}
	few, many := search(2_000), search(200_000)
	// Each depth reports a line; nothing else may grow with the search.
	if many > few+60 {
		t.Errorf("%v allocations for 2,000 nodes, %v for 200,000", few, many)
	}
}

func TestSearchersSideBySide(t *testing.T) {
	done := make(chan error)
	for range 2 {
		go func() {
			_, err := newTestSearcher().Search(t.Context(), NewGame(StartPosition()), Limits{Depth: 5})
			done <- err
		}()
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// A context that has ended does not stop later searches.
func TestSearchCancelledBefore(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	a := newSmallSearcher()
	g := NewGame(StartPosition())
	for range 50 {
		if _, err := a.Search(cancelled, g, Limits{Depth: 1}); err != nil {
			t.Fatal(err)
		}
		r, err := a.Search(t.Context(), g, Limits{Depth: 5})
		if err != nil || r.Depth != 5 {
			t.Fatalf("depth %d, %v", r.Depth, err)
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
		r, err := a.Search(t.Context(), g, Limits{Depth: 7})
		if err != nil || len(r.PV) < 3 {
			continue
		}
		playMoves(t, g, r.PV[:2]...)
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
	r, err := newTestSearcher().Search(t.Context(), g, Limits{Mate: 1, MultiPV: 2, Nodes: 1_000_000})
	if err != nil || r.Nodes >= 1_000_000 || r.Score != mateIn(1) {
		t.Errorf("%v after %d nodes, %v", r.Score, r.Nodes, err)
	}
}

// Lines stay in order, and each begins with a move of its own, wherever a
// search is stopped.
func TestSearchStopsBetweenLines(t *testing.T) {
	t.Parallel()
	g := NewGame(MustParseFEN(perftTests[1].fen))
	for nodes := int64(1000); nodes < 60_000; nodes += int64(few(4885, 977)) {
		r, err := newSmallSearcher().Search(t.Context(), g, Limits{Nodes: nodes, MultiPV: 4})
		if err != nil {
			t.Fatal(err)
		}
		seen := map[Move]bool{}
		for _, line := range r.Lines {
			if seen[line.PV[0]] {
				t.Errorf("%d nodes: two lines begin with %v", nodes, line.PV[0])
			}
			seen[line.PV[0]] = true
		}
		if r.Lines[0].PV[0] != r.Move || r.Lines[0].Score != r.Score {
			t.Errorf("%d nodes: %v %v is not the first of %v", nodes, r.Move, r.Score, r.Lines)
		}
	}
}

// The score of some of the moves is not stored as the position's score.
func TestSearchMovesAreNotRemembered(t *testing.T) {
	p := MustParseFEN("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1")
	a := newTestSearcher()
	h3, err := p.ParseSAN("h3")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Search(t.Context(), NewGame(p), Limits{Depth: 6, SearchMoves: []Move{h3}}); err != nil {
		t.Fatal(err)
	}
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
				r, err := newSmallSearcher().Search(t.Context(), g, Limits{Depth: depth})
				if err != nil || r.Score != 0 {
					t.Errorf("%s%d, depth %d: %v, %v", fen, clock, depth, r.Score, err)
				}
			}
		}
	}
	// Black has one move that stops the pawn for the three plies that are left.
	for _, fen := range []string{"6k1/8/7P/8/8/8/8/K6R b - - 97 150", "6k1/8/7P/8/8/8/8/KR6 b - - 97 150"} {
		g := NewGame(MustParseFEN(fen))
		for depth := 3; depth <= 8; depth++ {
			r, err := newSmallSearcher().Search(t.Context(), g, Limits{Depth: depth})
			if err != nil || r.Score != 0 || r.Move.String() != "g8h7" {
				t.Errorf("%s, depth %d: %v, %v, %v", fen, depth, r.Move, r.Score, err)
			}
		}
	}
}

// A negative limit has been reached before the search begins.
func TestSearchNegativeLimits(t *testing.T) {
	for _, l := range []Limits{{Time: -1}, {Nodes: -1}, {Depth: -1}, {Mate: -1}} {
		r, err := newSmallSearcher().Search(t.Context(), NewGame(StartPosition()), l)
		start := StartPosition()
		if err != nil || !start.Legal(r.Move) || r.Depth > 0 {
			t.Errorf("%+v: %v at depth %d, %v", l, r.Move, r.Depth, err)
		}
	}
}

// Two searchers made of one evaluator do not share what it keeps.
func TestSearchersFork(t *testing.T) {
	e := NewDefaultEvaluator()
	done := make(chan error)
	for range 2 {
		go func() {
			_, err := NewAlphaBeta(e).Search(t.Context(), NewGame(StartPosition()), Limits{Depth: 4})
			done <- err
		}()
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
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
	if why, err := new(AlphaBeta).Why(t.Context(), g, 0, Limits{Depth: 1}); err == nil {
		t.Errorf("Why: %v", why)
	}
}

package chess

import (
	"context"
	"errors"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	_ Configurable = (*Handicap)(nil)
	_ Forgetter    = (*Handicap)(nil)
)

// weak returns a Handicap that limits its strength to elo.
func weak(t *testing.T, next Searcher, seed uint64, elo string) *Handicap {
	t.Helper()
	h := NewHandicap(next, seed)
	for _, o := range [][2]string{{"UCI_LimitStrength", "true"}, {"uci_elo", elo}} {
		if err := h.SetOption(o[0], o[1]); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// The limits that a Handicap gives to its searcher, and the lines that it returns.
func TestHandicap(t *testing.T) {
	moves := uciMoves(t, "e2e4", "e7e5")
	start := startPosition
	all := start.AppendMoves(nil)
	var lines []Line
	for i := range 6 {
		lines = append(lines, Line{Score: Score(-10 * i), PV: []Move{all[i], moves[1]}})
	}
	for _, tt := range []struct {
		name    string
		elo     string // unlimited if it is ""
		limits  Limits
		want    Limits
		wantLen int
	}{
		{"unlimited", "", Limits{Depth: 3}, Limits{Depth: 3}, 6},
		{"weakest", "800", Limits{Depth: 3}, Limits{Depth: 3, Nodes: 933, MultiPV: 4}, 1},
		{"stronger", "1600", Limits{}, Limits{Nodes: 2015, MultiPV: 4}, 1},
		{"strongest", "2200", Limits{Mate: 1}, Limits{Nodes: 20318, MultiPV: 1, Mate: 1}, 1},
		{"fewer nodes", "1000", Limits{Nodes: 7}, Limits{Nodes: 7, MultiPV: 4}, 1},
		{"more nodes", "1000", Limits{Nodes: 2000}, Limits{Nodes: 933, MultiPV: 4}, 1},
		{"no nodes", "1000", Limits{Nodes: -1}, Limits{Nodes: -1, MultiPV: 4}, 1},
		{"two lines", "1000", Limits{MultiPV: 2}, Limits{Nodes: 933, MultiPV: 4}, 2},
		{"many lines", "1000", Limits{MultiPV: 6}, Limits{Nodes: 933, MultiPV: 6}, 6},
	} {
		reported := 0
		tt.limits.Info = func(Info) { reported++ }
		var got Limits
		next := searcherFunc(func(_ context.Context, _ *Game, l Limits) (Result, error) {
			got = l
			for i := range lines {
				l.Info(Info{MultiPV: i + 1, PV: lines[i].PV})
			}
			return Result{Move: all[0], PV: lines[0].PV, Lines: append([]Line{}, lines...)}, nil
		})
		h := NewHandicap(next, 1)
		if tt.elo != "" {
			h = weak(t, next, 1, tt.elo)
		}
		r, err := h.Search(t.Context(), NewGame(start), tt.limits)
		if err != nil {
			t.Fatal(err)
		}
		got.Info = nil
		tt.want.WithoutTablebase = tt.elo != ""
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: -want +got:\n%s", tt.name, d)
		}
		if reported != tt.wantLen || len(r.Lines) != tt.wantLen {
			t.Errorf("%s: %d lines reported, %d in the result, want %d", tt.name, reported, len(r.Lines), tt.wantLen)
		}
		if r.Move != r.PV[0] || tt.elo != "" && (r.Ponder != r.PV[1] && r.Move != all[0] || r.Score != r.Lines[0].Score) {
			t.Errorf("%s: %+v", tt.name, r)
		}
	}
}

// The weaker it is, the more often it chooses another line than the best. No line
// is lost.
func TestHandicapChooses(t *testing.T) {
	start := startPosition
	all := start.AppendMoves(nil)
	played := map[string]int{}
	const candidates = 4
	for _, elo := range []string{"800", "1000", "1700", "2200"} {
		h := weak(t, &stubSearcher{}, 1, elo)
		for range 1000 {
			r := Result{Move: all[0]}
			for i := range candidates {
				r.Lines = append(r.Lines, Line{Score: Score(-40 * i), PV: all[i : i+1]})
			}
			h.choose(&r)
			if r.Move == all[0] {
				played[elo]++
			}
			seen := map[Move]bool{}
			for _, line := range r.Lines {
				seen[line.PV[0]] = true
			}
			if len(seen) != candidates {
				t.Fatalf("lines %v", r.Lines)
			}
		}
	}
	if played["2200"] != 1000 || played["1700"] <= played["1000"] || played["1700"] >= 1000 || played["1000"] < 250 {
		t.Errorf("how often the best move was played: %v", played)
	}
	for _, lines := range [][]Line{nil, {{}}, {{}, {Score: Mate}}} {
		r := Result{Move: all[0], Lines: lines}
		weak(t, &stubSearcher{}, 1, "1000").choose(&r)
		if r.Move != all[0] {
			t.Errorf("%v: %v", lines, r.Move)
		}
	}
}

// Even the weakest chooses among all its candidates, in sharp positions too. With too few nodes for
// that it would play better moves.
func TestHandicapCandidates(t *testing.T) {
	for _, elo := range []string{"800", "1000", "1200", "1400"} {
		h := weak(t, NewAlphaBeta(NewDefaultEvaluator()), 1, elo)
		for _, fen := range []string{
			"r2q1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 9",
			"r1bq1rk1/pp1nbppp/2p1pn2/3p2B1/2PP4/2NBPN2/PP3PPP/R2QK2R w KQ - 0 8",
		} {
			r, err := h.Search(t.Context(), NewGame(MustParseFEN(fen)), Limits{MultiPV: 4})
			if err != nil || len(r.Lines) != h.candidates() {
				t.Errorf("Elo %s, %s: %d lines of %d, %v", elo, fen, len(r.Lines), h.candidates(), err)
			}
		}
	}
}

// With the same seed it plays the same game, with another seed another game.
func TestHandicapSeed(t *testing.T) {
	play := func(seed uint64) []Move {
		h := weak(t, NewAlphaBeta(NewPeSTO()), seed, "1000")
		g := NewGame(StartPosition())
		for range 20 {
			r, err := h.Search(t.Context(), g, Limits{})
			if err == nil {
				err = g.Play(r.Move)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		return g.Moves()
	}
	one := play(1)
	if d := cmp.Diff(one, play(1)); d != "" {
		t.Errorf("the same seed gives another game:\n%s", d)
	}
	if cmp.Equal(one, play(2)) {
		t.Error("two seeds give the same game")
	}
}

// Seed seeds the noise and the other Searcher.
func TestHandicapSeeder(t *testing.T) {
	for name, h := range map[string]*Handicap{
		"noise": weak(t, NewAlphaBeta(flat), 1, "1000"), "random": NewHandicap(NewRandomMover(), 1),
	} {
		play := func(seed uint64) (moves []Move) {
			h.Seed(seed)
			h.Forget()
			for range 20 {
				r, err := h.Search(t.Context(), NewGame(StartPosition()), Limits{})
				if err != nil {
					t.Fatal(err)
				}
				moves = append(moves, r.Move)
			}
			return moves
		}
		one := play(1)
		if cmp.Equal(one, play(2)) || !cmp.Equal(one, play(1)) {
			t.Errorf("%s: the seed does not determine the moves", name)
		}
	}
}

// With limited strength a search ends without limits, by the nodes of the strength.
func TestHandicapLimitsItself(t *testing.T) {
	h := NewHandicap(NewAlphaBeta(flat), 1)
	if h.LimitsItself() || !NewHandicap(NewMinimax(flat), 1).LimitsItself() {
		t.Error("with full strength it does not limit itself as its searcher does")
	}
	h = weak(t, NewAlphaBeta(flat), 1, "1000")
	if r, err := h.Search(t.Context(), new(Game), Limits{}); err != nil || !h.LimitsItself() || r.Nodes > h.nodes() {
		t.Errorf("%d nodes, %v", r.Nodes, err)
	}
}

// It finds a mate in one.
func TestHandicapMates(t *testing.T) {
	h := weak(t, NewAlphaBeta(NewDefaultEvaluator()), 1, "1000")
	for range 20 {
		r, err := h.Search(t.Context(), NewGame(MustParseFEN("6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1")), Limits{})
		if err != nil || r.Score != mateIn(1) {
			t.Fatalf("%v, %v", r, err)
		}
	}
}

// While its strength is limited it asks no tablebase, and afterwards it does.
func TestHandicapTablebase(t *testing.T) {
	rec := &recorder{Tablebase: threePieces()}
	h := NewHandicap(withTables(rec), 1)
	g := NewGame(MustParseFEN("8/8/8/3k4/8/3K4/3Q4/8 w - - 0 1"))
	for _, limited := range []bool{true, false} {
		if err := h.SetOption("UCI_LimitStrength", strconv.FormatBool(limited)); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Search(t.Context(), g, Limits{Nodes: 100}); err != nil {
			t.Fatal(err)
		}
		if asked := len(rec.asked) > 0; asked == limited {
			t.Errorf("limited: %v, asked %d times", limited, len(rec.asked))
		}
	}
}

func TestHandicapOptions(t *testing.T) {
	s := &stubSearcher{eager: true, err: errors.New("trouble")}
	h := NewHandicap(s, 1)
	own := []Option{
		{Name: "UCI_LimitStrength", Kind: CheckOption, Value: "false"},
		{Name: "UCI_Elo", Kind: SpinOption, Value: "2200", Min: 800, Max: 2200},
	}
	if d := cmp.Diff(append(own, s.Options()...), h.Options()); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	for _, o := range [][2]string{{"UCI_Elo", "799"}, {"UCI_Elo", "2201"}, {"UCI_Elo", ""}, {"UCI_LimitStrength", "1"}, {"Trouble", "1"}} {
		if h.SetOption(o[0], o[1]) == nil {
			t.Errorf("%s is set to %q", o[0], o[1])
		}
	}
	if err := h.SetOption("Hash", "32"); err != nil || !cmp.Equal(s.set, []string{"Hash=32"}) {
		t.Errorf("%v, set %v", err, s.set)
	}
	if h.Forget(); s.forgot != 1 {
		t.Errorf("forgot %d times", s.forgot)
	}
	h = weak(t, s, 1, "1500")
	if _, err := h.Search(t.Context(), NewGame(StartPosition()), Limits{}); err != s.err {
		t.Errorf("error %v", err)
	}
}

package chess

import (
	"context"
	"errors"
	"math"
	"slices"
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
		{"weakest", "800", Limits{Depth: 3}, Limits{Depth: 3, Nodes: 51, MultiPV: 4}, 1},
		{"stronger", "1600", Limits{}, Limits{Nodes: 341, MultiPV: 4}, 1},
		{"strongest", "2200", Limits{Mate: 1}, Limits{Nodes: 12850, MultiPV: 1, Mate: 1}, 1},
		{"fewest nodes", "1000", Limits{Nodes: 1}, Limits{Nodes: 1, MultiPV: 4}, 1},
		{"fewer nodes", "1000", Limits{Nodes: 40}, Limits{Nodes: 8, MultiPV: 4}, 1},
		{"more nodes", "1000", Limits{Nodes: 2000}, Limits{Nodes: 56, MultiPV: 4}, 1},
		{"no nodes", "1000", Limits{Nodes: -1}, Limits{Nodes: -1, MultiPV: 4}, 1},
		{"two lines", "1000", Limits{MultiPV: 2}, Limits{Nodes: 56, MultiPV: 4}, 2},
		{"many lines", "1000", Limits{MultiPV: 6}, Limits{Nodes: 56, MultiPV: 6}, 6},
		{"some moves", "1000", Limits{SearchMoves: all[:1]}, Limits{Nodes: 56, MultiPV: 4, SearchMoves: all[:1]}, 1},
	} {
		reported := 0
		tt.limits.Info = func(Info) { reported++ }
		var got Limits
		next := searchFunc(func(_ context.Context, g *Game, l Limits) (Result, error) {
			if g.Len() > 0 {
				return Result{}, ErrGameOver
			}
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
		r := mustSearch(t, h, NewGame(start), tt.limits)
		got.Info = nil
		if tt.want.SearchMoves == nil {
			got.SearchMoves = nil // see TestHandicapOverlooks
		}
		tt.want.WithoutTablebase = tt.elo != ""
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: -want +got:\n%s", tt.name, d)
		}
		if reported != tt.wantLen || len(r.Lines) != tt.wantLen {
			t.Errorf("%s: %d lines reported, %d in the result, want %d", tt.name, reported, len(r.Lines), tt.wantLen)
		}
		if r.Move != all[0] || r.Score != 0 {
			t.Errorf("%s: %+v", tt.name, r)
		}
	}
}

// The weaker it is, the more it overlooks; what it sees is some of the moves, in their order, and never nothing.
func TestHandicapOverlooks(t *testing.T) {
	g := NewGame()
	all := g.LegalMoves()
	const times = 2000
	for _, tt := range []struct {
		elo  string
		want float64 // the share of moves that it overlooks
	}{{"800", 0.756}, {"1000", 0.344}, {"1400", 0.014}, {"2200", 0}} {
		h := weak(t, &stubSearcher{}, 1, tt.elo)
		overlooked := 0
		for range times {
			seen := h.seen(g, all, asOwn)
			overlooked += len(all) - len(seen)
			rest := all
			for _, m := range seen {
				i := slices.Index(rest, m)
				if i < 0 {
					t.Fatalf("Elo %s: sees %v of %v", tt.elo, seen, all)
				}
				rest = rest[i+1:]
			}
			for _, few := range [][]Move{all[:0], all[:1]} {
				if d := cmp.Diff(few, h.seen(g, few, asOwn)); d != "" {
					t.Fatalf("Elo %s: -want +got:\n%s", tt.elo, d)
				}
			}
		}
		if share := float64(overlooked) / float64(times*len(all)); math.Abs(share-tt.want) > 0.01 {
			t.Errorf("Elo %s overlooks %.4f of the moves, want %.4f", tt.elo, share, tt.want)
		}
	}
}

// What a player of 1000 sees, and what it often overlooks. The positions with a number are from games of levels that
// overlooked all moves alike, and were blind to them for some plies.
func TestHandicapSees(t *testing.T) {
	for _, tt := range []struct {
		name, fen, moves, move string
		as                     sight
		least, most            float64 // the chance that it is overlooked
	}{
		{"recapture by a pawn", StartFEN, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6", "d7c6", asOwn, 0, 0.06},
		{"recapture by the queen", StartFEN, "e2e4 d7d5 e4d5", "d8d5", asOwn, 0, 0.15},
		{"1: a pawn takes a rook that has taken", "4r1k1/5ppp/8/4N3/5P2/8/PP4PP/3R2K1 b - - 0 31", "e8e5", "f4e5", asOwn, 0, 0.05},
		{"1: the rook stands there", "6k1/2q2ppp/8/4r3/5P2/P7/1P4PP/3R2K1 b - - 0 32", "h7h6", "f4e5", asReply, 0, 0.05},
		{"2: a pawn attacks the queen", "r1b1k2r/pp3ppp/2n1p3/q1b5/3P4/2P2N2/P2BBPPP/R2Q1RK1 w - - 0 15", "c3c4 c5d4", "d2a5", asReply, 0, 0.05},
		{"3: a knight attacks the queen", "6k1/5ppp/5n2/8/8/4Q3/5PPP/6K1 b - - 0 38", "f6d5 h2h4", "d5e3", asReply, 0, 0.05},
		{"a long diagonal", "6k1/1b3ppp/8/8/8/8/5P1P/4K2R b - - 0 1", "", "b7h1", asOwn, 0.1, 0.3},
		{"a long way back", "5B1k/6pp/8/8/8/1r6/6PP/6K1 b - - 0 1", "b3a3", "f8a3", asReply, 0.08, 0.3},
		{"a quiet move", StartFEN, "", "g1h3", asOwn, 0.2, 0.4},
	} {
		g := playUCI(t, tt.fen, tt.moves)
		move := findMove(t, g.Position(), tt.move)
		e := newEye(g, tt.as, 1000)
		if got := e.overlooks(move); got < tt.least || got > tt.most {
			t.Errorf("%s: %s is overlooked by %.3f, want %.2f to %.2f", tt.name, tt.move, got, tt.least, tt.most)
		}
		for _, m := range g.LegalMoves() {
			last := 1.0
			for elo := minElo; elo <= maxElo; elo += 100 {
				e := newEye(g, tt.as, elo)
				got := e.overlooks(m)
				if got < 0 || got >= last {
					t.Errorf("%s: %d overlooks %s by %.4f, %d by %.4f", tt.name, elo, m, got, elo-100, last)
				}
				last = got
			}
		}
	}
}

// Players of 1000 take back with a pawn, and save a rook that a pawn attacks: what they see is what they play.
func TestHandicapPlays(t *testing.T) {
	const seeds = 200
	takes, saves := 0, 0
	for seed := range uint64(seeds) {
		h := weak(t, NewAlphaBeta(nil), seed, "1000")
		g := playUCI(t, "4r1k1/5pp1/7p/4N3/5P2/8/PP4PP/R5K1 b - - 0 31", "e8e5")
		takes += int(oneIf(mustSearch(t, h, g, Limits{}).Move == findMove(t, g.Position(), "f4e5")))
		g = playUCI(t, "6k1/1q3ppp/8/4r3/8/P4P2/1P4PP/3R2K1 w - - 0 32", "f3f4")
		if err := g.Play(mustSearch(t, h, g, Limits{}).Move); err != nil {
			t.Fatal(err)
		}
		p := g.Position()
		saves += int(oneIf(g.Outcome() != (Outcome{}) || p.InCheck() || p.captureGain() < 500))
	}
	if takes < seeds*9/10 || saves < seeds*9/10 {
		t.Errorf("of %d, %d take back and %d save the rook", seeds, takes, saves)
	}
}

// A line whose best reply is overlooked is judged by another one: it may be the best then. Its score is an
// upper bound, and its PV goes on with the reply that is seen.
func TestHandicapReplies(t *testing.T) {
	p := MustParseFEN("4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1")
	moves := []Move{findMove(t, p, "d1d5"), findMove(t, p, "e1e2")}
	reply := findMove(t, p.After(moves[0]), "e8e7")
	asked := 0
	next := searchFunc(func(_ context.Context, g *Game, l Limits) (Result, error) {
		if g.Len() == 0 {
			return Result{Nodes: 10, Move: moves[0], PV: moves[:1], Lines: []Line{
				{Score: 50, Bound: Exact, PV: []Move{moves[0], reply}}, {Score: -900, Bound: Exact, PV: []Move{moves[1], reply}},
			}}, nil
		}
		asked++
		if slices.Contains(l.SearchMoves, reply) || l.MultiPV != 1 || l.Info != nil || !l.WithoutTablebase {
			t.Errorf("after %v: %+v", g.Moves(), l)
		}
		m := l.SearchMoves[0]
		return Result{Nodes: 5, Move: m, Score: -(Mate - 3), PV: []Move{m}}, nil
	})
	h := weak(t, next, 1, "800")
	overlooked := 0
	for range 200 {
		asked = 0
		r := mustSearch(t, h, NewGame(p), Limits{MultiPV: 2})
		if want := int64(10 + 5*asked); r.Nodes != want || len(r.Lines) != 2 {
			t.Fatalf("%d nodes, want %d; lines %v", r.Nodes, want, r.Lines)
		}
		for _, l := range r.Lines {
			if l.Bound != UpperBound {
				continue
			}
			overlooked++
			if l.Score != Mate-4 || len(l.PV) != 2 || l.PV[1] == reply || r.Score != l.Score {
				t.Errorf("overlooked %v: %+v", reply, r)
			}
		}
		if first := r.Lines[0]; r.Move != first.PV[0] || r.Ponder != first.PV[1] || r.Score != first.Score || r.Bound != first.Bound || !cmp.Equal(r.PV, first.PV) {
			t.Errorf("%+v", r)
		}
		if asked == 0 && r.Move != moves[0] {
			t.Errorf("saw every reply, and plays %v", r.Move)
		}
	}
	if overlooked < 120 || overlooked > 190 { // 154 are expected: the other of two replies is seen, or one of five
		t.Errorf("overlooked the reply %d times", overlooked)
	}
}

// Seed seeds what it overlooks and the other Searcher.
func TestHandicapSeeder(t *testing.T) {
	for name, h := range map[string]*Handicap{
		"overlooks": weak(t, NewAlphaBeta(flat), 1, "1000"), "random": NewHandicap(NewRandomMover(), 1),
	} {
		play := func(seed uint64) (moves []Move) {
			h.Seed(seed)
			h.Forget()
			for range 20 {
				moves = append(moves, mustSearch(t, h, new(Game), Limits{}).Move)
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
	if r := mustSearch(t, h, new(Game), Limits{}); !h.LimitsItself() || r.Nodes > h.nodes()*int64(1+h.candidates()) {
		t.Errorf("%d nodes", r.Nodes)
	}
}

// Skill Level is another way to say an Elo, for programs that do not know UCI_LimitStrength; that one wins.
func TestHandicapSkill(t *testing.T) {
	h := NewHandicap(&stubSearcher{eager: true}, 1)
	set := func(name, value string) {
		t.Helper()
		if err := h.SetOption(name, value); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		level   string
		elo     int
		limited bool
	}{{"20", 2200, false}, {"19", 2130, true}, {"10", 1500, true}, {"0", 800, true}} {
		set("skill level", tt.level)
		if elo, limited := h.strength(); elo != tt.elo || limited != tt.limited || h.LimitsItself() != limited {
			t.Errorf("level %s: Elo %d, %v", tt.level, elo, limited)
		}
	}
	mustSearch(t, h, new(Game), Limits{})
	if got, want := h.searcher.(*stubSearcher).limits.Nodes, int64(51); got != want {
		t.Errorf("level 0 searches %d nodes, not %d", got, want)
	}
	set("UCI_LimitStrength", "true")
	set("UCI_Elo", "1600")
	if elo, limited := h.strength(); elo != 1600 || !limited {
		t.Errorf("Elo %d, %v", elo, limited)
	}
}

func TestHandicapOptions(t *testing.T) {
	s := &stubSearcher{eager: true, err: errors.New("trouble")}
	h := NewHandicap(s, 1)
	own := []Option{
		{Name: "UCI_LimitStrength", Kind: checkOption, Value: "false"},
		{Name: "UCI_Elo", Kind: spinOption, Value: "2200", Min: 800, Max: 2200},
		{Name: "Skill Level", Kind: spinOption, Value: "20", Max: 20},
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
	if _, err := h.Search(t.Context(), NewGame(), Limits{}); err != s.err {
		t.Errorf("error %v", err)
	}
}

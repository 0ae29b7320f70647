package chess

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

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
		{Name: "Depth", Kind: SpinOption, Value: "3", Min: 1, Max: MaxDepth},
		{Name: "CapturesFirst", Kind: CheckOption, Value: "false"},
		{Name: "CapturesBeyond", Kind: SpinOption, Value: "0", Max: MaxDepth},
		{Name: "CheckBonus", Kind: SpinOption, Value: "50", Min: -10_000, Max: 10_000},
		{Name: "ResignAt", Kind: SpinOption, Value: "-1500", Min: -10_000},
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

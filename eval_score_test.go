package chess

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestScore(t *testing.T) {
	tests := []struct {
		score Score
		want  string
		moves int
		mate  bool
	}{
		{0, "0.00", 0, false},
		{34, "+0.34", 0, false},
		{-5, "-0.05", 0, false},
		{-120, "-1.20", 0, false},
		{MaxEvaluation, "+310.00", 0, false},
		{-MaxEvaluation, "-310.00", 0, false},
		{MaxEvaluation + 1, "#500", 500, true},
		{Mate, "#0", 0, true},
		{Mate - 1, "#1", 1, true},
		{Mate - 2, "#1", 1, true},
		{Mate - 5, "#3", 3, true},
		{-Mate, "#-0", 0, true},
		{2 - Mate, "#-1", -1, true},
		{4 - Mate, "#-2", -2, true},
		{Mate + 1, "+320.01", 0, false},
		{math.MinInt32, "-21474836.48", 0, false},
	}
	for _, test := range tests {
		if got := test.score.String(); got != test.want {
			t.Errorf("Score(%d).String() = %q, want %q", int(test.score), got, test.want)
		}
		if moves, ok := test.score.MateInMoves(); moves != test.moves || ok != test.mate {
			t.Errorf("Score(%d).MateInMoves() = %d, %v, want %d, %v", int(test.score), moves, ok, test.moves, test.mate)
		}
	}
}

func TestTaperedBlend(t *testing.T) {
	tests := []struct {
		t     Tapered
		phase int
		want  Score
	}{
		{Tapered{MG: 100, EG: 40}, 24, 100},
		{Tapered{MG: 100, EG: 40}, 0, 40},
		{Tapered{MG: 100, EG: 40}, 12, 70},
		{Tapered{MG: 23}, 1, 0},
		{Tapered{MG: -23}, 1, 0},
		{Tapered{MG: 47, EG: 0}, 1, 1},
		{Tapered{MG: -47, EG: 0}, 1, -1},
		{Tapered{MG: -100, EG: 100}, 11, 8},
		{Tapered{MG: math.MinInt32, EG: math.MinInt32}, 7, math.MinInt32},
	}
	for _, test := range tests {
		if got := test.t.Blend(test.phase); got != test.want {
			t.Errorf("%+v.Blend(%d) = %d, want %d", test.t, test.phase, got, test.want)
		}
	}
	a, b := Tapered{MG: 3, EG: -4}, Tapered{MG: 10, EG: 20}
	if diff := cmp.Diff(Tapered{MG: -1, EG: -28}, a.Times(3).minus(b).Plus(Tapered{EG: 4})); diff != "" {
		t.Errorf("3a - b + {0, 4} (-want +got):\n%s", diff)
	}
}

func TestChance(t *testing.T) {
	for _, tt := range []struct {
		score Score
		want  float64
	}{{0, 0.5}, {400, 10. / 11}, {-400, 1. / 11}, {Mate, 1}, {-mateIn(7), 0}} {
		if got := tt.score.chance(); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%v: %v, want %v", tt.score, got, tt.want)
		}
	}
	for score := Score(-1000); score <= 1000; score++ {
		n := mctsNode{chance: float32(score.chance())}
		if got := n.score(); got != score {
			t.Errorf("%v became %v by way of its chance", score, got)
		}
	}
	for _, c := range []float32{0, 1} {
		n := mctsNode{chance: c}
		if got := n.score(); got != Score(2*c-1)*MaxEvaluation {
			t.Errorf("a chance of %v is the score %v", c, got)
		}
	}
}

func TestWDL(t *testing.T) {
	for _, tt := range []struct {
		score           Score
		win, draw, loss int
	}{
		{0, 303, 394, 303},
		{100, 500, 341, 159},
		{-100, 159, 341, 500},
		{MaxEvaluation, 1000, 0, 0},
		{mateIn(999), 1000, 0, 0},
		{-Mate, 0, 0, 1000},
	} {
		win, draw, loss := tt.score.WDL()
		if win != tt.win || draw != tt.draw || loss != tt.loss {
			t.Errorf("%v: %d %d %d, want %d %d %d", tt.score, win, draw, loss, tt.win, tt.draw, tt.loss)
		}
	}
	// A higher score never wins less or loses more, and the three add up to 1000.
	for s := -MaxEvaluation; s < MaxEvaluation; s++ {
		win, draw, loss := s.WDL()
		more, _, less := (s + 1).WDL()
		if win+draw+loss != 1000 || min(win, draw, loss) < 0 || more < win || less > loss {
			t.Fatalf("%v: %d %d %d", s, win, draw, loss)
		}
	}
}

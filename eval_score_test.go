package chess_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

func TestScore(t *testing.T) {
	tests := []struct {
		score chess.Score
		want  string
		moves int
		mate  bool
	}{
		{0, "0.00", 0, false},
		{34, "+0.34", 0, false},
		{-5, "-0.05", 0, false},
		{-120, "-1.20", 0, false},
		{chess.MaxEvaluation, "+310.00", 0, false},
		{-chess.MaxEvaluation, "-310.00", 0, false},
		{chess.MaxEvaluation + 1, "#500", 500, true},
		{chess.Mate, "#0", 0, true},
		{chess.Mate - 1, "#1", 1, true},
		{chess.Mate - 2, "#1", 1, true},
		{chess.Mate - 5, "#3", 3, true},
		{-chess.Mate, "#-0", 0, true},
		{2 - chess.Mate, "#-1", -1, true},
		{4 - chess.Mate, "#-2", -2, true},
		{chess.Mate + 1, "+320.01", 0, false},
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
		t     chess.Tapered
		phase int
		want  chess.Score
	}{
		{chess.Tapered{MG: 100, EG: 40}, 24, 100},
		{chess.Tapered{MG: 100, EG: 40}, 0, 40},
		{chess.Tapered{MG: 100, EG: 40}, 12, 70},
		{chess.Tapered{MG: 23}, 1, 0},
		{chess.Tapered{MG: -23}, 1, 0},
		{chess.Tapered{MG: 47, EG: 0}, 1, 1},
		{chess.Tapered{MG: -47, EG: 0}, 1, -1},
		{chess.Tapered{MG: -100, EG: 100}, 11, 8},
		{chess.Tapered{MG: math.MinInt32, EG: math.MinInt32}, 7, math.MinInt32},
	}
	for _, test := range tests {
		if got := test.t.Blend(test.phase); got != test.want {
			t.Errorf("%+v.Blend(%d) = %d, want %d", test.t, test.phase, got, test.want)
		}
	}
	a, b := chess.Tapered{MG: 3, EG: -4}, chess.Tapered{MG: 10, EG: 20}
	if diff := cmp.Diff(chess.Tapered{MG: -1, EG: -28}, a.Times(3).Minus(b).Plus(chess.Tapered{EG: 4})); diff != "" {
		t.Errorf("3a - b + {0, 4} (-want +got):\n%s", diff)
	}
}

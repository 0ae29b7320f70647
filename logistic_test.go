package chess

import (
	"math"
	"testing"
)

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

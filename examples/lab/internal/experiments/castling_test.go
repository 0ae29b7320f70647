package experiments

import (
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"
)

// TestCastlingFindings checks the shares, and the verdicts about them and about the
// best weight.
func TestCastlingFindings(t *testing.T) {
	for _, test := range []struct {
		moved int // of 100 sides with the feature, where it is 80 of 100 without
		pairs [5]int
		want  string
	}{
		{60, [5]int{10, 10, 60, 10, 10}, "0.75 times as many, at least two thirds, so one continues as usual"},
		{40, [5]int{10, 10, 60, 10, 10}, "0.50 times as many, less than two thirds"},
		{60, [5]int{10, 10, 60, 10, 10}, "Elo against none, which may be chance"},
		{60, [5]int{0, 0, 20, 40, 40}, "Elo against none, a gain"},
		{60, [5]int{40, 40, 20, 0, 0}, "Elo against none, a loss"},
	} {
		s := &castlingStatistics{
			names: []string{"0 %", "100 %"}, sides: []int{200, 200}, castled: []int{100, 100}, known: []int{100, 100}, moved: []int{80, test.moved},
			tally: make([]chess.Tally, 2),
		}
		s.tally[1].Pairs = test.pairs
		s.tally[1].Draws = 200
		if got := strings.Join(s.findings(), "\n"); !strings.Contains(got, test.want) {
			t.Errorf("%d, %v: no %q in\n%s", test.moved, test.pairs, test.want, got)
		}
	}
}

package experiments

import (
	"strings"
	"testing"
)

// resultsOf returns results with as many pairs of each number of points.
func resultsOf(name string, pairs [5]int) rated {
	r := rated{name: name}
	for halves, n := range pairs {
		r.Pairs[halves] = n
		r.Wins += n * max(0, halves-2)
		r.Losses += n * max(0, 2-halves)
		r.Draws += n * (2 - max(halves-2, 2-halves))
	}
	return r
}

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
		sides := []castlingSides{{"0 %", 200, 100, 100, 80}, {"100 %", 200, 100, 100, test.moved}}
		if got := strings.Join(castlingFindings(sides, []rated{resultsOf("100 %", test.pairs)}), "\n"); !strings.Contains(got, test.want) {
			t.Errorf("%d, %v: no %q in\n%s", test.moved, test.pairs, test.want, got)
		}
	}
}

func TestFeatureFindings(t *testing.T) {
	got := featureFindings([]rated{
		resultsOf("a", [5]int{0, 0, 20, 40, 40}), resultsOf("b", [5]int{0, 0, 20, 60, 20}), resultsOf("c", [5]int{10, 10, 60, 10, 10}), resultsOf("d", [5]int{40, 40, 20, 0, 0}),
	})
	for i, want := range []string{"Make the player stronger: a (+", "Make it weaker: d (-", "Not known, since the interval has 0 in it: c ("} {
		if len(got) != 3 || !strings.HasPrefix(got[i], want) || i == 0 && !strings.Contains(got[i], ") and b (+") {
			t.Errorf("no %q in %q", want, got)
		}
	}
}

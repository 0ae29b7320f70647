package chess

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestEstimate(t *testing.T) {
	inf := math.Inf(1)
	for _, tt := range []struct {
		pairs [5]int
		want  Estimate
		text  string
	}{
		{[5]int{}, Estimate{0, -inf, inf, 0.5}, "unknown"},
		// By hand: q is 0.2831 for nine pairs, 0.3584 to 0.6416; 0.6316 for three.
		{[5]int{0, 0, 9, 0, 0}, Estimate{0, -101.132, 101.132, 0.5}, "+0.0 ± 101.1"},
		{[5]int{0, 0, 0, 0, 3}, Estimate{inf, -93.646, inf, 0.9375}, "> -93.6"},
		{[5]int{3, 0, 0, 0, 0}, Estimate{-inf, -inf, 93.646, 0.0625}, "< 93.6"},
		{[5]int{0, 0, 0, 0, 99}, Estimate{inf, 605.018, inf, 1}, "> 605.0"},
		// Five pairs of 3/4: q is 0.4507, and Superiority 1 - (2/3)^6.
		{[5]int{0, 0, 0, 5, 0}, Estimate{190.849, -61.821, 319.246, 0.91221}, "+190.8 ± 190.5"},
		// By hand: s = 0.6, variance 0.09, se = 0.03, Φ(10/3).
		{[5]int{10, 10, 30, 30, 20}, Estimate{70.437, 28.694, 114.298, 0.99957}, "+70.4 ± 42.8"},
		// From the tests of fastchess: 55.58 ± 27.65.
		{[5]int{34, 54, 63, 64, 75}, Estimate{55.580, 28.276, 83.584, 0.99997}, "+55.6 ± 27.7"},
	} {
		tally := Tally{Pairs: tt.pairs}
		got := tally.Estimate()
		if diff := cmp.Diff(tt.want, got, cmpopts.EquateApprox(0, 0.001)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tt.pairs, diff)
		}
		if got.String() != tt.text {
			t.Errorf("%v: %v, want %s", tt.pairs, got, tt.text)
		}
		// The opponent's estimate is the mirror image.
		for i := range 5 {
			tally.Pairs[i] = tt.pairs[4-i]
		}
		mirrored := tally.Estimate()
		want := Estimate{-got.Elo, -got.High, -got.Low, 1 - got.Superiority}
		if diff := cmp.Diff(want, mirrored, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
			t.Errorf("%v mirrored (-want +got):\n%s", tt.pairs, diff)
		}
	}
}

// At each end of the interval of pairs with equal results, the probability of
// these results is 5 %.
// TestEstimateSigns checks that no estimate is "-0.0".
func TestEstimateSigns(t *testing.T) {
	for elo, want := range map[float64]string{
		math.Copysign(0, -1): "+0.0 ± 10.0", -0.0499: "+0.0 ± 10.0", -0.0501: "-0.1 ± 10.0", 0.0501: "+0.1 ± 10.0",
	} {
		if got := (Estimate{elo, elo - 10, elo + 10, 0.5}).String(); got != want {
			t.Errorf("%g: %s, want %s", elo, got, want)
		}
	}
}

func TestEstimateOfEqualPairs(t *testing.T) {
	for n := 1; n < 300; n++ {
		for result := range 5 {
			var results [5]int
			results[result] = n
			x := float64(result) / 4
			tally := Tally{Pairs: results}
			e := tally.Estimate()
			for _, end := range []struct{ elo, other float64 }{{e.Low, 0}, {e.High, 1}} {
				if x == end.other {
					if !math.IsInf(end.elo, 0) {
						t.Errorf("%v: an end at %v", results, end.elo)
					}
					continue
				}
				score := 1 / (1 + math.Pow(10, -end.elo/400))
				share := (score - x) / (end.other - x)
				if p := math.Pow(1-share, float64(n)); math.Abs(p-0.05) > 1e-6 {
					t.Errorf("%v: at %v they have the probability %v", results, end.elo, p)
				}
			}
		}
	}
}

// With fewer wins Low is lower.
func TestEstimateIsMonotonic(t *testing.T) {
	low := math.Inf(1)
	for lost := range 50 {
		tally := Tally{Pairs: [5]int{0, 0, 0, lost, 100 - lost}}
		e := tally.Estimate()
		if e.Low >= low {
			t.Errorf("%v: Low is %.1f, with one win more %.1f", tally.Pairs, e.Low, low)
		}
		low = e.Low
	}
}

func TestTally(t *testing.T) {
	var t0, t1, other Tally
	for _, g := range []*MatchGame{
		{Round: 1, Players: [2]int{0, 1}, Outcome: Win(White, Checkmate)},
		{Round: 2, Players: [2]int{0, 1}, Outcome: Draw(Stalemate)},
		{Round: 1, Second: true, Players: [2]int{1, 0}, Outcome: Win(Black, Resignation)},
		{Round: 2, Second: true, Players: [2]int{1, 0}, Outcome: Win(White, TimeForfeit)},
		{Round: 1, Players: [2]int{0, 2}, Outcome: Win(Black, Checkmate)},
		{Round: 3, Players: [2]int{0, 1}, Outcome: Win(White, Checkmate)},
	} {
		t0.Add(g, 0)
		t1.Add(g, 1)
		other.Add(g, 3)
	}
	for _, tt := range []struct {
		name string
		got  *Tally
		want Tally
	}{
		{"all games of 0", &t0, Tally{Wins: 3, Draws: 1, Losses: 2, Pairs: [5]int{0, 1, 0, 0, 1}}},
		{"all games of 1", &t1, Tally{Wins: 1, Draws: 1, Losses: 3, Pairs: [5]int{1, 0, 0, 1, 0}}},
		{"games of a player that has none", &other, Tally{}},
	} {
		if diff := cmp.Diff(tt.want, *tt.got, cmpopts.IgnoreUnexported(Tally{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	if got, want := fmt.Sprint(&t0, t0.Games(), t0.Points()), "+3 =1 -2 6 3.5"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func ExampleTally_Estimate() {
	tally := Tally{Pairs: [5]int{4, 14, 42, 22, 8}}
	e := tally.Estimate()
	fmt.Printf("%v Elo, the stronger one with a likelihood of %.0f %%\n", e, 100*e.Superiority)
	// Output: +31.0 ± 34.5 Elo, the stronger one with a likelihood of 96 %
}

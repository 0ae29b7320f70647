package chess

import (
	"fmt"
	"math"
	"math/rand/v2"
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

func TestTally(t *testing.T) {
	var t0, t1, other Tally
	for _, g := range []*MatchGame{
		{Round: 1, Players: [2]int{0, 1}, Outcome: WinBy(White, Checkmate)},
		{Round: 2, Players: [2]int{0, 1}, Outcome: DrawBy(Stalemate)},
		{Round: 1, Second: true, Players: [2]int{1, 0}, Outcome: WinBy(Black, Resignation)},
		{Round: 2, Second: true, Players: [2]int{1, 0}, Outcome: WinBy(White, TimeForfeit)},
		{Round: 1, Players: [2]int{0, 2}, Outcome: WinBy(Black, Checkmate)},
		{Round: 3, Players: [2]int{0, 1}, Outcome: WinBy(White, Checkmate)},
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

func TestSPRT(t *testing.T) {
	for _, tt := range []struct {
		source     string
		pairs      [5]int
		elo0, elo1 float64
		normalized bool
		want       float64
	}{
		// https://tests.stockfishchess.org, quoted in Stockfish's pull requests, the last
		// two after the change to normalized Elo.
		{"2493 STC", [5]int{424, 2948, 5832, 3045, 460}, -1, 3, false, 2.94},
		{"3209 LTC", [5]int{58, 3302, 33130, 3518, 84}, 0.25, 1.25, false, 2.97},
		{"3514 STC", [5]int{264, 5737, 31270, 5964, 269}, -0.5, 2.5, true, 2.97},
		{"5712 LTC", [5]int{307, 54901, 140959, 56230, 281}, 0.5, 2.5, true, 2.95},
		// The tests of fastchess.
		{"fastchess", [5]int{365, 16618, 36229, 16974, 390}, 0, 2, true, 2.25},
		{"fastchess", [5]int{127, 4883, 10712, 5150, 104}, -1.75, 0.25, true, 3.01},
		{"fastchess", [5]int{0, 0, 0, 0, 5550}, 0, 5, true, 111.82},
		{"fastchess", [5]int{223, 9863, 21279, 10037, 246}, 0.5, 2.5, false, -3.07},

		{"nothing", [5]int{}, 0, 5, false, 0},
		{"nothing", [5]int{}, 0, 5, true, 0},
	} {
		tally := Tally{Pairs: tt.pairs}
		s := SPRT{Elo0: tt.elo0, Elo1: tt.elo1, Normalized: tt.normalized}
		got := s.LLR(tally)
		if math.Abs(got-tt.want) > max(0.0075, math.Abs(tt.want)/1000) {
			t.Errorf("%s: LLR %.4f, want %.2f", tt.source, got, tt.want)
		}
	}
}

// The opponent's LLR, with mirrored hypotheses, is the negative one.
func TestSPRTMirrored(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var a, b Tally
		for i := range 5 {
			a.Pairs[i] = r.IntN(50) * r.IntN(2)
			b.Pairs[4-i] = a.Pairs[i]
		}
		for _, normalized := range []bool{false, true} {
			x := SPRT{Elo0: -3, Elo1: 20, Normalized: normalized}.LLR(a)
			y := SPRT{Elo0: -20, Elo1: 3, Normalized: normalized}.LLR(b)
			if !(math.Abs(x+y) < 1e-6) {
				t.Fatalf("%v: LLR %g, mirrored %g", a.Pairs, x, y)
			}
		}
	}
}

func TestSPRTDecide(t *testing.T) {
	lower, upper := SPRT{}.Bounds()
	if math.Abs(lower+2.944) > 0.001 || math.Abs(upper-2.944) > 0.001 {
		t.Errorf("bounds %g and %g", lower, upper)
	}
	lower, upper = SPRT{Alpha: 0.1, Beta: 0.2}.Bounds()
	if math.Abs(lower-math.Log(2.0/9)) > 1e-9 || math.Abs(upper-math.Log(8)) > 1e-9 {
		t.Errorf("bounds %g and %g", lower, upper)
	}
	s := SPRT{Elo0: 0, Elo1: 50}
	for pairs, want := range map[[5]int][2]bool{
		{}:                    {},
		{1, 1, 1, 1, 1}:       {},
		{2, 10, 60, 40, 20}:   {true, true},
		{20, 60, 100, 60, 20}: {false, true},
	} {
		if h1, decided := s.Decide(Tally{Pairs: pairs}); h1 != want[0] || decided != want[1] {
			t.Errorf("%v: %v %v, want %v", pairs, h1, decided, want)
		}
	}
}

package chess

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestSPRT(t *testing.T) {
	for _, tt := range []struct {
		source     string
		pairs      [5]int
		elo0, elo1 float64
		normalized bool
		want       float64
	}{
		// https://tests.stockfishchess.org, quoted in Stockfish's pull requests:
		// 2493, 3209 and 3098 before the change to normalized Elo, 3514, 4194 and
		// 5712 after it.
		{"2493 STC", [5]int{424, 2948, 5832, 3045, 460}, -1, 3, false, 2.94},
		{"2493 LTC", [5]int{1284, 17437, 55536, 18085, 1292}, 0, 2, false, 2.94},
		{"3209 STC", [5]int{253, 4282, 17604, 4431, 286}, -0.25, 1.25, false, 2.94},
		{"3209 LTC", [5]int{58, 3302, 33130, 3518, 84}, 0.25, 1.25, false, 2.97},
		{"3098 LTC", [5]int{53, 2220, 21459, 2445, 47}, 0.25, 1.25, false, 2.97},
		{"3514 STC", [5]int{264, 5737, 31270, 5964, 269}, -0.5, 2.5, true, 2.97},
		{"3514 LTC", [5]int{29, 2205, 35000, 2392, 34}, 0.5, 3.5, true, 2.94},
		{"4194 STC", [5]int{371, 10263, 24989, 10642, 379}, 0, 2, true, 2.95},
		{"4194 LTC", [5]int{47, 8181, 25234, 8575, 47}, 0.5, 2.5, true, 2.94},
		{"5712 STC", [5]int{831, 31795, 68460, 32448, 834}, 0, 2, true, 2.93},
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

// No other distribution with the score of the hypothesis makes the results likelier.
func TestSPRTLikeliest(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	likelihood := func(p, q *distribution) (sum float64) {
		for i := range p {
			sum += p[i] * math.Log(q[i])
		}
		return sum
	}
	for range 300 {
		var p distribution
		sum := 0.0
		for i := range p {
			p[i] = 0.01 + r.Float64()
			sum += p[i]
		}
		for i := range p {
			p[i] /= sum
		}
		elo := 200*r.Float64() - 100
		q := SPRT{}.likeliest(&p, elo)
		mean, _ := q.moments()
		n := SPRT{Normalized: true}.likeliest(&p, elo)
		score, variance := n.moments()
		strength := (score - 0.5) / math.Sqrt(2*variance) * 800 / math.Ln10
		if math.Abs(mean-expectedScore(elo)) > 1e-9 || math.Abs(strength-elo) > 1e-6 {
			t.Fatalf("%v, Elo %g: mean %g, want %g; normalized %g", p, elo, mean, expectedScore(elo), strength)
		}
		// Moving a little from three results to each other keeps sum and mean.
		for range 20 {
			i := r.IntN(3)
			d := (r.Float64() - 0.5) * 0.01
			moved := q
			moved[i] += d
			moved[i+1] -= 2 * d
			moved[i+2] += d
			if min(moved[i], moved[i+1], moved[i+2]) > 0 && likelihood(&p, &moved) > likelihood(&p, &q)+1e-12 {
				t.Fatalf("%v, Elo %g: %v is likelier than %v", p, elo, moved, q)
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

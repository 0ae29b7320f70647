package spsa

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// quadratic returns a playFunc with a best value for each parameter. The loss is the
// square of the distance from it in steps, and the result has random noise.
func quadratic(parameters []parameter, best []float64, sharpness, noise float64, seed uint64) playFunc {
	random := rand.New(rand.NewPCG(seed, 1))
	loss := func(theta []float64) (sum float64) {
		for i, p := range parameters {
			off := (theta[i] - best[i]) / p.Step
			sum += sharpness * off * off
		}
		return sum
	}
	return func(_ context.Context, _ int, plus, minus []float64) (float64, error) {
		return min(max(loss(minus)-loss(plus)+noise*random.NormFloat64(), -1), 1), nil
	}
}

// climb runs some iterations and returns the parameters.
func climb(t *testing.T, o *optimizer, iterations int, play playFunc) []float64 {
	t.Helper()
	theta := make([]float64, len(o.parameters))
	for i, p := range o.parameters {
		theta[i] = p.Start
	}
	for k := range iterations {
		next, err := o.step(t.Context(), k, theta, play)
		if err != nil {
			t.Fatal(err)
		}
		theta = next
	}
	return theta
}

// TestConverges checks that the optimizer comes within a step of the best values
// from far away. The noise is like that of eight games in an iteration: its standard
// deviation is several times the loss of one step.
func TestConverges(t *testing.T) {
	parameters := []parameter{
		{"a", 80, 20, 200, 18},
		{"b", 250, 0, 1000, 100},
		{"c", 3, 0, 10, 1},
		{"d", 5000, 0, 10000, 1000}, // starts at the best value
	}
	best := []float64{150, 700, 8.5, 5000}
	for seed := range uint64(10) {
		o := &optimizer{parameters, 0.25, seed}
		theta := climb(t, o, 2000, quadratic(parameters, best, 0.02, 0.3, seed))
		for i, p := range parameters {
			if math.Abs(theta[i]-best[i]) > p.Step {
				t.Errorf("seed %d: %s went from %g to %.1f, the best is %g", seed, p.Name, p.Start, theta[i], best[i])
			}
		}
	}
}

// TestStaysInRange checks that the parameters go to the ends of their ranges if the
// best values are outside.
func TestStaysInRange(t *testing.T) {
	parameters := []parameter{{"a", 50, 0, 100, 10}, {"b", 50, 0, 100, 10}}
	best := []float64{-300, 400}
	play := quadratic(parameters, best, 0.02, 0.3, 1)
	inside := func(ctx context.Context, k int, plus, minus []float64) (float64, error) {
		for _, x := range slices.Concat(plus, minus) {
			if x < 0 || x > 100 {
				t.Errorf("%g was tried", x)
			}
		}
		return play(ctx, k, plus, minus)
	}
	theta := climb(t, &optimizer{parameters, 0.25, 1}, 500, inside)
	if theta[0] > 5 || theta[1] < 95 {
		t.Errorf("it came to %v", theta)
	}
}

// TestStep checks that the parameters do not change after a draw and move towards
// those of the winner otherwise, and that an error ends the iteration.
func TestStep(t *testing.T) {
	parameters := []parameter{{"a", 50, 0, 100, 10}, {"b", 50, 0, 100, 4}}
	o := &optimizer{parameters, 0.5, 7}
	theta := []float64{50, 50}
	signs := map[[2]bool]int{}
	for k := range 200 {
		for _, y := range []float64{0, 1, -1} {
			var plus, minus []float64
			next, err := o.step(t.Context(), k, theta, func(_ context.Context, iteration int, p, m []float64) (float64, error) {
				if plus, minus = p, m; iteration != k {
					t.Errorf("iteration %d is %d", k, iteration)
				}
				return y, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for i := range theta {
				varied := (plus[i] - minus[i]) / 2
				if math.Abs(plus[i]+minus[i]-100) > 1e-9 || math.Abs(varied) > parameters[i].Step {
					t.Errorf("iteration %d varies from %v to %v", k, plus, minus)
				}
				if moved := next[i] - theta[i]; moved*y*varied < 0 || (moved == 0) != (y == 0) {
					t.Errorf("iteration %d, %v against %v is %v: to %v", k, plus, minus, y, next)
				}
				if k == 0 && y == 1 && math.Abs(next[i]-theta[i]) != 0.5*parameters[i].Step {
					t.Errorf("after all games won: %v", next)
				}
			}
			signs[[2]bool{plus[0] > 50, plus[1] > 50}]++
		}
	}
	for s, n := range signs {
		if n < 90 || n > 210 {
			t.Errorf("signs %v occurred %d times in 600", s, n)
		}
	}
	failure := errors.New("no game")
	if next, err := o.step(t.Context(), 0, theta, func(context.Context, int, []float64, []float64) (float64, error) { return 1, failure }); err != failure || next != nil {
		t.Errorf("%v, %v", next, err)
	}
}

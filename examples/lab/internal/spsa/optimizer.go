package spsa

import (
	"context"
	"math"
	"math/rand/v2"
)

// An optimizer searches for the parameters with which a player is strongest, by
// simultaneous perturbation stochastic approximation (James C. Spall, 1992;
// https://www.jhuapl.edu/SPSA/). In iteration k, from 0, with the parameters θ and
// their steps s,
//
//	c = (k+1)^-0.101                 the size of the variation
//	a = ((100+1) / (100+k+1))^0.602  the size of the update
//	Δ[i] = 1 or -1, at random
//	y = the score of θ + c·s·Δ against θ - c·s·Δ, from -1 to 1
//	θ[i] += rate · a · s[i] · y/c · Δ[i]
//
// Each parameter stays in its range. The exponents are those that Spall recommends.
// An iteration depends only on its number, the seed and θ, so it makes no difference
// where a run was interrupted.
type optimizer struct {
	parameters []parameter
	rate       float64
	seed       uint64
}

const (
	varyExponent = 0.101
	stepExponent = 0.602
	settling     = 100 // the iterations until the updates begin to shrink
)

// A playFunc plays the games of an iteration between a player with the parameters
// plus and one with minus. It returns the points of plus less those of minus, per
// game, from -1 to 1.
type playFunc func(ctx context.Context, iteration int, plus, minus []float64) (float64, error)

// step runs an iteration and returns the parameters after it.
func (o *optimizer) step(ctx context.Context, iteration int, theta []float64, play playFunc) ([]float64, error) {
	random := rand.New(rand.NewPCG(o.seed, uint64(iteration)))
	k := float64(iteration)
	c := math.Pow(k+1, -varyExponent)
	a := math.Pow((settling+1)/(settling+k+1), stepExponent)
	n := len(theta)
	delta, plus, minus := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range o.parameters {
		p := &o.parameters[i]
		delta[i] = float64(2*random.IntN(2) - 1)
		plus[i] = p.clamp(theta[i] + c*p.Step*delta[i])
		minus[i] = p.clamp(theta[i] - c*p.Step*delta[i])
	}
	y, err := play(ctx, iteration, plus, minus)
	if err != nil {
		return nil, err
	}
	next := make([]float64, n)
	for i := range o.parameters {
		p := &o.parameters[i]
		next[i] = p.clamp(theta[i] + o.rate*a*p.Step*y/c*delta[i])
	}
	return next, nil
}

// clamp returns the value in the range that is nearest to x.
func (p *parameter) clamp(x float64) float64 { return min(max(x, p.Min), p.Max) }

package worth

import (
	"fmt"
	"math"
)

// An Estimate is what a part is worth.
type Estimate struct {
	Elo, Margin float64 // the Elo that the part adds to the player: Elo ± Margin is a 95 % interval
	Pairs       int     // the number of pairs in which one side lacked the part
}

// String returns the estimate, such as "+22.6 ± 14.7", or "unknown".
func (e Estimate) String() string {
	if e.Pairs == 0 {
		return "unknown"
	}
	elo := e.Elo
	if elo > -0.05 && elo <= 0 {
		elo = 0 // not "-0.0"
	}
	return fmt.Sprintf("%+.1f ± %.1f", elo, e.Margin)
}

// A Goal tells when parts are done.
type Goal struct {
	Error float64 `json:"error"` // half the width of the interval, in Elo
	Games int     `json:"games"` // the maximum number of games, for all parts
}

// Pairs returns the maximum number of pairs of games.
func (g *Goal) Pairs() int { return (g.Games + 1) / 2 }

// minPairs is the number of pairs in which a part must have been missing before its
// interval counts: a few pairs do not give a reliable variance.
const minPairs = 100

// relativeError is the precision that is enough for a part, as a part of what it is
// worth: without material a player loses every game, and more games would not help.
const relativeError = 0.1

// allowed returns the greatest margin with which a part is done.
func (g *Goal) allowed(e Estimate) float64 { return max(g.Error, relativeError*math.Abs(e.Elo)) }

// Reached reports whether a part with this estimate is done.
func (g *Goal) Reached(e Estimate) bool { return e.Pairs >= minPairs && e.Margin <= g.allowed(e) }

// left returns about how many more pairs a part must be missing in.
func (g *Goal) left(e Estimate) int {
	if g.Reached(e) {
		return 0
	}
	n, margin := float64(e.Pairs), e.Margin
	if n < 20 {
		n, margin = 1, 370 // that of one pair between equal players: 1.96·694.9·0.27
	}
	ratio := margin / g.allowed(e)
	return max(int(n*ratio*ratio), minPairs) - e.Pairs
}

// priorDeviation is the standard deviation, in Elo, of the normal prior of a part
// around 0. It keeps the estimate finite for a part without which all games were
// lost, and changes one of 50 ± 15 by 0.01.
const priorDeviation = 600

// Fit estimates what n parts are worth. The model is that the strength of a player is
// the sum of its parts, and that its expected score is that of the rating formula,
// 1/(1+10^(-d/400)). That is a logistic regression, solved by Newton's method. The
// intervals assume that pairs are independent, but not games (the sandwich
// estimator, White, Econometrica 50, 1982).
func Fit(pairs []Pair, n int) []Estimate {
	const scale = math.Ln10 / 400
	worth := make([]float64, n) // in units of 1/scale Elo
	var bread [][]float64       // the Hessian, then its inverse
	for range 50 {
		slope := make([]float64, n)
		bread = zeros(n)
		for i := range slope {
			slope[i] = -worth[i] / (priorDeviation * priorDeviation * scale * scale)
			bread[i][i] = 1 / (priorDeviation * priorDeviation * scale * scale)
		}
		for i := range pairs {
			d, signs := pairs[i].difference(worth)
			expected := 1 / (1 + math.Exp(-d))
			residual := float64(pairs[i].Points)/4 - expected
			for j, s := range signs {
				if s == 0 {
					continue
				}
				slope[j] += s * residual
				for k, t := range signs {
					bread[j][k] += s * t * expected * (1 - expected)
				}
			}
		}
		bread = inverse(bread)
		largest := 0.0
		for j := range worth {
			step := 0.0
			for k := range slope {
				step += bread[j][k] * slope[k]
			}
			worth[j] += step
			largest = max(largest, math.Abs(step))
		}
		if largest < 1e-9 {
			break
		}
	}

	// The variance of part j is the sum over the pairs of the square of the change
	// that the residual of the pair has made to it.
	estimates := make([]Estimate, n)
	for i := range pairs {
		d, signs := pairs[i].difference(worth)
		residual := float64(pairs[i].Points)/4 - 1/(1+math.Exp(-d))
		for j := range estimates {
			change := 0.0
			for k, s := range signs {
				change += bread[j][k] * s
			}
			estimates[j].Margin += change * change * residual * residual
			if signs[j] != 0 {
				estimates[j].Pairs++
			}
		}
	}
	for j := range estimates {
		estimates[j].Elo = worth[j] / scale
		estimates[j].Margin = 1.96 * math.Sqrt(estimates[j].Margin) / scale
	}
	return estimates
}

// difference returns how much stronger the first player is, and the sign of each
// part.
func (p *Pair) difference(worth []float64) (d float64, signs []float64) {
	signs = make([]float64, len(worth))
	for i := range worth {
		signs[i] = p.sign(i)
		d += signs[i] * worth[i]
	}
	return d, signs
}

// zeros returns an n by n matrix of zeros.
func zeros(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

// inverse returns the inverse of a positive definite matrix by Gauss-Jordan
// elimination. It changes m.
func inverse(m [][]float64) [][]float64 {
	n := len(m)
	r := zeros(n)
	for i := range r {
		r[i][i] = 1
	}
	for i := range m {
		pivot := m[i][i]
		for k := range n {
			m[i][k] /= pivot
			r[i][k] /= pivot
		}
		for j := range m {
			factor := m[j][i]
			if j == i || factor == 0 {
				continue
			}
			for k := range n {
				m[j][k] -= factor * m[i][k]
				r[j][k] -= factor * r[i][k]
			}
		}
	}
	return r
}

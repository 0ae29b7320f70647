package main

import (
	"fmt"
	"math"
)

// An estimate is what a row is worth.
type estimate struct {
	elo, margin float64 // the Elo that the row adds to the player: elo ± margin is a 95 % interval
	pairs       int     // the number of pairs in which one side lacked the row
}

func (e estimate) String() string {
	if e.pairs == 0 {
		return "unknown"
	}
	return fmt.Sprintf("%+.1f ± %.1f", e.elo, e.margin)
}

// A goal tells when rows are done.
type goal struct {
	Error float64 `json:"error"` // half the width of the interval, in Elo
	Games int     `json:"games"` // the maximum number of games, for all rows
}

func (g *goal) pairs() int { return (g.Games + 1) / 2 }

// minPairs is the number of pairs in which a row must have been missing before its
// interval counts: a few pairs do not give a reliable variance.
const minPairs = 100

// relativeError is the precision that is enough for a row, as a part of what it is
// worth: without material a player loses every game, and more games would not help.
const relativeError = 0.1

// allowed returns the greatest margin with which a row is done.
func (g *goal) allowed(e estimate) float64 { return max(g.Error, relativeError*math.Abs(e.elo)) }

func (g *goal) reached(e estimate) bool { return e.pairs >= minPairs && e.margin <= g.allowed(e) }

// left returns about how many more pairs a row must be missing in.
func (g *goal) left(e estimate) int {
	if g.reached(e) {
		return 0
	}
	n, margin := float64(e.pairs), e.margin
	if n < 20 {
		n, margin = 1, 370 // that of one pair between equal players: 1.96·694.9·0.27
	}
	ratio := margin / g.allowed(e)
	return max(int(n*ratio*ratio), minPairs) - e.pairs
}

// priorDeviation is the standard deviation, in Elo, of the normal prior of a row
// around 0. It keeps the estimate finite for a row without which all games were
// lost, and changes one of 50 ± 15 by 0.01.
const priorDeviation = 600

// fit estimates what n rows are worth. The model is that the strength of a player is
// the sum of its rows, and that its expected score is that of the rating formula,
// 1/(1+10^(-d/400)). That is a logistic regression, solved by Newton's method. The
// intervals assume that pairs are independent, but not games (the sandwich
// estimator, White, Econometrica 50, 1982).
func fit(pairs []pair, n int) []estimate {
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
			residual := float64(pairs[i].points)/4 - expected
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

	// The variance of row j is the sum over the pairs of the square of the change
	// that the residual of the pair has made to it.
	estimates := make([]estimate, n)
	for i := range pairs {
		d, signs := pairs[i].difference(worth)
		residual := float64(pairs[i].points)/4 - 1/(1+math.Exp(-d))
		for j := range estimates {
			change := 0.0
			for k, s := range signs {
				change += bread[j][k] * s
			}
			estimates[j].margin += change * change * residual * residual
			if signs[j] != 0 {
				estimates[j].pairs++
			}
		}
	}
	for j := range estimates {
		estimates[j].elo = worth[j] / scale
		estimates[j].margin = 1.96 * math.Sqrt(estimates[j].margin) / scale
	}
	return estimates
}

// difference returns how much stronger the first player is, and the sign of each
// row.
func (p *pair) difference(worth []float64) (d float64, signs []float64) {
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

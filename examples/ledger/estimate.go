package main

import (
	"fmt"
	"math"
)

// An estimate is what a row is worth: the Elo that the player has by it, plus or
// minus so many for an interval of 95 %, by the pairs in which one side lacked it.
type estimate struct {
	elo, margin float64
	pairs       int
}

func (e estimate) String() string {
	if e.pairs == 0 {
		return "unknown"
	}
	return fmt.Sprintf("%+.1f ± %.1f", e.elo, e.margin)
}

// A goal is when rows are done.
type goal struct {
	Error float64 `json:"error"` // half the width of the interval, in Elo
	Games int     `json:"games"` // the most of them, for all rows
}

func (g *goal) pairs() int { return (g.Games + 1) / 2 }

// enough is in how many pairs a row must have been lacking before its interval is
// believed: their variance is not known from a few.
const enough = 100

// part is the part of what a row is worth that it need not be known better than:
// without material a player loses every game, and more of them would tell nothing.
const part = 0.1

// allowed is how wide the interval of a row may be, either way.
func (g *goal) allowed(e estimate) float64 { return max(g.Error, part*math.Abs(e.elo)) }

func (g *goal) reached(e estimate) bool { return e.pairs >= enough && e.margin <= g.allowed(e) }

// left returns in how many more pairs a row should be lacking, about.
func (g *goal) left(e estimate) int {
	if g.reached(e) {
		return 0
	}
	n, width := float64(e.pairs), e.margin
	if n < 20 {
		n, width = 1, 370 // of one pair between equals: 1.96·694.9·0.27
	}
	w := width / g.allowed(e)
	return max(int(n*w*w), enough) - e.pairs
}

// wide is how far from nothing a row is thought to be before there are games, as
// a standard deviation in Elo: it keeps a row whose player lost all games finite,
// and moves one at 50 ± 15 by 0.01.
const wide = 600

// fit finds what n rows are worth. A player's strength is taken to be the sum of
// what he has, and his expected score against another by the formula of the
// ratings, 1/(1+10^(-d/400)); that is a logistic regression, solved by Newton's
// method. The intervals do not rely on games being independent, but on pairs
// being so (the sandwich estimator, White, Econometrica 50, 1982).
func fit(pairs []pair, n int) []estimate {
	const scale = math.Ln10 / 400
	worth := make([]float64, n) // in units of 1/scale Elo
	var bread [][]float64
	for range 50 {
		slope := make([]float64, n)
		bread = square(n)
		for i := range slope {
			slope[i] = -worth[i] / (wide * wide * scale * scale)
			bread[i][i] = 1 / (wide * wide * scale * scale)
		}
		for i := range pairs {
			d, signs := pairs[i].difference(worth)
			expected := 1 / (1 + math.Exp(-d))
			surprise := float64(pairs[i].points)/4 - expected
			for j, s := range signs {
				if s == 0 {
					continue
				}
				slope[j] += s * surprise
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

	// The variance of row j is the sum, over the pairs, of the square of how much
	// the surprise of each has moved it.
	found := make([]estimate, n)
	for i := range pairs {
		d, signs := pairs[i].difference(worth)
		surprise := float64(pairs[i].points)/4 - 1/(1+math.Exp(-d))
		for j := range found {
			moved := 0.0
			for k, s := range signs {
				moved += bread[j][k] * s
			}
			found[j].margin += moved * moved * surprise * surprise
			if signs[j] != 0 {
				found[j].pairs++
			}
		}
	}
	for j := range found {
		found[j].elo = worth[j] / scale
		found[j].margin = 1.96 * math.Sqrt(found[j].margin) / scale
	}
	return found
}

// difference returns by how much the first player is stronger, and who had which
// row.
func (p *pair) difference(worth []float64) (d float64, signs []float64) {
	signs = make([]float64, len(worth))
	for i := range worth {
		signs[i] = p.sign(i)
		d += signs[i] * worth[i]
	}
	return d, signs
}

func square(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

// inverse returns the inverse of a positive definite matrix, which it changes, by
// Gauss and Jordan's elimination.
func inverse(m [][]float64) [][]float64 {
	n := len(m)
	r := square(n)
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

package chess

import "math"

// SPRT is a sequential probability ratio test. After any number of games it
// decides whether to play on, or which of two hypotheses about the strength of a
// player to accept: H0, that it is Elo0 stronger than its opponent, or H1, that it
// is Elo1 stronger.
type SPRT struct {
	Elo0 float64 `json:"elo0"` // less than Elo1
	Elo1 float64 `json:"elo1"`

	// Alpha is the probability of accepting H1 when H0 is true, Beta that of
	// accepting H0 when H1 is true. Each is 0.05 if it is zero.
	Alpha float64 `json:"alpha,omitzero"`
	Beta  float64 `json:"beta,omitzero"`

	// Normalized says that Elo0 and Elo1 are in normalized Elo: the mean score of a
	// game less one half, in standard deviations of the score, times 800/ln 10. To
	// show the same difference in normalized Elo takes the same number of games,
	// whatever the share of draws.
	Normalized bool `json:"normalized,omitzero"`
}

// Bounds returns the bounds of the logarithm of the likelihood ratio: H0 is
// accepted at or below lower = ln(β/(1-α)), H1 at or above upper = ln((1-β)/α)
// (Wald 1945).
func (s SPRT) Bounds() (lower, upper float64) {
	alpha, beta := s.errors()
	return math.Log(beta / (1 - alpha)), math.Log((1 - beta) / alpha)
}

func (s SPRT) errors() (alpha, beta float64) {
	alpha, beta = s.Alpha, s.Beta
	if alpha == 0 {
		alpha = 0.05
	}
	if beta == 0 {
		beta = 0.05
	}
	return alpha, beta
}

// Decide reports whether the pairs of t decide the test, and, if they do, whether
// they accept H1: that the player is Elo1 stronger, rather than Elo0.
func (s SPRT) Decide(t Tally) (h1, decided bool) {
	lower, upper := s.Bounds()
	llr := s.LLR(t)
	return llr >= upper, llr >= upper || llr <= lower
}

// LLR returns the log-likelihood ratio of H1 to H0 for the pairs of t: 0 if there
// are none. The hypotheses do not specify the share of draws or of the results of
// pairs. So each is represented by the distribution of results that fits the pairs
// best among those of its strength (a generalized SPRT). With n pairs, of which the
// share p[i] scored x[i] = i/4 of the possible points, and these two distributions
// q0 and q1,
//
//	LLR = n · (p[0]·ln(q1[0]/q0[0]) + … + p[4]·ln(q1[4]/q0[4]))
//
// A result that has not occurred is counted as a thousandth of a pair. See Michel
// Van den Bergh, A Practical Introduction to the GSPRT, and, for normalized Elo,
// Comments on Normalized Elo, both at https://www.cantate.be/Fishtest/.
func (s SPRT) LLR(t Tally) float64 {
	if t.pairs() == 0 {
		return 0
	}
	n, p := 0.0, distribution{}
	for i, k := range t.Pairs {
		p[i] = max(float64(k), 1e-3)
		n += p[i]
	}
	for i := range p {
		p[i] /= n
	}
	q0, q1 := s.likeliest(&p, s.Elo0), s.likeliest(&p, s.Elo1)
	sum := 0.0
	for i := range p {
		sum += p[i] * math.Log(q1[i]/q0[i])
	}
	return n * sum
}

// likeliest returns the distribution with the strength elo that fits p best.
func (s SPRT) likeliest(p *distribution, elo float64) distribution {
	var g [5]float64
	if !s.Normalized {
		score := expectedScore(elo)
		for i := range g {
			g[i] = float64(i)/4 - score
		}
		return p.constrained(&g)
	}
	// The condition is mean - ½ = t·σ. It is not linear. It is replaced by its
	// tangent at the last approximation, until the approximation converges.
	t := elo / (800 / math.Ln10) * math.Sqrt2 // the σ of a pair's mean is that of a game over √2
	q := distribution{0.2, 0.2, 0.2, 0.2, 0.2}
	for range 50 {
		mean, variance := q.moments()
		sigma := math.Sqrt(variance)
		for i := range g {
			x := float64(i) / 4
			g[i] = x - 0.5 - t*sigma*(1+(x-mean)*(x-mean)/variance)/2
		}
		before := q
		q = p.constrained(&g)
		change := 0.0
		for i := range q {
			change = max(change, math.Abs(q[i]-before[i]))
		}
		if change < 1e-12 {
			break
		}
	}
	return q
}

// constrained returns, of all distributions with mean 0 of g, the distribution q
// that makes the shares d likeliest. By Lagrange's method
// q[i] = d[i] / (1 + λ·g[i]), where λ makes the mean 0; the mean falls as λ grows.
// If all g have the same sign, there is no such q, and constrained returns d.
func (d *distribution) constrained(g *[5]float64) (q distribution) {
	least, greatest := math.Inf(1), math.Inf(-1)
	for _, x := range g {
		least, greatest = min(least, x), max(greatest, x)
	}
	if least >= 0 || greatest <= 0 {
		return *d
	}
	low, high := -1/greatest, -1/least
	for range 200 {
		lambda := low + (high-low)/2
		mean := 0.0
		for i, x := range g {
			q[i] = d[i] / (1 + lambda*x)
			mean += q[i] * x
		}
		if lambda == low || lambda == high {
			break
		}
		if mean > 0 {
			low = lambda
		} else {
			high = lambda
		}
	}
	return q
}

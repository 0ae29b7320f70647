package chess

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Tally counts the results of one player in a match. The zero Tally has no games.
// Estimate and SPRT use only complete pairs of games with the same opening, since the two results
// depend on each other.
type Tally struct {
	Wins   int    `json:"wins"`
	Draws  int    `json:"draws"`
	Losses int    `json:"losses"`
	Pairs  [5]int `json:"pairs"` // by the player's points in the pair: 0, 1/2, 1, 1 1/2 and 2

	halves map[pairOf]int // twice the points in the first game of an incomplete pair; never changed
}

// A pairOf identifies a pair of games of a player.
type pairOf struct{ opponent, round int }

// Add counts a game for a player, an index of Match.Players; it does nothing if the player has not
// played it. Games against several opponents may be counted together.
func (t *Tally) Add(g *MatchGame, player int) {
	c := White
	switch player {
	case g.Players[White]:
	case g.Players[Black]:
		c = Black
	default:
		return
	}
	points := 1
	switch {
	case !g.Outcome.Decided:
		t.Draws++
	case g.Outcome.Winner == c:
		t.Wins++
		points = 2
	default:
		t.Losses++
		points = 0
	}
	pair := pairOf{g.Players[c.Other()], g.Round}
	first, ok := t.halves[pair]
	halves := maps.Clone(t.halves) // a copy of t has the old ones
	switch {
	case ok:
		delete(halves, pair)
		t.Pairs[first+points]++
	case halves == nil:
		halves = map[pairOf]int{pair: points}
	default:
		halves[pair] = points
	}
	t.halves = halves
}

// Games returns the number of games.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Points returns the score in all games: 1 for a win, 1/2 for a draw.
func (t Tally) Points() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// String returns "+12 =30 -8".
func (t Tally) String() string { return fmt.Sprintf("+%d =%d -%d", t.Wins, t.Draws, t.Losses) }

// A jsonHalf is the first game of a pair whose second is missing.
type jsonHalf struct {
	Opponent int `json:"opponent"`
	Round    int `json:"round"`
	Halves   int `json:"halves"` // twice the points
}

type plainTally Tally

// A jsonTally is a Tally in JSON.
type jsonTally struct {
	plainTally
	Incomplete []jsonHalf `json:"incomplete,omitzero"`
}

// MarshalJSON writes an object with the fields, and "incomplete" for pairs with one game.
func (t Tally) MarshalJSON() ([]byte, error) {
	var halves []jsonHalf
	for pair, points := range t.halves {
		halves = append(halves, jsonHalf{pair.opponent, pair.round, points})
	}
	slices.SortFunc(halves, func(a, b jsonHalf) int {
		return cmp.Or(cmp.Compare(a.Opponent, b.Opponent), cmp.Compare(a.Round, b.Round))
	})
	return json.Marshal(jsonTally{plainTally(t), halves})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (t *Tally) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	var read jsonTally
	if err := readJSON(data, &read, "Tally"); err != nil {
		return err
	}
	for _, h := range read.Incomplete {
		if h.Halves < 0 || h.Halves > 2 {
			return &ParseError{Kind: ErrIllegal, Field: "tally", Detail: "a game has from 0 to 2 half points"}
		}
		if read.halves == nil {
			read.halves = map[pairOf]int{}
		}
		read.halves[pairOf{h.Opponent, h.Round}] = h.Halves
	}
	*t = Tally(read.plainTally)
	return nil
}

// Estimate is an estimate of the strength of a player, in Elo points relative to its opponents.
type Estimate struct {
	Elo         float64 `json:"elo"`         // the likeliest; infinite if all games were lost, or all won
	Low         float64 `json:"low"`         // of the 95 % confidence interval; may be infinite
	High        float64 `json:"high"`        // may be infinite
	Superiority float64 `json:"superiority"` // the likelihood that the player is the stronger one, from 0 to 1
}

// Estimate estimates the player's strength from its pairs. The interval is the normal
// approximation of the mean score of a pair; if all or nearly all pairs have the same
// result, it is widened to what 5 % of such matches would still show. See
// https://www.chessprogramming.org/Match_Statistics and
// https://www.chessprogramming.org/Pentanomial_Statistics.
func (t Tally) Estimate() Estimate {
	// With n pairs, of which the share p[i] scored x[i] = i/4 of the possible points,
	//
	//	s  = p[0]·x[0] + … + p[4]·x[4]                       the mean score
	//	se = √((p[0]·(x[0]-s)² + … + p[4]·(x[4]-s)²) / n)    its standard error
	//	Elo = E(s),  Low = E(s - 1.96·se),  High = E(s + 1.96·se)
	//	Superiority = Φ((s - ½) / se)
	//
	// where E(s) = 400·log10(s/(1 - s)) is the Elo difference that makes s the expected
	// score, and Φ the normal distribution function.
	//
	// If nearly all pairs have the same result, se is too small. But if a share q of all
	// possible pairs had another result, n pairs would all have the same one with
	// probability (1-q)^n; q is the share for which this is 5 %. Low is at most E(s·(1-q)),
	// and High at least E(s + (1-s)·q). If all pairs have the same result, Superiority is
	// 1 - (½/s)^(n+1) for s > ½, (½/(1-s))^(n+1) for s < ½, and ½ for s = ½, as if before
	// the games all shares q had been equally likely.
	n := t.pairs()
	if n == 0 {
		return Estimate{Low: math.Inf(-1), High: math.Inf(1), Superiority: 0.5}
	}
	d := shares(t.Pairs)
	mean, variance := d.moments()
	se := math.Sqrt(variance / n)
	q := 1 - math.Pow(0.05, 1/n)
	e := Estimate{
		Elo:         eloDifference(mean),
		Low:         eloDifference(min(mean-1.96*se, mean*(1-q))),
		High:        eloDifference(max(mean+1.96*se, mean+(1-mean)*q)),
		Superiority: 0.5,
	}
	switch {
	case se > 0:
		e.Superiority = normal((mean - 0.5) / se)
	case mean > 0.5:
		e.Superiority = 1 - math.Pow(0.5/mean, n+1)
	case mean < 0.5:
		e.Superiority = math.Pow(0.5/(1-mean), n+1)
	}
	return e
}

// String returns Elo and half the width of the interval, "+12.3 ± 8.1"; "> 605.0" or "< -605.0" if one end
// is infinite; and "unknown" if both are.
func (e Estimate) String() string {
	low, high := math.IsInf(e.Low, 0), math.IsInf(e.High, 0)
	switch {
	case low && high:
		return "unknown"
	case high:
		return fmt.Sprintf("> %.1f", e.Low)
	case low:
		return fmt.Sprintf("< %.1f", e.High)
	}
	elo := e.Elo
	if elo > -0.05 && elo <= 0 {
		elo = 0 // not "-0.0"
	}
	return fmt.Sprintf("%+.1f ± %.1f", elo, (e.High-e.Low)/2)
}

// normal is the distribution function of the normal distribution.
func normal(x float64) float64 { return (1 + math.Erf(x/math.Sqrt2)) / 2 }

// pairs returns the number of complete pairs.
func (t Tally) pairs() float64 {
	n := 0
	for _, k := range t.Pairs {
		n += k
	}
	return float64(n)
}

// A distribution holds the probability of each of the five results of a pair.
// Result i is i/4 of the possible points.
type distribution [5]float64

// shares returns the distribution of the counts, which must not all be 0.
func shares(counts [5]int) (d distribution) {
	sum := 0
	for _, k := range counts {
		sum += k
	}
	for i, k := range counts {
		d[i] = float64(k) / float64(sum)
	}
	return d
}

// moments returns the mean and the variance of the result of a pair.
func (d *distribution) moments() (mean, variance float64) {
	for i, p := range d {
		mean += p * float64(i) / 4
	}
	for i, p := range d {
		x := float64(i)/4 - mean
		variance += p * x * x
	}
	return mean, variance
}

// SPRT is a sequential probability ratio test. After any number of games it decides whether
// to play on, or to accept one of two hypotheses about a player: H0, that it is Elo0
// stronger than its opponent, or H1, that it is Elo1 stronger.
type SPRT struct {
	Elo0  float64 `json:"elo0"` // less than Elo1
	Elo1  float64 `json:"elo1"`
	Alpha float64 `json:"alpha,omitzero"` // the probability of accepting H1 when H0 is true; 0 is 0.05
	Beta  float64 `json:"beta,omitzero"`  // the probability of accepting H0 when H1 is true; 0 is 0.05

	// Normalized says that Elo0 and Elo1 are in normalized Elo: the mean score less one
	// half, in standard deviations of a game's score, times 800/ln 10.
	Normalized bool `json:"normalized,omitzero"`
}

// Bounds returns the bounds of LLR: H0 is accepted at or below lower = ln(β/(1-α)), H1 at or above
// upper = ln((1-β)/α) (Wald 1945).
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

// Decide reports whether the pairs of t decide the test, and if they do, whether for H1.
func (s SPRT) Decide(t Tally) (h1, decided bool) {
	lower, upper := s.Bounds()
	llr := s.LLR(t)
	return llr >= upper, llr >= upper || llr <= lower
}

// LLR returns the log-likelihood ratio of H1 to H0 for the pairs of t, 0 if there are none: that of a
// generalized SPRT, which represents each hypothesis by the distribution of its strength that fits the pairs
// best. See Michel Van den Bergh, A Practical Introduction to the GSPRT, and Comments on Normalized Elo,
// at https://www.cantate.be/Fishtest/.
func (s SPRT) LLR(t Tally) float64 {
	if t.pairs() == 0 {
		return 0
	}
	// With the distributions q0 and q1 of the hypotheses, and the shares p of n pairs,
	// LLR = n · (p[0]·ln(q1[0]/q0[0]) + … + p[4]·ln(q1[4]/q0[4])). A result that has not
	// occurred counts as a thousandth of a pair.
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

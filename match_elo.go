package chess

import (
	"fmt"
	"maps"
	"math"
)

// Tally counts the results of one player in a match. The zero Tally has no games.
//
// Two games with the same opening, in which each player has White once, are a
// pair. Their results depend on each other, because openings are not fair. So
// Estimate and SPRT use only the pairs; a game whose pair is not complete counts
// only for Wins, Draws and Losses.
type Tally struct {
	Wins   int    `json:"wins"`
	Draws  int    `json:"draws"`
	Losses int    `json:"losses"`
	Pairs  [5]int `json:"pairs"` // by the player's points in the pair: 0, 1/2, 1, 1 1/2 and 2

	halves map[pairOf]int // twice the points in the first game of an incomplete pair; never changed
}

// A pairOf identifies a pair of games of a player.
type pairOf struct{ opponent, round int }

// Add counts a game from the point of view of a player, which is an index of
// Match.Players; it does nothing if the player has not played the game. The games
// of a player against several opponents may be counted together.
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

// Points returns the player's score in all games: 1 for a win, 1/2 for a draw.
func (t Tally) Points() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// String returns "+12 =30 -8".
func (t Tally) String() string { return fmt.Sprintf("+%d =%d -%d", t.Wins, t.Draws, t.Losses) }

// Estimate is an estimate of the strength of a player, in Elo points relative to
// its opponents.
type Estimate struct {
	Elo         float64 `json:"elo"`         // the likeliest; infinite if all games were lost, or all won
	Low         float64 `json:"low"`         // the lower end of the 95 % confidence interval
	High        float64 `json:"high"`        // its upper end
	Superiority float64 `json:"superiority"` // the likelihood that the player is the stronger one, from 0 to 1
}

// Estimate estimates the player's strength from its pairs. With n pairs, of which
// the share p[i] scored x[i] = i/4 of the possible points,
//
//	s  = p[0]·x[0] + … + p[4]·x[4]                       the mean score
//	se = √((p[0]·(x[0]-s)² + … + p[4]·(x[4]-s)²) / n)    its standard error
//	Elo = E(s),  Low = E(s - 1.96·se),  High = E(s + 1.96·se)
//	Superiority = Φ((s - ½) / se)
//
// where E(s) = 400·log10(s/(1 - s)) is the difference in Elo points that makes s
// the expected score, and Φ the distribution function of the normal
// distribution.
//
// If all or nearly all pairs have the same result, se is too small. But if a share
// q of all possible pairs had another result, n pairs would all have the same one
// with probability (1-q)^n; let q be the share for which this is 5 %. Low is at
// most E(s·(1-q)), and High is at least E(s + (1-s)·q). If all pairs have the same
// result, Superiority is 1 - (½/s)^(n+1) for s > ½, (½/(1-s))^(n+1) for s < ½, and
// ½ for s = ½, as if before the games all shares q had been equally likely.
//
// See https://www.chessprogramming.org/Match_Statistics, and for the use of pairs
// https://www.chessprogramming.org/Pentanomial_Statistics.
func (t Tally) Estimate() Estimate {
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

// String returns Elo and half the width of the interval, "+12.3 ± 8.1"; the finite
// end of the interval, "> 605.0", if the other is infinite; and "unknown" if both
// are.
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

package chess

import (
	"fmt"
	"math"
)

// Tally counts the games of one player in a match. The zero Tally has none.
//
// Two games with the same opening, in which both players have White once, are
// a pair. Their results depend on each other, for openings are not fair: so
// what follows from a Tally follows from its pairs, and a game without its
// fellow counts for Wins, Draws and Losses only. It must not be copied between
// the two games of a pair.
type Tally struct {
	Wins, Draws, Losses int
	Pairs               [5]int // pairs by what the player scored in them: 0, 1/2, 1, 1 1/2 and 2 points

	halves map[pairOf]int // points in half of a pair, doubled
}

// A pairOf names a pair of games from the point of view of one player.
type pairOf struct{ opponent, round int }

// Add counts a game from the point of view of a player, by his number; it does
// nothing if he has not played it. The games of a player against several
// opponents may be counted together.
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
	if ok {
		delete(t.halves, pair)
		t.Pairs[first+points]++
		return
	}
	if t.halves == nil {
		t.halves = map[pairOf]int{}
	}
	t.halves[pair] = points
}

// Games returns the number of games.
func (t *Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Points returns what the player has scored in them: 1 for a win, 1/2 for a draw.
func (t *Tally) Points() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// String returns "+12 =30 -8".
func (t Tally) String() string { return fmt.Sprintf("+%d =%d -%d", t.Wins, t.Draws, t.Losses) }

// Estimate is what the games of a Tally say about the strength of the player,
// in Elo points more than his opponents.
type Estimate struct {
	Elo         float64 // the likeliest; infinite if he lost, or won, all
	Low, High   float64 // its interval of 95 % confidence
	Superiority float64 // the likelihood that he is the stronger one, from 0 to 1
}

// Estimate estimates the player's strength. With n pairs, of which the share
// p[i] was worth x[i] = i/4 of what can be won,
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
// Pairs that end alike, or nearly all do, say little of their error. But were a
// share q of all pairs to end otherwise than they did, n would all end alike
// with the probability (1-q)^n, which is 5 % for the greatest q to be reckoned
// with. So Low is at most E(s·(1-q)), and High at least E(s + (1-s)·q). If all
// ended alike, Superiority is 1 - (½/s)^(n+1) for s > ½, (½/(1-s))^(n+1) for
// s < ½, and else ½: what follows if before all shares were equally likely.
//
// See https://www.chessprogramming.org/Match_Statistics, and for why it is pairs
// that are counted https://www.chessprogramming.org/Pentanomial_Statistics.
func (t *Tally) Estimate() Estimate {
	n := t.pairs()
	if n == 0 {
		return Estimate{Low: math.Inf(-1), High: math.Inf(1), Superiority: 0.5}
	}
	d := shares(t.Pairs)
	mean, variance := d.moments()
	se := math.Sqrt(variance / n)
	q := 1 - math.Pow(0.05, 1/n)
	e := Estimate{
		Elo:         eloOf(mean),
		Low:         eloOf(min(mean-1.96*se, mean*(1-q))),
		High:        eloOf(max(mean+1.96*se, mean+(1-mean)*q)),
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

// String returns the difference and half the width of the interval,
// "+12.3 ± 8.1"; of an interval with one end that end, "> 605.0"; and "unknown" if
// there is none.
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
	return fmt.Sprintf("%+.1f ± %.1f", e.Elo, (e.High-e.Low)/2)
}

// normal is the distribution function of the normal distribution.
func normal(x float64) float64 { return (1 + math.Erf(x/math.Sqrt2)) / 2 }

// pairs returns the number of whole pairs.
func (t *Tally) pairs() float64 {
	n := 0
	for _, k := range t.Pairs {
		n += k
	}
	return float64(n)
}

// A distribution is how likely each of the five results of a pair is. The i-th
// is worth i/4.
type distribution [5]float64

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

// moments returns the mean and the variance of what a pair is worth.
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

package chess

import "math"

// CrossTable counts the games of a match: how each player has done against each
// of the others. Make one with NewCrossTable.
type CrossTable struct {
	against [][]Tally // by player and opponent
	total   []Tally   // by player
}

// NewCrossTable returns an empty table for a number of players.
func NewCrossTable(players int) *CrossTable {
	t := &CrossTable{against: make([][]Tally, players), total: make([]Tally, players)}
	for i := range t.against {
		t.against[i] = make([]Tally, players)
	}
	return t
}

// Add counts a game. Its players are numbered as in the match, from 0.
func (t *CrossTable) Add(g *MatchGame) {
	white, black := g.Players[White], g.Players[Black]
	t.against[white][black].Add(g, white)
	t.against[black][white].Add(g, black)
	t.total[white].Add(g, white)
	t.total[black].Add(g, black)
}

// Players returns the number of players.
func (t *CrossTable) Players() int { return len(t.total) }

// Against returns the player's games with one opponent. It is the table's own.
func (t *CrossTable) Against(player, opponent int) *Tally { return &t.against[player][opponent] }

// Total returns all games of a player. It is the table's own.
func (t *CrossTable) Total(player int) *Tally { return &t.total[player] }

// Ratings estimates the strength of all players from all games together, as so
// many Elo points more than the mean of the players, who need not all have met.
// It takes the ratings r[0], r[1], … that make the games likeliest, if
//
//	s = 1/(1 + 10^((r[j]-r[i])/400))
//
// is what player i may expect of a game with j: the model of Bradley and Terry,
// in which a draw is half a win and half a loss. Each player is given one draw
// more, with somebody of rating 0. So the ratings are finite, even those of
// players who won all their games; where there are many games it changes little.
//
// The intervals are those of the normal distribution that is nearest to the
// likelihood at its maximum. They count games and not pairs, and each game as
// one that is won or lost; where many are drawn the truth is narrower. A player
// without games has a rating near 0 and an interval of some thousand points.
//
// See https://www.chessprogramming.org/Match_Statistics; Hunter, "MM algorithms
// for generalized Bradley-Terry models", 2004.
func (t *CrossTable) Ratings() []Estimate {
	n := t.Players()
	ratings := make([]float64, n) // logarithms of odds
	step := make([]float64, n)
	loss := t.unlikelihood(ratings)
	for gained := math.Inf(1); gained > 1e-12*(1+loss); {
		gained = 0
		h := t.curvature(ratings, step)
		h.solve(step)
		for part := 1.0; part > 1e-3; part /= 2 {
			next := make([]float64, n)
			for i := range next {
				next[i] = ratings[i] - part*step[i]
			}
			if l := t.unlikelihood(next); l < loss {
				gained = loss - l
				ratings, loss = next, l
				break
			}
		}
	}

	mean := 0.0
	for _, r := range ratings {
		mean += r / float64(n)
	}
	h := t.curvature(ratings, step)
	h.decompose()
	all := make([]Estimate, n)
	for i := range all {
		// How far i is above the mean is a product of two vectors, the ratings and
		// this one, and its variance that of this one with itself over h.
		difference := make([]float64, n)
		for j := range difference {
			difference[j] = -1 / float64(n)
		}
		difference[i]++
		over := append([]float64(nil), difference...)
		h.substitute(over)
		variance := 0.0
		for j, x := range difference {
			variance += x * over[j]
		}
		e, se := eloOfOdds*(ratings[i]-mean), eloOfOdds*math.Sqrt(variance)
		all[i] = Estimate{Elo: e, Low: e - 1.96*se, High: e + 1.96*se, Superiority: 0.5}
		if se > 0 {
			all[i].Superiority = normal(e / se)
		}
	}
	return all
}

// eloOfOdds is what makes Elo points of a logarithm of odds.
const eloOfOdds = 400 / math.Ln10

// unlikelihood returns the negative logarithm of how likely the games are.
func (t *CrossTable) unlikelihood(ratings []float64) float64 {
	sum := 0.0
	for i, r := range ratings {
		sum += crossEntropy(r, 0.5)
		for j, s := range ratings[:i] {
			a := &t.against[i][j]
			for result, games := range [...]int{a.Losses, a.Draws, a.Wins} {
				sum += float64(games) * crossEntropy(r-s, float64(result)/2)
			}
		}
	}
	return sum
}

// curvature returns the second derivatives of the unlikelihood, and stores the
// first ones.
func (t *CrossTable) curvature(ratings, gradient []float64) symmetric {
	h := newSymmetric(len(ratings))
	for i, r := range ratings {
		p := expected(r)
		gradient[i] = p - 0.5
		h[i][i] = p * (1 - p)
	}
	for i, r := range ratings {
		for j, s := range ratings[:i] {
			a, p := &t.against[i][j], expected(r-s)
			games := float64(a.Games())
			gradient[i] += games*p - a.Points()
			gradient[j] -= games*p - a.Points()
			h.addSquare([]coefficient{{i, 1}, {j, -1}}, games*p*(1-p))
		}
	}
	return h
}

package chess

import (
	"cmp"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
)

// CrossTable counts the results of a match: those of each player against each of the others. Make one
// with NewCrossTable; the zero CrossTable has no players.
type CrossTable struct {
	against [][]Tally // by player and opponent
	total   []Tally   // by player
}

// String returns the tally of each player.
func (t CrossTable) String() string {
	tallies := make([]string, len(t.total))
	for i, tally := range t.total {
		tallies[i] = tally.String()
	}
	return strings.Join(tallies, ", ")
}

// NewCrossTable returns an empty table for a number of players; a negative number is 0.
func NewCrossTable(players int) *CrossTable {
	players = max(players, 0)
	t := &CrossTable{against: make([][]Tally, players), total: make([]Tally, players)}
	for i := range t.against {
		t.against[i] = make([]Tally, players)
	}
	return t
}

// Add counts a game. It ignores one whose players, as in Match.Players, the table does not have.
func (t *CrossTable) Add(g *MatchGame) {
	white, black := g.Players[White], g.Players[Black]
	if !t.has(white) || !t.has(black) {
		return
	}
	against, total := slices.Clone(t.against), slices.Clone(t.total) // a copy of t has the old ones
	for _, pair := range [2][2]int{{white, black}, {black, white}} {
		player, opponent := pair[0], pair[1]
		against[player] = slices.Clone(against[player])
		against[player][opponent].Add(g, player)
		total[player].Add(g, player)
	}
	t.against, t.total = against, total
}

// Players returns the number of players.
func (t *CrossTable) Players() int { return len(t.total) }

func (t *CrossTable) has(player int) bool { return player >= 0 && player < len(t.total) }

// Against returns the results of the player against one opponent.
func (t *CrossTable) Against(player, opponent int) Tally {
	if !t.has(player) || !t.has(opponent) {
		return Tally{}
	}
	return t.against[player][opponent]
}

// Total returns the results of a player in all games.
func (t *CrossTable) Total(player int) Tally {
	if !t.has(player) {
		return Tally{}
	}
	return t.total[player]
}

// Ratings estimates the strength of all players from all games together, in Elo points
// relative to the mean of the players, by the model of Bradley and Terry. Not all players
// need have met. All ratings are finite, even of players that won all games. The intervals
// take each game as won or lost, so they are too wide where many are drawn. See
// https://www.chessprogramming.org/Match_Statistics.
func (t *CrossTable) Ratings() []Estimate {
	// The ratings r are those of greatest likelihood, if s = 1/(1 + 10^((r[j]-r[i])/400)) is
	// the expected score of player i against j, and a draw is half a win and half a loss.
	// For each player one draw is added against an opponent of rating 0, so that all are
	// finite. The intervals are those of the normal distribution that approximates the
	// likelihood at its maximum. See Hunter, MM algorithms for generalized Bradley-Terry
	// models, 2004.
	n := t.Players()
	ratings := make([]float64, n) // logarithms of odds
	step := make([]float64, n)
	loss := t.negLogLikelihood(ratings)
	for gained := math.Inf(1); gained > 1e-12*(1+loss); {
		gained = 0
		h := t.hessian(ratings, step)
		h.solve(step)
		for part := 1.0; part > 1e-3; part /= 2 {
			next := make([]float64, n)
			for i := range next {
				next[i] = ratings[i] - part*step[i]
			}
			if l := t.negLogLikelihood(next); l < loss {
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
	h := t.hessian(ratings, step)
	h.decompose()
	all := make([]Estimate, n)
	for i := range all {
		// The rating of i relative to the mean is the scalar product d·ratings of
		// this vector d. Its variance is d·h⁻¹·d.
		difference := make([]float64, n)
		for j := range difference {
			difference[j] = -1 / float64(n)
		}
		difference[i]++
		solved := append([]float64(nil), difference...)
		h.substitute(solved)
		variance := 0.0
		for j, x := range difference {
			variance += x * solved[j]
		}
		e, se := logisticScale*(ratings[i]-mean), logisticScale*math.Sqrt(variance)
		all[i] = Estimate{Elo: e, Low: e - 1.96*se, High: e + 1.96*se, Superiority: 0.5}
		if se > 0 {
			all[i].Superiority = normal(e / se)
		}
	}
	return all
}

// negLogLikelihood returns the negative logarithm of the likelihood of the games.
func (t *CrossTable) negLogLikelihood(ratings []float64) float64 {
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

// hessian returns the second derivatives of negLogLikelihood, and stores the first
// derivatives in gradient.
func (t *CrossTable) hessian(ratings, gradient []float64) symmetricMatrix {
	h := newSymmetricMatrix(len(ratings))
	for i, r := range ratings {
		p := logistic(r)
		gradient[i] = p - 0.5
		h[i][i] = p * (1 - p)
	}
	for i, r := range ratings {
		for j, s := range ratings[:i] {
			a, p := &t.against[i][j], logistic(r-s)
			games := float64(a.Games())
			gradient[i] += games*p - a.Points()
			gradient[j] -= games*p - a.Points()
			h.addOuterProduct([]component{{i, 1}, {j, -1}}, games*p*(1-p))
		}
	}
	return h
}

// A jsonMatchGame is a MatchGame in JSON.
type jsonMatchGame struct {
	plainMatchGame
	Err string `json:"error,omitzero"`
}

type plainMatchGame MatchGame

// MarshalJSON writes an object with the fields in lower case; Err is its text.
func (g MatchGame) MarshalJSON() ([]byte, error) {
	failure := ""
	if g.Err != nil {
		failure = g.Err.Error()
	}
	return json.Marshal(jsonMatchGame{plainMatchGame(g), failure})
}

// UnmarshalJSON reads what MarshalJSON writes. Err comes back as its text.
func (g *MatchGame) UnmarshalJSON(data []byte) error {
	read := jsonMatchGame{plainMatchGame: plainMatchGame(*g)}
	read.Tree = nil // a copy of g may have it
	if err := readJSON(data, &read, "MatchGame"); err != nil {
		return err
	}
	read.Tree = cmp.Or(read.Tree, g.Tree)
	if read.Err != "" {
		read.plainMatchGame.Err = errors.New(read.Err)
	}
	*g = MatchGame(read.plainMatchGame)
	return nil
}

// A jsonCrossTable is a CrossTable in JSON.
type jsonCrossTable struct {
	Against [][]Tally `json:"against"` // by player and opponent
	Total   []Tally   `json:"total"`   // by player
}

// MarshalJSON writes an object of tallies: "against" by player and opponent, "total" by player.
func (t CrossTable) MarshalJSON() ([]byte, error) {
	return json.Marshal(jsonCrossTable{t.against, t.total})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (t *CrossTable) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	var read jsonCrossTable
	if err := readJSON(data, &read, "CrossTable"); err != nil {
		return err
	}
	players := len(read.Total)
	if len(read.Against) != players ||
		slices.ContainsFunc(read.Against, func(row []Tally) bool { return len(row) != players }) {
		return &ParseError{Kind: ErrSyntax, Field: "cross table", Detail: "not as many rows and columns as players"}
	}
	t.against, t.total = read.Against, read.Total
	return nil
}

// A jsonEstimate is an Estimate in JSON.
type jsonEstimate struct {
	Elo         jsonFloat `json:"elo"`
	Low         jsonFloat `json:"low"`
	High        jsonFloat `json:"high"`
	Superiority jsonFloat `json:"superiority"`
}

// MarshalJSON writes an object of numbers; one that is not finite is "NaN", "+Inf" or "-Inf".
func (e Estimate) MarshalJSON() ([]byte, error) {
	return json.Marshal(jsonEstimate{
		jsonFloat(e.Elo), jsonFloat(e.Low), jsonFloat(e.High), jsonFloat(e.Superiority),
	})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (e *Estimate) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	var read jsonEstimate
	if err := readJSON(data, &read, "Estimate"); err != nil {
		return err
	}
	*e = Estimate{float64(read.Elo), float64(read.Low), float64(read.High), float64(read.Superiority)}
	return nil
}

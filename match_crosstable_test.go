package chess

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// addGames adds games of two players, with so many wins, draws and losses of white.
func addGames(t *CrossTable, white, black, wins, draws, losses int) {
	for i, o := range []Outcome{WinBy(White, Checkmate), DrawBy(Stalemate), WinBy(Black, Checkmate)} {
		for range []int{wins, draws, losses}[i] {
			t.Add(&MatchGame{Players: [2]int{white, black}, Outcome: o})
		}
	}
}

// With many games the ratings are the difference in Elo of the score, and the
// interval is that of the binomial distribution.
func TestRatingsOfMany(t *testing.T) {
	table := NewCrossTable(2)
	addGames(table, 0, 1, 60000, 0, 40000)
	got := table.Ratings()[0]
	elo := eloDifference(0.6) / 2 // half above the mean, half below
	width := 1.96 / math.Sqrt(100000*0.6*0.4) * logisticScale / 2
	want := Estimate{Elo: elo, Low: elo - width, High: elo + width, Superiority: 1}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 0.01)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// With the ratings, each player's expected score is its score, whichever players
// have met, and also if a player has won or lost all games.
func TestRatingsExpectScores(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 2 + rng.IntN(8)
		table := NewCrossTable(n)
		for range rng.IntN(3 * n) {
			a, b := rng.IntN(n), rng.IntN(n)
			if a != b {
				k := rng.IntN(200)
				addGames(table, a, b, k*rng.IntN(2), rng.IntN(3), rng.IntN(2))
			}
		}
		ratings := table.Ratings()
		sum := 0.0
		surplus := make([]float64, n)
		for i, e := range ratings {
			sum += e.Elo
			if !(e.Low < e.Elo && e.Elo < e.High) || math.IsInf(e.High-e.Low, 0) || math.Abs(e.Superiority-0.5) > 0.5 || e.Elo*(e.Superiority-0.5) < 0 {
				t.Fatalf("rating %+v", e)
			}
			surplus[i] = table.Total(i).Points()
			for j, o := range ratings {
				surplus[i] -= float64(table.Against(i, j).Games()) * expectedScore(e.Elo-o.Elo)
			}
		}
		if math.Abs(sum) > 1e-6 {
			t.Fatalf("the mean of %v is not 0", ratings)
		}
		// The added draw of each player is against one and the same opponent.
		low, high := -5000.0, 5000.0
		for range 100 {
			middle := (low + high) / 2
			if surplus[0]+0.5-expectedScore(ratings[0].Elo-middle) > 0 {
				high = middle
			} else {
				low = middle
			}
		}
		for i, e := range ratings {
			if off := surplus[i] + 0.5 - expectedScore(e.Elo-low); math.Abs(off) > 1e-3 {
				t.Fatalf("player %d scores %g more than expected", i, off)
			}
		}
	}
}

// No number of players or of a player panics.
func TestCrossTableNumbers(t *testing.T) {
	for _, players := range []int{-1, math.MinInt, 0, 1, 2} {
		table := NewCrossTable(players)
		for _, g := range []*MatchGame{{Players: [2]int{0, 7}}, {Players: [2]int{-1, 0}}, {Players: [2]int{math.MaxInt, math.MinInt}}, {Players: [2]int{2, 1}}} {
			table.Add(g)
			for _, player := range g.Players {
				if table.Against(player, 0).Games()+table.Against(0, player).Games()+table.Total(player).Games() != 0 {
					t.Errorf("of %d players, player %d has games", players, player)
				}
			}
		}
		if len(table.Ratings()) != max(players, 0) || table.Players() != max(players, 0) {
			t.Errorf("%d players become %d", players, table.Players())
		}
	}
	var zero CrossTable
	zero.Add(&MatchGame{Players: [2]int{0, 1}})
	if zero.Players() != 0 || zero.Total(0).Games() != 0 || len(zero.Ratings()) != 0 {
		t.Error("the zero table has players")
	}
}

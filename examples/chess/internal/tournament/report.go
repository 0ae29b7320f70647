package tournament

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/timing"
)

// A report holds the results of the games.
type report struct {
	names  []string
	table  *chess.CrossTable
	times  [][]time.Duration // of the moves, by player
	games  int               // the number of games so far
	wanted int               // the number of games of the tournament

	conditions string // two lines
}

// time returns the median time of the moves of a player, or 0 if there were none.
func (r *report) time(player int) time.Duration { return timing.Median(r.times[player]) }

func newReport(m *chess.Match) *report {
	n := len(m.Players)
	r := &report{table: chess.NewCrossTable(n), times: make([][]time.Duration, n), wanted: n * (n - 1) * m.Pairs}
	for i := range m.Players {
		r.names = append(r.names, m.Players[i].Name)
	}
	return r
}

func (r *report) add(g *chess.MatchGame) {
	r.games++
	r.table.Add(g)
	for c, times := range contest.Times(g.Tree) {
		player := g.Players[c]
		r.times[player] = append(r.times[player], times...)
	}
}

// leader returns the score of the player with the largest share of the points.
func (r *report) leader() string {
	best := contest.Order(r.table)[0]
	return fmt.Sprintf("%s %v", r.names[best], r.table.Total(best))
}

// standings returns the ratings, indexed by player, and the players in the order of
// their ratings.
func (r *report) standings() (ratings []chess.Estimate, order []int) {
	ratings, order = r.table.Ratings(), contest.Order(r.table)
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case ratings[i].Elo > ratings[j].Elo:
			return -1
		case ratings[i].Elo < ratings[j].Elo:
			return 1
		}
		return 0
	})
	return ratings, order
}

// writeText writes the cross-table and the times of the players.
func (r *report) writeText(w io.Writer) error {
	ratings, order := r.standings()
	var b strings.Builder
	contest.WriteTable(&b, r.names, r.table, order, ratings)
	fmt.Fprint(&b, "\nmedian time of a move:")
	for place, i := range order {
		if place > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, " %s %s", r.names[i], brief(r.time(i)))
	}
	b.WriteString("\n" + r.conditions)
	_, err := io.WriteString(w, b.String())
	return err
}

// brief formats d with two digits.
func brief(d time.Duration) string {
	unit := time.Duration(1)
	for d >= 100*unit {
		unit *= 10
	}
	return d.Round(unit).String()
}

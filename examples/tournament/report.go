package main

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
)

// A report adds up the games.
type report struct {
	names  []string
	table  *chess.CrossTable
	times  [][]time.Duration // of moves, by player
	games  int
	wanted int
}

// time returns the median of the times that a player took for a move, or 0 if
// there were none. The mean would tell more of what else the machine was doing.
func (r *report) time(player int) time.Duration {
	times := slices.Sorted(slices.Values(r.times[player]))
	if len(times) == 0 {
		return 0
	}
	return times[len(times)/2]
}

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
	mover := g.Tree.Start()
	c := mover.Turn()
	for n := g.Tree.Root().Next(); n != nil; n = n.Next() {
		if t, ok := thoughtTime(n.Comment()); ok {
			player := g.Players[c]
			r.times[player] = append(r.times[player], t)
		}
		c = c.Other()
	}
}

var seconds = regexp.MustCompile(`(?:^| )([0-9]+\.[0-9]+s)(?:,|$)`)

// thoughtTime returns the time in the comment of a match on a move; one of the
// opening has none.
func thoughtTime(comment string) (time.Duration, bool) {
	found := seconds.FindStringSubmatch(comment)
	if found == nil {
		return 0, false
	}
	t, err := time.ParseDuration(found[1])
	return t, err == nil
}

// line is the state of the tournament in a line.
func (r *report) line() string {
	best := contest.Order(r.table)[0]
	return fmt.Sprintf("%d of %d games, %s %v", r.games, r.wanted, r.names[best], r.table.Total(best))
}

// standings returns the ratings by player, and the players by their ratings.
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

// writeText writes the cross-table, and what time the players took.
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
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}

// brief returns d with two digits.
func brief(d time.Duration) string {
	unit := time.Duration(1)
	for d >= 100*unit {
		unit *= 10
	}
	return d.Round(unit).String()
}

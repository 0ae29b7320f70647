package contest

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/seed-0971039b/chess"
)

// Order returns the players by their share of the points, the highest first.
func Order(t *chess.CrossTable) []int {
	order := make([]int, t.Players())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(share(t.Total(j)), share(t.Total(i))) })
	return order
}

// share returns the share of the possible points that a player has won.
func share(t chess.Tally) float64 {
	if t.Games() == 0 {
		return 0
	}
	return t.Points() / float64(t.Games())
}

// WriteTable writes the table with the players in the given order; elo holds the
// estimated rating of each player, indexed by player.
func WriteTable(w io.Writer, names []string, t *chess.CrossTable, order []int, elo []chess.Estimate) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "\t\tElo\t95 %\tgames\tpoints\t+\t=\t-\t")
	for place := range order {
		fmt.Fprintf(table, "%d\t", place+1)
	}
	fmt.Fprintln(table)
	for place, i := range order {
		total := t.Total(i)
		rating, width, both := strings.Cut(elo[i].String(), " ± ")
		if both {
			width = "± " + width
		}
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%d\t%.1f\t%d\t%d\t%d\t", place+1, names[i], rating, width,
			total.Games(), total.Points(), total.Wins, total.Draws, total.Losses)
		for _, j := range order {
			switch s := t.Against(i, j); {
			case i == j:
				fmt.Fprint(table, "×\t")
			case s.Games() == 0:
				fmt.Fprint(table, "\t")
			default:
				fmt.Fprintf(table, "%.1f\t", s.Points())
			}
		}
		fmt.Fprintln(table)
	}
	return table.Flush()
}

package match

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// A report counts the games and prints the state of the match.
type report struct {
	*settings
	players  []chess.Player
	progress *progress.Progress
	table    *chess.CrossTable
	wanted   int            // the number of games of the match
	games    int            // the number of games so far
	ends     map[string]int // the number of games by the reason of their end
}

func newReport(s *settings, stderr io.Writer) *report {
	n := len(s.match.Players)
	r := &report{
		settings: s, players: s.match.Players, progress: progress.New(stderr),
		table: chess.NewCrossTable(n), ends: map[string]int{},
		wanted: n * (n - 1) * s.match.Pairs,
	}
	if s.match.Gauntlet {
		r.wanted = 2 * (n - 1) * s.match.Pairs
	}
	r.progress.Start("games", 0, r.wanted)
	return r
}

func (r *report) add(g *chess.MatchGame) {
	r.games++
	if g.Played {
		r.progress.Skip(1)
	}
	r.table.Add(g)
	end := g.Outcome.Reason.String()
	switch g.Outcome.Reason {
	case chess.TimeForfeit, chess.RulesInfraction, chess.Abandonment, chess.Resignation:
		if g.Outcome.Decided {
			end += " (" + r.players[g.Players[g.Outcome.Winner.Other()]].Name + ")"
		}
	}
	r.ends[end]++
	r.progress.Show(r.games, r.wanted, r.score())
}

// score returns the score in one line: from the point of view of the first of two
// players, otherwise of the leader.
func (r *report) score() string {
	best := 0
	if len(r.players) > 2 {
		best = contest.Order(r.table)[0]
	}
	t := r.table.Total(best)
	line := fmt.Sprintf("%s %v, Elo %v", r.players[best].Name, t, t.Estimate())
	if r.sprt != nil {
		line += ", " + r.test()
	}
	return line
}

func (r *report) test() string {
	t := r.table.Against(0, 1)
	lower, upper := r.sprt.Bounds()
	return fmt.Sprintf("LLR %.2f (%.2f to %.2f)", r.sprt.LLR(t), lower, upper)
}

// end prints the result of the match.
func (r *report) end(w io.Writer) error {
	r.progress.Close()
	if r.games == 0 {
		return nil
	}
	var b strings.Builder
	names := make([]string, len(r.players))
	elo := make([]chess.Estimate, len(r.players))
	for i := range r.players {
		names[i], elo[i] = r.players[i].Name, r.table.Total(i).Estimate()
	}
	contest.WriteTable(&b, names, r.table, contest.Order(r.table), elo)
	fmt.Fprintln(&b)
	if len(r.players) == 2 {
		t := r.table.Against(0, 1)
		if e := t.Estimate(); e.Superiority != 0.5 {
			fmt.Fprintf(&b, "%s is stronger with a likelihood of %.1f %%\n", r.players[0].Name, 100*e.Superiority)
		}
		fmt.Fprintf(&b, "pairs by points of the first player, 0 to 2: %v\n", strings.Trim(fmt.Sprint(t.Pairs), "[]"))
	}
	if r.sprt != nil {
		accepted := "undecided"
		if h1, decided := r.sprt.Decide(r.table.Against(0, 1)); h1 {
			accepted = "H1"
		} else if decided {
			accepted = "H0"
		}
		fmt.Fprintf(&b, "SPRT for %g against %g Elo: %s: %s\n", r.sprt.Elo0, r.sprt.Elo1, r.test(), accepted)
	}
	if len(r.ends) > 0 {
		ends := slices.SortedFunc(maps.Keys(r.ends), func(x, y string) int {
			return cmp.Or(cmp.Compare(r.ends[y], r.ends[x]), cmp.Compare(x, y))
		})
		for i, end := range ends {
			ends[i] = fmt.Sprintf("%s %d", end, r.ends[end])
		}
		fmt.Fprintf(&b, "ends: %s\n", strings.Join(ends, ", "))
	}
	contest.WriteConditions(&b, &r.match, r.specs, r.openings, r.shuffle)
	_, err := io.WriteString(w, b.String())
	return err
}

package match

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// A report counts the games and tells the state of the match.
type report struct {
	*settings
	players  []chess.Player
	progress *progress.Progress
	table    *chess.CrossTable
	times    [][]time.Duration // of the moves, by player
	wanted   int               // the number of games of the match
	games    int               // the number of games so far
	ends     map[string]int    // the number of games by the reason of their end
	ties     [][2]int          // of a knockout, in their order
	over     bool              // whether all games are played
}

func newReport(s *settings, stderr io.Writer) *report {
	n := len(s.match.Players)
	r := &report{
		settings: s, players: s.match.Players, progress: progress.New(stderr),
		table: chess.NewCrossTable(n), times: make([][]time.Duration, n), ends: map[string]int{},
		wanted: n * (n - 1) * s.match.Pairs,
	}
	if s.match.Gauntlet || s.match.Knockout { // ties that are level are longer
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
	if r.match.Knockout {
		r.addTo([2]int{min(g.Players[0], g.Players[1]), max(g.Players[0], g.Players[1])})
	}
	for c, times := range contest.Times(g.Tree) {
		player := g.Players[c]
		r.times[player] = append(r.times[player], times...)
	}
	reason := g.Outcome.Reason
	if g.Played && g.Outcome.Decided && reason == chess.Unspecified {
		reason = chess.Resignation // of the reasons to win, PGN tells all others
	}
	end := reason.String()
	switch reason {
	case chess.TimeForfeit, chess.RulesInfraction, chess.Abandonment, chess.Resignation:
		if g.Outcome.Decided {
			end += " (" + r.players[g.Players[g.Outcome.Winner.Other()]].Name + ")"
		}
	}
	r.ends[end]++
	r.progress.Show(r.games, r.wanted, r.score())
}

// addTo counts a game of a tie of a knockout, which has two more if it is level when all games are played.
func (r *report) addTo(tie [2]int) {
	if !slices.Contains(r.ties, tie) {
		r.ties = append(r.ties, tie)
	}
	t, games := r.table.Against(tie[0], tie[1]), 2*r.match.Pairs
	if n := t.Games(); n%2 == 0 && n >= games && n < 2*games && t.Wins == t.Losses {
		r.wanted += 2
	}
}

// score returns the score in one line: from the point of view of the first of two
// players, otherwise of the leader.
func (r *report) score() string {
	best := 0
	if len(r.players) > 2 {
		for i := range r.players {
			if r.share(i) > r.share(best) {
				best = i
			}
		}
	}
	t := r.table.Total(best)
	line := fmt.Sprintf("%s %v, Elo %v", r.players[best].Name, t, t.Estimate())
	if r.sprt != nil {
		line += ", " + r.test()
	}
	return line
}

// share returns the share of the possible points that a player has won.
func (r *report) share(player int) float64 {
	t := r.table.Total(player)
	return t.Points() / float64(max(t.Games(), 1))
}

func (r *report) test() string {
	t := r.table.Against(0, 1)
	lower, upper := r.sprt.Bounds()
	return fmt.Sprintf("LLR %.2f (%.2f to %.2f)", r.sprt.LLR(t), lower, upper)
}

// time returns the median time of the moves of a player, or 0 if there were none.
func (r *report) time(player int) time.Duration { return contest.Median(r.times[player]) }

// standings returns the ratings, indexed by player, and the players in their order.
func (r *report) standings() (ratings []chess.Estimate, order []int) {
	ratings = r.table.Ratings()
	for i := range ratings {
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(ratings[j].Elo, ratings[i].Elo) })
	return ratings, order
}

// text returns the result of the match.
func (r *report) text() string {
	var b strings.Builder
	ratings, order := r.standings()
	if len(r.players) == 2 { // what one is stronger than the other, not than the mean of both
		for i := range ratings {
			ratings[i] = r.table.Total(i).Estimate()
		}
	}
	writeTable(&b, r.rows(ratings, order))
	b.WriteByte('\n')
	if len(r.players) == 2 {
		t := r.table.Against(0, 1)
		if e := t.Estimate(); e.Superiority != 0.5 {
			fmt.Fprintf(&b, "%s is stronger with a likelihood of %.1f %%\n", r.players[0].Name, 100*e.Superiority)
		}
		fmt.Fprintf(&b, "pairs by points of the first player, 0 to 2: %v\n", strings.Trim(fmt.Sprint(t.Pairs), "[]"))
	} else {
		var times []string
		for _, i := range order {
			times = append(times, r.players[i].Name+" "+brief(r.time(i)))
		}
		fmt.Fprintf(&b, "median time of a move: %s\n", strings.Join(times, ", "))
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
	ends := slices.SortedFunc(maps.Keys(r.ends), func(x, y string) int {
		return cmp.Or(cmp.Compare(r.ends[y], r.ends[x]), cmp.Compare(x, y))
	})
	for i, end := range ends {
		ends[i] = fmt.Sprintf("%s %d", end, r.ends[end])
	}
	fmt.Fprintf(&b, "ends: %s\n%s", strings.Join(ends, ", "), r.conditions())
	return b.String()
}

// conditions returns the ties of a knockout, the players, and the conditions of the games, in
// a line each.
func (r *report) conditions() (text string) {
	if r.match.Knockout {
		text = "knockout: " + r.knockout() + "\n"
	}
	return text + contest.Describe(&r.match, r.specs, r.openings, r.shuffle)
}

// knockout returns the ties with their points, the rounds separated by semicolons, and who has won.
func (r *report) knockout() string {
	var rounds []string
	winner, ties := 0, r.ties
	for left := len(r.players); left > 1; left -= left / 2 {
		var round []string
		for _, tie := range ties[:min(left/2, len(ties))] {
			t := r.table.Against(tie[0], tie[1])
			round = append(round, fmt.Sprintf("%s %g:%g %s", r.players[tie[0]].Name, t.Points(), float64(t.Games())-t.Points(), r.players[tie[1]].Name))
			winner = tie[0]
			if t.Losses > t.Wins {
				winner = tie[1]
			}
		}
		ties = ties[len(round):]
		if round != nil {
			rounds = append(rounds, strings.Join(round, ", "))
		}
	}
	if r.over {
		rounds = append(rounds, r.players[winner].Name+" wins")
	}
	return strings.Join(rounds, "; ")
}

// A row is a player in the cross-table.
type row struct {
	Place                  int
	Name, Elo, Error, Time string
	chess.Tally
	Cells []cell // in the order of the opponents' places
}

// A cell is the result of one player against another. Its colour goes from red (no
// points) through yellow to green.
type cell struct {
	Points string
	Title  string
	Hue    int
}

// rows returns the cross-table with the players in the given order.
func (r *report) rows(ratings []chess.Estimate, order []int) (rows []row) {
	for place, i := range order {
		line := row{Place: place + 1, Name: r.players[i].Name, Time: brief(r.time(i)), Tally: r.table.Total(i)}
		var bounded bool
		if line.Elo, line.Error, bounded = strings.Cut(ratings[i].String(), " ± "); bounded {
			line.Error = "± " + line.Error
		}
		for _, j := range order {
			var c cell
			if t := r.table.Against(i, j); i == j {
				c.Points = "×"
			} else if t.Games() > 0 {
				c.Points = fmt.Sprintf("%.1f", t.Points())
				c.Title = fmt.Sprintf("%s against %s: %v", line.Name, r.players[j].Name, t)
				c.Hue = int(math.Round(120 * t.Points() / float64(t.Games())))
			}
			line.Cells = append(line.Cells, c)
		}
		rows = append(rows, line)
	}
	return rows
}

// writeTable writes the cross-table as text.
func writeTable(w io.Writer, rows []row) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "\t\tElo\t95 %\tgames\tpoints\t+\t=\t-\t")
	for _, line := range rows {
		fmt.Fprintf(table, "%d\t", line.Place)
	}
	for _, line := range rows {
		fmt.Fprintf(table, "\n%d\t%s\t%s\t%s\t%d\t%.1f\t%d\t%d\t%d\t", line.Place, line.Name, line.Elo, line.Error,
			line.Games(), line.Points(), line.Wins, line.Draws, line.Losses)
		for _, c := range line.Cells {
			fmt.Fprintf(table, "%s\t", c.Points)
		}
	}
	fmt.Fprintln(table)
	table.Flush()
}

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// writePage writes the cross-table and the plot as a page that refers to no other
// files.
func (r *report) writePage(w io.Writer) error {
	svg, err := r.picture("svg")
	if err != nil {
		return err
	}
	return page.Execute(w, struct {
		Event         string
		Games, Wanted int
		Rows          []row
		Plot          template.HTML
		Conditions    []string
	}{
		r.match.Event, r.games, r.wanted, r.rows(r.standings()),
		template.HTML(svg[bytes.Index(svg, []byte("<svg")):]), // without the XML declaration
		strings.Split(strings.TrimSpace(r.conditions()), "\n"),
	})
}

// brief formats d with two digits.
func brief(d time.Duration) string {
	unit := time.Duration(1)
	for d >= 100*unit {
		unit *= 10
	}
	return d.Round(unit).String()
}

package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/seed-0971039b/chess"
)

// A report adds up the games and tells how the match is going.
type report struct {
	players  []chess.Player
	sprt     *chess.SPRT
	progress *progress
	score    [][]chess.Tally // by player and opponent
	total    []chess.Tally   // by player
	wanted   int
	games    int
	played   int            // of them, in this run
	ends     map[string]int // why games have ended
}

func newReport(s *settings, stderr io.Writer) *report {
	n := len(s.match.Players)
	r := &report{
		players: s.match.Players, sprt: s.sprt, progress: newProgress(stderr),
		score: make([][]chess.Tally, n), total: make([]chess.Tally, n), ends: map[string]int{},
		wanted: n * (n - 1) * s.match.Pairs,
	}
	if s.match.Gauntlet {
		r.wanted = 2 * (n - 1) * s.match.Pairs
	}
	for i := range r.score {
		r.score[i] = make([]chess.Tally, n)
	}
	return r
}

func (r *report) add(g *chess.MatchGame) {
	white, black := g.Players[chess.White], g.Players[chess.Black]
	r.games++
	if !g.Played {
		r.played++
	}
	r.score[white][black].Add(g, white)
	r.score[black][white].Add(g, black)
	r.total[white].Add(g, white)
	r.total[black].Add(g, black)
	end := g.Outcome.Reason.String()
	switch g.Outcome.Reason {
	case chess.TimeForfeit, chess.RulesInfraction, chess.Abandonment, chess.Resignation:
		if g.Outcome.Decided {
			end += " (" + r.players[g.Players[g.Outcome.Winner.Other()]].Name + ")"
		}
	}
	r.ends[end]++
	r.progress.show(r.line(), r.games == r.wanted)
}

// line is the state of the match in a line: from the point of view of the first
// player, or of the one who leads.
func (r *report) line() string {
	best := 0
	if len(r.players) > 2 {
		for i := range r.total {
			if ratio(&r.total[i]) > ratio(&r.total[best]) {
				best = i
			}
		}
	}
	t := &r.total[best]
	line := fmt.Sprintf("%d of %d games, %s %v, Elo %v", r.games, r.wanted, r.players[best].Name, t, t.Estimate())
	if r.sprt != nil {
		line += ", " + r.test()
	}
	return line
}

func (r *report) test() string {
	t := &r.score[0][1]
	lower, upper := r.sprt.Bounds()
	return fmt.Sprintf("LLR %.2f (%.2f to %.2f)", r.sprt.LLR(t), lower, upper)
}

// ratio is the share of the points that a player has won.
func ratio(t *chess.Tally) float64 {
	if t.Games() == 0 {
		return 0
	}
	return t.Points() / float64(t.Games())
}

// end tells how the match has ended.
func (r *report) end(w io.Writer) error {
	r.progress.clear()
	if r.games == 0 {
		return nil
	}
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	order := make([]int, len(r.players))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(ratio(&r.total[j]), ratio(&r.total[i])) })
	fmt.Fprint(table, "\t\tElo\t95 %\tgames\tpoints\t+\t=\t-\t")
	for place := range order {
		fmt.Fprintf(table, "%d\t", place+1)
	}
	fmt.Fprintln(table)
	for place, i := range order {
		t := &r.total[i]
		elo, width, _ := strings.Cut(t.Estimate().String(), " ")
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%d\t%.1f\t%d\t%d\t%d\t", place+1, r.players[i].Name, elo, width, t.Games(), t.Points(), t.Wins, t.Draws, t.Losses)
		for _, j := range order {
			switch s := &r.score[i][j]; {
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
	table.Flush()
	fmt.Fprintln(&b)
	if len(r.players) == 2 {
		t := &r.score[0][1]
		if e := t.Estimate(); e.High > e.Low && e.Superiority != 0.5 {
			fmt.Fprintf(&b, "%s is the stronger one with a likelihood of %.1f %%\n", r.players[0].Name, 100*e.Superiority)
		}
		fmt.Fprintf(&b, "pairs by its points, 0 to 2: %v\n", strings.Trim(fmt.Sprint(t.Pairs), "[]"))
	}
	if r.sprt != nil {
		d := r.sprt.Decide(&r.score[0][1])
		fmt.Fprintf(&b, "SPRT for %g against %g Elo: %s: %v\n", r.sprt.Elo0, r.sprt.Elo1, r.test(), d)
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
	_, err := io.WriteString(w, b.String())
	return err
}

// progress tells how far the match is: on a terminal in one line that changes,
// and else in a line now and then.
type progress struct {
	w        io.Writer
	terminal bool
	last     time.Time
}

func newProgress(w io.Writer) *progress {
	p := &progress{w: w, last: time.Now()}
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		p.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return p
}

func (p *progress) show(line string, last bool) {
	switch {
	case p.terminal:
		fmt.Fprintf(p.w, "\r%s\x1b[K", line)
	case last || time.Since(p.last) >= 5*time.Second:
		fmt.Fprintln(p.w, line)
		p.last = time.Now()
	}
}

// clear makes room on the line for something else.
func (p *progress) clear() {
	if p.terminal {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

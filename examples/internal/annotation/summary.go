package annotation

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
)

// maxTurns is the number of turning points of a game at most.
const maxTurns = 3

// turningPoints returns the plies of the flaws after which the winning chances have changed
// most, in the order of the game: mistakes and blunders, the one that loses most and up to
// two others that lose at least half as much.
func turningPoints(flaws []Flaw) []int {
	turns := slices.DeleteFunc(slices.Clone(flaws), func(f Flaw) bool { return f.Kind < Mistake })
	slices.SortStableFunc(turns, func(a, b Flaw) int { return cmp.Compare(b.Loss, a.Loss) })
	turns = turns[:min(len(turns), maxTurns)]
	plies := []int{}
	for _, f := range turns {
		if f.Loss >= turns[0].Loss/2 {
			plies = append(plies, f.Ply)
		}
	}
	slices.Sort(plies)
	return plies
}

// Summary says how both sides have played, and where the game turned, in at most about 500
// characters; nothing if there are no moves.
func (a *Annotator) Summary(r *Report) string {
	c := a.words
	var text []string
	for i, s := range [2]*Side{&r.White, &r.Black} {
		if s.Moves > 0 {
			text = append(text, s.summary(c, c.sides[i]))
		}
	}
	var turns []string
	for _, f := range r.Flaws {
		if slices.Contains(r.TurningPoints, f.Ply) {
			turns = append(turns, f.summary(c))
		}
	}
	if len(turns) > 0 {
		heading := c.turning[min(len(turns)-1, 1)]
		text = append(text, heading+": "+strings.Join(turns, "; ")+".")
	}
	return strings.Join(text, " ")
}

// summary says how accurate a side was, and counts its flaws.
func (s *Side) summary(c *catalogue, name string) string {
	text := fmt.Sprintf(c.accuracy, name, c.decimal(fmt.Sprintf("%.1f", s.Accuracy)))
	var counts []string
	for i, n := range [...]int{s.Inaccuracies, s.Mistakes, s.Blunders, s.MissedMates} {
		if n > 0 {
			counts = append(counts, fmt.Sprintf(c.counts[i][min(n-1, 1)], n))
		}
	}
	if len(counts) > 0 {
		text += "; " + strings.Join(counts, ", ")
	}
	return text + "."
}

// summary says what a turning point was.
func (f *Flaw) summary(c *catalogue) string {
	text := fmt.Sprintf(c.turn, f.numbered(c), c.score(f.Before), c.score(f.After))
	switch {
	case f.Brief != "":
		return text + " " + f.Brief
	case len(f.Better) > 0:
		return text + ", " + fmt.Sprintf(c.better, c.san(f.Better[0]))
	}
	return text
}

// Numbered returns the move with its number, in the language of the settings: "12. Nf3" or
// "12...Nf6".
func (a *Annotator) Numbered(f *Flaw) string { return f.numbered(a.words) }

// numbered returns the move with its number.
func (f *Flaw) numbered(c *catalogue) string {
	dots := "..."
	if f.Color == chess.White {
		dots = ". "
	}
	return fmt.Sprintf("%d%s%s", f.Number, dots, c.san(f.Move))
}

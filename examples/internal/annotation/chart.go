package annotation

import (
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// Chart is what a picture of a game shows: White's winning chances move by move. Its texts
// are in the language of the settings.
type Chart struct {
	Title string
	X, Y  string              // what the axes are
	Kinds [Blunder + 1]string // of flaws

	Points []ChartPoint // from the start position on
}

// ChartPoint is the position after a move.
type ChartPoint struct {
	Move   float64 // the move number, and 0.5 more after Black's move
	Chance float64 // in percent
	Kind   Kind    // of the move
	Label  string  // of a turning point, such as "17...Nf6??"; otherwise empty
}

// Chart returns the chart of a game that Annotate has analysed.
func (a *Annotator) Chart(t *chess.GameTree, r *Report) Chart {
	c := a.words
	chart := Chart{Title: a.title(t), X: c.moveNumber, Y: c.chances}
	for k := range chart.Kinds {
		chart.Kinds[k] = prose.Capital(c.kinds[k])
	}
	p := t.Start()
	first := float64(p.MoveNumber())
	if p.Turn() == chess.Black {
		first += 0.5
	}
	for i, score := range r.Scores {
		chart.Points = append(chart.Points, ChartPoint{Move: first + float64(i-1)/2, Chance: WinningChance(score)})
	}
	for i := range r.Flaws {
		f := &r.Flaws[i]
		point := &chart.Points[f.Ply]
		point.Kind = f.Kind
		if slices.Contains(r.TurningPoints, f.Ply) {
			point.Label = f.numbered(c) + f.Kind.NAG().String()
		}
	}
	return chart
}

// title returns the players with the result, and the event with its date, as far as the
// tags tell.
func (a *Annotator) title(t *chess.GameTree) string {
	tag := func(name string) string { return strings.Trim(t.Tag(name), "?. ") }
	name := [2]string{tag("White"), tag("Black")}
	for i := range name {
		if name[i] == "" {
			name[i] = a.words.sides[i]
		}
	}
	text := name[0] + " – " + name[1]
	if result := t.Tag("Result"); result != "" && result != "*" {
		text += "  " + result
	}
	for _, more := range []string{tag("Event"), tag("Date")} {
		if more != "" {
			text += ", " + more
		}
	}
	return text
}

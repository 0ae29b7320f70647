package annotation

import (
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// Chart is what a picture of a game shows: White's winning chances move by move.
type Chart struct {
	Title string
	X, Y  string               // what the axes are
	Kinds map[chess.NAG]string // of flaws

	Points []ChartPoint // from the start position on
}

// ChartPoint is the position after a move.
type ChartPoint struct {
	Move   float64   // the move number, and 0.5 more after Black's move
	Chance float64   // in percent
	Glyph  chess.NAG // of the move, if it is a flaw
	Label  string    // of a turning point, such as "17...Nf6??"; otherwise empty
}

// Glyphs are those of flaws.
var Glyphs = []chess.NAG{chess.DubiousMove, chess.Mistake, chess.Blunder}

// NewChart returns the chart of a game that was reviewed in the language.
func NewChart(t *chess.GameTree, r *chess.Review, l chess.Language) *Chart {
	c := &Chart{Title: title(t, l), X: "move", Y: "White's winning chances, %", Kinds: map[chess.NAG]string{}}
	if l == chess.German {
		c.X, c.Y = "Zug", "Gewinnaussichten von Weiß, %"
	}
	for _, g := range Glyphs {
		c.Kinds[g] = prose.Capital(chess.ReviewedMove{Glyph: g}.Kind(l))
	}
	p := t.Start()
	first := float64(p.MoveNumber())
	if p.Turn() == chess.Black {
		first += 0.5
	}
	for i, score := range r.Scores {
		c.Points = append(c.Points, ChartPoint{Move: first + float64(i-1)/2, Chance: score.WinningChance()})
	}
	for _, f := range r.Flaws() {
		point := &c.Points[f.Ply]
		point.Glyph = f.Glyph
		if slices.Contains(r.TurningPoints, f.Ply) {
			point.Label = l.SAN(f.String())
		}
	}
	return c
}

// title returns the players with the result, and the event with its date, as far as the
// tags tell.
func title(t *chess.GameTree, l chess.Language) string {
	tag := func(name string) string { return strings.Trim(t.Tag(name), "?. ") }
	name := [2]string{tag("White"), tag("Black")}
	sides := [2]string{"White", "Black"}
	if l == chess.German {
		sides = [2]string{"Weiß", "Schwarz"}
	}
	for i := range name {
		if name[i] == "" {
			name[i] = sides[i]
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

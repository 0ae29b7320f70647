package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// explain explains the evaluation of the current position: in short, or one feature
// square by square, or in full; or what each move of an ending gives.
func (s *session) explain(what string) (err error) {
	g := s.shown().Game
	p := g.Position()
	e, player := s.explained(p.Turn())
	x := e.Explain(&p)
	s.heat = nil
	var text string
	switch what {
	case "moves":
		text, err = s.thinking.tables.explainMoves(g)
	case "":
		text = reasons(&x, player, s.thinking.standing(g))
	case "all":
		text = strings.TrimRight(x.String(), "\n")
	default:
		text, s.heat, err = explainFeature(&x, p, what)
	}
	if err == nil {
		s.notify("%s", text)
	}
	return err
}

// explained returns the evaluation to explain, and the name of the player at the board
// that plays by it: the searcher to move or else the other one. If neither has one, it
// is that of the adviser, and the name is "".
func (s *session) explained(turn chess.Color) (e *chess.FeatureEvaluator, player string) {
	for _, c := range []chess.Color{turn, turn.Other()} {
		if seat := s.seats[c]; seat.evaluator != nil {
			return seat.evaluator, seat.name
		}
	}
	return s.evaluator, ""
}

// findFeature returns the feature with a name, or with a name that contains it if
// there is only one.
func findFeature(x *chess.Explanation, name string) (*chess.ExplainedFeature, error) {
	wanted := strings.ToLower(name)
	var found []*chess.ExplainedFeature
	var names []string
	for i := range x.Features {
		f := &x.Features[i]
		if f.Name == wanted {
			return f, nil
		}
		if strings.Contains(f.Name, wanted) {
			found = append(found, f)
			names = append(names, f.Name)
		}
	}
	switch {
	case len(found) == 0:
		return nil, fmt.Errorf(`there is no feature %q: "explain all" lists them`, clip(name))
	case len(found) > 1:
		return nil, fmt.Errorf(`which feature: %s, or "all"?`, strings.Join(names, ", "))
	}
	return found[0], nil
}

// standing says what the tables and the search know of the current position, if anything.
func (t *thinking) standing(g *chess.Game) (text string) {
	if text = t.tables.truth(g, func(chess.Ranking) string { return "\n\"explain moves\" judges each move." }); text != "" {
		text += "\n\n"
	}
	if f := &t.found; f.Depth > 0 {
		text += fmt.Sprintf("Looking ahead, depth %d: %s\n%s\n\n", f.Depth, f.Score, g.Position().SANLine(f.PV[:min(len(f.PV), 4)]...))
	}
	return text
}

// reasons says in short why a position has its value, after what is known of it. The
// evaluation is that of a player, if the name is not "".
func reasons(x *chess.Explanation, player, known string) string {
	by := ""
	if player != "" {
		by = fmt.Sprintf("\nin %s's evaluation", player)
	}
	return fmt.Sprintf("%sAs it stands, %s%s:\n\n%s\n\"explain %s\"\nshows where on the board,\n\"explain all\" how it adds up.",
		known, prose.Standing(x.Total), by, prose.Table(x), example(prose.Features(x)))
}

// example returns the name of a feature that credits something to a square.
func example(features []chess.ExplainedFeature) string {
	for _, f := range features {
		onSquare := func(c chess.Credit) bool { return c.Square != chess.NoSquare }
		if f.Name != "material" && slices.ContainsFunc(f.Credits, onSquare) {
			return f.Name
		}
	}
	return "piece-square"
}

// explainFeature lists the credits of a feature by square, the largest first.
func explainFeature(x *chess.Explanation, p chess.Position, name string) (string, *chess.Heat, error) {
	f, err := findFeature(x, name)
	if err != nil {
		return "", nil, err
	}
	d, err := x.Diagram(f.Name)
	if err != nil {
		return "", nil, err
	}
	values := d.Heat.Values
	var squares []chess.Square
	for sq := chess.A1; sq <= chess.H8; sq++ {
		if values[sq] != 0 {
			squares = append(squares, sq)
		}
	}
	slices.SortStableFunc(squares, func(a, b chess.Square) int { return int(1000 * (math.Abs(values[b]) - math.Abs(values[a]))) })
	text := fmt.Sprintf("%s: %s for White\n", f.Name, f.Score)
	const columns = 3
	for row := range slices.Chunk(squares, columns) {
		var entries []string
		for _, sq := range row {
			entries = append(entries, fmt.Sprintf("%s %s%+6.2f", letters.of(p.At(sq)), sq, values[sq]/100))
		}
		text += "\n" + strings.Join(entries, "  ")
	}
	return text, d.Heat, nil
}

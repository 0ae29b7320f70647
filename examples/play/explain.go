package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// explain explains the evaluation of the current position: in short, or one feature
// square by square, or in full; or what each move of an ending gives.
func (s *session) explain(what string) error {
	p := s.game.Position()
	e, player := s.explained()
	x := e.Explain(&p)
	s.heat = nil
	switch what {
	case "moves":
		return s.explainMoves()
	case "":
		s.notify("%s", s.reasons(&x, player))
		return nil
	case "all":
		s.notify("%s", strings.TrimRight(x.String(), "\n"))
		return nil
	}
	f, err := findFeature(&x, what)
	if err != nil {
		return err
	}
	d, err := x.Diagram(f.Name)
	if err != nil {
		return err
	}
	s.heat = d.Heat
	s.notify("%s", squares(&p, f, d.Heat))
	return nil
}

// explained returns the evaluation to explain, and the name of the player at the board
// that plays by it: the searcher to move or else the other one. If neither has one, it
// is that of the adviser, and the name is "".
func (s *session) explained() (e *chess.FeatureEvaluator, player string) {
	for _, c := range [2]chess.Color{s.turn(), s.turn().Other()} {
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

// reasons says in short why a position has its value. The evaluation is that of a player,
// if the name is not "".
func (s *session) reasons(x *chess.Explanation, player string) string {
	var b strings.Builder
	p := s.game.Position()
	if text := s.truth(); text != "" {
		fmt.Fprintf(&b, "%s\n", text)
		if s.known() {
			b.WriteString("\"explain moves\" judges each move.\n")
		}
		b.WriteByte('\n')
	}
	if t := &s.analysis; t.depth > 0 {
		fmt.Fprintf(&b, "Looking ahead, depth %d: %s\n%s\n\n", t.depth, t.score, p.SANLine(t.line[:min(len(t.line), 4)]...))
	}
	fmt.Fprintf(&b, "As it stands, %s", prose.Standing(x.Total))
	if player != "" {
		fmt.Fprintf(&b, "\nin %s's evaluation", player)
	}
	fmt.Fprintf(&b, ":\n\n%s\n", prose.Table(x))
	fmt.Fprintf(&b, "\"explain %s\"\nshows where on the board,\n\"explain all\" how it adds up.", example(prose.Features(x)))
	return b.String()
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

// squares lists the credits of a feature by square, the largest first.
func squares(p *chess.Position, f *chess.ExplainedFeature, h *chess.Heat) string {
	type entry struct {
		square chess.Square
		value  float64
	}
	var all []entry
	for sq := chess.A1; sq <= chess.H8; sq++ {
		if v := h.Values[sq]; v != 0 {
			all = append(all, entry{sq, v})
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int {
		return int(1000 * (max(b.value, -b.value) - max(a.value, -a.value)))
	})
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s for White\n\n", f.Name, f.Score)
	const columns = 3
	for i, e := range all {
		label := "  "
		if piece := p.At(e.square); piece != chess.NoPiece {
			label = piece.String() + " "
		}
		fmt.Fprintf(&b, "%s%s%+6.2f", label, e.square, e.value/100)
		if i%columns == columns-1 || i == len(all)-1 {
			b.WriteByte('\n')
		} else {
			b.WriteString("  ")
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

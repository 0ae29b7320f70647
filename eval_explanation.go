package chess

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// Explanation is how the value of a position came about: what each feature credited to each
// side, down to the square. It is plain data, fit for encoding/json.
type Explanation struct {
	EPD      string             `json:"epd"`
	Turn     Color              `json:"turn"`
	Phase    int                `json:"phase"` // MaxPhase in the middlegame to 0 in the endgame
	Features []ExplainedFeature `json:"features"`
	Total    Score              `json:"total"` // the sum of the scores, from White's point of view and within ±MaxEvaluation
	Score    Score              `json:"score"` // what Evaluate returns: Total from the point of view of the side to move
}

// ExplainedFeature is the part of one feature in an Explanation.
type ExplainedFeature struct {
	Name     string   `json:"name"`
	White    Tapered  `json:"white"`    // the sum of White's credits
	Black    Tapered  `json:"black"`    // the sum of Black's
	WeightMG int      `json:"weightMG"` // percent
	WeightEG int      `json:"weightEG"`
	Score    Score    `json:"score"`   // White minus Black, weighted, blended and rounded, with the difference that a Scaler makes
	Credits  []Credit `json:"credits"` // White's first, each side's from a1 to h8 and then for no square
}

// Credit is the sum of what one feature credited to a side for one square, unless it is zero.
type Credit struct {
	Color   Color  `json:"color"`
	Square  Square `json:"square"` // or NoSquare
	Piece   Piece  `json:"piece"`  // on the square, or NoPiece
	Tapered        // before weighting
}

// shares yields the credits with what each gives to the feature's score, from White's point
// of view, and last what a Scaler does, for no square. Rounded together, they add up to it.
func (f *ExplainedFeature) shares(phase int) iter.Seq2[Credit, Score] {
	return func(yield func(Credit, Score) bool) {
		sum, given := Tapered{}, Score(0)
		for _, c := range f.Credits {
			if c.Color == White {
				sum = sum.Plus(c.Tapered)
			} else {
				sum = sum.minus(c.Tapered)
			}
			share := sum.blend(phase, f.WeightMG, f.WeightEG) - given
			given += share
			if !yield(c, share) {
				return
			}
		}
		if given != f.Score {
			yield(Credit{Square: NoSquare}, f.Score-given)
		}
	}
}

// Explain returns how Evaluate comes to its value for p. The same code computes both.
func (e *FeatureEvaluator) Explain(p *Position) Explanation {
	l := trace{features: make([]tracedFeature, len(e.terms))}
	total := e.evaluate(p, &l)
	x := Explanation{
		EPD: p.EPD(), Turn: p.turn(), Phase: e.survey.phase,
		Features: make([]ExplainedFeature, 0, len(e.terms)), Total: total, Score: total.view(p.turn()),
	}
	for i, t := range e.terms {
		f := ExplainedFeature{Name: t.Feature.Name(), WeightMG: t.MG, WeightEG: t.EG, Score: l.features[i].score, Credits: []Credit{}}
		for c, sum := range [...]*Tapered{&f.White, &f.Black} {
			for sq, t := range l.features[i].credits[c] {
				if t != (Tapered{}) {
					*sum = sum.Plus(t)
					f.Credits = append(f.Credits, Credit{Color(c), Square(sq), p.pieceAt(Square(sq)), t})
				}
			}
		}
		x.Features = append(x.Features, f)
	}
	return x
}

// String returns the table of the features, in pawns, aligned for a terminal.
func (x Explanation) String() string {
	var b bytes.Buffer
	x.writeTable(&b)
	return b.String()
}

// WriteTo writes the table that String returns, and below it each feature's
// credits: piece and square, middlegame and endgame.
func (x Explanation) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	x.writeTable(&b)
	for i := range x.Features {
		x.Features[i].writeCredits(&b)
	}
	return b.WriteTo(w)
}

// writeTable writes the table that String returns.
func (x Explanation) writeTable(b *bytes.Buffer) {
	view, turn := "White's view", x.Turn.String()+" to move"
	width := len(turn)
	for _, f := range x.Features {
		width = max(width, utf8.RuneCountInString(f.Name))
	}
	fmt.Fprintf(b, "%s\nphase %d of %d\n\n", x.EPD, x.Phase, MaxPhase)
	fmt.Fprintf(b, "%*s %17s %17s %13s\n", -width, "", "White    ", "Black    ", "weight %")
	fmt.Fprintf(b, "%*s %8s %8s %8s %8s %6s %6s %8s\n", -width, "feature", "mg", "eg", "mg", "eg", "mg", "eg", "score")
	for _, f := range x.Features {
		fmt.Fprintf(b, "%*s %8s %8s %8s %8s %6d %6d %8s\n", -width, f.Name,
			f.White.MG.pawns(), f.White.EG.pawns(), f.Black.MG.pawns(), f.Black.EG.pawns(),
			f.WeightMG, f.WeightEG, f.Score.pawns())
	}
	const scores = 4*9 + 2*7 + 8 // where the last column ends
	fmt.Fprintf(b, "%*s %*s\n", -width, view, scores, x.Total)
	fmt.Fprintf(b, "%*s %*s\n", -width, turn, scores, x.Score)
}

// writeCredits writes the credits of one feature, three to a line.
func (f *ExplainedFeature) writeCredits(b *bytes.Buffer) {
	if len(f.Credits) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s\n", f.Name)
	for c := range Color(2) {
		column := 0
		for _, credit := range f.Credits {
			if credit.Color != c {
				continue
			}
			switch {
			case column == 0:
				fmt.Fprintf(b, "  %-5s", c)
			case column%3 == 0:
				fmt.Fprintf(b, "\n%7s", "")
			}
			column++
			piece := credit.Piece.String()
			if credit.Piece == NoPiece {
				piece = " "
			}
			fmt.Fprintf(b, "  %s%-2s %7s %7s", piece, credit.Square, credit.MG.pawns(), credit.EG.pawns())
		}
		if column > 0 {
			b.WriteByte('\n')
		}
	}
}

// Diagram returns a picture of the position with the centipawns, from White's point of view,
// that the named features give for each square, weighted and blended; without names, all
// features. The caption has the score, and what of it belongs to no square. It is an error if
// there is no such feature, or if x.EPD cannot be parsed.
func (x Explanation) Diagram(features ...string) (Diagram, error) {
	return x.minus(Explanation{}).diagram("evaluation", features)
}

// Difference is what one evaluation is more than another, feature by feature and piece by
// piece, from White's point of view. The features and Rest add up to Scores[0] - Scores[1], and
// the pieces of a feature to its difference. It is plain data, fit for encoding/json.
type Difference struct {
	EPD      string              `json:"epd"`    // of the position before the lines begin
	Names    [2]string           `json:"names"`  // what is compared: for the lines of two Reasons their first moves, in SAN
	Scores   [2]Score            `json:"scores"` // of both
	Features []FeatureDifference `json:"features"`
	Rest     Score               `json:"rest"`   // what no feature explains
	Causes   [2]string           `json:"causes"` // why, for each of both: see Reason
}

// mateCause is the cause of a rest that is a forced win: see Reason.
const mateCause = "mate"

// FeatureDifference is the part of one feature in a Difference.
type FeatureDifference struct {
	Name   string            `json:"name"`
	Scores [2]Score          `json:"scores"`
	Pieces []PieceDifference `json:"pieces"` // the largest first; those without a difference are left out
}

// more returns what the feature scores more in the first of both.
func (d FeatureDifference) more() Score { return d.Scores[0] - d.Scores[1] }

// PieceDifference is the part of one piece in a FeatureDifference.
type PieceDifference struct {
	Color Color     `json:"color"` // the side that the feature credits
	Piece Piece     `json:"piece"` // or NoPiece
	From  Square    `json:"from"`  // where it stands before the lines begin; NoSquare for what belongs to no piece
	To    [2]Square `json:"to"`    // where it stands after each; NoSquare if it was captured
	Score Score     `json:"score"` // a credit of Black's is negative
}

// total returns Scores[0] - Scores[1].
func (d Difference) total() Score { return d.Scores[0] - d.Scores[1] }

// minus returns what x is more than y. With the zero Explanation as y, it has what each feature
// gives for each square, in whole centipawns.
func (x Explanation) minus(y Explanation) Difference {
	return subtract([2]*Explanation{&x, &y}, [2]*journey{&stay, &stay})
}

// A journey is where the pieces go in a line of play: from the square where one stands
// before it to the square after it, and back. NoSquare is a piece that is captured, or an
// empty square.
type journey struct{ to, from [NoSquare + 1]Square }

// stay is the journey without a move. Credits for empty squares stay there too.
var stay = func() (j journey) {
	for sq := range j.to {
		j.to[sq], j.from[sq] = Square(sq), Square(sq)
	}
	return
}()

// subtract returns what the first evaluation is more than the second.
func subtract(x [2]*Explanation, journeys [2]*journey) Difference {
	d := Difference{EPD: x[0].EPD, Scores: [2]Score{x[0].Total, x[1].Total}}
	d.Rest = d.total()
	for _, names := range x {
		for i := range names.Features {
			name := names.Features[i].Name
			if slices.ContainsFunc(d.Features, func(f FeatureDifference) bool { return f.Name == name }) {
				continue
			}
			f := FeatureDifference{Name: name, Pieces: []PieceDifference{}}
			f.subtract(x, journeys)
			d.Features = append(d.Features, f)
			d.Rest -= f.more()
		}
	}
	return d
}

// subtract sets the scores and the pieces.
func (d *FeatureDifference) subtract(x [2]*Explanation, journeys [2]*journey) {
	var parts [2][NoSquare + 1]PieceDifference // by colour and origin
	for i := range x {
		for j := range x[i].Features {
			f := &x[i].Features[j]
			if f.Name != d.Name {
				continue
			}
			d.Scores[i] += f.Score
			for credit, score := range f.shares(x[i].Phase) {
				from := journeys[i].from[min(credit.Square, NoSquare)]
				part := &parts[credit.Color&1][from]
				part.Color, part.From, part.To = credit.Color, from, [2]Square{journeys[0].to[from], journeys[1].to[from]}
				if from != NoSquare {
					part.Piece = credit.Piece
				}
				part.Score += score * Score(1-2*i)
			}
		}
	}
	for c := range parts {
		for _, part := range parts[c] {
			if part.Score != 0 {
				d.Pieces = append(d.Pieces, part)
			}
		}
	}
	slices.SortStableFunc(d.Pieces, func(a, b PieceDifference) int {
		return cmp.Compare(max(b.Score, -b.Score), max(a.Score, -a.Score))
	})
}

// String returns the table of the features that differ, the largest difference first, with
// the pieces that make most of it, in pawns and aligned for a terminal.
func (d Difference) String() string {
	const most = 4 // pieces of a row
	features := slices.Clone(d.Features)
	slices.SortStableFunc(features, func(a, b FeatureDifference) int {
		return cmp.Compare(max(b.more(), -b.more()), max(a.more(), -a.more()))
	})
	total, rest := "White's view", "not explained"
	width := len(rest)
	for _, f := range features {
		width = max(width, utf8.RuneCountInString(f.Name))
	}
	var b strings.Builder
	row := func(name, x, y, difference string, pieces []PieceDifference) {
		text := fmt.Sprintf("%*s %8s %8s %8s", -width, name, x, y, difference)
		b.WriteString(strings.TrimRight(text, " "))
		for i, p := range pieces[:min(most, len(pieces))] {
			b.WriteString([]string{"  ", ", "}[oneIf(i > 0)])
			b.WriteString(p.text())
		}
		b.WriteByte('\n')
	}
	row("", cmp.Or(d.Names[0], "first"), cmp.Or(d.Names[1], "second"), "more", nil)
	for _, f := range features {
		if f.more() != 0 {
			row(f.Name, f.Scores[0].pawns(), f.Scores[1].pawns(), f.more().pawns(), f.Pieces)
		}
	}
	more, all := d.Rest.pawns(), d.total().pawns()
	if slices.Contains(d.Causes[:], mateCause) { // no number of pawns says what a mate is worth
		more, all = "", ""
	}
	if d.Rest != 0 {
		row(rest, d.Causes[0], d.Causes[1], more, nil)
	}
	row(total, d.Scores[0].String(), d.Scores[1].String(), all, nil)
	return b.String()
}

// text returns the piece, where it stands after both lines, and the difference in pawns:
// "Nf3 +0.31", or "Nf3 (e2) +0.31" if it stands on e2 after the second, with "-" for a
// piece that was captured.
func (p PieceDifference) text() string {
	name := p.Color.String()
	if p.From != NoSquare {
		name = p.at(0)
		if p.To[0] != p.To[1] {
			name += " (" + p.at(1) + ")"
		}
	}
	return name + " " + p.Score.pawns()
}

// at returns the piece with its square after one of both lines.
func (p PieceDifference) at(line int) string {
	switch {
	case p.To[line] == NoSquare:
		return "-"
	case p.Piece == NoPiece:
		return p.To[line].String()
	}
	return p.Piece.String() + p.To[line].String()
}

// diagram returns a picture of the position of d.EPD, with the difference of the named features
// on the square where each piece stands there. The caption calls all features what.
func (d Difference) diagram(what string, features []string) (Diagram, error) {
	p, err := ParseFEN(d.EPD)
	if err != nil {
		return Diagram{}, err
	}
	for _, name := range features {
		if !slices.ContainsFunc(d.Features, func(f FeatureDifference) bool { return f.Name == name }) {
			return Diagram{}, fmt.Errorf("chess: no feature is called %q", name)
		}
	}
	h, score, elsewhere := newHeat(), d.total(), d.Rest
	if len(features) > 0 {
		what, score, elsewhere = strings.Join(features, ", "), 0, 0
	}
	for _, f := range d.Features {
		if len(features) > 0 {
			if !slices.Contains(features, f.Name) {
				continue
			}
			score += f.more()
		}
		for _, piece := range f.Pieces {
			if piece.From == NoSquare {
				elsewhere += piece.Score
			} else {
				h.Values[piece.From] += float64(piece.Score)
			}
		}
	}
	caption := what + " " + score.pawns()
	if elsewhere != 0 {
		caption += ", of which " + elsewhere.pawns() + " on no square"
	}
	return Diagram{Position: p, Heat: h, Caption: caption}, nil
}

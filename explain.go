package chess

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"
)

// Explanation tells how the value of a position came about: what each feature
// credited to each side, down to the square, and what came of it. Scores and
// credits are in centipawns. It is plain data, fit for encoding/json.
type Explanation struct {
	EPD      string             `json:"epd"`
	Turn     Color              `json:"turn"`
	Phase    int                `json:"phase"` // MaxPhase in the middlegame to 0 in the endgame
	Features []ExplainedFeature `json:"features"`
	Total    Score              `json:"total"` // the sum of the features' scores, within ±MaxEvaluation, from White's point of view
	Score    Score              `json:"score"` // from the point of view of the side to move: what Evaluate returns
}

// ExplainedFeature is the part of one feature in an Explanation.
type ExplainedFeature struct {
	Name     string   `json:"name"`
	White    Tapered  `json:"white"` // the sum of White's credits
	Black    Tapered  `json:"black"`
	WeightMG int      `json:"weightMG"` // percent
	WeightEG int      `json:"weightEG"`
	Score    Score    `json:"score"`   // White minus Black, weighted, blended and rounded, and for a Scaler the difference it makes
	Credits  []Credit `json:"credits"` // White's first, from a1 to h8, then without a square
}

// Credit is what one feature credited to a side for one square, in all. What
// comes to nothing is left out.
type Credit struct {
	Color   Color  `json:"color"`  // whom it is credited to
	Square  Square `json:"square"` // NoSquare for what belongs to none
	Piece   Piece  `json:"piece"`  // the man there, or NoPiece
	Tapered        // before weighting
}

// Explain tells how Evaluate comes to its value for p. The same code computes
// both, so that they cannot differ. It allocates.
func (e *FeatureEvaluator) Explain(p *Position) Explanation {
	l := ledger{position: p, features: make([]ExplainedFeature, len(e.terms))}
	for i, t := range e.terms {
		l.features[i] = ExplainedFeature{Name: t.Feature.Name(), WeightMG: t.MG, WeightEG: t.EG, Credits: []Credit{}}
	}
	total := e.evaluate(p, &l)
	return Explanation{
		EPD:      p.EPD(),
		Turn:     p.Turn(),
		Phase:    e.survey.phase,
		Features: l.features,
		Total:    total,
		Score:    total.view(p.Turn()),
	}
}

// A ledger records what features credit.
type ledger struct {
	position *Position
	open     [2][NoSquare + 1]Tapered // the account of the feature at work
	features []ExplainedFeature       // by term
}

// record enters a credit of the feature at work.
func (l *ledger) record(c Color, sq Square, t Tapered) {
	entry := &l.open[c&1][min(sq, NoSquare)]
	*entry = entry.Plus(t)
}

// close ends the account of the feature at work.
func (l *ledger) close(term int, score Score) {
	f := &l.features[term]
	f.Score = score
	for c, sum := range [...]*Tapered{&f.White, &f.Black} {
		for sq, t := range l.open[c] {
			if t != (Tapered{}) {
				*sum = sum.Plus(t)
				f.Credits = append(f.Credits, Credit{Color(c), Square(sq), l.position.At(Square(sq)), t})
			}
		}
	}
	l.open = [2][NoSquare + 1]Tapered{}
}

// scale enters the difference that a Scaler makes.
func (l *ledger) scale(term int, difference Score) {
	l.features[term].Score += difference
}

// String returns the table of the features, in pawns, aligned for a terminal.
func (x Explanation) String() string {
	var b bytes.Buffer
	x.writeTable(&b)
	return b.String()
}

// WriteTo writes the table that String returns, and below it each feature's
// credits: man and square, middlegame and endgame.
func (x Explanation) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	x.writeTable(&b)
	for i := range x.Features {
		x.Features[i].writeCredits(&b)
	}
	return b.WriteTo(w)
}

func (x *Explanation) writeTable(b *bytes.Buffer) {
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

// writeCredits writes the credits of one feature, three in a line.
func (f *ExplainedFeature) writeCredits(b *bytes.Buffer) {
	if len(f.Credits) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s\n", f.Name)
	for c := range Color(2) {
		column := 0
		for _, e := range f.Credits {
			if e.Color != c {
				continue
			}
			switch {
			case column == 0:
				fmt.Fprintf(b, "  %-5s", c)
			case column%3 == 0:
				fmt.Fprintf(b, "\n%7s", "")
			}
			column++
			man := e.Piece.String()
			if e.Piece == NoPiece {
				man = " "
			}
			fmt.Fprintf(b, "  %s%-2s %7s %7s", man, e.Square, e.MG.pawns(), e.EG.pawns())
		}
		if column > 0 {
			b.WriteByte('\n')
		}
	}
}

package chess

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"
)

// Explain returns how Evaluate comes to its value for p. The same code computes
// both, so that they cannot differ. It allocates.
func (e *FeatureEvaluator) Explain(p *Position) Explanation {
	l := trace{position: p, features: make([]ExplainedFeature, len(e.terms))}
	for i, t := range e.terms {
		l.features[i] = ExplainedFeature{Name: t.Feature.Name(), WeightMG: t.MG, WeightEG: t.EG, Credits: []Credit{}}
	}
	total := e.evaluate(p, &l)
	return Explanation{
		EPD:      p.EPD(),
		Turn:     p.turn(),
		Phase:    e.survey.phase,
		Features: l.features,
		Total:    total,
		Score:    total.view(p.turn()),
	}
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

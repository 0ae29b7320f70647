package chess

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
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

// Diagram returns a picture of the position in which each square has, in
// centipawns and from White's point of view, what the named features credited
// for it, weighted and blended; without names it is all features. It is an error
// if there is no such feature, or if x.EPD cannot be parsed. The caller may
// change the picture: flip it, say, or give several pictures the same Heat.Scale.
//
// The numbers add up to the score in the caption, but for what belongs to no square,
// which the caption states.
func (x Explanation) Diagram(features ...string) (Diagram, error) {
	return x.minus(Explanation{}).diagram("evaluation", features)
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

// Diagram returns a picture of the table for a piece, on an empty board. The
// numbers are in centipawns and from White's point of view: those of a black
// piece are mirrored and negated. For a pawn the first and the last rank have no
// numbers.
func (t *SquareTable) Diagram(piece Piece) Diagram {
	h := newHeat()
	for sq := range NoSquare {
		if piece.Type() != Pawn || sq >= A2 && sq <= H7 {
			h.Values[sq] = float64(t.At(piece.Color(), sq).view(piece.Color()))
		}
	}
	return Diagram{Heat: h, Caption: piece.Color().String() + " " + piece.Type().String()}
}

// newHeat returns an empty Heat for numbers from White's point of view.
func newHeat() *Heat {
	return &Heat{Values: map[Square]float64{}, Positive: "for White", Negative: "for Black"}
}

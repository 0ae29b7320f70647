package chess

import (
	"fmt"
	"slices"
	"strings"
)

// Diagram returns a picture of the position in which each square has, in
// centipawns and from White's point of view, what the named features credited
// for it, weighted and blended; without names it is all features. It is an error
// if there is no such feature, or if x.EPD cannot be parsed. The caller may
// change the picture: flip it, say, or give several pictures the same Heat.Scale.
//
// The numbers add up to the score in the caption, apart from rounding and from
// what belongs to no square, which the caption states.
func (x Explanation) Diagram(features ...string) (Diagram, error) {
	p, err := ParseFEN(x.EPD)
	if err != nil {
		return Diagram{}, err
	}
	for _, name := range features {
		if !slices.ContainsFunc(x.Features, func(f ExplainedFeature) bool { return f.Name == name }) {
			return Diagram{}, fmt.Errorf("chess: no feature is called %q", name)
		}
	}
	var parts [NoSquare + 1]int64 // in centipawns, times unit
	const unit = 100 * MaxPhase
	var score Score
	for i := range x.Features {
		f := &x.Features[i]
		if len(features) > 0 && !slices.Contains(features, f.Name) {
			continue
		}
		var sum int64
		for _, c := range f.Credits {
			part := int64(c.MG)*int64(x.Phase*f.WeightMG) + int64(c.EG)*int64((MaxPhase-x.Phase)*f.WeightEG)
			if c.Color == Black {
				part = -part
			}
			parts[min(c.Square, NoSquare)] += part
			sum += part
		}
		score += f.Score
		parts[NoSquare] += (int64(f.Score) - sum/unit) * unit // the difference that a Scaler makes
	}
	caption := "evaluation " + x.Total.pawns()
	if len(features) > 0 {
		caption = strings.Join(features, ", ") + " " + score.pawns()
	}
	if rest := Score(parts[NoSquare] / unit); rest != 0 {
		caption += ", of which " + rest.pawns() + " on no square"
	}
	h := newHeat()
	for sq, part := range parts[:NoSquare] {
		if part != 0 {
			h.Values[Square(sq)] = float64(part) / unit
		}
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

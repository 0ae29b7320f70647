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
// The numbers add up to the score in the caption, but for what belongs to no square,
// which the caption states.
func (x Explanation) Diagram(features ...string) (Diagram, error) {
	return x.Minus(Explanation{}).diagram("evaluation", features)
}

// Diagram returns a picture of the position of d.EPD, with the difference of the named
// features on the square where each piece stands there, as Explanation.Diagram does.
func (d Difference) Diagram(features ...string) (Diagram, error) {
	return d.diagram("difference", features)
}

// diagram is Diagram. The caption calls all features what.
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
	h, score, elsewhere := newHeat(), d.Total(), d.Rest
	if len(features) > 0 {
		what, score, elsewhere = strings.Join(features, ", "), 0, 0
	}
	for _, f := range d.Features {
		if len(features) > 0 {
			if !slices.Contains(features, f.Name) {
				continue
			}
			score += f.Score()
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

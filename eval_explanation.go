package chess

import "iter"

// Explanation is how the value of a position came about: what each feature
// credited to each side, down to the square, and what came of it. Scores and
// credits are in centipawns. It is plain data, fit for encoding/json.
type Explanation struct {
	EPD      string             `json:"epd"`
	Turn     Color              `json:"turn"`
	Phase    int                `json:"phase"` // MaxPhase in the middlegame to 0 in the endgame
	Features []ExplainedFeature `json:"features"`

	// Total is the sum of the features' scores, from White's point of view and
	// within ±MaxEvaluation.
	Total Score `json:"total"`

	// Score is Total from the point of view of the side to move: what Evaluate
	// returns.
	Score Score `json:"score"`
}

// ExplainedFeature is the part of one feature in an Explanation.
type ExplainedFeature struct {
	Name     string  `json:"name"`
	White    Tapered `json:"white"` // the sum of White's credits
	Black    Tapered `json:"black"`
	WeightMG int     `json:"weightMG"` // percent
	WeightEG int     `json:"weightEG"`

	// Score is White minus Black, weighted, blended and rounded; for a Scaler it
	// includes the difference that the Scaler makes.
	Score Score `json:"score"`

	// Credits lists White's first, from a1 to h8, then the one for no square.
	Credits []Credit `json:"credits"`
}

// String returns the fields that are not zero, and of the credits the number.
func (f ExplainedFeature) String() string { return listFields(f) }

// Credit is what one feature credited to a side for one square, in all. What
// adds up to zero is left out.
type Credit struct {
	Color   Color  `json:"color"`  // the side it is credited to
	Square  Square `json:"square"` // NoSquare for what belongs to none
	Piece   Piece  `json:"piece"`  // the piece there, or NoPiece
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
				sum = sum.Minus(c.Tapered)
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

// A trace records what features credit, for an Explanation.
type trace struct {
	position *Position
	open     [2][NoSquare + 1]Tapered // what the feature being scored has credited, by Color and square
	features []ExplainedFeature       // by term
}

// record adds a credit of the feature being scored.
func (l *trace) record(c Color, sq Square, t Tapered) {
	entry := &l.open[c&1][min(sq, NoSquare)]
	*entry = entry.Plus(t)
}

// close stores the credits and the score of the feature that was being scored,
// by its term, and begins the next feature.
func (l *trace) close(term int, score Score) {
	f := &l.features[term]
	f.Score = score
	for c, sum := range [...]*Tapered{&f.White, &f.Black} {
		for sq, t := range l.open[c] {
			if t != (Tapered{}) {
				*sum = sum.Plus(t)
				f.Credits = append(f.Credits, Credit{Color(c), Square(sq), l.position.pieceAt(Square(sq)), t})
			}
		}
	}
	l.open = [2][NoSquare + 1]Tapered{}
}

// scale adds the difference that a Scaler makes.
func (l *trace) scale(term int, difference Score) {
	l.features[term].Score += difference
}

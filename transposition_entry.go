package chess

import "math"

// Bound says whether a score is exact or a bound.
type Bound uint8

// The bounds. NoBound means that there is no score.
const (
	NoBound    Bound = iota
	UpperBound       // the true score is at most this
	LowerBound       // the true score is at least this
	Exact
)

var boundNames = names[Bound]{"Bound", "bound", []string{"none", "upper bound", "lower bound", "exact"}}

// String returns "none", "upper bound", "lower bound" or "exact".
func (b Bound) String() string { return boundNames.of(b) }

// MarshalText returns what String returns; it is an error if there is no such bound.
func (b Bound) MarshalText() ([]byte, error) { return boundNames.appendText(nil, b) }

// UnmarshalText reads what String returns. An error is a *ParseError that matches ErrSyntax.
func (b *Bound) UnmarshalText(text []byte) error { return unmarshalText(b, text, boundNames.parse) }

// reversed returns the bound of the score from the point of view of the other side.
func (b Bound) reversed() Bound { return b&UpperBound<<1 | b&LowerBound>>1 }

// Entry is what a Table holds about a position.
type Entry struct {
	Score Score `json:"score"` // from the point of view of the side to move; -Mate to Mate
	Depth int   `json:"depth"` // plies searched, 0 to 255
	Bound Bound `json:"bound"` // not NoBound
	Move  Move  `json:"move"`  // the best move known, or the null move
	Eval  Score `json:"eval"`  // the static evaluation, within ±MaxEvaluation, or Unevaluated
}

// Unevaluated is the Eval of an Entry that has none.
const Unevaluated Score = math.MinInt16

// clamp returns e with all values within the ranges of Entry.
func (e Entry) clamp() Entry {
	e.Score = min(max(e.Score, -Mate), Mate)
	if e.Eval != Unevaluated {
		e.Eval = min(max(e.Eval, -MaxEvaluation), MaxEvaluation)
	}
	e.Depth = min(max(e.Depth, 0), math.MaxUint8)
	return e
}

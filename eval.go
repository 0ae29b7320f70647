package chess

// Evaluator evaluates a position as it stands, without a search. Evaluate
// returns the score from the point of view of the side to move. The score is no
// mate, and depends on p's Key alone, so that it may be kept in a table by that
// key.
//
// Several goroutines may use an Evaluator at once, unless it has a method
//
//	Fork() Evaluator
//
// Such an Evaluator serves one goroutine at a time, and Fork returns one for
// another goroutine.
type Evaluator interface {
	Evaluate(p *Position) Score
}

// Feature is one reason to prefer a position: something that can be seen on
// the board and named, and is worth some centipawns. Score credits what it
// finds in s.Position to either colour by s.Credit, has no other effect, and
// depends on the position's Key alone.
//
// Several goroutines may score a Feature at once, unless it has a method
//
//	Fork() Feature
//
// that returns one for another goroutine: for a Feature that keeps a cache.
//
// A Feature applies to all variants, unless it has a method
//
//	Knows(v Variant) bool
//
// that reports whether it applies to v: it is an error to make an evaluator for v
// with a Feature that does not.
type Feature interface {
	Name() string
	Score(s *Survey)
}

// Scaler is a Feature that changes the sum of all: when all features are scored,
// Scale is called with the evaluation so far, from White's point of view, and
// returns what it should be instead, such as half of it for bishops of opposite
// colours. It credits nothing while it scales. In an Explanation its score is the
// difference that Scale makes, plus what Score credited.
type Scaler interface {
	Feature
	Scale(s *Survey, sum Score) Score
}

// Variant is a game that is played with a Position.
type Variant uint8

// The variants.
const (
	Ordinary   Variant = iota // chess, and Chess960
	ThreeCheck                // see Position.IsThreeCheck
)

var variantNames = names[Variant]{"Variant", "variant", []string{"ordinary chess", "three-check"}}

// String returns "ordinary chess" or "three-check".
func (v Variant) String() string { return variantNames.of(v) }

// ParseVariant reads what String returns. An error is a *ParseError that matches
// ErrSyntax.
func ParseVariant(s string) (Variant, error) { return variantNames.parse(s) }

// AppendText appends what String returns; it is an error if there is no such
// variant.
func (v Variant) AppendText(b []byte) ([]byte, error) { return variantNames.appendText(b, v) }

// MarshalText returns what AppendText appends.
func (v Variant) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// UnmarshalText reads a variant, as ParseVariant does.
func (v *Variant) UnmarshalText(text []byte) error { return unmarshalText(v, text, ParseVariant) }

// variant returns the variant that p belongs to.
func (p *Position) variant() Variant {
	if p.isThreeCheck() {
		return ThreeCheck
	}
	return Ordinary
}

// knows reports whether f applies to a variant.
func knows(f Feature, v Variant) bool {
	if f, ok := f.(interface{ Knows(Variant) bool }); ok {
		return f.Knows(v)
	}
	return true
}

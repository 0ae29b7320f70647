package chess

// Evaluator evaluates a position as it stands, without a search. Evaluate
// returns the score from the point of view of the side to move. The score is no
// mate, and depends on p's Key alone, so that it may be kept in a table by that
// key.
//
// Several goroutines may use an Evaluator at once, unless it is a
// Forker[Evaluator]: that serves one goroutine at a time.
type Evaluator interface {
	Evaluate(p *Position) Score
}

// Forker is an Evaluator or a Feature that has a form for one goroutine alone: Fork
// returns a new one, which scores the same. What Fork returns may have a cache, or
// tables prepared to be fast. A searcher uses a fork of an evaluator for each of its
// goroutines, and an evaluator a fork of each feature.
type Forker[T any] interface {
	Fork() T
}

// Feature is one reason to prefer a position: something that can be seen on
// the board and named, and is worth some centipawns. Score credits what it
// finds in s.Position to either colour by s.Credit, has no other effect, and
// depends on the position's Key alone.
//
// Several goroutines may score a Feature at once, unless it is a Forker[Feature].
// It applies to all variants, unless it is a VariantFeature.
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

// VariantFeature is a Feature that applies to some variants only. An evaluator
// leaves it out in positions of the others. AppliesTo returns the same for a variant
// at all times.
type VariantFeature interface {
	Feature
	AppliesTo(v Variant) bool
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

// AppendText appends what String returns to dst; it is an error if there is no such
// variant.
func (v Variant) AppendText(dst []byte) ([]byte, error) { return variantNames.appendText(dst, v) }

// MarshalText returns what AppendText appends.
func (v Variant) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// UnmarshalText reads a variant, as String returns it. An error is a *ParseError that matches
// ErrSyntax.
func (v *Variant) UnmarshalText(text []byte) error { return unmarshalText(v, text, variantNames.parse) }

// variant returns the variant that p belongs to.
func (p *Position) variant() Variant {
	if p.isThreeCheck() {
		return ThreeCheck
	}
	return Ordinary
}

// appliesTo reports whether f applies to a variant.
func appliesTo(f Feature, v Variant) bool {
	limited, ok := f.(VariantFeature)
	return !ok || limited.AppliesTo(v)
}

// forked returns f's fork if it is a Forker, or else f itself.
func forked[T any](f T) T {
	if f, ok := any(f).(Forker[T]); ok {
		return f.Fork()
	}
	return f
}

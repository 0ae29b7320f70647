package chess

// Evaluator judges a position without looking ahead. Evaluate returns the
// score from the point of view of the side to move, no mate, and depends on
// p's Key alone, so that it may be kept in a table by that key.
//
// Any number of goroutines may share an Evaluator, unless it has a method
//
//	Fork() Evaluator
//
// which says that it serves one at a time, and gives another its own.
type Evaluator interface {
	Evaluate(p *Position) Score
}

// Variant is a game that is played with a Position.
type Variant uint8

// The games.
const (
	Ordinary   Variant = iota // chess, and Chess960
	ThreeCheck                // see Position.IsThreeCheck
)

// String returns "ordinary chess" or "three-check".
func (v Variant) String() string {
	if v == Ordinary {
		return "ordinary chess"
	}
	return "three-check"
}

// variant returns the game that p belongs to.
func (p *Position) variant() Variant {
	if p.IsThreeCheck() {
		return ThreeCheck
	}
	return Ordinary
}

// Feature is one reason to prefer a position: something that can be seen on
// the board and named, and is worth so many centipawns. Score credits what it
// finds in s.Position to either colour by s.Credit, has no other effect, and
// depends on the position's Key alone.
//
// A Feature may be scored by several goroutines at once, unless it has a method
//
//	Fork() Feature
//
// which gives another goroutine its own: for one that keeps a cache.
//
// A Feature knows all games, unless it has a method
//
//	Knows(v Variant) bool
//
// which says which: it is an error to build an evaluator for any other.
type Feature interface {
	Name() string
	Score(s *Survey)
}

// Scaler is a Feature that has the last word: when all features are scored, it
// is shown the evaluation so far, from White's point of view, and returns what
// it should be instead, such as half of it for opposite bishops. It credits
// nothing while it scales; in an Explanation its score is the difference it
// makes, besides what it credited before as any Feature.
type Scaler interface {
	Feature
	Scale(s *Survey, sum Score) Score
}

// knows reports whether f has something to say about a game.
func knows(f Feature, v Variant) bool {
	if f, ok := f.(interface{ Knows(Variant) bool }); ok {
		return f.Knows(v)
	}
	return true
}

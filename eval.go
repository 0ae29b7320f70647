package chess

import (
	"fmt"
	"slices"
)

// Score is a value in centipawns, or a mate: a side that mates in n plies
// scores Mate-n, one that is mated in n plies n-Mate. Scores beyond
// MaxEvaluation, up to Mate, are mates.
//
// From whose point of view a Score is, the function that returns it says:
// negate it for the other side's.
type Score int32

const (
	// Mate is the score of having mated; -Mate that of being mated on the board.
	Mate Score = 32_000
	// MaxEvaluation is the largest score that is no mate.
	MaxEvaluation Score = Mate - 1000
)

// MateIn returns the score of mating in so many plies, 0 to 999; negate it for
// being mated.
func MateIn(plies int) Score {
	return Mate - Score(min(max(plies, 0), 999))
}

// Mate returns in how many moves, not plies, the side whose view s is gives
// mate, negative if it is being mated, and whether s is a mate at all. The
// moves are 0 for both Mate and -Mate: the mate is on the board.
func (s Score) Mate() (moves int, ok bool) {
	switch {
	case s > MaxEvaluation && s <= Mate:
		return int(Mate-s+1) / 2, true
	case s < -MaxEvaluation && s >= -Mate:
		return -int(Mate+s+1) / 2, true
	}
	return 0, false
}

// String returns pawns, "+0.34", "-1.20" or "0.00", or the moves to mate,
// "#3", or "#-2" for being mated. The mate on the board is "#0" for the side
// that gave it and "#-0" for the other.
func (s Score) String() string {
	moves, ok := s.Mate()
	switch {
	case !ok:
		return s.pawns()
	case s < 0:
		return fmt.Sprintf("#-%d", -moves)
	}
	return fmt.Sprintf("#%d", moves)
}

// view turns a score from White's point of view into one from c's.
func (s Score) view(c Color) Score {
	if c == Black {
		return -s
	}
	return s
}

// pawns formats s with two decimals, be it as large as a mate.
func (s Score) pawns() string {
	sign, n := "+", int64(s)
	switch {
	case n == 0:
		sign = ""
	case n < 0:
		sign, n = "-", -n
	}
	return fmt.Sprintf("%s%d.%02d", sign, n/100, n%100)
}

// Tapered is a value in centipawns that changes in the course of a game.
type Tapered struct {
	MG Score `json:"mg"` // in the middlegame, with all pieces on the board
	EG Score `json:"eg"` // in the endgame, with kings and pawns only
}

// Plus returns t + u.
func (t Tapered) Plus(u Tapered) Tapered { return Tapered{t.MG + u.MG, t.EG + u.EG} }

// Minus returns t - u.
func (t Tapered) Minus(u Tapered) Tapered { return Tapered{t.MG - u.MG, t.EG - u.EG} }

// Times returns n times t.
func (t Tapered) Times(n int) Tapered { return Tapered{t.MG * Score(n), t.EG * Score(n)} }

// percent returns t times n percent, each part rounded toward zero.
func (t Tapered) percent(n int) Tapered {
	return Tapered{Score(int64(t.MG) * int64(n) / 100), Score(int64(t.EG) * int64(n) / 100)}
}

// Blend returns the value at a game phase, 0 (endgame) to MaxPhase
// (middlegame), rounded toward zero.
func (t Tapered) Blend(phase int) Score {
	return t.blend(phase, 100, 100)
}

// blend is Blend with the two parts weighted in percent.
func (t Tapered) blend(phase, mg, eg int) Score {
	return Score((int64(t.MG)*int64(phase*mg) + int64(t.EG)*int64((MaxPhase-phase)*eg)) / (MaxPhase * 100))
}

// MaxPhase is the game phase with all pieces on the board: see Survey.Phase.
const MaxPhase = 24

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

// knows reports whether f has something to say about a game.
func knows(f Feature, v Variant) bool {
	if f, ok := f.(interface{ Knows(Variant) bool }); ok {
		return f.Knows(v)
	}
	return true
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

// pair is a Tapered in one word, so that one addition adds both parts.
type pair int64

func (t Tapered) pair() pair { return pair(t.EG)<<32 + pair(t.MG) }

func (p pair) tapered() Tapered { return Tapered{Score(p), Score((p + 1<<31) >> 32)} }

// Term is a feature of an evaluation and its weight, in percent and by game
// phase: 100 takes the feature's middlegame or endgame values as they are.
type Term struct {
	Feature Feature
	MG, EG  int
}

// Full returns the terms of features taken as they are, at 100 percent.
func Full(features ...Feature) []Term {
	terms := make([]Term, len(features))
	for i, f := range features {
		terms[i] = Term{f, 100, 100}
	}
	return terms
}

// MaxWeight is the largest weight of a Term, in percent, either way: a
// thousandfold. With it the largest allowed credits of both colours still fit
// in a Score.
const MaxWeight = 100_000

// FeatureEvaluator is an Evaluator made of features. The value of a position
// is the sum of the features' scores, White's minus Black's, from the point of
// view of the side to move, and within ±MaxEvaluation. Each feature is
// weighted, blended by game phase and rounded toward zero on its own.
//
// Explain tells how a value came about. A FeatureEvaluator serves one
// goroutine at a time: see Fork.
type FeatureEvaluator struct {
	terms    []Term
	features []Feature // of the terms, in their fast form
	rows     [2][]row  // the terms that know the game, by Variant
	scalers  [2][]row  // of these, those with a scaler
	survey   Survey
}

// A row is a term at work.
type row struct {
	term    int // its place among the terms
	feature Feature
	scaler  Scaler // the feature, if it is one
	mg, eg  int
}

// NewFeatureEvaluator returns the evaluator made of the terms, in their order,
// for ordinary chess. It is an error if a feature is nil or nameless, if two
// have the same name, if one does not know the game, or if a weight is beyond
// MaxWeight.
//
// In a position of another game, what a feature that does not know that game
// would say is left out: see NewVariantEvaluator.
func NewFeatureEvaluator(terms ...Term) (*FeatureEvaluator, error) {
	return NewVariantEvaluator(Ordinary, terms...)
}

// NewVariantEvaluator is NewFeatureEvaluator for a game: it is an error if a
// feature does not know that one.
func NewVariantEvaluator(v Variant, terms ...Term) (*FeatureEvaluator, error) {
	if v > ThreeCheck {
		return nil, fmt.Errorf("evaluation: no variant %d", v)
	}
	names := map[string]bool{}
	for i, t := range terms {
		if t.Feature == nil {
			return nil, fmt.Errorf("evaluation: feature %d of %d is nil", i+1, len(terms))
		}
		name := t.Feature.Name()
		switch {
		case name == "":
			return nil, fmt.Errorf("evaluation: feature %d of %d has no name", i+1, len(terms))
		case names[name]:
			return nil, fmt.Errorf("evaluation: two features are called %q", name)
		case !knows(t.Feature, v):
			return nil, fmt.Errorf("evaluation: %q does not know %v", name, v)
		case min(t.MG, t.EG) < -MaxWeight || max(t.MG, t.EG) > MaxWeight:
			return nil, fmt.Errorf("evaluation: weights of %d and %d percent for %q, beyond %d", t.MG, t.EG, name, MaxWeight)
		}
		names[name] = true
	}
	return newFeatureEvaluator(slices.Clone(terms)), nil
}

// newFeatureEvaluator is NewFeatureEvaluator for terms known to be right, which it keeps.
func newFeatureEvaluator(terms []Term) *FeatureEvaluator {
	e := &FeatureEvaluator{terms: terms, features: make([]Feature, len(terms))}
	for i, t := range terms {
		e.features[i] = fast(t.Feature)
	}
	e.enlist()
	return e
}

// enlist makes the rows.
func (e *FeatureEvaluator) enlist() {
	for i, t := range e.terms {
		r := newRow(e.features[i], t.MG, t.EG)
		r.term = i
		for v := range e.rows {
			if !knows(t.Feature, Variant(v)) {
				continue
			}
			e.rows[v] = append(e.rows[v], r)
			if r.scaler != nil {
				e.scalers[v] = append(e.scalers[v], r)
			}
		}
	}
}

func newRow(f Feature, mg, eg int) row {
	scaler, _ := f.(Scaler)
	return row{feature: f, scaler: scaler, mg: mg, eg: eg}
}

// Terms returns the terms that e is made of, for those who want an evaluator
// with more of them or other weights.
func (e *FeatureEvaluator) Terms() []Term { return slices.Clone(e.terms) }

// Fork returns an evaluator with the same terms for another goroutine.
func (e *FeatureEvaluator) Fork() Evaluator {
	fork := &FeatureEvaluator{terms: e.terms, features: slices.Clone(e.features)}
	for i, f := range fork.features {
		if f, ok := f.(interface{ Fork() Feature }); ok {
			fork.features[i] = f.Fork()
		}
	}
	fork.enlist()
	return fork
}

// Evaluate returns the value of p from the point of view of the side to move.
// It allocates nothing, unless a feature does.
func (e *FeatureEvaluator) Evaluate(p *Position) Score {
	return e.evaluate(p, nil).view(p.Turn())
}

// evaluate returns the value of p from White's point of view, and enters how
// it came about in the ledger, if there is one.
func (e *FeatureEvaluator) evaluate(p *Position, l *ledger) Score {
	s := &e.survey
	s.look(p)
	s.ledger = l
	total, v := int64(0), p.variant()&1
	rows := e.rows[v]
	for i := range rows {
		r := &rows[i]
		s.sums = [2]pair{}
		r.feature.Score(s)
		score := Score(0)
		if sum := s.sums[White] - s.sums[Black]; sum != 0 {
			score = sum.tapered().blend(s.phase, r.mg, r.eg)
			total += int64(score)
		}
		if l != nil {
			l.close(r.term, score)
		}
	}
	s.ledger = nil
	for i := range e.scalers[v] {
		r := &e.scalers[v][i]
		scaled := r.scaler.Scale(s, clamp(total))
		if l != nil {
			l.scale(r.term, scaled-Score(total))
		}
		total = int64(scaled)
	}
	s.position = nil
	return clamp(total)
}

// clamp keeps a sum within ±MaxEvaluation, apart from the mates.
func clamp(sum int64) Score {
	return Score(min(max(sum, -int64(MaxEvaluation)), int64(MaxEvaluation)))
}

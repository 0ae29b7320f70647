package chess

import (
	"fmt"
	"slices"
	"strings"
)

// Evaluator evaluates a position as it stands, without a search, from the point of view of the side
// to move. The score is within MaxEvaluation and depends on p's Key alone, so not on the halfmove
// clock: searchers cache it. Evaluate neither changes nor keeps p. Several goroutines may use an
// Evaluator at once, unless it is a Forker[Evaluator].
type Evaluator interface {
	Evaluate(p *Position) Score
}

// Forker is an Evaluator or a Feature with a form for one goroutine alone, which may be faster
// or have a cache: Fork returns a new one that scores the same. A searcher forks its evaluator
// for each goroutine, and an evaluator its features.
type Forker[T any] interface {
	Fork() T
}

// Feature is one reason to prefer a position, worth some centipawns. Score credits either colour
// by s.Credit, has no other effect, and depends on the position's Key alone. Several goroutines
// may score a Feature at once, unless it is a Forker[Feature].
//
// A Feature counts in the variants for which its method AppliesTo(Variant) bool returns true, and
// without that method in all in which both sides have a king that they must not lose.
type Feature interface {
	Name() string
	Score(s *Survey)
}

// Scaler is a Feature that changes the sum of all: after all features are scored, Scale gets the
// evaluation so far, from White's point of view, and returns what it should be instead. It
// credits nothing while it scales. Its score in an Explanation includes the difference.
type Scaler interface {
	Feature
	Scale(s *Survey, sum Score) Score
}

// forked returns f's fork if it is a Forker, or else f itself.
func forked[T any](f T) T {
	if f, ok := any(f).(Forker[T]); ok {
		return f.Fork()
	}
	return f
}

// Term is a feature of an evaluation and its weights in percent, for the middlegame and the
// endgame.
type Term struct {
	Feature Feature
	MG, EG  int
}

// String returns the fields that are not zero.
func (t Term) String() string { return listFields(t) }

// Terms returns the terms of features with weights of 100 percent.
func Terms(features ...Feature) []Term {
	terms := make([]Term, len(features))
	for i, f := range features {
		terms[i] = Term{f, 100, 100}
	}
	return terms
}

// maxWeight is the largest weight of a Term, in percent, either way. With it the
// largest allowed credits of both colours still fit in a Score.
const maxWeight = 100_000

// FeatureEvaluator is an Evaluator made of features. The value of a position is the sum of their
// scores, White's minus Black's, within ±MaxEvaluation. With credits MG and EG and the weights of
// its Term, each feature has the score (MG*Term.MG*phase + EG*Term.EG*(MaxPhase-phase)) /
// (100*MaxPhase), rounded toward zero; a Scaler then changes the sum. A FeatureEvaluator is for one
// goroutine at a time: see Fork.
type FeatureEvaluator struct {
	terms    []Term
	features []Feature                // of the terms, forked
	rows     [len(ruleSets)][]termRow // by variant, the terms that apply to it
	scalers  []termRow                // the terms that are scalers
	survey   Survey
}

// String returns the names of the features.
func (e *FeatureEvaluator) String() string {
	names := make([]string, len(e.features))
	for i, f := range e.features {
		names[i] = f.Name()
	}
	return strings.Join(names, ", ")
}

// A termRow is a term as evaluate uses it.
type termRow struct {
	term    int // its index in FeatureEvaluator.terms
	feature Feature
	scaler  Scaler // the feature, if it is a Scaler
	mg, eg  int
}

// NewFeatureEvaluator returns the evaluator made of the terms, in their order. It is an error if
// a feature is nil or has no name, if two have the same name, or if a weight is beyond 100,000
// percent either way.
func NewFeatureEvaluator(terms ...Term) (*FeatureEvaluator, error) {
	names := map[string]bool{}
	for i, t := range terms {
		if t.Feature == nil {
			return nil, fmt.Errorf("chess: feature %d of %d is nil", i+1, len(terms))
		}
		name := t.Feature.Name()
		switch {
		case name == "":
			return nil, fmt.Errorf("chess: feature %d of %d has no name", i+1, len(terms))
		case names[name]:
			return nil, fmt.Errorf("chess: two features are called %q", name)
		case min(t.MG, t.EG) < -maxWeight || max(t.MG, t.EG) > maxWeight:
			return nil, fmt.Errorf("chess: weights of %d and %d percent for %q, beyond %d", t.MG, t.EG, name, maxWeight)
		}
		names[name] = true
	}
	return newFeatureEvaluator(slices.Clone(terms)), nil
}

// newFeatureEvaluator is NewFeatureEvaluator for terms that are known to be right.
// It does not copy them.
func newFeatureEvaluator(terms []Term) *FeatureEvaluator {
	e := &FeatureEvaluator{terms: terms, features: make([]Feature, len(terms))}
	for i, t := range terms {
		e.features[i] = forked(t.Feature)
	}
	e.makeRows()
	return e
}

// applies reports whether a feature counts in a variant: as its method AppliesTo says, if it has
// one, and otherwise if both sides have a king that they must not lose.
func applies(f Feature, v Variant) bool {
	if chosen, ok := f.(interface{ AppliesTo(Variant) bool }); ok {
		return chosen.AppliesTo(v)
	}
	r := v.rules()
	return !r.losing && !r.kingless[White] && v != Atomic
}

// makeRows makes the rows of the terms.
func (e *FeatureEvaluator) makeRows() {
	for i, t := range e.terms {
		r := newRow(e.features[i], t.MG, t.EG)
		r.term = i
		for v := range e.rows {
			if applies(t.Feature, Variant(v)) {
				e.rows[v] = append(e.rows[v], r)
			}
		}
		if r.scaler != nil {
			e.scalers = append(e.scalers, r)
		}
	}
}

func newRow(f Feature, mg, eg int) termRow {
	scaler, _ := f.(Scaler)
	return termRow{feature: f, scaler: scaler, mg: mg, eg: eg}
}

// Terms returns the terms that e is made of.
func (e *FeatureEvaluator) Terms() []Term { return slices.Clone(e.terms) }

// Fork returns an evaluator with the same terms for another goroutine.
func (e *FeatureEvaluator) Fork() Evaluator {
	fork := &FeatureEvaluator{terms: e.terms, features: slices.Clone(e.features)}
	for i, f := range fork.features {
		fork.features[i] = forked(f)
	}
	fork.makeRows()
	return fork
}

// Evaluate implements Evaluator. It allocates nothing, unless a feature does.
func (e *FeatureEvaluator) Evaluate(p *Position) Score {
	return e.evaluate(p, nil).view(p.turn())
}

// evaluate returns the value of p from White's point of view, and records in l
// how it came about, unless l is nil.
func (e *FeatureEvaluator) evaluate(p *Position, l *trace) Score {
	s := &e.survey
	s.load(p)
	s.trace = l
	total := int64(0)
	rows := e.rows[p.variant()]
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
	s.trace = nil
	for i := range e.scalers {
		r := &e.scalers[i]
		scaled := r.scaler.Scale(s, clamp(total))
		if l != nil {
			l.scale(r.term, scaled-Score(total))
		}
		total = int64(scaled)
	}
	s.position = nil
	return clamp(total)
}

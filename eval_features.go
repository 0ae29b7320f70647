package chess

import (
	"fmt"
	"slices"
)

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
// Explain returns how a value came about. A FeatureEvaluator serves one
// goroutine at a time: see Fork.
type FeatureEvaluator struct {
	terms    []Term
	features []Feature // of the terms, in their fast form
	rows     [2][]row  // the terms that apply to the variant, by Variant
	scalers  [2][]row  // those of the rows that have a scaler
	survey   Survey
}

// A row is a term as evaluate uses it.
type row struct {
	term    int // its index in FeatureEvaluator.terms
	feature Feature
	scaler  Scaler // the feature, if it is a Scaler
	mg, eg  int
}

// NewFeatureEvaluator returns the evaluator made of the terms, in their order,
// for ordinary chess. It is an error if a feature is nil or has no name, if two
// have the same name, if one does not apply to ordinary chess, or if a weight is
// beyond MaxWeight.
//
// In a position of another variant, features that do not apply to that one are
// left out: see NewVariantEvaluator.
func NewFeatureEvaluator(terms ...Term) (*FeatureEvaluator, error) {
	return NewVariantEvaluator(Ordinary, terms...)
}

// NewVariantEvaluator is NewFeatureEvaluator for the variant v: it is an error if
// a feature does not apply to v.
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
			return nil, fmt.Errorf("evaluation: %q does not apply to %v", name, v)
		case min(t.MG, t.EG) < -MaxWeight || max(t.MG, t.EG) > MaxWeight:
			return nil, fmt.Errorf("evaluation: weights of %d and %d percent for %q, beyond %d", t.MG, t.EG, name, MaxWeight)
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
		e.features[i] = fast(t.Feature)
	}
	e.makeRows()
	return e
}

// makeRows makes the rows of the terms.
func (e *FeatureEvaluator) makeRows() {
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

// Terms returns the terms that e is made of, to make an evaluator with more of
// them or with other weights.
func (e *FeatureEvaluator) Terms() []Term { return slices.Clone(e.terms) }

// Fork returns an evaluator with the same terms for another goroutine.
func (e *FeatureEvaluator) Fork() Evaluator {
	fork := &FeatureEvaluator{terms: e.terms, features: slices.Clone(e.features)}
	for i, f := range fork.features {
		if f, ok := f.(interface{ Fork() Feature }); ok {
			fork.features[i] = f.Fork()
		}
	}
	fork.makeRows()
	return fork
}

// Evaluate returns the value of p from the point of view of the side to move.
// It allocates nothing, unless a feature does.
func (e *FeatureEvaluator) Evaluate(p *Position) Score {
	return e.evaluate(p, nil).view(p.turn())
}

// evaluate returns the value of p from White's point of view, and records in l
// how it came about, unless l is nil.
func (e *FeatureEvaluator) evaluate(p *Position, l *trace) Score {
	s := &e.survey
	s.load(p)
	s.trace = l
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
	s.trace = nil
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

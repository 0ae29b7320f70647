package chess

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

// fitting is the state of one call of Fit.
type fitting struct {
	*Tuner
	ctx   context.Context
	model *tuneModel
	// Of the evaluation, and of the scores of searches.
	slope, searchSlope slopes
}

// slopes holds by phase how much the logarithm of the odds rises with a centipawn.
type slopes [MaxPhase + 1]float64

// slopes returns the slopes of s.
func (s TuneScale) slopes() (by slopes) {
	for phase := range by {
		by[phase] = s.slope(phase)
	}
	return by
}

// designEffect returns how many positions tell as much as a single position from a
// game of its own, if each game has the mean number of positions: see Tuner. What is
// taken from the scores of searches is not shared by the positions of a game.
func (t *Tuner) designEffect() float64 {
	scored := 0
	for _, samples := range t.samples {
		for i := range samples {
			scored += int(oneIf(samples[i].searchScore != noSearchScore))
		}
	}
	positions := float64(t.Positions())
	shared := 1 - float64(t.Trust)/100*float64(scored)/positions
	return 1 + shared*(positions/float64(t.games)-1)/4
}

// batchSize is the number of positions in a batch, which one goroutine works on.
const batchSize = 8192

// batchCount returns the number of batches.
func batchCount(positions int) int { return (positions + batchSize - 1) / batchSize }

// forEach calls work with 0 to batches-1, on all goroutines. Each goroutine makes its
// own work with newWork.
func (f *fitting) forEach(batches int, newWork func() func(i int) error) error {
	var next atomic.Int64
	var wait sync.WaitGroup
	errs := make([]error, f.goroutines())
	for g := range errs {
		wait.Go(func() {
			errs[g] = caught(func() (err error) { // a Feature may panic
				work := newWork()
				for i := int(next.Add(1)) - 1; i < batches && err == nil; i = int(next.Add(1)) - 1 {
					if err = f.ctx.Err(); err == nil {
						err = work(i)
					}
				}
				return err
			})
		})
	}
	wait.Wait()
	return cmp.Or(errs...)
}

// setScale sets the slopes and returns the scale of the evaluation. values has the
// evaluations of the positions fitted to.
func (f *fitting) setScale(values []float32) TuneScale {
	scale := f.Scale
	f.searchSlope = scale.slopes()
	if scale.MG <= 0 || scale.EG <= 0 {
		f.searchSlope = fitScale(f.searchScores()).slopes() // which target needs
		scale = fitScale(values, f.samples[0], f.target)
	}
	f.slope = scale.slopes()
	return scale
}

// evaluate returns the real evaluations with some values of the numbers, from
// White's point of view, of one part of the samples.
func (f *fitting) evaluate(values []int, part int) ([]float32, error) {
	return f.evaluateTerms(f.model.terms(values), part)
}

// evaluateTerms returns the evaluations by some terms, from White's point of view, of one
// part of the samples.
func (f *fitting) evaluateTerms(terms []Term, part int) ([]float32, error) {
	samples := f.samples[part]
	scores := make([]float32, len(samples))
	err := f.forEach(batchCount(len(samples)), func() func(int) error {
		e := newFeatureEvaluator(terms).Fork().(*FeatureEvaluator)
		return func(i int) error {
			for j := i * batchSize; j < min((i+1)*batchSize, len(samples)); j++ {
				p, err := ParseFEN(samples[j].key.EPD())
				if err != nil {
					return err
				}
				scores[j] = float32(e.evaluate(&p, nil))
			}
			return nil
		}
	})
	return scores, err
}

// errors returns the errors of the real evaluation, for both parts of the samples.
func (f *fitting) errors(values []int) (errs [2]float64, err error) {
	for part := range errs {
		scores, err := f.evaluate(values, part)
		if err != nil {
			return errs, err
		}
		errs[part] = f.error(scores, part)
	}
	return errs, nil
}

// error returns the error of evaluations of one part of the samples.
func (f *fitting) error(scores []float32, part int) (sum float64) {
	samples := f.samples[part]
	for i, s := range scores {
		sum += crossEntropy(f.slope[samples[i].phase]*float64(s), f.target(&samples[i]))
	}
	return sum / float64(max(len(samples), 1))
}

// target returns the result that the evaluation of a position should predict, from 0
// to 1.
func (f *fitting) target(s *sample) float64 {
	result := s.expected()
	if s.searchScore == noSearchScore {
		return result
	}
	trust := float64(f.Trust) / 100
	return (1-trust)*result + trust*logistic(f.searchSlope[s.phase]*float64(s.searchScore))
}

// searchScores returns the scores of searches of the positions fitted to, and the
// positions that have one. They get a scale of their own: a search sees further, so
// its scores are larger, and at the scale of the evaluation they would make the
// evaluation grow from fit to fit.
func (f *fitting) searchScores() (values []float32, samples []sample, target func(*sample) float64) {
	for _, s := range f.samples[0] {
		if s.searchScore != noSearchScore {
			values, samples = append(values, float32(s.searchScore)), append(samples, s)
		}
	}
	return values, samples, (*sample).expected
}

// expected returns the result of the game, from 0 to 1.
func (s *sample) expected() float64 { return float64(s.result) / 2 }

// slope returns by how much the logarithm of the odds rises with a centipawn, at a
// phase: ln(10)/scale, as in eval_score.go.
func (s TuneScale) slope(phase int) float64 {
	share := float64(phase) / MaxPhase
	return math.Ln10 * (share/s.MG + (1-share)/s.EG)
}

// fitScale returns the scale with which values predict the targets of samples best,
// between 50 and 5000 centipawns: by Newton's method, since the loss is convex in
// the slopes.
func fitScale(values []float32, samples []sample, target func(*sample) float64) TuneScale {
	const steepest, flattest, start = math.Ln10 / 50, math.Ln10 / 5000, 1 / logisticScale // slopes
	slope := [2]float64{start, start}
	for range 30 {
		// A small penalty keeps the two slopes equal if all positions are of one phase.
		h := symmetricMatrix{{1e-3}, {-1e-3, 1e-3}}
		gradient := []float64{1e-3 * (slope[0] - slope[1]), 1e-3 * (slope[1] - slope[0])}
		for i, v := range values {
			share := float64(samples[i].phase) / MaxPhase
			row := []component{{0, float64(v) * share}, {1, float64(v) * (1 - share)}}
			p := logistic(row[0].value*slope[0] + row[1].value*slope[1])
			h.addOuterProduct(row, p*(1-p))
			for _, c := range row {
				gradient[c.index] += (p - target(&samples[i])) * c.value
			}
		}
		h[0][0] += 1e-9
		h[1][1] += 1e-9
		h.solve(gradient)
		for i := range slope {
			slope[i] = min(max(slope[i]-gradient[i], flattest), steepest)
		}
	}
	return TuneScale{math.Ln10 / slope[0], math.Ln10 / slope[1]}
}

// linearize returns the linear models of one part of the samples, in batches.
func (f *fitting) linearize(values []int, part int) ([]*tuneBatch, error) {
	samples := f.samples[part]
	batches := make([]*tuneBatch, batchCount(len(samples)))
	terms := f.model.terms(values)
	err := f.forEach(len(batches), func() func(int) error {
		l := newLinearizer(f.model, values)
		e := newFeatureEvaluator(terms).Fork().(*FeatureEvaluator)
		return func(i int) error {
			b := &tuneBatch{first: i * batchSize}
			l.batch = b
			for j := b.first; j < min(b.first+batchSize, len(samples)); j++ {
				p, err := ParseFEN(samples[j].key.EPD())
				if err != nil {
					return err
				}
				l.add(&p, e.evaluate(&p, nil))
			}
			b.entries = slices.Clone(b.entries) // frees the spare capacity
			batches[i] = b
			return nil
		}
	})
	return batches, err
}

// progress calls Progress.
func (f *fitting) progress(p TuneProgress) {
	if f.Progress != nil {
		f.Progress(p)
	}
}

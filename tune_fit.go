package chess

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

// maxFree is the largest number of numbers to change.
const maxFree = 4000

// Fit changes the numbers until they agree with the games that were added, and reports those of
// the round with the smallest error of the positions held out, or, if none are, of those fitted
// to. The terms of t stay as they are. It is an error if the terms make no evaluator, if a number of t
// makes no sense, if there is no position to fit to, if there are more than 4,000 numbers, or if ctx ends.
func (t *Tuner) Fit(ctx context.Context) (*TuneReport, error) {
	if _, err := NewFeatureEvaluator(t.Terms...); err != nil {
		return nil, err
	}
	if err := t.check(); err != nil {
		return nil, err
	}
	f := fitting{Tuner: t, ctx: ctx, model: newTuneModel(t.Terms, t.Fixed, float64(cmp.Or(t.Doubt, 30)))}
	if n := f.model.free; n > maxFree || len(f.model.columns) > math.MaxUint16 {
		return nil, fmt.Errorf("chess: %d numbers, more than %d", n, maxFree)
	}
	return f.run()
}

// check returns an error if there are no positions, or if a field makes no sense.
func (t *Tuner) check() error {
	switch {
	case t.Trust < 0 || t.Trust > 100:
		return fmt.Errorf("chess: Trust is %d percent, not 0 to 100", t.Trust)
	case t.Doubt < 0:
		return fmt.Errorf("chess: Doubt is %d, below 0", t.Doubt)
	case t.Rounds < 0:
		return fmt.Errorf("chess: Rounds is %d, below 0", t.Rounds)
	}
	if err := t.Scale.check(); err != nil {
		return err
	}
	if len(t.samples[0]) == 0 {
		return errors.New("chess: there are no positions to learn from")
	}
	return nil
}

// check returns an error unless both numbers are finite.
func (s TuneScale) check() error {
	if !isFinite(s.MG) || !isFinite(s.EG) {
		return fmt.Errorf("chess: Scale is %v and %v, not finite", s.MG, s.EG)
	}
	return nil
}

// run fits the numbers.
func (f *fitting) run() (*TuneReport, error) {
	m := f.model
	start := m.values()
	values, err := f.evaluate(start, 0)
	if err != nil {
		return nil, err
	}
	scale := f.setScale(values)
	errs, err := f.errors(start)
	if err != nil {
		return nil, err
	}
	report := &TuneReport{
		Games: f.games, Positions: len(f.samples[0]), HeldOut: len(f.samples[1]), Scale: scale,
		Before: errs[0], After: errs[0], HeldOutBefore: errs[1], HeldOutAfter: errs[1],
	}
	test := 0 // the part of the samples whose error decides
	if len(f.samples[1]) > 0 {
		test = 1
	}
	now, best := start, start
	bestError := errs[test]
	for round := 1; round <= cmp.Or(f.Rounds, 3) && m.free > 0; round++ {
		batches, err := f.linearize(now, 0)
		if err != nil {
			return nil, err
		}
		step, err := f.newton(batches, start, now, round)
		if err != nil {
			return nil, err
		}
		next, nextErrs, err := f.try(now, step, errs)
		if err != nil {
			return nil, err
		}
		f.progress(TuneProgress{Round: round, Error: nextErrs[0], HeldOut: nextErrs[1]})
		gained := errs[0] - nextErrs[0]
		now, errs = next, nextErrs
		if errs[test] < bestError {
			best, bestError = now, errs[test]
			report.After, report.HeldOutAfter = errs[0], errs[1]
		}
		if gained < 1e-6 {
			break
		}
	}
	report.Terms = m.terms(best)
	report.Weights, err = f.gains(start, best, test)
	return report, err
}

// try returns the numbers after a step, rounded, and their errors. If the error of
// the real evaluation does not fall, it tries half the step, and so on, and at last
// returns the numbers as they are.
func (f *fitting) try(now []int, step []float64, before [2]float64) ([]int, [2]float64, error) {
	for part := 1.0; part > 0.05; part /= 2 {
		next := slices.Clone(now)
		for i := range next {
			next[i] = f.model.numbers[i].clamp(float64(now[i]) + part*step[i])
		}
		if slices.Equal(next, now) {
			break
		}
		errs, err := f.errors(next)
		if err != nil || errs[0] < before[0] {
			return next, errs, err
		}
	}
	return now, before, nil
}

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

// designEffect returns how many positions tell as much as one from a game of its own, if each
// game has the mean number of positions. The positions of a game share its result, so n of them
// count as n/(1+(n-1)/4) of different games (the design effect of cluster samples; Leslie Kish,
// 1965). They do not share the scores of searches.
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
	errs := make([]error, min(f.goroutines(), batches))
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

// What follows computes a step of the numbers by Newton's method on the linear model.

// tunePrior is the distance of a number from its start, and the weight of its
// square.
type tunePrior struct{ distance, weight float64 }

// newton returns the step from now with which the linear model agrees best with the
// results, by Newton's method.
func (f *fitting) newton(batches []*tuneBatch, start, now []int, round int) ([]float64, error) {
	m := f.model
	step, prior := make([]float64, m.free), make([]tunePrior, m.free)
	effect := f.designEffect()
	for i, n := range m.numbers {
		if n.free >= 0 {
			prior[n.free] = tunePrior{float64(now[i] - start[i]), n.prior * effect}
		}
	}
	loss, err := f.loss(batches, step, prior)
	if err != nil {
		return nil, err
	}
	for newton := 1; newton <= 12; newton++ {
		h, gradient, err := f.hessian(batches, step, prior)
		if err != nil {
			return nil, err
		}
		h.solve(gradient)
		gained := 0.0
		for part := 1.0; part > 0.01; part /= 2 {
			next := make([]float64, len(step))
			for i := range next {
				next[i] = step[i] - part*gradient[i]
			}
			nextLoss, err := f.loss(batches, next, prior)
			if err != nil {
				return nil, err
			}
			if nextLoss < loss {
				gained = loss - nextLoss
				step, loss = next, nextLoss
				break
			}
		}
		f.progress(TuneProgress{Round: round, Step: newton, Error: loss})
		if gained < 1e-7 {
			break
		}
	}
	steps := make([]float64, len(m.numbers))
	for i, n := range m.numbers {
		if n.free >= 0 {
			steps[i] = step[n.free]
		}
	}
	return steps, nil
}

// loss returns the error of the linear model after a step, with the prior.
func (f *fitting) loss(batches []*tuneBatch, step []float64, prior []tunePrior) (float64, error) {
	var losses [tuneLanes]float64
	err := f.lanes(batches, func(lane int, b *tuneBatch) {
		var row []component
		sum := 0.0
		for i, value := range b.scores {
			row = f.model.coefficients(row[:0], b, i)
			sample := &f.samples[0][b.first+i]
			sum += crossEntropy(f.slope[sample.phase]*valueAfter(value, row, step), f.target(sample))
		}
		losses[lane] += sum
	})
	sum := 0.0
	for i, x := range step {
		distance := x + prior[i].distance
		sum += prior[i].weight * distance * distance / 2
	}
	for _, x := range losses {
		sum += x
	}
	return sum / float64(len(f.samples[0])), err
}

// valueAfter returns a value of the linear model after a step.
func valueAfter(value float32, row []component, step []float64) float64 {
	sum := float64(value)
	for _, c := range row {
		sum += c.value * step[c.index]
	}
	return sum
}

// hessian returns the second derivatives of the loss by the step, and the gradient:
// sums over the positions, not means.
func (f *fitting) hessian(batches []*tuneBatch, step []float64, prior []tunePrior) (symmetricMatrix, []float64, error) {
	n := len(step)
	var hs [tuneLanes]symmetricMatrix
	var gradients [tuneLanes][]float64
	for lane := range hs {
		hs[lane], gradients[lane] = newSymmetricMatrix(n), make([]float64, n)
	}
	err := f.lanes(batches, func(lane int, b *tuneBatch) {
		var row []component
		h, gradient := hs[lane], gradients[lane]
		for i, value := range b.scores {
			row = f.model.coefficients(row[:0], b, i)
			sample := &f.samples[0][b.first+i]
			slope := f.slope[sample.phase]
			p := logistic(slope * valueAfter(value, row, step))
			h.addOuterProduct(row, slope*slope*p*(1-p))
			for _, c := range row {
				gradient[c.index] += slope * (p - f.target(sample)) * c.value
			}
		}
	})
	h, gradient := hs[0], gradients[0]
	for lane := 1; lane < tuneLanes; lane++ {
		for i := range h {
			for j, x := range hs[lane][i] {
				h[i][j] += x
			}
			gradient[i] += gradients[lane][i]
		}
	}
	for i := range h {
		h[i][i] += prior[i].weight
		gradient[i] += prior[i].weight * (step[i] + prior[i].distance)
	}
	return h, gradient, err
}

// tuneLanes is the number of partial sums of each sum over all positions. It does
// not depend on the number of goroutines, so that the result of rounding does not
// either.
const tuneLanes = 4

// lanes calls work for the batches of each lane in their order, with the lanes in
// parallel.
func (f *fitting) lanes(batches []*tuneBatch, work func(lane int, b *tuneBatch)) error {
	return f.forEach(tuneLanes, func() func(int) error {
		return func(lane int) error {
			for i := lane; i < len(batches); i += tuneLanes {
				if err := f.ctx.Err(); err != nil {
					return err
				}
				work(lane, batches[i])
			}
			return nil
		}
	})
}

// gains returns what became of each number, with its gain in one part of the
// samples.
func (f *fitting) gains(start, now []int, part int) ([]TunedWeight, error) {
	m := f.model
	batches, err := f.linearize(now, part)
	if err != nil {
		return nil, err
	}
	back := make([]float64, m.free)
	weights := make([]TunedWeight, 0, m.free)
	for i, n := range m.numbers {
		if n.free >= 0 {
			back[n.free] = float64(start[i] - now[i])
			weights = append(weights, TunedWeight{
				Feature: m.start[n.feature].Feature.Name(), Number: n.path, From: start[i], To: now[i],
			})
		}
	}
	var row []component
	for _, b := range batches {
		for i, value := range b.scores {
			row = m.coefficients(row[:0], b, i)
			sample := &f.samples[part][b.first+i]
			slope := f.slope[sample.phase]
			target := f.target(sample)
			loss := crossEntropy(slope*float64(value), target)
			for _, c := range row {
				w := &weights[c.index]
				w.Seen++
				if back[c.index] != 0 {
					w.Gain += crossEntropy(slope*(float64(value)+c.value*back[c.index]), target) - loss
				}
			}
		}
	}
	for i := range weights {
		weights[i].Gain /= float64(len(f.samples[part]))
	}
	return weights, nil
}

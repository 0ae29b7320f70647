package chess

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
)

// maxFree is the largest number of numbers to change.
const maxFree = 4000

// Fit changes the numbers until they agree with the games that were added. It
// reports the numbers of the round with the smallest error of the positions held
// out, or, if none are, of those fitted to. The terms of t stay as they are. It is an
// error if no evaluator can be made of the terms, if no position was added to fit to, if
// Trust is not a percentage, if there are more than 4,000 numbers to change, or if ctx is
// done.
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

// check returns an error if there is nothing to learn from, or not as t.Trust says.
func (t *Tuner) check() error {
	if t.Trust < 0 || t.Trust > 100 {
		return fmt.Errorf("chess: Trust is %d percent, not 0 to 100", t.Trust)
	}
	if len(t.samples[0]) == 0 {
		return errors.New("chess: there are no positions to learn from")
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

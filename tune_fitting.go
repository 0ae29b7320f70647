package chess

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

// fitting is a call of Fit.
type fitting struct {
	*Tuner
	ctx   context.Context
	model *tuneModel
	slope [MaxPhase + 1]float64 // ln(10) / scale, by phase
	trust [MaxPhase + 1]float64 // the same for what searches said
}

// designEffect returns how many positions, for the average of positions in a
// game, tell as much as one of a game of its own.
func (t *Tuner) designEffect() float64 {
	return 1 + (float64(t.Positions())/float64(t.games)-1)/4
}

// batchSize is how many positions a goroutine is given at once.
const batchSize = 8192

// each calls work for each of so many batches, on all goroutines; newWork gives
// each goroutine its own.
func (f *fitting) each(batches int, newWork func() func(i int) error) error {
	var next atomic.Int64
	var wait sync.WaitGroup
	errs := make([]error, f.goroutines())
	for g := range errs {
		wait.Go(func() {
			work := newWork()
			for errs[g] == nil {
				i := int(next.Add(1)) - 1
				if i >= batches {
					return
				}
				if errs[g] = f.ctx.Err(); errs[g] == nil {
					errs[g] = work(i)
				}
			}
		})
	}
	wait.Wait()
	return cmp.Or(errs...)
}

func batchCount(positions int) int { return (positions + batchSize - 1) / batchSize }

// evaluate returns the values of one part of the positions, from White's point of view.
func (f *fitting) evaluate(values []int, part int) ([]float32, error) {
	samples := f.samples[part]
	scores := make([]float32, len(samples))
	terms := f.model.terms(values)
	err := f.each(batchCount(len(samples)), func() func(int) error {
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

// errors returns the real errors of both parts.
func (f *fitting) errors(values []int) (errs [2]float64, err error) {
	for part, samples := range f.samples {
		scores, err := f.evaluate(values, part)
		if err != nil {
			return errs, err
		}
		for i, s := range scores {
			errs[part] += crossEntropy(f.slope[samples[i].phase]*float64(s), f.target(&samples[i]))
		}
		errs[part] /= float64(max(len(samples), 1))
	}
	return errs, nil
}

// target returns the result to expect of a position, 0 to 1.
func (f *fitting) target(s *sample) float64 {
	result := float64(s.result) / 2
	if s.judged == noJudgement {
		return result
	}
	trust := float64(f.Trust) / 100
	return (1-trust)*result + trust*expected(f.trust[s.phase]*float64(s.judged))
}

// judgements returns what searches said of the positions fitted to, and those
// that they said something of. A search sees further, and what it says is larger:
// taken at the scale of the evaluation it would make that grow from fit to fit.
func (f *fitting) judgements() (values []float32, samples []sample) {
	for _, s := range f.samples[0] {
		if s.judged != noJudgement {
			values, samples = append(values, float32(s.judged)), append(samples, s)
		}
	}
	return values, samples
}

// slope returns by how much the logarithm of the odds rises with a centipawn.
func (s TuneScale) slope(phase int) float64 {
	share := float64(phase) / MaxPhase
	return math.Ln10 * (share/s.MG + (1-share)/s.EG)
}

// fitScale returns the scale for which values agree best with the results,
// between 50 and 5000 centipawns: by Newton's method, since the loss is convex in
// the slopes.
func fitScale(values []float32, samples []sample) TuneScale {
	const steepest, flattest, start = math.Ln10 / 50, math.Ln10 / 5000, math.Ln10 / 400
	slope := [2]float64{start, start}
	for range 30 {
		// Where the positions are all of one phase, the two slopes are held together.
		h := symmetric{{1e-3}, {-1e-3, 1e-3}}
		gradient := []float64{1e-3 * (slope[0] - slope[1]), 1e-3 * (slope[1] - slope[0])}
		for i, v := range values {
			share := float64(samples[i].phase) / MaxPhase
			row := []coefficient{{0, float64(v) * share}, {1, float64(v) * (1 - share)}}
			p := expected(row[0].by*slope[0] + row[1].by*slope[1])
			h.addSquare(row, p*(1-p))
			for _, c := range row {
				gradient[c.free] += (p - float64(samples[i].result)/2) * c.by
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

// measure measures one part of the positions.
func (f *fitting) measure(values []int, part int) ([]*tuneBatch, error) {
	samples := f.samples[part]
	batches := make([]*tuneBatch, batchCount(len(samples)))
	terms := f.model.terms(values)
	err := f.each(len(batches), func() func(int) error {
		g := newTuneGauge(f.model, values)
		e := newFeatureEvaluator(terms).Fork().(*FeatureEvaluator)
		return func(i int) error {
			b := &tuneBatch{first: i * batchSize}
			g.batch = b
			for j := b.first; j < min(b.first+batchSize, len(samples)); j++ {
				p, err := ParseFEN(samples[j].key.EPD())
				if err != nil {
					return err
				}
				g.measure(&p, e.evaluate(&p, nil))
			}
			b.entries = slices.Clone(b.entries) // without room for more
			batches[i] = b
			return nil
		}
	})
	return batches, err
}

func (f *fitting) progress(p TuneProgress) {
	if f.Progress != nil {
		f.Progress(p)
	}
}

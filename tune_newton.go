package chess

// This file computes a step of the numbers by Newton's method on the linear model.

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
			sum += crossEntropy(f.slope[sample.phase]*after(value, row, step), f.target(sample))
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

// after returns a value of the linear model after a step.
func after(value float32, row []component, step []float64) float64 {
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
			p := logistic(slope * after(value, row, step))
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

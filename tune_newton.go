package chess

// coefficients appends those of a position of the batch.
func (m *tuneModel) coefficients(dst []coefficient, b *tuneBatch, i int) []coefficient {
	start := uint32(0)
	if i > 0 {
		start = b.ends[i-1]
	}
	share := [3]float64{float64(b.shares[i][0]), float64(b.shares[i][1]), 1}
	for _, e := range b.entries[start:b.ends[i]] {
		c := &m.columns[e.column]
		for part, n := range c.part {
			if n < 0 || m.numbers[n].free < 0 {
				continue
			}
			by := share[part] * c.unit[part] * float64(e.count)
			if by == 0 {
				continue
			}
			free := m.numbers[n].free
			if last := len(dst) - 1; last >= 0 && dst[last].free == free {
				dst[last].by += by
			} else {
				dst = append(dst, coefficient{free, by})
			}
		}
	}
	return dst
}

// tuneLanes is in how many parts sums over all positions are formed. It does
// not depend on the processors, so that neither do the sums.
const tuneLanes = 4

// tunePrior is how far a number is from its start, and what that weighs.
type tunePrior struct{ from, weight float64 }

// newton returns the step from now that makes the linear model agree best.
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
		h, gradient, err := f.curvature(batches, step, prior)
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

// lanes calls work for all batches of each lane in their order.
func (f *fitting) lanes(batches []*tuneBatch, work func(lane int, b *tuneBatch)) error {
	return f.each(tuneLanes, func() func(int) error {
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

// loss returns the error of the linear model after a step, with the prior.
func (f *fitting) loss(batches []*tuneBatch, step []float64, prior []tunePrior) (float64, error) {
	var losses [tuneLanes]float64
	err := f.lanes(batches, func(lane int, b *tuneBatch) {
		var row []coefficient
		sum := 0.0
		for i, value := range b.scores {
			row = f.model.coefficients(row[:0], b, i)
			sample := &f.samples[0][b.first+i]
			sum += crossEntropy(f.slope[sample.phase]*moved(value, row, step), f.target(sample))
		}
		losses[lane] += sum
	})
	sum := 0.0
	for i, x := range step {
		far := x + prior[i].from
		sum += prior[i].weight * far * far / 2
	}
	for _, x := range losses {
		sum += x
	}
	return sum / float64(len(f.samples[0])), err
}

// moved returns a value after a step.
func moved(value float32, row []coefficient, step []float64) float64 {
	sum := float64(value)
	for _, c := range row {
		sum += c.by * step[c.free]
	}
	return sum
}

// curvature returns the second derivatives of the loss, and the first.
func (f *fitting) curvature(batches []*tuneBatch, step []float64, prior []tunePrior) (symmetric, []float64, error) {
	n := len(step)
	var hs [tuneLanes]symmetric
	var gradients [tuneLanes][]float64
	for lane := range hs {
		hs[lane], gradients[lane] = newSymmetric(n), make([]float64, n)
	}
	err := f.lanes(batches, func(lane int, b *tuneBatch) {
		var row []coefficient
		h, gradient := hs[lane], gradients[lane]
		for i, value := range b.scores {
			row = f.model.coefficients(row[:0], b, i)
			sample := &f.samples[0][b.first+i]
			slope := f.slope[sample.phase]
			p := expected(slope * moved(value, row, step))
			h.addSquare(row, slope*slope*p*(1-p))
			for _, c := range row {
				gradient[c.free] += slope * (p - f.target(sample)) * c.by
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
		gradient[i] += prior[i].weight * (step[i] + prior[i].from)
	}
	return h, gradient, err
}

// gains returns what became of each number, and what it gained in one part of
// the positions.
func (f *fitting) gains(start, now []int, part int) ([]TunedWeight, error) {
	m := f.model
	batches, err := f.measure(now, part)
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
	var row []coefficient
	for _, b := range batches {
		for i, value := range b.scores {
			row = m.coefficients(row[:0], b, i)
			sample := &f.samples[part][b.first+i]
			slope := f.slope[sample.phase]
			target := f.target(sample)
			loss := crossEntropy(slope*float64(value), target)
			for _, c := range row {
				w := &weights[c.free]
				w.Seen++
				if back[c.free] != 0 {
					w.Gain += crossEntropy(slope*(float64(value)+c.by*back[c.free]), target) - loss
				}
			}
		}
	}
	for i := range weights {
		weights[i].Gain /= float64(len(f.samples[part]))
	}
	return weights, nil
}

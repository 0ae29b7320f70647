package chess

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Learning is how Tuner.Learn trains a network. The zero Learning suits some hundred thousand
// positions; for millions a Decay of 0.00001 is better.
type Learning struct {
	Passes   int     // over all positions; 0 is 12
	Continue bool    // begin with the units of the network of the terms, and random ones in place of those that say nothing
	Seed     uint64  // chooses the weights at the start and the order of the positions
	Rate     float64 // of learning, in the first pass; it falls to zero with the last. 0 is 0.003
	Decay    float64 // of weights about which positions say little; 0 is 0.0002, and a negative number none

	// Scale is the scale of the evaluation, with the network and without, but not of the scores
	// of searches. If a number is not positive, it is Tuner.Scale, or the one that suits the
	// evaluation without the network. A network that is most of an evaluation needs one.
	Scale TuneScale
}

// Learn trains the network "coordination" to predict what the other features of t.Terms miss. It
// replaces the network in the terms, or adds one at the end. The report has the network of
// the pass with the smallest error of the positions held out, or, if none are, of the last pass.
// The method is Adam (Kingma and Ba, 2014); processors may round differently. It is an error if
// the terms make no evaluator, if a number of by or t makes no sense, if there is no position to learn
// from, or if ctx ends.
func (t *Tuner) Learn(ctx context.Context, by Learning) (*TuneReport, error) {
	if _, err := NewFeatureEvaluator(t.Terms...); err != nil {
		return nil, err
	}
	if err := t.check(); err != nil {
		return nil, err
	}
	switch {
	case by.Passes < 0:
		return nil, fmt.Errorf("chess: Passes is %d, below 0", by.Passes)
	case by.Rate < 0 || !isFinite(by.Rate):
		return nil, fmt.Errorf("chess: Rate is %v, not a finite positive number", by.Rate)
	case !isFinite(by.Decay):
		return nil, fmt.Errorf("chess: Decay is %v, not finite", by.Decay)
	}
	if err := by.Scale.check(); err != nil {
		return nil, err
	}
	by.Passes = cmp.Or(by.Passes, 12)
	by.Rate = cmp.Or(by.Rate, 0.003)
	by.Decay = max(cmp.Or(by.Decay, 0.0002), 0)
	l := learner{fitting: fitting{Tuner: t, ctx: ctx}, by: by}
	return l.run()
}

// A learner is the state of one call of Learn.
type learner struct {
	fitting
	by       Learning
	other    [networkInputs]uint16 // the input of Black's view for each of White's, if no view is turned
	lessons  [2][]lesson           // of the samples
	inputs   [2][]uint16           // of the lessons, one after the other, for White's view, not turned
	now      netWeights
	lanes    [tuneLanes]netWeights // the gradients of the parts of a batch
	mean     netWeights            // the moments of the gradient
	variance netWeights
}

// A lesson is what the network should do about a sample.
type lesson struct {
	first  uint32   // of the inputs
	count  uint8    // of the inputs
	turned [2]uint8 // 7 for a view that has the files exchanged: the number of an input is XORed with it, since ranks begin at multiples of 8
	base   float32  // the evaluation without the network, from White's point of view
	target float32  // the expected result
	slope  float32
	shares [2]float32 // of the middlegame and the endgame, with the scaling
}

// netWeights has the weights of a network as training has them, in the order of network.rows.
type netWeights [][networkUnits]float32

// newNetWeights returns weights of zero.
func newNetWeights() netWeights { return make(netWeights, networkInputs+3) }

// bias, mg and eg return the last three rows.
func (w netWeights) bias() *[networkUnits]float32 { return &w[len(w)-3] }
func (w netWeights) mg() *[networkUnits]float32   { return &w[len(w)-2] }
func (w netWeights) eg() *[networkUnits]float32   { return &w[len(w)-1] }

// netCentipawns is what an output of 1 is worth, so that all weights are of one size.
const netCentipawns = 100

// run trains the network.
func (l *learner) run() (*TuneReport, error) {
	base := slices.DeleteFunc(slices.Clone(l.Terms), l.isReplaced)
	l.findOther()
	l.now = newNetWeights() // of zero: no network
	r := &TuneReport{Games: l.games, Positions: len(l.samples[0]), HeldOut: len(l.samples[1])}
	for part := range l.samples {
		scores, err := l.evaluateTerms(base, part)
		if err != nil {
			return nil, err
		}
		if part == 0 {
			if r.Scale = l.setScale(scores); l.by.Scale.MG > 0 && l.by.Scale.EG > 0 {
				r.Scale, l.slope = l.by.Scale, l.by.Scale.slopes()
			}
		}
		if err := l.prepare(base, part, scores); err != nil {
			return nil, err
		}
	}
	r.Before, r.HeldOutBefore = l.loss(0), l.loss(1)
	test := int(oneIf(len(l.samples[1]) > 0))
	best, bestError := newNetWeights(), []float64{r.Before, r.HeldOutBefore}[test]
	random := rand.New(rand.NewPCG(l.by.Seed, 1))
	l.start(random)
	if i := slices.IndexFunc(l.Terms, l.isReplaced); i >= 0 && l.by.Continue {
		l.now.resume(l.Terms[i].Feature.(*network))
		if l.now.network().fits() {
			bestError = l.loss(test)
			copy(best, l.now)
		}
	}
	for pass := 1; pass <= l.by.Passes; pass++ {
		if err := l.pass(pass, random); err != nil {
			return nil, err
		}
		errs := [2]float64{l.loss(0), l.loss(1)}
		l.progress(TuneProgress{Round: pass, Error: errs[0], HeldOut: errs[1]})
		if (errs[test] < bestError || test == 0) && l.now.network().fits() {
			bestError, r.Pass = errs[test], pass
			copy(best, l.now)
		}
	}
	r.HeldOutExact = bestError
	r.Terms = l.withNetwork(best.network())
	for part, err := range []*float64{&r.After, &r.HeldOutAfter} {
		scores, problem := l.evaluateTerms(r.Terms, part)
		if problem != nil {
			return nil, problem
		}
		*err = l.error(scores, part)
	}
	return r, nil
}

// isReplaced reports whether a term is the network that is trained.
func (l *learner) isReplaced(t Term) bool {
	_, ok := t.Feature.(*network)
	return ok
}

// withNetwork returns the terms with another network.
func (l *learner) withNetwork(f *network) []Term {
	terms := slices.Clone(l.Terms)
	if i := slices.IndexFunc(terms, l.isReplaced); i >= 0 {
		terms[i].Feature = f
		return terms
	}
	return append(terms, Terms(f)...)
}

// constantFeature is a feature that credits White with a constant.
type constantFeature Score

// Name returns "offset".
func (constantFeature) Name() string { return "offset" }

// Score credits the constant.
func (f constantFeature) Score(s *Survey) { s.Credit(White, NoSquare, Tapered{Score(f), Score(f)}) }

// prepare makes the lessons of one part of the samples. scores has the evaluations by the
// terms.
func (l *learner) prepare(base []Term, part int, scores []float32) error {
	// How much the scalers leave of what the network adds is measured.
	const step = 50
	var moved [2][]float32
	for i, by := range []constantFeature{-step, step} {
		var err error
		if moved[i], err = l.evaluateTerms(append(slices.Clone(base), Terms(by)...), part); err != nil {
			return err
		}
	}
	samples := l.samples[part]
	lessons, inputs := make([]lesson, len(samples)), []uint16(nil)
	for i := range samples {
		s := &samples[i]
		left := (moved[1][i] - moved[0][i]) / (2 * step)
		share := left * float32(s.phase) / MaxPhase
		p, err := ParseFEN(s.key.EPD())
		if err != nil {
			return err
		}
		lessons[i] = lesson{
			first: uint32(len(inputs)), base: scores[i], target: float32(l.target(s)),
			slope: float32(l.slope[s.phase]), shares: [2]float32{share, left - share},
		}
		l.survey.load(&p)
		pieces := planesOf(&l.survey)
		for c := range Color(2) {
			lessons[i].turned[c] = uint8(pieces.turned(c))
		}
		if l.survey.silencesNetworks() {
			continue // without inputs both views have the same value
		}
		for sq := range pieces.occupied().All() {
			c, kind := pieces.at(sq)
			inputs = append(inputs, uint16(inputOf(White, 0, c, kind, sq)))
		}
		lessons[i].count = uint8(len(inputs) - int(lessons[i].first))
	}
	l.lessons[part], l.inputs[part] = lessons, inputs
	return nil
}

// findOther makes other.
func (l *learner) findOther() {
	for input := range l.other {
		c, t, sq := placeOf(input)
		l.other[input] = uint16(inputOf(Black, 0, c, t, sq))
	}
}

// start sets the weights at the start: random for the inputs, and smaller ones for the
// outputs, so that the network begins with little to say.
func (l *learner) start(random *rand.Rand) {
	l.mean, l.variance = newNetWeights(), newNetWeights()
	for i := range l.lanes {
		l.lanes[i] = newNetWeights()
	}
	for i := range l.now {
		limit := 0.4
		switch {
		case &l.now[i] == l.now.bias():
			continue
		case i > networkInputs:
			limit = 0.1
		}
		for j := range l.now[i] {
			l.now[i][j] = float32(random.Float64()*2-1) * float32(limit)
		}
	}
}

// learnBatch is the number of positions in a step.
const learnBatch = 2048

// pass goes through all positions once, in random order.
func (l *learner) pass(pass int, random *rand.Rand) error {
	order := random.Perm(len(l.lessons[0]))
	steps := (len(order) + learnBatch - 1) / learnBatch
	for step := range steps {
		batch := order[step*learnBatch : min((step+1)*learnBatch, len(order))]
		err := l.forEach(tuneLanes, func() func(int) error {
			return func(lane int) error {
				gradient := l.lanes[lane]
				clear(gradient)
				for _, i := range batch[lane*len(batch)/tuneLanes : (lane+1)*len(batch)/tuneLanes] {
					l.learn(i, gradient)
				}
				return nil
			}
		})
		if err != nil {
			return err
		}
		done := (float64(pass-1) + float64(step)/float64(steps)) / float64(l.by.Passes)
		l.step((pass-1)*steps+step+1, l.by.Rate*(1+math.Cos(math.Pi*done))/2, 1/float64(len(batch)))
	}
	return nil
}

// step changes the weights by the gradients of a batch. number is that of the step, from
// 1, and unit what a position counts.
func (l *learner) step(number int, rate, unit float64) {
	const keepMean, keepVariance = 0.9, 0.999
	meanUnit, varianceUnit := 1/(1-math.Pow(keepMean, float64(number))), 1/(1-math.Pow(keepVariance, float64(number)))
	for i := range l.now {
		now, means, variances := &l.now[i], &l.mean[i], &l.variance[i]
		for j := range now {
			gradient := 0.0
			for _, lane := range l.lanes {
				gradient += float64(lane[i][j])
			}
			gradient = gradient*unit + l.by.Decay*float64(now[j])
			mean := keepMean*float64(means[j]) + (1-keepMean)*gradient
			variance := keepVariance*float64(variances[j]) + (1-keepVariance)*gradient*gradient
			means[j], variances[j] = float32(mean), float32(variance)
			change := mean * meanUnit / (math.Sqrt(variance*varianceUnit) + 1e-8)
			now[j] -= float32(rate * change)
		}
	}
}

// views has the sums of the units for a lesson, by the Color whose view it is.
type views [2][networkUnits]float32

// look computes the sums of the units, and returns the logarithm of the odds.
func (l *learner) look(at *lesson, inputs []uint16, v *views) float32 {
	white, black := &v[White], &v[Black]
	*white = *l.now.bias()
	*black = *white
	for _, input := range inputs {
		row := &l.now[input^uint16(at.turned[White])]
		other := &l.now[l.other[input]^uint16(at.turned[Black])]
		for i := range row {
			white[i] += row[i]
			black[i] += other[i]
		}
	}
	mg, eg := l.now.mg(), l.now.eg()
	var sums [2]float32
	for i := range mg {
		net := max(white[i], 0) - max(black[i], 0)
		sums[0] += net * mg[i]
		sums[1] += net * eg[i]
	}
	return at.slope * (at.base + netCentipawns*(at.shares[0]*sums[0]+at.shares[1]*sums[1]))
}

// learn adds to the gradient what a position says.
func (l *learner) learn(i int, gradient netWeights) {
	at := &l.lessons[0][i]
	inputs := l.inputs[0][at.first:][:at.count]
	var v views
	odds := l.look(at, inputs, &v)
	d := float32(logistic(float64(odds))-float64(at.target)) * at.slope * netCentipawns
	white, black := &v[White], &v[Black]
	mg, eg := l.now.mg(), l.now.eg()
	dMG, dEG, dBias := gradient.mg(), gradient.eg(), gradient.bias()
	byMG, byEG := d*at.shares[0], d*at.shares[1]
	for i := range white {
		net := max(white[i], 0) - max(black[i], 0)
		dMG[i] += byMG * net
		dEG[i] += byEG * net
		by := byMG*mg[i] + byEG*eg[i]
		up, down := by, -by // the derivatives by the sums
		if white[i] <= 0 {
			up = 0
		}
		if black[i] <= 0 {
			down = 0
		}
		white[i], black[i] = up, down
		dBias[i] += up + down
	}
	for _, input := range inputs {
		row := &gradient[input^uint16(at.turned[White])]
		for i := range row {
			row[i] += white[i]
		}
		row = &gradient[l.other[input]^uint16(at.turned[Black])]
		for i := range row {
			row[i] += black[i]
		}
	}
}

// loss returns the error of the network for one part of the samples.
func (l *learner) loss(part int) float64 {
	lessons := l.lessons[part]
	sums := make([]float64, batchCount(len(lessons)))
	l.forEach(len(sums), func() func(int) error {
		return func(i int) error {
			var v views
			for j := i * batchSize; j < min((i+1)*batchSize, len(lessons)); j++ {
				at := &lessons[j]
				odds := l.look(at, l.inputs[part][at.first:][:at.count], &v)
				sums[i] += crossEntropy(float64(odds), float64(at.target))
			}
			return nil
		}
	})
	sum := 0.0
	for _, s := range sums {
		sum += s
	}
	return sum / float64(max(len(lessons), 1))
}

// network returns the network with the weights rounded. A unit whose outputs are too large
// for that gets larger inputs and smaller outputs, which comes to the same.
func (w netWeights) network() *network {
	f := new(network)
	const output = netCentipawns * outputUnit
	for j := range networkUnits {
		mg, eg := float64(w.mg()[j])*output, float64(w.eg()[j])*output
		scale := max(1, max(mg, -mg, eg, -eg)/math.MaxInt16)
		for i := range f.Input {
			f.Input[i][j] = roundWeight(float64(w[i][j]) * inputUnit * scale)
		}
		f.Bias[j] = roundWeight(float64(w.bias()[j]) * inputUnit * scale)
		f.Output[0][j], f.Output[1][j] = roundWeight(mg/scale), roundWeight(eg/scale)
	}
	return f
}

// roundWeight rounds a weight, and limits it.
func roundWeight(x float64) int16 {
	return int16(math.Round(min(max(x, -math.MaxInt16), math.MaxInt16)))
}

// resume takes over the units of a network. The others keep a tenth of what they say, so that the whole begins
// with little else.
func (w netWeights) resume(f *network) {
	const output = netCentipawns * outputUnit
	for j := range networkUnits {
		if f.Output[0][j] == 0 && f.Output[1][j] == 0 {
			w.mg()[j] /= 10
			w.eg()[j] /= 10
			continue
		}
		for i := range f.Input {
			w[i][j] = float32(f.Input[i][j]) / inputUnit
		}
		w.bias()[j] = float32(f.Bias[j]) / inputUnit
		w.mg()[j], w.eg()[j] = float32(f.Output[0][j])/output, float32(f.Output[1][j])/output
	}
}

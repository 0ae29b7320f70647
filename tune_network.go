package chess

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// Learning is how Tuner.Learn trains a network. The zero Learning is the usual way.
type Learning struct {
	// Passes is how often all positions are gone through. 0 is 12.
	Passes int

	// Seed chooses the weights at the start and the order of the positions.
	Seed uint64

	// Rate is by how much a weight is changed at first in a step; it falls to zero with
	// the last pass. 0 is 0.003.
	Rate float64

	// Decay is what a weight adds to the slope of the error, times itself: it pulls
	// weights to zero about which the positions say little. 0 is 0.0002, and a negative
	// number is none.
	Decay float64
}

// LearnReport is the result of Learn. Errors are those of Tuner.
type LearnReport struct {
	// Terms are those of the Tuner with the new network. They are not in the JSON.
	Terms []Term `json:"-"`

	Games         int       `json:"games"`     // that were added
	Positions     int       `json:"positions"` // learned from
	HeldOut       int       `json:"heldOut"`   // positions of games held out
	Scale         TuneScale `json:"scale"`
	Before        float64   `json:"before"`        // error of the positions learned from, without a network
	After         float64   `json:"after"`         // that with the network
	HeldOutBefore float64   `json:"heldOutBefore"` // error of the positions held out, without a network
	HeldOutAfter  float64   `json:"heldOutAfter"`  // that with the network

	// HeldOutExact is HeldOutAfter before the weights were rounded to integers, or
	// After if no position is held out.
	HeldOutExact float64 `json:"heldOutExact"`

	// Pass is the pass after which the network was the best, from 1; 0 if it never was
	// better than none.
	Pass int `json:"pass"`
}

// String returns the errors, in three lines.
func (r *LearnReport) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d games, scale %.0f in the middlegame, %.0f in the endgame, best after pass %d\n", r.Games, r.Scale.MG, r.Scale.EG, r.Pass)
	fmt.Fprintf(&b, "learned from %8d positions, error %.6f, was %.6f\n", r.Positions, r.After, r.Before)
	fmt.Fprintf(&b, "held out     %8d positions, error %.6f, was %.6f (%.6f before rounding)\n", r.HeldOut, r.HeldOutAfter, r.HeldOutBefore, r.HeldOutExact)
	return b.String()
}

// Learn trains the network of pawns and kings to what the other features leave over of
// the games and positions that were added. The evaluation without the network stays as it
// is. A network in t.Terms is replaced, and if there is none, one is added at the end. The
// report has the network with the smallest error of the positions held out, or, if none
// are, the last one.
//
// The method is stochastic gradient descent with moments (Adam; Kingma and Ba, 2014) and
// a rate that falls as a cosine. The network is the same with any number of goroutines, on
// one type of processor: others may round differently. It is an error if no evaluator can
// be made of the terms, if no position was added to learn from, or if ctx is done.
func (t *Tuner) Learn(ctx context.Context, by Learning) (*LearnReport, error) {
	if _, err := NewFeatureEvaluator(t.Terms...); err != nil {
		return nil, err
	}
	if len(t.samples[0]) == 0 {
		return nil, errors.New("chess: there are no positions to learn from")
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
	lessons  [2][]lesson // of the samples
	inputs   [2][]uint8  // of the lessons, one after the other, for White's view
	now      netWeights
	lanes    [tuneLanes]*netWeights // the gradients of the parts of a batch
	mean     netWeights             // the moments of the gradient
	variance netWeights
}

// A lesson is what the network should do about a sample.
type lesson struct {
	first, last uint32  // of the inputs
	base        float32 // the evaluation without the network, from White's point of view
	target      float32 // the expected result
	slope       float32
	shares      [2]float32 // of the middlegame and the endgame, with the scaling
}

// netWeights has the weights of a network as training has them: the inputs, pawnUnits to
// each, the biases, and the outputs.
type netWeights [(pawnInputs + 3) * pawnUnits]float32

// Where the biases and the outputs begin in netWeights.
const (
	netBias   = pawnInputs * pawnUnits
	netOutput = netBias + pawnUnits
)

// netCentipawns is what an output of 1 is worth, so that all weights are of one size.
const netCentipawns = 100

// run trains the network.
func (l *learner) run() (*LearnReport, error) {
	base := slices.DeleteFunc(slices.Clone(l.Terms), isPawnNetwork)
	r := &LearnReport{Games: l.games, Positions: len(l.samples[0]), HeldOut: len(l.samples[1])}
	for part := range l.samples {
		scores, err := l.evaluateTerms(base, part)
		if err != nil {
			return nil, err
		}
		if part == 0 {
			r.Scale = l.setScale(scores)
		}
		if err := l.prepare(base, part, scores); err != nil {
			return nil, err
		}
	}
	r.Before, r.HeldOutBefore = l.loss(0), l.loss(1)
	test := int(oneIf(len(l.samples[1]) > 0))
	best, bestError := l.now, []float64{r.Before, r.HeldOutBefore}[test]
	random := rand.New(rand.NewPCG(l.by.Seed, 1))
	l.start(random)
	for i := range l.lanes {
		l.lanes[i] = new(netWeights)
	}
	for pass := 1; pass <= l.by.Passes; pass++ {
		if err := l.pass(pass, random); err != nil {
			return nil, err
		}
		errs := [2]float64{l.loss(0), l.loss(1)}
		l.progress(TuneProgress{Round: pass, Error: errs[0], HeldOut: errs[1]})
		if errs[test] < bestError || test == 0 {
			best, bestError, r.Pass = l.now, errs[test], pass
		}
	}
	r.HeldOutExact = bestError
	r.Terms = withPawnNetwork(l.Terms, best.network())
	for part, err := range []*float64{&r.After, &r.HeldOutAfter} {
		scores, problem := l.evaluateTerms(r.Terms, part)
		if problem != nil {
			return nil, problem
		}
		*err = l.error(scores, part)
	}
	return r, nil
}

// isPawnNetwork reports whether the feature of a term is a network of pawns and kings.
func isPawnNetwork(t Term) bool {
	_, ok := t.Feature.(*pawnNetwork)
	return ok
}

// withPawnNetwork returns the terms with another network.
func withPawnNetwork(terms []Term, f *pawnNetwork) []Term {
	terms = slices.Clone(terms)
	if i := slices.IndexFunc(terms, isPawnNetwork); i >= 0 {
		terms[i].Feature = f
		return terms
	}
	return append(terms, Terms(f)...)
}

// offset is a feature that credits White with a constant.
type offset Score

// Name returns "offset".
func (offset) Name() string { return "offset" }

// Score credits the constant.
func (f offset) Score(s *Survey) { s.Credit(White, NoSquare, Tapered{Score(f), Score(f)}) }

// prepare makes the lessons of one part of the samples. scores has the evaluations by the
// terms.
func (l *learner) prepare(base []Term, part int, scores []float32) error {
	// How much the scalers leave of what the network adds is measured.
	const step = 50
	var moved [2][]float32
	for i, by := range []offset{-step, step} {
		var err error
		if moved[i], err = l.evaluateTerms(append(slices.Clone(base), Terms(by)...), part); err != nil {
			return err
		}
	}
	samples := l.samples[part]
	lessons, inputs := make([]lesson, len(samples)), []uint8(nil)
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
		position := newPawnsAndKings(&l.survey)
		for c := range Color(2) {
			for kind, set := range position[c] {
				for sq := range set.All() {
					inputs = append(inputs, uint8(pawnInput(White, c, kind, sq)))
				}
			}
		}
		lessons[i].last = uint32(len(inputs))
	}
	l.lessons[part], l.inputs[part] = lessons, inputs
	return nil
}

// otherView has the input of Black's view for each of White's.
var otherView = func() (t [pawnInputs]uint8) {
	for c := range Color(2) {
		for sq := range NoSquare {
			t[pawnInput(White, c, 1, sq)] = uint8(pawnInput(Black, c, 1, sq))
			if sq >= A2 && sq <= H7 {
				t[pawnInput(White, c, 0, sq)] = uint8(pawnInput(Black, c, 0, sq))
			}
		}
	}
	return t
}()

// start sets the weights at the start: random for the inputs, and smaller ones for the
// outputs, so that the network begins with little to say.
func (l *learner) start(random *rand.Rand) {
	for i := range l.now[:netBias] {
		l.now[i] = float32(random.Float64()*2-1) * 0.4
	}
	for i := range l.now[netOutput:] {
		l.now[netOutput+i] = float32(random.Float64()*2-1) * 0.1
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
				*gradient = netWeights{}
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
		gradient := 0.0
		for _, lane := range l.lanes {
			gradient += float64(lane[i])
		}
		gradient = gradient*unit + l.by.Decay*float64(l.now[i])
		mean := keepMean*float64(l.mean[i]) + (1-keepMean)*gradient
		variance := keepVariance*float64(l.variance[i]) + (1-keepVariance)*gradient*gradient
		l.mean[i], l.variance[i] = float32(mean), float32(variance)
		change := mean * meanUnit / (math.Sqrt(variance*varianceUnit) + 1e-8)
		l.now[i] -= float32(rate * change)
	}
}

// views has the sums of the units for a lesson, by the Color whose view it is.
type views [2][pawnUnits]float32

// look computes the sums of the units, and returns the logarithm of the odds.
func (l *learner) look(at *lesson, inputs []uint8, v *views) float32 {
	white, black := &v[White], &v[Black]
	copy(white[:], l.now[netBias:netOutput])
	*black = *white
	for _, input := range inputs {
		row := (*[pawnUnits]float32)(l.now[int(input)*pawnUnits:])
		other := (*[pawnUnits]float32)(l.now[int(otherView[input])*pawnUnits:])
		for i := range row {
			white[i] += row[i]
			black[i] += other[i]
		}
	}
	mg := (*[pawnUnits]float32)(l.now[netOutput:])
	eg := (*[pawnUnits]float32)(l.now[netOutput+pawnUnits:])
	var sums [2]float32
	for i := range mg {
		net := max(white[i], 0) - max(black[i], 0)
		sums[0] += net * mg[i]
		sums[1] += net * eg[i]
	}
	return at.slope * (at.base + netCentipawns*(at.shares[0]*sums[0]+at.shares[1]*sums[1]))
}

// learn adds to the gradient what a position says.
func (l *learner) learn(i int, gradient *netWeights) {
	at := &l.lessons[0][i]
	inputs := l.inputs[0][at.first:at.last]
	var v views
	odds := l.look(at, inputs, &v)
	d := float32(logistic(float64(odds))-float64(at.target)) * at.slope * netCentipawns
	white, black := &v[White], &v[Black]
	mg, eg := l.now[netOutput:][:pawnUnits], l.now[netOutput+pawnUnits:][:pawnUnits]
	dMG, dEG := gradient[netOutput:][:pawnUnits], gradient[netOutput+pawnUnits:][:pawnUnits]
	dBias := gradient[netBias:][:pawnUnits]
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
		row := (*[pawnUnits]float32)(gradient[int(input)*pawnUnits:])
		for i := range row {
			row[i] += white[i]
		}
		row = (*[pawnUnits]float32)(gradient[int(otherView[input])*pawnUnits:])
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
				odds := l.look(at, l.inputs[part][at.first:at.last], &v)
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

// network returns the network with the weights rounded.
func (w *netWeights) network() *pawnNetwork {
	f := new(pawnNetwork)
	round := func(x float32, unit float64) int16 {
		return int16(math.Round(min(max(float64(x)*unit, math.MinInt16), math.MaxInt16)))
	}
	for i := range f.Input {
		for j := range f.Input[i] {
			f.Input[i][j] = round(w[i*pawnUnits+j], inputUnit)
		}
	}
	for j := range f.Bias {
		f.Bias[j] = round(w[netBias+j], inputUnit)
		for part := range f.Output {
			f.Output[part][j] = round(w[netOutput+part*pawnUnits+j], netCentipawns*outputUnit)
		}
	}
	return f
}

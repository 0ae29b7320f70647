package chess

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// The scale is found for each phase, and is the same for both if all positions are
// of one phase.
func TestFitScale(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	draw := func(phases ...uint8) (values []float32, samples []sample, target func(*sample) float64) {
		for range 100_000 {
			s, value := sample{phase: phases[r.IntN(len(phases))]}, r.NormFloat64()*200
			for range 2 {
				if r.Float64() < logistic((TuneScale{500, 300}).slope(int(s.phase))*value) {
					s.result++
				}
			}
			values, samples = append(values, float32(value)), append(samples, s)
		}
		return values, samples, (*sample).expected
	}
	near := func(got, want float64) bool { return math.Abs(got-want) < want/20 }
	if s := fitScale(draw(0, 6, 12, 24)); !near(s.MG, 500) || !near(s.EG, 300) {
		t.Errorf("%+v, want about 500 and 300", s)
	}
	if s := fitScale(draw(0)); !near(s.EG, 300) || !near(s.MG, 300) {
		t.Errorf("in the endgame alone %+v, want about 300", s)
	}
}

// A fit that trusts only the scores of searches finds their numbers, whatever the
// results.
func TestTrust(t *testing.T) {
	right, wrong := Terms(PointMaterial(), &Tempo{Tapered{60, 60}}), Terms(PointMaterial(), &Tempo{})
	truth := newFeatureEvaluator(right)
	tuner := Tuner{
		Terms: wrong, Trust: 100, Doubt: 300, HeldOut: -1, Scale: TuneScale{300, 300},
		Fixed: func(feature, _ string) bool { return feature == "material" },
	}
	var text strings.Builder
	for _, p := range walkedPositions(3000) {
		fmt.Fprintf(&text, "%s ce %d; c9 \"0-1\";\n", p.EPD(), truth.Evaluate(&p))
	}
	if bad, err := tuner.ReadPositions(strings.NewReader(text.String())); bad != 0 || err != nil {
		t.Fatal(bad, err)
	}
	tempo := mustFit(t, &tuner).Terms[1].Feature.(*Tempo).Move
	if off := tempo.Minus(Tapered{60, 60}); max(off.MG, -off.MG, off.EG, -off.EG) > 5 {
		t.Errorf("the move is worth %v", tempo)
	}
}

// The scores of searches have a scale of their own: the numbers do not grow because
// the scores are twice as large.
func TestTrustHasItsScale(t *testing.T) {
	truth := newFeatureEvaluator(Terms(SimplifiedMaterial()))
	tuner := Tuner{Terms: truth.Terms(), Trust: 100, Doubt: 300, HeldOut: -1}
	addSimulated(&tuner, truth, walkedPositions(20_000))
	for i := range tuner.samples[0] {
		s := &tuner.samples[0][i]
		p := MustParseFEN(s.key.EPD())
		s.searchScore = int16(2 * truth.evaluate(&p, nil))
	}
	rook := mustFit(t, &tuner).Terms[0].Feature.(Material)[Rook]
	if off := rook.Minus(Tapered{500, 500}); max(off.MG, -off.MG, off.EG, -off.EG) > 100 {
		t.Errorf("a rook is worth %v", rook)
	}
}

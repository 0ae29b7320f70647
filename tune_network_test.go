package chess

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// learningTuner returns a Tuner for PeSTO, with positions that were scored by PeSTO and a
// network.
func learningTuner(truth *network, positions int, rest ...Feature) *Tuner {
	terms := append(newPeSTO().Terms(), Terms(rest...)...)
	t := &Tuner{Terms: terms, Trust: 100, Scale: TuneScale{200, 200}, HeldOut: 20}
	e := newFeatureEvaluator(append(terms, Terms(truth)...))
	for i, p := range walkedPositions(positions) {
		t.add(t.part(uint32(i)), &p, int16(e.evaluate(&p, nil)), DrawBy(Unspecified))
		t.games++
	}
	return t
}

func mustLearn(t *testing.T, tuner *Tuner, by Learning) *TuneReport {
	t.Helper()
	report, err := tuner.Learn(context.Background(), by)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// TestLearnFindsANetwork checks that most of the error that a network made is found by
// another one, with what scales the sum and without.
func TestLearnFindsANetwork(t *testing.T) {
	t.Parallel()
	n := chesstest.Sample(t, 50_000)
	for name, of := range map[string]struct {
		kind networkKind
		rest []Feature
	}{
		"scaled":       {pawnsAndKings, []Feature{half{}}},
		"coordination": {allPieces, nil},
	} {
		truth := randomNetwork(of.kind, rand.New(rand.NewPCG(3, 3)), 250)
		tuner := learningTuner(truth, n, of.rest...)
		report := mustLearn(t, tuner, Learning{Network: truth.Name(), Passes: 30, Rate: 0.005, Decay: -1})
		perfect := newFeatureEvaluator(append(tuner.Terms, Terms(truth)...))
		l := learner{fitting: fitting{Tuner: tuner, ctx: t.Context()}}
		l.setScale(nil)
		scores, err := l.evaluateTerms(perfect.Terms(), 1)
		if err != nil {
			t.Fatal(err)
		}
		least := l.error(scores, 1)
		if report.HeldOutAfter-least > (report.HeldOutBefore-least)/3 {
			t.Errorf("%s: the error of the positions held out fell from %.5f to %.5f, and could have fallen to %.5f", name, report.HeldOutBefore, report.HeldOutAfter, least)
		}
		if d := report.HeldOutAfter - report.HeldOutExact; max(d, -d) > (report.HeldOutBefore-least)/50 {
			t.Errorf("%s: rounding changed the error by %.6f", name, d)
		}
		if report.Games != n || report.Positions+report.HeldOut != n || report.Pass == 0 || report.After >= report.Before {
			t.Errorf("%s: %+v", name, report)
		}
		if !strings.Contains(report.String(), "\nheld out ") {
			t.Errorf("%s: the report is %q", name, report)
		}
	}
}

// half is a Scaler that takes half.
type half struct{ tempo }

func (half) Name() string                   { return "half" }
func (half) Score(*Survey)                  {}
func (half) Scale(_ *Survey, s Score) Score { return s / 2 }

// TestLearnIsReproducible checks that the network is the same with any number of
// goroutines and whatever network it replaces, and another one with another seed.
func TestLearnIsReproducible(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	tuner := learningTuner(randomNetwork(pawnsAndKings, r, 250), 5000)
	learned := func(goroutines int, seed uint64, before ...Feature) Term {
		tuner.Goroutines, tuner.Terms = goroutines, append(newPeSTO().Terms(), Terms(before...)...)
		report := mustLearn(t, tuner, Learning{Network: "pawns and kings", Passes: 4, Rate: 0.005, Decay: -1, Seed: seed})
		if report.Pass == 0 {
			t.Error("no network was better than none")
		}
		return report.Terms[len(report.Terms)-1]
	}
	one := learned(1, 1)
	if diff := cmp.Diff(one, learned(3, 1, randomNetwork(pawnsAndKings, r, 250))); diff != "" {
		t.Errorf("with three goroutines, and another network before (-want +got):\n%s", diff)
	}
	if cmp.Equal(one, learned(1, 2)) {
		t.Error("another seed: the same network")
	}
}

// TestLearnKeepsTheRest checks that Learn changes no other number, and that Fit keeps the
// network.
func TestLearnKeepsTheRest(t *testing.T) {
	t.Parallel()
	truth := randomNetwork(pawnsAndKings, rand.New(rand.NewPCG(3, 3)), 250)
	tuner := learningTuner(truth, 2000, &Tempo{Tapered{3, 4}})
	report := mustLearn(t, tuner, Learning{Network: "pawns and kings", Passes: 1, Decay: -1})
	if diff := cmp.Diff(tuner.Terms, report.Terms[:len(tuner.Terms)]); diff != "" {
		t.Errorf("Learn changed other features (-before +after):\n%s", diff)
	}
	tuner.Terms = append(tuner.Terms, Terms(truth)...)
	fitted := mustFit(t, tuner).Terms
	if diff := cmp.Diff(truth, fitted[len(fitted)-1].Feature); diff != "" {
		t.Errorf("Fit changed the network (-before +after):\n%s", diff)
	}
}

// TestLearnWithoutHeldOut checks that the last network is taken if no position is held
// out.
func TestLearnWithoutHeldOut(t *testing.T) {
	tuner := learningTuner(newNetwork(pawnsAndKings), 500)
	tuner.samples = [2][]sample{append(tuner.samples[0], tuner.samples[1]...), nil}
	if report := mustLearn(t, tuner, Learning{Passes: 3}); report.Pass != 3 || report.HeldOut != 0 || report.HeldOutAfter != 0 {
		t.Errorf("%+v", report)
	}
}

// TestLearnScale checks that a network that is most of an evaluation gets the scale that is
// asked for.
func TestLearnScale(t *testing.T) {
	t.Parallel()
	tuner := learningTuner(newNetwork(allPieces), chesstest.Sample(t, 40_000))
	tuner.Terms = Terms(defaultTempo())
	values := map[float64]float64{} // the mean size of the network, by scale
	for _, scale := range []float64{200, 400} {
		report := mustLearn(t, tuner, Learning{Passes: 20, Rate: 0.02, Decay: -1, Scale: TuneScale{scale, scale}})
		if report.Scale != (TuneScale{scale, scale}) {
			t.Errorf("scale %v, want %v", report.Scale, scale)
		}
		e := newFeatureEvaluator(report.Terms[len(report.Terms)-1:])
		for _, p := range walkedPositions(300) {
			score := e.evaluate(&p, nil)
			values[scale] += float64(max(score, -score)) / 300
		}
	}
	if values[400] < 1.5*values[200] {
		t.Errorf("sizes by scale: %v", values)
	}
}

// TestLearnTooLarge checks that a network is left out whose weights are too large for a
// file.
func TestLearnTooLarge(t *testing.T) {
	tuner := learningTuner(newNetwork(allPieces), 500)
	tuner.samples = [2][]sample{append(tuner.samples[0], tuner.samples[1]...), nil}
	report := mustLearn(t, tuner, Learning{Passes: 2, Rate: 100})
	if f := report.Terms[len(report.Terms)-1].Feature.(*network); report.Pass != 0 || !f.fits() {
		t.Errorf("pass %d, fits %v", report.Pass, f.fits())
	}
}

func TestLearnErrors(t *testing.T) {
	canceled, cancel := context.WithCancel(t.Context())
	for name, test := range map[string]struct {
		tuner *Tuner
		by    Learning
		want  string
	}{
		"trust below 0":      {&Tuner{Trust: -1}, Learning{}, "percent"},
		"trust above 100":    {&Tuner{Trust: 101}, Learning{}, "percent"},
		"no positions":       {new(Tuner), Learning{}, "no positions"},
		"an unknown network": {learningTuner(newNetwork(pawnsAndKings), 200), Learning{Network: "x"}, `"x"`},
		"a nil feature":      {&Tuner{Terms: Terms(nil)}, Learning{}, ""},
	} {
		if _, err := test.tuner.Learn(canceled, test.by); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, trust := range []int{-1, 101} {
		if _, err := (&Tuner{Trust: trust}).Fit(t.Context()); err == nil || !strings.Contains(err.Error(), "percent") {
			t.Errorf("Fit, Trust %d: %v", trust, err)
		}
	}
	tuner := learningTuner(newNetwork(pawnsAndKings), 200)
	tuner.Progress = func(TuneProgress) { cancel() }
	if _, err := tuner.Learn(canceled, Learning{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

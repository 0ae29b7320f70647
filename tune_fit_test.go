package chess

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFitFindsTheNumbers(t *testing.T) {
	t.Parallel()
	right := Terms(
		Material{Pawn: {82, 94}, Knight: {337, 281}, Bishop: {365, 297}, Rook: {477, 512}, Queen: {925, 936}},
		PeSTOPieceSquare(), &Tempo{Tapered{60, 40}}, &BishopPair{Tapered{60, 90}}, CheckScore{Tapered{-90, -90}},
	)
	wrong := Terms(
		Material{Pawn: {120, 60}, Knight: {437, 181}, Bishop: {265, 397}, Rook: {577, 412}, Queen: {1025, 836}},
		PeSTOPieceSquare(), &Tempo{}, &BishopPair{Tapered{-60, 0}}, CheckScore{Tapered{33, 33}},
	)
	tuner := Tuner{
		Terms: wrong, Scale: TuneScale{200, 200}, HeldOut: 20,
		Fixed: func(feature, number string) bool { return feature == "piece-square" || feature == "check score" },
	}
	right[4] = wrong[4] // it is fixed, and no quiet position is check
	addSimulated(&tuner, newFeatureEvaluator(right), walkedPositions(100_000))
	report := mustFit(t, &tuner)
	want := map[string]int{}
	for i, term := range right {
		weights, _ := weightsOf(term.Feature)
		for _, w := range weights {
			want[fmt.Sprint(i, w.path, ".MG")], want[fmt.Sprint(i, w.path, ".EG")] = int(w.mg.Int()), int(w.eg.Int())
		}
	}
	for i, term := range report.Terms {
		weights, _ := weightsOf(term.Feature)
		for _, w := range weights {
			for part, v := range map[string]int64{".MG": w.mg.Int(), ".EG": w.eg.Int()} {
				right := want[fmt.Sprint(i, w.path, part)]
				if d := int(v) - right; max(d, -d) > 20 {
					t.Errorf("%s %s%s: %d, want about %d", term.Feature.Name(), w.path, part, v, right)
				}
			}
		}
	}
	if report.HeldOutAfter > report.HeldOutBefore-0.005 || report.After > report.Before-0.005 {
		t.Errorf("the errors did not fall:\n%v", report)
	}
	for _, w := range report.Weights {
		if w.Feature == "material" && w.Number == "[5].MG" && (w.Gain < 1e-4 || w.Seen == 0) {
			t.Errorf("the queen gained %v in %d positions", w.Gain, w.Seen)
		}
	}
	if text := report.String(); !strings.Contains(text, "\ntempo Move.MG ") || strings.Contains(text, "piece-square") {
		t.Errorf("the table:\n%s", text)
	}
}

func TestFitEveryNumber(t *testing.T) {
	t.Parallel()
	terms := NewDefaultEvaluator().Terms()
	terms[1].Feature = &PieceSquare{}
	for i, term := range terms {
		if _, ok := term.Feature.(*Tempo); ok {
			terms[i].Feature = &Tempo{}
		}
	}
	tuner := Tuner{Terms: terms, Rounds: 1}
	addSimulated(&tuner, NewDefaultEvaluator(), walkedPositions(few(4_000, 15_000)))
	first := mustFit(t, &tuner)
	if first.HeldOutAfter >= first.HeldOutBefore || first.After >= first.Before {
		t.Errorf("the errors did not fall: of those fitted to from %v to %v, of those held out from %v to %v",
			first.Before, first.After, first.HeldOutBefore, first.HeldOutAfter)
	}
	for i, term := range first.Terms {
		if got, want := reflect.TypeOf(term.Feature), reflect.TypeOf(terms[i].Feature); got != want {
			t.Errorf("%s is a %v, want a %v: its numbers could not be written", term.Feature.Name(), got, want)
		}
	}
	moved := map[string]bool{}
	for _, w := range first.Weights {
		if w.From != w.To {
			moved[w.Feature] = true
		}
	}
	for _, term := range terms {
		if name := term.Feature.Name(); !moved[name] && name != "remaining checks" && name != "mop-up" && name != "all pieces" {
			t.Errorf("no number of %q was changed", name)
		}
	}
	tuner.Goroutines = 3
	if diff := cmp.Diff(first, mustFit(t, &tuner)); diff != "" {
		t.Errorf("with three goroutines the result differs (-before +now):\n%s", diff)
	}
}

// BenchmarkFit fits every number of the default evaluator to those of 20,000
// positions that are not decided, some 10,000. FIT_POSITIONS sets another number
// than 20,000.
func BenchmarkFit(b *testing.B) {
	n := 20_000
	if s := os.Getenv("FIT_POSITIONS"); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil {
			b.Fatal(err)
		}
	}
	tuner := Tuner{Terms: NewDefaultEvaluator().Terms()}
	addSimulated(&tuner, NewBoardValue(), walkedPositions(n))
	for b.Loop() {
		mustFit(b, &tuner)
	}
	b.ReportMetric(float64(tuner.Positions()), "positions")
	b.ReportMetric(float64(tuner.Positions())*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
}

func TestFitErrors(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	tuner := Tuner{Terms: NewPeSTO().Terms()}
	if _, err := tuner.Fit(ctx); err == nil {
		t.Error("no error without positions")
	}
	addSimulated(&tuner, NewPeSTO(), walkedPositions(100))
	tuner.Progress = func(TuneProgress) { cancel() }
	if _, err := tuner.Fit(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want context.Canceled", err)
	}
	tuner.Terms = Terms(nil)
	if _, err := tuner.Fit(context.Background()); err == nil {
		t.Error("no error with a nil feature")
	}
}

// A feature that panics in a goroutine of the fit is an error of the fit.
func TestFitPanics(t *testing.T) {
	tuner := Tuner{Terms: Terms(panicFeature{new(atomic.Int32)}), Goroutines: 3}
	addSimulated(&tuner, NewPeSTO(), walkedPositions(100))
	if _, err := tuner.Fit(t.Context()); err == nil || !strings.Contains(err.Error(), "panic: mine, in chess.panicFeature.Score at tune_fit_test.go:") {
		t.Errorf("error %v", err)
	}
}

// A panicFeature is a Feature that panics when it is scored for the tenth time.
type panicFeature struct{ scored *atomic.Int32 }

func (panicFeature) Name() string { return "panic" }

func (f panicFeature) Score(s *Survey) {
	if f.scored.Add(1) == 10 {
		panic("mine")
	}
	s.Credit(White, NoSquare, Tapered{1, 1})
}

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
	if off := tempo.minus(Tapered{60, 60}); max(off.MG, -off.MG, off.EG, -off.EG) > 5 {
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
	if off := rook.minus(Tapered{500, 500}); max(off.MG, -off.MG, off.EG, -off.EG) > 100 {
		t.Errorf("a rook is worth %v", rook)
	}
}

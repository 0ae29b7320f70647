package chess

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
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
	n := chesstest.Sample(t, 200_000)
	addSimulated(&tuner, newFeatureEvaluator(right), walkedPositions(n))
	report := mustFit(t, &tuner)
	limit := int64(20 * math.Sqrt(100_000/float64(n)))
	for i, term := range report.Terms {
		want, _ := weightsOf(right[i].Feature)
		got, _ := weightsOf(term.Feature)
		for j, w := range got {
			for part, d := range map[string]int64{"MG": w.mg.Int() - want[j].mg.Int(), "EG": w.eg.Int() - want[j].eg.Int()} {
				if max(d, -d) > limit {
					t.Errorf("%s %s.%s is wrong by %d", term.Feature.Name(), w.path, part, d)
				}
			}
		}
	}
	if report.HeldOutAfter > report.HeldOutBefore-0.005 || report.After > report.Before-0.005 {
		t.Errorf("the errors did not fall:\n%v", report)
	}
	if text := report.String(); !strings.Contains(text, "\ntempo Move.MG ") || strings.Contains(text, "piece-square") {
		t.Errorf("the table:\n%s", text)
	}
}

// If the side to move wins two games of three, both numbers of the tempo gain, and neither
// more than the fit.
func TestFitGains(t *testing.T) {
	tuner := Tuner{Terms: Terms(&Tempo{}), Scale: TuneScale{200, 200}, HeldOut: -1}
	for i, p := range walkedPositions(600) {
		winner := p.Turn() ^ Color(oneIf(i%3 == 0))
		tuner.add(0, &p, noSearchScore, WinBy(winner, Unspecified))
		tuner.games++
	}
	report := mustFit(t, &tuner)
	for _, w := range report.Weights {
		if all := report.Before - report.After; w.Gain <= 0 || w.Gain > all || w.Seen == 0 || w.To <= w.From {
			t.Errorf("%+v of a gain of %v", w, all)
		}
	}
}

func TestFitEveryNumber(t *testing.T) {
	t.Parallel()
	terms := NewDefaultEvaluator().Terms()
	terms[1].Feature = &PieceSquare{}
	tempo := slices.IndexFunc(terms, func(term Term) bool { return term.Feature.Name() == tempoName })
	terms[tempo].Feature = &Tempo{}
	tuner := Tuner{Terms: terms, Rounds: 1, Fixed: func(feature, number string) bool {
		return feature == "piece-square" && !strings.Contains(number, "[1]")
	}}
	addSimulated(&tuner, NewDefaultEvaluator(), walkedPositions(chesstest.Sample(t, 30_000)))
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
		if name := term.Feature.Name(); !moved[name] && name != "remaining checks" && name != "variant goals" && name != "bare king" && name != "coordination" {
			t.Errorf("no number of %q was changed", name)
		}
	}
	tuner.Goroutines = 3
	if diff := cmp.Diff(first, mustFit(t, &tuner)); diff != "" {
		t.Errorf("with three goroutines the result differs (-before +now):\n%s", diff)
	}
}

func TestFitErrors(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
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
	if _, err := tuner.Fit(t.Context()); err == nil {
		t.Error("no error with a nil feature")
	}
	tuner.Terms, tuner.Progress, tuner.Goroutines = Terms(panicFeature{new(atomic.Int32)}), nil, 3
	if _, err := tuner.Fit(t.Context()); err == nil || !strings.Contains(err.Error(), "panic: mine, in chess.panicFeature.Score at tune_fit_test.go:") {
		t.Errorf("a feature that panics in a goroutine: %v", err)
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

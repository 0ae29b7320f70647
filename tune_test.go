package chess

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// walkedPositions returns quiet positions from games of random moves, with all kinds
// of material.
func walkedPositions(n int) []Position {
	r := rand.New(rand.NewPCG(7, 7))
	var positions []Position
	for len(positions) < n {
		p := StartPosition()
		for range 200 {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p = p.After(moves[r.IntN(len(moves))])
			if p.isQuiet() {
				positions = append(positions, p)
			}
		}
	}
	return positions[:n]
}

// addSimulated adds positions, each as a game with a random result: the expected
// result is what truth predicts at a scale of 200 centipawns.
func addSimulated(t *Tuner, truth *FeatureEvaluator, positions []Position) {
	r := rand.New(rand.NewPCG(8, 8))
	for i := range positions {
		p := &positions[i]
		value := truth.evaluate(p, nil)
		if value < -400 || value > 400 {
			continue // its result says little about the numbers
		}
		wins := logistic(math.Ln10 / 200 * float64(value))
		t.survey.load(p)
		s := sample{key: p.Key(), phase: uint8(t.survey.phase), searchScore: noSearchScore}
		for range 2 {
			if r.Float64() < wins {
				s.result++
			}
		}
		part := t.part(uint32(t.games))
		t.samples[part] = append(t.samples[part], s)
		t.games++
	}
}

func mustFit(tb testing.TB, t *Tuner) *TuneReport {
	tb.Helper()
	report, err := t.Fit(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	return report
}

// pointerFeature is a feature that is a pointer, with numbers of all kinds.
type pointerFeature struct {
	Count  int
	Pair   Tapered
	Single [2]Score
}

func (*pointerFeature) Name() string { return "pointer feature" }

func (f *pointerFeature) Score(s *Survey) {
	c := s.Position().Turn()
	s.Credit(c, NoSquare, Tapered{Score(f.Count * 10), Score(f.Count)})
	s.Credit(c, NoSquare, Tapered{f.Single[0], 0})
	s.Credit(c.Other(), NoSquare, Tapered{f.Single[1], -f.Single[1]})
	s.Credit(White, NoSquare, f.Pair.Times(-3))
}

func TestTunerReadGames(t *testing.T) {
	const game = `[Event "?"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 Be7 5. O-O O-O 6. Re1 d6 7. c3 Na5 8. Bb5 a6 9. Ba4 b5 1-0

`
	const broken = "[Event \"?\"]\n\n1. e5 1-0\n\n[Event \"?\"]\n[Variant \"Shatranj\"]\n\n1. e4 1-0\n\n"
	cut := strings.Replace(game, "b5 1-0", "b5 10. Ke5 1-0", 1)
	text := strings.Repeat(game, 49) + broken + strings.Repeat(strings.ReplaceAll(game, "1-0", "*"), 3) + cut + game
	var tuner Tuner
	bad, err := tuner.ReadGames(NewPGNReader(strings.NewReader(text)))
	if err != nil || bad != 3 || tuner.games != 51 {
		t.Errorf("%d broken games, %d added, %v; want 3, 51", bad, tuner.games, err)
	}
	strict := NewPGNReader(strings.NewReader(text))
	strict.Strict = true
	var others Tuner
	if bad, err := others.ReadGames(strict); err != nil || bad != 3 || others.games != 50 {
		t.Errorf("strict: %d broken games, %d added, %v; want 3, 50", bad, others.games, err)
	}
	// The first 8 of 18 plies are left out, and positions that are not quiet. The game
	// with a fault has all of them before it.
	if got := tuner.Positions(); got%51 != 0 || got/51 < 6 || got/51 > 10 {
		t.Errorf("%d positions of 51 games", got)
	}
	if held := len(tuner.samples[1]) * 51 / tuner.Positions(); held < 3 || held > 7 {
		t.Errorf("%d of 51 games are held out", held)
	}
	for _, part := range tuner.samples {
		for _, s := range part {
			if s.result != 2 {
				t.Fatalf("White won, not %d", s.result)
			}
		}
	}
	failed := errors.New("no more")
	if _, err := tuner.ReadGames(NewPGNReader(io.MultiReader(strings.NewReader(game), iotest.ErrReader(failed)))); err != failed {
		t.Errorf("%v, want the reader's error", err)
	}
}

func TestTunerReadPositions(t *testing.T) {
	game := map[Key]int{}
	var text strings.Builder
	results := []string{"0-1", "1/2-1/2", "1-0"}
	for _, p := range walkedPositions(4000) {
		if _, ok := game[p.Key()]; !ok && len(game) < 3000 {
			g := len(game) / 10
			game[p.Key()] = g
			fmt.Fprintf(&text, "%s id \"game %d\"; ce 12; c9 \"%s\";\n", p.EPD(), g, results[g%3])
		}
	}
	const broken = "\n8/8 w - - c9 \"1-0\";\n" + StartFEN + "\n8/8/8/8/8/8/8/K1k5 w - - c9 \"*\";\n"
	var tuner Tuner
	bad, err := tuner.ReadPositions(strings.NewReader(text.String() + broken))
	if err != nil || bad != 3 || tuner.games != 300 || tuner.Positions() != 3000 {
		t.Errorf("%d bad lines, %d games, %d positions, %v", bad, tuner.games, tuner.Positions(), err)
	}
	if held := len(tuner.samples[1]); held < 150 || held > 450 {
		t.Errorf("%d of 3000 positions are held out", held)
	}
	held := map[int]bool{}
	for _, s := range tuner.samples[1] {
		held[game[s.key]] = true
	}
	for _, part := range tuner.samples {
		for _, s := range part {
			if g := game[s.key]; int(s.result) != g%3 {
				t.Fatalf("a position of game %d has the result %d", g, s.result)
			}
		}
	}
	for _, s := range tuner.samples[0] {
		if g := game[s.key]; held[g] {
			t.Fatalf("game %d is held out in part", g)
		}
	}
	const black = "4k3/8/8/8/8/8/4P3/4K3 b - - "
	for line, want := range map[string]int16{`ce -35; c9 "1-0";`: 35, "0 1 | 35 | 1.0": 35, "0 1 [1.0]": noSearchScore} {
		tuner := Tuner{HeldOut: -1}
		bad, err := tuner.ReadPositions(strings.NewReader(black + line))
		if err != nil || bad > 0 || tuner.samples[0][0].searchScore != want || tuner.samples[0][0].result != 2 {
			t.Errorf("%s: %d bad lines, %v, %+v", line, bad, err, tuner.samples[0])
		}
	}
	if _, err := tuner.ReadPositions(strings.NewReader(strings.Repeat("8/", 100_000))); !errors.Is(err, bufio.ErrTooLong) {
		t.Errorf("one long line: %v", err)
	}
	failed := errors.New("no more")
	if _, err := tuner.ReadPositions(iotest.ErrReader(failed)); err != failed {
		t.Errorf("%v, want the reader's error", err)
	}
}

// Positions of fewer than MinPieces are left out, of games and of lines of positions.
func TestTunerMinPieces(t *testing.T) {
	for _, tt := range []struct{ minPieces, want int }{{0, 4}, {3, 4}, {4, 3}, {5, 2}, {6, 0}} {
		tuner := Tuner{MinPieces: tt.minPieces}
		lines := ""
		for _, p := range []string{"4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/4p3/8/8/8/8/4P3/4K3 b - -", "4k3/4p3/8/8/8/8/3PP3/4K3 w - -", "4kn2/4p3/8/8/8/8/4P3/4K3 w - -"} {
			lines += p + " c9 \"1-0\";\n"
		}
		if bad, err := tuner.ReadPositions(strings.NewReader(lines)); bad != 0 || err != nil || tuner.Positions() != tt.want {
			t.Errorf("at least %d pieces: %d positions, %d bad lines, %v; want %d", tt.minPieces, tuner.Positions(), bad, err, tt.want)
		}
	}
	g := NewGame(MustParseFEN("4k3/8/8/8/8/4n3/3P4/4K3 b - - 0 1"))
	if err := g.PlaySAN(strings.Fields("Kd8 Kf2 Ke8 Ke1 Kd8 Kf2 Ke8 Ke1 Kd8 dxe3 Kd7 Kd2 Ke7")...); err != nil {
		t.Fatal(err)
	}
	var all, few Tuner
	few.MinPieces = 4
	all.Add(g.Start(), g.Moves(), WinBy(White, Unspecified))
	few.Add(g.Start(), g.Moves(), WinBy(White, Unspecified))
	if all.Positions() != 4 || few.Positions() != 1 {
		t.Errorf("%d and %d positions of a game, want 4 and 1", all.Positions(), few.Positions())
	}
}

// The score in any comment is one that an evaluation may have, or none; and what
// Score.String writes is read as the same score.
func TestTunerSearchScore(t *testing.T) {
	for comment, want := range map[string]int16{
		"[%clk 0:01:00] [%eval -1.20] and a threat": -120,
		"[%eval #3]":     31_000,
		"[%eval #-0]":    -31_000,
		"[%eval 999999]": 31_000,
		"[%eval NaN]":    noSearchScore,
		"":               noSearchScore,
	} {
		var tree GameTree
		tree.Root().SetComment(comment)
		if got := searchScore(tree.Root()); got != want {
			t.Errorf("%q is %d, want %d", comment, got, want)
		}
	}
	const game = `[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O {[%eval 0.34]} Be7 {no value} 6. Re1 {[%eval -0.20]} b5 1-0
`
	for trust, want := range map[int][]int16{0: {noSearchScore, noSearchScore, noSearchScore}, 50: {34, -20, noSearchScore}} {
		tuner := Tuner{Trust: trust, HeldOut: -1}
		if _, err := tuner.ReadGames(NewPGNReader(strings.NewReader(game))); err != nil {
			t.Fatal(err)
		}
		var got []int16
		for _, s := range tuner.samples[0] {
			got = append(got, s.searchScore)
		}
		if len(got) > 3 {
			got = got[:3]
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("with trust in %d percent (-want +got):\n%s", trust, diff)
		}
	}
}

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
	if _, err := tuner.Fit(t.Context()); err == nil || !strings.Contains(err.Error(), "panic: mine, in chess.panicFeature.Score at tune_test.go:") {
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

// The difference that an integer makes is measured exactly, though each credit is rounded:
// with a quarter of a centipawn for a unit of an attack, one unit alone makes none.
func TestLinearizeSmallDifferences(t *testing.T) {
	f := &KingAttack{Attacked: 32}
	for i := range f.Danger {
		f.Danger[i] = Tapered{Score(-16 * i), Score(-16 * i)}
	}
	m := newTuneModel(Terms(f), nil, 30)
	l := newLinearizer(m, m.values())
	l.batch = &tuneBatch{}
	// Black attacks six squares of the zone, on the files d and f.
	p := MustParseFEN("k2r1q2/8/8/8/8/8/8/4K3 w - - 0 1")
	l.add(&p, 0)
	seen := false
	for _, c := range m.coefficients(nil, l.batch, 0) {
		for _, n := range m.numbers {
			if n.free == c.index && n.path == "Attacked" {
				seen = true
				if want := -6. / 4; math.Abs(c.value-want) > 0.05 {
					t.Errorf("the coefficient is %v, want %v", c.value, want)
				}
			}
		}
	}
	if !seen {
		t.Error("Attacked has no coefficient")
	}
}

// TestLinearize compares the coefficient of a number in the model with the change of
// the evaluation when that number alone is changed.
func TestLinearize(t *testing.T) {
	positions := walkedPositions(4000)
	for _, f := range []Feature{
		PeSTOMaterial(), PeSTOPieceSquare(), DefaultPawnStructure(), DefaultPassedPawns(), DefaultPieceMobility(),
		DefaultRookFiles(), DefaultOutposts(), DefaultThreats(), DefaultTempo(), DefaultKingExposure(), DefaultCastleScore(),
		DefaultBareKing(), &pointerFeature{3, Tapered{1, 2}, [2]Score{4, 5}},
		Mobility{Move: Tapered{1, 2}, Capture: [King + 1]Tapered{Pawn: {10, 20}, Queen: {-80, 4}}, Factor: 50},
	} {
		terms := []Term{{f, 80, 150}}
		m := newTuneModel(terms, func(_, number string) bool { return number == "Factor" }, 30)
		values := m.values()
		l := newLinearizer(m, values)
		l.batch = &tuneBatch{}
		var some []Position
		for i := 0; i < len(positions); i += 97 {
			some = append(some, positions[i])
			l.add(&positions[i], 0)
		}
		got := make([][]float64, len(some))
		for i := range some {
			got[i] = make([]float64, m.free)
			for _, c := range m.coefficients(nil, l.batch, i) {
				got[i][c.index] += c.value
			}
		}
		const step = 200
		before := newFeatureEvaluator(terms)
		for n := range values {
			if m.numbers[n].free < 0 {
				continue
			}
			values[n] += step
			after := newFeatureEvaluator(m.terms(values))
			values[n] -= step
			for i := range some {
				want := float64(after.evaluate(&some[i], nil)-before.evaluate(&some[i], nil)) / step
				if got := got[i][m.numbers[n].free]; math.Abs(got-want) > 2./step {
					t.Fatalf("%s: %s %s has the coefficient %v, want %v", some[i].FEN(), f.Name(), m.numbers[n].path, got, want)
				}
			}
		}
	}
}

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
	for name, rest := range map[string][]Feature{"scaled": {half{}}, "alone": nil} {
		truth := randomNetwork(rand.New(rand.NewPCG(3, 3)), 250)
		tuner := learningTuner(truth, n, rest...)
		report := mustLearn(t, tuner, Learning{Passes: 30, Rate: 0.005, Decay: -1})
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

// Continue begins with the units of the network that is there, and random ones in place of those that say nothing.
func TestLearnContinues(t *testing.T) {
	before := randomNetwork(rand.New(rand.NewPCG(3, 3)), 250)
	const few = networkUnits / 2
	for _, row := range before.rows() {
		clear(row[few:])
	}
	tuner := learningTuner(before, 2000)
	tuner.Terms = append(tuner.Terms, Terms(before)...)
	report := mustLearn(t, tuner, Learning{Passes: 1, Rate: 1e-9, Decay: -1, Continue: true})
	after := report.Terms[len(report.Terms)-1].Feature.(*network)
	others := 0
	for i, row := range after.rows() {
		if d := cmp.Diff(before.rows()[i][:few], row[:few]); d != "" {
			t.Fatalf("row %d, -before +after:\n%s", i, d)
		}
		for _, w := range row[few:] {
			others += int(oneIf(w != 0))
		}
	}
	if others < len(after.Input)*few/2 {
		t.Errorf("%d numbers of the other units are not 0", others)
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
	tuner := learningTuner(randomNetwork(r, 250), 5000)
	learned := func(goroutines int, seed uint64, before ...Feature) Term {
		tuner.Goroutines, tuner.Terms = goroutines, append(newPeSTO().Terms(), Terms(before...)...)
		report := mustLearn(t, tuner, Learning{Passes: 4, Rate: 0.005, Decay: -1, Seed: seed})
		if report.Pass == 0 {
			t.Error("no network was better than none")
		}
		return report.Terms[len(report.Terms)-1]
	}
	one := learned(1, 1)
	if diff := cmp.Diff(one, learned(3, 1, randomNetwork(r, 250))); diff != "" {
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
	truth := randomNetwork(rand.New(rand.NewPCG(3, 3)), 250)
	tuner := learningTuner(truth, 2000, &Tempo{Tapered{3, 4}})
	report := mustLearn(t, tuner, Learning{Passes: 1, Decay: -1})
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
	tuner := learningTuner(new(network), 500)
	tuner.samples = [2][]sample{append(tuner.samples[0], tuner.samples[1]...), nil}
	if report := mustLearn(t, tuner, Learning{Passes: 3}); report.Pass != 3 || report.HeldOut != 0 || report.HeldOutAfter != 0 {
		t.Errorf("%+v", report)
	}
}

// TestLearnScale checks that a network that is most of an evaluation gets the scale that is
// asked for.
func TestLearnScale(t *testing.T) {
	t.Parallel()
	tuner := learningTuner(new(network), chesstest.Sample(t, 40_000))
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
	tuner := learningTuner(new(network), 500)
	tuner.samples = [2][]sample{append(tuner.samples[0], tuner.samples[1]...), nil}
	report := mustLearn(t, tuner, Learning{Passes: 2, Rate: 100})
	if f := report.Terms[len(report.Terms)-1].Feature.(*network); report.Pass != 0 || !f.fits() {
		t.Errorf("pass %d, fits %v", report.Pass, f.fits())
	}
}

func TestLearnErrors(t *testing.T) {
	canceled, cancel := context.WithCancel(t.Context())
	some := learningTuner(new(network), 10)
	for name, test := range map[string]struct {
		tuner *Tuner
		by    Learning
		want  string
	}{
		"trust below 0":    {&Tuner{Trust: -1}, Learning{}, "percent"},
		"trust above 100":  {&Tuner{Trust: 101}, Learning{}, "percent"},
		"doubt below 0":    {&Tuner{Doubt: -1}, Learning{}, "Doubt"},
		"rounds below 0":   {&Tuner{Rounds: -1}, Learning{}, "Rounds"},
		"no scale":         {&Tuner{Scale: TuneScale{MG: math.NaN()}}, Learning{}, "Scale"},
		"passes below 0":   {some, Learning{Passes: -1}, "Passes"},
		"a rate below 0":   {some, Learning{Rate: -1}, "Rate"},
		"an endless rate":  {some, Learning{Rate: math.Inf(1)}, "Rate"},
		"no rate":          {some, Learning{Rate: math.NaN()}, "Rate"},
		"an endless decay": {some, Learning{Decay: math.Inf(1)}, "Decay"},
		"no decay":         {some, Learning{Decay: math.NaN()}, "Decay"},
		"an endless scale": {some, Learning{Scale: TuneScale{EG: math.Inf(1)}}, "Scale"},
		"no positions":     {new(Tuner), Learning{}, "no positions"},
		"a nil feature":    {&Tuner{Terms: Terms(nil)}, Learning{}, ""},
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
	tuner := learningTuner(new(network), 200)
	tuner.Progress = func(TuneProgress) { cancel() }
	if _, err := tuner.Learn(canceled, Learning{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

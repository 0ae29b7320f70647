package chess

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// walkedPositions returns positions of games of random moves: legal, quiet, and
// of all kinds of material.
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
			if p.calm() {
				positions = append(positions, p)
			}
		}
	}
	return positions[:n]
}

// addJudged adds positions, each as a game whose result is drawn at random as
// often as an evaluator expects it at a scale of 200 centipawns.
func addJudged(t *Tuner, truth *FeatureEvaluator, positions []Position) {
	r := rand.New(rand.NewPCG(8, 8))
	for i := range positions {
		p := &positions[i]
		value := truth.evaluate(p, nil)
		if value < -400 || value > 400 {
			continue // decided: there is little to learn
		}
		wins := expected(math.Ln10 / 200 * float64(value))
		t.survey.look(p)
		s := sample{key: p.Key(), phase: uint8(t.survey.phase), judged: noJudgement}
		for range 2 {
			if r.Float64() < wins {
				s.result++
			}
		}
		held := t.holdOut(uint32(t.games))
		t.samples[held] = append(t.samples[held], s)
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

func TestFitFindsWhatWasWrong(t *testing.T) {
	right := Full(
		Material{Pawn: {82, 94}, Knight: {337, 281}, Bishop: {365, 297}, Rook: {477, 512}, Queen: {925, 936}},
		PeSTOPieceSquare(), Tempo{Tapered{60, 40}}, BishopPair{Tapered{60, 90}}, CheckScore{Tapered{-90, -90}},
	)
	wrong := Full(
		Material{Pawn: {120, 60}, Knight: {437, 181}, Bishop: {265, 397}, Rook: {577, 412}, Queen: {1025, 836}},
		PeSTOPieceSquare(), Tempo{}, BishopPair{Tapered{-60, 0}}, CheckScore{Tapered{33, 33}},
	)
	tuner := Tuner{
		Terms: wrong, Scale: TuneScale{200, 200}, HeldOut: 20,
		Fixed: func(feature, number string) bool { return feature == "piece-square" || feature == "check score" },
	}
	right[4] = wrong[4] // nobody is in check, and it is fixed
	addJudged(&tuner, newFeatureEvaluator(right), walkedPositions(100_000))
	report := mustFit(t, &tuner)
	want := map[string]int{}
	for i, term := range right {
		weights, _ := thaw(term.Feature)
		for _, w := range weights {
			want[fmt.Sprint(i, w.path, ".MG")], want[fmt.Sprint(i, w.path, ".EG")] = int(w.mg.Int()), int(w.eg.Int())
		}
	}
	for i, term := range report.Terms {
		weights, _ := thaw(term.Feature)
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
	n := 10_000
	if testing.Short() {
		n = 8_000
	}
	terms := NewDefaultEvaluator().Terms()
	terms[1].Feature = PieceSquare{}
	for i, term := range terms {
		if _, ok := term.Feature.(Tempo); ok {
			terms[i].Feature = Tempo{}
		}
	}
	tuner := Tuner{Terms: terms, Rounds: 1}
	addJudged(&tuner, NewDefaultEvaluator(), walkedPositions(n))
	first := mustFit(t, &tuner)
	if first.HeldOutAfter >= first.HeldOutBefore || first.After >= first.Before {
		t.Errorf("the errors did not fall: fitted %v to %v, held out %v to %v",
			first.Before, first.After, first.HeldOutBefore, first.HeldOutAfter)
	}
	moved := map[string]bool{}
	for _, w := range first.Weights {
		if w.From != w.To {
			moved[w.Feature] = true
		}
	}
	for _, term := range terms {
		if name := term.Feature.Name(); !moved[name] && name != "remaining checks" && name != "mop-up" {
			t.Errorf("no number of %q was changed", name)
		}
	}
	tuner.Goroutines = 3
	if diff := cmp.Diff(first, mustFit(t, &tuner)); diff != "" {
		t.Errorf("three goroutines differ (-before +now):\n%s", diff)
	}
}

// BenchmarkFit fits every number of the default evaluator, to some 10,000
// positions: those that are not decided yet of 20,000, or as many as
// FIT_POSITIONS says.
func BenchmarkFit(b *testing.B) {
	n := 20_000
	if s := os.Getenv("FIT_POSITIONS"); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil {
			b.Fatal(err)
		}
	}
	tuner := Tuner{Terms: NewDefaultEvaluator().Terms()}
	addJudged(&tuner, NewBoardValue(), walkedPositions(n))
	for b.Loop() {
		mustFit(b, &tuner)
	}
	b.ReportMetric(float64(tuner.Positions()), "positions")
	b.ReportMetric(float64(tuner.Positions())*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
}

// TestMeasure compares what the model has for a number with what the evaluation
// does when that number alone is changed.
func TestMeasure(t *testing.T) {
	positions := walkedPositions(4000)
	for _, f := range []Feature{
		PeSTOMaterial(), PeSTOPieceSquare(), DefaultPawnStructure(), DefaultPassedPawns(), DefaultPieceMobility(),
		DefaultRookFiles(), DefaultOutposts(), DefaultThreats(), DefaultTempo(), DefaultKingExposure(), DefaultCastleScore(),
		DefaultMopUp(), &pointed{3, Tapered{1, 2}, [2]Score{4, 5}},
		Mobility{Move: Tapered{1, 2}, Capture: [King + 1]Tapered{Pawn: {10, 20}, Queen: {-80, 4}}, Factor: 50},
	} {
		terms := []Term{{f, 80, 150}}
		m := newTuneModel(terms, func(_, number string) bool { return number == "Factor" }, 30)
		values := m.values()
		g := newTuneGauge(m, values)
		g.batch = &tuneBatch{}
		var some []Position
		for i := 0; i < len(positions); i += 97 {
			some = append(some, positions[i])
			g.measure(&positions[i], 0)
		}
		got := make([][]float64, len(some))
		for i := range some {
			got[i] = make([]float64, m.free)
			for _, c := range m.coefficients(nil, g.batch, i) {
				got[i][c.free] += c.by
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
					t.Fatalf("%s: %s %s counts %v, want %v", some[i].FEN(), f.Name(), m.numbers[n].path, got, want)
				}
			}
		}
	}
}

// pointed is a feature that is a pointer, with numbers of all kinds.
type pointed struct {
	Men  int
	Pair Tapered
	Lone [2]Score
}

func (*pointed) Name() string { return "pointed" }

func (f *pointed) Score(s *Survey) {
	c := s.Position().Turn()
	s.Credit(c, NoSquare, Tapered{Score(f.Men * 10), Score(f.Men)})
	s.Credit(c, NoSquare, Tapered{f.Lone[0], 0})
	s.Credit(c.Other(), NoSquare, Tapered{f.Lone[1], -f.Lone[1]})
	s.Credit(White, NoSquare, f.Pair.Times(-3))
}

func TestTunerReadGames(t *testing.T) {
	const game = `[Event "?"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 Be7 5. O-O O-O 6. Re1 d6 7. c3 Na5 8. Bb5 a6 9. Ba4 b5 1-0

`
	const broken = "[Event \"?\"]\n\n1. e4 e4 1-0\n\n"
	text := strings.Repeat(game, 50) + broken + strings.Repeat(strings.ReplaceAll(game, "1-0", "*"), 3) + game
	var tuner Tuner
	bad, err := tuner.ReadGames(NewPGNReader(strings.NewReader(text)))
	if err != nil || bad != 1 || tuner.games != 51 {
		t.Errorf("%d broken games, %d good, %v; want 1, 51", bad, tuner.games, err)
	}
	// After 4...Be7 there are nine plies; 8.Bb5 is hit by nothing, 9...b5 ends the game.
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
	if _, err := tuner.ReadPositions(strings.NewReader(strings.Repeat("8/", 100_000))); !errors.Is(err, bufio.ErrTooLong) {
		t.Errorf("one long line: %v", err)
	}
	failed := errors.New("no more")
	if _, err := tuner.ReadPositions(iotest.ErrReader(failed)); err != failed {
		t.Errorf("%v, want the reader's error", err)
	}
}

// A fit that trusts a search alone comes to its values, whatever the results.
func TestTrust(t *testing.T) {
	right, wrong := Full(PointMaterial(), Tempo{Tapered{60, 60}}), Full(PointMaterial(), Tempo{})
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
	tempo := mustFit(t, &tuner).Terms[1].Feature.(Tempo).Move
	if off := tempo.Minus(Tapered{60, 60}); max(off.MG, -off.MG, off.EG, -off.EG) > 5 {
		t.Errorf("the move is worth %v", tempo)
	}
}

// What searches say has a scale of its own: an evaluation does not grow because
// they say twice as much.
func TestTrustHasItsScale(t *testing.T) {
	truth := newFeatureEvaluator(Full(SimplifiedMaterial()))
	tuner := Tuner{Terms: truth.Terms(), Trust: 100, Doubt: 300, HeldOut: -1}
	addJudged(&tuner, truth, walkedPositions(20_000))
	for i := range tuner.samples[0] {
		s := &tuner.samples[0][i]
		p := MustParseFEN(s.key.EPD())
		s.judged = int16(2 * truth.evaluate(&p, nil))
	}
	rook := mustFit(t, &tuner).Terms[0].Feature.(Material)[Rook]
	if off := rook.Minus(Tapered{500, 500}); max(off.MG, -off.MG, off.EG, -off.EG) > 100 {
		t.Errorf("a rook is worth %v", rook)
	}
}

// Whatever is in a comment, its value is one that an evaluation may have, or
// none; and what Score.String writes is read as the same.
func FuzzJudgement(f *testing.F) {
	f.Add("[%eval 0.34] and a threat", int16(34))
	f.Add("[%eval #-3]", int16(-31_000))
	f.Add("[%eval 1e400]", int16(0))
	f.Add("[%eval -0x1p-2]", int16(-32_768))
	f.Fuzz(func(t *testing.T, text string, centipawns int16) {
		if got := Score(judgement(text)); got != noJudgement && max(got, -got) > MaxEvaluation {
			t.Errorf("%q is %d", text, got)
		}
		want := min(max(Score(centipawns), -MaxEvaluation), MaxEvaluation)
		if got := judgement("[%eval " + want.String() + "]"); Score(got) != want {
			t.Errorf("%s is read as %d", want, got)
		}
	})
}

func TestJudgement(t *testing.T) {
	for text, want := range map[string]int16{
		"[%eval 0.34]":               34,
		"[%eval -1.20] and a threat": -120,
		"[%eval #3]":                 31_000,
		"[%eval #-0]":                -31_000,
		"[%eval 1e9]":                31_000,
		"[%eval NaN]":                noJudgement,
		"[%eval 0.34":                noJudgement,
		"[%eval]":                    noJudgement,
		"0.34]":                      noJudgement,
		"":                           noJudgement,
	} {
		if got := judgement(text); got != want {
			t.Errorf("%q is %d, want %d", text, got, want)
		}
	}
	const game = `[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O {[%eval 0.34]} Be7 {no value} 6. Re1 {[%eval -0.20]} b5 1-0
`
	for trust, want := range map[int][]int16{0: {noJudgement, noJudgement, noJudgement}, 50: {34, -20, noJudgement}} {
		tuner := Tuner{Trust: trust, HeldOut: -1}
		if _, err := tuner.ReadGames(NewPGNReader(strings.NewReader(game))); err != nil {
			t.Fatal(err)
		}
		var got []int16
		for _, s := range tuner.samples[0] {
			got = append(got, s.judged)
		}
		if len(got) > 3 {
			got = got[:3]
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("with trust in %d percent (-want +got):\n%s", trust, diff)
		}
	}
}

// The scale is found in each phase apart, and is the same for both where there is
// one phase only.
func TestFitScale(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	draw := func(phases ...uint8) (values []float32, samples []sample) {
		for range 100_000 {
			s, value := sample{phase: phases[r.IntN(len(phases))]}, r.NormFloat64()*200
			for range 2 {
				if r.Float64() < expected((TuneScale{500, 300}).slope(int(s.phase))*value) {
					s.result++
				}
			}
			values, samples = append(values, float32(value)), append(samples, s)
		}
		return values, samples
	}
	near := func(got, want float64) bool { return math.Abs(got-want) < want/20 }
	if s := fitScale(draw(0, 6, 12, 24)); !near(s.MG, 500) || !near(s.EG, 300) {
		t.Errorf("%+v, want about 500 and 300", s)
	}
	if s := fitScale(draw(0)); !near(s.EG, 300) || !near(s.MG, 300) {
		t.Errorf("in the endgame alone %+v, want about 300", s)
	}
}

func TestFitErrors(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	tuner := Tuner{Terms: NewPeSTO().Terms()}
	if _, err := tuner.Fit(ctx); err == nil {
		t.Error("fitted to nothing")
	}
	addJudged(&tuner, NewPeSTO(), walkedPositions(100))
	tuner.Progress = func(TuneProgress) { cancel() }
	if _, err := tuner.Fit(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was cancelled", err)
	}
	tuner.Terms = Full(nil)
	if _, err := tuner.Fit(context.Background()); err == nil {
		t.Error("fitted a nil feature")
	}
}

func TestWeightsFile(t *testing.T) {
	terms := append(NewDefaultEvaluator().Terms(), Full(DefaultCoverage(), DefaultMobility(), &pointed{3, Tapered{1, 2}, [2]Score{4, 5}})...)
	var first, second bytes.Buffer
	if err := WriteWeights(&first, terms...); err != nil {
		t.Fatal(err)
	}
	zero := make([]Term, len(terms))
	for i, term := range terms {
		weights, freeze := thaw(term.Feature)
		for _, w := range weights {
			w.mg.SetInt(0)
			if w.pair() {
				w.eg.SetInt(0)
			}
		}
		zero[i] = Term{freeze(), term.MG, term.EG}
	}
	read, err := ReadWeights(bytes.NewReader(first.Bytes()), zero...)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(terms, read); diff != "" {
		t.Errorf("read back (-want +got):\n%s", diff)
	}
	if err := WriteWeights(&second, read...); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Errorf("written again it differs: %v", err)
	}
	if err := WriteWeights(io.Discard, Full(Tempo{Tapered{maxNumber + 1, 0}})...); err == nil {
		t.Error("wrote a number that cannot be read")
	}
	if err := WriteWeights(io.Discard, Full(nil)...); err == nil {
		t.Error("wrote a nil feature")
	}
}

func TestReadWeights(t *testing.T) {
	terms := Full(DefaultTempo(), DefaultCoverage())
	const coverage = `"coverage": {"Values[0]": 0, "Values[1]": 1, "Values[2]": 2, "Values[3]": 3, "Values[4]": 4, "Values[5]": 5, "Values[6]": 6}`
	const tempo = `"tempo": {"Move": [7, -30000]}`
	got, err := ReadWeights(strings.NewReader("{"+coverage+",\n"+tempo+"}\n"), terms...)
	want := Full(Tempo{Tapered{7, -30000}}, Coverage{PieceValues{0, 1, 2, 3, 4, 5, 6}, true, true})
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	tests := []struct {
		text string
		kind error
		want string
	}{
		{"", ErrSyntax, "too soon"},
		{"{", ErrSyntax, "too soon"},
		{"[]", ErrSyntax, `"{" is missing`},
		{"null", ErrSyntax, `"{" is missing`},
		{"{" + coverage + "}", ErrSyntax, `"tempo" is missing`},
		{"{" + coverage + "," + tempo + `,"x": {}}`, ErrSyntax, `no feature is called \"x\"`},
		{"{" + tempo + "," + tempo + "}", ErrSyntax, "twice"},
		{`{"tempo": {}}`, ErrSyntax, `"Move" of "tempo" is missing`},
		{`{"tempo": {"Move": [1, 2], "Move": [1, 2]}}`, ErrSyntax, "twice"},
		{`{"tempo": {"move": [1, 2]}}`, ErrSyntax, `no number "move"`},
		{`{"tempo": {"Move": [1]}}`, ErrSyntax, "a number is missing"},
		{`{"tempo": {"Move": [1, 2, 3]}}`, ErrSyntax, `"]" is missing`},
		{`{"tempo": {"Move": 1}}`, ErrSyntax, `"[" is missing`},
		{`{"tempo": {"Move": ["1", 2]}}`, ErrSyntax, "a number is missing"},
		{`{"tempo": {"Move": [1.5, 2]}}`, ErrSyntax, "no integer"},
		{`{"tempo": {"Move": [1e3, 2]}}`, ErrSyntax, "no integer"},
		{`{"tempo": {"Move": [30001, 2]}}`, ErrIllegal, "beyond"},
		{`{"tempo": {"Move": [1, -99999999999999999999]}}`, ErrIllegal, "beyond"},
		{"{" + coverage + "," + tempo + "} {}", ErrSyntax, "more after the end"},
		{"{" + coverage + "," + tempo + "} x", ErrSyntax, "more after the end"},
		{"{\"tempo\": {\"Move\": [1, \xff", ErrSyntax, "invalid"},
		{strings.Repeat(" ", maxWeightsFile+1), ErrSyntax, "longer"},
	}
	for _, test := range tests {
		got, err := ReadWeights(strings.NewReader(test.text), terms...)
		var parse *ParseError
		if got != nil || !errors.Is(err, test.kind) || !errors.As(err, &parse) || parse.Line == 0 ||
			!strings.Contains(err.Error(), strings.ReplaceAll(test.want, `\"`, `"`)) {
			t.Errorf("%.60q: %v, want %v, %s", test.text, err, test.kind, test.want)
		}
	}
	if _, err := ReadWeights(strings.NewReader("{}"), Full(nil)...); err == nil {
		t.Error("read weights for a nil feature")
	}
	if _, err := ReadWeights(iotest.ErrReader(io.ErrClosedPipe), terms...); err != io.ErrClosedPipe {
		t.Errorf("%v, want the reader's error", err)
	}
}

func FuzzReadWeights(f *testing.F) {
	terms := Full(DefaultTempo(), DefaultBishopPair(), DefaultDrawnEndings())
	var text bytes.Buffer
	if err := WriteWeights(&text, terms...); err != nil {
		f.Fatal(err)
	}
	f.Add(text.Bytes())
	f.Add([]byte(`{"tempo": {"Move": [1, 2]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		read, err := ReadWeights(bytes.NewReader(text), terms...)
		if err != nil {
			var parse *ParseError
			if !errors.As(err, &parse) || len(err.Error()) > 2000 {
				t.Errorf("%v", err)
			}
			return
		}
		var again bytes.Buffer
		if err := WriteWeights(&again, read...); err != nil {
			t.Fatal(err)
		}
		back, err := ReadWeights(&again, terms...)
		if diff := cmp.Diff(read, back); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	})
}

package chess

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
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

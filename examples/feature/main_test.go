package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

func TestBadBishop(t *testing.T) {
	e, err := chess.NewFeatureEvaluator(chess.Terms(BadBishop{chess.Tapered{MG: -1, EG: -10}})...)
	if err != nil {
		t.Fatal(err)
	}
	credit := func(c chess.Color, sq chess.Square, pawns chess.Score) chess.Credit {
		return chess.Credit{Color: c, Square: sq, Piece: chess.Bishop.Of(c), Tapered: chess.Tapered{MG: -pawns, EG: -10 * pawns}}
	}
	for _, test := range []struct {
		name, fen string
		want      []chess.Credit
	}{
		{"no bishop", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", nil},
		{"the other colour", "4k3/8/8/8/8/8/3P1P2/4KB2 w - - 0 1", nil},
		{"the start", chess.StartFEN, []chess.Credit{
			credit(chess.White, chess.C1, 4), credit(chess.White, chess.F1, 4),
			credit(chess.Black, chess.C8, 4), credit(chess.Black, chess.F8, 4)}},
		{"a dark bishop and pawns of both sides", "4k3/5p2/3P4/4p3/8/P7/B1P4b/4K3 b - - 0 1", []chess.Credit{
			credit(chess.White, chess.A2, 1), credit(chess.Black, chess.H2, 1)}},
		{"eight pawns", knightAgainstBishop, []chess.Credit{credit(chess.Black, chess.B7, 8)}},
	} {
		p, err := chess.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(append([]chess.Credit{}, test.want...), e.Explain(&p).Features[0].Credits); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestEvaluatorAllocatesNothing(t *testing.T) {
	e, err := withFeature(chess.NewDefaultEvaluator())
	if err != nil {
		t.Fatal(err)
	}
	p := chess.StartPosition()
	if n := testing.AllocsPerRun(100, func() { e.Evaluate(&p) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func output(t *testing.T, args ...string) string {
	t.Helper()
	var out, problems bytes.Buffer
	if err := run(t.Context(), args, &out, &problems); err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	if problems.Len() > 0 {
		t.Errorf("%v: standard error has %q", args, &problems)
	}
	return out.String()
}

func TestExplain(t *testing.T) {
	out := output(t, "explain")
	for _, want := range []string{
		"\nmaterial ", "\ntempo ",
		"\nbad bishop           0.00     0.00    -0.32    -0.64    100    100    +0.61\n",
		"\n  Black's bishop on b7: -0.32 in the middlegame, -0.64 in the endgame\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if out := output(t, "explain", "-eval", "pesto"); !strings.Contains(out, "\nbad bishop ") || strings.Contains(out, "\ntempo ") {
		t.Errorf("pesto is explained as\n%s", out)
	}
	if quoted, words := output(t, "explain", chess.StartFEN), output(t, append([]string{"explain"}, strings.Fields(chess.StartFEN)...)...); quoted != words {
		t.Errorf("without quotes:\n%s\nwith quotes:\n%s", words, quoted)
	}
}

func TestBench(t *testing.T) {
	games := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(games, []byte("1. e4 e5 2. Nf3 *\n\n1. d4 *\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	pattern := regexp.MustCompile(`^one evaluation, .* 4 positions:\nwithout +\d+\.\d ns\nwith +\d+\.\d ns, [+-]\d+\.\d %\nalone +\d+\.\d ns\n$`)
	for _, evaluation := range []string{"default", "pesto"} {
		if out := output(t, "bench", "-eval", evaluation, "-time", "1ms", games); !pattern.MatchString(out) {
			t.Errorf("%s: got\n%s", evaluation, out)
		}
	}
}

// TestRecorded checks that games with a fault are read as far as they go.
func TestRecorded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(path, []byte("1. e4 (1. d4 d5) <br> e5 2. Ke3 Nc6 *\n\n1. c4 *\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	positions, faults, err := recorded(path)
	var got []string
	for _, p := range positions {
		got = append(got, p.EPD())
	}
	want := []string{
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
		"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -",
		"rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq -",
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil || faults != 1 {
		t.Error(faults, err, diff)
	}
}

func TestMatch(t *testing.T) {
	var out, progress bytes.Buffer
	args := []string{"match", "-games", "19", "-nodes", "50", "-openings", "../../testdata/openings.epd"}
	if err := run(t.Context(), args, &out, &progress); err != nil {
		t.Fatal(err)
	}
	if lines := progress.String(); !strings.Contains(lines, "20 of 20 games, +") || !strings.Contains(lines, ", worth ") {
		t.Errorf("standard error has %q", lines)
	}
	pattern := regexp.MustCompile(`^20 games with the feature against the same without: \+\d+ =\d+ -\d+\nworth [+-]\S+ ± \S+ Elo \(95 %\), better with a likelihood of \d+ %\nevaluation default, feature .*, 50 nodes, openings .*\n$`)
	if !pattern.MatchString(out.String()) {
		t.Errorf("got\n%s", &out)
	}
	out.Reset()
	if err := run(t.Context(), append(args, "-eval", "pesto"), &out, io.Discard); err != nil || !strings.HasPrefix(out.String(), "20 games with the feature ") {
		t.Errorf("pesto: %v, %q", err, &out)
	}
}

// TestWorth checks that a few games give no estimate.
func TestWorth(t *testing.T) {
	const few = "too few games to say what it is worth"
	for _, test := range []struct {
		pairs [5]int
		want  string
	}{
		{[5]int{}, few},
		{[5]int{0, 1}, few},
		{[5]int{0, 0, 0, 0, 2}, few},
		{[5]int{0, 0, 90}, "worth +0.0 ± 11.4 Elo (95 %), better with a likelihood of 50 %"}, // the feature makes no difference
		{[5]int{0, 10, 0, 10}, "worth +0.0 ± 77.4 Elo (95 %), better with a likelihood of 50 %"},
	} {
		if got := worth(chess.Tally{Pairs: test.pairs}); got != test.want {
			t.Errorf("%v: %s", test.pairs, got)
		}
	}
}

// TestMatchInterrupted checks that an interrupt ends the match with an error.
func TestMatchInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out bytes.Buffer
	err := run(ctx, []string{"match", "-openings", "../../testdata/openings.epd"}, &out, io.Discard)
	if !errors.Is(err, context.Canceled) || out.Len() > 0 {
		t.Errorf("%v, %q", err, &out)
	}
}

func TestBadInput(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, test := range []struct {
		usage bool // whether the error is one of the command line
		args  []string
	}{
		{true, nil},
		{true, []string{"fight"}},
		{true, []string{"match", "-games", "0"}},
		{true, []string{"match", "-time", "0"}},
		{true, []string{"match", "-nodes", "-1"}},
		{true, []string{"match", "-nodes", "many"}},
		{true, []string{"match", "200"}},
		{true, []string{"match", "-eval", "x"}},
		{true, []string{"explain", "-eval", "x"}},
		{true, []string{"explain", "hello"}},
		{true, []string{"explain", "4k3/8/8/8/8/8/8/8 w - - 0 1"}},
		{true, []string{"bench", "-time", "soon"}},
		{true, []string{"bench", "a.pgn", "b.pgn"}},
		{false, []string{"bench", filepath.Join(folder, "nowhere.pgn")}},
		{false, []string{"bench", folder}},
		{true, []string{"match", "-openings", filepath.Join(folder, "nowhere.epd")}},
		{true, []string{"match", "-openings", write("broken.epd", "8/8 w - -")}},
		{false, []string{"bench", write("empty.pgn", "")}},
		{false, []string{"bench", write("broken.pgn", "1. e5 *")}},
	} {
		var out bytes.Buffer
		err := run(t.Context(), test.args, &out, io.Discard)
		if usage := errors.Is(err, cli.ErrUsage); err == nil || usage != test.usage {
			t.Errorf("%v: %v", test.args, err)
		}
		if err != nil && !errors.Is(err, cli.ErrReported) && strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: more than a line: %v", test.args, err)
		}
		if out.Len() > 0 {
			t.Errorf("%v: printed %q", test.args, &out)
		}
	}
	if err := run(t.Context(), []string{"explain"}, brokenWriter{}, io.Discard); !errors.Is(err, errBroken) {
		t.Errorf("closed pipe: %v", err)
	}
}

var errBroken = errors.New("broken pipe")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

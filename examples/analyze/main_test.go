package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// run runs the program.
func run(ctx context.Context, args []string, stdout, stderr io.Writer, colour bool) error {
	colours = func(io.Writer) bool { return colour }
	return analyze.Run(ctx, args, cli.Streams{Out: stdout, Err: stderr})
}

func analyzed(t *testing.T, colour bool, args ...string) string {
	t.Helper()
	var out, problems bytes.Buffer
	if err := run(t.Context(), args, &out, &problems, colour); err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	if others := progress.Others(problems.String()); others != "" {
		t.Errorf("%v: standard error has %q", args, others)
	}
	return out.String()
}

func TestAnalyze(t *testing.T) {
	const fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 2 3"
	quoted := analyzed(t, false, "-depth", "3", fen)
	for _, want := range []string{fen, "5  :  .  :  .  p  .  :  Q", "As it stands, White is 0.07 ahead:", "king attack     +0.35     │━━━━", "\ndepth    score ", "    1       #1", "\n\nBest move: 3. Qxf7#, #1 at depth 3\n3. Qxf7# is checkmate.\n"} {
		if !strings.Contains(quoted, want) {
			t.Errorf("no %q in\n%s", want, quoted)
		}
	}
	if strings.Contains(quoted, "\x1b") {
		t.Error("colours in plain output")
	}
	if out := analyzed(t, true, append(strings.Fields(fen), "-depth", "1")...); !strings.Contains(out, "\x1b[") || !strings.Contains(out, "3. Qxf7#") {
		t.Errorf("on a terminal\n%s", out)
	}
	if out := analyzed(t, false, "-depth", "2", "-lines", "3"); strings.Count(out, "\n    2 ") != 3 {
		t.Errorf("want three lines at depth 2 in\n%s", out)
	}
	for fen, want := range map[string]string{
		"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2": "\nB20 Sicilian Defense\n",
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1":                               "The game is over: stalemate, 1/2-1/2.",
		// Scores are from White's point of view, whichever side is to move.
		"8/8/8/8/8/1k6/2q5/K7 b - - 0 1": "#-1",
	} {
		if out := analyzed(t, false, "-depth", "1", "-endings", "0", fen); !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestLikely checks that a player with a rating says what people choose.
func TestLikely(t *testing.T) {
	const fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"
	const want = "\nPeople rated 1000 choose g6 in "
	for player, there := range map[string]bool{"alphabeta,UCI_Elo=1000": true, "alphabeta,depth=2": false, "minimax,depth=2": false} {
		if out := analyzed(t, false, "-player", player, fen); strings.Contains(out, want) != there {
			t.Errorf("%s: has %q is %v, want %v, in\n%s", player, want, !there, there, out)
		}
	}
}

// TestWhy checks that a move is explained, in both languages.
func TestWhy(t *testing.T) {
	const fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"
	for lang, want := range map[string]string{
		"en": "\n3...Nf6 allows mate in 1: 4. Qxf7#. ", "de": "\n3...Sf6 erlaubt ein Matt in 1: 4. Dxf7#. ",
	} {
		if out := analyzed(t, false, "-depth", "6", "-why", "Nf6", "-lang", lang, fen); !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestWhyIsOfTheSearch checks that the explanation compares with the move that is called the best, since
// both come from one search, and that what a player finds that cannot explain is explained too.
func TestWhyIsOfTheSearch(t *testing.T) {
	const fen = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 0 5"
	for depth := 8; depth < 12; depth++ {
		out := analyzed(t, false, "-depth", strconv.Itoa(depth), "-why", "Bxf7+", fen)
		_, best, found := strings.Cut(out, "Best move: ")
		best, _, _ = strings.Cut(best, ",")
		if words := strings.Join(strings.Fields(out), " "); !found || !strings.Contains(words, "Better is "+best) {
			t.Errorf("depth %d: the best move is %q in\n%s", depth, best, out)
		}
	}
	if out := analyzed(t, false, "-depth", "3", "-player", "minimax", "-why", "Bxf7+", fen); !strings.Contains(out, "Bxf7+ is an unsound sacrifice") {
		t.Errorf("no reason in\n%s", out)
	}
}

// TestEnding checks that an ending is told by its table, without any file.
func TestEnding(t *testing.T) {
	const fen = "8/8/1K1k4/8/2P5/8/8/8 w - - 0 1"
	out := analyzed(t, false, "-depth", "1", "-lines", "3", fen)
	for _, want := range []string{
		"\nWhite wins: mate in 13 with best play; only c5+ and Kb5 win\n\nmove     result       distance\nc5+      win          mate in 13\n",
		"      #13 ", "      #16 ", // the search uses the tables
		"Best move: 1. c5+, mate in 13 by the tables\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if out := analyzed(t, false, "-depth", "1", "8/1K6/3k4/8/2P5/8/8/8 b - - 1 1"); !strings.Contains(out, "Best move: 1... Kc5, draw by the tables\n") {
		t.Errorf("no draw in\n%s", out)
	}
	if out := analyzed(t, false, "-depth", "1", "-endings", "0", fen); strings.Contains(out, "best play") {
		t.Errorf("a result without tables in\n%s", out)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := run(ctx, []string{fen}, io.Discard, io.Discard, false); !errors.Is(cli.Interrupted(err), cli.ErrInterrupted) {
		t.Errorf("interrupted: %v", err)
	}
}

// TestAnalyzePlayers checks that players search by their own limits if they have any, and
// that the evaluation that is explained is the one that they play by.
func TestAnalyzePlayers(t *testing.T) {
	const fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 2 3"
	for _, test := range []struct {
		args       []string
		want, more string
	}{
		{[]string{"-player", "boardvalue,depth=2"}, "coverage", "at depth 2"},
		{[]string{"-player", "capturesfirst,mobility.Factor=200,depth=1"}, "mobility", "at depth 1"},
		{[]string{"-player", "boardvalue"}, "coverage", "at depth"},
		{[]string{"-player", "random", "-eval", "materialmobility"}, "mobility", "without a search"},
		{[]string{"-eval", "threecheck", "-depth", "2"}, "king exposure", "at depth 2"},
		{[]string{"-player", "minimax", "-eval", "boardvalue,castle score=0", "-depth", "2"}, "coverage", "#1 at depth"},
	} {
		var out bytes.Buffer
		err := run(t.Context(), append(test.args, "-all", fen), &out, io.Discard, false)
		if text := out.String(); err != nil || !strings.Contains(text, "\n"+test.want+" ") || !strings.Contains(text, test.more) {
			t.Errorf("%v: %v, no %q and %q in\n%s", test.args, err, test.want, test.more, text)
		}
	}
}

func TestAnalyzeBadInput(t *testing.T) {
	for _, args := range [][]string{
		{"rnbqkbnr/pppppppp/8/8/8/9/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
		{"-depth", "-1"},
		{"-depth", "128"},
		{"-lines", "0"},
		{"-player", "nobody"},
		{"-player", "random,depth"},
		{"-player", "capturesfirst,castle score=30"},
		{"-player", "boardvalue,tc=1+1"},
		{"-eval", "best"},
		{"-why", "Kd5"},
	} {
		var out, problems bytes.Buffer
		err := run(t.Context(), args, &out, &problems, false)
		if !errors.Is(err, cli.ErrUsage) {
			t.Errorf("%v: %v", args, err)
		}
		if out.Len() > 0 {
			t.Errorf("%v: printed %q", args, &out)
		}
	}
	err := run(t.Context(), []string{"8/8 w - - 0 1"}, new(bytes.Buffer), new(bytes.Buffer), false)
	var parse *chess.ParseError
	if !errors.As(err, &parse) || parse.Offset != 3 || strings.Contains(err.Error(), "\n") {
		t.Errorf("bad FEN: %v", err)
	}
}

// TestAnalyzeClosedPipe checks that a write error ends the search.
func TestAnalyzeClosedPipe(t *testing.T) {
	err := run(context.Background(), []string{"-time", "1h"}, brokenWriter{}, new(bytes.Buffer), false)
	if !errors.Is(err, errBroken) {
		t.Errorf("got %v", err)
	}
}

var errBroken = errors.New("broken pipe")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

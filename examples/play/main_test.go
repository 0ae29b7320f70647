package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

// TestMain makes the test binary an engine if PLAY_TEST_ENGINE is set.
func TestMain(m *testing.M) {
	if os.Getenv("PLAY_TEST_ENGINE") != "" {
		engine := chess.UCI{Searcher: chess.NewMinimax(chess.NewDefaultEvaluator())}
		engine.Run(context.Background(), os.Stdin, os.Stdout)
		return
	}
	os.Exit(m.Run())
}

// play runs the program with the given input.
func play(t *testing.T, input string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	t.Setenv("LC_ALL", "C")
	var out, diag strings.Builder
	err = program.Run(t.Context(), args, cli.Streams{In: strings.NewReader(input), Out: &out, Err: &diag})
	return out.String(), diag.String(), err
}

func TestLines(t *testing.T) {
	const want = `
8  r  n  b  q  k  b  n  r
7  p  p  p  p  p  p  p  p
6  .  :  .  :  .  :  .  :
5  :  .  :  .  :  .  :  .
4  .  :  .  :  .  :  .  :
3  :  .  :  .  :  .  :  .
2  P  P  P  P  P  P  P  P
1  R  N  B  Q  K  B  N  R  *
   a  b  c  d  e  f  g  h

White to move.
"e5" is not a legal move here.
1. e4
1... h6

8  r  n  b  q  k  b  n  r
7  p  p  p  p  p  p  p [.]
6  .  :  .  :  .  :  . [p]
5  :  .  :  .  :  .  :  .
4  .  :  .  :  P  :  .  :
3  :  .  :  .  :  .  :  .
2  P  P  P  P  .  P  P  P
1  R  N  B  Q  K  B  N  R  *
   a  b  c  d  e  f  g  h

White to move.
White resigns: Black wins, 0-1.
`
	got, _, err := play(t, "e5\ne4\nresign\nquit\nd4\n", "-black", "pawnpusher")
	if diff := cmp.Diff(strings.ReplaceAll(want, `"e5" is`, "e5 is"), got); diff != "" || err != nil {
		t.Errorf("%v, -want +got:\n%s", err, diff)
	}
}

// TestWholeGame plays a game to mate with an engine in another process.
func TestWholeGame(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("PLAY_TEST_ENGINE", "x")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	play(t, "", "-black", "person") // so that the goroutine of os/signal is there
	before := runtime.NumGoroutine()
	got, _, err := play(t, "save g.pgn", "-white", "uci:"+exe+",depth=3,name=Fake", "-black", "random")
	if err != nil || !strings.HasSuffix(got, string(filepath.Separator)+"g.pgn.\n") || !strings.Contains(got, "Checkmate! White wins, 1-0.") {
		t.Errorf("%v\n%s", err, got)
	}
	_, game, _, err := readGame("g.pgn", 1)
	if err != nil || game.Outcome() != chess.WinBy(chess.White, chess.Checkmate) {
		t.Errorf("%v, %v", game.Outcome(), err)
	}
	for runtime.NumGoroutine() > before { // for ever if one is left
		time.Sleep(time.Millisecond)
	}
	got, _, err = play(t, "flip\nback", "-white", "person", "g.pgn", "-black", "person") // flags after the file too
	if err != nil || !strings.Contains(got, "Fake against random") || !strings.Contains(got, "h  g  f  e  d  c  b  a\n") {
		t.Errorf("%v\n%s", err, got)
	}
}

// TestAnalyseLines checks that an analysis without a screen ends, and prints its lines once for
// each position, with the board if that is another.
func TestAnalyseLines(t *testing.T) {
	var out strings.Builder
	l := &lines{session: newTestSession(t, "person", "person"), out: &out}
	if err := l.run(t.Context(), strings.NewReader("e4\nanalyse 2\nc5\nstop\n")); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, found := range regexp.MustCompile(`(?m)^(\d) +[+-]?\d\.\d\d  (\d\.)`).FindAllStringSubmatch(out.String(), -1) {
		got = append(got, found[1]+found[2])
	}
	if diff := cmp.Diff([]string{"11.", "21.", "12.", "22."}, got); diff != "" || strings.Count(out.String(), "a  b  c") != 4 {
		t.Errorf("the lines of the analysis, -want +got:\n%s\n%s", diff, &out)
	}
}

func TestStatus(t *testing.T) {
	got, _, err := play(t, "Rxe8\n", "-black", "person", "-tc", "5:00", "-variant", "4r1k1/8/8/8/8/8/8/4R1K1 w - - 3+2 0 1")
	want := "\nWhite: 5:00 left 2 checks to give has captured r +5\nBlack: 5:00 left 2 checks to give\nBlack to move.\n"
	if err != nil || !strings.HasSuffix(got, want) || !strings.Contains(got, "!k!") || !strings.Contains(got, "Check, number 1 of 3!") {
		t.Errorf("%v, %q", err, got)
	}
}

// TestPrompt checks that a terminal gets a prompt, and that input is read while a
// searcher thinks.
func TestPrompt(t *testing.T) {
	s := newTestSession(t, "person", "alphabeta,time=1h")
	s.now = time.Now
	in, typed := io.Pipe()
	output, out := io.Pipe()
	l := &lines{session: s, asks: true, out: out}
	done := make(chan error)
	go func() {
		done <- l.run(t.Context(), in)
		out.Close()
	}()
	r := bufio.NewReader(output)
	for _, step := range []struct{ want, input string }{
		{"White to move.\n> ", "e4"},
		{"\n1. e4\n> ", "d4"}, // the prompt appears again while the searcher thinks
		{"it is Black's turn, alphabeta.\n> ", "now"},
		{"White to move.\n> ", "quit"},
	} {
		var got strings.Builder
		for !strings.HasSuffix(got.String(), step.want) && !strings.HasSuffix("\n"+got.String(), step.want) {
			c, err := r.ReadByte()
			if err != nil {
				t.Fatalf("%v after %q, want %q", err, &got, step.want)
			}
			got.WriteByte(c)
		}
		io.WriteString(typed, step.input+"\n")
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// broken is a closed pipe.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, syscall.EPIPE }

func TestBadEnds(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("LC_ALL", "C")
	err := program.Run(t.Context(), []string{"-white", "random"}, cli.Streams{In: strings.NewReader(""), Out: broken{}, Err: io.Discard})
	if !errors.Is(err, syscall.EPIPE) {
		t.Errorf("a closed pipe: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	in, _ := io.Pipe()
	time.AfterFunc(50*time.Millisecond, cancel)
	if err := program.Run(ctx, nil, cli.Streams{In: in, Out: io.Discard, Err: io.Discard}); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupt: %v", err)
	}
	in.Close()
	if _, _, err := play(t, strings.Repeat("x", 1<<17)+"\ne4", "-black", "person"); err != nil {
		t.Error(err)
	}
	if out, _, err := play(t, "", "missing.pgn"); err == nil || errors.Is(err, cli.ErrUsage) || strings.Contains(err.Error(), "\n") || out != "" {
		t.Errorf("a file that is missing: %v, %q", err, out)
	}
	t.Setenv("PLAY_TEST_ENGINE", "x")
	exe, _ := os.Executable()
	if _, _, err := play(t, "", "-black", "uci:"+exe+",Speed=1"); err == nil || !strings.Contains(err.Error(), `"Speed"`) {
		t.Errorf("an option that the engine does not have: %v", err)
	}
	// No person can replace a player that fails at the end of the input.
	if _, _, err := play(t, "white uci:"+exe+",Speed=1", "-white", "person", "-black", "person"); err == nil {
		t.Error("no error for a player that failed")
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{
		{"-x"}, {"a", "b"}, {"-white", "nobody"}, {"-black", "uci:no-such-engine"}, {"-tc", "x"}, {"-variant", "draughts"}, {"-hint", "0s"}, {"-hint", "x"},
	} {
		if _, _, err := play(t, "", args...); !errors.Is(err, cli.ErrUsage) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", args, err)
		}
	}
	help, _, err := play(t, "", "-help")
	if !errors.Is(err, flag.ErrHelp) {
		t.Error(err)
	}
	if n := strings.Count(help, "\n"); n > 45 || !strings.Contains(help, `"chess help players"`) {
		t.Errorf("-help has %d lines:\n%s", n, help)
	}
}

func TestUnicodeLocale(t *testing.T) {
	for _, test := range []struct {
		all, lang string
		want      bool
	}{
		{"", "", true}, {"C", "", false}, {"C", "de_DE.UTF-8", false}, {"", "de_DE.UTF-8", true}, {"", "de_DE.ISO-8859-1", false}, {"C.utf8", "", true},
	} {
		got := unicodeLocale(func(name string) string { return map[string]string{"LC_ALL": test.all, "LANG": test.lang}[name] })
		if got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

package tournament

import (
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

// tournament runs the program with arguments separated by spaces.
func tournament(t *testing.T, args string) (stdout, stderr string, err error) {
	t.Helper()
	var out, diag strings.Builder
	err = run(t.Context(), strings.Fields(args), &out, &diag)
	return out.String(), diag.String(), err
}

const few = "-player alphabeta,nodes=200 -player random -player pawnpusher -player simplified,nodes=20 -games 2 -maxplies 60 "

func TestTournament(t *testing.T) {
	t.Chdir(t.TempDir())
	stdout, stderr, err := tournament(t, few+"-pgn games.pgn -html table.html -plot plot.png -concurrency 2")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{" 1  alphabeta,nodes=200  +", "  pawnpusher  -", "\nmedian time of a move: alphabeta,nodes=200 ",
		"\nplayers: alphabeta,nodes=200 (200 nodes); random (50ms); ", "\nconditions: seed 1, a draw after 60 plies, from the start position\n"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	if !strings.Contains(stderr, "12 of 12 games, alphabeta,nodes=200 +") {
		t.Errorf("progress %q", stderr)
	}
	f, err := os.Open("plot.png")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if picture, err := png.Decode(f); err != nil || picture.Bounds().Dx() < 600 {
		t.Errorf("plot: %v", err)
	}
	html, err := os.ReadFile("table.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<h1>Tournament, 12 games</h1>", "<br>conditions: seed 1, a draw after 60 plies, from the start position</p>", ">pawnpusher</th>", "<svg ", `title="random against `} {
		if !strings.Contains(string(html), want) {
			t.Errorf("no %q in the page", want)
		}
	}
	if strings.Contains(string(html), "src=") || strings.Contains(string(html), "<?xml") {
		t.Error("the page refers to other files, or contains an XML declaration")
	}

	// It reads finished games from its file with the same results, and continues
	// from a file that ends with half a game.
	games, err := os.ReadFile("games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	again, _, err := tournament(t, few+"-pgn games.pgn -plot again.svg")
	if diff := cmp.Diff(stdout, again); err != nil || diff != "" {
		t.Errorf("%v (-first +second):\n%s", err, diff)
	}
	if now, err := os.ReadFile("games.pgn"); err != nil || len(now) != len(games) {
		t.Errorf("the file of a finished tournament has %d bytes, want %d, %v", len(now), len(games), err)
	}
	svg, err := os.ReadFile("again.svg")
	if err != nil || xml.Unmarshal(svg, new(struct{})) != nil {
		t.Errorf("no SVG: %v", err)
	}
	if err := os.WriteFile("games.pgn", games[:len(games)-200], 0o666); err != nil {
		t.Fatal(err)
	}
	if _, stderr, err := tournament(t, few+"-pgn games.pgn"); err != nil || !strings.Contains(stderr, "12 of 12 games") {
		t.Errorf("continued: %v, %q", err, stderr)
	}
	left, err := filepath.Glob(".*")
	if err != nil || len(left) > 0 {
		t.Errorf("%q left, %v", left, err)
	}
}

func TestPoints(t *testing.T) {
	for p, want := range map[float64]string{0: "0", 0.5: "½", 1: "1", 12.5: "12½"} {
		if got := points(p); got != want {
			t.Errorf("%g: %s, want %s", p, got, want)
		}
	}
}

func TestBrief(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "0s", 13: "13ns", 1234: "1.2µs", 98765432: "99ms", 1500 * time.Millisecond: "1.5s"} {
		if got := brief(d); got != want {
			t.Errorf("%d: %s, want %s", d, got, want)
		}
	}
}

// TestInterrupt checks that an interrupt prints the results so far, and writes
// nothing before the first game.
func TestInterrupt(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil {
			if info, err := os.Stat("x.pgn"); err == nil && info.Size() > 0 {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	var out strings.Builder
	err := run(ctx, strings.Fields("-player random -player pawnpusher -games 1000000 -pgn x.pgn -html x.html"), &out, io.Discard)
	if !errors.Is(err, context.Canceled) || !strings.Contains(out.String(), "random") {
		t.Errorf("%v, %q", err, out.String())
	}
	if html, err := os.ReadFile("x.html"); err != nil || !strings.Contains(string(html), " of 1000000 games</h1>") {
		t.Errorf("no page after an interrupt: %v", err)
	}
	out.Reset()
	err = run(ctx, strings.Fields("-player random -player pawnpusher -html y.html"), &out, io.Discard)
	if _, missing := os.Stat("y.html"); !errors.Is(err, context.Canceled) || out.Len() > 0 || !errors.Is(missing, os.ErrNotExist) {
		t.Errorf("%v, %q, %v", err, out.String(), missing)
	}
}

func TestFailures(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("plain", []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{
		"x", "-x", "-player random", "-player nobody -player random", "-games 0", "-concurrency 0", "-time 0s", "-plies -1", "-maxplies -1",
		"-plot x.jpg", "-plot x", "-openings missing", "-openings plain", "-openings .", "-endings 5", few + "-syzygy missing",
	} {
		if _, _, err := tournament(t, args); !errors.Is(err, cli.ErrUsage) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", args, err)
		}
	}
	if stdout, _, err := tournament(t, "-help"); !errors.Is(err, flag.ErrHelp) || !strings.Contains(stdout, "-plot file") {
		t.Errorf("-help: %v, %q", err, stdout)
	}
	for _, args := range []string{"-pgn .", "-pgn missing/x", "-html missing/x.html", "-plot missing/x.svg"} {
		if _, _, err := tournament(t, few+args); err == nil || errors.Is(err, cli.ErrUsage) {
			t.Errorf("%q: %v", args, err)
		}
	}
	if err := run(t.Context(), strings.Fields(few), brokenPipe{}, io.Discard); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a closed pipe: %v", err)
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestEndings checks that tables decide games.
func TestEndings(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("endings.epd", []byte("7k/8/8/8/8/8/1q6/K5R1 w - -\n8/8/1K1k4/8/2P5/8/8/8 w - -\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := tournament(t, "-player random -player capturesfirst -games 4 -endings 3 -openings endings.epd -pgn x.pgn"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("x.pgn")
	if strings.Contains(string(text), "[PlyCount \"0\"]") {
		t.Errorf("a game without a move in\n%s", text)
	}
	if n := strings.Count(string(text), "[Termination \"adjudication\"]\n"); err != nil || n != 4 {
		t.Errorf("%d games were decided, %v, in\n%s", n, err, text)
	}
}

// TestPlotWithoutTimes checks that a player that failed before its first move has
// no time and is not in the plot.
func TestPlotWithoutTimes(t *testing.T) {
	m := &chess.Match{Players: make([]chess.Player, 2), Pairs: 1}
	r := newReport(m)
	r.add(&chess.MatchGame{Players: [2]int{0, 1}, Outcome: chess.WinBy(chess.White, chess.Abandonment), Tree: chess.NewGameTree(chess.StartPosition())})
	if svg, err := r.svg(); err != nil || !strings.HasPrefix(svg, "<svg") {
		t.Errorf("%v, %.20q", err, svg)
	}
}

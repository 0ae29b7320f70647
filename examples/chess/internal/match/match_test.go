package match

import (
	"context"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

const openings = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\nrnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq -\n"

// match runs the program with arguments separated by spaces.
func match(t *testing.T, args string) (stdout, stderr string, err error) {
	t.Helper()
	var out, diag strings.Builder
	err = Command.Run(t.Context(), strings.Fields(args), cli.Streams{Out: &out, Err: &diag})
	return out.String(), diag.String(), err
}

// chdirOpenings changes to a temporary directory with a file of openings.
func chdirOpenings(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("openings.epd", []byte(openings), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestMatch(t *testing.T) {
	chdirOpenings(t)
	const args = "-a default -b materialmobility,nodes=20,name=weak -nodes 300 -games 8 -openings openings.epd -maxplies 100 -sprt 0,400 -concurrency "
	stdout, stderr, err := match(t, args+"3")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{" 1  default ", " 2     weak ", "\npairs by points of the first player, 0 to 2: ", "\nSPRT for 0 against 400 Elo: LLR ", "\nends: "} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	if !strings.Contains(stderr, "8 of 8 games, default +") || !strings.Contains(stderr, ", LLR ") {
		t.Errorf("progress %q", stderr)
	}
	again, _, err := match(t, args+"1")
	if diff := cmp.Diff(stdout, again); err != nil || diff != "" {
		t.Errorf("one at once: %v (-three +one):\n%s", err, diff)
	}
}

// TestOwnLimits checks that players that limit themselves need no limits.
func TestOwnLimits(t *testing.T) {
	stdout, _, err := match(t, "-a negaalphabeta,depth=1 -b random -games 2 -maxplies 8 -seed 7")
	for _, want := range []string{"\nplayers: negaalphabeta,depth=1 (depth 1); random (its own limits)\n", "\nconditions: seed 7, a draw after 8 plies, from the start position\n"} {
		if err != nil || !strings.Contains(stdout, want) {
			t.Errorf("%v, no %q in\n%s", err, want, stdout)
		}
	}
}

// TestKnockout checks the ties that a knockout reports, as it is played and from
// its file: with draws only, the players named first go on after twice the games.
func TestKnockout(t *testing.T) {
	t.Chdir(t.TempDir())
	const args = "-player default -player pawnpusher -player pawnpusher,name=pusher -player default,name=second -nodes 50 -games 2 -maxplies 2 -knockout -pgn k.pgn -html k.html"
	const want = "\nknockout: default 2:2 second, pawnpusher 2:2 pusher; default 2:2 pawnpusher; default wins\n"
	for range 2 {
		stdout, stderr, err := match(t, args)
		if err != nil || !strings.Contains(stdout, want) || !strings.Contains(stderr, "12 of 12 games, default +0 =8 -0") {
			t.Errorf("%v, %s\n%s", err, stdout, stderr)
		}
	}
	if html, err := os.ReadFile("k.html"); err != nil || !strings.Contains(string(html), strings.TrimSpace(want)) {
		t.Errorf("%v, %s", err, html)
	}
	if _, _, err := match(t, strings.Replace(args, " -knockout", "", 1)); err == nil || !strings.Contains(err.Error(), "a knockout") {
		t.Errorf("all play all in the file of a knockout: %v", err)
	}
	if _, _, err := match(t, args+" -sprt 0,5"); err == nil || !strings.Contains(err.Error(), "without -knockout") {
		t.Error(err)
	}
}

func TestSPRTEnds(t *testing.T) {
	chdirOpenings(t)
	stdout, _, err := match(t, "-b materialmobility,nodes=1 -nodes 500 -games 1000 -openings openings.epd -sprt 0,200,0.05,0.1 -normalized")
	if err != nil || !strings.Contains(stdout, ": H1\n") {
		t.Errorf("%v\n%s", err, stdout)
	}
}

func TestUsage(t *testing.T) {
	chdirOpenings(t)
	if err := errors.Join(os.WriteFile("empty.epd", []byte("\n"), 0o666), os.WriteFile("plain", []byte("x"), 0o666)); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{
		"", "-b", "-x", "-b simplified x", "-b nobody -nodes 1", "-b simplified,x -nodes 1", "-b simplified,nodes=x", "-b simplified,tc=x",
		"-b simplified,time=x", "-b simplified,depth=x", "-b simplified -nodes -1", "-b simplified -games 0 -nodes 1",
		"-b simplified -concurrency 0 -nodes 1", "-b simplified -tc 0", "-b simplified -nodes 1 -sprt 5", "-b simplified -nodes 1 -sprt 5,0", "-b simplified -nodes 1 -sprt 0,5,0,0.1", "-b simplified -nodes 1 -sprt 0,5,0.1", "-b simplified -nodes 1 -sprt 0,5,x,0.1",
		"-b simplified -player pesto -nodes 1 -sprt 0,5", "-b simplified -nodes 1 -openings missing.epd", "-b simplified -nodes 1 -openings empty.epd",
		"-b uci: -nodes 1", "-b uci:no-such-engine -nodes 1", "-b simplified,weights=missing.json -nodes 1", "-b simplified,NoSuch=1 -nodes 1",
		"-a random", "-player random", "-player nobody -player random", few + "-maxplies -1", few + "-plies -1", few + "-sprt 0,5",
		few + "-plot x.jpg", few + "-plot x", few + "-openings plain", few + "-openings .", few + "-endings 5", few + "-syzygy missing",
	} {
		if _, _, err := match(t, args); !errors.Is(err, cli.ErrUsage) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", args, err)
		}
	}
	if _, _, err := match(t, "-b simplified"); err == nil || !strings.Contains(err.Error(), "nothing limits how long") {
		t.Errorf("no limits: %v", err)
	}
	for _, args := range []string{"-pgn .", "-html missing/x.html", "-plot missing/x.svg"} {
		if _, _, err := match(t, few+args); err == nil || errors.Is(err, cli.ErrUsage) {
			t.Errorf("%q: %v", args, err)
		}
	}
}

// TestEndings checks that tables decide games, and that the file says so.
func TestEndings(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("endings.epd", []byte("4k3/8/8/8/8/8/4n3/4KR2 w - -\n8/8/1K1k4/8/2P5/8/8/8 w - -\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	args := "-a default -b pesto -nodes 200 -games 4 -openings endings.epd -event ends -pgn x.pgn"
	out, problems, err := match(t, args+" -endings 3")
	if err != nil || !strings.Contains(out, "adjudication") || !strings.HasPrefix(problems, "1 of 2 openings left out: the tables know their results\n") {
		t.Errorf("%v, %q\n%s", err, problems, out)
	}
	text, err := os.ReadFile("x.pgn")
	if err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{`[Event "ends"]`, `[Termination "adjudication"]`, "adjudication by the tablebase}", "results by tables of 3 pieces", `[PlyCount "1"]`} {
		if n := strings.Count(string(text), what); n != 4 {
			t.Errorf("%d times %q, want 4, in\n%s", n, what, text)
		}
	}
	if _, _, err := match(t, args); err == nil || !strings.Contains(err.Error(), "its settings are ") {
		t.Errorf("continued without tables: %v", err)
	}
	if err := os.WriteFile("known.epd", []byte("8/8/1K1k4/8/2P5/8/8/8 w - -\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, flags := range []string{" -endings 5", " -tables x", " -syzygy x", " -endings 3 -openings known.epd"} {
		if _, _, err := match(t, args+flags); !errors.Is(err, cli.ErrUsage) {
			t.Errorf("%s: %v", flags, err)
		}
	}
}

const few = "-player alphabeta,nodes=200 -player random -player pawnpusher -player simplified,nodes=20 -time 50ms -games 2 -maxplies 60 "

func TestTable(t *testing.T) {
	t.Chdir(t.TempDir())
	stdout, stderr, err := match(t, few+"-pgn games.pgn -html table.html -plot plot.png -concurrency 2")
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
	for _, want := range []string{"<h1>Match, 12 games</h1>", "<br>conditions: seed 1, a draw after 60 plies, from the start position</p>", ">pawnpusher</th>", "<svg ", `title="random against `} {
		if !strings.Contains(string(html), want) {
			t.Errorf("no %q in the page", want)
		}
	}
	if strings.Contains(string(html), "src=") || strings.Contains(string(html), "<?xml") {
		t.Error("the page refers to other files, or contains an XML declaration")
	}

	// It reads finished games from its file with the same results.
	again, _, err := match(t, few+"-pgn games.pgn -plot again.svg")
	if diff := cmp.Diff(stdout, again); err != nil || diff != "" {
		t.Errorf("%v (-first +second):\n%s", err, diff)
	}
	svg, err := os.ReadFile("again.svg")
	if err != nil || xml.Unmarshal(svg, new(struct{})) != nil {
		t.Errorf("no SVG: %v", err)
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
	run := func(args string) error {
		return Command.Run(ctx, strings.Fields("-player random -player pawnpusher "+args), cli.Streams{Out: &out, Err: io.Discard})
	}
	err := run("-games 1000000 -pgn x.pgn -html x.html")
	if !errors.Is(err, context.Canceled) || !strings.Contains(out.String(), "random") {
		t.Errorf("%v, %q", err, out.String())
	}
	if html, err := os.ReadFile("x.html"); err != nil || !strings.Contains(string(html), " of 1000000 games</h1>") {
		t.Errorf("no page after an interrupt: %v", err)
	}
	out.Reset()
	err = run("-html y.html")
	if _, missing := os.Stat("y.html"); !errors.Is(err, context.Canceled) || out.Len() > 0 || !errors.Is(missing, os.ErrNotExist) {
		t.Errorf("%v, %q, %v", err, out.String(), missing)
	}
}

// TestPlayers checks which players the flags name, in their order.
func TestPlayers(t *testing.T) {
	for args, want := range map[string]string{
		"-b random":               "default (1 nodes); random (1 nodes)",
		"-a random -b pawnpusher": "random (1 nodes); pawnpusher (1 nodes)",
		"-player minimax -b random -player negascout": "default (1 nodes); random (1 nodes); minimax (1 nodes); negascout (1 nodes)",
		"-player random -player random":               "random (1 nodes); random #2 is random (1 nodes)",
	} {
		stdout, _, err := match(t, args+" -nodes 1 -games 1 -maxplies 1")
		if err != nil || !strings.Contains(stdout, "\nplayers: "+want+"\n") {
			t.Errorf("%s: %v, %s", args, err, stdout)
		}
	}
	stdout, _, err := match(t, "-player all -nodes 1 -games 1 -maxplies 1 -gauntlet")
	for _, p := range chess.Players() {
		if err != nil || !strings.Contains(stdout, "  "+p.Name+"  ") {
			t.Errorf("%s does not play: %v", p.Name, err)
		}
	}
}

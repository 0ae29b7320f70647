package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/progresstest"
)

const games = "../../../testdata/games.pgn" // 60 games

// pipeline runs the program.
func pipeline(t *testing.T, args ...string) (stderr string, err error) {
	t.Helper()
	var out bytes.Buffer
	err = run(t.Context(), args, io.Discard, &out)
	return progresstest.Others(out.String()), err
}

// output runs the program, which must report no problem, and returns what it wrote.
func output(t *testing.T, args ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out")
	if stderr, err := pipeline(t, append([]string{"-o", out}, args...)...); err != nil || !strings.HasSuffix(stderr, " 0 problems\n") {
		t.Fatalf("%v, %q", err, stderr)
	}
	only(t, filepath.Dir(out), "out")
	return readFile(t, out)
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// only checks that a folder has only the files with these names.
func only(t *testing.T, folder string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	got := []string{}
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if diff := cmp.Diff(append([]string{}, names...), got); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// TestSameAsAnnotate checks that the output is, byte for byte, that of
// examples/annotate, although several workers analyse the games.
func TestSameAsAnnotate(t *testing.T) {
	want, err := exec.Command(program(t, "annotate"), "-nodes", "500", games, games).Output()
	if err != nil {
		t.Fatal(err)
	}
	workers := countWorkers(t, "Analyse")
	got := output(t, "-nodes", "500", games, games)
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("annotate and the pipeline differ (-annotate +pipeline):\n%s", diff)
	}
	if n := strings.Count(got, "\n[WhiteAccuracy "); n != 120 {
		t.Errorf("%d of 120 games are annotated", n)
	}
	peak := workers()
	t.Logf("up to %d workers at once", peak)
	if peak < 2 {
		t.Error("one worker analysed all games")
	}
}

// program builds a program of the examples and returns its path.
func program(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if message, err := exec.Command("go", "build", "-C", filepath.Join("..", name), "-o", path, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, message)
	}
	return path
}

// TestFaults checks that the games of a damaged file, and what is reported of them, are
// those of examples/annotate, in spite of the chunks.
func TestFaults(t *testing.T) {
	faults := []string{" <br> ", " Ke5 ", " (", " {", " (1. Qxh8) ", " )", " Nxa9 "}
	var text strings.Builder
	for i, game := range strings.SplitAfter(readFile(t, games), "\n\n[") {
		if i%3 == 1 {
			at := len(game)/2 + strings.IndexByte(game[len(game)/2:], ' ')
			game = game[:at] + faults[i/3%len(faults)] + game[at+1:]
		}
		text.WriteString(game)
	}
	in := write(t, "games.pgn", text.String()[:text.Len()-100])
	want := exec.Command(program(t, "annotate"), "-nodes", "5", in)
	var problems bytes.Buffer
	want.Stderr = &problems
	annotated, err := want.Output()
	if err == nil {
		t.Error("no faults")
	}
	out := filepath.Join(t.TempDir(), "out.pgn")
	stderr, err := pipeline(t, "-nodes", "5", "-o", out, in)
	if !errors.Is(err, cli.ErrReported) {
		t.Error(err)
	}
	if diff := cmp.Diff(string(annotated), readFile(t, out)); diff != "" {
		t.Errorf("annotate and the pipeline differ (-annotate +pipeline):\n%s", diff)
	}
	if diff := cmp.Diff(strings.ReplaceAll(progresstest.Others(problems.String()), "annotate: ", ""), readFile(t, problemsOf(out))); diff != "" {
		t.Errorf("problems (-annotate +pipeline):\n%s", diff)
	}
	if n := strings.Count(stderr, in); n < 20 {
		t.Errorf("%d problems", n)
	}
}

// countWorkers starts to count the workers that are at a step at the same time. It
// returns a function that ends the count and returns the maximum. Workers of Prism
// are goroutines.
func countWorkers(t *testing.T, step string) (end func() int) {
	t.Helper()
	stop, result := make(chan bool), make(chan int)
	go func() {
		most := 0
		stacks := make([]byte, 1<<20)
		for tick := time.NewTicker(10 * time.Millisecond); ; {
			select {
			case <-tick.C:
				n := runtime.Stack(stacks, true)
				most = max(most, bytes.Count(stacks[:n], []byte("(*"+step+").ProcessElement(")))
			case <-stop:
				tick.Stop()
				result <- most
				return
			}
		}
	}()
	return func() int {
		close(stop)
		return <-result
	}
}

func TestCompressed(t *testing.T) {
	text := readFile(t, games)
	var zipped, zstandard bytes.Buffer
	z := gzip.NewWriter(&zipped)
	io.WriteString(z, text)
	z.Close()
	s, err := zstd.NewWriter(&zstandard)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(s, text)
	s.Close()
	want := output(t, "-nodes", "5", games)
	for name, packed := range map[string]string{"gz": zipped.String(), "zst": zstandard.String()} {
		if got := output(t, "-nodes", "5", write(t, "games.pgn."+name, packed)); got != want {
			t.Errorf("%s: another output", name)
		}
	}
}

// TestEvaluation checks that the workers use the evaluation of -eval.
func TestEvaluation(t *testing.T) {
	pesto := output(t, "-nodes", "20", "-eval", "pesto", games)
	if n := strings.Count(pesto, `[Annotator "chess (Go), evaluation pesto, 20 nodes a position, `); n != 60 {
		t.Errorf("%d of 60 games are annotated with pesto", n)
	}
	labels := func(evaluation string) string {
		return output(t, "-nodes", "5", "-format", "labels", "-eval", evaluation, games)
	}
	if labels("pesto") == labels("default") {
		t.Error("the labels with pesto are those with the default")
	}
}

// TestEndings checks that moves that throw a result away are marked by default, that the
// output tells by which tables, and that labels need none.
func TestEndings(t *testing.T) {
	path := write(t, "ending.pgn", "[FEN \"8/8/1K1k4/8/2P5/8/8/8 w - - 0 1\"]\n[Result \"1/2-1/2\"]\n\n1. c5+ Kd7 2. c6+ Kc8 3. Kc5 1/2-1/2\n")
	for _, tt := range []struct {
		flags  []string
		tables string
	}{
		{nil, ", tables of 3 pieces\"]"},
		{[]string{"-endings", "0", "-syzygy", "../../../testdata/syzygy"}, ", Syzygy's of 4\"]"},
		{[]string{"-endings", "0"}, ""},
	} {
		got := output(t, append(tt.flags, "-nodes", "300", path)...)
		if thrown := strings.Contains(got, "throws away the win"); thrown != (tt.tables != "") || !strings.Contains(got, tt.tables) {
			t.Errorf("%q:\n%s", tt.flags, got)
		}
	}
	for _, flags := range [][]string{{"-endings", "5"}, {"-syzygy", "nowhere"}} {
		if _, err := pipeline(t, append(flags, "-o", filepath.Join(t.TempDir(), "out"), path)...); !errors.Is(err, cli.ErrUsage) {
			t.Errorf("%q: %v", flags, err)
		}
	}
	output(t, "-format", "labels", "-syzygy", "nowhere", "-nodes", "300", path)
}

func TestJSON(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(output(t, "-nodes", "5", "-format", "json", games)), "\n")
	if len(lines) != 60 {
		t.Fatalf("%d lines", len(lines))
	}
	trees := chess.NewPGNReader(strings.NewReader(readFile(t, games)))
	for _, line := range lines {
		tree, err := trees.Next()
		if err != nil {
			t.Fatal(err)
		}
		var got jsonGame
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		if got.Tags["White"] != tree.Tag("White") || len(got.Moves) != len(tree.Mainline()) || got.White.Moves == 0 || filepath.Base(got.Source) != "games.pgn" {
			t.Errorf("%.200s", line)
		}
	}
}

// TestGames checks that the games are, byte for byte, those of examples/tune, although
// several workers play them.
func TestGames(t *testing.T) {
	tune := program(t, "tune")
	for _, flags := range [][]string{
		{"-games", "60", "-nodes", "150"},
		{"-games", "11", "-nodes", "50", "-random", "8", "-seed", "7", "-eval", "pesto,piece-square=50"},
	} {
		want := filepath.Join(t.TempDir(), "games.pgn")
		if message, err := exec.Command(tune, slices.Concat([]string{"play"}, flags, []string{"-openings", openings, want})...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, message)
		}
		workers := countWorkers(t, "Play")
		got := output(t, slices.Concat([]string{"-format", "games"}, flags, []string{openings})...)
		if peak := workers(); peak < 2 && flags[1] == "60" {
			t.Errorf("up to %d workers played at once", peak)
		}
		if diff := cmp.Diff(strings.Split(readFile(t, want), "\n"), strings.Split(got, "\n")); diff != "" {
			t.Errorf("tune and the pipeline differ (-tune +pipeline):\n%s", diff)
		}
	}
}

const openings = "../../../testdata/openings.epd"

// TestLabels checks that the labels are, byte for byte, those of examples/tune.
func TestLabels(t *testing.T) {
	tune, uci := program(t, "tune"), program(t, "uci")
	text := "[Event \"not over\"]\n\n1. e4 e5 2. Nf3 *\n\n" + readFile(t, games)
	in := write(t, "games.pgn", text[:strings.Index(text[1<<15:], "\n\n[")+1<<15+2]) // some chunks
	for _, tt := range []struct {
		player string
		flags  []string
	}{
		{"alphabeta", nil},
		{"alphabeta,eval=pesto", []string{"-eval", "pesto"}},
		{"uci:" + uci, []string{"-player", "uci:" + uci}},
	} {
		want := filepath.Join(t.TempDir(), "positions.epd")
		if message, err := exec.Command(tune, "label", "-nodes", "5", "-player", tt.player, in, want).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, message)
		}
		got := output(t, slices.Concat([]string{"-format", "labels", "-nodes", "5"}, tt.flags, []string{in})...)
		if diff := cmp.Diff(strings.Split(readFile(t, want), "\n"), strings.Split(got, "\n")); diff != "" {
			t.Errorf("%s: tune and the pipeline differ (-tune +pipeline):\n%s", tt.player, diff)
		}
		if n := strings.Count(got, "\n"); n < 300 {
			t.Errorf("%s: %d positions", tt.player, n)
		}
	}
}

// TestProblems checks that each problem is reported in one line and the games are
// annotated as far as they go.
func TestProblems(t *testing.T) {
	text := readFile(t, games)
	var z bytes.Buffer
	s, err := zstd.NewWriter(&z, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(s, strings.Repeat(text, 10))
	s.Close()
	first := text[:strings.Index(text, "\n[Event")+1]
	broken := first + "[Event \"broken\"]\n\n1. e4 e5 2. Ke3 1-0\n\n" + first
	for _, tt := range []struct {
		name, path, want string
		games            int
	}{
		{"missing", filepath.Join(t.TempDir(), "missing.pgn"), "no such file", 0},
		{"folder", t.TempDir(), "is a directory", 0},
		{"empty", write(t, "x.pgn", ""), "there is no game in it", 0},
		{"no PGN", write(t, "x.pgn", "\x7fELF\x01\x00 and so on"), "there is no game in it", 0},
		{"broken game", write(t, "x.pgn", broken), "game 2, line ", 3},
		{"no moves", write(t, "x.pgn", "1. e5 *\n"), "no game in it can be read: ", 0},
		{"cut short", write(t, "x.pgn.zst", z.String()[:z.Len()-6]), "the file is cut short", -1},
		{"no gzip", write(t, "x.pgn.gz", "\x1f\x8bxxxxxxxxxxxx"), "gzip", 0},
	} {
		out := filepath.Join(t.TempDir(), "out.pgn")
		stderr, err := pipeline(t, "-nodes", "1", "-o", out, tt.path, games)
		problems := readFile(t, problemsOf(out))
		lines := strings.Split(strings.TrimSuffix(problems, "\n"), "\n")
		last := lines[len(lines)-1] // what is cut has a fault of its own
		if !errors.Is(err, cli.ErrReported) || len(lines) > 1 && tt.games >= 0 || !strings.HasPrefix(last, tt.path+": ") || !strings.Contains(last, tt.want) {
			t.Errorf("%s: %v, %q", tt.name, err, problems)
		}
		if !strings.HasPrefix(stderr, problems) || strings.Count(stderr, "\n") != len(lines)+1 {
			t.Errorf("%s: it printed %q", tt.name, stderr)
		}
		n := 0
		for _, err := range chess.NewPGNReader(strings.NewReader(readFile(t, out))).All() {
			if err != nil {
				t.Error(err)
			}
			n++
		}
		if n != 60+tt.games && (tt.games >= 0 || n <= 60) {
			t.Errorf("%s: %d games", tt.name, n)
		}
		only(t, filepath.Dir(out), "out.pgn", "out.pgn.problems")
		if _, err := pipeline(t, "-nodes", "1", "-o", out, games); err != nil {
			t.Error(err)
		}
		only(t, filepath.Dir(out), "out.pgn")
	}
}

// TestForeign checks that only a file of the format is replaced, and that what a run
// that was killed has left is removed.
func TestForeign(t *testing.T) {
	folder := t.TempDir()
	out := filepath.Join(folder, "out")
	left := out + workMark + strings.Repeat("A", workLetters)
	for _, format := range []string{formatPGN, formatJSON, formatLabels, formatPuzzles, formatGames} {
		in, more := games, []string(nil)
		if format == formatGames {
			in, more = openings, []string{"-games", "2"}
		}
		if err := os.Mkdir(left, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(left, "in-000001-000000001"), []byte("x"), 0o666); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := pipeline(t, slices.Concat(more, []string{"-nodes", "1", "-format", format, "-o", out, in})...); err != nil {
				t.Errorf("%s: %v", format, err)
			}
		}
		const letter = "Dear all,\n\nthe match is on.\n"
		if err := os.WriteFile(out, []byte(letter), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := pipeline(t, slices.Concat(more, []string{"-nodes", "1", "-format", format, "-o", out, in})...); err == nil || readFile(t, out) != letter {
			t.Errorf("%s: %v, the file is %q", format, err, readFile(t, out))
		}
		only(t, folder, "out")
		if err := os.Remove(out); err != nil {
			t.Fatal(err)
		}
	}
}

// TestErrors checks that an error that ends the pipeline is reported in one line,
// and that no files are left.
func TestErrors(t *testing.T) {
	folder := t.TempDir()
	if stderr, err := pipeline(t, "-nodes", "1", "-o", filepath.Join(folder, "none", "out.pgn"), games); err == nil || stderr != "" {
		t.Errorf("no such folder: %v, %q", err, stderr)
	}
	if err := os.Mkdir(filepath.Join(folder, "out"), 0o777); err != nil {
		t.Fatal(err)
	}
	_, err := pipeline(t, "-nodes", "1", "-o", filepath.Join(folder, "out"), games)
	if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "file exists") {
		t.Errorf("a folder in place of the output: %v", err)
	}
	only(t, folder, "out")
}

func TestInterrupt(t *testing.T) {
	folder := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := run(ctx, []string{"-o", filepath.Join(folder, "out"), games}, io.Discard, io.Discard); !errors.Is(err, cli.ErrInterrupted) {
		t.Error(err)
	}
	only(t, folder)
}

func TestUsage(t *testing.T) {
	for _, args := range []string{"", "-x", "-o x", "x.pgn", "-o x -format y x.pgn", "-o x -nodes 0 x.pgn", "-o x -plies 0 x.pgn", "-o x -eval x x.pgn", "-async -o x x.pgn",
		"-o x -format puzzles -verify 5 x.pgn", "-o x -format puzzles -nodes 0 x.pgn", "-o x -format puzzles -eval pesto x.pgn",
		"-o x -player alphabeta x.pgn", "-o x -format labels -games 5 x.pgn", "-o x -format games -shards 2 " + openings,
		"-o x -format labels -nodes 0 x.pgn", "-o x -format labels -player x x.pgn", "-o x -format labels -player alphabeta -eval pesto x.pgn",
		"-o x -format games x.epd", "-o x -format games -games 0 " + openings, "-o x -format games -nodes 0 " + openings, "-o x -format games -random -1 " + openings,
		"-o x -format games " + openings + " " + openings} {
		if _, err := pipeline(t, strings.Fields(args)...); !errors.Is(err, cli.ErrUsage) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", args, err)
		}
		if err := flag.Set("async", "false"); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLastGame checks that a text is cut only where a game certainly begins.
func TestLastGame(t *testing.T) {
	const event = "[Event \"x\"]\n"
	for text, cut := range map[string]string{
		"":                                "",
		event + "\n1. e4 1-0\n":           "",
		"1. e4 1-0\n\n" + event:           event,
		"1. e4 1-0\r\n\r\n" + event:       event,
		"1. e4 1-0\n" + event:             "",
		"1. e4 e5\n\n" + event:            "",
		"{ 1-0\n\n" + event:               "",
		"{x} 1-0\n\n" + event:             event,
		"; 1-0\n\n" + event:               "",
		"% 1-0\n\n" + event:               "",
		"*\n\n" + event + "\n*\n\n[Event": event + "\n*\n\n[Event",
	} {
		n := lastGame([]byte(text), 0)
		got := text[n:]
		if n == 0 {
			got = ""
		}
		if got != cut {
			t.Errorf("%q is cut before %q, want %q", text, got, cut)
		}
	}
}

// TestChunks checks that the chunks are small and that together they are the text,
// however it is read.
func TestChunks(t *testing.T) {
	text := strings.Repeat(readFile(t, games), 5)
	for name, r := range map[string]io.Reader{
		"whole": strings.NewReader(text), "small reads": smallReads{strings.NewReader(text)},
	} {
		var all []byte
		for chunk, err := range chunks(r) {
			if err != nil || len(chunk) > 2*chunkSize {
				t.Errorf("%s: a chunk of %d bytes, %v", name, len(chunk), err)
			}
			all = append(all, chunk...)
		}
		if string(all) != text {
			t.Errorf("%s: the chunks together are another text", name)
		}
	}
}

// smallReads reads seven bytes at a time.
type smallReads struct{ r io.Reader }

func (o smallReads) Read(b []byte) (int, error) { return o.r.Read(b[:min(len(b), 7)]) }

// TestPuzzles checks that the puzzles are, byte for byte, those of examples/puzzles, and
// that a position that is in two files makes one.
func TestPuzzles(t *testing.T) {
	const mistakes = "../../../testdata/mistakes.pgn" // 14 games
	flags := []string{"-nodes", "200", "-verify", "1000"}
	want, err := exec.Command("go", append([]string{"run", "-C", "../..", "./examples/puzzles", "make"}, append(flags, "testdata/mistakes.pgn")...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(want), "\n"); n < 9 {
		t.Fatalf("%d lines", n)
	}
	chunk := strings.Repeat(readFile(t, mistakes), 4) // more than one
	for _, in := range [][]string{{mistakes}, {mistakes, mistakes}, {write(t, "games.pgn", chunk), mistakes}} {
		got := output(t, slices.Concat([]string{"-format", "puzzles"}, flags, in)...)
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%q (-puzzles +pipeline):\n%s", in, diff)
		}
	}
	none := output(t, "-format", "puzzles", "-nodes", "1", "-verify", "2", write(t, "games.pgn", "1. e4 e5 *\n"))
	if head, _, _ := strings.Cut(string(want), "\n"); none != head+"\n" {
		t.Errorf("without puzzles: %q", none)
	}
}

// TestPuzzleFaults checks that a game with a fault is searched as far as it goes, and that
// the fault is reported.
func TestPuzzleFaults(t *testing.T) {
	const mistakes = "../../../testdata/mistakes.pgn"
	flags := []string{"-format", "puzzles", "-nodes", "100", "-verify", "1000"}
	in := write(t, "games.pgn", readFile(t, mistakes)+"[Event \"broken\"]\n\n1. e4 e5 2. Ke3 *\n")
	out := filepath.Join(t.TempDir(), "out.csv")
	stderr, err := pipeline(t, slices.Concat(flags, []string{"-o", out, in})...)
	if !errors.Is(err, cli.ErrReported) || !strings.Contains(stderr, "game 15, line ") || !strings.Contains(stderr, "\n15 games, ") || !strings.HasSuffix(stderr, " 1 problems\n") {
		t.Errorf("%v, %q", err, stderr)
	}
	if diff := cmp.Diff(output(t, append(flags, mistakes)...), readFile(t, out)); diff != "" {
		t.Errorf("(-without +with the fault):\n%s", diff)
	}
}

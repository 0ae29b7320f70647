package puzzles

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	_ "github.com/seed-0971039b/chess/examples/chess/internal/zstd"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/puzzle"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// mistakes returns the path of some of 14 games.
func mistakes(t *testing.T) string {
	t.Helper()
	games := strings.SplitAfter(readFile(t, "../../../../testdata/mistakes.pgn"), "\n\n[")
	path := filepath.Join(t.TempDir(), "mistakes.pgn")
	writeFile(t, path, strings.TrimSuffix(strings.Join(games[:min(chesstest.Sample(t, 40), len(games))], ""), "["))
	return path
}

// made runs make with few nodes and returns its output.
func made(t *testing.T, args ...string) string {
	t.Helper()
	var out, problems bytes.Buffer
	err := run(t.Context(), append([]string{"make", "-nodes", "200", "-verify", "1000"}, args...), strings.NewReader(""), &out, &problems)
	if err != nil || progress.Others(problems.String()) != "" {
		t.Fatalf("%q: %v, %s", args, err, &problems)
	}
	return out.String()
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestNone checks that a file of no puzzles is complete.
func TestNone(t *testing.T) {
	games := filepath.Join(t.TempDir(), "games.pgn")
	writeFile(t, games, "1. e4 e5 *\n")
	path := filepath.Join(t.TempDir(), "puzzles.csv")
	for range 2 {
		made(t, "-o", path, games)
		if got := readFile(t, path); got != puzzle.CSV.Head() {
			t.Errorf("%q", got)
		}
	}
	if got := made(t, "-format", "epd", games); got != "" {
		t.Errorf("%q", got)
	}
}

// TestMake checks that the puzzles do not depend on how many games are searched at once, that a
// position makes one puzzle, also if it is in two games, that games with faults are searched as
// far as they go, and that each problem is told.
func TestMake(t *testing.T) {
	folder, mistakes := t.TempDir(), mistakes(t)
	games := filepath.Join(folder, "games.pgn")
	writeFile(t, games, readFile(t, mistakes)+"\n[Event \"broken\"]\n\n1. e4 e5 2. Ke3 *\n")
	zipped := filepath.Join(folder, "games.zst")
	var packed bytes.Buffer
	z, err := zstd.NewWriter(&packed)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(z, readFile(t, mistakes))
	z.Close()
	writeFile(t, zipped, packed.String()) // the same puzzles again
	var out, problems bytes.Buffer
	err = run(t.Context(), []string{"make", "-nodes", "200", "-verify", "1000", "-concurrency", "7", games, zipped, filepath.Join(folder, "none")}, nil, &out, &problems)
	if !errors.Is(err, cli.ErrPartly) {
		t.Error(err)
	}
	if diff := cmp.Diff(made(t, "-concurrency", "1", mistakes), out.String()); diff != "" || strings.Count(out.String(), "\n") < 3 {
		t.Errorf("(-without +with):\n%s", diff)
	}
	if n := strings.Count(progress.Others(problems.String()), "\n"); n != 2 {
		t.Errorf("%d problems", n)
	}
	for _, want := range []string{"a king to e3 is legal; the rest of the game is left out\n", "no such file"} {
		if !strings.Contains(problems.String(), want) {
			t.Errorf("no %q in\n%s", want, &problems)
		}
	}
}

// TestForeign checks that a file stays as it is if this command has not written it.
func TestForeign(t *testing.T) {
	whole, mistakes := filepath.Join(t.TempDir(), "puzzles"), mistakes(t)
	made(t, "-o", whole, mistakes)
	text, done := readFile(t, whole), readFile(t, whole+".state")
	first := filepath.Join(t.TempDir(), "first.pgn")
	writeFile(t, first, readFile(t, mistakes)[:500])
	for name, test := range map[string]struct{ text, state, flags, games string }{
		"another format": {text, done, "-format=epd", mistakes},
		"other settings": {text, done, "-nodes=201", mistakes},
		"a changed byte": {strings.Replace(text, "mate", "gate", 1), done, "-nodes=200", mistakes},
		"a shorter file": {text[:100], done, "-nodes=200", mistakes},
		"a longer file":  {text + "x", done, "-nodes=200", mistakes},
		"no state":       {"", "[1, 2]", "-nodes=200", mistakes},
		"other games":    {text, done, "-nodes=200", "../../../../testdata/games.pgn"},
		"fewer games":    {text, done, "-nodes=200", first},
	} {
		path := filepath.Join(t.TempDir(), "puzzles")
		writeFile(t, path, test.text)
		writeFile(t, path+".state", test.state)
		err := run(t.Context(), []string{"make", "-nodes", "200", "-verify", "1000", test.flags, "-o", path, test.games}, nil, io.Discard, io.Discard)
		if err == nil || errors.Is(err, cli.ErrPartly) {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(test.text+test.state, readFile(t, path)+readFile(t, path+".state")); diff != "" {
			t.Errorf("%s (-before +after):\n%s", name, diff)
		}
	}
}

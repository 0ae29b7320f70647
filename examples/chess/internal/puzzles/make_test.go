package puzzles

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/puzzle"
)

const mistakes = "../../../../testdata/mistakes.pgn" // 14 games

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

// TestConcurrency checks that the puzzles do not depend on how many games are searched at
// once.
func TestConcurrency(t *testing.T) {
	one := made(t, "-concurrency", "1", mistakes)
	if n := strings.Count(one, "\n"); n < 9 {
		t.Fatalf("%d lines", n)
	}
	for _, n := range []string{"2", "7"} {
		if diff := cmp.Diff(one, made(t, "-concurrency", n, mistakes)); diff != "" {
			t.Errorf("%s at once (-one +several):\n%s", n, diff)
		}
	}
}

// TestDuplicates checks that a position makes one puzzle, also if it is in two games.
func TestDuplicates(t *testing.T) {
	for _, format := range []string{"csv", "epd", "pgn"} {
		if diff := cmp.Diff(made(t, "-format", format, mistakes), made(t, "-format", format, mistakes, mistakes)); diff != "" {
			t.Errorf("%s (-once +twice):\n%s", format, diff)
		}
	}
}

// TestThemesOfMade checks that themes reads what make writes, and finds the same motifs.
func TestThemesOfMade(t *testing.T) {
	path := filepath.Join(t.TempDir(), "puzzles.csv")
	made(t, "-o", path, mistakes)
	var out bytes.Buffer
	if err := run(t.Context(), []string{"themes", path}, nil, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for _, line := range lines[1 : len(lines)-1] {
		if !strings.HasSuffix(line, "1.000   1.000   1.000") {
			t.Error(line)
		}
	}
	if len(lines) < 5 {
		t.Errorf("themes:\n%s", &out)
	}
}

// TestContinue checks that a run continues from any state that one that was killed may
// have left, and that the file is the same in the end.
func TestContinue(t *testing.T) {
	games := strings.SplitAfter(readFile(t, mistakes), "\n\n[")
	for _, format := range []string{"csv", "epd", "pgn"} {
		folder := t.TempDir()
		path, some := filepath.Join(folder, "puzzles"), filepath.Join(folder, "some.pgn")
		made(t, "-format", format, "-o", path, mistakes)
		want, state := readFile(t, path), readFile(t, path+".state")
		for _, n := range []int{0, 8, 14} {
			os.Remove(path)
			before := `{"settings": "200 nodes a position, 1000 to verify, ` + format + `", "games": 0, "read": "", "bytes": 0, "sum": 0}`
			size := 0
			if n > 0 { // an output from the first games is what a run leaves that is killed after them
				writeFile(t, some, strings.TrimSuffix(strings.Join(games[:n], ""), "["))
				made(t, "-format", format, "-o", path, some)
				before, size = readFile(t, path+".state"), len(readFile(t, path))
			}
			for _, more := range []int{0, 50} {
				writeFile(t, path+".state", before)
				writeFile(t, path, want[:min(size+more, len(want))])
				made(t, "-format", format, "-o", path, mistakes)
				if diff := cmp.Diff(want, readFile(t, path)); diff != "" {
					t.Errorf("%s after %d games and %d bytes (-whole +continued):\n%s", format, n, more, diff)
				}
				if diff := cmp.Diff(state, readFile(t, path+".state")); diff != "" {
					t.Errorf("%s after %d games: the state (-whole +continued):\n%s", format, n, diff)
				}
			}
		}
	}
}

// TestForeign checks that a file stays as it is if this command has not written it.
func TestForeign(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "puzzles")
	made(t, "-o", whole, mistakes)
	text, done := readFile(t, whole), readFile(t, whole+".state")
	for name, change := range map[string]func(t *testing.T, path string) (args string){
		"no state":       func(t *testing.T, path string) string { os.Remove(path + ".state"); return "-nodes 100" },
		"another format": func(t *testing.T, path string) string { return "-format epd" },
		"other settings": func(t *testing.T, path string) string { return "-nodes 101" },
		"a changed byte": func(t *testing.T, path string) string {
			writeFile(t, path, strings.Replace(readFile(t, path), "mate", "gate", 1))
			return "-nodes 100"
		},
		"a shorter file": func(t *testing.T, path string) string {
			writeFile(t, path, readFile(t, path)[:100])
			return "-nodes 100"
		},
		"a longer file": func(t *testing.T, path string) string {
			writeFile(t, path, readFile(t, path)+"x")
			return "-nodes 100"
		},
		"a foreign state": func(t *testing.T, path string) string {
			os.Remove(path)
			writeFile(t, path+".state", "{}{}")
			return "-nodes 100"
		},
		"a state that is no state": func(t *testing.T, path string) string { writeFile(t, path+".state", "[1, 2]"); return "-nodes 100" },
	} {
		path := filepath.Join(t.TempDir(), "puzzles")
		writeFile(t, path, text)
		writeFile(t, path+".state", done)
		flags := strings.Fields(change(t, path))
		before, state := []byte(nil), []byte(nil)
		before, _ = os.ReadFile(path)
		state, _ = os.ReadFile(path + ".state")
		args := append(append([]string{"make", "-verify", "1000", "-nodes", "200", "-o", path}, flags...), mistakes)
		err := run(t.Context(), args, nil, io.Discard, io.Discard)
		after, _ := os.ReadFile(path)
		stateAfter, _ := os.ReadFile(path + ".state")
		if err == nil || errors.Is(err, cli.ErrPartly) || !bytes.Equal(before, after) || !bytes.Equal(state, stateAfter) {
			t.Errorf("%s: %v; the file was\n%s\nand is\n%s", name, err, before, after)
		}
	}
	for _, games := range []string{"../../../../testdata/games.pgn", filepath.Join(t.TempDir(), "first.pgn")} {
		if strings.HasSuffix(games, "first.pgn") { // fewer games
			writeFile(t, games, readFile(t, mistakes)[:500])
		}
		err := run(t.Context(), []string{"make", "-verify", "1000", "-nodes", "200", "-o", whole, games}, nil, io.Discard, io.Discard)
		if err == nil || readFile(t, whole) != text {
			t.Errorf("%s: %v", games, err)
		}
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

// TestMakeFaults checks that games with faults are searched as far as they go, and that
// each problem is told.
func TestMakeFaults(t *testing.T) {
	folder := t.TempDir()
	games := filepath.Join(folder, "games.pgn")
	writeFile(t, games, readFile(t, mistakes)+"[Event \"broken\"]\n\n1. e4 e5 2. Ke3 *\n")
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
	err = run(t.Context(), []string{"make", "-nodes", "200", "-verify", "1000", games, zipped, filepath.Join(folder, "none")}, nil, &out, &problems)
	if !errors.Is(err, cli.ErrPartly) {
		t.Error(err)
	}
	if diff := cmp.Diff(made(t, mistakes), out.String()); diff != "" {
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

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	path := filepath.Join(t.TempDir(), "puzzles")
	if err := run(ctx, []string{"make", mistakes}, nil, io.Discard, io.Discard); !errors.Is(err, cli.ErrInterrupted) || strings.Contains(err.Error(), "continue") {
		t.Error(err)
	}
	if err := run(ctx, []string{"make", "-o", path, mistakes}, nil, io.Discard, io.Discard); !errors.Is(err, cli.ErrInterrupted) || !strings.Contains(err.Error(), "continue") {
		t.Error(err)
	}
}

// TestMakeCannotWrite checks that a full disk or a closed pipe ends the program.
func TestMakeCannotWrite(t *testing.T) {
	broken := errors.New("no space left")
	if err := run(t.Context(), []string{"make", "-nodes", "1", "-verify", "2", mistakes}, nil, brokenWriter{broken}, io.Discard); !errors.Is(err, broken) {
		t.Error(err)
	}
	folder := t.TempDir()
	outs := []string{folder, filepath.Join(folder, "no", "folder")}
	if _, err := os.Stat("/dev/full"); err == nil {
		outs = append(outs, "/dev/full")
	}
	for _, out := range outs {
		if err := run(t.Context(), []string{"make", "-nodes", "1", "-verify", "2", "-o", out, mistakes}, nil, nil, io.Discard); err == nil {
			t.Errorf("writing to %s: no error", out)
		}
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

func TestMain(m *testing.M) {
	beam.Init()
	os.Exit(m.Run())
}

const (
	recorded = "../../../testdata/games.pgn"    // 60 games
	mistakes = "../../../testdata/mistakes.pgn" // 14 games
)

// some returns the path of a file with the first games of another, and their text.
func some(t *testing.T, path string, n int) (string, string) {
	t.Helper()
	games := strings.SplitAfter(readFile(t, path), "\n\n[")
	text := strings.TrimSuffix(strings.Join(games[:min(n, len(games))], ""), "[")
	return write(t, "games.pgn", []byte(text)), text
}

// pipeline runs the pipeline, and returns what it wrote.
func pipeline(t *testing.T, task Task, patterns ...string) (out, stderr string, err error) {
	t.Helper()
	if task.Evaluation == "" {
		task.Evaluation = "default"
	}
	path := filepath.Join(t.TempDir(), "out")
	var totals strings.Builder
	err = run(t.Context(), path, task, patterns, &totals)
	return readFile(t, path), totals.String(), err
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, name string, text []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestAnnotate checks that each game is annotated once, of compressed files too, and by the
// evaluation that is asked for.
func TestAnnotate(t *testing.T) {
	n := min(60, chesstest.Sample(t, 60))
	path, text := some(t, recorded, n)
	var packed bytes.Buffer
	z, err := zstd.NewWriter(&packed)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(z, text)
	z.Close()
	games := func(text string) (all []string) {
		for tree, err := range chess.NewPGNReader(strings.NewReader(text)).All() {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, tree.String())
		}
		slices.Sort(all)
		return all
	}
	task := Task{Format: formatPGN, Nodes: 20, Evaluation: "pesto"}
	out, stderr, err := pipeline(t, task, filepath.Dir(path)+"/game*.pgn")
	if err != nil || stderr != fmt.Sprintf("%d games, 0 problems\n", n) {
		t.Fatalf("%v, %q", err, stderr)
	}
	want := games(out)
	if got := strings.Count(out, `[Annotator "chess (Go), evaluation pesto, 20 nodes a position, `); got != n || len(want) != n {
		t.Errorf("%d of %d games are annotated with pesto", got, n)
	}
	out, _, err = pipeline(t, task, write(t, "games.pgn.zst", packed.Bytes()))
	if diff := cmp.Diff(want, games(out)); err != nil || diff != "" {
		t.Errorf("%v (-plain +compressed):\n%s", err, diff)
	}
}

// TestLabels checks that the labels can be read, and have the game in their identifiers.
func TestLabels(t *testing.T) {
	path, _ := some(t, recorded, chesstest.Sample(t, 60))
	out, _, err := pipeline(t, Task{Format: formatLabels, Nodes: 5}, path)
	if n := strings.Count(out, "\n"); err != nil || n < 30 {
		t.Errorf("%v, %d positions", err, n)
	}
	for line := range strings.Lines(out) {
		if _, err := chess.ParseEPD(strings.TrimSpace(line)); err != nil || !strings.Contains(line, `; id "games.pgn `) {
			t.Errorf("%v: %s", err, line)
		}
	}
}

// TestPuzzles checks that a position that is in two files makes one puzzle.
func TestPuzzles(t *testing.T) {
	task := Task{Format: formatPuzzles, Nodes: 200}
	lines := func(patterns ...string) []string {
		out, _, err := pipeline(t, task, patterns...)
		if err != nil {
			t.Error(err)
		}
		return slices.Sorted(strings.Lines(out))
	}
	path, text := some(t, mistakes, chesstest.Sample(t, 20))
	once := lines(path)
	if diff := cmp.Diff(once, lines(path, write(t, "again.pgn", []byte(text)))); diff != "" || len(once) < 2 {
		t.Errorf("%d puzzles (-once +twice):\n%s", len(once), diff)
	}
}

// TestProblems checks that a game is annotated as far as it goes, and what is counted.
func TestProblems(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"an illegal move": {"[Event \"broken\"]\n\n1. e4 e5 2. Ke3 1-0\n", "1 games, 1 problems\n"},
		"no PGN":          {"\x1f\x8bxxxxxxxxxxxx", "0 games, 1 problems\n"},
		"empty":           {"", "0 games, 1 problems\n"},
	} {
		out, stderr, err := pipeline(t, Task{Format: formatPGN, Nodes: 5}, write(t, "x.pgn", []byte(test.text)))
		if !errors.Is(err, cli.ErrPartly) || stderr != test.want || strings.Count(out, "[Event ") != strings.Count(test.text, "[Event ") {
			t.Errorf("%s: %v, %q\n%s", name, err, stderr, out)
		}
	}
	if _, _, err := pipeline(t, Task{Format: formatPGN, Nodes: 5}, filepath.Join(t.TempDir(), "missing.pgn")); err == nil {
		t.Error("no error for a missing file")
	}
}

func TestUsage(t *testing.T) {
	for _, task := range []Task{{Format: "x", Nodes: 5}, {Format: formatPGN}, {Format: formatPGN, Nodes: 5, Evaluation: "x"}, {Format: formatPuzzles, Nodes: 5, Evaluation: "pesto"}} {
		if _, _, err := pipeline(t, task, recorded); !errors.Is(err, cli.ErrUsage) {
			t.Errorf("%+v: %v", task, err)
		}
	}
	good := Task{formatPGN, 5, "default"}
	if err := run(t.Context(), "", good, []string{recorded}, io.Discard); !errors.Is(err, cli.ErrUsage) {
		t.Errorf("without an output: %v", err)
	}
	if err := run(t.Context(), "x", good, nil, io.Discard); !errors.Is(err, cli.ErrUsage) {
		t.Errorf("without a file: %v", err)
	}
}

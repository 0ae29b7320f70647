package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
	"github.com/seed-0971039b/chess/examples/internal/played"
)

// buildExplorer builds examples/explorer and returns a function that runs the program and
// returns its output.
func buildExplorer(t *testing.T) func(args ...string) string {
	t.Helper()
	explorer := filepath.Join(t.TempDir(), "explorer")
	if message, err := exec.Command("go", "build", "-C", "../../explorer", "-o", explorer, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, message)
	}
	return func(args ...string) string {
		t.Helper()
		out, err := exec.Command(explorer, args...).Output()
		if err != nil {
			t.Fatalf("%q: %v", args, err)
		}
		return string(out)
	}
}

// parquetRows returns the rows of all files of a folder by key and move, as text. It fails if
// a file is not sorted.
func parquetRows(t *testing.T, folder string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "keysize=*", "*.parquet"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	all := map[string]string{}
	for _, name := range files {
		rows, err := parquet.ReadFile[played.ParquetRow](name)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.IsSortedFunc(rows, func(a, b played.ParquetRow) int { return slices.Compare(a.Key, b.Key) }) {
			t.Errorf("%s is not sorted", name)
		}
		for _, row := range rows {
			if dir := filepath.Base(filepath.Dir(name)); dir != fmt.Sprintf("keysize=%d", len(row.Key)) {
				t.Errorf("%s has a key of %d bytes", name, len(row.Key))
			}
			move := "end"
			if row.UCI != nil {
				move = *row.UCI
			}
			row.UCI = nil
			key := fmt.Sprintf("%x %s", row.Key, move)
			if all[key] != "" {
				t.Errorf("%s: %s is twice there", name, key)
			}
			all[key] = fmt.Sprint(row)
		}
	}
	return all
}

// TestPositions checks that the pipeline counts what examples/explorer counts, and that an
// explorer that takes its shards has the same games and counts.
func TestPositions(t *testing.T) {
	explorer := buildExplorer(t)
	dir := t.TempDir()
	inputs := []string{games, "../../../testdata/mistakes.pgn", games}
	out := filepath.Join(dir, "out")
	stderr, err := pipeline(t, append([]string{"-format", "positions", "-blocks", "3", "-shards", "4", "-o", out}, inputs...)...)
	if err != nil {
		t.Fatal(err)
	}
	explorer(append([]string{"add", "-o", filepath.Join(dir, "read")}, inputs...)...)
	explorer("add", "-o", filepath.Join(dir, "taken"), out)
	list := strings.Fields(strings.TrimPrefix(readFile(t, filepath.Join(out, played.ShardsFile)), played.ShardsTitle))
	if len(list) != 4 || !slices.IsSorted(list) {
		t.Errorf("shards %q", list)
	}
	if len(slices.Collect(maps.Keys(parquetRows(t, filepath.Join(out, "positions"))))) < 1000 {
		t.Error("there are few rows")
	}
	explorer("export", "-o", filepath.Join(dir, "read"), "-to", filepath.Join(dir, "read.parquet"))
	explorer("export", "-o", filepath.Join(dir, "taken"), "-to", filepath.Join(dir, "taken.parquet"))
	want := parquetRows(t, filepath.Join(dir, "read.parquet"))
	for _, folder := range []string{filepath.Join(out, "positions"), filepath.Join(dir, "taken.parquet")} {
		if diff := cmp.Diff(want, parquetRows(t, folder)); diff != "" {
			t.Errorf("%s (-explorer +pipeline):\n%.2000s", filepath.Base(folder), diff)
		}
	}
	found := func(store string) (ids []string) {
		var page struct {
			Games []struct{ ID string }
			Total int
		}
		text := explorer("find", "-o", filepath.Join(dir, store), "-json", "-limit", "1000", "-squares", "a1=.?")
		if err := json.Unmarshal([]byte(text), &page); err != nil || page.Total != len(page.Games) {
			t.Fatal(err, text)
		}
		for _, g := range page.Games {
			ids = append(ids, g.ID)
		}
		slices.Sort(ids)
		return ids
	}
	ids := found("read")
	if diff := cmp.Diff(ids, found("taken")); diff != "" {
		t.Errorf("games (-read +taken):\n%s", diff)
	}
	if first := fmt.Sprintf("%d games, ", len(ids)); !strings.HasPrefix(stderr, first) {
		t.Errorf("%q, want %q", stderr, first)
	}
	for _, id := range ids[:5] {
		if diff := cmp.Diff(explorer("game", "-o", filepath.Join(dir, "read"), id), explorer("game", "-o", filepath.Join(dir, "taken"), id)); diff != "" {
			t.Errorf("%s (-read +taken):\n%s", id, diff)
		}
	}
}

// TestPositionsFolder checks that the output is a folder that is complete or not there, and
// that no file or folder is replaced.
func TestPositionsFolder(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	flags := []string{"-format", "positions", "-shards", "1", "-blocks", "1", "-o", out}
	in := write(t, "games.pgn", "1. e4 e5 2. Ke3 *\n")
	stderr, err := pipeline(t, append(flags, in)...)
	if err == nil || !strings.HasSuffix(stderr, "1 games, 3 positions, 1 problems\n") {
		t.Errorf("%v, %q", err, stderr)
	}
	only(t, dir, "out", "out.problems")
	only(t, out, played.ShardsFile, "positions", "rows-00000.zst")
	if _, err := pipeline(t, append(flags, games)...); err == nil || err.Error() != out+" exists" {
		t.Error(err)
	}
	if err := os.RemoveAll(out); err != nil {
		t.Fatal(err)
	}
	if stderr, err := pipeline(t, append(flags, write(t, "no.pgn", "x"))...); err == nil {
		t.Errorf("no game: %q", stderr)
	}
	only(t, out, played.ShardsFile)
}

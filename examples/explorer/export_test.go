package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
)

// TestExport compares an export with the slow reference, as does hyparquet, if it is installed in
// the folder that EXPLORER_HYPARQUET names: see testdata/sums.mjs.
func TestExport(t *testing.T) {
	pgn := randomGames(200, 11) + realGames(t)
	s := newStore(t, 3000, allPlies, slices.Values(read(t, pgn)))
	dir := filepath.Join(t.TempDir(), "parquet")
	v := view(t, s, Filter{})
	if err := v.Export(t.Context(), dir, func() {}); err != nil {
		t.Fatal(err)
	}
	if err := v.Export(t.Context(), dir, func() {}); err == nil {
		t.Error("a folder was overwritten")
	}
	files, err := filepath.Glob(filepath.Join(dir, "keysize=*", "positions.parquet"))
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	got := map[string]map[string]*slowCount{}
	for _, name := range files {
		rows, err := parquet.ReadFile[ParquetRow](name)
		if err != nil {
			t.Fatal(err)
		}
		before := ""
		for _, row := range rows {
			if now := string(row.Key); now < before {
				t.Fatalf("%s: %x after %x", name, now, before)
			} else {
				before = now
			}
			c := &slowCount{map[string]int{}, int(row.RatingSum), int(row.Rated), int(row.FirstYear), int(row.LastYear)}
			for text, n := range map[string]int64{"1-0": row.White, "1/2-1/2": row.Draws, "0-1": row.Black, "*": row.Unknown} {
				if n > 0 {
					c.results[text] = int(n)
				}
			}
			move := "end"
			if row.UCI != nil {
				move = *row.UCI
			}
			if got[row.EPD] == nil {
				got[row.EPD] = map[string]*slowCount{}
			}
			got[row.EPD][move] = c
		}
	}
	want := slowPositions(readSlowly(t, pgn), allPlies)
	for epd, moves := range want {
		delete(moves, "")
		for move, c := range moves { // castling is king takes rook in the reference
			for _, other := range [][2]string{{"e1h1", "e1g1"}, {"e1a1", "e1c1"}, {"e8h8", "e8g8"}, {"e8a8", "e8c8"}} {
				if move == other[0] && got[epd][move] == nil {
					delete(moves, move)
					moves[other[1]] = c
				}
			}
		}
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(slowCount{})); diff != "" {
		t.Errorf("(-want +got):\n%.2000s", diff)
	}
	if entries, err := os.ReadDir(filepath.Dir(dir)); err != nil || len(entries) != 1 || strings.HasPrefix(entries[0].Name(), ".") {
		t.Errorf("%v, %v", entries, err)
	}

	reader := os.Getenv("EXPLORER_HYPARQUET")
	if reader == "" {
		return
	}
	out, err := exec.Command("node", "testdata/sums.mjs", reader, dir).CombinedOutput()
	type sums struct{ Positions, Rows, Ends, White, Draws, Black, Unknown, RatingSum, Rated, FirstYear, LastYear int }
	var read sums
	if err := errors.Join(err, json.Unmarshal(out, &read)); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	plain := sums{FirstYear: 1 << 30}
	for _, moves := range want {
		plain.Positions++
		plain.Rows += len(moves)
		for move, c := range moves {
			if move == "end" {
				plain.Ends++
			}
			plain.White += c.results["1-0"]
			plain.Draws += c.results["1/2-1/2"]
			plain.Black += c.results["0-1"]
			plain.Unknown += c.results["*"]
			plain.RatingSum += c.ratings
			plain.Rated += c.rated
			if c.first > 0 {
				plain.FirstYear = min(plain.FirstYear, c.first)
			}
			plain.LastYear = max(plain.LastYear, c.last)
		}
	}
	if diff := cmp.Diff(plain, read); diff != "" {
		t.Errorf("(-reference +hyparquet):\n%s", diff)
	}
}

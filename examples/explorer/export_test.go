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
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
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
	files, err := filepath.Glob(filepath.Join(dir, "positions", "keysize=*", "positions.parquet"))
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
			c := &slowCount{results: map[string]int{}, ratings: int(row.RatingSum), rated: int(row.Rated)}
			if row.FirstYear != nil && row.LastYear != nil {
				c.first, c.last = int(*row.FirstYear), int(*row.LastYear)
			}
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
	out, err := exec.Command("node", "testdata/sums.mjs", reader, filepath.Join(dir, "positions")).CombinedOutput()
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

// TestExportGames compares the table of games with what is expected of some.
func TestExportGames(t *testing.T) {
	pgn := threeGames + `[Event "Rated Atomic game"]
[Site "https://lichess.org/abc"]
[Date "????.??.??"]
[UTCDate "1972.02.29"]
[White "C"]
[Black "?"]
[Result "0-1"]
[Variant "Atomic"]
[TimeControl "0+1"]
[ECO "A00"]
[Opening "Some"]

1. Nf3 d5 2. Ne5 0-1
`
	dir := filepath.Join(t.TempDir(), "parquet")
	if err := view(t, newStore(t, 1000, allPlies, slices.Values(read(t, pgn))), Filter{}).Export(t.Context(), dir, func() {}); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, tree := range read(t, pgn) {
		g, err := played.NewGame(tree)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, g.ID.String())
	}
	want := map[string][]ParquetGame{
		"year=1972": {{
			ID: ids[0], Event: new("World Championship"), Site: new("Reykjavik"), Month: new(int32(7)), Day: new(int32(23)), Round: new("6"),
			White: new("Fischer, R"), Black: new("Spassky, B"), WhiteElo: new(int32(2785)), BlackElo: new(int32(2660)), Result: "1-0",
			TimeControl: new("40/9000"), Speed: new("classical"), Plies: 4, Moves: "c2c4 e7e6 g1f3 d7d5",
		}, {
			ID: ids[3], Event: new("Rated Atomic game"), Site: new("https://lichess.org/abc"), Month: new(int32(2)), Day: new(int32(29)), White: new("C"), Result: "0-1",
			ECO: new("A00"), Opening: new("Some"), TimeControl: new("0+1"), Speed: new("bullet"), Plies: 3, Moves: "g1f3 d7d5 f3e5",
			Start: new("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - variant atomic;"),
		}},
		"year=1999":                       {{ID: ids[1], Event: new("Casual"), White: new("A"), Black: new("B"), Result: "1/2-1/2", Plies: 2, Moves: "c2c4 c7c5"}},
		"year=__HIVE_DEFAULT_PARTITION__": {{ID: ids[2], Event: new("Casual"), White: new("A"), Black: new("C"), WhiteElo: new(int32(2000)), BlackElo: new(int32(1901)), Result: "*", Plies: 1, Moves: "c2c4"}},
	}
	got := map[string][]ParquetGame{}
	files, err := filepath.Glob(filepath.Join(dir, "games", "*", "games.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if got[filepath.Base(filepath.Dir(name))], err = parquet.ReadFile[ParquetGame](name); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestBloomFilter checks that the positions of a file can be looked up without reading it.
func TestBloomFilter(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "parquet")
	if err := view(t, newStore(t, 1000, allPlies, slices.Values(read(t, threeGames))), Filter{}).Export(t.Context(), dir, func() {}); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(dir, "positions", "keysize=24", "positions.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	column, _ := file.Schema().Lookup("epd")
	filter := file.RowGroups()[0].ColumnChunks()[column.ColumnIndex].BloomFilter()
	start := chess.StartPosition()
	for epd, want := range map[string]bool{start.EPD(): true, "nothing": false} {
		if filter == nil {
			t.Fatal("there is none")
		}
		if got, err := filter.Check(parquet.ValueOf(epd)); got != want || err != nil {
			t.Errorf("%s: %t, %v", epd, got, err)
		}
	}
}

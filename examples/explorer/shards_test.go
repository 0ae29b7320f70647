package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
)

// shardRows is a played.RowWriter that writes rows to files, so many to each.
type shardRows struct {
	t     *testing.T
	dir   string
	limit int
	names []string
	rows  []byte
	n     int
}

// Set implements played.RowWriter.
func (s *shardRows) Set(key, value []byte) error {
	s.rows = played.AppendRow(s.rows, key, value)
	if s.n++; s.n%s.limit == 0 {
		s.flush()
	}
	return nil
}

// Merge implements played.RowWriter.
func (s *shardRows) Merge(key, value []byte) error { return s.Set(key, value) }

func (s *shardRows) flush() {
	s.t.Helper()
	z, err := zstd.NewWriter(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	name := "rows-" + string(rune('a'+len(s.names)))
	if err := os.WriteFile(filepath.Join(s.dir, name), z.EncodeAll(s.rows, nil), 0o666); err != nil {
		s.t.Fatal(err)
	}
	s.names, s.rows = append(s.names, name), nil
}

// writeShards writes a folder with the shards of games, which it sorts in blocks of a few.
func writeShards(t *testing.T, games []*chess.GameTree) (dir string) {
	t.Helper()
	var readers []*played.RowReader
	block := played.NewBlock(1, 0)
	flush := func() {
		run := &shardRows{t: t, limit: 1 << 30}
		if err := block.Write(run); err != nil {
			t.Fatal(err)
		}
		readers = append(readers, played.NewRowReader(bytes.NewReader(run.rows)))
		block.Reset(block.Next())
	}
	for _, tree := range games {
		g, err := played.NewGame(tree)
		if err != nil {
			t.Fatal(err)
		}
		if block.Add(g, allPlies); block.Len() == 70 {
			flush()
		}
	}
	flush()
	all := &shardRows{t: t, dir: t.TempDir(), limit: 1000}
	if err := played.MergeRows(readers, all); err != nil {
		t.Fatal(err)
	}
	all.flush()
	list := played.ShardsTitle + strings.Join(all.names, "\n") + "\n"
	if err := os.WriteFile(filepath.Join(all.dir, played.ShardsFile), []byte(list), 0o666); err != nil {
		t.Fatal(err)
	}
	return all.dir
}

// TestShards checks that a store that takes shards answers as one that has read the games,
// whether it was empty, had some of them or has only some plies.
func TestShards(t *testing.T) {
	pgn := randomGames(200, 21)
	dir := writeShards(t, read(t, pgn))
	for _, test := range []struct {
		name   string
		before string
		plies  int
	}{{"empty", "", allPlies}, {"with games", randomGames(50, 21), allPlies}, {"few plies", "", 12}} {
		s, want := newStore(t, 1000, test.plies, sameGames(nil)), newStore(t, 1000, test.plies, sameGames(nil))
		p := streams{stderr: new(bytes.Buffer)}
		if test.before != "" {
			for _, s := range []*Store{s, want} {
				if err := s.Add(t.Context(), sameGames(read(t, test.before)), nil); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := p.fill(t.Context(), s, []string{dir}); err != nil {
			t.Fatal(err)
		}
		if err := want.Add(t.Context(), sameGames(read(t, pgn)), nil); err != nil {
			t.Fatal(err)
		}
		if dump(t, s) != dump(t, want) {
			t.Errorf("%s: the store differs from that of the games", test.name)
		}
		if err := p.fill(t.Context(), s, []string{dir}); err != nil || dump(t, s) != dump(t, want) {
			t.Errorf("%s: the shards were taken twice, %v", test.name, err)
		}
	}
}

// TestBrokenShards checks that shards that are damaged, or not all there, add nothing.
func TestBrokenShards(t *testing.T) {
	pgn := randomGames(100, 22)
	for name, damage := range map[string]func(dir string) error{
		"no list":   func(dir string) error { return os.Remove(filepath.Join(dir, played.ShardsFile)) },
		"no file":   func(dir string) error { return os.Remove(filepath.Join(dir, "rows-b")) },
		"cut short": func(dir string) error { return os.Truncate(filepath.Join(dir, "rows-b"), 50) },
		"another folder": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, played.ShardsFile), []byte(played.ShardsTitle+"../x\n"), 0o666)
		},
		"another order": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, played.ShardsFile), []byte(played.ShardsTitle+"rows-b\nrows-a\n"), 0o666)
		},
	} {
		dir := writeShards(t, read(t, pgn))
		if err := damage(dir); err != nil {
			t.Fatal(err)
		}
		s := newStore(t, 1000, allPlies, sameGames(nil))
		p := streams{stderr: new(bytes.Buffer)}
		if err := p.fill(t.Context(), s, []string{dir}); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
		if n, err := last(s.db); n != 0 || err != nil {
			t.Errorf("%s: %d games, %v", name, n, err)
		}
	}
}

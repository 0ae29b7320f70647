package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-0971039b/chess"
)

// TestReaders checks that writeGames writes the same games every time, and that
// all readers count the same games and moves.
func TestReaders(t *testing.T) {
	const size = 300_000
	var text, again, bare bytes.Buffer
	last := int64(0)
	if err := writeGames(&text, &bare, size, func(written int64) { last = written }); err != nil {
		t.Fatal(err)
	}
	if err := writeGames(&again, io.Discard, size/2, func(int64) {}); err != nil {
		t.Fatal(err)
	}
	if n := int64(text.Len()); n < size || n != last || !bytes.HasPrefix(text.Bytes(), again.Bytes()) {
		t.Fatalf("%d bytes, of which %d were reported", n, last)
	}

	if strings.Contains(bare.String(), "{") || !slices.EqualFunc(mainlines(t, text.String()), mainlines(t, bare.String()), slices.Equal) {
		t.Error("the games without comments are others")
	}

	dir := t.TempDir()
	file, part := filepath.Join(dir, "games.pgn"), filepath.Join(dir, "part.pgn")
	if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	games := strings.Count(text.String(), "[Event ")
	moves := 0
	for mode := range readers {
		var out strings.Builder
		if err := readFile(&out, mode, file); err != nil {
			t.Fatalf("%s: %v", mode, err)
		}
		var c tally
		if _, err := fmt.Sscan(out.String(), &c.games, &c.moves, &c.peak); err != nil {
			t.Fatal(err)
		}
		if moves == 0 {
			moves = c.moves
		}
		if c.games != games || c.moves != moves || c.moves < 20*games {
			t.Errorf("%s: %d games and %d moves, want %d and %d", mode, c.games, c.moves, games, moves)
		}
	}
	if err := readFile(new(strings.Builder), "backwards", file); err == nil {
		t.Error("no error for an unknown reader")
	}
	own, err := pgnReaders()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range own {
		args := r.command(file).Args
		if readers[args[3]] == nil {
			t.Errorf("%s runs an unknown reader: %q", r.name, args)
		}
	}

	all, some, err := cutFile(file, part)
	if err != nil {
		t.Fatal(err)
	}
	cut, err := os.ReadFile(part)
	if err != nil || int(all) != text.Len() || int(some) != len(cut) || all < partOf*some ||
		!bytes.HasPrefix(text.Bytes(), append(cut, "[Event "...)) {
		t.Errorf("a part of %d bytes of %d, %v", some, all, err)
	}
}

func mainlines(t *testing.T, text string) (lines [][]chess.Move) {
	t.Helper()
	for tree, err := range chess.NewPGNReader(strings.NewReader(text)).All() {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, tree.Mainline())
	}
	return lines
}

func TestCutFileTooShort(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(file, []byte("[Event \"?\"]\n\n1. e4 *\n\n[Event \"?\"]\n\n*\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := cutFile(file, file+".part"); err == nil {
		t.Error("no error for a file that is too short")
	}
}

func TestReportPGN(t *testing.T) {
	var b strings.Builder
	err := reportPGN(&b,
		[]pgnReader{{name: "one"}, {name: "other", slow: true}, {name: pgnExtract}},
		[]pgnResult{{took: time.Second, peak: 8192}, {took: 500 * time.Millisecond}, {took: 8 * time.Second}}, 4_000_000, 100_000_000, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	const want = `
every move validated          seconds  million moves/s   MB/s  time/first  rate/pgn-extract  peak MB
one                              1.00             4.00  100.0        1.00              8.00      8.0
other (from 10% of the file)     5.00             0.80   20.0        5.00              1.60        -
pgn-extract -s -r                8.00             0.50   12.5        8.00              1.00        -
`
	if got := "\n" + b.String(); got != want {
		t.Errorf("got%s\nwant%s", got, want)
	}
}

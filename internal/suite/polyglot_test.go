package suite_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// TestPolyglotProgram compares the package with Polyglot itself: a book made of the
// same games, and two books merged. It is skipped if Polyglot is not installed (on Debian:
// apt-get install polyglot).
func TestPolyglotProgram(t *testing.T) {
	if chesstest.Sampled(t) {
		t.Skip("it takes a few seconds")
	}
	program, err := exec.LookPath("polyglot")
	if err != nil {
		program = "/usr/games/polyglot" // where Debian installs it, which may not be in PATH
		if _, err := os.Stat(program); err != nil {
			t.Skip("polyglot is not installed")
		}
	}
	dir := t.TempDir()
	run := func(args ...string) {
		cmd := exec.Command(program, args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("polyglot %v: %v\n%s", args, err, out)
		}
	}
	read := func(name string) *chess.Book {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		b, err := chess.ReadBook(f)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}

	games := [2]string{bookGames(t, 1), bookGames(t, 2)}
	var books []*chess.Book
	for i, tt := range []struct {
		games   string
		builder *chess.BookBuilder
	}{
		{games[0], &chess.BookBuilder{Plies: 40, MinGames: 2}},
		{games[0], &chess.BookBuilder{Plies: 1000, MinGames: 1}},
		{games[1], &chess.BookBuilder{Plies: 300, MinGames: 1}},
	} {
		if err := os.WriteFile(filepath.Join(dir, "games.pgn"), []byte(tt.games), 0o666); err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("%d.bin", i)
		run("make-book", "-pgn", "games.pgn", "-bin", name, "-max-ply", strconv.Itoa(tt.builder.Plies), "-min-game", strconv.Itoa(tt.builder.MinGames))
		for game, err := range chess.NewPGNReader(strings.NewReader(tt.games)).All() {
			if err != nil {
				t.Fatal(err)
			}
			tt.builder.Add(game)
		}
		ours := tt.builder.Book()
		if diff := diffBooks(read(name), ours); diff != "" {
			t.Fatalf("%d plies, %d games: %s", tt.builder.Plies, tt.builder.MinGames, diff)
		}
		books = append(books, ours)
	}
	run("merge-book", "-in1", "1.bin", "-in2", "2.bin", "-out", "both.bin")
	if diff := diffBooks(read("both.bin"), chess.MergeBooks(books[1], books[2])); diff != "" {
		t.Error(diff)
	}
}

// diffBooks returns how the files of two books differ, or "".
func diffBooks(a, b *chess.Book) string {
	records := func(b *chess.Book) (all []string) {
		var file bytes.Buffer
		b.WriteTo(&file)
		for record := range slices.Chunk(file.Bytes(), 16) {
			all = append(all, hex.EncodeToString(record))
		}
		return all
	}
	x, y := records(a), records(b)
	if slices.Equal(x, y) {
		return "" // a hundred times as fast
	}
	return cmp.Diff(x, y)
}

// bookGames returns a PGN file of long random games that have many opening moves in
// common.
func bookGames(t *testing.T, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, chesstest.Seed()))
	var text []byte
	for i := range 60 {
		g := chess.NewGame()
		for ply := range 250 {
			moves := g.Position().AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(min(len(moves), 1+ply/3))]
			for _, o := range moves {
				if (g.Position().IsCastling(o) || o.IsPromotion()) && rng.IntN(3) == 0 {
					m = o
				}
			}
			if err := g.Continue(m); err != nil {
				t.Fatal(err)
			}
		}
		tree := g.Tree()
		if err := tree.SetTag("Result", [...]string{"1-0", "1/2-1/2", "0-1", "*"}[i%4]); err != nil {
			t.Fatal(err)
		}
		written, err := tree.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, written...)
	}
	return string(text)
}

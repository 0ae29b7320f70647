package suite_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// TestPolyglotProgram compares the package with Polyglot itself: a book made of the
// same games, two books merged, and the lines that Polyglot finds in a book that
// the package has written. It is skipped if Polyglot is not installed (on Debian:
// apt-get install polyglot).
func TestPolyglotProgram(t *testing.T) {
	if sampled() {
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
	run := func(args ...string) string {
		cmd := exec.Command(program, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("polyglot %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	read := func(name string) *chess.Book {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return readBook(t, data)
	}

	games := [2]string{bookGames(t, 1), bookGames(t, 2)}
	var books []*chess.Book
	for _, tt := range []struct {
		games   string
		builder *chess.BookBuilder
	}{
		{games[0], &chess.BookBuilder{Plies: 40, MinGames: 2}},
		{games[0], &chess.BookBuilder{MinGames: 1}},
		{games[1], &chess.BookBuilder{Plies: 300, MinGames: 1}},
	} {
		if err := os.WriteFile(filepath.Join(dir, "games.pgn"), []byte(tt.games), 0o666); err != nil {
			t.Fatal(err)
		}
		plies := tt.builder.Plies
		if plies == 0 {
			plies = 1000
		}
		run("make-book", "-pgn", "games.pgn", "-bin", "polyglot.bin", "-max-ply", strconv.Itoa(plies), "-min-game", strconv.Itoa(tt.builder.MinGames))
		ours := buildBook(t, tt.builder, tt.games)
		if diff := diffBooks(read("polyglot.bin"), ours); diff != "" {
			t.Fatalf("%d plies, %d games: %s", tt.builder.Plies, tt.builder.MinGames, diff)
		}
		books = append(books, ours)
	}

	a, b := books[1], books[2]
	for name, book := range map[string]*chess.Book{"a.bin": a, "b.bin": b} {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := book.WriteTo(f); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	run("merge-book", "-in1", "a.bin", "-in2", "b.bin", "-out", "both.bin")
	if diff := diffBooks(read("both.bin"), chess.MergeBooks(a, b)); diff != "" {
		t.Error(diff)
	}

	info := run("info-book", "-bin", "b.bin")
	var castlings, promotions int
	for c := range chess.Color(2) {
		color := strings.ToLower(c.String())
		run("dump-book", "-bin", "b.bin", "-color", color, "-out", "lines.txt")
		text, err := os.ReadFile(filepath.Join(dir, "lines.txt"))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
		for _, line := range lines {
			compareLine(t, b, c, line)
		}
		castlings += strings.Count(string(text), "O-O{")
		promotions += strings.Count(string(text), "=")
		if want := fmt.Sprintf("%d\n", len(lines)); !regexp.MustCompile("Lines for " + color + " *: *" + want).MatchString(info) {
			t.Errorf("%d lines for %s, and info-book says\n%s", len(lines), color, info)
		}
	}
	if min(castlings, promotions) < 5 {
		t.Errorf("only %d castlings and %d promotions", castlings, promotions)
	}
}

// readBook reads a book from its file.
func readBook(t *testing.T, data []byte) *chess.Book {
	t.Helper()
	b, err := chess.ReadBook(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// buildBook returns the book of the games in a PGN text.
func buildBook(t *testing.T, b *chess.BookBuilder, pgn string) *chess.Book {
	t.Helper()
	for game, err := range chess.NewPGNReader(strings.NewReader(pgn)).All() {
		if err != nil {
			t.Fatal(err)
		}
		b.Add(game)
	}
	return b.Book()
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

// compareLine compares a line of Polyglot's dump of the book, such as
// "7: 1. e4{75%} e5 2. Nf3{100%} {trans: line=3, ply=4}", with the book: the moves
// of color c are those of the book, with their probabilities.
func compareLine(t *testing.T, b *chess.Book, c chess.Color, line string) {
	t.Helper()
	_, words, _ := strings.Cut(line, ": ")
	words, _, _ = strings.Cut(words, "{trans")
	words, _, _ = strings.Cut(words, "{cycle")
	p := chess.StartPosition()
	for _, word := range strings.Fields(words) {
		if strings.HasSuffix(word, ".") {
			continue
		}
		san, percent, ofBook := strings.Cut(strings.TrimSuffix(word, "%}"), "{")
		m, err := p.ParseSAN(san)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if ofBook != (p.Turn() == c) {
			t.Fatalf("%s: %s", line, word)
		}
		if ofBook {
			want, err := strconv.ParseFloat(percent, 64)
			if err != nil {
				t.Fatal(err)
			}
			weight, sum := 0, 0
			for _, move := range b.Moves(&p) {
				sum += move.Weight
				if move.Move == m {
					weight = move.Weight
				}
			}
			if got := 100 * float64(weight) / float64(sum); math.Abs(got-want) > 0.5001 {
				t.Fatalf("%s: %s: %v%% of the weight", line, word, got)
			}
		}
		p = p.After(m)
	}
}

// bookGames returns a PGN file of long random games that have many opening moves in
// common.
func bookGames(t *testing.T, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 0))
	var text []byte
	for i := range 60 {
		g := chess.NewGame(chess.StartPosition())
		for ply := range 250 {
			moves := g.Position().AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(min(len(moves), 1+ply/3))]
			for _, o := range moves {
				if (g.Position().IsCastling(o) || o.Promotion() != chess.NoPieceType) && rng.IntN(3) == 0 {
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

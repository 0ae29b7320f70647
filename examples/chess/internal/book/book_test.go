package book

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

const games = `[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 1-0

[Result "1/2-1/2"]

1. e4 c5 1/2-1/2

[Result "0-1"]

1. d4 Nf6 0-1
`

// book runs the program and returns its output.
func book(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	var out, problems bytes.Buffer
	if err := Command.Run(t.Context(), args, cli.Streams{In: strings.NewReader(stdin), Out: &out, Err: &problems}); err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	if others := progress.Others(problems.String()); others != "" {
		t.Errorf("%v: standard error has %q", args, others)
	}
	return out.String()
}

func list(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestBook(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("games.pgn", []byte(games), 0o666); err != nil {
		t.Fatal(err)
	}
	if got, want := book(t, "", "make", "games.pgn"), "book.bin: 4 moves out of 3 games\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(games))
	z.Close()
	if got, want := book(t, packed.String(), "make", "-"), "book.bin: 4 moves out of 3 games\n"; got != want {
		t.Errorf("compressed: %q, want %q", got, want)
	}
	book(t, games, "make", "-", "-o", "other.bin", "-plies=1")
	if got, want := book(t, "", "merge", "book.bin", "other.bin", "-o", "book.bin"), "book.bin: 4 moves\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	const want = `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
1. e4                     6 100.0 %
  1... c5                 1 100.0 %
`
	if diff := cmp.Diff(want, book(t, "", "show", "book.bin", "-depth", "3")); diff != "" {
		t.Error(diff)
	}
	const black = "rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2"
	for _, fen := range [][]string{{black}, strings.Fields(black)} {
		got := book(t, "", append([]string{"show", "book.bin"}, fen...)...)
		if diff := cmp.Diff(black+"\nThe book has no move here.\n", got); diff != "" {
			t.Error(diff)
		}
	}
	if diff := cmp.Diff([]string{"book.bin", "games.pgn", "other.bin"}, list(t, ".")); diff != "" {
		t.Error(diff)
	}

	got := book(t, games+"1. e4 e5 2. Ke3 *\n\n1. c4 *\n", "make", "-skip", "-games", "2", "-")
	if want := "book.bin: 1 move out of 4 games\nskipped: 1 game with errors\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	// Behind the plies that are used, a fault does not count.
	got = book(t, games+"1. e4 e5 2. Ke3 *\n\n1. c4 *\n", "make", "-plies", "2", "-")
	if want := "book.bin: 5 moves out of 5 games\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	// Without -skip, a game is used up to its fault.
	var out, problems bytes.Buffer
	err := Command.Run(t.Context(), []string{"make", "-"}, cli.Streams{In: strings.NewReader("1. e4 e5 2. Ke3 *\n\n1. c5 *\n\n1. c4 *\n"), Out: &out, Err: &problems})
	if want := "book.bin: 3 moves out of 3 games\n"; !errors.Is(err, cli.ErrPartly) || out.String() != want {
		t.Errorf("%q, want %q, %v", &out, want, err)
	}
	want2 := "-: game 1, line 1, column 13: SAN \"Ke3\": illegal: no such move of a king to e3 is legal\n" +
		"-: game 2, line 3, column 4: SAN \"c5\": illegal: no such move of a pawn to c5 is legal\n"
	if diff := cmp.Diff(want2, problems.String()); diff != "" {
		t.Error(diff)
	}
}

// TestBookOfPositions makes a book of positions, and of games and positions.
func TestBookOfPositions(t *testing.T) {
	t.Chdir(t.TempDir())
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
	for name, text := range map[string]string{
		"games.pgn": games,
		"list.EPD":  "# what to play\n\n" + start + " bm d4 Nf3; weight 5 2; id \"first\";\nrnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - bm d5;\n",
		"faults.epd": start + " bm e5;\n" + start + "\n" + start + " bm c4; weight 1 2;\n" + start + " bm c4; weight 70000;\n" +
			start + " 3+3 bm c4;\n" + start + " bm Nc3;",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := book(t, "", "make", "list.EPD"), "book.bin: 3 moves out of 2 positions\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	const list = `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
1. d4                   5  71.4 %
  1... d5               1 100.0 %
1. Nf3                  2  28.6 %
`
	if diff := cmp.Diff(list, book(t, "", "show", "book.bin", "-depth", "2")); diff != "" {
		t.Error(diff)
	}
	if got, want := book(t, "", "make", "games.pgn", "list.EPD"), "book.bin: 7 moves out of 3 games and 2 positions\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}

	var out, problems bytes.Buffer
	err := Command.Run(t.Context(), []string{"make", "faults.epd"}, cli.Streams{In: nil, Out: &out, Err: &problems})
	if want := "book.bin: 1 move out of 1 position\n"; !errors.Is(err, cli.ErrPartly) || out.String() != want {
		t.Errorf("%q, want %q, %v", &out, want, err)
	}
	const faults = `faults.epd: line 1: EPD bm "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e5;": illegal at character 57: no such move of a pawn to e5 is legal
faults.epd: line 2: there is no move: bm is missing
faults.epd: line 3: 2 weights for 1 move
faults.epd: line 4: the weight "70000" is not a number from 0 to 65535
faults.epd: line 5: chess: books have no key for three-check, nor for a castling right of an inner rook
`
	if diff := cmp.Diff(faults, problems.String()); diff != "" {
		t.Error(diff)
	}
	if got, want := book(t, "", "make", "-skip", "faults.epd"), "book.bin: 1 move out of 1 position\nskipped: 5 positions with errors\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestBookBadInput checks that bad input is reported in one line, and that no file
// is changed.
func TestBookBadInput(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"book.bin": "sixteen bytes ok", "broken.bin": "not sixteen", "games.pgn": games, "broken.pgn": "1. e5 *\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("dir", 0o777); err != nil {
		t.Fatal(err)
	}
	before := list(t, ".")
	for _, tt := range []struct {
		args  []string
		usage bool
	}{
		{nil, true},
		{[]string{"bake"}, true},
		{[]string{"make"}, true},
		{[]string{"make", "-plies", "-1", "games.pgn"}, true},
		{[]string{"make", "-plies", "many", "games.pgn"}, true},
		{[]string{"make", "missing.pgn"}, false},
		{[]string{"make", "dir"}, false},
		{[]string{"make", "broken.pgn"}, false},
		{[]string{"make", "-games", "5", "games.pgn"}, false},
		{[]string{"make", "-o", "dir", "games.pgn"}, false},
		{[]string{"make", "-o", "games.pgn", "games.pgn"}, false},
		{[]string{"merge", "-o", "games.pgn", "book.bin", "book.bin"}, false},
		{[]string{"make", "-o", filepath.Join("missing", "book.bin"), "games.pgn"}, false},
		{[]string{"show"}, true},
		{[]string{"show", "book.bin", "8/8 w - -"}, true},
		{[]string{"show", "broken.bin"}, false},
		{[]string{"show", "missing.bin"}, false},
		{[]string{"merge", "book.bin"}, true},
		{[]string{"merge", "book.bin", "broken.bin"}, false},
	} {
		var out, problems bytes.Buffer
		err := Command.Run(t.Context(), tt.args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &problems})
		if err == nil || out.Len() > 0 {
			t.Errorf("%v: %v, printed %q", tt.args, err, &out)
			continue
		}
		reported := errors.Is(err, cli.ErrReported)
		if errors.Is(err, cli.ErrUsage) != tt.usage || !reported && strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: %v", tt.args, err)
		}
	}
	if data, err := os.ReadFile("book.bin"); err != nil || string(data) != "sixteen bytes ok" {
		t.Errorf("book.bin has %q, %v", data, err)
	}
	if after := list(t, "."); !slices.Equal(before, after) {
		t.Errorf("files %v, before %v", after, before)
	}
}

package gamefile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// game returns a game of the run of these tests.
func game(t *testing.T, number int) *chess.GameTree {
	t.Helper()
	moves := "1. e4 {[%eval 0.2]} e5 2. Nf3 Nc6 3. Bb5 {the Spanish opening, with a comment that needs a line or two} a6 4. Ba4 Nf6"
	tree, err := chess.ParsePGN("[White \"a\"]\n[Black \"b\"]\n[PlyCount \"8\"]\n[Result \"1/2-1/2\"]\n\n" + moves + " 1/2-1/2\n")
	if err != nil {
		t.Fatal(err)
	}
	tree.SetTag("Round", strconv.Itoa(number))
	return tree
}

var errNames = errors.New("other names")

func ourRun(rounds *[]string) Run {
	return Run{Tags: []Tag{{"Event", "test"}, {"Settings", "7 nodes"}}, Game: func(t *chess.GameTree, torn bool) error {
		if white := t.Tag("White"); white != "a" && !(torn && white == "") {
			return errNames
		}
		if !torn {
			*rounds = append(*rounds, t.Tag("Round"))
		}
		return nil
	}}
}

// add opens the file and appends the games with these numbers.
func add(t *testing.T, path string, numbers ...int) (rounds []string, stderr string, err error) {
	t.Helper()
	var messages strings.Builder
	f, err := Open(path, ourRun(&rounds), &messages)
	if err != nil {
		return nil, messages.String(), err
	}
	for _, n := range numbers {
		if err := f.Append(game(t, n)); err != nil {
			t.Error(err)
		}
	}
	return rounds, messages.String(), f.Close()
}

func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestTorn checks that a file that was cut at any byte has the same games in the
// end.
func TestTorn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.pgn")
	if rounds, stderr, err := add(t, path, 1, 2, 3); err != nil || stderr != "" || rounds != nil {
		t.Fatalf("a new file: %q, %q, %v", rounds, stderr, err)
	}
	whole := content(t, path)
	third := strings.LastIndex(whole, "[Event")
	for cut := range whole[third:] {
		cut += third
		if chesstest.Sampled(t) && cut%8 > 0 && whole[cut-1] != '\n' && whole[cut] != '\n' {
			continue
		}
		put(t, path, whole[:cut])
		rounds, stderr, err := add(t, path)
		if err != nil || stderr != "" || content(t, path) != whole[:cut] {
			t.Fatalf("nothing appended after byte %d: %q, %v", cut, stderr, err)
		}
		if n := len(rounds); n != 2 && !(n == 3 && cut >= len(whole)-2) {
			t.Fatalf("cut at byte %d: it has the games %q", cut, rounds)
		}
		missing := []int{3, 4}[len(rounds)-2:]
		_, stderr, err = add(t, path, missing...)
		if removed := strings.Contains(stderr, "x.pgn: removed "); err != nil || removed != (len(rounds) == 2 && cut > third) {
			t.Errorf("cut at byte %d: %q, %v", cut, stderr, err)
		}
		if got := content(t, path); !strings.HasPrefix(got, whole) {
			t.Errorf("cut at byte %d: the file became\n%s", cut, got)
		}
		if rounds, _, err := add(t, path); err != nil || !cmp.Equal(rounds, []string{"1", "2", "3", "4"}) {
			t.Errorf("cut at byte %d: in the end %q, %v", cut, rounds, err)
		}
	}
}

// TestForeign checks that a file with anything that is not of the run stays as it
// is.
func TestForeign(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.pgn")
	add(t, path, 1)
	own := content(t, path)
	tail := strings.NewReplacer("\n\n1. e4", "\n\n1. e4 {half")
	half := strings.TrimSuffix(tail.Replace(own), " 1/2-1/2\n\n")
	for _, test := range []struct{ text, want string }{
		{"", ""}, {"\n", ""}, {own + "\n\n", ""}, {own + half, ""}, {half, ""}, {"[Ev", ""},
		{"hello\n", "no game"},
		{"hello\n\n", "game 1"},
		{"1. e4 e5 1-0\n", `its Event is "", not "test"`},
		{strings.ReplaceAll(own, `"test"`, `"another"`), `game 1: its Event is "another", not "test"`},
		{own + strings.ReplaceAll(own, `"7 nodes"`, `"8 nodes"`), `game 2: its Settings is "8 nodes", not "7 nodes"`},
		{strings.ReplaceAll(own, "[Settings \"7 nodes\"]\n", ""), `its Settings is "", not`},
		{own + strings.ReplaceAll(own, `[White "a"]`, `[White "c"]`), "game 2: other names"},
		{strings.ReplaceAll(own, "1/2-1/2", "*"), "it has no result"},
		{strings.ReplaceAll(own, "Nf6 1/2", "1/2"), "it has 7 plies, not 8"},
		{strings.ReplaceAll(own, "Nf6", "Nf7"), "game 1"},
		{own + "text\n\n" + own, "game"},
		{own + own[:len(own)/2] + "\n\n" + own, "game 2"},
		{strings.ReplaceAll(half, `"test"`, `"another"`), "no game"},
		{strings.ReplaceAll(half, `"7 nodes"`, `"8 nodes"`), `the last game: its Settings is "8 nodes"`},
		{own + strings.ReplaceAll(half, `[White "a"]`, `[White "c"]`), "the last game: other names"},
		{own + strings.ReplaceAll(strings.TrimSpace(own), `[White "a"]`, `[White "c"]`), "the last game: other names"},
		{own + strings.TrimSpace(own) + "\n" + half[:40], "no game"}, // a whole game, and half of another
		{own + strings.Repeat("x", maxGame+1), "no game"},
		{strings.ReplaceAll(own+own, "\n", "\r\n"), "no game"},
	} {
		put(t, path, test.text)
		_, _, err := add(t, path)
		name := test.text[:min(len(test.text), 1000)]
		if (err == nil) != (test.want == "") || err != nil && (!strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "x.pgn has other games") || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%s\nerror %v, want %q", name, err, test.want)
		}
		if content(t, path) != test.text {
			t.Errorf("the file was changed:\n%s", name)
		}
	}
}

// TestAppendFails checks that a game that cannot be written leaves no part of it.
func TestAppendFails(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), "x.pgn")
	if err := os.Symlink("/dev/full", path); err != nil {
		t.Skip(err)
	}
	f, err := Open(path, ourRun(new([]string)), io.Discard)
	if err != nil {
		t.Skip(err)
	}
	if err := f.Append(game(t, 1)); err == nil {
		t.Error("no error from a full disk")
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

func TestOpenErrors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.pgn")
	f, err := Open(path, ourRun(new([]string)), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err == nil && len(entries) == 1 {
		t.Skip("there are no locks here")
	}
	if _, _, err := add(t, path, 1); err == nil || !strings.Contains(err.Error(), "another run") || content(t, path) != "" {
		t.Errorf("opened twice: %v, %q", err, content(t, path))
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if _, _, err := add(t, filepath.Dir(path)); err == nil {
		t.Error("no error for a folder")
	}
}

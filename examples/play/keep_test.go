package main

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
)

// newKeptSession returns a session that keeps its game in the folder.
func newKeptSession(t *testing.T, folder, white, black string) *session {
	t.Helper()
	s := newTestSession(t, white, black)
	s.find(folder)
	return s
}

// TestKeep checks that a game goes on in another run as it was left: with its moves, players,
// clocks and side of the board.
func TestKeep(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s := newKeptSession(t, folder, "pawnpusher", "person,name=Ada,tc=2/60+3")
		s.now = time.Now
		s.seats[chess.White].control = chess.TimeControl{Time: time.Minute}
		enter(s, "new")
		settle(s)
		for _, line := range []string{"e5", "Nf6", "Nc6"} {
			time.Sleep(7 * time.Second)
			enter(s, line)
		}
		want, moves := clocks(s), plainMoves(s)
		s.close()
		if err := s.keeping.close(); err != nil {
			t.Fatal(err)
		}

		if err := os.Chtimes(s.keeping.file, time.Time{}, time.Now()); err != nil { // by the clock of this test
			t.Fatal(err)
		}
		again := newKeptSession(t, folder, "person", "person")
		again.now = time.Now
		if again.keeping.left == nil {
			t.Fatal("no game was left")
		}
		time.Sleep(30 * time.Hour)
		again.offer()
		got := strings.Join(append(again.takeNews(), enter(again, "continue")...), "\n")
		for _, text := range []string{`"continue" goes on with the game that was left (yesterday: pawnpusher against Ada, 4 moves).`, "The game goes on (yesterday: "} {
			if !strings.Contains(got, text) {
				t.Errorf("no %q in %s", text, got)
			}
		}
		if diff := cmp.Diff(want, clocks(again)); diff != "" || plainMoves(again) != moves || !again.flipped {
			t.Errorf("%s, flipped %v, clocks (-want +got):\n%s", plainMoves(again), again.flipped, diff)
		}
		for c, seat := range again.seats {
			if seat.name != s.seats[c].name || seat.person() != s.seats[c].person() || seat.control != s.seats[c].control {
				t.Errorf("%v is %+v", chess.Color(c), seat)
			}
		}
		enter(again, "a6")
		if again.keeping.left != nil || again.shown().Len() != 9 {
			t.Errorf("%d plies, left %v", again.shown().Len(), again.keeping.left)
		}
		again.close()
		if text, _ := os.ReadFile(again.keeping.file); !strings.Contains(string(text), "{[%clk ") || !strings.Contains(string(text), "4... a6") {
			t.Errorf("it was not kept further:\n%s", text)
		}
		again.keeping.close()
	})
}

// clocks returns what the clocks showed after each ply, and show now, as for a search.
func clocks(s *session) (shown []chess.Clock) {
	for _, k := range append(slices.Clone(s.game.past), s.game.clock) {
		for c := range chess.Color(2) {
			shown = append(shown, k.Clock(c, s.now()))
		}
	}
	return shown
}

// watches returns both clocks as they are shown.
func watches(s *session) string {
	return watchText(&s.game.clock, chess.White, s.now()) + " " + watchText(&s.game.clock, chess.Black, s.now())
}

// TestKeepElapsed checks that the times of a game without clocks go on.
func TestKeepElapsed(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s := newKeptSession(t, folder, "person", "person")
		s.now = time.Now
		enter(s, "e4")
		time.Sleep(90 * time.Second)
		enter(s, "e5")
		s.close()
		s.keeping.close()
		again := newKeptSession(t, folder, "person", "person")
		enter(again, "continue")
		if got := watches(again); got != "0:00 1:30" {
			t.Error(got)
		}
		again.close()
		again.keeping.close()
	})
}

// TestKeptFile checks which game is kept after which lines: "" is none.
func TestKeptFile(t *testing.T) {
	own := filepath.Join(t.TempDir(), "own.pgn")
	if err := os.WriteFile(own, []byte("1. d4 d5 *"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ white, lines, want string }{
		{"person", "e4", "1. e4 *"},
		{"person", "e4,e5", "1. e4 e5 *"},
		{"person", "e4,e5,back", "1. e4 *"},
		{"person", "e4,e5,back,back", ""},
		{"person", "e4,e5,back,forward", "1. e4 e5 *"},
		{"person", "e4,resign", ""},
		{"person", "e4,draw", ""},
		{"person", "f3,e5,g4,Qh4", ""},
		{"person", "f3,e5,g4,Qh4,back", "1. f3 e5 2. g4 *"},
		{"person", "e4,new", ""},
		{"person", "e4,new,d4", "1. d4 *"},
		{"person", "e4,load " + own, "1. e4 *"}, // it may only be looked at
		{"person", "e4,load " + own + ",c4", "1. d4 d5 2. c4 *"},
		{"person", "e4,white pawnpusher", "1. e4 *"},
		{"pawnpusher", "", "1. h3 *"},
	} {
		folder := t.TempDir()
		s := newKeptSession(t, folder, tt.white, "person")
		enter(s, strings.Split(tt.lines, ",")...)
		s.close()
		s.keeping.close()
		text, err := os.ReadFile(s.keeping.file)
		_, movetext, _ := strings.Cut(string(text), "\n\n")
		tree, fault := chess.ParsePGN(movetext)
		if err != nil && tt.want == "" {
			continue
		}
		if fault != nil {
			t.Fatal(fault)
		}
		for n := tree.Root().Next(); n != nil; n = n.Next() {
			n.SetComment("")
		}
		text, _ = tree.MarshalText()
		_, movetext, _ = strings.Cut(string(text), "\n\n")
		if got := strings.TrimSpace(movetext); got != tt.want {
			t.Errorf("%s: it keeps %q, want %q", tt.lines, got, tt.want)
		}
		if entries, _ := os.ReadDir(folder); len(entries) != 1 {
			t.Errorf("%s: files %v", tt.lines, entries)
		}
	}
}

// TestKeptOther checks that the game of another run stays until the first move, and that what
// cannot go on is not offered.
func TestKeptOther(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "play.pgn")
	s := newKeptSession(t, folder, "person", "person")
	enter(s, "e4", "e5")
	other := newKeptSession(t, folder, "person", "person")
	if news := strings.Join(other.takeNews(), "\n"); !strings.Contains(news, "This game is not kept: ") || !strings.Contains(news, "another run") || other.keeping.lock != nil {
		t.Errorf("a second run at once: %q", news)
	}
	if enter(other, "d4"); other.shown().Len() != 1 {
		t.Error("a second run cannot play")
	}
	s.keeping.close()
	kept, _ := os.ReadFile(path)

	s = newKeptSession(t, folder, "person", "person")
	enter(s, "new", "new chess960", "menu")
	if now, _ := os.ReadFile(path); string(now) != string(kept) || s.keeping.left == nil {
		t.Errorf("a game without moves replaced it:\n%s", now)
	}
	if news := enter(s, "continue", "continue"); news[len(news)-1] != "error: no game was left" {
		t.Errorf("%q", news)
	}
	s.keeping.close()

	for _, text := range []string{
		"", "1. e4 e5 *", strings.Replace(string(kept), "e5 {[%emt 0:00:00]} *", "e5 1-0", 1), strings.Replace(string(kept), "e5", "e6 2. Ke8", 1),
		strings.Replace(string(kept), `"*"`, `"1-0"`, 1),
	} {
		if text == string(kept) {
			t.Fatalf("the game is not changed:\n%s", kept)
		}
		os.WriteFile(path, []byte(text), 0o666)
		s := newKeptSession(t, folder, "person", "person")
		if s.keeping.left != nil {
			t.Errorf("it offers\n%s", text)
		}
		s.keeping.close()
	}

	// A game whose player is gone stays.
	os.WriteFile(path, []byte(strings.Replace(string(kept), `BlackSettings "person"`, `BlackSettings "uci:gone"`, 1)), 0o666)
	s = newKeptSession(t, folder, "person", "person")
	if news := enter(s, "continue"); !strings.Contains(news[0], "error: player") || s.keeping.left == nil {
		t.Errorf("%q", news)
	}
	// A folder that has gone ends the keeping, not the game.
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if news := enter(s, "e4", "e5"); len(news) != 3 || !strings.HasPrefix(news[1], "The game is not kept: ") {
		t.Errorf("%q", news)
	}
}

// TestZstd checks that a compressed file is read, also by who reads its end twice.
func TestZstd(t *testing.T) {
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "game.pgn.zst")
	if err := os.WriteFile(path, z.EncodeAll([]byte("1. e4 e5 *\n"), nil), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, g, fault, err := readGame(path, 1); err != nil || fault != nil || g.Len() != 2 {
		t.Errorf("%v, %v, %v", g, fault, err)
	}
	in, err := pgnfile.Open(path, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	ahead := bufio.NewReader(in)
	ahead.Peek(100) // sees the end, and Read after it
	if text, err := io.ReadAll(ahead); err != nil || string(text) != "1. e4 e5 *\n" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestPipe checks that nothing is kept or offered if the input is no terminal.
func TestPipe(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "folder")
	got, _, err := play(t, "e4\n", "-keep", folder, "-black", "pawnpusher")
	if _, missing := os.Stat(folder); err != nil || missing == nil || strings.Contains(got, "continue") {
		t.Errorf("%v\n%s", err, got)
	}
	if got, _, err := play(t, "menu\ncontinue\n"); err != nil || !strings.Contains(got, "the menu needs a screen") || !strings.Contains(got, "no game was left.") {
		t.Errorf("%v\n%s", err, got)
	}
}

func TestDay(t *testing.T) {
	now := time.Date(2001, 3, 1, 0, 30, 0, 0, time.UTC)
	for hours, want := range map[int]string{0: "today", 1: "yesterday", 24: "yesterday", 25: "27 February 2001"} {
		if got := day(now.Add(-time.Duration(hours)*time.Hour), now); got != want {
			t.Errorf("%d hours ago: %q, want %q", hours, got, want)
		}
	}
}

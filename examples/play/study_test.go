package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// TestReview checks that a review names the bad moves of both sides, and how accurate the others
// were, and marks them in the list until they are taken back.
func TestReview(t *testing.T) {
	s := newTestSession(t, "person", "person")
	enter(s, "e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "a3")
	s.thinking.adviser.limits.Depth = 1
	enter(s, "analyse", "back") // of a review of the game that matters not
	news := enter(s, "review")
	if len(news) != 2 {
		t.Fatalf("news %q", news)
	}
	got := strings.Join(strings.Fields(news[1]), " ")
	for _, want := range []string{"White: accuracy ", " Black: accuracy ", " 3...Nf6?? Blunder, ", " 4. a3?? Blunder, ", "Turning points: 3...Nf6 ", "White's winning chances, % 100 "} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	enter(s, "stop")
	if got := text(newTestScreen(t, s, 100, 30)); !strings.Contains(got, "Nf6??") || !strings.Contains(got, "a3??") {
		t.Errorf("no marks in\n%s", got)
	}
	if enter(s, "back"); s.study.glyphs[6] != chess.Blunder || s.study.glyphs[7] != 0 {
		t.Errorf("after taking a3 back: %v", s.study.glyphs)
	}
	if enter(s, "new"); s.study.glyphs != nil {
		t.Errorf("in a new game: %v", s.study.glyphs)
	}
	enter(s, "e4", "e5")
	if news := enter(s, "review"); strings.Contains(news[1], "\n\n1") || !strings.Contains(news[1], "White: accuracy 98.0.") {
		t.Errorf("after 1. e4 e5: %q", news)
	}
}

// TestLessons checks that lessons are those of the player named, or of the person at the board.
func TestLessons(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my games.pgn")
	games := "[White \"Bo\"]\n[Black \"Ada\"]\n\n1. Kh8 *\n\n[White \"Bo\"]\n[Black \"Ada\"]\n\n1. Kh7 *\n\n[White \"Bo\"]\n[Black \"Ada\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n[White \"Bo\"]\n[Black \"Cy\"]\n\n1. e4 *\n"
	if err := os.WriteFile(path, []byte(games), 0o666); err != nil {
		t.Fatal(err)
	}
	s := newTestSession(t, "pawnpusher", "person,name=Ada")
	for line, want := range map[string]string{
		"lessons":                  "error: the name of the file is missing",
		"lessons " + path:          "To practise: level 1400 mate",
		"lessons " + path + " ada": " is left out. Skipped: 1 more.",
		"lessons " + path + " bo":  "Games: 2, moves: 5, points: 1.0",
		"lessons " + path + " dee": `has no game of "dee"`,
		"lessons " + path + ".no":  "No explanation: ",
	} {
		news := enter(s, line)
		if got := strings.Join(strings.Fields(strings.Join(news, " ")), " "); !strings.Contains(got, want) {
			t.Errorf("%s: no %q in %s", line, want, got)
		}
	}
	s = newTestSession(t, "pawnpusher", "pawnpusher")
	if news := enter(s, "lessons "+path); !strings.HasPrefix(news[0], "error: whose games? ") {
		t.Errorf("of two programs: %q", news)
	}
}

// TestReviewProgress checks that the screen shows how far a review is, until it has ended.
func TestReviewProgress(t *testing.T) {
	s := newTestSession(t, "person", "person")
	m := newTestScreen(t, s, 100, 30)
	enter(s, "e4", "e5", "Nf3")
	if err := s.handleLine("review"); err != nil {
		t.Fatal(err)
	}
	m.collect()
	var shown []string
	for s.busy() {
		shown = append(shown, strings.TrimSpace(ansi.Strip(m.statusLine())))
		(<-s.events)()
	}
	shown = slices.Compact(shown) // the search for the bar reports too
	want := []string{"Looking at the moves of the game ...", "Looking at the moves: 0 of 3 ...", "Looking at the moves: 1 of 3 ...", "Looking at the moves: 2 of 3 ...", "Finding the reasons ..."}
	if diff := cmp.Diff(want, shown); diff != "" {
		t.Error(diff)
	}
	m.collect()
	if got := text(m); strings.Contains(got, "Looking at") || !strings.Contains(got, "accuracy") {
		t.Errorf("at the end:\n%s", got)
	}
}

// TestWhyLanguage checks that a move is explained in the chosen language, and that
// explanations which a new game makes useless do not arrive.
func TestWhyLanguage(t *testing.T) {
	s := newTestSession(t, "person", "person")
	s.study.language = chess.German
	enter(s, "f3", "e5", "g4")
	news := enter(s, "why Qh4")
	if want := "2...Dh4# setzt matt."; news[len(news)-1] != want {
		t.Errorf("%q, want %q", news[len(news)-1], want)
	}
	if err := s.handleLine("review"); err != nil {
		t.Fatal(err)
	}
	s.takeNews()
	if news := enter(s, "new"); len(news) != 1 {
		t.Errorf("after a new game: %q", news)
	}
}

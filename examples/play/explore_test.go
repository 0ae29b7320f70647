package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/examples/internal/annotation"
)

// TestAnalyse checks that an analysis goes over the game and variations, and that the game,
// its clocks and what was taken back wait for it.
func TestAnalyse(t *testing.T) {
	s := newTestSession(t, "person,tc=60", "pawnpusher,tc=60")
	s.thinking.adviser.limits.Depth = 1
	enter(s, "e4", "d4", "Nf3", "back")
	game, clock, undone := s.game, s.game.clock, slices.Clone(s.shown().undone)
	for i, step := range []struct{ line, moves, ahead string }{
		{"analyse", "1. e4 h6 2. d4 h5", "3. Nf3 h4"},
		{"forward", "1. e4 h6 2. d4 h5 3. Nf3", "3... h4"},
		{"back", "1. e4 h6 2. d4 h5", "3. Nf3 h4"},
		{"back", "1. e4 h6 2. d4", "2... h5 3. Nf3 h4"},
		{"h5", "1. e4 h6 2. d4 h5", "3. Nf3 h4"}, // the move of the game
		{"back", "1. e4 h6 2. d4", "2... h5 3. Nf3 h4"},
		{"back", "1. e4 h6", "2. d4 h5 3. Nf3 h4"},
		{"c4", "1. e4 h6 2. c4", ""}, // a variation
		{"e5", "1. e4 h6 2. c4 e5", ""},
		{"back", "1. e4 h6 2. c4", "2... e5"},
		{"back", "1. e4 h6", "2. d4 h5 3. Nf3 h4"}, // back in the game
		{"explain", "1. e4 h6", "2. d4 h5 3. Nf3 h4"},
		{"analyse 2", "1. e4 h6", "2. d4 h5 3. Nf3 h4"},
		{"now", "1. e4 h6 2. d4 h5", "3. Nf3 h4"}, // is about the game
		{"analyze 1", "1. e4 h6 2. d4 h5", "3. Nf3 h4"},
		{"stop", "1. e4 h6 2. d4 h5", "3. Nf3 h4"},
	} {
		news := enter(s, step.line)
		p := s.shown().Position()
		ahead := slices.Clone(s.shown().undone)
		slices.Reverse(ahead)
		if diff := cmp.Diff([]string{step.moves, step.ahead}, []string{plainMoves(s), p.SANLine(ahead...)}); diff != "" {
			t.Errorf("%d, %s (-want +got):\n%s", i, step.line, diff)
		}
		if x := s.exploring; x != nil && (len(x.lines) != x.count || !strings.HasPrefix(news[len(news)-1], "1  ") && step.line != "explain") {
			t.Errorf("%d, %s: %d lines, news %q", i, step.line, len(x.lines), news)
		}
	}
	if s.game != game || s.game.clock != clock || !slices.Equal(s.shown().undone, undone) {
		t.Errorf("after the analysis: %s, %v", plainMoves(s), s.game.clock)
	}
	want := []string{`error: there is no analysis: "analyse" begins one`, `error: "0" is not a number of lines from 1 to 9`, `error: "x" is not a number of lines from 1 to 9`}
	if diff := cmp.Diff(want, enter(s, "stop", "analyse 0", "analyse x")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestAnalyseEnds checks analyses of games that have ended, by the rules and by resignation,
// and that other commands about the game end an analysis.
func TestAnalyseEnds(t *testing.T) {
	for _, tt := range []struct {
		lines string
		lack  string // of the game after them
	}{
		{"f3,e5,g4,Qh4", "1. f3 e5 2. g4 Qh4#"}, {"e4,e5,resign", "1. e4 e5"},
	} {
		s := newTestSession(t, "person", "person")
		s.thinking.adviser.limits.Depth = 1
		enter(s, strings.Split(tt.lines, ",")...)
		outcome := s.shown().Outcome()
		enter(s, "analyse")
		if plainMoves(s) != tt.lack {
			t.Errorf("the analysis begins at %s", plainMoves(s))
		}
		over := s.shown().Outcome().Over()
		if news := enter(s, "d4"); over && (len(news) != 1 || !strings.HasPrefix(news[0], "error: the game is over")) || !over && news[0] != "2. d4" {
			t.Errorf("%s, then d4: %q", tt.lines, news)
		}
		if enter(s, "back"); s.exploring.lines == nil {
			t.Errorf("%s: no lines after a step back", tt.lines)
		}
		if enter(s, "stop"); s.shown().Outcome() != outcome {
			t.Errorf("%s: %v, want %v", tt.lines, s.shown().Outcome(), outcome)
		}
	}
	for line, want := range map[string]string{
		"resign": "White resigns", "new": "A new game: chess.", "pgn": "1. e4 e5 *", "black pawnpusher": "Black is pawnpusher.", "review": "White: accuracy 98.0.",
	} {
		s := newTestSession(t, "person", "person")
		s.thinking.adviser.limits.Depth = 1
		enter(s, "e4", "e5", "analyse", "d4", "d5")
		news := strings.Join(enter(s, line), "\n")
		if !strings.Contains(news, want) || (s.exploring == nil) != (line != "review") {
			t.Errorf("%s: %q", line, news)
		}
	}
}

// TestAnalyseKeys checks the keys of an analysis on the screen, and what it shows.
func TestAnalyseKeys(t *testing.T) {
	s := newTestSession(t, "person", "person")
	m := newTestScreen(t, s, 100, 30)
	s.live.Depth = 2
	keys(m, "e4", "enter", "e5", "enter", "Nf3", "enter", "analyse", "enter", "left", "left")
	got := text(m)
	for _, want := range []string{"analysis  depth 2", "\n█ 3", "1. e4       e5\n", "2. Nf3\n", " 1  ", " 2  ", " 3  ", "1-3: play a line", "Analysis: Black to move"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	second := s.exploring.lines[1].PV[0]
	if keys(m, "2"); s.shown().LastMove() != second || s.shown().Len() != 2 {
		t.Errorf("2 plays %s, want %s", plainMoves(s), second)
	}
	first := s.exploring.lines[0].PV[0]
	if keys(m, "enter"); s.shown().LastMove() != first || s.shown().Len() != 3 {
		t.Errorf("enter plays %s, want %s", plainMoves(s), first)
	}
	for _, step := range []struct {
		key  string
		plys int
	}{{"up", 0}, {"right", 1}, {"down", 3}, {"home", 0}, {"end", 3}, {"end", 3}, {"9", 3}} {
		if keys(m, step.key); s.shown().Len() != step.plys {
			t.Errorf("%s: %d plies, want %d\n%s", step.key, s.shown().Len(), step.plys, text(m))
		}
	}
	if !m.problem || m.status != "there is no line 9" {
		t.Errorf("status %q", m.status)
	}
	keys(m, "explain", "enter")
	if m.page == nil {
		t.Fatal("no explanation")
	}
	if keys(m, "esc"); m.page != nil || s.exploring == nil {
		t.Errorf("esc does not close the page only:\n%s", text(m))
	}
	if keys(m, "esc"); s.exploring != nil || plainMoves(s) != "1. e4 e5 2. Nf3" {
		t.Errorf("esc does not go back to the game:\n%s", text(m))
	}
	// All sizes show at least the best line.
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}} {
		m := newTestScreen(t, s, size[0], size[1])
		s.live.Depth = 2
		keys(m, "analyse", "enter")
		if l := s.exploring.lines[0]; !strings.Contains(text(m), l.Score.String()) {
			t.Errorf("%v:\n%s", size, text(m))
		}
		keys(m, "esc")
	}
}

// TestEndless checks that an analysis on the screen has no limit, and ends with the session.
func TestEndless(t *testing.T) {
	s := newTestSession(t, "person", "person")
	newScreen(s)
	s.handleLine("analyse 1")
	for depth := 0; depth < 6; { // the adviser itself has a limit of 3
		(<-s.events)()
		if len(s.exploring.lines) > 0 {
			depth = s.exploring.lines[0].Depth
		}
	}
	if s.thinking.current == nil || s.busy() {
		t.Error("it has ended, or waits for an end")
	}
}

// TestGraph draws games of several lengths, with and without Unicode.
func TestGraph(t *testing.T) {
	points := func(chances ...float64) *annotation.Chart {
		c := &annotation.Chart{Y: "chances"}
		for i, chance := range chances {
			c.Points = append(c.Points, annotation.ChartPoint{Move: 1 + float64(i-1)/2, Chance: chance})
		}
		return c
	}
	short := points(50, 100, 0, 75)
	short.Points[2].Label = "1...f6??"
	const want = `chances
100 ░░░███░░░░░░
    ░░░███░░░▄▄▄
    ░░░███░░░███
 50 ██████░░░███
    ██████░░░███
  0 ██████░░░███
       1
          ^`
	if diff := cmp.Diff(want, graph(short, figures)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff(strings.NewReplacer("░", ".", "█", "#", "▄", "#").Replace(want), graph(short, letters)); diff != "" {
		t.Errorf("by letters (-want +got):\n%s", diff)
	}
	for _, plies := range []int{1, 2, 10, 11, 29, 30, 31, 80, 400} {
		chances := slices.Repeat([]float64{0, 100}, plies)[:plies+1]
		lines := strings.Split(graph(points(chances...), figures), "\n")
		if len(lines) != graphHeight+2 {
			t.Errorf("%d plies: %d lines", plies, len(lines))
		}
		for _, line := range lines {
			if n := len([]rune(line)); n > beside {
				t.Errorf("%d plies: a line of %d columns", plies, n)
			}
		}
		if plies > 100 && (!strings.Contains(lines[2], strings.Repeat("░", 30)) || !strings.Contains(lines[5], strings.Repeat("█", 30))) {
			t.Errorf("the mean of many plies is not half:\n%s", strings.Join(lines, "\n"))
		}
	}
}

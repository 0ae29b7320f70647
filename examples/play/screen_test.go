package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"image/color"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

var update = flag.Bool("update", false, "update the views in testdata")

// newTestScreen returns the screen of a session in a window of the given size, after
// all searches have ended.
func newTestScreen(t *testing.T, s *session, width, height int) *screen {
	t.Helper()
	s.figures = figures
	m := newScreen(s)
	m.Update(tea.WindowSizeMsg{Width: width, Height: height})
	waitForSearch(m)
	return m
}

// waitForSearch waits until no search is running.
func waitForSearch(m *screen) {
	for m.session.thinking.current != nil {
		m.Update(<-m.session.events)
	}
}

// keys presses keys: a name such as "up" or "enter", otherwise the letters of a
// text.
func keys(m *screen, names ...string) {
	codes := map[string]rune{
		"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight, "enter": tea.KeyEnter,
		"esc": tea.KeyEscape, "backspace": tea.KeyBackspace, "tab": tea.KeyTab, "pgdown": tea.KeyPgDown, "pgup": tea.KeyPgUp, "f1": tea.KeyF1,
		"home": tea.KeyHome, "end": tea.KeyEnd,
	}
	for _, name := range names {
		if code, ok := codes[name]; ok {
			m.Update(tea.KeyPressMsg{Code: code})
		} else if letter, ok := strings.CutPrefix(name, "ctrl+"); ok {
			m.Update(tea.KeyPressMsg{Code: rune(letter[0]), Mod: tea.ModCtrl})
		} else {
			for _, r := range name {
				m.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
			}
		}
		waitForSearch(m)
	}
}

// text returns the content of the screen without colours.
func text(m *screen) string {
	lines := strings.Split(ansi.Strip(m.View().Content), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// evaluator returns one of chess.Evaluators.
func evaluator(t *testing.T, name string) *chess.FeatureEvaluator {
	t.Helper()
	e, err := chess.ByName(chess.Evaluators(), name)
	if err != nil {
		t.Fatal(err)
	}
	return e.New()
}

// TestViews compares the screen with testdata. After an intended change, run the
// test with -update and check the difference. The searcher and the evaluators are
// ones whose numbers do not change, unlike those of the program.
func TestViews(t *testing.T) {
	for name, lines := range map[string][]string{
		"opening":    nil,
		"middlegame": {"e4", "d5", "exd5", "Qxd5", "Nc3", "Qe5+"},
		"mate":       {"f3", "e5", "g4", "Qh4"},
		"help":       {"help"},
		"menu":       {"menu"},
		"analyse":    {"e4", "d5", "exd5", "analyse 2"},
		"explain":    {"new 3check", "e4", "d5", "Bb5", "explain"},
	} {
		s := newTestSession(t, "person", "person")
		s.thinking.adviser = newAdviser(chess.Limits{Depth: 3}, nil, &tables{})
		s.evaluator = evaluator(t, "boardvalue")
		s.thinking.adviser.create = func(context.Context) (chess.Searcher, error) { return chess.NewMinimax(evaluator(t, "pesto")), nil }
		s.start(chess.NewGame())
		m := newTestScreen(t, s, 80, 24)
		s.live.Depth = 3
		for _, line := range lines {
			keys(m, line, "enter")
		}
		for _, size := range [][2]int{{0, 0}, {20, 5}, {30, 14}, {60, 20}, {80, 24}, {100, 30}, {120, 40}, {200, 60}} {
			m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			got := text(m)
			path := filepath.Join("testdata", fmt.Sprintf("%s-%dx%d.txt", name, size[0], size[1]))
			if *update {
				os.WriteFile(path, []byte(got), 0o666)
			}
			want, err := os.ReadFile(path)
			if diff := cmp.Diff(string(want), got); err != nil || diff != "" {
				t.Errorf("%s: %v, -want +got:\n%s", path, err, diff)
			}
		}
	}
}

// TestFits checks that the screen fits in windows of all sizes.
func TestFits(t *testing.T) {
	s := newTestSession(t, "person", "person")
	enter(s, "new chess960 7", "e4", "e5")
	random, windows := chesstest.Rand(t), chesstest.Sample(t, 150)
	for _, profile := range []colorprofile.Profile{colorprofile.ASCII, colorprofile.ANSI, colorprofile.TrueColor} {
		for _, f := range []figurines{letters, figures} {
			m := newTestScreen(t, s, 0, 0)
			m.session.figures, m.profile, s.live.Depth = f, profile, 1
			for _, step := range []string{"menu|enter", "t|7|x", "esc", "up", "?", "explain|enter", "esc", "analyse|enter", "right", "esc", "typed for a long time, longer than the window is wide"} {
				keys(m, strings.Split(step, "|")...)
				for range windows {
					width, height := random.IntN(130), random.IntN(70)
					m.Update(tea.WindowSizeMsg{Width: width, Height: height})
					m.Update(tea.MouseClickMsg{X: width, Y: height, Button: tea.MouseRight})
					content := m.View().Content
					if w, h := lipgloss.Size(content); w > width || h > max(1, height) {
						t.Fatalf("%d columns and %d lines in %dx%d:\n%s", w, h, width, height, content)
					}
				}
			}
		}
	}
}

// TestArrows plays a game with the arrow keys, with castling, promotion and mate.
func TestArrows(t *testing.T) {
	s := newTestSession(t, "person", "person")
	enter(s, "new 4k3/P6R/8/8/8/8/8/4K2R w K - 0 1")
	m := newTestScreen(t, s, 80, 23)
	selectSquare := func(square string) {
		to, err := chess.ParseSquare(square)
		if err != nil {
			t.Fatal(err)
		}
		if m.cursor == chess.NoSquare {
			keys(m, "up")
		}
		for range m.cursor.Rank() - to.Rank() {
			keys(m, "down")
		}
		for range to.Rank() - m.cursor.Rank() {
			keys(m, "up")
		}
		for range m.cursor.File() - to.File() {
			keys(m, "left")
		}
		for range to.File() - m.cursor.File() {
			keys(m, "right")
		}
		keys(m, "enter")
	}
	selectSquare("e1")
	if m.from != chess.E1 || !strings.Contains(text(m), "●") {
		t.Errorf("the king is not chosen:\n%s", text(m))
	}
	selectSquare("g1") // castles
	selectSquare("e8")
	selectSquare("e8") // cancels
	if m.from != chess.NoSquare {
		t.Error("a piece chosen twice is still chosen")
	}
	selectSquare("e8")
	selectSquare("d8")
	selectSquare("a7")
	selectSquare("a8")
	if len(m.choice) != 4 || !strings.Contains(text(m), "Promote to") {
		t.Fatalf("no choice:\n%s", text(m))
	}
	keys(m, "esc")
	selectSquare("a8")
	keys(m, "right", "left", "r")
	if diff := cmp.Diff("1. O-O Kd8 2. a8=R#", plainMoves(s)); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(text(m), "Checkmate! White wins, 1-0.") {
		t.Errorf("no checkmate:\n%s", text(m))
	}
}

// TestBoardOfVariants drops pieces, promotes to a king and moves a side without a king, all on the
// board.
func TestBoardOfVariants(t *testing.T) {
	for _, tt := range []struct {
		start string
		keys  []string
		shown string // before the last key
		want  string
	}{
		{"crazyhouse 4k3/8/8/8/8/8/8/4K3[QPn] w - - 0 1", []string{"up", "up", "up", "up", "enter", "right", "left", "p"}, "Drop", "1. P@e4"},
		{"crazyhouse 4k3/8/8/8/8/8/8/4K3[Rn] w - - 0 1", []string{"up", "up", "enter", "enter"}, "Drop", "1. R@e2+"},
		{"antichess 8/P7/8/8/8/8/8/4K2n w - - 0 1", []string{"up", "left", "left", "left", "left", "up", "up", "up", "enter", "up", "enter", "k"}, "k", "1. a8=K"},
		{"horde", []string{"up", "enter", "up", "enter"}, "", "1. e5"},
	} {
		s := newTestSession(t, "person", "person")
		enter(s, "new "+tt.start)
		m := newTestScreen(t, s, 80, 23)
		last := len(tt.keys) - 1
		keys(m, tt.keys[:last]...)
		if !strings.Contains(text(m), tt.shown) {
			t.Errorf("%s: no %q in\n%s", tt.start, tt.shown, text(m))
		}
		keys(m, tt.keys[last])
		if diff := cmp.Diff(tt.want, plainMoves(s)); diff != "" {
			t.Errorf("%s: %s\n%s", tt.start, diff, text(m))
		}
	}
}

// plainMoves returns the moves of the game as text.
func plainMoves(s *session) string {
	return s.shown().Start().SANLine(s.shown().Moves()...)
}

// TestCastling960 checks that the target of castling in Chess960 is the rook's
// square where the king could also step to its square after castling.
func TestCastling960(t *testing.T) {
	p := chess.MustParseFEN("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1")
	for to, want := range map[chess.Square]string{chess.G1: "Kg1", chess.H1: "O-O", chess.C1: "O-O-O", chess.A1: "O-O-O", chess.E1: "Ke1"} {
		var got []string
		for _, m := range movesTo(p, chess.F1, to) {
			got = append(got, p.SAN(m))
		}
		if diff := cmp.Diff([]string{want}, got); diff != "" {
			t.Errorf("to %s: %s", to, diff)
		}
	}
}

// TestMouse plays a move with the mouse, with Black at the bottom.
func TestMouse(t *testing.T) {
	s := newTestSession(t, "person", "person")
	enter(s, "flip")
	m := newTestScreen(t, s, 80, 24)
	for _, size := range [][2]int{{60, 30}, {120, 40}, {80, 24}} {
		m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		seen := map[chess.Square]int{}
		for y := range size[1] {
			for x := range size[0] {
				if sq := m.squareAt(x, y); sq != chess.NoSquare {
					seen[sq]++
				}
			}
		}
		if len(seen) != 64 || seen[chess.A1] != seen[chess.H8] {
			t.Errorf("%d squares, %d and %d", len(seen), seen[chess.A1], seen[chess.H8])
		}
	}
	l := m.layout()
	click := func(file, row int) {
		m.Update(tea.MouseClickMsg{X: l.margin + squareWidth(l.size)*file + 2, Y: l.top + l.size*row + 1, Button: tea.MouseLeft})
		waitForSearch(m)
	}
	click(3, 1) // e2, from the other side
	click(3, 3)
	if got := plainMoves(s); got != "1. e4" {
		t.Errorf("%q\n%s", got, text(m))
	}
}

func TestKeys(t *testing.T) {
	s := newTestSession(t, "person", "person")
	m := newTestScreen(t, s, 80, 23)
	keys(m, "e4x", "backspace", "enter", "hel", "tab", "enter")
	if got := text(m); plainMoves(s) != "1. e4" || !strings.Contains(got, "make the player that is thinking move at once") {
		t.Errorf("%s", got)
	}
	keys(m, "down", "pgdown", "pgup", "esc", "nonsense", "esc", "Ke4", "enter")
	if got := text(m); !strings.Contains(got, " Ke4 is not a legal move here\n") || !strings.Contains(got, "1. e4") {
		t.Errorf("%s", got)
	}
	m.Update(tea.PasteMsg{Content: "e5\x1b\n"})
	keys(m, "enter")
	if plainMoves(s) != "1. e4 e5" {
		t.Errorf("%s", text(m))
	}
	keys(m, "hint", "enter")
	if got := text(m); !strings.Contains(got, "Hint: 2. ") || s.thinking.hint == 0 {
		t.Errorf("%s", got)
	}
	// The key ? shows the help, also if enter follows it.
	for _, width := range []int{40, 120} {
		m = newTestScreen(t, s, width, 24)
		keys(m, "up", "?", "enter")
		if m.page == nil || m.from != chess.NoSquare {
			t.Errorf("%d columns, after ? and enter:\n%s", width, text(m))
		}
		if keys(m, "esc", "?", "esc", "enter"); m.from == chess.NoSquare {
			t.Errorf("%d columns, a later enter does nothing:\n%s", width, text(m))
		}
	}
	// A window of another size is drawn anew: nothing of the picture before stays.
	if _, clear := m.Update(tea.WindowSizeMsg{Width: 80, Height: 24}); clear == nil || clear() != tea.ClearScreen() {
		t.Error("the screen is not cleared")
	}
	for _, leave := range []tea.KeyPressMsg{{Code: tea.KeyEnter}, {Code: 'c', Mod: tea.ModCtrl}} {
		s = newTestSession(t, "person", "person")
		m = newTestScreen(t, s, 80, 23)
		keys(m, "quit")
		if _, cmd := m.Update(leave); cmd == nil || cmd() != (tea.QuitMsg{}) {
			t.Errorf("%s does not end the program", leave)
		}
	}
}

// TestLooks checks that squares can be distinguished, with colours and without.
func TestLooks(t *testing.T) {
	s := newTestSession(t, "person", "person")
	enter(s, "e4", "e5", "Qh5", "Nf6", "Qxf7")
	m := newTestScreen(t, s, 80, 24)
	p := s.shown().Position()
	look := func(sq chess.Square) look {
		return m.lookOf(sq, p, s.shown().LastMove(), map[chess.Square]bool{chess.F7: true})
	}
	m.cursor = chess.A1
	for sq, want := range map[chess.Square]color.Color{chess.A1: rich.cursor, chess.B2: rich.dark, chess.H5: rich.lightMove, chess.E8: rich.check} {
		if got := look(sq).ground; got != want {
			t.Errorf("%s: %v, want %v", sq, got, want)
		}
	}
	m.from = chess.E8
	if got := look(chess.F7).ground; got != rich.take {
		t.Errorf("f7, which can be taken: %v, want %v", got, rich.take)
	}
	m.profile = colorprofile.ASCII
	for sq, want := range map[chess.Square]string{chess.A1: "><", chess.B2: "  ", chess.H5: "[]", chess.F7: "xx", chess.E8: "!!"} {
		if sq == chess.E8 {
			m.from = chess.NoSquare
		}
		if got := look(sq).left + look(sq).right; got != want {
			t.Errorf("without colours %s: %q, want %q", sq, got, want)
		}
	}
	m.profile = colorprofile.ASCII
	white, black := m.lookOf(chess.A2, p, 0, nil), m.lookOf(chess.A7, p, 0, nil)
	if white.piece == black.piece {
		t.Error("without colours White's pawns look like Black's")
	}
	enter(s, "back", "explain piece-square")
	m.profile = colorprofile.TrueColor
	if e4 := m.lookOf(chess.E4, p, 0, nil); e4.ground == rich.light || s.heat == nil {
		t.Error("the explanation is not shown on the board")
	}
}

// TestPlayerNames checks that a long name is shown as far as there is room, without the side.
func TestPlayerNames(t *testing.T) {
	s := newTestSession(t, "person", "alphabeta,UCI_Elo=1400")
	for size, want := range map[[2]int]string{{30, 14}: "alphabeta 1400       0:00", {80, 24}: "alphabeta 1400", {100, 30}: "Black alphabeta 1400", {60, 20}: "alphabeta 14"} {
		if got := text(newTestScreen(t, s, size[0], size[1])); !strings.Contains(got, want) {
			t.Errorf("%v: no %q in\n%s", size, want, got)
		}
	}
}

// TestBar checks the evaluation bar with White or Black at the bottom.
func TestBar(t *testing.T) {
	s := newTestSession(t, "person", "person")
	m := newTestScreen(t, s, 80, 24)
	m.session.figures = letters
	for _, test := range []struct {
		score   chess.Score
		flipped bool
		want    string
	}{
		{0, false, "bbbbbWWWWW"}, {chess.Mate - 1, false, "WWWWWWWWWW"}, {1 - chess.Mate, false, "bbbbbbbbbb"}, {100, false, "bbbbWWWWWW"}, {100, true, "WWWWWWbbbb"},
	} {
		s.thinking.view, s.flipped = test.score, test.flipped
		if got := strings.Join(m.barLines(10), ""); got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
	}
	m.session.figures = figures
	if lines := m.barLines(3); slices.ContainsFunc(lines, func(l string) bool { return lipgloss.Width(l) != 1 }) {
		t.Errorf("%q", lines)
	}
}

// TestRunScreen runs the screen without a terminal. It checks that input is played,
// and that the moves of the game are printed at the end.
func TestRunScreen(t *testing.T) {
	before := runtime.NumGoroutine()
	run := func(ctx context.Context, s *session, input string, want error) string {
		t.Helper()
		in, typed := io.Pipe()
		go io.WriteString(typed, input)
		var out bytes.Buffer
		if err := runScreen(ctx, s, in, &out); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", input, err, want)
		}
		in.Close()
		s.close()
		return out.String()
	}
	if got := run(t.Context(), newTestSession(t, "person", "pawnpusher"), "e4\rquit\r", nil); !strings.Contains(got, "\n1. e4 ") {
		t.Errorf("no moves in %q", got)
	}
	run(t.Context(), newTestSession(t, "person", "person"), "\x03", nil)
	s := newTestSession(t, "person", "alphabeta,time=1h")
	s.handleLine("e4")
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	run(ctx, s, "", context.Canceled)
	for runtime.NumGoroutine() > before { // for ever if one is left
		time.Sleep(time.Millisecond)
	}
}

// TestLayout checks which board a window gets: how large, and with what beside it.
func TestLayout(t *testing.T) {
	m := newTestScreen(t, newTestSession(t, "person", "person"), 0, 0)
	for _, tt := range []struct {
		width, height int
		page          int // columns; 0 for none
		size, panel   int // of the layout
		players, foot bool
	}{
		{30, 11, 0, 1, 0, false, true}, // the board has the first place
		{40, 24, 0, 1, 0, true, true},
		{46, 24, 0, 2, 0, true, true},
		{60, 30, 0, 2, 14, true, true},
		{80, 26, 0, 3, 20, false, true},
		{80, 30, 0, 3, 18, true, true},
		{160, 50, 0, 5, 64, true, true},
		{80, 24, 34, 2, 34, true, true}, // smaller, for the page
		{80, 24, 60, 3, 20, false, false},
		{120, 40, 58, 3, 58, true, true},
	} {
		m.width, m.height, m.page = tt.width, tt.height, nil
		if tt.page > 0 {
			m.page = []string{strings.Repeat("x", tt.page)}
		}
		l := m.layout()
		if l.size != tt.size || l.panel != tt.panel || l.size > 0 && (l.players != tt.players || l.foot != tt.foot) {
			t.Errorf("%dx%d: %+v", tt.width, tt.height, l)
		}
	}
	m.page = nil
	for width := range 130 {
		for height := range 45 {
			m.width, m.height = width, height
			if l := m.layout(); (l.size > 0) != (width >= 28 && height >= 11) {
				t.Errorf("%dx%d: squares of %d lines", width, height, l.size)
			}
		}
	}
}

package main

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// TestMenu checks which game keys on the start screen begin.
func TestMenu(t *testing.T) {
	for _, tt := range []struct {
		keys         string // separated by blanks
		white, black string // names and time controls
		variant      string
		flipped      bool
	}{
		{"enter", "person -", "alphabeta 1400 -", "chess", false},
		{"right enter", "alphabeta 1400 -", "person -", "chess", true},
		{"c enter", "alphabeta 1400 -", "person -", "chess", true},
		{"down right enter", "person -", "alphabeta 1500 -", "chess", false},
		{"s left left left left left left enter", "person -", "alphabeta 800 -", "chess", false},
		{"s left left left left left left left enter", "person -", "person -", "chess", false},
		{"s left left left left left left left left enter", "person -", "alphabeta -", "chess", false},
		{"t t enter", "person 180+2", "alphabeta 1400 180+2", "chess", false},
		{"t right right p", "person 600+5", "alphabeta 1400 600+5", "chess", false},
		{"7+1x backspace 2 enter", "person 420+2", "alphabeta 1400 420+2", "chess", false},
		{"0:30+1 enter", "person 30+1", "alphabeta 1400 30+1", "chess", false},
		{"+ enter backspace 5 enter", "person 300", "alphabeta 1400 300", "chess", false}, // wrong at first
		{"v v enter", "person -", "alphabeta 1400 -", "Chess960", false},
		{"end up left enter", "person -", "alphabeta 1400 -", "Crazyhouse", false},
	} {
		s := newTestSession(t, "person", "person")
		s.choosing = true
		m := newTestScreen(t, s, 80, 24)
		if m.menu == nil || !strings.Contains(text(m), "start a new game") {
			t.Fatalf("no start screen:\n%s", text(m))
		}
		keys(m, strings.Fields(tt.keys)...)
		if m.menu != nil {
			t.Errorf("%s: still\n%s", tt.keys, text(m))
			continue
		}
		var got [2]string
		for c, seat := range s.seats {
			got[c] = seat.name + " " + seat.control.String()
		}
		p := s.shown().Start()
		variant := "chess"
		if _, ok := chess.Chess960Number(p); ok && strings.Contains(m.status, "Chess960") {
			variant = "Chess960"
		} else if p.Variant() != chess.Standard {
			variant = p.Variant().String()
		}
		if diff := cmp.Diff([2]string{tt.white, tt.black}, got); diff != "" || variant != tt.variant || s.flipped != tt.flipped {
			t.Errorf("%s: %s, flipped %v, -want +got:\n%s", tt.keys, variant, s.flipped, diff)
		}
	}
}

// TestMenuAgain checks that a second game begins with the choices of the first.
func TestMenuAgain(t *testing.T) {
	s := newTestSession(t, "person", "person")
	m := newTestScreen(t, s, 80, 24)
	keys(m, "menu", "enter", "s", "right", "7+1", "v", "right", "enter", "menu", "enter", "enter")
	if seat := s.seats[chess.Black]; seat.name != "alphabeta 1500" || seat.control.String() != "420+1" || m.status != "A new game: chess." && !strings.Contains(m.status, "Chess960") {
		t.Errorf("%s, %v, %s", seat.name, seat.control, m.status)
	}
}

// TestSmallMenu checks that the chosen row is shown in windows of all sizes.
func TestSmallMenu(t *testing.T) {
	s := newTestSession(t, "person", "person")
	m := newTestScreen(t, s, 80, 24)
	keys(m, "menu", "enter")
	for range m.menu.rows {
		for height := 2; height < 30; height++ {
			m.height = height
			if name := m.menu.rows[m.menu.at].name; !strings.Contains(text(m), "▸ "+name) {
				t.Errorf("%d lines: no %s in\n%s", height, name, text(m))
			}
		}
		keys(m, "down")
	}
}

// TestMenuRandom checks that either colour comes.
func TestMenuRandom(t *testing.T) {
	seen := map[bool]bool{}
	for i := 0; len(seen) < 2; i++ {
		if i == 100 {
			t.Fatal("always the same colour") // one of 2^99
		}
		s := newTestSession(t, "person", "person")
		m := newMenu(chess.TimeControl{})
		m.open(nil, s.now())
		m.press("left", "")
		if err := m.begin(s); err != nil {
			t.Fatal(err)
		}
		seen[s.flipped] = true
	}
}

// TestMenuGoesOn checks that the game that was left is the first choice.
func TestMenuGoesOn(t *testing.T) {
	folder := t.TempDir()
	s := newKeptSession(t, folder, "person", "pawnpusher")
	enter(s, "e4")
	s.keeping.close()
	for _, keyed := range []string{"enter", "down down g"} {
		s = newKeptSession(t, folder, "person", "person")
		s.choosing = true
		m := newTestScreen(t, s, 80, 24)
		if got := text(m); !strings.Contains(got, "person against pawnpusher, 1 move") {
			t.Errorf("it is not offered:\n%s", got)
		}
		keys(m, strings.Fields(keyed)...)
		if m.menu != nil || s.shown().Len() != 2 || s.seats[chess.Black].name != "pawnpusher" {
			t.Errorf("%s: it does not go on:\n%s", keyed, text(m))
		}
		s.keeping.close()
	}
	m := newTestScreen(t, s, 80, 24)
	keys(m, "menu", "enter")
	if m.menu == nil || strings.Contains(text(m), "Go on") {
		t.Errorf("after it the menu is\n%s", text(m))
	}
	if keys(m, "e4", "esc"); m.menu != nil || s.shown().Len() != 2 {
		t.Errorf("after esc\n%s", text(m))
	}
}

func TestMinutes(t *testing.T) {
	for text, want := range map[string]chess.TimeControl{
		"3+2": {Time: 3 * time.Minute, Increment: 2 * time.Second}, "15": {Time: 15 * time.Minute}, "1:30+1": {Time: 90 * time.Second, Increment: time.Second},
		"": {}, "+": {}, "0": {}, "1:2:3": {}, "5+": {},
	} {
		got, err := parseMinutes(text)
		if got != want || (err != nil) != (want == chess.TimeControl{}) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
		if err == nil && clockText(got) != text {
			t.Errorf("%q becomes %q", text, clockText(got))
		}
	}
	m := newMenu(chess.TimeControl{Time: 90 * time.Second, Increment: 500 * time.Millisecond})
	if m.own != "1:30+0.5" || m.time.choice().text != ownClock {
		t.Errorf("from the command line: %q, %s", m.own, m.time.choice())
	}
	if tc, err := m.control(); err != nil || tc.Increment != 500*time.Millisecond {
		t.Errorf("%v, %v", tc, err)
	}
}

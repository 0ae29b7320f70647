package main

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/endings"
)

// newEndingSession returns a session whose tables of three pieces are ready.
func newEndingSession(t *testing.T) *session {
	t.Helper()
	s := newTestSession(t, "person", "person")
	s.thinking.tables = testTables(t, 3)
	if _, _, err := s.thinking.tables.Judge(chess.MustParseFEN("8/8/1K1k4/8/2P5/8/8/8 w - - 0 1")); err != nil {
		t.Fatal(err)
	}
	return s
}

// testTables returns tables of so many pieces, of which none is ready.
func testTables(t *testing.T, pieces int) *tables {
	t.Helper()
	all, err := openTables(t.Context(), endings.Choice{Pieces: pieces})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := all.Close(); err != nil {
			t.Error(err)
		}
	})
	return all
}

func TestEnding(t *testing.T) {
	s := newEndingSession(t)
	got := enter(s, "new 8/8/1K1k4/8/2P5/8/8/8 w - - 0 1", "hint", "explain moves", "explain", "Kb7", "hint", "explain moves", "Kc5", "explain moves")
	got[3], _, _ = strings.Cut(got[3], "\n\n")
	want := []string{
		"A new game: the position 8/8/1K1k4/8/2P5/8/8/8 w - - 0 1.",
		"Hint: 1. c5+  (White wins: mate in 13 with best play; only c5+ and Kb5 win)",
		"White wins: mate in 13 with best\nplay; only c5+ and Kb5 win\n\n" + `move     result       distance
c5+      win          mate in 13
Kb5      win          mate in 16
Ka5      draw
Ka6      draw
Ka7      draw
Kb7      draw`,
		"White wins: mate in 13 with best\nplay; only c5+ and Kb5 win\n\"explain moves\" judges each move.",
		"1. Kb7",
		"Hint: 1... Kc5  (draw with best play; only Kc5 draws)",
		"Draw with best play; only Kc5\ndraws\n\n" + got[6][strings.Index(got[6], "move "):],
		"1... Kc5",
	}
	if diff := cmp.Diff(want, got[:8]); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for _, text := range got[2:] {
		for line := range strings.SplitSeq(text, "\n") {
			if !strings.HasPrefix(line, "Hint: ") && len([]rune(line)) > beside {
				t.Errorf("%q does not fit beside the board", line)
			}
		}
	}
	for _, position := range []string{"", "8/8/1K1k4/8/2P5/8/8/3QQ3 w - - 0 1", "8/8/1K1k4/8/2P5/8/8/3Q4 w - - 0 1"} {
		if got := enter(s, "new "+position, "explain moves"); got[1] != "error: no table of endings has this position" {
			t.Errorf("without a table of %q: %q", position, got[1])
		}
	}
}

// While a table is made, the person is told how far it is.
func TestEndingNotReady(t *testing.T) {
	s := newTestSession(t, "person", "person")
	s.thinking.tables = testTables(t, 4)
	got := enter(s, "new 8/5p2/1K1k4/8/2P5/8/8/8 w - - 0 1", "hint")
	if strings.Contains(got[1], "best play") {
		t.Errorf("%q", got)
	}
	for s.thinking.tables.made.Load() == nil { // the first table is in work
		time.Sleep(time.Millisecond)
	}
	got = enter(s, "explain moves", "explain")
	const want = "The tables of this ending are\nnot ready yet: "
	if !strings.HasPrefix(got[0], want) || !strings.HasPrefix(got[1], want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// When tables get ready, the adviser begins again, and a page of "explain" is renewed.
func TestEndingRenewed(t *testing.T) {
	s := newTestSession(t, "person", "person")
	s.thinking.tables = testTables(t, 3)
	m := newTestScreen(t, s, 120, 40)
	p := chess.MustParseFEN("8/8/1K1k4/8/2P5/8/8/8 w - - 0 1")
	s.game = newGame(chess.NewGame(p), make([]chess.GameClock, 1))
	s.search(s.thinking.adviser, s.thinking.adviser.limits, false) // without tables
	waitForSearch(m)
	m.handleLine("explain")
	m.collect()
	if _, mate := s.thinking.found.Score.MateInMoves(); mate {
		t.Fatalf("without tables the score is %v", s.thinking.found.Score)
	}
	s.thinking.adviser = newAdviser(chess.Limits{Depth: 1}, chess.NewDefaultEvaluator(), s.thinking.tables)
	if _, _, err := s.thinking.tables.Judge(p); err != nil {
		t.Fatal(err)
	}
	m.Update(tick{})
	waitForSearch(m)
	if moves, mate := s.thinking.found.Score.MateInMoves(); !mate || moves != 13 || s.thinking.view != s.thinking.found.Score {
		t.Errorf("with tables the score is %v, and the bar shows %v", s.thinking.found.Score, s.thinking.view)
	}
	m.Update(tick{})
	if page := strings.Join(m.page, " "); !strings.HasPrefix(page, "White wins: mate in 13 ") || !strings.Contains(page, ": #13 ") {
		t.Errorf("the page is still %q", page)
	}
	if s.thinking.current != nil {
		t.Error("the adviser begins again without a new table")
	}
}

// The bar shows the truth, whatever the player thinks.
func TestEndingBar(t *testing.T) {
	s := newEndingSession(t)
	s.game = newGame(chess.NewGame(chess.MustParseFEN("8/8/8/4k3/8/8/4P3/4K3 b - - 0 1")), make([]chess.GameClock, 1)) // a draw
	s.thinking.record(s.seats[chess.Black], s.game.Game, &chess.Info{Score: -300, Depth: 5, PV: make([]chess.Move, 1)})
	if s.thinking.view != 0 || s.thinking.players[chess.Black].Score != 300 {
		t.Errorf("the bar shows %v, and Black thinks %v", s.thinking.view, s.thinking.players[chess.Black].Score)
	}
}

// The strongest player uses the tables: in a pawn ending that a search of one ply does not
// understand.
func TestEndingPlayer(t *testing.T) {
	all := testTables(t, 3)
	p := chess.MustParseFEN("8/8/1K1k4/8/2P5/8/8/8 w - - 0 1")
	if _, _, err := all.Judge(p); err != nil {
		t.Fatal(err)
	}
	player, err := newSeat("alphabeta,depth=1", "", all)
	if err != nil {
		t.Fatal(err)
	}
	r, err := player.search(t.Context(), t.Context(), chess.NewGame(p), 1, chess.Limits{Depth: 1}, false)
	if moves, mate := r.Score.MateInMoves(); err != nil || p.SAN(r.Move) != "c5+" || !mate || moves != 13 {
		t.Errorf("%s, %v, %v", p.SAN(r.Move), r.Score, err)
	}
}

package chess

import (
	"slices"
	"testing"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

// picked returns the moves that the picker of the node at ply 0 hands out. After so many
// moves it is told to leave some out; never, if after is negative.
func picked(w *worker, table Move, captures bool, after int, leaveOut func(*picker)) (moves []Move) {
	w.nodes[0].inCheck = w.nodes[0].pos.InCheck()
	w.startPicking(0, table, captures)
	for {
		if len(moves) == after {
			leaveOut(&w.nodes[0].picker)
		}
		m := w.nodes[0].picker.pick()
		if m == 0 {
			return moves
		}
		moves = append(moves, m)
	}
}

// A picker hands out every move once, the table's first, whatever the table has.
// With captures only it leaves out those that lose by SEE, and it stops with the
// quiet moves when it is told to, or goes on with those that give check.
func TestPicker(t *testing.T) {
	w := &worker{options: defaultAlphaBetaOptions()}
	sorted := func(moves []Move) []Move { return slices.Sorted(slices.Values(moves)) }
	foreign, step := Move(0), 0
	randomGames(chesstest.Sample(t, 240), func(p Position, legal []Move) {
		if len(legal) == 0 {
			return
		}
		w.nodes[0].pos = p
		inCheck := p.InCheck()
		step++
		table := legal[step%len(legal)]
		all, good := sorted(legal), sorted(legal)
		if !inCheck { // else all evasions count
			good = slices.DeleteFunc(good, func(m Move) bool {
				return p.quiet(m) || m != table && !p.SEEAtLeast(m, -w.history.captureMargin(&p, m), nil)
			})
		}

		whole := picked(w, table, false, -1, nil)
		if whole[0] != table || !slices.Equal(sorted(whole), all) {
			t.Fatalf("%v with %v from the table: %v", &p, table, whole)
		}
		if got := picked(w, foreign, false, -1, nil); !slices.Equal(sorted(got), all) {
			t.Fatalf("%v with %v from the table: %v", &p, foreign, got)
		}
		if got := picked(w, table, true, -1, nil); !slices.Equal(sorted(got), good) || slices.Contains(good, table) && got[0] != table {
			t.Fatalf("captures of %v with %v from the table: %v", &p, table, got)
		}
		if !inCheck {
			// Skip the quiet moves after the first of them.
			first := slices.IndexFunc(whole, p.quiet)
			if first == 0 { // from the table: it does not count
				first = 1 + slices.IndexFunc(whole[1:], p.quiet)
			}
			if first > 0 {
				got := picked(w, table, false, first+1, (*picker).skipQuiets)
				want := slices.Concat(whole[:first+1], slices.DeleteFunc(slices.Clone(whole[first+1:]), p.quiet))
				if !slices.Equal(got, want) {
					t.Fatalf("%v without quiet moves from the %d-th on: %v, want %v", &p, first+2, got, want)
				}
			}
			after := 1 + step%len(whole) // the move of the table is not left out
			got := picked(w, table, false, after, (*picker).onlyChecks)
			want := slices.Concat(whole[:after], slices.DeleteFunc(slices.Clone(whole[after:]), func(m Move) bool {
				return p.quiet(m) && !p.GivesCheck(m)
			}))
			if !slices.Equal(got, want) {
				t.Fatalf("%v with only checks from the %d-th move on: %v, want %v", &p, after+1, got, want)
			}
		}
		foreign = legal[0]
		learner := whole[len(whole)/2] // so that histories differ from 0
		w.startPicking(0, 0, false)
		w.updateHistories(0, 1+step%12, learner)
	})
}

// The correction history has entries for the pawns, for White's pieces and for
// Black's, each with a side to move.
func TestCorrections(t *testing.T) {
	const from = "r3k3/pp6/2n5/8/8/2N5/PP6/R3K3 w - - 0 1"
	h := &history{}
	p := MustParseFEN(from)
	base := h.corrections(&p)
	for _, c := range []struct {
		fen  string
		same [3]bool
	}{
		{from, [3]bool{true, true, true}},
		{"r3k3/1p6/p1n5/8/8/2N5/PP6/R3K3 w - - 0 1", [3]bool{false, true, true}},
		{"r3k3/pp6/2n5/8/4N3/8/PP6/R3K3 w - - 0 1", [3]bool{true, false, true}},
		{"4k2r/pp6/2n5/8/8/2N5/PP6/R3K3 w - - 0 1", [3]bool{true, true, false}},
		{"r3k3/pp6/2n5/8/8/2N5/PP6/R3K3 b - - 0 1", [3]bool{}},
	} {
		q := MustParseFEN(c.fen)
		for i, v := range h.corrections(&q) {
			if (v == base[i]) != c.same[i] {
				t.Errorf("%s: place %d is that of %s: %v, want %v", c.fen, i, from, v == base[i], c.same[i])
			}
		}
	}

	if c := h.evalCorrection(&p); c != 0 {
		t.Errorf("correction %v before any error", c)
	}
	last := Score(0)
	for range 200 {
		h.updateCorrections(&p, 10, 60)
		c := h.evalCorrection(&p)
		if c < last {
			t.Fatalf("correction %v after %v, though the error is always the same", c, last)
		}
		last = c
	}
	if last < 60 || last > 90 { // half of what three say
		t.Errorf("correction %v after many errors of 60", last)
	}
	for range 200 {
		h.updateCorrections(&p, MaxDepth, -MaxEvaluation)
	}
	if c := h.evalCorrection(&p); c > -correctionBound || c < -2*correctionBound {
		t.Errorf("correction %v after many errors as great as can be", c)
	}
}

// The history of a quiet move rises when its side stands better after it.
func TestUpdateFromEval(t *testing.T) {
	for _, c := range []struct {
		name          string
		fen, move     string
		before, after Score // each from the point of view of the side to move
		want          int
	}{
		{"better", StartPosition().FEN(), "e2e4", 10, -60, 1},
		{"worse", StartPosition().FEN(), "e2e4", 10, 60, -1},
		{"the same", StartPosition().FEN(), "e2e4", 10, -10, 0},
		{"a capture", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 10, -60, 0},
		{"out of check", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1d1", Unevaluated, -60, 0},
		{"a pass", StartPosition().FEN(), "", 10, -60, 0},
	} {
		w := &worker{}
		n := &w.nodes[0]
		n.pos = MustParseFEN(c.fen)
		n.inCheck = n.pos.InCheck()
		w.startPicking(0, 0, false)
		entry := new(int16)
		if c.move == "" {
			w.playNull(0)
		} else {
			m := findMove(t, n.pos, c.move)
			entry = n.picker.quietEntry(m)
			w.play(0, m)
		}
		n.staticEval, w.nodes[1].staticEval = c.before, c.after
		w.updateFromEval(1)
		if v := int(*entry); min(max(v, -1), 1) != c.want {
			t.Errorf("%s: the history of the move is %d, want the sign of %d", c.name, v, c.want)
		}
	}
}

// A capture that has caused cutoffs may lose a little by SEE, one that has failed
// must win; neither by more than 64 centipawns.
func TestCaptureMargin(t *testing.T) {
	p := MustParseFEN("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
	m := findMove(t, p, "e4d5")
	h := &history{}
	if margin := h.captureMargin(&p, m); margin != 0 {
		t.Errorf("margin %d before any error", margin)
	}
	for _, sign := range []int32{1, -1} {
		for range 100 {
			adjust(h.captureEntry(&p, m), sign*historyBonus(10))
		}
		if margin := int(sign) * h.captureMargin(&p, m); margin < 50 || margin > historyBound/256 {
			t.Errorf("after many cutoffs, for it or against by %d, the margin is %d", sign, margin)
		}
	}
}

// The history of quiet moves loses a quarter from search to search, and the other
// histories stay.
func TestAge(t *testing.T) {
	h := &history{}
	h.quiet[0][1][2][3], h.quiet[1][3][4][0] = 1000, -1000
	h.capture[1][2][3], h.continuation[4][5], h.nearRoot[1][2][3] = 1000, 1000, 1000
	h.age()
	if q := h.quiet; q[0][1][2][3] != 750 || q[1][3][4][0] != -750 {
		t.Errorf("1000 fades to %d and -1000 to %d", q[0][1][2][3], q[1][3][4][0])
	}
	if h.capture[1][2][3] != 1000 || h.continuation[4][5] != 1000 {
		t.Error("more fades than quiet moves")
	}
	if h.nearRoot[1][2][3] != 0 {
		t.Error("the history near the root is not forgotten")
	}
}

// The entry of a quiet move depends on whether the opponent attacks where it begins and
// where it ends.
func TestButterfly(t *testing.T) {
	var b butterfly
	for _, c := range []struct {
		fen, move string
		state     int
	}{
		{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b1", 0},
		{"1r2k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b1", 1},
		{"r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b1", 2},
		{"4k3/8/8/8/8/8/q7/R3K3 w - - 0 1", "a1b1", 3},
		{"r3k3/8/8/8/8/8/1q6/4K3 b - - 0 1", "a8b8", 0},
		{"r3k3/8/8/8/R7/8/8/4K3 b - - 0 1", "a8b8", 2},
	} {
		p := MustParseFEN(c.fen)
		m := findMove(t, p, c.move)
		k := &picker{pos: &p, quiet: &b}
		if got, want := k.quietEntry(m), &b[m.From()][m.To()][c.state]; got != want {
			t.Errorf("%s %s: not entry %d", c.fen, c.move, c.state)
		}
	}
}

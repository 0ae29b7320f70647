package chess

import "testing"

// What is learned of the evaluation belongs to the pawns, to White's pieces and
// to Black's, each with a side to move.
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

	if c := h.correction(&p); c != 0 {
		t.Errorf("correction %v before anything is learned", c)
	}
	last := Score(0)
	for range 200 {
		h.learnError(&p, 10, 60)
		c := h.correction(&p)
		if c < last {
			t.Fatalf("correction %v after %v, though the error is always the same", c, last)
		}
		last = c
	}
	if last < 60 || last > 90 { // half of what three say
		t.Errorf("correction %v after many errors of 60", last)
	}
	for range 200 {
		h.learnError(&p, MaxDepth, -MaxEvaluation)
	}
	if c := h.correction(&p); c > -correctionBound || c < -2*correctionBound {
		t.Errorf("correction %v after many errors as great as can be", c)
	}
}

// A quiet move is praised when its side stands better after it than before.
func TestLearnFromEval(t *testing.T) {
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
		{"out of check", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1d1", unknown, -60, 0},
		{"a pass", StartPosition().FEN(), "", 10, -60, 0},
	} {
		w := &worker{}
		n := &w.nodes[0]
		n.pos = MustParseFEN(c.fen)
		w.startPicking(0, 0, n.pos.InCheck(), false)
		from, to := Move(0), Move(0)
		if c.move == "" {
			w.pass(0)
		} else {
			m, err := n.pos.ParseUCI(c.move)
			if err != nil {
				t.Fatal(err)
			}
			from, to = m>>8&127, m&127
			w.play(0, m)
		}
		n.eval, w.nodes[1].eval = c.before, c.after
		w.learnFromEval(1)
		v := int(w.history.quiet[0][from][to])
		if min(max(v, -1), 1) != c.want {
			t.Errorf("%s: the history of the move is %d, want the sign of %d", c.name, v, c.want)
		}
	}
}

// A capture that has caused cutoffs may lose a little, one that has failed must
// win; neither by more than 64 centipawns.
func TestCaptureExcuse(t *testing.T) {
	p := MustParseFEN("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
	m, err := p.ParseUCI("e4d5")
	if err != nil {
		t.Fatal(err)
	}
	h := &history{}
	if excuse := h.captureExcuse(&p, m); excuse != 0 {
		t.Errorf("excuse %d before anything is learned", excuse)
	}
	for _, sign := range []int32{1, -1} {
		for range 100 {
			adjust(h.ofCapture(&p, m), sign*bonus(10))
		}
		if excuse := int(sign) * h.captureExcuse(&p, m); excuse < 50 || excuse > historyBound/256 {
			t.Errorf("after many cutoffs, for it or against by %d, the excuse is %d", sign, excuse)
		}
	}
}

// What is known of quiet moves fades by a quarter from search to search, and all
// else stays.
func TestFade(t *testing.T) {
	h := &history{}
	h.quiet[0][1][2], h.quiet[1][3][4] = 1000, -1000
	h.capture[1][2][3], h.follow[4][5] = 1000, 1000
	h.fade()
	if q := h.quiet; q[0][1][2] != 750 || q[1][3][4] != -750 {
		t.Errorf("1000 fades to %d and -1000 to %d", q[0][1][2], q[1][3][4])
	}
	if h.capture[1][2][3] != 1000 || h.follow[4][5] != 1000 {
		t.Error("more fades than quiet moves")
	}
}

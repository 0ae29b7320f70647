package puzzle

import (
	"testing"

	"github.com/seed-0971039b/chess"
)

func TestOnly(t *testing.T) {
	const mate = chess.Mate - 3
	for _, test := range []struct {
		best, second chess.Score
		want         bool
	}{
		{mate, -chess.Mate, true}, {mate, 168, true}, {mate, 169, false}, {mate, mate - 2, false},
		{200, -199, true}, {200, -195, false}, {199, -1000, false}, {900, 0, true}, {900, 400, false},
	} {
		if got := only(test.best, test.second); got != test.want {
			t.Errorf("%v and %v: %v", test.best, test.second, got)
		}
		if only(test.best, test.second) && !likely(test.best, test.second) {
			t.Errorf("%v and %v are not likely", test.best, test.second)
		}
	}
}

func TestCandidate(t *testing.T) {
	for _, test := range []struct {
		before, after chess.Score
		want          bool
	}{
		{0, 300, true}, {0, 150, false}, {-300, 600, false}, {-100, 149, false}, {100, 200, true}, {0, chess.Mate, true}, {-chess.Mate, chess.Mate, false},
	} {
		if got := candidate(test.before, test.after); got != test.want {
			t.Errorf("%v, then %v: %v, %.1f percent", test.before, test.after, got, given(test.before, test.after))
		}
	}
}

func TestReasons(t *testing.T) {
	seen := map[string]bool{}
	for r := Accepted; r <= Unstable; r++ {
		if seen[r.String()] || r.String() == "" {
			t.Errorf("%d is %q", r, r)
		}
		seen[r.String()] = true
	}
}

func TestRecaptures(t *testing.T) {
	for _, test := range []struct {
		fen, before, move string
		want              bool
	}{
		{"4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", "exd5", true},
		{"4k3/8/4p3/8/4P3/8/8/4K3 w - - 0 1", "e5", "Kd7", false},
		{"4k3/8/4p3/3P4/8/8/8/4K3 w - - 0 1", "d6", "e5", false},
		{"4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "cxd6", true},
	} {
		p := puzzleOf(t, test.fen, test.before, test.move)
		if got := recaptures(&p.Start, p.Moves[0], p.Moves[1]); got != test.want {
			t.Errorf("%s %s %s: %v", test.fen, test.before, test.move, got)
		}
	}
}

// TestTaken checks where solutions that win material end.
func TestTaken(t *testing.T) {
	for name, test := range map[string]struct {
		fen, end string
		line     []string
		want     Reason
	}{
		"a fork":                    {"4k2r/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nxh8", []string{"Nf6+", "Ke7", "Ng8+", "Kf7", "Nh6+", "Kg6", "Nf7", "Kxf7"}, NothingWon},
		"what follows only keeps":   {"r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nxa8", []string{"Nc7+", "Kd7", "Nxa8", "Kc6", "Ke2"}, Accepted},
		"one move":                  {"4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1", "", []string{"Qxd5", "Ke7", "Kd2"}, OneMove},
		"won back":                  {"4k3/8/2p5/3n4/8/8/8/3QK3 w - - 0 1", "", []string{"Kf1", "Ke7", "Qxd5"}, NothingWon},
		"either rook can be taken":  {"4k3/8/7r/r7/8/8/1Q6/4K3 w - - 0 1", "Qd2", []string{"Qe2+", "Kf7", "Qd2", "Kf8"}, Accepted},
		"nothing can be taken then": {"4k3/8/8/r7/8/8/1Q6/4K3 w - - 0 1", "", []string{"Qe2+", "Kf7", "Qf2+", "Kg7"}, NothingWon},
	} {
		p := puzzleOf(t, test.fen, test.line...)
		line, reason := taken(p.Start, p.Moves)
		if reason != test.want {
			t.Errorf("%s: %v, want %v", name, reason, test.want)
			continue
		}
		if reason != Accepted {
			continue
		}
		at := p.Start
		for _, m := range line[:len(line)-1] {
			at = at.After(m)
		}
		if got := at.SAN(line[len(line)-1]); got != test.end {
			t.Errorf("%s: it ends with %s, want %s", name, got, test.end)
		}
	}
}

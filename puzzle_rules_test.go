package chess

import "testing"

func TestPuzzleOnly(t *testing.T) {
	const mate = Mate - 3
	for _, test := range []struct {
		best, second Score
		want         bool
	}{
		{mate, -Mate, true}, {mate, 168, true}, {mate, 169, false}, {mate, mate - 2, false},
		{200, -199, true}, {200, -195, false}, {199, -1000, false}, {900, 0, true}, {900, 400, false},
	} {
		turn := solverTurn{score: test.best, second: test.second}
		if got := turn.only(); got != test.want {
			t.Errorf("%v and %v: %v", test.best, test.second, got)
		}
		if turn.only() && !turn.likely() {
			t.Errorf("%v and %v are not likely", test.best, test.second)
		}
	}
}

func TestPuzzleCandidate(t *testing.T) {
	for _, test := range []struct {
		before, after Score
		want          bool
	}{
		{0, 300, true}, {0, 150, false}, {-300, 600, false}, {-100, 149, false}, {100, 200, true}, {0, Mate, true}, {-Mate, Mate, false},
	} {
		if got := isCandidate(test.before, test.after); got != test.want {
			t.Errorf("%v, then %v: %v, %.1f percent", test.before, test.after, got, given(test.before, test.after))
		}
	}
}

// TestPuzzleUntilWon checks where solutions that win material end.
func TestPuzzleUntilWon(t *testing.T) {
	for name, test := range map[string]struct {
		fen, end string
		line     []string
		want     error
	}{
		"a fork":                    {"4k2r/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nxh8", []string{"Nf6+", "Ke7", "Ng8+", "Kf7", "Nh6+", "Kg6", "Nf7", "Kxf7"}, nothingWon},
		"what follows only keeps":   {"r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nxa8", []string{"Nc7+", "Kd7", "Nxa8", "Kc6", "Ke2"}, nil},
		"one move":                  {"4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1", "", []string{"Qxd5", "Ke7", "Kd2"}, oneMove},
		"won back":                  {"4k3/8/2p5/3n4/8/8/8/3QK3 w - - 0 1", "", []string{"Kf1", "Ke7", "Qxd5"}, nothingWon},
		"either rook can be taken":  {"4k3/8/7r/r7/8/8/1Q6/4K3 w - - 0 1", "Qd2", []string{"Qe2+", "Kf7", "Qd2", "Kf8"}, nil},
		"nothing can be taken then": {"4k3/8/8/r7/8/8/1Q6/4K3 w - - 0 1", "", []string{"Qe2+", "Kf7", "Qf2+", "Kg7"}, nothingWon},
	} {
		at := MustParseFEN(test.fen)
		line, err := untilWon(at, line(t, at, test.line...))
		if err != test.want {
			t.Errorf("%s: %v, want %v", name, err, test.want)
			continue
		}
		if err != nil {
			continue
		}
		for _, m := range line[:len(line)-1] {
			at = at.After(m)
		}
		if got := at.SAN(line[len(line)-1]); got != test.end {
			t.Errorf("%s: it ends with %s, want %s", name, got, test.end)
		}
	}
}

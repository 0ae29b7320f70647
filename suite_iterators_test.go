package chess

import (
	"iter"
	"strings"
	"testing"
)

// TestIteratorsStop breaks out of a loop over each iterator of the package after
// every possible number of rounds: an iterator that goes on panics.
func TestIteratorsStop(t *testing.T) {
	start := StartPosition()
	rooks := MustParseFEN("3q3k/8/8/8/3R4/8/r2R4/3K4 w - - 0 1")
	pins := MustParseFEN("4r2k/8/8/8/4N2b/8/5P2/4K3 w - - 0 1")
	double := MustParseFEN("4k3/8/3N4/8/8/8/8/4R1K1 b - - 0 1")
	tree, err := ParsePGN("[Event \"x\"]\n[Site \"y\"]\n\n1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 2. Nf3 *")
	if err != nil {
		t.Fatal(err)
	}
	games := func() *PGNReader { return NewPGNReader(strings.NewReader("1. e4 *\n1. d4 *\n1. c4 *\n")) }
	game, err := tree.Game()
	if err != nil {
		t.Fatal(err)
	}
	var pin Pin
	for pin = range pins.Pins(White) {
	}
	for name, all := range map[string]iter.Seq[any]{
		"Pieces":        anything2(start.Pieces()),
		"Attackers":     anything(start.Attackers(F3, White)),
		"XRayAttackers": anything(rooks.XRayAttackers(D8, White)),
		"Defenders":     anything(start.Defenders(E2)),
		"Attacks":       anything(start.Attacks(D1)),
		"Checkers":      anything(double.Checkers()),
		"Pins":          anything(pins.Pins(White)),
		"Line":          anything(pin.Line()),
		"Positions":     anything2(game.Positions()),
		"Nodes":         anything2(tree.Nodes()),
		"commands":      anything(commands("[%a 1] text [%b 2] [%c]")),
		"marks":         anything2(commented("[%cal Ge2e4,Re4e5] [%cal Bd1d2]").marks("cal")),
		"Children":      anything(tree.Root().Children()),
		"Tags":          anything2(tree.Tags()),
		"All":           func(yield func(any) bool) { anything2(games().All())(yield) },
		"Parallel":      func(yield func(any) bool) { anything2(games().Parallel(2))(yield) },
	} {
		total := 0
		for range all {
			total++
		}
		if total < 2 {
			t.Errorf("%s: %d rounds, want more", name, total)
		}
		for stop := 1; stop <= total; stop++ {
			n := 0
			for range all {
				if n++; n == stop {
					break
				}
			}
			if n != stop {
				t.Errorf("%s: %d rounds, want %d of %d", name, n, stop, total)
			}
		}
	}
}

// anything converts an iterator to one of type any, and anything2 the keys of an
// iterator over pairs.
func anything[V any](all iter.Seq[V]) iter.Seq[any] {
	return func(yield func(any) bool) {
		for v := range all {
			if !yield(v) {
				return
			}
		}
	}
}

func anything2[K, V any](all iter.Seq2[K, V]) iter.Seq[any] {
	return func(yield func(any) bool) {
		for k := range all {
			if !yield(k) {
				return
			}
		}
	}
}

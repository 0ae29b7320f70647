package chess

import (
	"runtime"
	"testing"
)

// BenchmarkKey takes the keys of all positions a ply away.
func BenchmarkKey(b *testing.B) {
	benchmark(b, "keys", func(b *testing.B, p *Position) int {
		_, positions := children(p)
		var key Key
		for b.Loop() {
			for i := range positions {
				key = positions[i].Key()
				runtime.KeepAlive(&key)
			}
		}
		return len(positions)
	})
}

func TestParseSquare(t *testing.T) {
	for sq := range NoSquare {
		if got, err := ParseSquare(sq.String()); got != sq || err != nil {
			t.Errorf("ParseSquare(%q) = %v, %v", sq.String(), got, err)
		}
	}
	for s, offset := range map[string]int{
		"": 0, "--": 0, "-4": 0, "e": 1, "e9": 1, "e0": 1, "i4": 0, "E4": 0, "e4 ": 2, "e45": 2, " e4": 0, "é4": 0, "`1": 0, "a:": 1,
	} {
		got, err := ParseSquare(s)
		if f := failed(t, err); got != NoSquare || f != (failure{ErrSyntax, offset}) {
			t.Errorf("ParseSquare(%q) = %v, %v, want an error at %d", s, got, err, offset)
		}
	}
}

func TestLight(t *testing.T) {
	for s := range Square(255) {
		if want := s < NoSquare && (s.File()+s.Rank())%2 == 1; s.Light() != want {
			t.Errorf("%v is light: %v", s, s.Light())
		}
	}
}

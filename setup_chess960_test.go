package chess

import (
	"errors"
	"math"
	"testing"
)

func TestChess960Position(t *testing.T) {
	for n, want := range map[int]string{
		0:   "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
		1:   "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1",
		518: StartFEN,
		534: "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1",
		959: "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1",
	} {
		p, err := Chess960Position(n)
		if err != nil || p.FEN() != want {
			t.Errorf("Chess960Position(%d) = %v, %v, want %s", n, p, err, want)
		}
	}
	seen := map[Key]int{}
	for n := range 960 {
		p, err := Chess960Position(n)
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := seen[p.Key()]; ok {
			t.Errorf("%d and %d are the same", n, other)
		}
		seen[p.Key()] = n
		// King between the rooks, and bishops on both colours.
		king := p.King(White)
		if p.CastlingRook(White, ASide) >= king || p.CastlingRook(White, HSide) <= king || p.Problems() != 0 {
			t.Errorf("%d: %v", n, p)
		}
	}
	for _, n := range []int{-1, 960, math.MaxInt} {
		if _, err := Chess960Position(n); !errors.Is(err, ErrIllegal) {
			t.Errorf("Chess960Position(%d): %v", n, err)
		}
	}
}

func TestChess960Number(t *testing.T) {
	for _, want := range []int{0, 17, 518, 959} {
		p, err := Chess960Position(want)
		if err != nil {
			t.Fatal(err)
		}
		if n, ok := Chess960Number(p); n != want || !ok {
			t.Errorf("Chess960Number(%v) = %d, %v", p, n, ok)
		}
	}
	if n, ok := Chess960Number(MustParseFEN(perftTests[1].fen)); ok {
		t.Errorf("kiwipete is start position %d", n)
	}
}

package chess

import (
	"math/rand/v2"
	"testing"
)

func TestBitboards(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 1000 {
		cells := [4]uint64{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()}
		var want [4]squareSet
		for sq := range NoSquare {
			cell := cells[sq>>4] >> (sq & 15 * 4)
			for i := range want {
				want[i] |= squareSet(cell>>i&1) << sq
			}
		}
		if got := bitboards(&cells); got != want {
			t.Fatalf("the bitboards of %x are %x, want %x", cells, got, want)
		}
	}
}

// TestSliderAttacks compares the attacks with a walk along each line, on boards
// with any number of pieces.
func TestSliderAttacks(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	walk := func(sq Square, occupied squareSet, steps []uint8) (set squareSet) {
		for _, d := range steps {
			for at := mailbox[sq] + d; mailbox[squares[at&127]] == at; at += d {
				set |= squares[at].set()
				if occupied.has(squares[at]) {
					break
				}
			}
		}
		return set
	}
	for range 200 {
		occupied := squareSet(r.Uint64() & r.Uint64())
		if r.IntN(2) == 0 {
			occupied |= squareSet(r.Uint64())
		}
		for sq := range NoSquare {
			if got, want := rookAttacks(sq, occupied), walk(sq, occupied, lineSteps[:4]); got != want {
				t.Fatalf("a rook on %v attacks %x of %x, want %x", sq, got, occupied, want)
			}
			if got, want := bishopAttacks(sq, occupied), walk(sq, occupied, lineSteps[4:]); got != want {
				t.Fatalf("a bishop on %v attacks %x of %x, want %x", sq, got, occupied, want)
			}
		}
	}
}

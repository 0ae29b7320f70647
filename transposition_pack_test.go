package chess

import (
	"testing"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

// A packed key tells the key. The packing after a move is made of that before it.
func TestPackedKey(t *testing.T) {
	r := chesstest.Rand(t)
	seen := map[packedKey]Key{}
	check := func(key Key) bool {
		pieces := key.packing()
		if pieces.wide {
			return false
		}
		p := pieces.pack(key.state)
		if got := p.unpack(); got != key {
			t.Fatalf("%v\n%v became\n%v", p, key, got)
		}
		if p[2]>>restBits != 0 {
			t.Fatalf("%v: %x", key, p[2])
		}
		if other, ok := seen[p]; ok && other != key {
			t.Fatalf("%v and %v are both %v", key, other, p)
		}
		seen[p] = key
		return true
	}
	for game := range max(10, chesstest.Sample(t, 600)) {
		p, err := Chess960Position(r.IntN(960))
		if err != nil {
			t.Fatal(err)
		}
		switch game {
		case 0:
			p = StartPosition()
		case 1:
			p = MustParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1")
		case 2, 3, 4:
			p = MustParseFEN("rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/8/4K3 w kq - 0 1")
		}
		key := p.Key()
		pieces := key.packing()
		for range 200 {
			check(p.Key())
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[r.IntN(len(moves))]
			next := p.After(m)
			key := next.Key()
			if pieces.play(&p, &next, p.mover(m), m); pieces != key.packing() {
				t.Fatalf("%v after %v: %v, not %v", p, m, pieces, key.packing())
			}
			p = next
		}
	}
	for fen, want := range map[string]bool{
		StartFEN: true,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2+1 0 1": false,
		"4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1":                              false,
		"4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1":                             false,
		"4k3/8/8/8/8/8/8/BB2K3 w - - 0 1":                              true,
		"4k3/8/8/8/8/8/8/NNN1K3 w - - 0 1":                             false,
		"4k3/8/8/8/8/8/R7/R3K2R w KQ - 0 1":                            false,
		"4k3/8/8/8/8/8/R7/4K2R w K - 0 1":                              true,
	} {
		p := MustParseFEN(fen)
		if got := check(p.Key()); got != want {
			t.Errorf("%s: %t", fen, got)
		}
	}
}

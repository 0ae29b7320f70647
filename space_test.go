package chess_test

import (
	"testing"

	"github.com/seed-0971039b/chess"
)

func TestSpace(t *testing.T) {
	f := chess.Space{Safe: flat(1), Behind: flat(100), Contested: flat(10_000)}
	testCredits(t, []creditTest{
		{"an empty board", f, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(nowhere): flat(12), black(nowhere): flat(12)}},
		{"own pawns take room, and make some behind them", f, "4k3/8/8/8/3P4/8/8/4K3 w - - 0 1",
			map[cell]chess.Tapered{white(nowhere): flat(11 + 2*100), black(nowhere): flat(12 - 2)}},
		{"the start", f, chess.StartFEN, map[cell]chess.Tapered{white(nowhere): flat(8), black(nowhere): flat(8)}},
		// Both rooks attack the six squares between them.
		{"contested", f, "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", map[cell]chess.Tapered{white(nowhere): flat(12 + 60_000), black(nowhere): flat(12 + 60_000)}},
		{"not where a pawn of the other side attacks", f, "r3k3/8/1p6/8/8/8/8/R3K3 w - - 0 1",
			map[cell]chess.Tapered{white(nowhere): flat(12 + 50_000), black(nowhere): flat(12 + 60_000)}},
	})
}

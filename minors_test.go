package chess_test

import (
	"testing"

	"github.com/seed-0971039b/chess"
)

func TestMinorPieces(t *testing.T) {
	f := chess.MinorPieces{Shielded: flat(1), KnightAway: flat(-10), BishopAway: flat(-100), Obstructed: flat(-10_000)}
	testCredits(t, []creditTest{
		{"a knight away from his king", f, "4k3/8/8/7N/8/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.H5): flat(-40)}},
		{"behind a pawn", f, "4k3/8/8/8/8/4P3/4N3/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E2): flat(1 - 10)}},
		{"behind an enemy pawn", f, "4k3/8/5b2/5P2/8/8/8/4K3 b - - 0 1", map[cell]chess.Tapered{black(chess.F6): flat(1 - 200)}},
		{"pawns of the bishop's colour", f, "4k3/8/8/8/3P4/P3P3/7P/4KB2 w - - 0 1", map[cell]chess.Tapered{white(chess.F1): flat(-100)}},
		{"and not", f, "4k3/8/8/8/3P4/P3P3/7P/2B1K3 w - - 0 1", map[cell]chess.Tapered{white(chess.C1): flat(-200 - 40_000)}},
		{"enemy pawns do not count", f, "4k3/8/3p4/8/8/8/8/2B1K3 w - - 0 1", map[cell]chess.Tapered{white(chess.C1): flat(-200)}},
	})
}

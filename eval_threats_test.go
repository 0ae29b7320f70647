package chess_test

import (
	"testing"

	"github.com/seed-0971039b/chess"
)

func TestThreats(t *testing.T) {
	f := &chess.Threats{
		By: [chess.King + 1][chess.King + 1]chess.Tapered{
			chess.Pawn:   {chess.Knight: flat(-1)},
			chess.Knight: {chess.Rook: flat(-20)},
			chess.Rook:   {chess.Rook: flat(-300)},
		},
		Hanging: [chess.King + 1]chess.Tapered{chess.Knight: flat(-1000), chess.Rook: flat(-2000)},
	}
	testCredits(t, []creditTest{
		{"nothing attacked", f, chess.StartFEN, nil},
		{"by a pawn, hanging", f, "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{black(chess.D5): flat(-1001)}},
		{"by a pawn, defended", f, "4k3/8/4p3/3n4/4P3/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{black(chess.D5): flat(-1)}},
		{"the other side to move", f, "4k3/8/4p3/3n4/4P3/8/8/4K3 b - - 0 1", map[cell]chess.Tapered{black(chess.D5): flat(-1)}},
		{"the least valuable attacker counts", f, "4k3/2p5/3r4/8/4N3/8/8/3RK3 w - - 0 1",
			map[cell]chess.Tapered{black(chess.D6): flat(-20), white(chess.D1): flat(-300)}},
	})
}

func TestThreatsToCome(t *testing.T) {
	f := &chess.Threats{
		Push:   [chess.King + 1]chess.Tapered{chess.Knight: flat(-1), chess.Rook: flat(-3)},
		Pinned: [chess.King + 1]chess.Tapered{chess.Knight: flat(-100), chess.Bishop: flat(-200), chess.Rook: flat(-300), chess.Queen: flat(-400)},
	}
	testCredits(t, []creditTest{
		{"a push", f, "4k3/8/8/3n4/8/4P3/8/4K3 w - - 0 1", map[cell]chess.Tapered{black(chess.D5): flat(-1)}},
		{"a double push, two pieces attacked", f, "4k3/8/8/3n1r2/8/8/4P3/4K3 w - - 0 1", map[cell]chess.Tapered{black(chess.D5): flat(-1), black(chess.F5): flat(-3)}},
		{"no push: the square is occupied", f, "4k3/8/8/3n4/4b3/4P3/8/4K3 w - - 0 1", nil},
		{"no double push from the third rank", f, "4k3/8/3n4/8/8/4P3/8/4K3 w - - 0 1", nil},
		{"a pawn attacks the square", f, "4k3/8/8/3n1p2/8/4P3/8/4K3 w - - 0 1", nil},
		{"a bishop attacks the square", f, "4k3/8/5b2/2n5/8/3P4/8/4K3 w - - 0 1", nil},
		{"the king defends the square", f, "4k3/8/5b2/2n5/8/3PK3/8/8 w - - 0 1", map[cell]chess.Tapered{black(chess.C5): flat(-1)}},
		{"attacked already", f, "4k3/8/8/3n4/4P3/4P3/8/4K3 w - - 0 1", nil},
		{"by Black", f, "4k3/3p4/8/4N3/8/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E5): flat(-1)}},
		{"by Black, a double push", f, "4k3/3p4/8/8/4N3/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E4): flat(-1)}},

		{"pinned on a file", f, "4k3/8/4r3/8/8/4B3/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E3): flat(-200)}},
		{"pinned on a rank", f, "4k3/8/8/8/8/8/8/r2NK3 w - - 0 1", map[cell]chess.Tapered{white(chess.D1): flat(-100)}},
		{"pinned on both diagonals", f, "4k3/8/8/q6b/8/2N2Q2/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.C3): flat(-100)}},
		{"pinned on the other diagonal", f, "4k3/8/8/8/7b/6R1/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.G3): flat(-300)}},
		{"two pieces between are not pinned", f, "4k3/4r3/8/8/4N3/8/4N3/4K3 w - - 0 1", nil},
		{"check is no pin", f, "4k3/8/8/8/4r3/8/8/3NKN2 w - - 0 1", nil},
		{"a bishop does not pin on a file", f, "4k3/8/8/4b3/8/8/4N3/4K3 w - - 0 1", nil},
		{"an enemy piece is not pinned", f, "4k3/4r3/8/8/8/4n3/8/4K3 w - - 0 1", nil},
	})
}

func TestSpace(t *testing.T) {
	f := &chess.Space{Restricted: flat(1)}
	testCredits(t, []creditTest{
		{"nothing that both attack", f, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", nil},
		// Both rooks attack the six squares between them.
		{"both attack", f, "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", map[cell]chess.Tapered{white(nowhere): flat(6), black(nowhere): flat(6)}},
		{"an enemy pawn holds a5", f, "r3k3/8/1p6/8/8/8/8/R3K3 w - - 0 1", map[cell]chess.Tapered{white(nowhere): flat(5), black(nowhere): flat(6)}},
		// The knight attacks a5 and a3. And it attacks d2, as White's king does.
		{"two enemy pieces hold two squares", f, "r3k3/8/8/8/2n5/8/8/R3K3 w - - 0 1", map[cell]chess.Tapered{white(nowhere): flat(4 + 1), black(nowhere): flat(6 + 1)}},
		// And White's knight attacks a3, which is held no longer, a1 and e3.
		{"two against two do not hold a square", f, "r3k3/8/8/8/2n5/8/2N5/R3K3 w - - 0 1",
			map[cell]chess.Tapered{white(nowhere): flat(5 + 3), black(nowhere): flat(6 + 3)}},
	})
}

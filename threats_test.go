package chess_test

import (
	"testing"

	"github.com/seed-0971039b/chess"
)

func TestThreats(t *testing.T) {
	f := chess.Threats{
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
		{"by a pawn, covered", f, "4k3/8/4p3/3n4/4P3/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{black(chess.D5): flat(-1)}},
		{"whose turn it is", f, "4k3/8/4p3/3n4/4P3/8/8/4K3 b - - 0 1", map[cell]chess.Tapered{black(chess.D5): flat(-1)}},
		{"the cheapest counts", f, "4k3/2p5/3r4/8/4N3/8/8/3RK3 w - - 0 1",
			map[cell]chess.Tapered{black(chess.D6): flat(-20), white(chess.D1): flat(-300)}},
	})
}

package chess_test

import (
	"testing"

	"github.com/seed-0971039b/chess"
)

func TestPawnStructure(t *testing.T) {
	f := &chess.PawnStructure{
		Isolated: flat(-1), IsolatedOpen: flat(-10), Doubled: flat(-100), Backward: flat(-1000), BackwardOpen: flat(-10_000),
		Phalanx:   [8]chess.Tapered{1: flat(2), 3: flat(3)},
		Supported: [8]chess.Tapered{2: flat(40), 3: flat(50)},
	}
	testCredits(t, []creditTest{
		{"isolated", f, "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E2): flat(-1), black(chess.E7): flat(-1)}},
		{"isolated on a half-open file", f, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E2): flat(-11)}},
		{"doubled", f, "4k3/4p3/8/8/8/4P3/4P3/4K3 w - - 0 1",
			map[cell]chess.Tapered{white(chess.E2): flat(-101), white(chess.E3): flat(-1), black(chess.E7): flat(-1)}},
		{"a phalanx", f, "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.D2): flat(2), white(chess.E2): flat(2)}},
		{"a chain", f, "4k3/8/8/8/8/4P3/3P4/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E3): flat(40)}},
		{"behind its neighbours, but the square in front is not attacked", f, "4k3/8/8/3p4/4P3/3P4/2p5/4K3 w - - 0 1",
			map[cell]chess.Tapered{white(chess.E4): flat(50)}},
		{"backward on a half-open file", f, "4k3/8/8/2p5/4P3/3P4/8/4K3 w - - 0 1",
			map[cell]chess.Tapered{white(chess.E4): flat(50), white(chess.D3): flat(-11_000), black(chess.C5): flat(-11)}},
		{"backward on a closed file", f, "4k3/8/3p4/2p5/4P3/3P4/8/4K3 w - - 0 1",
			map[cell]chess.Tapered{white(chess.E4): flat(50), white(chess.D3): flat(-1000), black(chess.D6): flat(-1000), black(chess.C5): flat(50)}},
	})
}

func TestCandidates(t *testing.T) {
	f := &chess.PawnStructure{Candidate: [8]chess.Tapered{1: flat(1), 2: flat(2), 3: flat(3), 4: flat(4), 5: flat(5)}}
	testCredits(t, []creditTest{
		{"one supporter, one enemy pawn beside", f, "4k3/2p5/8/3P4/8/4P3/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.D5): flat(4)}},
		{"the supporter level with it", f, "4k3/2p5/8/3PP3/8/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.D5): flat(4)}},
		{"the supporter too far ahead", f, "4k3/2p5/4P3/3P4/8/8/8/4K3 w - - 0 1", nil},
		{"one supporter, two enemy pawns beside", f, "4k3/2p1p3/8/3P4/8/4P3/8/4K3 w - - 0 1", nil},
		{"passed", f, "4k3/8/8/3P4/2p5/4P3/8/4K3 w - - 0 1", nil},
		{"an enemy pawn in front", f, "4k3/2p5/3p4/3P4/8/4P3/8/4K3 w - - 0 1", nil},
		{"on the edge", f, "4k3/1p6/8/P7/1P6/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.A5): flat(4)}},
	})
}

func TestPassedPawns(t *testing.T) {
	f := &chess.PassedPawns{
		Rank:        [8]chess.Tapered{4: flat(1), 5: flat(2)},
		EnemyKing:   [8]chess.Tapered{4: flat(10)},
		OwnKing:     [8]chess.Tapered{4: flat(-100)},
		Blocked:     [8]chess.Tapered{4: flat(1000)},
		Free:        [8]chess.Tapered{4: flat(10_000)},
		Defended:    [8]chess.Tapered{4: flat(100_000)},
		Unstoppable: flat(500_000),
	}
	testCredits(t, []creditTest{
		{"not passed", f, "4k3/p7/8/1P6/8/8/8/4K3 w - - 0 1", nil},
		// The square in front is b6: three from e8, five from e1.
		{"a knight attacks its way", f, "n3k3/8/8/1P6/8/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.B5): flat(1 + 30 - 500)}},
		{"free", f, "4k1n1/8/8/1P6/8/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.B5): flat(1 + 30 - 500 + 10_000)}},
		{"blocked", f, "4k3/8/1n6/1P6/8/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.B5): flat(1 + 30 - 500 + 1000)}},
		{"defended", f, "n3k3/8/8/1P6/8/4B3/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.B5): flat(1 + 30 - 500 + 100_000)}},
		{"two on a file", f, "n3k3/8/1P6/1P6/8/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.B6): flat(2)}},
		{"the king is too late", f, "8/8/1P4k1/8/8/8/8/7K w - - 0 1", map[cell]chess.Tapered{white(chess.B6): flat(500_002)}},
		{"the king is in time", f, "8/8/1P2k3/8/8/8/8/7K b - - 0 1", map[cell]chess.Tapered{white(chess.B6): flat(2)}},
	})
}

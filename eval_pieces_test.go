package chess_test

import (
	"testing"

	"github.com/seed-0971039b/chess"
)

func TestMinorPieces(t *testing.T) {
	f := &chess.MinorPieces{Shielded: flat(1), KnightAway: flat(-10), BishopAway: flat(-100), Obstructed: flat(-10_000)}
	testCredits(t, []creditTest{
		{"a knight away from its king", f, "4k3/8/8/7N/8/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.H5): flat(-40)}},
		{"behind a pawn", f, "4k3/8/8/8/8/4P3/4N3/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E2): flat(1 - 10)}},
		{"behind an enemy pawn", f, "4k3/8/5b2/5P2/8/8/8/4K3 b - - 0 1", map[cell]chess.Tapered{black(chess.F6): flat(1 - 200)}},
		{"pawns on squares of the other colour", f, "4k3/8/8/8/3P4/P3P3/7P/4KB2 w - - 0 1", map[cell]chess.Tapered{white(chess.F1): flat(-100)}},
		{"pawns on squares of the bishop's colour", f, "4k3/8/8/8/3P4/P3P3/7P/2B1K3 w - - 0 1", map[cell]chess.Tapered{white(chess.C1): flat(-200 - 40_000)}},
		{"enemy pawns do not count", f, "4k3/8/3p4/8/8/8/8/2B1K3 w - - 0 1", map[cell]chess.Tapered{white(chess.C1): flat(-200)}},
	})
}

func TestBishops(t *testing.T) {
	locked, xray, diagonal := &chess.MinorPieces{Locked: flat(-1)}, &chess.MinorPieces{XRay: flat(-1)}, &chess.MinorPieces{Diagonal: flat(1)}
	testCredits(t, []creditTest{
		// Of three pawns on dark squares and one on a light one, c3, d4 and f4 have a piece in front.
		{"pawns that cannot move", locked, "4k3/8/8/3p4/2pP1P2/P1P2p2/8/2B1K3 w - - 0 1", map[cell]chess.Tapered{white(chess.C1): flat(-4 * 2)}},
		{"on the edge", locked, "4k3/8/8/8/p7/P7/8/2B1K3 w - - 0 1", nil},
		{"pawns of the other colour", locked, "4k3/8/8/8/3p4/3P4/8/2B1K3 w - - 0 1", nil},
		{"enemy pawns on the diagonals", xray, "4k3/8/7p/8/8/p3N3/2P5/2B1K3 w - - 0 1", map[cell]chess.Tapered{white(chess.C1): flat(-2)}},
		{"the long diagonal", diagonal, "4k3/8/8/8/8/8/6B1/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.G2): flat(1)}},
		{"a piece is on it", diagonal, "4k3/8/8/8/8/5N2/6B1/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.G2): flat(1)}},
		{"a pawn is on it", diagonal, "4k3/8/8/8/8/5p2/6B1/4K3 w - - 0 1", nil},
		{"in the centre", diagonal, "4k3/8/8/8/4B3/8/8/4K3 w - - 0 1", nil},
	})
}

func TestRookTrapped(t *testing.T) {
	f := &chess.RookFiles{Trapped: flat(-1)}
	shutIn := func(sq chess.Square) map[cell]chess.Tapered { return map[cell]chess.Tapered{white(sq): flat(-1)} }
	testCredits(t, []creditTest{
		{"on the king's side", f, "4k3/8/8/8/8/8/5PPP/5K1R w - - 0 1", shutIn(chess.H1)},
		{"on the queen's side", f, "4k3/8/8/8/8/8/PP6/RK6 w - - 0 1", shutIn(chess.A1)},
		{"its side may castle", f, "4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1", nil},
		{"its side may no longer castle", f, "4k3/8/8/8/8/8/5PPP/4K2R w - - 0 1", shutIn(chess.H1)},
		{"a way out", f, "4k3/8/8/8/8/8/5PP1/5K1R w - - 0 1", nil},
		{"the king is not on its two ranks", f, "4k3/8/8/8/8/6K1/5PPP/7R w - - 0 1", nil},
		{"the other side of the king", f, "4k3/8/8/8/8/8/2PPP3/2BRBK2 w - - 0 1", nil},
	})
}

func TestPieceMobility(t *testing.T) {
	f := new(chess.PieceMobility)
	for _, table := range [][]chess.Tapered{f.Knight[:], f.Bishop[:], f.Rook[:], f.Queen[:]} {
		for i := range table {
			table[i] = flat(chess.Score(i))
		}
	}
	testCredits(t, []creditTest{
		{"the start position", f, chess.StartFEN, map[cell]chess.Tapered{
			white(chess.B1): flat(2), white(chess.G1): flat(2), black(chess.B8): flat(2), black(chess.G8): flat(2)}},
		{"a queen on an empty board", f, "4k3/8/8/8/3Q4/8/8/1K6 b - - 0 1", map[cell]chess.Tapered{white(chess.D4): flat(27)}},
		{"its own side blocks it", f, "4k3/8/8/8/8/8/1P6/B3K3 w - - 0 1", nil},
		{"an enemy does not", f, "4k3/8/8/8/8/8/1n6/B2K4 w - - 0 1", map[cell]chess.Tapered{white(chess.A1): flat(1), black(chess.B2): flat(4)}},
		{"an enemy pawn attacks c5", f, "4k3/8/3p4/8/4N3/2P5/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E4): flat(6)}},
	})
}

func TestPieceFeatures(t *testing.T) {
	rooks := &chess.RookFiles{Open: chess.Tapered{MG: 1, EG: 10}, HalfOpen: chess.Tapered{MG: 2, EG: 20}, Seventh: chess.Tapered{MG: 100, EG: 1000}}
	outposts := &chess.Outposts{Knight: chess.Tapered{MG: 1, EG: 2}, Bishop: chess.Tapered{MG: 3, EG: 4}}
	pair := &chess.BishopPair{Pair: chess.Tapered{MG: 5, EG: 6}}
	testCredits(t, []creditTest{
		{"tempo of White", &chess.Tempo{Move: chess.Tapered{MG: 3, EG: 4}}, "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
			map[cell]chess.Tapered{white(nowhere): {MG: 3, EG: 4}}},
		{"tempo of Black", &chess.Tempo{Move: chess.Tapered{MG: 3, EG: 4}}, "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
			map[cell]chess.Tapered{black(nowhere): {MG: 3, EG: 4}}},
		{"a pair of bishops", pair, "2b1k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", map[cell]chess.Tapered{white(nowhere): {MG: 5, EG: 6}}},
		{"two bishops of one colour", pair, "4k3/8/8/8/8/8/3B4/4K1B1 w - - 0 1", nil},
		{"rooks on closed, half-open and open files", rooks, "4k3/p1p5/8/8/8/8/P7/RRR1K3 w - - 0 1",
			map[cell]chess.Tapered{white(chess.B1): {MG: 1, EG: 10}, white(chess.C1): {MG: 2, EG: 20}}},
		{"a rook on the seventh, the king on the eighth", rooks, "4k3/1R6/1P6/8/8/8/8/4K3 w - - 0 1",
			map[cell]chess.Tapered{white(chess.B7): {MG: 100, EG: 1000}}},
		{"a rook on the seventh, a pawn there", rooks, "8/1R5p/1P3k2/8/8/8/8/4K3 w - - 0 1",
			map[cell]chess.Tapered{white(chess.B7): {MG: 100, EG: 1000}}},
		{"a rook on the seventh with no target", rooks, "8/1R6/1P3k1p/8/8/8/8/4K3 w - - 0 1", nil},
		{"outposts", outposts, "7k/8/3N4/2P1PB2/6P1/8/8/4K3 w - - 0 1",
			map[cell]chess.Tapered{white(chess.D6): {MG: 1, EG: 2}, white(chess.F5): {MG: 3, EG: 4}}},
		{"no outpost: an enemy pawn can attack it", outposts, "4k3/2p5/8/3N4/2P5/8/8/4K3 w - - 0 1", nil},
		{"an outpost: the enemy pawn has passed it", outposts, "4k3/8/8/2pN4/2P5/8/8/4K3 w - - 0 1",
			map[cell]chess.Tapered{white(chess.D5): {MG: 1, EG: 2}}},
		{"no outpost: no pawn defends it", outposts, "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", nil},
		{"a queen", &chess.Outposts{Queen: flat(1)}, "4k3/8/8/Q7/7Q/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.A5): flat(1)}},
		{"an enemy pawn can attack the queen", &chess.Outposts{Queen: flat(1)}, "4k3/1p6/8/Q7/8/8/8/4K3 w - - 0 1", nil},
		{"no outpost: too far back", outposts, "4k3/8/8/8/8/3N4/2P5/4K3 w - - 0 1", nil},
	})
}

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

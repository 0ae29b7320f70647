package chess_test

import (
	"testing"

	"github.com/seed-0971039b/chess"
)

func TestKingShelter(t *testing.T) {
	f := chess.KingShelter{
		Shelter:      [8]chess.Tapered{flat(-1), flat(10), flat(100)},
		Storm:        [8]chess.Tapered{2: flat(-5000), 3: flat(-1000)},
		StormBlocked: [8]chess.Tapered{2: flat(-10_000)},
	}
	bare := flat(-3) // no pawn on any of three files
	testCredits(t, []creditTest{
		{"a shelter", f, "k7/8/8/8/8/7P/5PP1/6K1 w - - 0 1", map[cell]chess.Tapered{white(chess.G1): flat(10 + 10 + 100), black(chess.A8): bare}},
		{"a storm", f, "k7/8/8/8/6p1/5p2/5PP1/6K1 w - - 0 1",
			map[cell]chess.Tapered{white(chess.G1): flat(10 + 10 - 1 - 1000 - 10_000), black(chess.A8): bare}},
		{"a king who may castle", f, "k7/8/8/8/8/8/5PPP/4K2R w K - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(30), black(chess.A8): bare}},
		{"a king who may not", f, "k7/8/8/8/8/8/5PPP/4K2R w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(10 - 2), black(chess.A8): bare}},
		{"pawns behind him do not matter", f, "k7/8/8/6K1/8/8/5PPP/8 w - - 0 1", map[cell]chess.Tapered{white(chess.G5): bare, black(chess.A8): bare}},
	})
}

func TestPawnAway(t *testing.T) {
	f := chess.KingShelter{PawnAway: flat(-1)}
	testCredits(t, []creditTest{
		{"no pawns", f, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", nil},
		{"beside him", f, "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-1)}},
		{"the nearest counts", f, "7k/p7/8/8/2P4P/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-3), black(chess.H8): flat(-7)}},
		{"the edge of the board is no neighbour", f, "4k3/8/8/7P/8/8/8/K7 w - - 0 1", map[cell]chess.Tapered{white(chess.A1): flat(-7)}},
	})
}

func TestKingAttack(t *testing.T) {
	f := chess.KingAttack{
		Attacker: [chess.King + 1]int{chess.Rook: 1, chess.Queen: 2},
		Attacked: 4,
		Weak:     1,
		Check:    [chess.King + 1]int{chess.Rook: 7, chess.Queen: 9},
		Queen:    5,
		Contact:  8,
	}
	for i := range f.Danger {
		f.Danger[i] = flat(chess.Score(-i))
	}
	testCredits(t, []creditTest{
		{"nobody attacks", f, "k7/8/8/8/8/8/8/4K3 w - - 0 1", nil},
		// The rook attacks d1, d2 and d3, which nobody but the king covers.
		{"a rook", f, "k2r4/8/8/8/8/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-(1 + 3*4 + 3*1 - 5))}},
		{"a rook on a covered square", f, "k2r4/8/8/8/8/8/2P5/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-(1 + 3*4 + 2*1 - 5))}},
		// Rook and queen: d1 to d3 and f1 to f3. She checks on f2 or e8, he on e8, for
		// the king covers d1.
		{"rook and queen", f, "k2r1q2/8/8/8/8/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-(1 + 2 + 6*4 + 6*1 + 5 + 7 + 9))}},
		// The knight covers f2: there the king cannot take her. Nor can she go where her own men stand.
		{"the queen beside the king", f, "k2r1q2/8/8/8/8/7n/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-(1 + 2 + 6*4 + 6*1 + 5 + 7 + 9 + 8))}},
		{"covered by another", f, "k2r1q2/8/8/8/6N1/7n/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-(1 + 2 + 6*4 + 5*1 + 5 + 7 + 9))}},
		{"the most there is", chess.KingAttack{Attacked: 1000, Danger: f.Danger}, "k2r1q2/8/8/8/8/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-63)}},
	})
}

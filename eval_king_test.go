package chess_test

import (
	"testing"

	"github.com/seed-0971039b/chess"
)

func TestKingShelter(t *testing.T) {
	f := &chess.KingShelter{
		Shelter:      [8]chess.Tapered{flat(-1), flat(10), flat(100)},
		Storm:        [8]chess.Tapered{2: flat(-5000), 3: flat(-1000)},
		StormBlocked: [8]chess.Tapered{2: flat(-10_000)},
	}
	bare := flat(-3) // no pawn on any of three files
	testCredits(t, []creditTest{
		{"a shelter", f, "k7/8/8/8/8/7P/5PP1/6K1 w - - 0 1", map[cell]chess.Tapered{white(chess.G1): flat(10 + 10 + 100), black(chess.A8): bare}},
		{"a storm", f, "k7/8/8/8/6p1/5p2/5PP1/6K1 w - - 0 1",
			map[cell]chess.Tapered{white(chess.G1): flat(10 + 10 - 1 - 1000 - 10_000), black(chess.A8): bare}},
		{"the king may castle", f, "k7/8/8/8/8/8/5PPP/4K2R w K - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(30), black(chess.A8): bare}},
		{"the king may not castle", f, "k7/8/8/8/8/8/5PPP/4K2R w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(10 - 2), black(chess.A8): bare}},
		{"pawns behind the king do not matter", f, "k7/8/8/6K1/8/8/5PPP/8 w - - 0 1", map[cell]chess.Tapered{white(chess.G5): bare, black(chess.A8): bare}},
	})
}

func TestPawnAway(t *testing.T) {
	f := &chess.KingShelter{PawnAway: flat(-1)}
	testCredits(t, []creditTest{
		{"no pawns", f, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", nil},
		{"beside the king", f, "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-1)}},
		{"the nearest counts", f, "7k/p7/8/8/2P4P/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-3), black(chess.H8): flat(-7)}},
		{"the h-file is not beside the a-file", f, "4k3/8/8/7P/8/8/8/K7 w - - 0 1", map[cell]chess.Tapered{white(chess.A1): flat(-7)}},
	})
}

func TestKingAttack(t *testing.T) {
	f := &chess.KingAttack{
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
		{"no attacker", f, "k7/8/8/8/8/8/8/4K3 w - - 0 1", nil},
		// The rook attacks d1, d2 and d3, which no piece but the king defends.
		{"a rook", f, "k2r4/8/8/8/8/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-(1 + 3*4 + 3*1 - 5))}},
		{"a rook attacks a defended square", f, "k2r4/8/8/8/8/8/2P5/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-(1 + 3*4 + 2*1 - 5))}},
		// They attack d1 to d3 and f1 to f3. Both can check from e8; on d1, f1 or f2
		// the king could capture them.
		{"rook and queen", f, "k2r1q2/8/8/8/8/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-(1 + 2 + 6*4 + 6*1 + 5 + 7 + 9))}},
		// The knight defends f2: there the king cannot capture the queen.
		{"the queen beside the king", f, "k2r1q2/8/8/8/8/7n/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-(1 + 2 + 6*4 + 6*1 + 5 + 7 + 9 + 8))}},
		{"another piece defends the square", f, "k2r1q2/8/8/8/6N1/7n/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-(1 + 2 + 6*4 + 5*1 + 5 + 7 + 9))}},
		{"Danger is limited", &chess.KingAttack{Attacked: 1000, Danger: f.Danger}, "k2r1q2/8/8/8/8/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-63)}},
	})
}

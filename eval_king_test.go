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
	danger := [16]chess.Tapered{}
	for i := range danger {
		danger[i] = flat(chess.Score(-64 * i)) // a centipawn for each unit
	}
	with := func(f chess.KingAttack) *chess.KingAttack {
		f.Danger = danger
		return &f
	}
	attackers := with(chess.KingAttack{Attacker: [chess.King + 1]int{chess.Pawn: 100, chess.Knight: 3, chess.Rook: 1, chess.Queen: 2, chess.King: 100}, Queen: 5})
	checks := with(chess.KingAttack{Check: [chess.King + 1]int{chess.Knight: 1, chess.Bishop: 2, chess.Rook: 4, chess.Queen: 8}, Unsafe: 100})
	flank := with(chess.KingAttack{FlankAttack: 1, FlankTwice: 10, FlankDefence: 50})
	const rookAndQueen = "k2r1q2/8/8/8/8/8/8/4K3 w - - 0 1"
	testCredits(t, []creditTest{
		{"no attacker", attackers, "k7/8/8/8/8/8/8/4K3 w - - 0 1", nil},
		{"one attacker without a queen", attackers, "k2r4/8/8/8/8/8/8/4K3 w - - 0 1", nil},
		{"one attacker with a queen", attackers, "k2r4/8/1q6/8/8/8/8/7K w - - 0 1", map[cell]chess.Tapered{white(chess.H1): flat(-(2 + 5))}},
		{"two attackers without a queen", attackers, "k2r4/8/8/8/8/8/8/2n1K3 w - - 0 1", nil}, // 1 + 3 - 5 units are none
		{"pawn and king are no attackers", attackers, "8/8/8/8/8/4k3/3p4/4K3 w - - 0 1", nil},
		{"rook and queen", attackers, rookAndQueen, map[cell]chess.Tapered{white(chess.E1): flat(-(1 + 2 + 5))}},

		// They attack d1 to d3 and f1 to f3, which at most the king defends, once.
		{"squares", with(chess.KingAttack{Attacked: 4, Weak: 1}), rookAndQueen, map[cell]chess.Tapered{white(chess.E1): flat(-(6*4 + 6*1))}},
		{"a pawn defends d3", with(chess.KingAttack{Attacked: 4, Weak: 1}), "k2r1q2/8/8/8/8/8/2P5/4K3 w - - 0 1",
			map[cell]chess.Tapered{white(chess.E1): flat(-(6*4 + 5*1))}},
		{"a queen defends d3", with(chess.KingAttack{Attacked: 4, Weak: 1}), "3r1q2/k7/8/8/8/7Q/8/4K3 w - - 0 1",
			map[cell]chess.Tapered{white(chess.E1): flat(-(6*4 + 5*1))}}, // the queen and no other attacks d3, and f1 with the king

		// The rook checks from e8, where it also defends the queen. The king could capture
		// on d1, f1 and f2.
		{"safe checks", with(chess.KingAttack{Check: checks.Check}), rookAndQueen, map[cell]chess.Tapered{white(chess.E1): flat(-12)}},
		{"unsafe checks", with(chess.KingAttack{Unsafe: 1}), rookAndQueen, map[cell]chess.Tapered{white(chess.E1): flat(-1)}}, // the rook on d1
		// Only the queen defends e8, which both attack.
		{"a square that the queen defends", checks, "3r1q2/8/k7/8/4Q3/8/8/4K3 w - - 0 1",
			map[cell]chess.Tapered{white(chess.E1): flat(-(4 + 100)), black(chess.A6): flat(-8)}},
		{"a knight defends f2", with(chess.KingAttack{Check: checks.Check}), "k4q2/8/8/8/8/7n/3PP3/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-8)}},
		{"a knight of its own defends f2", with(chess.KingAttack{Check: checks.Check}), "k4q2/8/8/8/6N1/7n/3PP3/4K3 w - - 0 1", nil},

		{"a pinned piece", with(chess.KingAttack{Blocker: 7}), "k3r3/8/5q2/8/8/4B3/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-7)}},
		{"a discovered check", with(chess.KingAttack{Blocker: 7}), "k3r3/8/5q2/8/4n3/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-7)}},
		{"a knight beside the king", with(chess.KingAttack{Attacked: 4, Knight: -9}), "k2r1q2/8/8/8/8/2N5/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-(6*4 - 9))}},
		{"open files", with(chess.KingAttack{Open: 3}), "k2r1q2/8/8/8/8/8/4P3/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-2 * 3)}},

		// Of the files c to f and the ranks 1 to 5, the queen attacks the f-file and c5 and the
		// rook the d-file; the king defends five squares.
		{"the flank", flank, rookAndQueen, map[cell]chess.Tapered{white(chess.E1): flat(-(5 + 1 + 5 + 5*50))}},

		{"half a step", with(chess.KingAttack{Attacked: 16}), rookAndQueen, map[cell]chess.Tapered{white(chess.E1): flat(-96)}},
		{"Danger is limited", with(chess.KingAttack{Attacked: 1000}), rookAndQueen, map[cell]chess.Tapered{white(chess.E1): flat(-15 * 64)}},
	})
}

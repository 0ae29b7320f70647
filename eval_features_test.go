package chess_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// TestFeatures checks that the list has every feature of every evaluator under its
// name, and makes a new one of the same type each time.
func TestFeatures(t *testing.T) {
	types := map[string]reflect.Type{}
	for _, named := range chess.Features() {
		f, other := named.New(), named.New()
		types[named.Name] = reflect.TypeOf(f)
		if f.Name() != named.Name {
			t.Errorf("%s is called %q", named.Name, f.Name())
		}
		if diff := cmp.Diff(f, other); diff != "" {
			t.Errorf("%s differs from another:\n%s", named.Name, diff)
		}
		if v := reflect.ValueOf(f); v.Kind() == reflect.Pointer && v.Pointer() == reflect.ValueOf(other).Pointer() {
			t.Errorf("%s is the same twice", named.Name)
		}
	}
	for i, term := range chess.NewDefaultEvaluator().Terms() {
		if diff := cmp.Diff(chess.Features()[i].New(), term.Feature); diff != "" {
			t.Errorf("feature %d of the default evaluator (-Features +evaluator):\n%s", i, diff)
		}
	}
	for _, named := range chess.Evaluators() {
		for _, term := range named.New().Terms() {
			if got, want := reflect.TypeOf(term.Feature), types[term.Feature.Name()]; got != want {
				t.Errorf("%s of %s is a %v, want a %v", term.Feature.Name(), named.Name, got, want)
			}
		}
	}
}

// checkNames checks the names of a list, and that ByName finds them.
func checkNames[T any](t *testing.T, list []chess.Named[T], oneWord bool) {
	t.Helper()
	seen := map[string]bool{}
	for _, want := range list {
		if seen[want.Name] || want.Name != strings.ToLower(want.Name) || oneWord && strings.ContainsAny(want.Name, " \t") ||
			want.Description == "" || strings.Contains(want.Description, "\n") {
			t.Errorf("%q: %q", want.Name, want.Description)
		}
		seen[want.Name] = true
		got, err := chess.ByName(list, strings.ToUpper(want.Name))
		if err != nil || got.Name != want.Name {
			t.Errorf("%q: found %q, %v", want.Name, got.Name, err)
		}
	}
	n, err := chess.ByName(list, "nobody")
	if err == nil || n.Name != "" {
		t.Fatalf("nobody: found %q, %v", n.Name, err)
	}
	for name := range seen {
		if !strings.HasPrefix(err.Error(), `chess: unknown name "nobody": want `) || !strings.Contains(err.Error(), name) {
			t.Errorf("nobody: %v", err)
		}
	}
}

func TestByName(t *testing.T) {
	checkNames(t, chess.Players(), true)
	checkNames(t, chess.Evaluators(), true)
	checkNames(t, chess.Features(), false)
	if _, err := chess.ByName([]chess.Named[chess.Feature]{}, "x"); err == nil {
		t.Error("found in an empty list")
	}
}

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

func TestBareKing(t *testing.T) {
	f := &chess.BareKing{Edge: flat(1), Bishops: flat(2), Corner: flat(10), Kings: flat(100)}
	g := &chess.BareKing{Centre: flat(10), Apart: flat(1), RookApart: flat(2)}
	testCredits(t, []creditTest{
		{"the start position", f, chess.StartFEN, nil},
		// e8 is 3 from the centre, and 7 or 6 from the other king.
		{"a rook", f, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E8): flat(3)}},
		{"the king is nearer", f, "4k3/8/8/8/8/8/4K3/R7 w - - 0 1", map[cell]chess.Tapered{white(chess.E8): flat(103)}},
		{"a knight cannot mate", f, "4k3/8/8/8/8/8/4K3/N7 w - - 0 1", nil},
		{"two bishops of one colour", f, "4k3/8/8/8/8/8/4K3/B1B5 w - - 0 1", nil},
		{"two bishops", f, "4k3/8/8/8/8/8/4K3/BB6 w - - 0 1", map[cell]chess.Tapered{white(chess.E8): flat(106)}},
		{"bishop and knight: e8 is four from the light diagonal", f, "4k3/8/8/8/8/8/4K3/BN6 w - - 0 1", map[cell]chess.Tapered{white(chess.E8): flat(100 + 40)}},
		{"bishop and knight: e8 is three from the dark diagonal", f, "4k3/8/8/8/8/8/4K3/NB6 w - - 0 1", map[cell]chess.Tapered{white(chess.E8): flat(100 + 30)}},
		{"a king with a pawn is not bare", f, "4k3/4p3/8/8/8/8/4K3/R7 w - - 0 1", nil},
		{"a rook against a knight, four moves from its king", g, "4k3/8/8/8/n7/8/8/R3K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E8): flat(30 + 2*4)}},
		{"a rook against a bishop, which defends from afar", g, "4k3/8/8/8/b7/8/8/R3K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E8): flat(30)}},
		{"a queen against a rook", g, "4k3/4r3/8/8/3K4/8/8/Q7 w - - 0 1", map[cell]chess.Tapered{white(chess.E8): flat(61)}},
		{"a rook against a rook", g, "4k3/4r3/8/8/3K4/8/8/R7 w - - 0 1", nil},
		{"rook and bishop against a rook", g, "4k3/4r3/8/8/3K4/8/8/RB6 w - - 0 1", nil},
		{"there is a pawn", g, "4k3/8/8/8/n7/8/P7/R3K3 w - - 0 1", nil},
		{"the king of Black in the centre", g, "8/8/8/4k3/q7/8/8/7K b - - 0 1", map[cell]chess.Tapered{black(chess.H1): flat(60)}},
	})
}

func TestDrawnEndings(t *testing.T) {
	e := evaluatorOf(t, chess.Terms(chess.PeSTOMaterial(), chess.DefaultDrawnEndings())...)
	for _, test := range []struct {
		name, fen string
		percent   int
	}{
		{"a knight more", "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 100},
		{"a knight", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", 0},
		{"two knights", "4k3/8/8/8/8/8/8/NN2K3 w - - 0 1", 0},
		{"two knights against a pawn", "4k3/p7/8/8/8/8/8/NN2K3 w - - 0 1", 100},
		{"rook against bishop", "4k2b/8/8/8/8/8/8/R3K3 w - - 0 1", 13},
		{"rook and bishop against rook", "r3k3/8/8/8/8/8/8/RB2K3 w - - 0 1", 25},
		{"rook and pawn against bishop", "4k2b/8/8/8/8/8/P7/R3K3 w - - 0 1", 100},
		{"queen against rook", "r3k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 100},
		{"opposite bishops", "4k1b1/8/8/8/8/8/4PP2/4K1B1 w - - 0 1", 50},
		{"bishops of the same colour", "4kb2/8/8/8/8/8/4PP2/4K1B1 w - - 0 1", 100},
		{"opposite bishops and rooks", "r3k1b1/8/8/8/8/8/4PP2/R3K1B1 w - - 0 1", 85},
		{"the right rook pawn", "k7/8/8/P7/8/8/8/4KB2 w - - 0 1", 100},
		{"the wrong rook pawn of White", "1k6/8/8/P7/8/8/8/4K1B1 w - - 0 1", 0},
		{"the wrong rook pawn of Black", "8/8/5b2/7p/8/8/6K1/4k3 w - - 0 1", 0},
		{"a pawn, and White has the opposition", "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", 100},
		{"a pawn, and Black has the opposition", "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", 0},
		{"a pawn of Black, and White has the opposition", "8/8/8/4p3/4k3/8/4K3/8 b - - 0 1", 0},
		{"two pawns", "8/4k3/8/4K3/4P3/4P3/8/8 w - - 0 1", 100},
		{"the king is too far away", "4k3/8/8/P7/8/8/8/4K1B1 w - - 0 1", 100},
		{"the king is before the pawn", "3k4/8/8/8/P7/8/8/4K1B1 b - - 0 1", 0},
		{"the king is not before the pawn, which moves", "3k4/8/8/8/P7/8/8/4K1B1 w - - 0 1", 100},
		{"the king is before the pawn of Black, which moves", "5b2/7p/8/8/8/1k6/8/4K3 b - - 0 1", 0},
		{"the other king is no further", "3k4/8/8/1K6/8/8/P7/6B1 b - - 0 1", 100},
		{"a queen against a rook pawn about to promote", "3Q4/8/8/7K/8/8/pk6/8 w - - 0 1", 10},
		{"a queen against a bishop pawn of White", "8/2P5/1K6/8/8/7k/8/q7 b - - 0 1", 10},
		{"a queen against a knight pawn", "3Q4/8/8/7K/8/8/1p6/k7 w - - 0 1", 100},
		{"a queen with its king near", "3Q4/8/8/8/1K6/8/pk6/8 w - - 0 1", 100},
		{"a queen against a pawn without its king", "3Q4/8/8/7K/4k3/8/p7/8 w - - 0 1", 100},
		{"a queen against a pawn two steps away", "3Q4/8/8/7K/8/p7/1k6/8 w - - 0 1", 100},
		{"a rook with its king before a pawn", "4k3/8/8/3P4/8/8/5K2/r7 b - - 0 1", 100},
		{"a rook with its king far from a pawn", "8/8/3PK3/8/8/8/8/r4k2 b - - 0 1", 30},
		{"a rook to move that has a move more", "8/8/8/3PK3/8/4k3/8/r7 b - - 0 1", 100},
		{"a rook whose king is a move too far", "8/8/8/3PK3/8/4k3/8/r7 w - - 0 1", 30},
		{"a rook and both kings far from a pawn", "8/8/3P4/8/8/4K3/8/r4k2 b - - 0 1", 100},
		{"a queen and a pawn against a pawn", "3Q4/8/8/7K/8/7P/pk6/8 w - - 0 1", 100},
		{"in three-check a knight is enough", "4k3/8/8/8/8/8/8/N3K3 w - - 3+3 0 1", 100},
	} {
		p := chess.MustParseFEN(test.fen)
		x := e.Explain(&p)
		if want := x.Features[0].Score * chess.Score(test.percent) / 100; x.Total != want || x.Features[0].Score == 0 {
			t.Errorf("%s: %v of %v, want %d percent", test.name, x.Total, x.Features[0].Score, test.percent)
		}
	}
}

// TestPawnAndMinor has pawns that are worth more than the piece, as those about to promote.
func TestPawnAndMinor(t *testing.T) {
	m := chess.Material{chess.Pawn: flat(800), chess.Knight: flat(300), chess.Bishop: flat(300), chess.Rook: flat(500)}
	e := evaluatorOf(t, chess.Terms(&m, chess.DefaultDrawnEndings())...)
	for fen, want := range map[string]chess.Score{
		"8/8/3PK3/8/8/8/8/b4k2 b - - 0 1":  150,
		"8/8/3pK3/8/8/8/8/N4k2 b - - 0 1":  -150,
		"8/8/3PKP2/8/8/8/8/n4k2 b - - 0 1": 1300,
		"8/8/3PK3/8/8/8/8/nn3k2 b - - 0 1": 200,
		"8/8/3PK3/8/8/8/8/r4k2 b - - 0 1":  300,
		"8/8/3PK2p/8/8/8/8/n4k2 b - - 0 1": -300,
	} {
		p := chess.MustParseFEN(fen)
		if got := e.Explain(&p).Total; got != want {
			t.Errorf("%s: %v, want %v", fen, got, want)
		}
	}
}

func TestWinningChances(t *testing.T) {
	knight := constant{"knight up", chess.White, chess.Tapered{MG: 300, EG: 300}}
	little := constant{"a little", chess.Black, chess.Tapered{MG: 10, EG: 10}}
	all := chess.WinningChances{Pawn: 1, Passed: 10, BothFlanks: 100, Outflanking: 1000}
	tests := []struct {
		name    string
		numbers chess.WinningChances
		better  chess.Feature
		fen     string
		want    chess.Score // of White's view
	}{
		{"base", chess.WinningChances{Base: -20}, knight, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 280},
		{"for Black", chess.WinningChances{Base: 20}, little, "4k3/8/8/8/8/8/8/4K3 b - - 0 1", -30},
		{"never less than nothing", chess.WinningChances{Base: -20}, little, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0},
		{"half of it in the middle", chess.WinningChances{Base: -20}, knight, "rnbnk3/8/8/8/8/8/8/RNBNK1N1 w - - 0 1", 290},
		{"nothing in the middlegame", chess.WinningChances{Base: -20}, knight, chess.StartFEN, 300},
		{"nothing in three-check", chess.WinningChances{Base: -20}, knight, "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", 300},
		{"pawns on one flank, kings that face each other", all, knight, "8/8/3k4/1p6/1P6/3K4/8/8 w - - 0 1", 300 + 2 - 3000},
		{"both flanks", all, knight, "8/8/3k4/1p6/1P5P/3K4/8/8 w - - 0 1", 300 + 3 + 10 + 100 - 3000},
		{"on different files", all, knight, "8/8/3k4/8/8/K7/8/8 w - - 0 1", 300 + 3000 - 3000},
		{"a king behind the enemy's", all, knight, "8/8/8/3K4/8/3k4/8/8 w - - 0 1", 300 + 2000},
		{"an infiltrated king", chess.WinningChances{Infiltrated: 7}, knight, "8/8/8/3K4/8/8/8/3k4 w - - 0 1", 307},
		{"Black's king", chess.WinningChances{Infiltrated: 7}, knight, "8/8/8/8/3k4/8/8/3K4 w - - 0 1", 307},
		{"neither", chess.WinningChances{Infiltrated: 7}, knight, "8/8/3k4/8/8/3K4/8/8 w - - 0 1", 300},
		{"a pawn ending", chess.WinningChances{PawnEnding: 7}, knight, "8/1p6/3k4/8/8/8/3K4/8 w - - 0 1", 307},
		{"no pawn ending", chess.WinningChances{PawnEnding: 24}, knight, "8/1p6/3k4/8/8/8/3K4/6N1 w - - 0 1", 300},
		{"a fortress", chess.WinningChances{Fortress: -7}, knight, "8/1p6/3k4/8/8/8/3K4/8 w - - 0 1", 293},
		{"no fortress: both flanks", chess.WinningChances{Fortress: -7}, knight, "8/1p4p1/3k4/8/8/8/3K4/8 w - - 0 1", 300},
		{"no fortress: the kings have passed each other", chess.WinningChances{Fortress: -7}, knight, "8/1p6/K7/8/8/8/8/7k w - - 0 1", 300},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := chess.MustParseFEN(test.fen)
			e := evaluatorOf(t, chess.Terms(test.better, &test.numbers)...)
			want := max(test.want, 0)
			if test.better == chess.Feature(little) {
				want = test.want
			}
			if got := e.Explain(&p).Total; got != want {
				t.Errorf("%d, want %d", got, want)
			}
			checkExplanation(t, e, &p)
		})
	}
}

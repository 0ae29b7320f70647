package chess_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// flat is a value that is the same in middlegame and endgame.
func flat(n chess.Score) chess.Tapered { return chess.Tapered{MG: n, EG: n} }

func TestCastleScore(t *testing.T) {
	f := chess.DefaultCastleScore()
	testCredits(t, []creditTest{
		{"nobody has moved", f, chess.StartFEN, nil},
		{"both may", f, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(90), black(chess.E8): flat(90)}},
		{"without rights", f, "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", nil},
		{"to the queen's side only", f, "4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(90)}},
		{"a knight between", f, "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", nil},
		{"castled to the king's side", f, "4k3/8/8/8/8/8/8/5RK1 w - - 0 1", map[cell]chess.Tapered{white(chess.G1): flat(90)}},
		{"castled to the queen's side", f, "2kr4/8/8/8/8/8/8/4K3 w - - 0 1", map[cell]chess.Tapered{black(chess.C8): flat(90)}},
		{"the rook outside", f, "4k3/8/8/8/8/8/8/6KR w - - 0 1", nil},
		{"side by side in Chess960", f, "4k3/8/8/8/8/8/8/5KR1 w K - 0 1", map[cell]chess.Tapered{white(chess.F1): flat(90)}},
	})
}

func TestCheckScore(t *testing.T) {
	f := chess.DefaultCheckScore()
	testCredits(t, []creditTest{
		{"no check", f, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", nil},
		{"White in check", f, "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(-90)}},
		{"Black in check", f, "4k3/8/8/8/8/8/8/4RK2 b - - 0 1", map[cell]chess.Tapered{black(chess.E8): flat(-90)}},
	})
}

func TestCoverage(t *testing.T) {
	f := chess.DefaultCoverage()
	plain := chess.Coverage{Values: f.Values}
	lost := func(sq chess.Square, n chess.Score) map[cell]chess.Tapered {
		return map[cell]chess.Tapered{black(sq): flat(-n)}
	}
	testCredits(t, []creditTest{
		{"nothing attacked", f, chess.StartFEN, nil},
		{"no cover", f, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", lost(chess.D5, 100)},
		{"whose turn it is", f, "4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1", map[cell]chess.Tapered{white(chess.E4): flat(-100)}},
		{"less cover: 300 + 100 - 100", f, "4k3/8/2p5/3n4/4P3/2N5/8/4K3 w - - 0 1", lost(chess.D5, 300)},
		{"as much cover: 500 + 0 - 300", f, "4k3/8/2p5/3r4/8/2N5/8/4K3 w - - 0 1", lost(chess.D5, 200)},
		{"as much cover, two: 500 + 100 - 400", f, "4k3/8/2p2n2/3r4/4P3/2N5/8/4K3 w - - 0 1", lost(chess.D5, 200)},
		{"more cover: 300 + 0 - 100", f, "4k3/8/2p2n2/3n4/4P3/8/8/4K3 w - - 0 1", lost(chess.D5, 200)},
		{"more cover than two: 500 + 100 - 400", f, "3rk3/8/2p2n2/3r4/4P3/2N5/8/4K3 w - - 0 1", lost(chess.D5, 200)},
		{"a profit", f, "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", nil},
		{"the largest loss", f, "4k3/8/n6p/1P4P1/8/8/8/4K3 w - - 0 1", lost(chess.A6, 300)},
		{"of equal ones the first", f, "4k3/8/p6p/1P4P1/8/8/8/4K3 w - - 0 1", lost(chess.A6, 100)},
		{"a king takes what nobody covers", f, "7k/8/8/8/8/8/4p3/4K3 w - - 0 1", lost(chess.E2, 100)},
		{"a king cannot take what is covered", f, "7k/8/8/8/8/3p4/4p3/4K3 w - - 0 1", nil},
		{"a king takes last: 900 + 100 - 500", f, "7k/8/8/4R3/8/3p4/4q3/4K3 w - - 0 1", lost(chess.E2, 500)},
		{"a king comes too late: 900 + 0 - 500", f, "7k/8/8/4R3/8/3p2n1/4q3/4K3 w - - 0 1", lost(chess.E2, 400)},
		{"a king covers: 900 + 0 - 500", f, "4k3/4q3/8/8/8/8/8/4R1K1 w - - 0 1", lost(chess.E7, 400)},
		{"a king cannot cover against two: 900", f, "4k3/4q3/8/8/8/B7/8/4R1K1 w - - 0 1", lost(chess.E7, 900)},
		{"x-ray: 100 + 500 - 500", f, "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", lost(chess.D5, 100)},
		{"no x-ray: 100 + 0 - 500", plain, "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", nil},
		{"a pinned attacker", f, "4r1k1/8/8/3p4/8/4N3/8/4K3 w - - 0 1", nil},
		{"a pinned attacker, if pins do not matter", plain, "4r1k1/8/8/3p4/8/4N3/8/4K3 w - - 0 1", lost(chess.D5, 100)},
		{"pinned, along the line", f, "4r1k1/8/8/8/8/4R3/8/4K3 w - - 0 1", lost(chess.E8, 500)},
		{"a pinned coverer", f, "4k3/1p6/2n5/1B6/3p4/5N2/8/4K3 w - - 0 1", lost(chess.D4, 100)},
		{"a pinned coverer, if pins do not matter", plain, "4k3/1p6/2n5/1B6/3p4/5N2/8/4K3 w - - 0 1", nil},
	})
}

func TestExchange(t *testing.T) {
	f := chess.DefaultExchange()
	lost := func(sq chess.Square, n chess.Score) map[cell]chess.Tapered {
		return map[cell]chess.Tapered{black(sq): flat(-n)}
	}
	testCredits(t, []creditTest{
		{"nothing attacked", f, chess.StartFEN, nil},
		{"no cover", f, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", lost(chess.D5, 100)},
		{"less cover", f, "4k3/8/2p5/3n4/4P3/2N5/8/4K3 w - - 0 1", lost(chess.D5, 300)},
		{"it does not pay", f, "4k3/8/2p5/3p4/8/2N5/8/4K3 w - - 0 1", nil},
		{"x-ray: 100 - 500 + 500", f, "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", lost(chess.D5, 100)},
		{"a pinned attacker", f, "4r1k1/8/8/3p4/8/4N3/8/4K3 w - - 0 1", nil},
		{"a pinned coverer covers all the same", f, "4k3/1p6/2n5/1B6/3p4/5N2/8/4K3 w - - 0 1", nil},
		{"in check", f, "4r1k1/8/8/3p4/8/2N5/8/4K3 w - - 0 1", nil},
		{"not in check", f, "4r1k1/8/8/3p4/8/2N5/8/3K4 w - - 0 1", lost(chess.D5, 100)},
		{"en passant", f, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", lost(chess.D5, 100)},
		{"a promotion", f, "3n4/4P2k/8/8/8/8/8/4K3 w - - 0 1", lost(chess.D8, 1100)},
		{"no more than a million", chess.Exchange{Values: chess.PieceValues{chess.Pawn: 1 << 40}}, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", lost(chess.D5, 1_000_000)},
	})
}

func TestMobility(t *testing.T) {
	sums := func(f chess.Mobility, fen string) [2]chess.Tapered {
		p := chess.MustParseFEN(fen)
		x := evaluatorOf(t, chess.Full(f)...).Explain(&p).Features[0]
		return [2]chess.Tapered{x.White, x.Black}
	}
	f, thrice := chess.DefaultMobility(), chess.DefaultMobility()
	thrice.Factor = 300
	for _, test := range []struct {
		name string
		f    chess.Mobility
		fen  string
		want [2]chess.Tapered
	}{
		{"the start", f, chess.StartFEN, [2]chess.Tapered{flat(2000), flat(2000)}},
		{"a capture for each", f, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", [2]chess.Tapered{flat(900), flat(900)}},
		{"captures count thrice", thrice, "4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1", [2]chess.Tapered{flat(1300), flat(1300)}},
		{"White in check: 4; Black 17, one of them the king", f, "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1", [2]chess.Tapered{flat(400), flat(2600)}},
		{"en passant: 8 and a pawn; 7", f, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", [2]chess.Tapered{flat(900), flat(600)}},
		{"a promotion: 4 and the king's 5", f, "7k/P7/8/8/8/8/8/4K3 w - - 0 1", [2]chess.Tapered{flat(900), flat(300)}},
	} {
		if diff := cmp.Diff(test.want, sums(test.f, test.fen)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestThreeCheckFeatures(t *testing.T) {
	checks := chess.RemainingChecks{Value: [4]chess.Tapered{flat(1000), flat(100), flat(10), flat(1)}}
	exposure := chess.KingExposure{Line: chess.Tapered{MG: -1, EG: 0}, Knight: chess.Tapered{MG: 0, EG: -1}}
	testCredits(t, []creditTest{
		{"White needs three, Black one", checks, "4k3/8/8/8/8/8/8/4K3 w - - 3+1 0 1", map[cell]chess.Tapered{white(chess.E1): flat(1), black(chess.E8): flat(100)}},
		{"White has won", checks, "4k3/8/8/8/8/8/8/4K3 b - - 0+2 0 1", map[cell]chess.Tapered{white(chess.E1): flat(1000), black(chess.E8): flat(10)}},
		{"ordinary chess", checks, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", nil},
		{"a king in the open, one at home", exposure, "rnbqkbnr/pppppppp/8/8/8/8/8/4K3 w kq - 0 1",
			map[cell]chess.Tapered{white(chess.E1): {MG: -19, EG: -4}, black(chess.E8): {EG: -2}}},
	})
}

// ordinaryOnly is a feature that does not know three-check.
type ordinaryOnly struct{ constant }

func (ordinaryOnly) Knows(v chess.Variant) bool { return v == chess.Ordinary }

func TestVariants(t *testing.T) {
	terms := chess.Full(ordinaryOnly{constant{"a", chess.White, flat(10)}}, constant{"b", chess.White, flat(3)})
	if _, err := chess.NewVariantEvaluator(chess.ThreeCheck, terms...); err == nil || err.Error() != `evaluation: "a" does not know three-check` {
		t.Errorf("a feature that does not know three-check: %v", err)
	}
	if _, err := chess.NewVariantEvaluator(2); err == nil || err.Error() != "evaluation: no variant 2" {
		t.Errorf("no such variant: %v", err)
	}
	if _, err := chess.NewVariantEvaluator(chess.ThreeCheck, terms[1]); err != nil {
		t.Error(err)
	}
	e := evaluatorOf(t, terms...)
	for fen, want := range map[string]chess.Score{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":     13,
		"4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1": 3,
	} {
		p := chess.MustParseFEN(fen)
		if got := e.Evaluate(&p); got != want {
			t.Errorf("%s = %v, want %v", fen, got, want)
		}
		checkExplanation(t, e, &p)
	}
}

// TestSystems adds up the systems' evaluations by hand.
func TestSystems(t *testing.T) {
	for _, test := range []struct {
		name string
		e    chess.Evaluator
		fen  string
		want chess.Score // from the point of view of the side to move
	}{
		{"board value at the start", chess.NewBoardValue(), chess.StartFEN, 0},
		// A rook 500, and on a1 0; castling is on: 90.
		{"board value", chess.NewBoardValue(), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 590},
		// A rook 500, squares 15, Black in check -90, and it is Black's view.
		{"board value in check", chess.NewBoardValue(), "4k3/8/8/8/8/8/8/4RK2 b - - 0 1", -515 - 90},
		// A pawn 100 and 7 moves against 5.
		{"material and mobility", chess.NewMaterialMobility(), "4k3/8/8/8/8/8/4P3/3K4 b - - 0 1", -100 - 600 + 500},
	} {
		p := chess.MustParseFEN(test.fen)
		if got := test.e.Evaluate(&p); got != test.want {
			t.Errorf("%s: %s = %d, want %d", test.name, test.fen, got, test.want)
			t.Log(test.e.(*chess.FeatureEvaluator).Explain(&p))
		}
	}
}

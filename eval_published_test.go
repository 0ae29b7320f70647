package chess_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// flat returns a value that is the same in middlegame and endgame.
func flat(n chess.Score) chess.Tapered { return chess.Tapered{MG: n, EG: n} }

// TestCastleScore checks the squares of king and rook around the four
// castlings: each position is White's, and with the colours exchanged Black's. The
// other king credits nothing.
func TestCastleScore(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		want      bool
	}{
		{"no rook has moved", "4k3/4p3/8/8/8/8/8/R3K2R w KQ - 0 1", true},
		{"no rook has moved, the other side to move", "4k3/4p3/8/8/8/8/8/R3K2R b KQ - 0 1", true},
		{"no rights", "4k3/4p3/8/8/8/8/8/R3K2R w - - 0 1", false},
		{"the king's side only", "4k3/4p3/8/8/8/8/8/RN2K2R w KQ - 0 1", true},
		{"the right to the king's side only", "4k3/4p3/8/8/8/8/8/R3K1NR w K - 0 1", false},
		{"a knight on b1", "4k3/4p3/8/8/8/8/8/RN2K3 w Q - 0 1", false},
		{"in check", "4rk2/8/8/8/8/8/8/4K2R w K - 0 1", true},
		{"f1 attacked", "3k1r2/8/8/8/8/8/8/4K2R w K - 0 1", true},

		{"O-O", "4k3/4p3/8/8/8/8/8/5RK1 w - - 0 1", true},
		{"O-O, Kg1-h1, Rf1-g1", "4k3/4p3/8/8/8/8/8/6RK w - - 0 1", true},
		{"O-O, Kg1-g2, Rf1-h1", "4k3/4p3/8/8/8/8/6K1/7R w - - 0 1", true},
		{"O-O, Kg1-h2", "4k3/4p3/8/8/8/8/7K/5R2 w - - 0 1", true},
		{"O-O, Ra1-f1, Rf1-h1 by the third rank", "4k3/4p3/8/8/8/8/8/5RKR w - - 0 1", false},
		{"O-O, Kg1-f1", "4k3/4p3/8/8/8/8/8/4RK2 w - - 0 1", false},
		{"O-O, Kg1-f2", "4k3/4p3/8/8/8/8/5K2/5R2 w - - 0 1", false},
		{"O-O, Kg1-h2-h3", "4k3/4p3/8/8/8/7K/8/5R2 w - - 0 1", false},
		{"O-O, an enemy rook on h1", "4k3/4p3/8/8/8/8/8/5RKr w - - 0 1", true},

		{"O-O-O", "4k3/4p3/8/8/8/8/8/2KR4 w - - 0 1", true},
		{"O-O-O, Kc1-b1-a1, Rd1-b1", "4k3/4p3/8/8/8/8/8/KR6 w - - 0 1", true},
		{"O-O-O, Kc1-b2", "4k3/4p3/8/8/8/8/1K6/3R4 w - - 0 1", true},
		{"O-O-O, Kc1-b1-a2", "4k3/4p3/8/8/8/8/K7/3R4 w - - 0 1", true},
		{"O-O-O, Kc1-c2", "4k3/4p3/8/8/8/8/2K5/3R4 w - - 0 1", false},

		{"the king has walked to c1", "4k3/4p3/8/8/8/8/8/R1K5 w - - 0 1", false},
		{"the king has walked to c1, and the rook to b1", "4k3/4p3/8/8/8/8/8/1RK5 w - - 0 1", false},
		{"the king has walked to b1", "4k3/4p3/8/8/8/8/8/RK6 w - - 0 1", false},
		{"on the enemy's first rank", "6K1/8/8/8/8/8/8/4k3 w - - 0 1", false},

		{"Chess960: king and rook side by side", "4k3/4p3/8/8/8/8/8/5KR1 w K - 0 1", true},
		{"Chess960: the king is on g1 already", "4k3/4p3/8/8/8/8/8/6KR w K - 0 1", true},
		{"Chess960: a bishop where the rook goes", "4k3/4p3/8/8/8/8/8/5BKR w K - 0 1", false},
	} {
		p := chess.MustParseFEN(test.fen)
		for c, p := range []chess.Position{p, mirrored(p)} {
			c := chess.Color(c)
			want := map[cell]chess.Tapered{}
			if test.want {
				want[cell{c, p.King(c)}] = flat(90)
			}
			if diff := cmp.Diff(want, credits(t, chess.DefaultCastleScore(), &p)); diff != "" {
				t.Errorf("%s: %v (-want +got):\n%s", test.name, p, diff)
			}
		}
	}
}

func TestCoverage(t *testing.T) {
	f := chess.DefaultCoverage()
	plain := chess.Coverage{Values: f.Values}
	for _, test := range []struct {
		name     string
		coverage chess.Coverage
		fen      string
		sq       chess.Square
		loss     chess.Score
		ok       bool
	}{
		{"an empty square", f, chess.StartFEN, chess.E4, 0, false},
		{"no square", f, chess.StartFEN, chess.NoSquare, 0, false},
		{"not attacked", f, chess.StartFEN, chess.E2, 0, false},
		{"a king", f, "4k3/8/8/8/8/8/8/4RK2 b - - 0 1", chess.E8, 0, false},
		{"no defender", f, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", chess.D5, 100, true},

		{"|D| < |A|: 300 + 100 - 100", f, "4k3/8/2p5/3n4/4P3/2N5/8/4K3 w - - 0 1", chess.D5, 300, true},
		{"|D| < |A|: 100 + 100 - 300", f, "4k3/8/2p5/3p4/8/2N5/8/3QK3 w - - 0 1", chess.D5, -100, true},
		{"|D| = |A|: 500 + 0 - 300", f, "4k3/8/2p5/3r4/8/2N5/8/4K3 w - - 0 1", chess.D5, 200, true},
		{"|D| = |A|: 500 + 100 - 100 - 300", f, "4k3/8/2p2n2/3r4/4P3/2N5/8/4K3 w - - 0 1", chess.D5, 200, true},
		{"|D| > |A|: 300 + 0 - 100", f, "4k3/8/2p2n2/3n4/4P3/8/8/4K3 w - - 0 1", chess.D5, 200, true},
		{"|D| > |A|: 500 + 100 - 100 - 300", f, "3rk3/8/2p2n2/3r4/4P3/2N5/8/4K3 w - - 0 1", chess.D5, 200, true},

		{"a king cannot capture a defended piece", f, "7k/8/8/8/8/3p4/4p3/4K3 w - - 0 1", chess.E2, 0, false},
		{"a king captures last: 900 + 100 - 500", f, "7k/8/8/4R3/8/3p4/4q3/4K3 w - - 0 1", chess.E2, 500, true},
		{"a king comes too late: 900 + 0 - 500", f, "7k/8/8/4R3/8/3p2n1/4q3/4K3 w - - 0 1", chess.E2, 400, true},
		{"a king does not capture where the other king defends", f, "8/8/3k4/3p4/3K4/8/8/8 w - - 0 1", chess.D5, 0, false},
		{"a king defends: 900 + 0 - 500", f, "4k3/4q3/8/8/8/8/8/4R1K1 w - - 0 1", chess.E7, 400, true},
		{"a king cannot defend against two: 900", f, "4k3/4q3/8/8/8/B7/8/4R1K1 w - - 0 1", chess.E7, 900, true},

		{"x-ray: 100 + 500 - 500", f, "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", chess.D5, 100, true},
		{"no x-ray: 100 + 0 - 500", plain, "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", chess.D5, -400, true},
		{"a pinned attacker", f, "4r1k1/8/8/3p4/8/4N3/8/4K3 w - - 0 1", chess.D5, 0, false},
		{"a pinned attacker, if pins do not matter", plain, "4r1k1/8/8/3p4/8/4N3/8/4K3 w - - 0 1", chess.D5, 100, true},
		{"pinned, along the line", f, "4r1k1/8/8/8/8/4R3/8/4K3 w - - 0 1", chess.E8, 500, true},
		{"a pinned defender", f, "4k3/1p6/2n5/1B6/3p4/5N2/8/4K3 w - - 0 1", chess.D4, 100, true},
		{"no more than a million", chess.Coverage{Values: chess.PieceValues{chess.Pawn: 1 << 30}}, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", chess.D5, 1_000_000, true},
		{"no less than a million", chess.Coverage{Values: chess.PieceValues{chess.Queen: 1 << 30}}, "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", chess.D5, -1_000_000, true},
	} {
		p := chess.MustParseFEN(test.fen)
		if loss, ok := test.coverage.Loss(&p, test.sq); loss != test.loss || ok != test.ok {
			t.Errorf("%s: %v on %v is %v, %v, want %v, %v", test.name, p, test.sq, loss, ok, test.loss, test.ok)
		}
	}
}

// The feature credits the largest expected loss of the side that is not to move.
func TestCoverageIsTheLargestLoss(t *testing.T) {
	f := chess.DefaultCoverage()
	for _, p := range randomPositions(t) {
		them := p.Turn().Other()
		var want chess.Score
		for sq, piece := range p.Pieces() {
			if loss, ok := f.Loss(&p, sq); ok && piece.Color() == them {
				want = max(want, loss)
			}
		}
		got := chess.Score(0)
		for at, value := range credits(t, f, &p) {
			if loss, ok := f.Loss(&p, at.sq); !ok || value != flat(-loss) || at.c != them {
				t.Errorf("%v: %v on %v, where the loss is %v, %v", p, value, at.sq, loss, ok)
			}
			got = -value.MG
		}
		if got != want {
			t.Errorf("%v: the loss is %v, want %v", p, got, want)
		}
	}
}

// What Coverage and Exchange credit.
func TestLargestLoss(t *testing.T) {
	lost := func(sq chess.Square, n chess.Score) map[cell]chess.Tapered {
		return map[cell]chess.Tapered{black(sq): flat(-n)}
	}
	var tests []creditTest
	for _, f := range []chess.Feature{chess.DefaultCoverage(), chess.DefaultExchange()} {
		tests = append(tests, []creditTest{
			{"nothing attacked", f, chess.StartFEN, nil},
			{"the other side to move", f, "4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1", map[cell]chess.Tapered{white(chess.E4): flat(-100)}},
			{"capturing does not pay", f, "4k3/8/2p5/3p4/8/2N5/8/4K3 w - - 0 1", nil},
			{"the largest loss", f, "4k3/8/n6p/1P4P1/8/8/8/4K3 w - - 0 1", lost(chess.A6, 300)},
			{"of equal losses the first", f, "4k3/8/p6p/1P4P1/8/8/8/4K3 w - - 0 1", lost(chess.A6, 100)},
		}...)
	}
	f := chess.DefaultExchange()
	testCredits(t, append(tests, []creditTest{
		{"more defenders: 500 - 300, and no more", f, "4k3/8/2p2n2/3r4/8/2N5/8/3RK3 w - - 0 1", lost(chess.D5, 200)},
		{"in check", f, "4r1k1/8/8/3p4/8/2N5/8/4K3 w - - 0 1", nil},
		{"en passant", f, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", lost(chess.D5, 100)},
		{"a promotion", f, "3n4/4P2k/8/8/8/8/8/4K3 w - - 0 1", lost(chess.D8, 1100)},
		{"a promotion alone", f, "8/4P2k/8/8/8/8/8/4K3 w - - 0 1", nil},
		{"no more than a million", chess.Exchange{Values: chess.PieceValues{chess.Pawn: 1 << 30}}, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", lost(chess.D5, 1_000_000)},
	}...))
}

func TestMobility(t *testing.T) {
	f, triple := chess.DefaultMobility(), chess.DefaultMobility()
	triple.Factor = 300
	for _, test := range []struct {
		name string
		f    chess.Mobility
		fen  string
		want [2]chess.Tapered
	}{
		{"the start position", f, chess.StartFEN, [2]chess.Tapered{flat(2000), flat(2000)}},
		{"a capture for each", f, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", [2]chess.Tapered{flat(900), flat(900)}},
		{"captures count three times", triple, "4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1", [2]chess.Tapered{flat(1300), flat(1300)}},
		{"White in check: 4; Black 17, one of them the king", f, "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1", [2]chess.Tapered{flat(400), flat(2600)}},
		{"en passant: 8 and a pawn; 7", f, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", [2]chess.Tapered{flat(900), flat(600)}},
		{"a promotion: 4 and the king's 5", f, "7k/P7/8/8/8/8/8/4K3 w - - 0 1", [2]chess.Tapered{flat(900), flat(300)}},
	} {
		p := chess.MustParseFEN(test.fen)
		x := evaluatorOf(t, chess.Terms(test.f)...).Explain(&p).Features[0]
		if diff := cmp.Diff(test.want, [2]chess.Tapered{x.White, x.Black}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestThreeCheckFeatures(t *testing.T) {
	checks := &chess.RemainingChecks{Value: [4]chess.Tapered{flat(1000), flat(100), flat(10), flat(1)}}
	exposure := chess.KingExposure{Line: chess.Tapered{MG: -1, EG: 0}, Knight: chess.Tapered{MG: 0, EG: -1}}
	testCredits(t, []creditTest{
		{"White needs three, Black one", checks, "4k3/8/8/8/8/8/8/4K3 w - - 3+1 0 1", map[cell]chess.Tapered{white(chess.E1): flat(1), black(chess.E8): flat(100)}},
		{"White has won", checks, "4k3/8/8/8/8/8/8/4K3 b - - 0+2 0 1", map[cell]chess.Tapered{white(chess.E1): flat(1000), black(chess.E8): flat(10)}},
		{"ordinary chess", checks, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", nil},
		{"a king in the open, one at home", exposure, "rnbqkbnr/pppppppp/8/8/8/8/8/4K3 w kq - 0 1",
			map[cell]chess.Tapered{white(chess.E1): {MG: -19, EG: -4}, black(chess.E8): {EG: -2}}},
	})
}

// TestBoardValue compares the parts of the board value system, White's minus
// Black's, with those computed by hand from its rules.
func TestBoardValue(t *testing.T) {
	type parts struct{ Material, PieceSquare, Castle, Check, Coverage chess.Score }
	for _, test := range []struct {
		name, fen string
		want      parts
	}{
		{"the start position", chess.StartFEN, parts{}},
		// Each has a knight at home, -40, and one out, 10. Only White has no piece between king and rook.
		{"White may castle", "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", parts{Castle: 90}},
		// Black has another knight out, 50 more; White's king went from e1, 0, to g1, 30.
		// White has castled, Black still can. No piece defends e4.
		{"White has castled", "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4",
			parts{PieceSquare: -20, Coverage: -100}},
		// From e2, -20, to e4, 20; from d1, -5, to h5, -5; from f7, 10, to f5, 0.
		{"a check", "rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2",
			parts{PieceSquare: 50, Check: 90, Coverage: -100}},
		// Three pawns and a rook; a2 5, b2 10, c2 10.
		{"a rook and three pawns more", "4k3/8/8/8/8/8/PPP5/R3K3 w Q - 0 1", parts{Material: 800, PieceSquare: 25, Castle: 90}},
		// Rook on d8 5, king on c8 10, as after castling; White is in check.
		{"Black has castled and checks", "2kr4/8/8/8/8/8/8/3K4 w - - 0 1", parts{Material: -500, PieceSquare: -15, Castle: -90, Check: -90}},
		// Pawn on b5 5, knights on d5 20 and on a6 -30; the latter is lost to the pawn.
		{"a piece is lost", "4k3/8/n7/1P1N4/8/8/8/4K3 w - - 0 1", parts{Material: 100, PieceSquare: 5 + 20 + 30, Coverage: 300}},
	} {
		p := chess.MustParseFEN(test.fen)
		var got [5]chess.Score
		for i, f := range chess.NewBoardValue().Explain(&p).Features {
			got[i] = f.Score
		}
		if diff := cmp.Diff(test.want, parts{got[0], got[1], got[2], got[3], got[4]}); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", test.name, test.fen, diff)
		}
	}
}

// TestSystems compares the systems' evaluations with sums worked out by hand.
func TestSystems(t *testing.T) {
	for _, test := range []struct {
		name string
		e    chess.Evaluator
		fen  string
		want chess.Score // from the point of view of the side to move
	}{
		// A pawn 100 and 7 moves against 5.
		{"material and mobility", chess.NewMaterialMobility(), "4k3/8/8/8/8/8/4P3/3K4 b - - 0 1", -100 - 600 + 500},
		// A queen 900. It has 26 moves, its king 3, and the other king, which cannot go to a7, 2.
		{"a queen", chess.NewMaterialMobility(), "k7/8/8/8/3Q4/8/8/K7 w - - 0 1", 900 + 100*(26+3-2)},
		// A rook 500. In line with White's king are 19 squares, with Black's 20, and 4 a
		// knight's move away from each: 12 in the middlegame, 5 in the endgame, at phase 2.
		{"three-check", chess.NewThreeCheck(), "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", 500 + (2*12+22*5)/24},
		{"three-check, a check given", chess.NewThreeCheck(), "4k3/8/8/8/8/8/8/4K3 b - - 2+3 0 1", -140},
	} {
		p := chess.MustParseFEN(test.fen)
		if got := test.e.Evaluate(&p); got != test.want {
			t.Errorf("%s: %s = %d, want %d", test.name, test.fen, got, test.want)
		}
	}
}

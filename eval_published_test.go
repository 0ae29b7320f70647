package chess_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// flat returns a value that is the same in middlegame and endgame.
func flat(n chess.Score) chess.Tapered { return chess.Tapered{MG: n, EG: n} }

func TestCastleScore(t *testing.T) {
	f := chess.DefaultCastleScore()
	testCredits(t, []creditTest{
		{"no move played", f, chess.StartFEN, nil},
		{"both can castle", f, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", map[cell]chess.Tapered{white(chess.E1): flat(90), black(chess.E8): flat(90)}},
		{"without rights", f, "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", nil},
		{"one can, one has castled", f, "r3k2r/8/8/8/8/8/8/5RK1 b k - 0 1", map[cell]chess.Tapered{white(chess.G1): flat(90), black(chess.E8): flat(90)}},
	})
}

// TestCastleScoreSquares checks the squares of king and rook around the four
// castlings: each position is White's, and with the colours exchanged Black's. The
// other king credits nothing.
func TestCastleScoreSquares(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		want      bool
	}{
		{"no rook has moved", "4k3/4p3/8/8/8/8/8/R3K2R w KQ - 0 1", true},
		{"no rook has moved, the other side to move", "4k3/4p3/8/8/8/8/8/R3K2R b KQ - 0 1", true},
		{"no rights", "4k3/4p3/8/8/8/8/8/R3K2R w - - 0 1", false},
		{"the king's side only", "4k3/4p3/8/8/8/8/8/RN2K2R w KQ - 0 1", true},
		{"the right to the king's side only", "4k3/4p3/8/8/8/8/8/R3K1NR w K - 0 1", false},
		{"the queen's side only", "4k3/4p3/8/8/8/8/8/R3K1NR w KQ - 0 1", true},
		{"a knight on b1", "4k3/4p3/8/8/8/8/8/RN2K3 w Q - 0 1", false},
		{"a bishop of the enemy on c1", "4k3/4p3/8/8/8/8/8/R1b1K3 w Q - 0 1", false},
		{"the queen on d1", "4k3/4p3/8/8/8/8/8/R2QK3 w Q - 0 1", false},
		{"a bishop on f1", "4k3/4p3/8/8/8/8/8/4KB1R w K - 0 1", false},
		{"in check", "4rk2/8/8/8/8/8/8/4K2R w K - 0 1", true},
		{"f1 attacked", "3k1r2/8/8/8/8/8/8/4K2R w K - 0 1", true},

		{"O-O", "4k3/4p3/8/8/8/8/8/5RK1 w - - 0 1", true},
		{"O-O, Rf1-e1", "4k3/4p3/8/8/8/8/8/4R1K1 w - - 0 1", true},
		{"O-O, Rf1-f3-h3", "4k3/4p3/8/8/8/7R/8/6K1 w - - 0 1", true},
		{"O-O, the rook has been exchanged", "4k3/4p3/8/8/8/8/8/6K1 w - - 0 1", true},
		{"O-O, Kg1-h1", "4k3/4p3/8/8/8/8/8/5R1K w - - 0 1", true},
		{"O-O, Kg1-h1, Rf1-g1", "4k3/4p3/8/8/8/8/8/6RK w - - 0 1", true},
		{"O-O, Kg1-g2", "4k3/4p3/8/8/8/8/6K1/5R2 w - - 0 1", true},
		{"O-O, Kg1-g2, Rf1-h1", "4k3/4p3/8/8/8/8/6K1/7R w - - 0 1", true},
		{"O-O, Kg1-h2", "4k3/4p3/8/8/8/8/7K/5R2 w - - 0 1", true},
		{"O-O, Ra1-f1, Rf1-h1 by the third rank", "4k3/4p3/8/8/8/8/8/5RKR w - - 0 1", false},
		{"O-O, Kg1-f1", "4k3/4p3/8/8/8/8/8/4RK2 w - - 0 1", false},
		{"O-O, Kg1-f2", "4k3/4p3/8/8/8/8/5K2/5R2 w - - 0 1", false},
		{"O-O, Kg1-h2-h3", "4k3/4p3/8/8/8/7K/8/5R2 w - - 0 1", false},
		{"O-O, an enemy rook on h1", "4k3/4p3/8/8/8/8/8/5RKr w - - 0 1", true},
		{"O-O, a bishop on h1", "4k3/4p3/8/8/8/8/8/5RKB w - - 0 1", true},

		{"O-O-O", "4k3/4p3/8/8/8/8/8/2KR4 w - - 0 1", true},
		{"O-O-O, Rd1-e1", "4k3/4p3/8/8/8/8/8/2K1R3 w - - 0 1", true},
		{"O-O-O, Kc1-b1", "4k3/4p3/8/8/8/8/8/1K1R4 w - - 0 1", true},
		{"O-O-O, Kc1-b1, Rd1-c1", "4k3/4p3/8/8/8/8/8/1KR5 w - - 0 1", true},
		{"O-O-O, Kc1-b1-a1", "4k3/4p3/8/8/8/8/8/K2R4 w - - 0 1", true},
		{"O-O-O, Kc1-b1-a1, Rd1-b1", "4k3/4p3/8/8/8/8/8/KR6 w - - 0 1", true},
		{"O-O-O, Kc1-b2", "4k3/4p3/8/8/8/8/1K6/3R4 w - - 0 1", true},
		{"O-O-O, Kc1-b1-a2", "4k3/4p3/8/8/8/8/K7/3R4 w - - 0 1", true},
		{"O-O-O, Kc1-c2", "4k3/4p3/8/8/8/8/2K5/3R4 w - - 0 1", false},
		{"O-O-O, Kc1-d2", "4k3/4p3/8/8/8/8/3K4/3R4 w - - 0 1", false},
		{"O-O-O, with the other rook still on h1", "4k3/4p3/8/8/8/8/8/2KR3R w - - 0 1", true},

		{"the king has walked to f1", "4k3/4p3/8/8/8/8/8/5K1R w - - 0 1", false},
		{"the king has walked to g1", "4k3/4p3/8/8/8/8/8/6KR w - - 0 1", false},
		{"the king has walked to g1, and the rook is out", "4k3/4p3/8/8/7R/8/8/6K1 w - - 0 1", true},
		{"the king has walked to d1", "4k3/4p3/8/8/8/8/8/R2K4 w - - 0 1", false},
		{"the king has walked to c1", "4k3/4p3/8/8/8/8/8/R1K5 w - - 0 1", false},
		{"the king has walked to c1, and the rook to b1", "4k3/4p3/8/8/8/8/8/1RK5 w - - 0 1", false},
		{"the king has walked to b1", "4k3/4p3/8/8/8/8/8/RK6 w - - 0 1", false},
		{"on the enemy's first rank", "6K1/8/8/8/8/8/8/4k3 w - - 0 1", false},

		{"Chess960: king and rook side by side", "4k3/4p3/8/8/8/8/8/5KR1 w K - 0 1", true},
		{"Chess960: the king is on g1 already", "4k3/4p3/8/8/8/8/8/6KR w K - 0 1", true},
		{"Chess960: a bishop where the rook goes", "4k3/4p3/8/8/8/8/8/5BKR w K - 0 1", false},
		{"Chess960: a knight where the king goes", "4k3/4p3/8/8/8/8/8/RKN5 w Q - 0 1", false},
		{"Chess960: the king passes the other rook", "4k3/4p3/8/8/8/8/8/RKR5 w K - 0 1", true},
		{"Chess960: Kg1 Rh1 without the right", "4k3/4p3/8/8/8/8/8/1R3BKR w Q - 0 1", false},
		{"Chess960: the start, all pieces at home", "4k3/4p3/8/8/8/8/PPPPPPPP/BRKNNQRB w KQ - 0 1", false},
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

// Whoever may castle has the castle score, before and after it, whatever the variant.
func TestCastleScoreOfCastling(t *testing.T) {
	f := chess.DefaultCastleScore()
	castlings := 0
	check := func(c chess.Color, p chess.Position) {
		if credits(t, f, &p)[cell{c, p.King(c)}] != flat(90) {
			t.Errorf("%v: %v has no castle score", p, c)
		}
	}
	for _, p := range randomPositions(t) {
		for _, m := range p.AppendMoves(nil) {
			if p.IsCastling(m) {
				castlings++
				check(p.Turn(), p)
				check(p.Turn(), p.After(m))
			}
		}
	}
	if castlings < 20 {
		t.Errorf("only %d castlings", castlings)
	}
}

// The castle score does not keep king and rook where castling puts them: of the sides
// that castle, at least two thirds as many move one of them within ten moves as
// without it, in games of a player of the board value system with itself.
func TestCastleScoreLeavesThemFree(t *testing.T) {
	t.Parallel()
	file, err := os.Open("testdata/openings.epd")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	openings, err := chess.ReadOpenings(file, 0)
	if err != nil {
		t.Fatal(err)
	}
	var castled, moved [2]int // without the feature, and with it
	for with, weight := range []string{"0", "100"} {
		terms, err := chess.SetWeight(chess.NewBoardValue().Terms(), "castle score", weight)
		if err != nil {
			t.Fatal(err)
		}
		s := chess.NewAlphaBeta(evaluatorOf(t, terms...), func(o *chess.AlphaBetaOptions) { *o = chess.AlphaBetaOptions{Hash: 1} })
		for _, g := range openings[:50] {
			s.Forget()
			c, m := castlings(t, s, new(*g))
			castled[with] += c
			moved[with] += m
		}
	}
	t.Logf("of %d sides that castled %d moved, of %d with the feature %d", castled[0], moved[0], castled[1], moved[1])
	if castled[0] < 50 || castled[1] < 50 {
		t.Error("too few sides castled")
	}
	if 3*moved[1]*castled[0] < 2*moved[0]*castled[1] {
		t.Error("with the feature too few moved king or rook")
	}
}

// castlings lets s play both sides, two plies deep, and returns how many sides castled
// by the thirtieth ply, and how many of them moved the king or that rook by one of
// their next ten moves.
func castlings(t *testing.T, s chess.Searcher, g *chess.Game) (castled, moved int) {
	t.Helper()
	type stay struct {
		king, rook chess.Square
		until      int // the last ply that counts; 0 if the side has not castled
	}
	var stays [2]stay
	for ply := 1; ply <= max(30, stays[0].until, stays[1].until) && !g.Outcome().Over(); ply++ {
		r, err := s.Search(t.Context(), g, chess.Limits{Depth: 2})
		if err != nil {
			t.Fatal(err)
		}
		p := g.Position()
		at := &stays[p.Turn()]
		switch from := r.Move.From(); {
		case p.IsCastling(r.Move) && ply <= 30:
			castled++
			to := r.Move.To()
			*at = stay{to, to - 1, ply + 20}
			if to.File() < 4 {
				at.rook = to + 1
			}
		case ply <= at.until && (from == at.king || from == at.rook):
			moved++
			at.until = 0
		}
		if err := g.Play(r.Move); err != nil {
			t.Fatal(err)
		}
	}
	return castled, moved
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
		{"no defender", f, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", lost(chess.D5, 100)},
		{"the other side to move", f, "4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1", map[cell]chess.Tapered{white(chess.E4): flat(-100)}},
		{"fewer defenders: 300 + 100 - 100", f, "4k3/8/2p5/3n4/4P3/2N5/8/4K3 w - - 0 1", lost(chess.D5, 300)},
		{"two defenders against three: 500 + 400 - 400", f, "4k3/8/2p2n2/3r4/4P3/2N5/8/3RK3 w - - 0 1", lost(chess.D5, 500)},
		{"as many defenders: 500 + 0 - 300", f, "4k3/8/2p5/3r4/8/2N5/8/4K3 w - - 0 1", lost(chess.D5, 200)},
		{"two defenders against two: 500 + 100 - 400", f, "4k3/8/2p2n2/3r4/4P3/2N5/8/4K3 w - - 0 1", lost(chess.D5, 200)},
		{"more defenders: 300 + 0 - 100", f, "4k3/8/2p2n2/3n4/4P3/8/8/4K3 w - - 0 1", lost(chess.D5, 200)},
		{"three defenders against two: 500 + 100 - 400", f, "3rk3/8/2p2n2/3r4/4P3/2N5/8/4K3 w - - 0 1", lost(chess.D5, 200)},
		{"no loss", f, "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", nil},
		{"the largest loss", f, "4k3/8/n6p/1P4P1/8/8/8/4K3 w - - 0 1", lost(chess.A6, 300)},
		{"of equal losses the first", f, "4k3/8/p6p/1P4P1/8/8/8/4K3 w - - 0 1", lost(chess.A6, 100)},
		{"a king captures an undefended piece", f, "7k/8/8/8/8/8/4p3/4K3 w - - 0 1", lost(chess.E2, 100)},
		{"a king cannot capture a defended piece", f, "7k/8/8/8/8/3p4/4p3/4K3 w - - 0 1", nil},
		{"a king captures last: 900 + 100 - 500", f, "7k/8/8/4R3/8/3p4/4q3/4K3 w - - 0 1", lost(chess.E2, 500)},
		{"a king comes too late: 900 + 0 - 500", f, "7k/8/8/4R3/8/3p2n1/4q3/4K3 w - - 0 1", lost(chess.E2, 400)},
		{"a king does not capture where the other king defends", f, "8/8/3k4/3p4/3K4/8/8/8 w - - 0 1", nil},
		{"a king defends: 900 + 0 - 500", f, "4k3/4q3/8/8/8/8/8/4R1K1 w - - 0 1", lost(chess.E7, 400)},
		{"a king cannot defend against two: 900", f, "4k3/4q3/8/8/8/B7/8/4R1K1 w - - 0 1", lost(chess.E7, 900)},
		{"x-ray: 100 + 500 - 500", f, "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", lost(chess.D5, 100)},
		{"no x-ray: 100 + 0 - 500", plain, "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", nil},
		{"x-ray of a defender: 500 + 500 - 600", f, "3rk3/3r4/8/3r4/5N2/2N5/8/4K3 w - - 0 1", lost(chess.D5, 400)},
		{"no x-ray of a defender: 500 + 500 - 300", plain, "3rk3/3r4/8/3r4/5N2/2N5/8/4K3 w - - 0 1", lost(chess.D5, 700)},
		{"a pinned attacker", f, "4r1k1/8/8/3p4/8/4N3/8/4K3 w - - 0 1", nil},
		{"a pinned attacker, if pins do not matter", plain, "4r1k1/8/8/3p4/8/4N3/8/4K3 w - - 0 1", lost(chess.D5, 100)},
		{"pinned, along the line", f, "4r1k1/8/8/8/8/4R3/8/4K3 w - - 0 1", lost(chess.E8, 500)},
		{"a pinned defender", f, "4k3/1p6/2n5/1B6/3p4/5N2/8/4K3 w - - 0 1", lost(chess.D4, 100)},
		{"a pinned defender, if pins do not matter", plain, "4k3/1p6/2n5/1B6/3p4/5N2/8/4K3 w - - 0 1", nil},
	})
}

// TestCoverageLoss checks the expected loss of one piece, positive or negative, for
// both sides to move, and for both colours.
func TestCoverageLoss(t *testing.T) {
	type loss struct {
		Loss chess.Score
		OK   bool
	}
	f := chess.DefaultCoverage()
	plain := chess.Coverage{Values: f.Values}
	for _, test := range []struct {
		name     string
		coverage chess.Coverage
		fen      string
		sq       chess.Square
		want     loss
	}{
		{"an empty square", f, chess.StartFEN, chess.E4, loss{}},
		{"no square", f, chess.StartFEN, chess.NoSquare, loss{}},
		{"not attacked", f, chess.StartFEN, chess.E2, loss{}},
		{"a king", f, "4k3/8/8/8/8/8/8/4RK2 b - - 0 1", chess.E8, loss{}},
		{"no defender", f, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", chess.D5, loss{100, true}},
		{"its attacker is attacked too", f, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", chess.E4, loss{100, true}},

		{"|D| < |A|: 300 + 100 - 100", f, "4k3/8/2p5/3n4/4P3/2N5/8/4K3 w - - 0 1", chess.D5, loss{300, true}},
		{"|D| < |A|: 100 + 0 for the queen", f, "4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1", chess.D5, loss{100, true}},
		{"|D| < |A|: 100 + 100 - 300", f, "4k3/8/2p5/3p4/8/2N5/8/3QK3 w - - 0 1", chess.D5, loss{-100, true}},
		{"|D| = |A|: 500 + 0 - 300", f, "4k3/8/2p5/3r4/8/2N5/8/4K3 w - - 0 1", chess.D5, loss{200, true}},
		{"|D| = |A|: 500 + 100 - 100 - 300", f, "4k3/8/2p2n2/3r4/4P3/2N5/8/4K3 w - - 0 1", chess.D5, loss{200, true}},
		{"|D| = |A|: 100 + 0 - 900", f, "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", chess.D5, loss{-800, true}},
		{"|D| > |A|: 300 + 0 - 100", f, "4k3/8/2p2n2/3n4/4P3/8/8/4K3 w - - 0 1", chess.D5, loss{200, true}},
		{"|D| > |A|: 500 + 100 - 100 - 300", f, "3rk3/8/2p2n2/3r4/4P3/2N5/8/4K3 w - - 0 1", chess.D5, loss{200, true}},
		{"|D| > |A|: 100 + 0 - 500", f, "4k3/8/2p1p3/3p4/8/8/8/3RK3 w - - 0 1", chess.D5, loss{-400, true}},

		{"a king cannot capture a defended piece", f, "7k/8/8/8/8/3p4/4p3/4K3 w - - 0 1", chess.E2, loss{}},
		{"a king captures last: 900 + 100 - 500", f, "7k/8/8/4R3/8/3p4/4q3/4K3 w - - 0 1", chess.E2, loss{500, true}},
		{"no x-ray: 100 + 0 - 500", plain, "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", chess.D5, loss{-400, true}},
		{"a pinned attacker", f, "4r1k1/8/8/3p4/8/4N3/8/4K3 w - - 0 1", chess.D5, loss{}},
		{"a pinned attacker, if pins do not matter", plain, "4r1k1/8/8/3p4/8/4N3/8/4K3 w - - 0 1", chess.D5, loss{100, true}},
		{"no more than a million", chess.Coverage{Values: chess.PieceValues{chess.Pawn: 1 << 30}}, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", chess.D5, loss{1_000_000, true}},
		{"no less than a million", chess.Coverage{Values: chess.PieceValues{chess.Queen: 1 << 30}}, "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", chess.D5, loss{-1_000_000, true}},
	} {
		p := chess.MustParseFEN(test.fen)
		m, flip := mirrored(p), chess.A8
		if test.sq == chess.NoSquare {
			flip = 0
		}
		var got, gotMirrored, gotPassed loss
		got.Loss, got.OK = test.coverage.Loss(&p, test.sq)
		gotMirrored.Loss, gotMirrored.OK = test.coverage.Loss(&m, test.sq^flip)
		passed := p.After(0)
		gotPassed.Loss, gotPassed.OK = test.coverage.Loss(&passed, test.sq)
		for _, got := range []loss{got, gotMirrored, gotPassed} {
			if got != test.want {
				t.Errorf("%s: %v on %v is %v, mirrored %v, after a null move %v, want %v", test.name, p, test.sq, got, gotMirrored, gotPassed, test.want)
			}
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

func TestExchange(t *testing.T) {
	f := chess.DefaultExchange()
	lost := func(sq chess.Square, n chess.Score) map[cell]chess.Tapered {
		return map[cell]chess.Tapered{black(sq): flat(-n)}
	}
	testCredits(t, []creditTest{
		{"nothing attacked", f, chess.StartFEN, nil},
		{"no defender", f, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", lost(chess.D5, 100)},
		{"fewer defenders", f, "4k3/8/2p5/3n4/4P3/2N5/8/4K3 w - - 0 1", lost(chess.D5, 300)},
		{"as many defenders: 500 - 300", f, "4k3/8/2p5/3r4/8/2N5/8/4K3 w - - 0 1", lost(chess.D5, 200)},
		{"more defenders: 500 - 300, and no more", f, "4k3/8/2p2n2/3r4/8/2N5/8/3RK3 w - - 0 1", lost(chess.D5, 200)},
		{"recapturing does not pay", f, "4k3/8/2p5/3r4/4P3/2N5/8/4K3 w - - 0 1", lost(chess.D5, 500)},
		{"capturing does not pay", f, "4k3/8/2p5/3p4/8/2N5/8/4K3 w - - 0 1", nil},
		{"the largest loss", f, "4k3/8/n6p/1P4P1/8/8/8/4K3 w - - 0 1", lost(chess.A6, 300)},
		{"of equal losses the first", f, "4k3/8/p6p/1P4P1/8/8/8/4K3 w - - 0 1", lost(chess.A6, 100)},
		{"a king captures an undefended piece", f, "7k/8/8/8/8/8/4p3/4K3 w - - 0 1", lost(chess.E2, 100)},
		{"a king cannot capture a defended piece", f, "7k/8/8/8/8/3p4/4p3/4K3 w - - 0 1", nil},
		{"a king cannot recapture against two", f, "4k3/4q3/8/8/8/B7/8/4R1K1 w - - 0 1", lost(chess.E7, 900)},
		{"x-ray: 100 - 500 + 500", f, "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", lost(chess.D5, 100)},
		{"no x-ray: 100 - 500", f, "3rk3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", nil},
		{"x-ray of a defender: 300 - 300 + 500 - 300", f, "3rk3/3r4/8/3n4/5N2/2N5/8/4K3 w - - 0 1", lost(chess.D5, 200)},
		{"no x-ray of a defender: 300", f, "4k3/3r4/8/3n4/5N2/2N5/8/4K3 w - - 0 1", lost(chess.D5, 300)},
		{"a pinned attacker", f, "4r1k1/8/8/3p4/8/4N3/8/4K3 w - - 0 1", nil},
		{"pinned, along the line", f, "4r1k1/8/8/8/8/4R3/8/4K3 w - - 0 1", lost(chess.E8, 500)},
		{"a pinned defender defends all the same", f, "4k3/1p6/2n5/1B6/3p4/5N2/8/4K3 w - - 0 1", nil},
		{"in check", f, "4r1k1/8/8/3p4/8/2N5/8/4K3 w - - 0 1", nil},
		{"not in check", f, "4r1k1/8/8/3p4/8/2N5/8/3K4 w - - 0 1", lost(chess.D5, 100)},
		{"en passant", f, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", lost(chess.D5, 100)},
		{"a promotion", f, "3n4/4P2k/8/8/8/8/8/4K3 w - - 0 1", lost(chess.D8, 1100)},
		{"no more than a million", chess.Exchange{Values: chess.PieceValues{chess.Pawn: 1 << 30}}, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", lost(chess.D5, 1_000_000)},
	})
}

func TestMobility(t *testing.T) {
	sums := func(f chess.Mobility, fen string) [2]chess.Tapered {
		p := chess.MustParseFEN(fen)
		x := evaluatorOf(t, chess.Terms(f)...).Explain(&p).Features[0]
		return [2]chess.Tapered{x.White, x.Black}
	}
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
		if diff := cmp.Diff(test.want, sums(test.f, test.fen)); diff != "" {
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
		e := chess.NewBoardValue()
		var got [5]chess.Score
		for i, f := range e.Explain(&p).Features {
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
		{"board value at the start", chess.NewBoardValue(), chess.StartFEN, 0},
		// A rook 500, and on a1 0; White can castle: 90.
		{"board value", chess.NewBoardValue(), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 590},
		// A rook 500, squares 15, Black in check -90, and it is Black's point of view.
		{"board value in check", chess.NewBoardValue(), "4k3/8/8/8/8/8/8/4RK2 b - - 0 1", -515 - 90},
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
			t.Log(test.e.(*chess.FeatureEvaluator).Explain(&p))
		}
	}
}

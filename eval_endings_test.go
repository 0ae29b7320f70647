package chess_test

import (
	"testing"

	"github.com/seed-0971039b/chess"
)

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

package chess

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

func TestDescribe(t *testing.T) {
	for _, tt := range []struct{ fen, want string }{
		{StartFEN, "White: king e1, queen d1, rooks a1 and h1, bishops c1 and f1, knights b1 and g1, " +
			"pawns a2, b2, c2, d2, e2, f2, g2 and h2. " +
			"Black: king e8, queen d8, rooks a8 and h8, bishops c8 and f8, knights b8 and g8, " +
			"pawns a7, b7, c7, d7, e7, f7, g7 and h7. " +
			"White to move. White may castle kingside and queenside. Black may castle kingside and queenside."},
		{"4k3/8/8/8/8/4p3/P2P4/R3K2q w Q - 3 20",
			"White: king e1, rook a1, pawns a2 and d2. Black: king e8, queen h1, pawn e3. " +
				"White to move. White is in check. White may castle queenside."},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
			"White: king e1, pawn e5. Black: king e8, pawn d5. White to move. White may capture en passant on d6."},
		{"r3k3/8/8/8/8/8/8/4K3 b q - 1+3 0 9",
			"White: king e1. Black: king e8, rook a8. Black to move. Black may castle queenside. Checks to give: White 1, Black 3."},
		{"4k3/8/8/8/8/8/P7/R3K3[QPPn] w Q - 0 9 variant crazyhouse;",
			"White: king e1, rook a1, pawn a2, in hand 1 queen, 2 pawns. Black: king e8, in hand 1 knight. " +
				"White to move. White may castle queenside. Variant: Crazyhouse."},
		{"4k3/8/8/8/8/8/P7/8 w - - 0 9 variant horde;",
			"White: pawn a2. Black: king e8. White to move. Variant: Horde."},
		{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
			"White: king g6, queen g7. Black: king h8. Black to move. White wins by checkmate."},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
			"White: king g6, queen f7. Black: king h8. Black to move. A draw by stalemate."},
		{"7k/8/6K1/8/8/8/8/8 w - - 0 1",
			"White: king g6. Black: king h8. White to move. A draw by insufficient material."},
	} {
		p := MustParseFEN(tt.fen)
		if got := p.Describe(); got != tt.want {
			t.Errorf("%s is\n%s, want\n%s", tt.fen, got, tt.want)
		}
	}
	for i := range 1 << 16 { // nothing panics on the zero Position
		m := Move(i)
		if got := (Position{}).DescribeMove(m); m != 0 && got != "White: "+m.String() || (Position{}).SANLine(m) != "" {
			t.Fatalf("%#x on an empty board is %q", i, got)
		}
	}
	if got := (Position{}).Describe(); got != "An empty board." {
		t.Errorf("the zero Position is %q", got)
	}
}

func TestDescribeMove(t *testing.T) {
	for _, tt := range []struct{ fen, move, want string }{
		{StartFEN, "e4", "White: pawn to e4"},
		{StartFEN, "Nf3", "White: knight to f3"},
		{StartFEN, "--", "White passes"},
		{"4k3/8/8/4p3/8/3N3N/8/4K3 w - - 0 1", "Nxe5", "White: knight takes pawn on e5"},
		{"4k3/8/8/4p3/8/3N1N2/8/4K3 w - - 0 1", "Ndxe5", "White: knight from d3 takes pawn on e5"},
		{"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "Ne2", "White: knight to e2"}, // the other one is pinned
		{"4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Nge2", "White: knight from g1 to e2"},
		{"4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "exd5", "White: pawn from e4 takes pawn on d5"},
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", "White: pawn takes pawn on d5"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6", "White: pawn takes pawn en passant on d6"},
		{"4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2", "cxd6", "White: pawn from c5 takes pawn en passant on d6"},
		{"7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=R", "White: pawn to a8, becomes a rook, check"},
		{"4k3/8/8/8/8/8/p7/1N2K3 b - - 0 1", "axb1=N", "Black: pawn takes knight on b1, becomes a knight, draw by insufficient material"},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "White castles kingside"},
		{"r3k3/8/8/8/8/8/8/3K4 b q - 0 1", "O-O-O", "Black castles queenside, check"},
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8", "White: rook to a8, checkmate"},
		{"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7", "White: queen to f7, stalemate"},
		{"4k3/8/8/8/8/8/8/R3K3 w - - 149 100", "Ra8", "White: rook to a8, check, draw by seventy-five moves"},
		{"4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "Ra8", "White: rook to a8, check, three checks"},
	} {
		p := MustParseFEN(tt.fen)
		var m Move
		if tt.move != "--" {
			m = line(t, p, tt.move)[0]
		}
		if bare, err := ParseUCI(m.String()); err != nil || p.DescribeMove(bare) != tt.want {
			t.Errorf("%s, read from text alone, is %q, %v, want %q", tt.move, p.DescribeMove(bare), err, tt.want)
		}
		if got := p.DescribeMove(m); got != tt.want {
			t.Errorf("%s is %q, want %q", tt.move, got, tt.want)
		}
	}
}

// TestDescribeMoveUnique checks that the moves of a position differ in words, and that
// illegal moves are written as in UCI.
func TestDescribeMoveUnique(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, chesstest.Seed()))
	randomGames(20, func(p Position, moves []Move) {
		described := map[string]Move{}
		for _, m := range moves {
			words := p.DescribeMove(m)
			if other, ok := described[words]; ok {
				t.Fatalf("%s: %v and %v are both %q", p, m, other, words)
			}
			described[words] = m
		}
		if m := Move(rng.Uint32()); !p.Legal(m) && !strings.HasSuffix(p.DescribeMove(m), ": "+p.UCI(m)) {
			t.Fatalf("%s: the illegal move %#x is %q", p, uint32(m), p.DescribeMove(m))
		}
	})
}

package chess

import (
	"testing"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

func TestUnreachable(t *testing.T) {
	for _, tt := range []struct {
		name, fen string
		want      problemSet
	}{
		{"start", StartFEN, 0},
		{"kiwipete", perftTests[1].fen, 0},
		{"nine pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 9", tooManyPromoted},
		{"ten knights", "8/8/8/7k/8/8/NNNNN3/KNNNNN2 w - - 0 99", 0},
		{"eleven knights", "8/8/8/7k/8/8/NNNNNN2/KNNNNN2 w - - 0 99", tooManyPromoted},
		{"two queens and eight pawns", "4k3/8/8/8/8/8/PPPPPPPP/3QKQ2 w - - 0 9", tooManyPromoted},
		{"three rooks and seven pawns", "4k3/8/8/8/8/8/1PPPPPPP/R1R1K2R w - - 0 9", 0},
		{"two bishops on one colour and eight pawns", "4k3/8/8/8/8/4B3/PPPPPPPP/2B1K3 w - - 0 9", tooManyPromoted},
		{"two bishops on two colours and eight pawns", "4k3/8/8/8/8/8/PPPPPPPP/2B1KB2 w - - 0 9", 0},
		{"many black knights", "nnnnk3/pppppppp/8/8/8/8/8/4K3 w - - 0 9", tooManyPromoted},
		{"doubled pawns, nothing missing", "rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 9", tooManyCaptures},
		{"doubled pawns, one piece missing", "rnbqkbnr/ppppppp1/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 9", 0},
		{"a pawn too many files away for its rank", "4k3/8/8/8/8/P7/P1PPPPP1/4K3 w - - 0 9", 0},
		{"pawns too many files away for their ranks", "4k3/8/8/8/P7/P7/P7/4K3 w - - 0 9", 0},
		{"pawns that cannot have got there", "4k3/8/8/8/8/PP6/PP6/4K3 w - - 0 9", tooManyCaptures},
		{"Black's pawns that cannot", "4k3/pp6/pp6/8/8/8/8/4K3 w - - 0 9", tooManyCaptures},
		{"three checkers", "4k3/8/3N1N2/8/8/8/8/4R1K1 b - - 0 9", tooManyCheckers},
		{"a double check discovered", "4k3/8/3N4/8/8/8/8/4R1K1 b - - 0 9", 0},
		{"two knights give check", "4k3/8/3N1N2/8/8/8/8/6K1 b - - 0 9", impossibleLastMove},
		{"two rooks from opposite sides", "8/8/8/8/R2k3R/8/8/6K1 b - - 0 9", impossibleLastMove},
		{"two rooks, one of them a pawn before", "3Rk3/8/8/8/8/8/8/4R1K1 b - - 0 9", 0},
		{"two rooks, too far apart for that", "4k2R/8/8/8/8/8/8/4R1K1 b - - 0 9", impossibleLastMove},
		{"two checkers discovered by en passant", "B3R3/8/3P4/8/4k3/8/8/7K b - - 0 9", 0},
		{"two checkers that en passant cannot have discovered", "B3R3/3p4/3P4/8/4k3/8/8/7K b - - 0 9", impossibleLastMove},
		{"a pawn from its first rank", "8/8/8/8/8/1k6/P7/6K1 b - - 0 9", impossibleLastMove},
		{"a pawn that captured", "8/8/8/8/1k6/P7/8/6K1 b - - 0 9", 0},
		{"en passant, the pawn gives check", "8/8/8/3k4/4P3/8/8/6K1 b - e3 0 9", 0},
		{"en passant, a rook gives discovered check", "K7/8/8/8/4P3/8/R6k/8 b - e3 0 9", 0},
		{"en passant, another piece gives check", "8/8/8/8/4P3/8/8/K5Rk b - e3 0 9", impossibleLastMove},
		{"en passant, the pawn has blocked a check", "8/7k/8/8/4P3/8/8/KB6 b - e3 0 9", impossibleLastMove},
		{"a pawn that blocks, perhaps by one step", "8/7k/8/8/4P3/8/8/KB6 b - - 0 9", 0},
		{"a check that only a double push explains, since Black has all its pieces", "rnbq1bnr/pppppppp/8/1k6/4P3/8/6P1/4KB1R b K - 0 9", 0},
		{"the king has castled in Chess960", "8/8/8/8/8/5k2/8/4RRK1 b - - 9 29", 0},
		{"the king has castled to the other side", "2krr3/8/3K4/8/8/8/8/8 w - - 9 29", 0},
		{"the king cannot have castled, since it still may", "8/8/8/8/8/5k2/8/4RRKR b K - 9 29", impossibleLastMove},
		{"the rook has moved", "7k/8/8/8/8/8/8/4K2R b - - 9 29", 0},
		{"the rook cannot have moved, since it may still castle", "7k/8/8/8/8/8/8/4K2R b K - 9 29", impossibleLastMove},
		{"a check that has not been counted", "4k3/8/8/8/8/8/8/4RK2 b - - 3+3 9 29", uncountedCheck},
		{"a check that has been counted", "4k3/8/8/8/8/8/8/4RK2 b - - 2+3 9 29", 0},
		{"the clock ahead of the game", "4k3/8/8/8/8/8/8/4K3 w - - 9 1", contradictoryClock},
		{"the clock with the game", "4k3/8/8/8/8/8/8/4K3 b - - 9 5", 0},
		{"the clock of a double push", "4k3/8/8/8/4P3/8/8/4K3 b - e3 1 9", contradictoryClock},
	} {
		p, err := ParseFEN(tt.fen)
		if (err != nil) != (tt.want.fatal() != 0) {
			t.Errorf("%s: %v", tt.name, err)
		}
		if err != nil {
			continue
		}
		s := p.Setup()
		if got := [2]problemSet{p.problems(), s.problems()}; got != [2]problemSet{tt.want, tt.want} {
			t.Errorf("%s: the problems, and those of its setup, are %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestReachable checks that no position of a game has a problem, and that a move
// from any position can be taken back.
func TestReachable(t *testing.T) {
	t.Parallel()
	r := chesstest.Rand(t)
	for i := range chesstest.Sample(t, 160) {
		s := chess960([]int{518, r.IntN(960)}[i%2])
		if i%3 == 0 {
			s.Variant, s.Checks = ThreeCheck, [2]int{3, 3}
		}
		p, err := s.Position()
		if err != nil {
			t.Fatal(err)
		}
		for range 200 {
			if ps := p.problems(); ps != 0 {
				t.Fatalf("%v: %v", p, ps)
			}
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p = p.After(moves[r.IntN(len(moves))])
		}
	}
	var next Position
	for p := range manyPositions(32, chesstest.Sample(t, 1200)) {
		if p.problems()&(tooManyPromoted|tooManyCaptures) != 0 {
			continue // a capture too many cannot be taken back
		}
		for _, m := range p.AppendMoves(nil) {
			p.Do(m, &next)
			if ps := next.history() &^ (uncountedCheck | contradictoryClock); ps != 0 {
				t.Fatalf("%v: after %v %v: %v", p, m, next, ps)
			}
			next.enPassantTarget = 0 // as in an EPD
			if ps := next.history() &^ (uncountedCheck | contradictoryClock); ps != 0 {
				t.Fatalf("%v: after %v %v without en passant: %v", p, m, next, ps)
			}
		}
	}
}

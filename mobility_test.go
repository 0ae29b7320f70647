package chess_test

import (
	"testing"

	"github.com/seed-0971039b/chess"
)

func TestPieceMobility(t *testing.T) {
	var f chess.PieceMobility
	for _, table := range [][]chess.Tapered{f.Knight[:], f.Bishop[:], f.Rook[:], f.Queen[:]} {
		for i := range table {
			table[i] = flat(chess.Score(i))
		}
	}
	testCredits(t, []creditTest{
		{"the start", f, chess.StartFEN, map[cell]chess.Tapered{
			white(chess.B1): flat(2), white(chess.G1): flat(2), black(chess.B8): flat(2), black(chess.G8): flat(2)}},
		{"a queen on an empty board", f, "4k3/8/8/8/3Q4/8/8/1K6 b - - 0 1", map[cell]chess.Tapered{white(chess.D4): flat(27)}},
		{"his own men are in the way", f, "4k3/8/8/8/8/8/1P6/B3K3 w - - 0 1", nil},
		{"an enemy is not", f, "4k3/8/8/8/8/8/1n6/B2K4 w - - 0 1", map[cell]chess.Tapered{white(chess.A1): flat(1), black(chess.B2): flat(4)}},
		{"a pawn guards c5", f, "4k3/8/3p4/8/4N3/2P5/8/4K3 w - - 0 1", map[cell]chess.Tapered{white(chess.E4): flat(6)}},
	})
}

package chess

import "testing"

// TestLonePawnWins compares every position of king and pawn against king, for both
// colours, with the table.
func TestLonePawnWins(t *testing.T) {
	table := madeTable(t, "KPvK")
	wins, draws := 0, 0
	for at := range 64 * 64 * 64 * 2 {
		pawn, king, enemy := Square(at>>13), Square(at>>7&63), Square(at>>1&63)
		if pawn < A2 || pawn > H7 || pawn == king || pawn == enemy || king == enemy {
			continue
		}
		s := Setup{Turn: Color(at & 1), DoublePush: NoSquare, MoveNumber: 1}
		s.Board[pawn], s.Board[king], s.Board[enemy] = WhitePawn, WhiteKing, BlackKing
		p, err := s.Position()
		if err != nil {
			continue
		}
		truth, err := table.Probe(&p)
		if err != nil {
			t.Fatal(err)
		}
		for c, p := range []Position{p, mirrored(&p)} {
			var s Survey
			s.load(&p)
			if got, want := s.lonePawnWins(Color(c)), truth.WDL != WDLDraw; got != want {
				t.Fatalf("%v: %t, want %t", p, got, want)
			}
		}
		if truth.WDL != WDLDraw {
			wins++
		} else {
			draws++
		}
	}
	if wins != 124_960+97_604 || draws != 38_368+70_420 {
		t.Errorf("%d wins and %d draws", wins, draws)
	}
}

func BenchmarkWonByPawn(b *testing.B) {
	for b.Loop() {
		newPawnWins()
	}
}

package chess_test

import (
	"testing"

	"github.com/seed-0971039b/chess"
)

func TestWinnability(t *testing.T) {
	knight := constant{"knight up", chess.White, chess.Tapered{MG: 300, EG: 300}}
	little := constant{"a little", chess.Black, chess.Tapered{MG: 10, EG: 10}}
	all := chess.Winnability{Pawn: 1, Passed: 10, BothFlanks: 100, Outflanking: 1000}
	tests := []struct {
		name    string
		numbers chess.Winnability
		better  chess.Feature
		fen     string
		want    chess.Score // of White's view
	}{
		{"base", chess.Winnability{Base: -20}, knight, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 280},
		{"for Black", chess.Winnability{Base: 20}, little, "4k3/8/8/8/8/8/8/4K3 b - - 0 1", -30},
		{"never less than nothing", chess.Winnability{Base: -20}, little, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0},
		{"half of it in the middle", chess.Winnability{Base: -20}, knight, "rnbnk3/8/8/8/8/8/8/RNBNK1N1 w - - 0 1", 290},
		{"nothing in the middlegame", chess.Winnability{Base: -20}, knight, chess.StartFEN, 300},
		{"nothing in three-check", chess.Winnability{Base: -20}, knight, "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", 300},
		{"pawns on one flank, kings that face each other", all, knight, "8/8/3k4/1p6/1P6/3K4/8/8 w - - 0 1", 300 + 2 - 3000},
		{"both flanks", all, knight, "8/8/3k4/1p6/1P5P/3K4/8/8 w - - 0 1", 300 + 3 + 10 + 100 - 3000},
		{"on different files", all, knight, "8/8/3k4/8/8/K7/8/8 w - - 0 1", 300 + 3000 - 3000},
		{"a king behind the enemy's", all, knight, "8/8/8/3K4/8/3k4/8/8 w - - 0 1", 300 + 2000},
		{"an infiltrated king", chess.Winnability{Infiltrated: 7}, knight, "8/8/8/3K4/8/8/8/3k4 w - - 0 1", 307},
		{"Black's king", chess.Winnability{Infiltrated: 7}, knight, "8/8/8/8/3k4/8/8/3K4 w - - 0 1", 307},
		{"neither", chess.Winnability{Infiltrated: 7}, knight, "8/8/3k4/8/8/3K4/8/8 w - - 0 1", 300},
		{"a pawn ending", chess.Winnability{PawnEnding: 7}, knight, "8/1p6/3k4/8/8/8/3K4/8 w - - 0 1", 307},
		{"no pawn ending", chess.Winnability{PawnEnding: 24}, knight, "8/1p6/3k4/8/8/8/3K4/6N1 w - - 0 1", 300},
		{"a fortress", chess.Winnability{Fortress: -7}, knight, "8/1p6/3k4/8/8/8/3K4/8 w - - 0 1", 293},
		{"no fortress: both flanks", chess.Winnability{Fortress: -7}, knight, "8/1p4p1/3k4/8/8/8/3K4/8 w - - 0 1", 300},
		{"no fortress: the kings have passed each other", chess.Winnability{Fortress: -7}, knight, "8/1p6/K7/8/8/8/8/7k w - - 0 1", 300},
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

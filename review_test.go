package chess

import "testing"

func TestSummary(t *testing.T) {
	r := Review{
		White: ReviewedSide{Moves: 20, Accuracy: 87.34, Inaccuracies: 1, Blunders: 2, MissedMates: 1},
		Black: ReviewedSide{Moves: 20, Accuracy: 99},
		Moves: []ReviewedMove{
			{Ply: 1, Glyph: DubiousMove, Loss: 6},
			{Ply: 21, Glyph: Blunder, Number: 11, Move: "Nd5", Best: []string{"Qh5", "g6"}, Before: 30, After: -410, Loss: 40},
			{Ply: 31, Glyph: Blunder, Number: 16, Move: "Ke2", Brief: "allows mate in 2", Before: -400, After: 4 - Mate, Loss: 20},
		},
		TurningPoints: []int{21, 31},
	}
	for l, want := range map[Language]string{
		English: "White: accuracy 87.3; 1 inaccuracy, 2 blunders, 1 missed mate. Black: accuracy 99.0. " +
			"Turning points: 11. Nd5 (+0.30 to -4.10), better is Qh5; 16. Ke2 (-4.00 to #-2) allows mate in 2.",
		German: "Weiß: Genauigkeit 87,3; 1 Ungenauigkeit, 2 grobe Fehler, 1 verpasstes Matt. Schwarz: Genauigkeit 99,0. " +
			"Wendepunkte: 11. Sd5 (+0,30 auf -4,10), besser ist Dh5; 16. Ke2 (-4,00 auf #-2) allows mate in 2.",
	} {
		if got := r.Summary(l); got != want {
			t.Errorf("%v: %q, want %q", l, got, want)
		}
	}
	if got := (Review{}).Summary(English); got != "" {
		t.Errorf("without moves: %q", got)
	}
}

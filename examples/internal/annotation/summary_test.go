package annotation

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

func TestTurningPoints(t *testing.T) {
	for _, test := range []struct {
		losses []float64 // of the flaws at plies 1, 2 and so on
		want   []int
	}{
		{nil, []int{}},
		{[]float64{5, 9.9}, []int{}},
		{[]float64{5, 10, 9}, []int{2}},
		{[]float64{20, 40, 19, 60}, []int{2, 4}},
		{[]float64{30, 40, 35, 31, 36}, []int{2, 3, 5}},
		{[]float64{30, 30, 30, 30}, []int{1, 2, 3}},
	} {
		var flaws []Flaw
		for i, loss := range test.losses {
			flaws = append(flaws, Flaw{Ply: i + 1, Kind: kindOf(loss), Loss: loss})
		}
		if diff := cmp.Diff(test.want, turningPoints(flaws)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.losses, diff)
		}
	}
}

func TestSummary(t *testing.T) {
	r := Report{
		White: Side{Moves: 20, Accuracy: 87.34, Inaccuracies: 1, Blunders: 2, MissedMates: 1},
		Black: Side{Moves: 20, Accuracy: 99},
		Flaws: []Flaw{
			{Ply: 1, Kind: Inaccuracy, Loss: 6},
			{Ply: 21, Kind: Blunder, Number: 11, Move: "Nd5", Better: []string{"Qh5", "g6"}, Before: 30, After: -410, Loss: 40},
			{Ply: 31, Kind: Blunder, Number: 16, Move: "Ke2", Brief: "allows mate in 2", Before: -400, After: 4 - chess.Mate, Loss: 20},
		},
		TurningPoints: []int{21, 31},
	}
	for l, want := range map[chess.Language]string{
		chess.English: "White: accuracy 87.3; 1 inaccuracy, 2 blunders, 1 missed mate. Black: accuracy 99.0. " +
			"Turning points: 11. Nd5 (+0.30 to -4.10), better is Qh5; 16. Ke2 (-4.00 to #-2) allows mate in 2.",
		chess.German: "Weiß: Genauigkeit 87,3; 1 Ungenauigkeit, 2 grobe Fehler, 1 verpasstes Matt. Schwarz: Genauigkeit 99,0. " +
			"Wendepunkte: 11. Sd5 (+0,30 auf -4,10), besser ist Dh5; 16. Ke2 (-4,00 auf #-2) allows mate in 2.",
	} {
		if got := inLanguage(t, l).Summary(&r); got != want {
			t.Errorf("%v: %q, want %q", l, got, want)
		}
	}
	if got := inLanguage(t, chess.English).Summary(&Report{}); got != "" {
		t.Errorf("without moves: %q", got)
	}
}

// TestLanguage checks that the tag Annotator tells another language apart.
func TestLanguage(t *testing.T) {
	english, german := DefaultSettings(), DefaultSettings()
	german.Language = chess.German
	if english.Signed(german.String()) || german.Signed(english.String()) || !german.Signed(german.String()) || !strings.Contains(german.String(), "language de") {
		t.Errorf("%q, %q", english, german)
	}
	german.Language = 200
	if german.Check() == nil {
		t.Error("no error for a language that does not exist")
	}
}

func TestChart(t *testing.T) {
	a := annotator(t, 3000)
	tree := parse(t, "[White \"Ann\"]\n[Black \"?\"]\n[Result \"1-0\"]\n[Date \"2020.??.??\"]\n\n1. e4 e5 2. Qh5 g6 3. Qxg6 hxg6 1-0")
	report, err := a.Annotate(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	c := a.Chart(tree, report)
	if c.Title != "Ann – Black  1-0, 2020" || c.Kinds[Blunder] != "Blunder" || len(c.Points) != 7 {
		t.Errorf("%+v", c)
	}
	last := &c.Points[5]
	if last.Move != 3 || last.Kind != Blunder || last.Label != "3. Qxg6??" || last.Chance > 10 || c.Points[0].Move != 0.5 || c.Points[6].Move != 3.5 {
		t.Errorf("%+v", c.Points)
	}
	black := parse(t, `[FEN "4k3/8/8/8/8/8/8/R3K3 b - - 0 9"]`+"\n\n9... Kd7 *")
	if report, err = a.Annotate(t.Context(), black); err != nil {
		t.Fatal(err)
	}
	if c := a.Chart(black, report); c.Points[0].Move != 9 || c.Points[1].Move != 9.5 {
		t.Errorf("with Black to move first: %+v", c.Points)
	}
}

package chess_test

import (
	"errors"
	"fmt"
	"log"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/seed-0971039b/chess"
)

// TestExplanationDiagramAddsUp checks that the squares, and what the caption says
// belongs to no square, add up to the score.
func TestExplanationDiagramAddsUp(t *testing.T) {
	own := evaluatorOf(t, append(chess.NewPeSTO().Terms(),
		chess.Term{Feature: rookOnSeventh{chess.Tapered{MG: 20, EG: 40}}, MG: 33, EG: -250},
		chess.Term{Feature: oddCredits{}, MG: 300, EG: 100},
		chess.Term{Feature: half{constant{"half", chess.Black, chess.Tapered{MG: 5, EG: -7}}}, MG: 100, EG: 100})...)
	for i, p := range randomPositions(t) {
		if i%5 != 0 {
			continue
		}
		x := own.Explain(&p)
		all, err := x.Diagram()
		if err != nil {
			t.Fatal(err)
		}
		sums := map[chess.Square]float64{}
		for _, f := range x.Features {
			d, err := x.Diagram(f.Name)
			if err != nil {
				t.Fatal(err)
			}
			checkDiagram(t, d, f.Name, f.Score, 1)
			for sq, v := range d.Heat.Values {
				sums[sq] += v
			}
		}
		for sq, v := range sums {
			if math.Abs(v) < 1e-6 { // credits that cancel out
				delete(sums, sq)
			}
		}
		if diff := cmp.Diff(sums, all.Heat.Values, cmpopts.EquateApprox(0, 1e-6)); diff != "" {
			t.Fatalf("%v: the sum of the features and the diagram of all differ (-sum +all):\n%s", p, diff)
		}
		checkDiagram(t, all, "evaluation", x.Total, len(x.Features))
		if got := all.Position.Key(); got != p.Key() {
			t.Fatalf("%v: the diagram shows %v", p, got.EPD())
		}
	}
}

// checkDiagram checks that the squares of a picture, and what its caption says
// belongs to no square, add up to the score, for features that are each rounded.
func checkDiagram(t *testing.T, d chess.Diagram, name string, score chess.Score, features int) {
	t.Helper()
	sum := 0.0
	for sq, v := range d.Heat.Values {
		if v == 0 || sq >= chess.NoSquare {
			t.Fatalf("%s: %v on %v", d.Caption, v, sq)
		}
		sum += v
	}
	caption, rest, off := strings.Cut(d.Caption, ", of which ")
	if off {
		var pawns float64
		if n, err := fmt.Sscanf(rest, "%g on no square", &pawns); n != 1 || err != nil || pawns == 0 {
			t.Fatalf("caption %q: %v", d.Caption, err)
		}
		sum += 100 * pawns
	}
	if want := fmt.Sprintf("%s %v", name, score); caption != want {
		t.Fatalf("caption %q, want %q", caption, want)
	}
	if math.Abs(sum-float64(score)) >= float64(features)+1 {
		t.Fatalf("%s: the squares and the rest add up to %g, the score is %d", d.Caption, sum, score)
	}
}

func TestExplanationDiagramErrors(t *testing.T) {
	p := chess.StartPosition()
	x := chess.NewPeSTO().Explain(&p)
	if _, err := x.Diagram("material", "weather"); err == nil || !strings.Contains(err.Error(), `"weather"`) {
		t.Errorf("an unknown feature: %v", err)
	}
	x.EPD = "nowhere"
	if _, err := x.Diagram(); !errors.Is(err, chess.ErrSyntax) {
		t.Errorf("an unreadable EPD: %v", err)
	}
}

func TestSquareTableDiagram(t *testing.T) {
	f := chess.PeSTOPieceSquare()
	for pieceType := chess.Pawn; pieceType <= chess.King; pieceType++ {
		table := &f.MG[pieceType]
		white, black := table.Diagram(pieceType.Of(chess.White)), table.Diagram(pieceType.Of(chess.Black))
		want := 64
		if pieceType == chess.Pawn {
			want = 48
		}
		if len(white.Heat.Values) != want {
			t.Errorf("%v: %d squares have a number", pieceType, len(white.Heat.Values))
		}
		mirror := map[chess.Square]float64{}
		for sq, v := range white.Heat.Values {
			if v != float64(table.At(chess.White, sq)) {
				t.Errorf("%v on %v: %g", pieceType, sq, v)
			}
			mirror[chess.SquareAt(sq.File(), 7-sq.Rank())] = -v
		}
		if diff := cmp.Diff(mirror, black.Heat.Values); diff != "" {
			t.Errorf("%v: White's squares mirrored and Black's differ (-White +Black):\n%s", pieceType, diff)
		}
		if want := "White " + pieceType.String(); white.Caption != want {
			t.Errorf("caption %q, want %q", white.Caption, want)
		}
	}
}

// The picture of what a feature credits on each square.
func ExampleExplanation_Diagram() {
	p := chess.MustParseFEN("6k1/5p2/8/8/8/3N4/6PP/6K1 b - - 0 1")
	d, err := chess.NewPeSTO().Explain(&p).Diagram("material")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(d.Caption)
	fmt.Printf("%+.2f\n", d.Heat.Values[chess.D3])
	// d.WriteTo(file) writes the picture.
	// Output:
	// material +3.76
	// +283.33
}

package chess_test

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// checkExplanation checks that the parts of an explanation add up: credits to
// sums, sums to scores, and scores to what Evaluate returns.
func checkExplanation(t *testing.T, e *chess.FeatureEvaluator, p *chess.Position) {
	t.Helper()
	x := e.Explain(p)
	total := int64(0)
	for i, f := range x.Features {
		term := e.Terms()[i]
		if f.Name != term.Feature.Name() || f.WeightMG != term.MG || f.WeightEG != term.EG {
			t.Errorf("feature %d is %q with weights %d and %d, want %q with %d and %d",
				i, f.Name, f.WeightMG, f.WeightEG, term.Feature.Name(), term.MG, term.EG)
		}
		sums := [2]chess.Tapered{}
		for j, c := range f.Credits {
			sums[c.Color] = sums[c.Color].Plus(c.Tapered)
			if c.Piece != p.At(c.Square) {
				t.Errorf("%v: %s: %v on %v, want %v", p, f.Name, c.Piece, c.Square, p.At(c.Square))
			}
			if c.Tapered == (chess.Tapered{}) {
				t.Errorf("%v: %s: a credit of zero for %v", p, f.Name, c.Square)
			}
			if j > 0 && int(c.Color)*100+int(c.Square) <= int(f.Credits[j-1].Color)*100+int(f.Credits[j-1].Square) {
				t.Errorf("%v: %s: credit %d is out of order", p, f.Name, j)
			}
		}
		if diff := cmp.Diff([2]chess.Tapered{f.White, f.Black}, sums); diff != "" {
			t.Errorf("%v: %s: the sums are not those of the credits (-sums +credits):\n%s", p, f.Name, diff)
		}
		d := f.White.Plus(f.Black.Times(-1))
		score := (int64(d.MG)*int64(x.Phase*f.WeightMG) + int64(d.EG)*int64((chess.MaxPhase-x.Phase)*f.WeightEG)) / (chess.MaxPhase * 100)
		if _, ok := term.Feature.(chess.Scaler); !ok && int64(f.Score) != score {
			t.Errorf("%v: %s: score %d, want %d from the sums", p, f.Name, f.Score, score)
		}
		total += int64(f.Score)
	}
	if want := min(max(total, -int64(chess.MaxEvaluation)), int64(chess.MaxEvaluation)); int64(x.Total) != want {
		t.Errorf("%v: total %d, want %d from the scores", p, x.Total, want)
	}
	view := x.Total
	if p.Turn() == chess.Black {
		view = -view
	}
	if got := e.Evaluate(p); x.Score != view || x.Score != got {
		t.Errorf("%v: Explain has the total %d and the score %d; Evaluate returned %d", p, x.Total, x.Score, got)
	}
	if x.EPD != p.EPD() || x.Turn != p.Turn() {
		t.Errorf("%v: Explain has %s, %v to move", p, x.EPD, x.Turn)
	}
}

// rounded has features whose parts are rounded, and a Scaler.
func rounded(t *testing.T) *chess.FeatureEvaluator {
	return evaluatorOf(t, append(chess.NewPeSTO().Terms(),
		chess.Term{Feature: rookOnSeventh{chess.Tapered{MG: 20, EG: 40}}, MG: 33, EG: -250},
		chess.Term{Feature: oddCredits{}, MG: 300, EG: 100},
		chess.Term{Feature: half{constant{"half", chess.Black, chess.Tapered{MG: 5, EG: -7}}}, MG: 100, EG: 100})...)
}

func TestExplainIsEvaluate(t *testing.T) {
	t.Parallel()
	evaluators := []*chess.FeatureEvaluator{rounded(t)}
	for _, named := range chess.Evaluators() {
		evaluators = append(evaluators, named.New())
	}
	for _, p := range randomPositions(t) {
		for _, e := range evaluators {
			checkExplanation(t, e, &p)
		}
		if t.Failed() {
			return
		}
	}
}

// oddCredits is a feature that credits the same square twice, a square off the
// board, and zero.
type oddCredits struct{}

func (oddCredits) Name() string { return "odd credits" }

func (oddCredits) Score(s *chess.Survey) {
	s.Credit(chess.White, chess.E4, chess.Tapered{MG: 10, EG: 20})
	s.Credit(chess.White, 200, chess.Tapered{MG: 1, EG: -2})
	s.Credit(chess.White, chess.E4, chess.Tapered{MG: 5, EG: 5})
	s.Credit(chess.White, chess.E1, chess.Tapered{})
	s.Credit(chess.Black, chess.D5, chess.Tapered{MG: 5})
	s.Credit(chess.Black, chess.D5, chess.Tapered{MG: -5})
}

func TestExplanationText(t *testing.T) {
	e := evaluatorOf(t, append(chess.NewPeSTO().Terms(), chess.Terms(oddCredits{})...)...)
	p := chess.MustParseFEN("6k1/5p2/8/8/8/3N4/6PP/6K1 b - - 0 1")
	table := `6k1/5p2/8/8/8/3N4/6PP/6K1 b - -
phase 1 of 24

                      White             Black          weight %
feature             mg       eg       mg       eg     mg     eg    score
material         +5.01    +4.69    +0.82    +0.94    100    100    +3.76
piece-square     +0.50    -0.14    +0.48    -0.24    100    100    +0.09
odd credits      +0.16    +0.23     0.00     0.00    100    100    +0.22
White's view                                                       +4.07
Black to move                                                      -4.07
`
	credits := `
material
  White  Pg2   +0.82   +0.94  Ph2   +0.82   +0.94  Nd3   +3.37   +2.81
  Black  pf7   +0.82   +0.94

piece-square
  White  Kg1   +0.24   -0.24  Pg2   +0.38   +0.02  Ph2   -0.22   -0.07
         Nd3   +0.10   +0.15
  Black  pf7   +0.24    0.00  kg8   +0.24   -0.24

odd credits
  White   e4   +0.15   +0.25   -    +0.01   -0.02
`
	x := e.Explain(&p)
	if diff := cmp.Diff(table, x.String()); diff != "" {
		t.Errorf("String (-want +got):\n%s", diff)
	}
	var b bytes.Buffer
	n, err := x.WriteTo(&b)
	if int(n) != b.Len() || err != nil {
		t.Errorf("WriteTo = %d, %v, want %d, nil", n, err, b.Len())
	}
	if diff := cmp.Diff(table+credits, b.String()); diff != "" {
		t.Errorf("WriteTo (-want +got):\n%s", diff)
	}
	full := errors.New("full")
	if _, err := x.WriteTo(failing{full}); err != full {
		t.Errorf("WriteTo a writer that fails: %v", err)
	}
}

// failing is an io.Writer that returns an error.
type failing struct{ err error }

func (w failing) Write([]byte) (int, error) { return 0, w.err }

func TestExplanationDiagramAddsUp(t *testing.T) {
	e := rounded(t)
	for _, p := range randomPositions(t) {
		x := e.Explain(&p)
		for _, f := range x.Features {
			d, err := x.Diagram(f.Name)
			if err != nil {
				t.Fatal(err)
			}
			checkDiagram(t, d, f.Name, f.Score, 1)
		}
		all, err := x.Diagram()
		if err != nil {
			t.Fatal(err)
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
	for piece, squares := range map[chess.Piece]int{chess.WhitePawn: 48, chess.BlackPawn: 48, chess.WhiteKing: 64, chess.BlackKing: 64} {
		table := &f.MG[piece.Type()]
		d := table.Diagram(piece)
		if want := fmt.Sprint(piece.Color(), " ", piece.Type()); d.Caption != want || len(d.Heat.Values) != squares {
			t.Errorf("caption %q, %d squares, want %q, %d", d.Caption, len(d.Heat.Values), want, squares)
		}
		sign := 1 - 2*float64(piece.Color())
		for sq, v := range d.Heat.Values {
			if want := sign * float64(table.At(piece.Color(), sq)); v != want {
				t.Errorf("%v on %v: %g, want %g", piece, sq, v, want)
			}
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

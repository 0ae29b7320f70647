package chess_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
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

// TestExplainIsEvaluate checks the explanations of some thousand positions, or of at least
// as many as CHESS_EXPLAIN says.
//
//	CHESS_EXPLAIN=300000 go test -run TestExplainIsEvaluate -timeout 0 -v .
func TestExplainIsEvaluate(t *testing.T) {
	t.Parallel()
	terms := append(chess.NewPeSTO().Terms(),
		chess.Term{Feature: rookOnSeventh{chess.Tapered{MG: 20, EG: 40}}, MG: 33, EG: -250},
		chess.Term{Feature: half{constant{"half", chess.Black, chess.Tapered{MG: 5, EG: -7}}}, MG: 100, EG: 100})
	own := evaluatorOf(t, terms...)
	evaluators := readyEvaluators()
	wanted := 1
	if text := os.Getenv("CHESS_EXPLAIN"); text != "" {
		var err error
		if wanted, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	seen := map[string]bool{}
	for seed := uint64(4); len(seen) < wanted; seed++ {
		for _, p := range seededPositions(t, seed) {
			seen[p.EPD()] = true
			checkExplanation(t, own, &p)
			for _, e := range evaluators {
				checkExplanation(t, e.FeatureEvaluator, &p)
			}
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d different positions, each with %d evaluations", len(seen), len(evaluators)+1)
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

func TestExplainCredits(t *testing.T) {
	e := evaluatorOf(t, chess.Terms(oddCredits{})...)
	p := chess.StartPosition()
	want := chess.Explanation{
		EPD:   p.EPD(),
		Phase: 24,
		Features: []chess.ExplainedFeature{{
			Name:     "odd credits",
			White:    chess.Tapered{MG: 16, EG: 23},
			WeightMG: 100,
			WeightEG: 100,
			Score:    16,
			Credits: []chess.Credit{
				{Square: chess.E4, Tapered: chess.Tapered{MG: 15, EG: 25}},
				{Square: chess.NoSquare, Tapered: chess.Tapered{MG: 1, EG: -2}},
			},
		}},
		Total: 16,
		Score: 16,
	}
	if diff := cmp.Diff(want, e.Explain(&p)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestExplanationJSON(t *testing.T) {
	for _, p := range benchmarkPositions(t) {
		want := chess.NewPeSTO().Explain(&p)
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got chess.Explanation
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%v (-want +got):\n%s", p, diff)
		}
	}
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

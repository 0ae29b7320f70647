package chess_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// allFeatures returns one Feature of each type.
func allFeatures() []chess.Feature {
	var features []chess.Feature
	for _, t := range chess.NewDefaultEvaluator().Terms() {
		features = append(features, t.Feature)
	}
	return append(features, chess.DefaultCastleScore(), chess.DefaultCheckScore(), chess.DefaultCoverage(),
		chess.DefaultExchange(), chess.DefaultMobility(), chess.DefaultKingExposure(), chess.DefaultPawnsAndKings())
}

// turnMatters lists the features that may change with the side to move.
var turnMatters = map[string]bool{
	"tempo": true, "coverage": true, "exchange": true, "passed pawns": true,
}

// A cell is a square as far as it belongs to one colour.
type cell struct {
	c  chess.Color
	sq chess.Square
}

// credits returns what f credits in p, by colour and square.
func credits(tb testing.TB, f chess.Feature, p *chess.Position) map[cell]chess.Tapered {
	tb.Helper()
	m := map[cell]chess.Tapered{}
	for _, c := range evaluatorOf(tb, chess.Terms(f)...).Explain(p).Features[0].Credits {
		m[cell{c.Color, c.Square}] = c.Tapered
	}
	return m
}

// white and black return the cell of a square for White and for Black.
func white(sq chess.Square) cell { return cell{chess.White, sq} }
func black(sq chess.Square) cell { return cell{chess.Black, sq} }

// nowhere is the square of credits that belong to no square.
const nowhere = chess.NoSquare

// A creditTest is a position with what a feature should credit there.
type creditTest struct {
	name    string
	feature chess.Feature
	fen     string
	want    map[cell]chess.Tapered
}

// testCredits compares what features credit with what was computed by hand.
func testCredits(t *testing.T, tests []creditTest) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := chess.MustParseFEN(test.fen)
			if test.want == nil {
				test.want = map[cell]chess.Tapered{}
			}
			if diff := cmp.Diff(test.want, credits(t, test.feature, &p)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.fen, diff)
			}
		})
	}
}

// Mirroring a position mirrors every credit.
func TestFeaturesAreSymmetric(t *testing.T) {
	for _, f := range allFeatures() {
		e := evaluatorOf(t, chess.Terms(f)...)
		for _, p := range randomPositions(t) {
			m := mirrored(p)
			a, b := e.Explain(&p).Features[0], e.Explain(&m).Features[0]
			if a.White != b.Black || a.Black != b.White || a.Score != -b.Score {
				t.Fatalf("%s: %v is %+v, mirrored %+v", f.Name(), p, a, b)
			}
			seen := map[cell]chess.Tapered{}
			for _, c := range b.Credits {
				sq := c.Square
				if sq != nowhere {
					sq ^= chess.A8
				}
				seen[cell{c.Color.Other(), sq}] = c.Tapered
			}
			for _, c := range a.Credits {
				if seen[cell{c.Color, c.Square}] != c.Tapered {
					t.Fatalf("%s: %v: %+v is not mirrored in %+v", f.Name(), p, c, b.Credits)
				}
			}
		}
	}
}

// The side to move changes only the features of turnMatters. Positions with a check
// or an en-passant capture are left out, since they change with the side to move.
func TestFeaturesAndTheTurn(t *testing.T) {
	for _, f := range allFeatures() {
		e := evaluatorOf(t, chess.Terms(f)...)
		changed := 0
		for _, p := range randomPositions(t) {
			if p.InCheck() || p.EnPassant() != nowhere {
				continue
			}
			q := p.After(0)
			a, b := e.Explain(&p), e.Explain(&q)
			if a.Total != b.Total || !slices.Equal(a.Features[0].Credits, b.Features[0].Credits) {
				if !turnMatters[f.Name()] {
					t.Fatalf("%s: %v is %v, with the other side to move %v", f.Name(), p, a, b)
				}
				changed++
			}
		}
		if turnMatters[f.Name()] && changed == 0 {
			t.Errorf("%s never depends on the side to move", f.Name())
		}
	}
}

// Positions with equal keys have equal evaluations, whatever their clocks are, and
// whatever the order of their piece lists.
func TestEqualKeysEqualEvaluations(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	features := allFeatures()
	e := evaluatorOf(t, chess.Terms(features...)...)
	for _, p := range randomPositions(t) {
		s := p.Setup()
		s.HalfmoveClock, s.MoveNumber = r.IntN(100), 1+r.IntN(200)
		s.DoublePush = p.EnPassant()
		q, err := s.Position()
		if err != nil {
			t.Fatalf("%v: %v", p, err)
		}
		if p.Key() != q.Key() {
			t.Fatalf("%v and %v have different keys", p, q)
		}
		if a, b := e.Explain(&p), e.Explain(&q); !reflect.DeepEqual(a, b) {
			t.Fatalf("%v (-as played +as set up):\n%s", p, cmp.Diff(a, b))
		}
		if a, b := e.Evaluate(&p), e.Evaluate(&q); a != b {
			t.Fatalf("%v: %d as played, %d as set up", p, a, b)
		}
	}
}

package chess

import (
	"math"
	"testing"
)

// The difference that an integer makes is measured exactly, though each credit is rounded:
// with a quarter of a centipawn for a unit of an attack, one unit alone makes none.
func TestLinearizeSmallDifferences(t *testing.T) {
	f := &KingAttack{Attacked: 32}
	for i := range f.Danger {
		f.Danger[i] = Tapered{Score(-16 * i), Score(-16 * i)}
	}
	m := newTuneModel(Terms(f), nil, 30)
	l := newLinearizer(m, m.values())
	l.batch = &tuneBatch{}
	// Black attacks six squares of the zone, on the files d and f.
	p := MustParseFEN("k2r1q2/8/8/8/8/8/8/4K3 w - - 0 1")
	l.add(&p, 0)
	seen := false
	for _, c := range m.coefficients(nil, l.batch, 0) {
		for _, n := range m.numbers {
			if n.free == c.index && n.path == "Attacked" {
				seen = true
				if want := -6. / 4; math.Abs(c.value-want) > 0.05 {
					t.Errorf("the coefficient is %v, want %v", c.value, want)
				}
			}
		}
	}
	if !seen {
		t.Error("Attacked has no coefficient")
	}
}

// TestLinearize compares the coefficient of a number in the model with the change of
// the evaluation when that number alone is changed.
func TestLinearize(t *testing.T) {
	positions := walkedPositions(4000)
	for _, f := range []Feature{
		PeSTOMaterial(), PeSTOPieceSquare(), DefaultPawnStructure(), DefaultPassedPawns(), DefaultPieceMobility(),
		DefaultRookFiles(), DefaultOutposts(), DefaultThreats(), DefaultTempo(), DefaultKingExposure(), DefaultCastleScore(),
		DefaultBareKing(), &pointerFeature{3, Tapered{1, 2}, [2]Score{4, 5}},
		Mobility{Move: Tapered{1, 2}, Capture: [King + 1]Tapered{Pawn: {10, 20}, Queen: {-80, 4}}, Factor: 50},
	} {
		terms := []Term{{f, 80, 150}}
		m := newTuneModel(terms, func(_, number string) bool { return number == "Factor" }, 30)
		values := m.values()
		l := newLinearizer(m, values)
		l.batch = &tuneBatch{}
		var some []Position
		for i := 0; i < len(positions); i += 97 {
			some = append(some, positions[i])
			l.add(&positions[i], 0)
		}
		got := make([][]float64, len(some))
		for i := range some {
			got[i] = make([]float64, m.free)
			for _, c := range m.coefficients(nil, l.batch, i) {
				got[i][c.index] += c.value
			}
		}
		const step = 200
		before := newFeatureEvaluator(terms)
		for n := range values {
			if m.numbers[n].free < 0 {
				continue
			}
			values[n] += step
			after := newFeatureEvaluator(m.terms(values))
			values[n] -= step
			for i := range some {
				want := float64(after.evaluate(&some[i], nil)-before.evaluate(&some[i], nil)) / step
				if got := got[i][m.numbers[n].free]; math.Abs(got-want) > 2./step {
					t.Fatalf("%s: %s %s has the coefficient %v, want %v", some[i].FEN(), f.Name(), m.numbers[n].path, got, want)
				}
			}
		}
	}
}

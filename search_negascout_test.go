package chess

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// NegaScout finds the lines of Minimax, without order, and with captures first the
// scores, where draws by repetition, mates and the fifty-move rule are near.
func TestNegaScoutIsMinimax(t *testing.T) {
	minimax, plain, ordered := NewMinimax(NewPeSTO()), NewNegaScout(NewPeSTO()), NewNegaScout(NewPeSTO())
	ordered.CapturesFirst = true
	deep, drawn, mated := 0, 0, 0
	randomHistories(t, 7, scale(3000), func(g *Game) {
		l := Limits{Depth: shallow(g), MultiPV: 1 + g.Len()%4}
		if len(g.current().AppendMoves(nil)) <= 6 {
			l.Depth = 4
			deep++
		}
		want, err := minimax.Search(t.Context(), g, l)
		if err != nil {
			t.Fatal(err)
		}
		got, err := plain.Search(t.Context(), g, l)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.Lines, got.Lines); diff != "" {
			t.Errorf("%v after %v from %v, %+v:\n%s", g.Position(), g.Moves(), g.Start(), l, diff)
		}
		got, err = ordered.Search(t.Context(), g, l)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want.Lines {
			if got.Lines[i].Score != want.Lines[i].Score {
				t.Errorf("%v after %v from %v, %+v: with captures first %v, want %v",
					g.Position(), g.Moves(), g.Start(), l, got.Lines, want.Lines)
			}
		}
		if _, ok := want.Score.MateInMoves(); ok {
			mated++
		}
		if want.Score == 0 {
			drawn++
		}
	})
	if deep == 0 || drawn == 0 || mated == 0 {
		t.Errorf("%d searches to depth 4, %d draws, %d mates", deep, drawn, mated)
	}
}

// NegaScout and NegaAlphaBeta agree in positions of whole games, and the nodes of all
// these searches are as they were counted.
func TestNegaScoutNodes(t *testing.T) {
	const depth = 3
	type counts struct{ Plain, PlainScout, Ordered, OrderedScout int64 }
	var nodes counts
	for _, fen := range benchPositions[:16] {
		g := NewGame(MustParseFEN(fen))
		for _, pair := range []struct {
			ordered          bool
			alphabeta, scout *int64
		}{
			{false, &nodes.Plain, &nodes.PlainScout},
			{true, &nodes.Ordered, &nodes.OrderedScout},
		} {
			a, s := NewNegaAlphaBeta(NewPeSTO()), NewNegaScout(NewPeSTO())
			a.CapturesFirst, s.CapturesFirst = pair.ordered, pair.ordered
			want, err := a.Search(t.Context(), g, Limits{Depth: depth})
			if err != nil {
				t.Fatal(err)
			}
			got, err := s.Search(t.Context(), g, Limits{Depth: depth})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.Lines, got.Lines); diff != "" {
				t.Errorf("%s, captures first %v (-NegaAlphaBeta +NegaScout):\n%s", fen, pair.ordered, diff)
			}
			*pair.alphabeta += want.Nodes
			*pair.scout += got.Nodes
		}
	}
	if diff := cmp.Diff(counts{95_237, 91_212, 42_816, 32_067}, nodes); diff != "" {
		t.Errorf("nodes (-want +got):\n%s", diff)
	}
}

func TestNegaScoutFindsMates(t *testing.T) {
	for fen, n := range mates(t) {
		if n > 3 {
			continue
		}
		s := NewNegaScout(flat)
		s.CapturesFirst = true
		r, err := s.Search(t.Context(), NewGame(MustParseFEN(fen)), Limits{Mate: n})
		if moves, _ := r.Score.MateInMoves(); err != nil || moves != n || r.Depth != 2*n-1 || len(r.PV) != 2*n-1 {
			t.Errorf("%s: %v %v at depth %d, %v, want mate in %d", fen, r.PV, r.Score, r.Depth, err, n)
		}
	}
}

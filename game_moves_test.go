package chess

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The zero Game is a game from the start position.
func TestGameZero(t *testing.T) {
	var g Game
	if g.FEN() != StartFEN || g.Turn() != White || g.InCheck() || g.Outcome().Over() || g.Len() != 0 || g.Undo() {
		t.Errorf("the zero Game is at %s", g.FEN())
	}
	if start, first := g.Start(), g.PositionAt(0); start.FEN() != StartFEN || first.FEN() != StartFEN || g.Repetitions() != 1 {
		t.Errorf("it starts at %v and %v", start, first)
	}
	c := g
	for range 2 {
		if err := g.PlaySAN("e4", "e5", "Ke2", "Ke7", "Ke1", "Ke8"); err != nil {
			t.Fatal(err)
		}
		want := gameOf(t, StartFEN, "e2e4 e7e5 e1e2 e8e7 e2e1 e7e8")
		if g.FEN() != want.FEN() || !cmp.Equal(g.Moves(), want.Moves()) {
			t.Errorf("it gets to %s by %v", g.FEN(), g.Moves())
		}
		for g.Undo() {
		}
	}
	if g.FEN() != StartFEN || c.FEN() != StartFEN || g.Tree().String() != NewGame(StartPosition()).Tree().String() {
		t.Errorf("%s, %s after Undo", g.FEN(), c.FEN())
	}
	if p := StartPosition(); p.FEN() != StartFEN {
		t.Errorf("the start position has become %v", p)
	}
}

// What a Game says of its current position is what the Position says.
func TestGameAnswers(t *testing.T) {
	randomHistories(t, 21, 100, func(g *Game) {
		p := g.Position()
		legal := p.AppendMoves(nil)
		if g.Turn() != p.Turn() || g.InCheck() != p.InCheck() || g.Key() != p.Key() || g.FEN() != p.FEN() ||
			!cmp.Equal(g.LegalMoves(), legal) || !cmp.Equal(p.LegalMoves(), legal) {
			t.Fatalf("%v: the game differs", p)
		}
		for _, m := range legal {
			if g.SAN(m) != p.SAN(m) || !g.Legal(m) || g.Legal(m+1) != p.Legal(m+1) {
				t.Fatalf("%v: %v differs", p, m)
			}
		}
		for sq := A1; sq <= NoSquare; sq++ {
			if g.At(sq) != p.At(sq) {
				t.Fatalf("%v: %v on %v", p, g.At(sq), sq)
			}
		}
		for ply, q := range g.Positions() {
			if at := g.PositionAt(ply); !cmp.Equal(q, at, exactly) {
				t.Fatalf("after %d of %v: PositionAt gives %+v, Positions %+v", ply, g.Moves(), at, q)
			}
		}
	})
}

func TestGamePlayText(t *testing.T) {
	sans := strings.Fields("e4 e5 Nf3 Nc6 Bb5 a6 O-O axb5")
	ucis := strings.Fields("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1 a6b5")
	var g, h, k Game
	if err := errors.Join(g.PlaySAN(sans...), h.PlayUCI(ucis...), k.PlayText(append(ucis[:4:4], sans[4:]...)...)); err != nil {
		t.Fatal(err)
	}
	for _, g := range []*Game{&g, &h, &k} {
		if diff := cmp.Diff([][]string{sans, ucis}, [][]string{g.SANMoves(), g.UCIMoves()}); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
	// The moves before the one with the error are played.
	var last Game
	err := last.PlayUCI("e2e4", "e5", "d2d4")
	var pe *ParseError
	if !errors.As(err, &pe) || pe.Input != "e5" || last.Len() != 1 {
		t.Errorf("%v after %d plies", err, last.Len())
	}
	if err := last.End(Draw(Agreement)); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{last.PlaySAN("e5"), last.PlayUCI("e7e5"), last.PlayText("e5")} {
		if !errors.Is(err, ErrIllegal) || !errors.Is(err, ErrGameOver) || last.Len() != 1 {
			t.Errorf("a move after the end: %v", err)
		}
	}
}

// Random games come back from both lists of moves.
func TestGameMovesBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 5))
	for range 30 {
		start, err := Chess960Position(rng.IntN(960))
		if err != nil {
			t.Fatal(err)
		}
		g, h, k := NewGame(start), NewGame(start), NewGame(start)
		for range 60 {
			moves := g.LegalMoves()
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			for _, o := range moves {
				if p := g.Position(); p.IsCastling(o) {
					m = o
				}
			}
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(h.PlaySAN(g.SANMoves()...), k.PlayUCI(g.UCIMoves()...)); err != nil {
			t.Fatal(err)
		}
		if !cmp.Equal(g.Moves(), h.Moves()) || !cmp.Equal(g.Moves(), k.Moves()) {
			t.Fatalf("%v: %v, %v, %v", start, g.Moves(), h.Moves(), k.Moves())
		}
	}
}

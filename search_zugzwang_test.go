package chess

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

// randomPawnEnding returns a random position of a pawn and two kings.
func randomPawnEnding(r *rand.Rand) (Setup, Position, bool) {
	s := Setup{DoublePush: NoSquare, MoveNumber: 1, Turn: Color(r.IntN(2))}
	s.Board[r.IntN(64)] = King.Of(White)
	s.Board[r.IntN(64)] = King.Of(Black)
	s.Board[A2+Square(r.IntN(48))] = Pawn.Of(Color(r.IntN(2)))
	p, err := s.Position()
	return s, p, err == nil
}

// gainsByPassing reports whether a side that is not in check and has a move would gain half a
// point or more if it could pass, as the tables of endings say.
func gainsByPassing(t *testing.T, p Position) bool {
	t.Helper()
	passed := p.After(0)
	moving, err1 := threePieces().WDL(&p)
	passing, err2 := threePieces().WDL(&passed)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	return !p.InCheck() && len(p.LegalMoves()) > 0 && -passing > moving
}

// Zugzwangs of a king and a pawn against a king are those that the tables know. A near miss is
// a position in which one of the pieces stands elsewhere.
func TestZugzwangs(t *testing.T) {
	r := rand.New(rand.NewPCG(9, chesstest.Seed()))
	searcher := NewAlphaBeta(nil, func(o *AlphaBetaOptions) { o.Hash, o.Tablebase = 1, threePieces() })
	check := func(p Position, m Move, want bool) {
		t.Helper()
		motifs, err := Zugzwangs(t.Context(), searcher, p, []Move{m}, 0, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(motifs) == 1 && motifs[0].Kind == MotifZugzwang && motifs[0].Ply == 0; got != want || len(motifs) > 1 {
			t.Errorf("%s %v: %v, want %v", p.FEN(), m, motifs, want)
		}
	}
	for found := 0; found < 20; {
		s, p, ok := randomPawnEnding(r)
		if !ok {
			continue
		}
		for _, m := range p.LegalMoves() {
			if m.IsPromotion() || p.IsCapture(m) || !gainsByPassing(t, p.After(m)) {
				continue
			}
			near, other, ok := nearZugzwang(t, r, s, m)
			if !ok {
				continue
			}
			check(p, m, true)
			check(near, other, false)
			found++
			break
		}
	}
}

// nearZugzwang moves a piece elsewhere, so that the same move does not lead to zugzwang.
func nearZugzwang(t *testing.T, r *rand.Rand, s Setup, m Move) (Position, Move, bool) {
	for range 100 {
		changed := s
		from, to := r.IntN(64), A2+Square(r.IntN(48))
		if s.Board[from] == NoPiece || s.Board[to] != NoPiece || Square(from) == m.From() {
			continue
		}
		changed.Board[from], changed.Board[to] = NoPiece, s.Board[from]
		p, err := changed.Position()
		if err != nil {
			continue
		}
		other, err := p.Move(m.From(), m.To(), NoPieceType)
		if err != nil || p.IsCapture(other) || gainsByPassing(t, p.After(other)) {
			continue
		}
		return p, other, true
	}
	return Position{}, 0, false
}

func TestZugzwangsErrors(t *testing.T) {
	p := MustParseFEN("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1")
	m := findMove(t, p, "e3d3")
	if _, err := Zugzwangs(t.Context(), nil, p, []Move{m}, 0, 10); err != errNoSearcher {
		t.Errorf("no searcher: %v", err)
	}
	s := newTestSearcher()
	if _, err := Zugzwangs(t.Context(), s, p, []Move{m, m}, 0, 10); !errors.Is(err, ErrIllegal) {
		t.Errorf("an illegal move: %v", err)
	}
	for _, from := range []int{-1, 2} {
		if _, err := Zugzwangs(t.Context(), s, p, []Move{m}, from, 10); err == nil {
			t.Errorf("from %d: no error", from)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Zugzwangs(ctx, s, p, []Move{m}, 0, 10); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

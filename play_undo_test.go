package chess

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
)

var undoStarts = []string{
	StartFEN,
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",                   // promotions
	"4k3/2p1p3/8/1P1P1P2/1p1p1p2/8/2P1P3/4K3 w - - 0 1",         // en passant
	"4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1", // and more
	"1rk5/8/8/8/8/8/8/1RK5 w Bb - 0 1",                          // king and rook change places
	"rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1",
	"5rkr/8/8/8/8/8/8/5RKR w KQkq - 0 9999",
	"4k2r/8/8/8/8/8/8/RN2K3 w Qk - 65500 65510",                           // the clocks stay at 65,535
	"6rk/P5pp/8/8/8/QQQQQQQQ/8/R3K3 w - - 0 1",                            // crowded after the promotion
	"5r1k/P2pNp1p/P2p1p1p/P2pPppp/PPPpP2p/P1P1P2p/P1PnP2p/K1R5 w - - 0 1", // more than sixteen pieces
}

// exactly makes cmp compare positions byte for byte.
var exactly = cmp.Comparer(func(a, b Position) bool {
	const size = unsafe.Sizeof(Position{})
	return *(*[size]byte)(unsafe.Pointer(&a)) == *(*[size]byte)(unsafe.Pointer(&b))
})

// checkUnmake plays moves chosen by next, and takes them back.
func checkUnmake(t *testing.T, start Position, plies int, next func(p *Position, moves []Move) Move) (kinds map[string]int) {
	t.Helper()
	kinds = map[string]int{}
	p := start
	var before []Position
	var moves []Move
	var undos []undo
	for range plies {
		legal := p.AppendMoves(nil)
		if len(legal) == 0 {
			break
		}
		m := next(&p, legal)
		switch {
		case p.IsCastling(m):
			kinds["castling"]++
		case p.IsCapture(m) && p.At(m.To()) == NoPiece:
			kinds["en passant"]++
		case m.Promotion() != NoPieceType && p.IsCapture(m):
			kinds["promotion and capture"]++
		case m.Promotion() != NoPieceType:
			kinds["promotion"]++
		case p.IsCapture(m):
			kinds["capture"]++
		}
		want := p.After(m)
		before, moves, undos = append(before, p), append(moves, m), append(undos, undo{})
		p.makeMove(m, &undos[len(undos)-1])
		if !cmp.Equal(want, p, exactly) {
			t.Fatalf("%v: makeMove(%v) gives %+v, want %+v", before[len(before)-1], m, p, want)
		}
	}
	for i := len(moves) - 1; i >= 0; i-- {
		after := p
		p.unmakeMove(moves[i], &undos[i])
		if !cmp.Equal(before[i], p, exactly) {
			t.Fatalf("%v: unmakeMove(%v) gives\n%+v, want\n%+v", after, moves[i], p, before[i])
		}
	}
	return kinds
}

func TestUnmakeMove(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 6))
	games := 400
	if testing.Short() {
		games = 60
	}
	kinds := map[string]int{}
	for range games {
		for _, fen := range undoStarts {
			p := MustParseFEN(fen)
			if rng.IntN(2) == 0 && fen == StartFEN {
				p, _ = Chess960Position(rng.IntN(960))
			}
			for kind, n := range checkUnmake(t, p, 120, func(p *Position, moves []Move) Move {
				for _, m := range moves {
					if (p.IsCastling(m) || m.Promotion() != NoPieceType) && rng.IntN(3) == 0 {
						return m
					}
				}
				return moves[rng.IntN(len(moves))]
			}) {
				kinds[kind] += n
			}
		}
	}
	for _, kind := range []string{"castling", "en passant", "promotion", "promotion and capture", "capture"} {
		if kinds[kind] < games/8 {
			t.Errorf("%d times %s: too few", kinds[kind], kind)
		}
	}
}

func FuzzUnmakeMove(f *testing.F) {
	for _, fen := range undoStarts {
		f.Add(fen, []byte("\x00\x01\x02\xff\x80\x40"))
	}
	f.Fuzz(func(t *testing.T, fen string, choices []byte) {
		p, err := ParseFEN(fen)
		if err != nil {
			t.Skip()
		}
		checkUnmake(t, p, len(choices), func(_ *Position, moves []Move) Move {
			m := moves[int(choices[0])%len(moves)]
			choices = choices[1:]
			return m
		})
	})
}

// A Game keeps no position a ply.
func TestGameSize(t *testing.T) {
	if size := unsafe.Sizeof(ply{}); size > 56 {
		t.Errorf("a ply takes %d bytes, more than 56", size)
	}
	if size := unsafe.Sizeof(Game{}); size > 400 {
		t.Errorf("a copy of a Game takes %d bytes, more than 400", size)
	}
	// What was taken back is not kept.
	g := gameOf(t, StartFEN, "e2e4 e7e5")
	for range 100 {
		for _, m := range g.LegalMoves() {
			g.push(m)
			g.push(g.LegalMoves()[0])
			g.push(g.LegalMoves()[0])
			g.Undo()
			g.Undo()
			g.Undo()
		}
	}
	stretches := 0
	for s := g.last; s != nil; s = s.before {
		stretches++
	}
	if stretches > 3 {
		t.Errorf("%d stretches for %d plies", stretches, g.Len())
	}
}

package chess

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
)

// BenchmarkDo plays each legal move.
func BenchmarkDo(b *testing.B) {
	benchmark(b, "nodes", func(b *testing.B, p *Position) int {
		moves, _ := children(p)
		next := new(Position)
		for b.Loop() {
			for _, m := range moves {
				p.Do(m, next)
			}
		}
		return len(moves)
	})
}

// BenchmarkAfter plays each legal move.
func BenchmarkAfter(b *testing.B) {
	benchmark(b, "nodes", func(b *testing.B, p *Position) int {
		moves, _ := children(p)
		var next Position
		for b.Loop() {
			for _, m := range moves {
				next = p.After(m)
			}
		}
		runtime.KeepAlive(&next)
		return len(moves)
	})
}

func TestMoveQueries(t *testing.T) {
	checks := 0
	var next Position
	for p := range manyPositions(13, scale(1600)) {
		for _, m := range p.AppendMoves(nil) {
			p.Do(m, &next)
			if got, want := p.GivesCheck(m), next.InCheck(); got != want {
				t.Fatalf("%v: GivesCheck(%v) = %v, want %v", p, m, got, want)
			} else if got {
				checks++
			}
			if got, want := p.Moved(m), p.At(m.From()); got != want {
				t.Fatalf("%v: Moved(%v) = %v, want %v", p, m, got, want)
			}
			// The captured piece is the one that is missing.
			lost := NoPiece
			for i := range 32 {
				if place := p.army() ^ 32 + uint8(i); p.pieces[place] != 0 && next.pieces[place] == 0 {
					lost = p.pieces[place].piece()
				}
			}
			if got := p.Captured(m); got != lost || p.IsCapture(m) != (lost != NoPiece) {
				t.Fatalf("%v: Captured(%v) = %v, want %v", p, m, got, lost)
			}
		}
	}
	if checks == 0 {
		t.Error("there was no check")
	}
}

func TestGivesCheck(t *testing.T) {
	for _, tt := range []struct {
		name, fen, move string
		want            bool
	}{
		{"direct", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", true},
		{"blocked", "1n2k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", false},
		{"discovered", "4k3/8/8/8/8/8/4N3/4R2K w - - 0 1", "e2c3", true},
		{"along the line", "4k3/8/8/8/4P3/8/8/4R2K w - - 0 1", "e4e5", false},
		{"by a promotion", "8/4P3/8/8/8/8/8/4k1K1 w - - 0 1", "e7e8q", true},
		{"by a promotion to a knight", "8/4P1k1/8/8/8/8/8/6K1 w - - 0 1", "e7e8n", true},
		{"not by a promotion to a bishop", "8/4P1k1/8/8/8/8/8/6K1 w - - 0 1", "e7e8b", false},
		{"by castling", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true},
		{"en passant, on the rank of both pawns", "8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1", "e5d6", true},
		{"by the king", "4k3/8/8/8/8/8/4K3/4R3 w - - 0 1", "e2d2", true},
		{"by no move", "4k3/8/8/8/8/8/4K3/4R3 w - - 0 1", "", false},
	} {
		p := MustParseFEN(tt.fen)
		m := Move(0)
		if i := slices.IndexFunc(p.AppendMoves(nil), func(m Move) bool { return m.String() == tt.move }); i >= 0 {
			m = p.AppendMoves(nil)[i]
		}
		if m.String() != tt.move && tt.move != "" {
			t.Errorf("%s: no move %s", tt.name, tt.move)
		}
		if got := p.GivesCheck(m); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

func BenchmarkGivesCheck(b *testing.B) {
	b.Run("fast", func(b *testing.B) { benchmarkMoves(b, anyMove, (*Position).GivesCheck) })
	b.Run("slow", func(b *testing.B) {
		var next Position
		benchmarkMoves(b, anyMove, func(p *Position, m Move) bool { p.Do(m, &next); return next.InCheck() })
	})
}

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
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 6))
	games := 400
	if sampled() {
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

var perftTests = []struct {
	name, fen string
	counts    []uint64 // at depth 1, 2, ...
}{
	{"start", StartFEN, []uint64{20, 400, 8902, 197281, 4865609, 119060324}},
	{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		[]uint64{48, 2039, 97862, 4085603, 193690690}},
	{"endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		[]uint64{14, 191, 2812, 43238, 674624, 11030083}},
	{"promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
		[]uint64{6, 264, 9467, 422333, 15833292}},
	{"position5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
		[]uint64{44, 1486, 62379, 2103487, 89941194}},
	{"position6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
		[]uint64{46, 2079, 89890, 3894594, 164075551}},
	// Counted by Stockfish.
	{"many pawns", "r3k2r/pppp1ppp/ppp5/3Pp3/3pP3/5PPP/PPPPPPPP/R3K2R w KQkq e6 0 1", []uint64{23, 510, 11001, 240728}},
	{"seventeen pieces a side", "5r1k/P2pNp1p/P2p1p1p/P2pPppp/PPPpP2p/P1P1P2p/P1PnP2p/K1R5 w - - 0 1", []uint64{27, 686, 17244, 425436}},
	{"many pawns that promote", "k7/3PPPP1/7p/pppp1ppp/PPPP1PPP/7P/3pppp1/K7 w - - 0 1", []uint64{29, 614, 13157, 298515}},
}

func TestPerft(t *testing.T) {
	for _, tt := range perftTests {
		t.Run(tt.name, func(t *testing.T) {
			p := MustParseFEN(tt.fen)
			for i, want := range tt.counts {
				if sampled() && want > 1e7 {
					break
				}
				if got := Perft(p, i+1); got != want {
					t.Errorf("Perft(%q, %d) = %d, want %d", tt.fen, i+1, got, want)
				}
			}
		})
	}
}

// BenchmarkPerft counts four plies.
func BenchmarkPerft(b *testing.B) {
	benchmark(b, "nodes", func(b *testing.B, p *Position) int {
		n := uint64(0)
		for b.Loop() {
			n = Perft(*p, 4)
		}
		return int(n)
	})
}

// benchmark runs f for each position of perftTests, and reports millions of units
// a second. f returns how many units each iteration of its loop does.
func benchmark(b *testing.B, unit string, f func(b *testing.B, p *Position) (n int)) {
	for _, tt := range perftTests {
		b.Run(tt.name, func(b *testing.B) {
			p := MustParseFEN(tt.fen)
			b.ReportAllocs()
			n := f(b, &p)
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "M"+unit+"/s")
		})
	}
}

// children returns the legal moves of p and the positions after them.
func children(p *Position) ([]Move, []Position) {
	moves := p.AppendMoves(nil)
	var after []Position
	for _, m := range moves {
		after = append(after, p.After(m))
	}
	return moves, after
}

package chess

import (
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
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

func BenchmarkGivesCheck(b *testing.B) { benchmarkMoves(b, anyMove, (*Position).GivesCheck) }

// exactly makes cmp compare positions byte for byte.
var exactly = cmp.Comparer(func(a, b Position) bool {
	const size = unsafe.Sizeof(Position{})
	return *(*[size]byte)(unsafe.Pointer(&a)) == *(*[size]byte)(unsafe.Pointer(&b))
})

// A Game keeps no position a ply.
func TestGameSize(t *testing.T) {
	if size := unsafe.Sizeof(ply{}); size > 56 {
		t.Errorf("a ply takes %d bytes, more than 56", size)
	}
	if size := unsafe.Sizeof(Game{}); size > 440 {
		t.Errorf("a copy of a Game takes %d bytes, more than 440", size)
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

type perftTest struct {
	name, fen string
	counts    []uint64 // at depth 1, 2, ...
}

var perftTests = []perftTest{
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

// Chess960, as other programs count it.
var perftTests960 = []perftTest{
	{"bqnb1rkr", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", []uint64{21, 528, 12189, 326672, 8146062}},
	{"2nnrbkr", "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", []uint64{21, 807, 18002, 667366, 16253601}},
	{"b1q1rrkb", "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", []uint64{20, 479, 10471, 273318, 6417013}},
}

func TestPerft(t *testing.T) {
	for _, tt := range slices.Concat(perftTests, perftTests960) {
		p := MustParseFEN(tt.fen)
		for i, want := range tt.counts {
			if chesstest.Sampled(t) && want > 5e6 {
				break
			}
			if got := Perft(p, i+1); got != want {
				t.Errorf("Perft(%q, %d) = %d, want %d", tt.fen, i+1, got, want)
			}
		}
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

package played

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// TestLine plays random games from several starts, and compares the line of each with the
// moves, a board that follows it with the positions, and one that follows only some squares
// on these.
func TestLine(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 28))
	kinds := map[Step]int{}
	for i := range 600 {
		start := chess.MustParseFEN([]string{
			chess.StartFEN,
			"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
			"8/P1k5/8/3pP3/8/8/p1K4P/8 w - d6 0 1",
			"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
			"1k5r/1P4P1/8/8/4p3/8/3P1p2/RK6 b - - 0 1",
			"nrk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w FBfb - 0 1",
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 variant atomic",
			"4k3/1P5P/8/2pP4/4p3/2N3n1/3P2p1/R3K2R w KQ c6 0 1 variant atomic",
			"8/1P2k3/8/8/4n3/8/3K2p1/8 w - - 0 1 variant antichess",
			"r3kb1r/ppp2ppp/8/8/8/8/PPP2PPP/R2QKB1R[PPNNBpnnbq] w KQkq - 0 1",
		}[i%10])
		positions := []chess.Position{start}
		var played []chess.Move
		var err error
		for p := start; len(positions) < 100; positions = append(positions, p) {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			if rng.IntN(50) == 0 && !p.InCheck() {
				m = 0
			}
			played = append(played, m)
			p.Do(m, &p)
		}
		written := newLine(start, played)
		row := written.append(nil)
		line, err := ReadLine(row)
		if diff := cmp.Diff(row, line.append(nil)); diff != "" || err != nil {
			t.Fatalf("%v (-written +read):\n%s", err, diff)
		}
		all, side, err := line.StartBoard()
		if err != nil {
			t.Fatal(err)
		}
		some := all
		mask := rng.Uint64() & rng.Uint64() & rng.Uint64()
		for ply, p := range positions {
			if ply > 0 {
				s := line.Step(ply - 1)
				kinds[s>>12]++
				if code := codeOf(played[ply-1]); s.code() != code {
					t.Fatalf("%s: ply %d is %#x, want %#x", start.FEN(), ply, s.code(), code)
				}
				all.Play(s, side)
				if line.Touching(mask, ply-1) == ply-1 || p.Variant() == chess.Atomic {
					some.Play(s, side)
				}
				side = side.Other()
			}
			if all != NewBoard(p) || side != p.Turn() {
				t.Fatalf("%s: after ply %d: %v", p.FEN(), ply, all)
			}
			left := all.Material.Left()
			if !line.Left.Reaches(left) || ply == len(positions)-1 && left != line.Left && p.Variant() != chess.Crazyhouse {
				t.Fatalf("%s: %v is left, and %v at the end", p.FEN(), left, line.Left)
			}
			for sq := range chess.Square(64) {
				if mask>>sq&1 != 0 && some.Pieces[sq] != p.At(sq) {
					t.Fatalf("%s: %v on %s after ply %d", p.FEN(), some.Pieces[sq], sq, ply)
				}
			}
		}
	}
	if len(kinds) != int(stepDrop>>12)+1 {
		t.Errorf("the games have only steps of the kinds %v", kinds)
	}
}

// TestLeft compares what is left of a material with the pieces.
func TestLeft(t *testing.T) {
	e, err := chess.ParseEnding("KQRPPPvKBN")
	if err != nil {
		t.Fatal(err)
	}
	left := MaterialOf(e).Left()
	if want := (Left{5, 3, 2, 0}); left != want {
		t.Errorf("%v, want %v", left, want)
	}
	for i := range left {
		more := left
		more[i]++
		if !left.Reaches(more) || more.Reaches(left) {
			t.Errorf("%v and %v", left, more)
		}
	}
}

package chess

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

// The rule of repetition that all searchers share says what counting the EPDs of
// game and line says.
func TestPathRepeated(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, chesstest.Seed()))
	draws := 0
	var path path
	randomHistories(t, 18, 300, func(g *Game) {
		path.begin(g)
		var epds []string
		for _, p := range g.Positions() {
			epds = append(epds, p.EPD())
		}
		root := len(epds) - 1
		line := new(*g)
		for ply := 1; ply <= 8; ply++ {
			if line.Outcome().Over() {
				break
			}
			p := line.Position()
			moves := p.AppendMoves(nil)
			m := moves[rng.IntN(len(moves))]
			if past := line.Moves(); len(past) >= 2 && rng.IntN(4) > 0 { // back
				last := past[len(past)-2]
				if i := slices.IndexFunc(moves, func(m Move) bool { return m.From() == last.To() && m.To() == last.From() }); i >= 0 {
					m = moves[i]
				}
			}
			if err := line.Play(m); err != nil {
				t.Fatal(err)
			}
			p = line.Position()
			path.step(ply, &p)
			at, seen := -1, 0
			for i, epd := range epds {
				if epd == p.EPD() {
					if seen++; i >= root {
						at = i - root
					}
				}
			}
			want := at >= 0 || seen >= 2
			if gotAt, got := path.repeated(ply, p.HalfmoveClock()); got != want || got && gotAt != at {
				t.Fatalf("%v after %v: repeated at %d, %v, want %d, %v", line.Start(), line.Moves(), gotAt, got, at, want)
			}
			if want {
				draws++
				break
			}
			epds = append(epds, p.EPD())
		}
	})
	if draws < 50 {
		t.Errorf("only %d repetitions", draws)
	}
}

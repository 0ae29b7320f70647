package suite_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/seed-0971039b/chess"
)

// basicEndings are won endings, not all of their positions.
var basicEndings = []string{
	"KQvK", "KRvK", "KPvK", "KBBvK", "KBNvK", "KPPvK",
	"KQvKR", "KQvKB", "KQvKN", "KQvKP", "KRvKB", "KRvKN", "KRvKP", "KPvKP", "KQvKQ",
}

// TestBasicEndings has AlphaBeta win random won positions of basic endings against the
// best defence, by 500 nodes a move, within the fifty-move rule: with tables that it has
// made, which know the distance to mate, and by Syzygy's files, which know only that to
// zeroing. Here it is a sample. All of it, with the directory of the files:
//
//	CHESS_ENDINGS=1000 CHESS_SYZYGY=DIR go test -run TestBasicEndings -v -timeout 0 ./internal/suite
func TestBasicEndings(t *testing.T) {
	positions, names := 20, basicEndings[:3]
	if s := os.Getenv("CHESS_ENDINGS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		positions, names = n, basicEndings
	}
	dir := os.Getenv("CHESS_SYZYGY")
	if dir == "" {
		dir, names = "../../testdata/syzygy", basicEndings[:3]
	}
	files, err := chess.OpenSyzygy(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	made := new(chess.EndingTables)
	for _, name := range names {
		e := mustEnding(name)
		if err := made.Make(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		for _, tb := range []struct {
			name  string
			table chess.Tablebase
		}{{"made", made}, {"files", files}} {
			started := time.Now()
			a := withTables(tb.table)
			r := rand.New(rand.NewPCG(22, 3))
			won, plies, longest := 0, 0, 0
			for i := 0; i < positions; {
				p := randomPlayable(r, e)
				truth, err := made.Probe(&p)
				if err != nil {
					t.Fatal(err)
				}
				stronger := chess.White
				if p.Ending() != e {
					stronger = chess.Black
				}
				if wins := p.Turn() == stronger; wins && truth.WDL <= chess.WDLDraw || !wins && truth.WDL >= chess.WDLDraw {
					continue
				}
				i++
				g := chess.NewGame(p)
				if playOut(t, g, stronger, a, tb.table, 500) {
					won++
				}
				plies, longest = plies+g.Len(), max(longest, g.Len())
			}
			t.Logf("%-6s %-5s %d of %d won, %.1f plies, at most %d, in %.1f s", name, tb.name, won, positions,
				float64(plies)/float64(positions), longest, time.Since(started).Seconds())
		}
	}
}

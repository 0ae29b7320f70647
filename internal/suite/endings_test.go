package suite_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// basicEndings are won endings, not all of their positions.
var basicEndings = []string{
	"KQvK", "KRvK", "KPvK", "KBBvK", "KBNvK", "KPPvK",
	"KQvKR", "KQvKB", "KQvKN", "KQvKP", "KRvKB", "KRvKN", "KRvKP", "KPvKP", "KQvKQ",
}

// TestBasicEndings has AlphaBeta win random won positions of basic endings against the
// best defence, by 500 nodes a move, within the fifty-move rule: with tables that it has
// made, which know the distance to mate, and by Syzygy's files, which know only that to
// zeroing. By default it takes a sample. For more, with the directory of the files:
//
//	CHESS_FULL=10 CHESS_SYZYGY=DIR go test -run TestBasicEndings -v -timeout 0 ./internal/suite
func TestBasicEndings(t *testing.T) {
	positions, names, dir := chesstest.Sample(t, 100), basicEndings, os.Getenv("CHESS_SYZYGY")
	if dir == "" {
		dir, names = "../../testdata/syzygy", names[:3]
	}
	files, err := chess.OpenSyzygy(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	for _, name := range names {
		e := mustEnding(name)
		made := madeTables(t, name)
		for kind, table := range map[string]chess.Tablebase{"made": made, "files": files} {
			a := withTables(table)
			r := rand.New(rand.NewPCG(22, 3))
			plies, longest := 0, 0
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
				playOut(t, g, stronger, a, table, 500)
				plies, longest = plies+g.Len(), max(longest, g.Len())
			}
			t.Logf("%-6s %-5s %.1f plies, at most %d", name, kind, float64(plies)/float64(positions), longest)
		}
	}
}

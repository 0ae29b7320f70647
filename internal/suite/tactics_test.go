package suite_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// readEPDs returns the positions of a file of EPDs, where # begins a comment.
func readEPDs(tb testing.TB, name string) []chess.EPD {
	tb.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		tb.Fatal(err)
	}
	var epds []chess.EPD
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		e, err := chess.ParseEPD(line)
		if err != nil {
			tb.Fatalf("%s: %v", name, err)
		}
		epds = append(epds, e)
	}
	return epds
}

// tactics returns positions in which one move, their "bm", is much better than the
// others.
func tactics(tb testing.TB) []chess.EPD { return readEPDs(tb, "../../testdata/tactics.epd") }

// findsBestMove reports whether a result has the "bm" of e.
func findsBestMove(e chess.EPD, r chess.Result) bool {
	return slices.Contains(e.Moves("bm"), r.Move)
}

// longMates returns positions in which the shortest mate takes 5 or 6 moves, their
// "dm".
func longMates(tb testing.TB) []chess.EPD { return readEPDs(tb, "../../testdata/longmates.epd") }

// findsShortestMate reports whether a result is a mate in "dm" moves of e.
func findsShortestMate(e chess.EPD, r chess.Result) bool {
	moves, ok := r.Score.MateInMoves()
	dm, _ := e.Int("dm")
	return ok && int64(moves) == dm
}

// unsolved searches each position with an empty table, with Limits.Mate set if
// there is a "dm", and returns the positions for which the result is not good.
func unsolved(tb testing.TB, epds []chess.EPD, l chess.Limits, good func(chess.EPD, chess.Result) bool) []chess.EPD {
	tb.Helper()
	s := chess.NewAlphaBeta(chess.NewDefaultEvaluator())
	var bad []chess.EPD
	for _, e := range epds {
		dm, _ := e.Int("dm")
		l.Mate = int(dm)
		s.Forget()
		r, err := s.Search(tb.Context(), chess.NewGame(e.Position), l)
		if err != nil {
			tb.Fatalf("%v: %v", e, err)
		}
		if !good(e, r) {
			bad = append(bad, e)
		}
	}
	return bad
}

// The following searches are limited by nodes, not time, so that their results are
// the same on every machine.

func TestTactics(t *testing.T) {
	const nodes, least = 3000, 80 // percent
	epds := chesstest.Few(t, tactics(t))
	bad := unsolved(t, epds, chess.Limits{Nodes: nodes}, findsBestMove)
	if solved := len(epds) - len(bad); 100*solved < least*len(epds) {
		t.Errorf("%d of %d solved in %d nodes, want %d %%", solved, len(epds), nodes, least)
	}
}

func TestLongMates(t *testing.T) {
	const nodes, least = 60_000, 50 // percent
	epds := chesstest.Few(t, longMates(t))
	bad := unsolved(t, epds, chess.Limits{Nodes: nodes}, findsShortestMate)
	if solved := len(epds) - len(bad); 100*solved < least*len(epds) {
		t.Errorf("%d of %d found in %d nodes, want %d %%", solved, len(epds), nodes, least)
	}
}

// benchmarkSuite reports how many positions are solved, and logs the others. One
// pass is one operation, so that -benchtime=1x is enough.
func benchmarkSuite(b *testing.B, epds []chess.EPD, good func(chess.EPD, chess.Result) bool) {
	for _, bm := range []struct {
		name   string
		limits chess.Limits
	}{
		{"100ms", chess.Limits{Time: 100 * time.Millisecond}},
		{"100000nodes", chess.Limits{Nodes: 100_000}},
	} {
		b.Run(bm.name, func(b *testing.B) {
			var bad []chess.EPD
			for b.Loop() {
				bad = unsolved(b, epds, bm.limits, good)
			}
			solved := float64(len(epds) - len(bad))
			b.ReportMetric(solved, "solved/op")
			b.ReportMetric(100*solved/float64(len(epds)), "%solved")
			for _, e := range bad {
				b.Logf("unsolved: %v", e)
			}
		})
	}
}

// BenchmarkTactics searches for the best moves of testdata/tactics.epd.
func BenchmarkTactics(b *testing.B) { benchmarkSuite(b, tactics(b), findsBestMove) }

// BenchmarkMates searches for the shortest mates of testdata/mates.epd and
// testdata/longmates.epd.
func BenchmarkMates(b *testing.B) {
	benchmarkSuite(b, append(readEPDs(b, "../../testdata/mates.epd"), longMates(b)...), findsShortestMate)
}

package chess_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-0971039b/chess"
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

// tactics returns positions that have one good move, their "bm", or a few.
func tactics(tb testing.TB) []chess.EPD { return readEPDs(tb, "testdata/tactics.epd") }

func findsBestMove(e chess.EPD, r chess.Result) bool {
	return slices.Contains(e.Moves("bm"), r.Move)
}

// allMates returns positions with a mate, and no shorter one, in "dm" moves: 1 to 6.
func allMates(tb testing.TB) []chess.EPD {
	return append(readEPDs(tb, "testdata/mates.epd"), readEPDs(tb, "testdata/longmates.epd")...)
}

func findsMate(e chess.EPD, r chess.Result) bool {
	moves, ok := r.Score.Mate()
	want, _ := e.Int("dm")
	return ok && moves > 0 && int64(moves) <= want
}

// unsolved searches each position afresh and returns those for which the
// result will not do. Where a mate is to be found, it is what is searched for.
func unsolved(tb testing.TB, epds []chess.EPD, l chess.Limits, good func(chess.EPD, chess.Result) bool) []chess.EPD {
	tb.Helper()
	s := chess.NewAlphaBeta(chess.NewDefaultEvaluator())
	var bad []chess.EPD
	for _, e := range epds {
		s.Forget()
		dm, _ := e.Int("dm")
		l.Mate = int(dm)
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

func TestTacticsSuite(t *testing.T) {
	epds := tactics(t)
	if len(epds) < 330 {
		t.Errorf("%d positions", len(epds))
	}
	ids, keys := map[string]bool{}, map[chess.Key]bool{}
	for _, e := range epds {
		id, key := e.Text("id"), e.Position.Key()
		if id == "" || ids[id] || keys[key] {
			t.Errorf("%v: no id, or not the first of its like", e)
		}
		ids[id], keys[key] = true, true
		if len(e.Moves("bm")) == 0 || e.Text("c0") == "" {
			t.Errorf("%v: no best move, or no evaluation", e)
		}
	}
}

// So few nodes solve so many, on any machine.
func TestTactics(t *testing.T) {
	const nodes, least = 3000, 60 // per cent
	var sample []chess.EPD
	for i, e := range tactics(t) {
		if i%4 == 0 {
			sample = append(sample, e)
		}
	}
	bad := unsolved(t, sample, chess.Limits{Nodes: nodes}, findsBestMove)
	if solved := len(sample) - len(bad); 100*solved < least*len(sample) {
		t.Errorf("%d of %d solved in %d nodes, want %d %%", solved, len(sample), nodes, least)
	}
}

func TestSearchFindsLongMates(t *testing.T) {
	epds := readEPDs(t, "testdata/longmates.epd")
	count := map[int64]int{}
	for _, e := range epds {
		n, _ := e.Int("dm")
		count[n]++
	}
	if count[5] < 10 || count[6] < 10 {
		t.Errorf("mates by their moves: %v", count)
	}
	bad := unsolved(t, epds, chess.Limits{Nodes: 100_000}, findsMate)
	if solved := len(epds) - len(bad); 10*solved < 7*len(epds) {
		t.Errorf("%d of %d found", solved, len(epds))
	}
}

// benchmarkSuite reports how many positions are solved. One pass is one
// operation, so that -benchtime=1x is enough; the ids of the others are logged.
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

// BenchmarkTactics asks for the best moves of testdata/tactics.epd.
func BenchmarkTactics(b *testing.B) { benchmarkSuite(b, tactics(b), findsBestMove) }

// BenchmarkMates asks for the mates of testdata/mates.epd and longmates.epd.
func BenchmarkMates(b *testing.B) { benchmarkSuite(b, allMates(b), findsMate) }

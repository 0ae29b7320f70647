package puzzle

import (
	"cmp"
	"errors"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/seed-0971039b/chess"
)

func TestRating(t *testing.T) {
	last := 0
	for nodes := int64(1); nodes < 1<<62; nodes *= 2 {
		r := rating(nodes)
		if r > maxRating || r < last || r == last && r != maxRating {
			t.Errorf("%d nodes: %d after %d", nodes, r, last)
		}
		last = r
	}
	if last != maxRating || rating(0) != rating(1) || rating(1024) != 1300 {
		t.Error(last, rating(0), rating(1), rating(1024))
	}
}

// TestEffort checks that a longer way to the solution is more effort, and that a move
// that the search does not choose is not found.
func TestEffort(t *testing.T) {
	f := finder(t)
	effort := func(fen string, moves ...string) (int64, bool) {
		nodes, ok, err := f.Effort(t.Context(), puzzleOf(t, fen, moves...))
		if err != nil {
			t.Fatal(err)
		}
		return nodes, ok
	}
	const mateIn2 = "r7/pb3r1k/1p4p1/2p1B3/3p1PR1/PN6/1KP4P/8 b - - 0 33"
	one, ok1 := effort(mateIn2, "Re8", "Rh4+")
	two, ok2 := effort(mateIn2, "Re8", "Rh4+", "Kg8", "Rh8#")
	if !ok1 || !ok2 || one >= two {
		t.Errorf("%d nodes, %v; %d nodes, %v", one, ok1, two, ok2)
	}
	if nodes, ok := effort(mateIn2, "Re8", "h3"); ok || nodes != f.settings.Verify {
		t.Errorf("another move: %d nodes, %v", nodes, ok)
	}
	// Either rook gives mate.
	const twoMates = "7k/R7/8/8/8/8/6p1/KRR5 b - - 0 1"
	for _, mate := range []string{"Rb8#", "Rc8#"} {
		if nodes, ok := effort(twoMates, "g1=N", mate); mates(puzzleOf(t, twoMates, "g1=N").Position()) == nil || !ok || nodes > 1000 {
			t.Errorf("%s: %d nodes, %v", mate, nodes, ok)
		}
	}
}

// TestRatings compares the ratings of puzzles with those in a file of lichess.org's form
// that RATED names, and prints the line that fits best. RATED_EVERY takes only every so
// many-th puzzle:
//
//	RATED=puzzles.tsv RATED_EVERY=20 go test -run Ratings -v -timeout 0 ./examples/internal/puzzle
func TestRatings(t *testing.T) {
	if os.Getenv("RATED") == "" {
		t.Skip("RATED is not set")
	}
	every, err := strconv.Atoi(cmp.Or(os.Getenv("RATED_EVERY"), "1"))
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(os.Getenv("RATED"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := NewCSVReader(file)
	if err != nil {
		t.Fatal(err)
	}
	f, err := NewFinder(DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	var x, y []float64
	unsolved := 0
	for i := 0; ; i++ {
		l, err := lines.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if i%every != 0 {
			continue
		}
		nodes, ok, err := f.Effort(t.Context(), &Puzzle{Start: l.Start, Moves: l.Moves})
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			unsolved++
			continue
		}
		x, y = append(x, math.Log2(float64(nodes))), append(y, float64(l.Rating))
	}
	slope, start, correlation := line(x, y)
	t.Logf("%d puzzles solved, %d not; rating = %.0f + %.0f log2(nodes), correlation %.2f, of the ranks %.2f",
		len(x), unsolved, start, slope, correlation, rankCorrelation(x, y))
	if correlation < 0.2 {
		t.Error("the nodes say nothing of the rating")
	}
}

// line returns the line that fits best, and the correlation.
func line(x, y []float64) (slope, start, correlation float64) {
	n := float64(len(x))
	var sx, sy, sxx, sxy, syy float64
	for i := range x {
		sx, sy = sx+x[i], sy+y[i]
		sxx, sxy, syy = sxx+x[i]*x[i], sxy+x[i]*y[i], syy+y[i]*y[i]
	}
	slope = (n*sxy - sx*sy) / (n*sxx - sx*sx)
	return slope, (sy - slope*sx) / n, (n*sxy - sx*sy) / math.Sqrt((n*sxx-sx*sx)*(n*syy-sy*sy))
}

// rankCorrelation returns Spearman's correlation.
func rankCorrelation(x, y []float64) float64 {
	_, _, correlation := line(ranks(x), ranks(y))
	return correlation
}

func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	all := make([]float64, len(values))
	for rank, i := range order {
		all[i] = float64(rank)
	}
	return all
}

// finder returns a Finder whose searches are short.
func finder(t *testing.T) *Finder {
	t.Helper()
	f, err := NewFinder(Settings{Nodes: 500, Verify: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// puzzleOf returns the puzzle with some moves in SAN.
func puzzleOf(t *testing.T, fen string, moves ...string) *Puzzle {
	t.Helper()
	at, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	p := &Puzzle{Start: at}
	for _, san := range moves {
		m, err := at.ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		p.Moves = append(p.Moves, m)
		at = at.After(m)
	}
	return p
}

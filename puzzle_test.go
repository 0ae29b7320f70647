package chess

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// shortFinder is a PuzzleFinder whose searches are short.
var shortFinder = PuzzleFinder{Nodes: 500, Verify: 20_000}

// shortSearch returns the work of shortFinder.
func shortSearch(t *testing.T) *puzzleSearch {
	t.Helper()
	x, err := shortFinder.start()
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// puzzleOf returns the puzzle with the mistake and some moves in SAN.
func puzzleOf(t *testing.T, fen, mistake string, moves ...string) *Puzzle {
	t.Helper()
	p := &Puzzle{Before: MustParseFEN(fen)}
	p.Mistake = line(t, p.Before, mistake)[0]
	p.Position = p.Before.After(p.Mistake)
	p.Solution = line(t, p.Position, moves...)
	return p
}

// mistakenGames returns the games of testdata/mistakes.pgn, in which there are puzzles, or some of them.
func mistakenGames(t *testing.T) []*GameTree {
	all := slices.Collect(fileGames(t, "testdata/mistakes.pgn"))
	return all[:few(2, len(all))]
}

var knownPuzzles struct {
	sync.Mutex
	all []Puzzle
}

// foundPuzzles returns the puzzles of testdata/mistakes.pgn.
func foundPuzzles(t *testing.T) []Puzzle {
	t.Helper()
	known := &knownPuzzles
	known.Lock()
	defer known.Unlock()
	if known.all != nil {
		return known.all
	}
	for _, tree := range mistakenGames(t) {
		puzzles, err := shortFinder.Find(t.Context(), tree)
		if err != nil {
			t.Fatal(err)
		}
		known.all = append(known.all, puzzles...)
	}
	if len(known.all) < few(2, 8) {
		t.Fatalf("%d puzzles", len(known.all))
	}
	return known.all
}

func TestPuzzleAccepted(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, fen, mistake, solution string }{
		{"mate in 1", "2k2r2/p3n3/1npBPb2/8/3PN2p/2P1p3/6PP/1R4K1 b - - 1 29", "Nc4", "30. Rb8#"},
		{"mate in 2", "r7/pb3r1k/1p4p1/2p1B3/3p1PR1/PN6/1KP4P/8 b - - 0 33", "Re8", "34. Rh4+ Kg8 35. Rh8#"},
		{"mate in 3", "8/1pp1R3/2n3k1/2Q1p2p/3P2p1/3P4/q5PP/1R5K w - - 2 29", "Rxb7", "29... Qa1+ 30. Rb1 Qxb1+ 31. Qc1 Qxc1#"},
		{"discovery", "5k2/rpp2qbQ/p2p4/8/2N2P2/P5P1/1P6/2K1R3 w - - 4 31", "Nd2", "31... Bxb2+ 32. Kxb2 Qxh7"},
		{"pin", "4k3/2q2ppp/8/8/8/2N5/5PPP/4KB2 b - - 0 1", "Qc6", "2. Bb5 Qxb5 3. Nxb5"},
		{"interposition", "6k1/5ppp/1R2b3/3r4/8/6PP/5P1K/8 b - - 1 34", "Rd3", "35. Rb8+ Bc8 36. Rxc8+ Rd8 37. Rxd8#"},
		{"either is mate", "6k1/p3Pppp/8/8/8/8/q5PP/6K1 b - - 0 1", "a5", "2. e8=Q#"},
	}
	for _, test := range tests[:few(3, len(tests))] {
		want := puzzleOf(t, test.fen, test.mistake)
		p, err := shortFinder.Try(t.Context(), want.Before, want.Mistake)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := p.Position.SANLine(p.Solution...); got != test.solution {
			t.Errorf("%s: %s, want %s", test.name, got, test.solution)
		}
		order := MotifKinds()
		sorted := slices.IsSortedFunc(p.Motifs, func(a, b MotifKind) int { return slices.Index(order, a) - slices.Index(order, b) })
		if len(p.Motifs) == 0 || !sorted || p.Nodes < 1 || p.Rating < 900 || p.Ply != 0 {
			t.Errorf("%s: %+v", test.name, p)
		}
	}
}

func TestPuzzleRejected(t *testing.T) {
	t.Parallel()
	for fen, test := range map[string]struct {
		mistake string
		want    noPuzzle
	}{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":        {"e4", notWinning},
		"7k/5Q2/8/6K1/8/8/8/8 w - - 0 1":                                  {"Kg6", notWinning}, // stalemate
		"6k1/8/8/8/8/6q1/8/R6K b - - 0 1":                                 {"Qg2+", onlyLegalMove},
		"3qk3/pp6/8/8/8/2N1N3/PPP5/4K3 b - - 0 1":                         {"Qd5", severalMoves},
		"1n2k3/pp3ppp/2p5/3p4/3Q4/8/PPP2PPP/4K3 w - - 0 1":                {"Qxd5", recapture},
		"3qk3/ppp2ppp/8/8/4P3/8/PPP2PPP/4K2R b - - 0 1":                   {"Qd5", oneMove},
		"1r3rk1/1p1b2pp/p1nb4/2q1pp2/5P2/1PP3P1/P3NRBP/R2Q2K1 w - - 0 21": {"Bd5+", nothingWon},
		"7k/5ppp/8/8/8/8/q1R2PPP/1N1R2K1 b - - 0 1":                       {"Qxc2", alreadyWinning},
	} {
		tried := puzzleOf(t, fen, test.mistake)
		p, err := shortFinder.Try(t.Context(), tried.Before, tried.Mistake)
		if len(p.Solution) > 0 || err != test.want || !errors.Is(err, ErrNoPuzzle) {
			t.Errorf("%s %s: %v, want %v", fen, test.mistake, err, test.want)
		}
	}
}

// TestPuzzleSolutions checks that each solution is legal, that it ends with mate or with more
// material than before, after the best answer at the latest, and that each move of the solver is the only good one by a longer
// search than the one that found it.
func TestPuzzleSolutions(t *testing.T) {
	t.Parallel()
	longer, err := PuzzleFinder{Nodes: 500, Verify: 40_000}.start()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range foundPuzzles(t) {
		g := NewGame(p.Position)
		for i, m := range p.Solution {
			if i%2 == 0 {
				// A game of its own, so that it starts without what it has learned.
				turn, err := longer.turn(t.Context(), NewGame(g.Position()), longer.Verify)
				if err != nil {
					t.Fatal(err)
				}
				if turn.move != m || !turn.only() {
					t.Errorf("%s: %v at ply %d, and not %v: %+v", p.Before.FEN(), turn.move, i, m, turn)
				}
			}
			if err := g.Play(m); err != nil {
				t.Fatalf("%s: %v", p.Before.FEN(), err)
			}
		}
		end, solver := g.Position(), p.Position.Turn()
		won := end.balance(solver) - end.captureGain()
		if !end.Outcome().Over() {
			r, err := longer.search(t.Context(), g, Limits{Nodes: longer.Verify})
			if err != nil {
				t.Fatal(err)
			}
			next := end.After(r.Move)
			won = max(won, next.balance(solver)+next.captureGain())
		}
		if won -= p.Position.balance(solver); end.Outcome().Reason != Checkmate && won < leastWon {
			t.Errorf("%s: %d centipawns are won at the end", p.Before.FEN(), won)
		}
		if end.Turn() == solver {
			t.Errorf("%s: the last move is not the solver's", p.Before.FEN())
		}
	}
}

// TestPuzzleAlone checks that a game has the same puzzles whatever was searched before, and that
// they depend on the position and not on the game.
func TestPuzzleAlone(t *testing.T) {
	t.Parallel()
	trees := mistakenGames(t)
	all := foundPuzzles(t)
	slices.Reverse(trees)
	var again []Puzzle
	for _, tree := range trees {
		puzzles, err := shortFinder.Find(t.Context(), tree)
		if err != nil {
			t.Fatal(err)
		}
		again = append(puzzles, again...)
	}
	if diff := gocmp.Diff(all, again); diff != "" {
		t.Errorf("in another order (-before +after):\n%s", diff)
	}
	for _, p := range all {
		q, err := shortFinder.Try(t.Context(), p.Before, p.Mistake)
		q.Ply = p.Ply
		if diff := gocmp.Diff(p, q); diff != "" || err != nil {
			t.Errorf("alone: %v, (-before +after):\n%s", err, diff)
		}
	}
}

// TestPuzzleOnce checks that a position that occurs twice in a game makes one puzzle.
func TestPuzzleOnce(t *testing.T) {
	tree, err := ParsePGN(`[FEN "2k2r2/p3n3/1npBPb2/8/3PN2p/2P1p3/6PP/1R4K1 b - - 1 29"]

29... Nc4 30. Ra1 Nb6 31. Rb1 Nc4 32. Ra1 *`)
	if err != nil {
		t.Fatal(err)
	}
	puzzles, err := shortFinder.Find(t.Context(), tree)
	if err != nil || len(puzzles) != 1 || puzzles[0].Ply != 1 {
		t.Errorf("%v, %v", puzzles, err)
	}
}

func TestPuzzleErrors(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := shortFinder.Find(ctx, mistakenGames(t)[0]); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	p := puzzleOf(t, "2k2r2/p3n3/1npBPb2/8/3PN2p/2P1p3/6PP/1R4K1 b - - 1 29", "Nc4")
	threeChecks := MustParseFEN("2k2r2/p3n3/1npBPb2/8/3PN2p/2P1p3/6PP/1R4K1 b - - 3+3 1 29")
	tree := NewGameTree(threeChecks)
	if _, err := tree.Root().Add(p.Mistake); err != nil {
		t.Fatal(err)
	}
	if puzzles, err := shortFinder.Find(t.Context(), tree); len(puzzles) > 0 || err != nil {
		t.Errorf("three-check: %v, %v", puzzles, err)
	}
	for name, err := range map[string]error{
		"three-check":     func() error { _, err := shortFinder.Try(t.Context(), threeChecks, p.Mistake); return err }(),
		"an illegal move": func() error { _, err := shortFinder.Try(t.Context(), StartPosition(), p.Mistake); return err }(),
	} {
		if want := map[string]error{"three-check": ErrNoPuzzle, "an illegal move": ErrIllegal}[name]; !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	for _, f := range []PuzzleFinder{{Nodes: -1}, {Verify: -1}, {Verify: 100}, {Nodes: 100, Verify: 100}} {
		if _, err := f.Find(t.Context(), tree); err == nil {
			t.Errorf("%+v: no error", f)
		}
	}
}

func TestPuzzleRating(t *testing.T) {
	last := 0
	for nodes := int64(1); nodes < 1<<62; nodes *= 2 {
		r := puzzleRating(nodes)
		if r > maxPuzzleRating || r < last || r == last && r != maxPuzzleRating {
			t.Errorf("%d nodes: %d after %d", nodes, r, last)
		}
		last = r
	}
	if last != maxPuzzleRating || puzzleRating(0) != puzzleRating(1) || puzzleRating(1024) != 1300 {
		t.Error(last, puzzleRating(0), puzzleRating(1), puzzleRating(1024))
	}
}

// TestPuzzleEffort checks that a longer way to the solution is more effort, and that a move
// that the search does not choose is not found.
func TestPuzzleEffort(t *testing.T) {
	t.Parallel()
	x := shortSearch(t)
	effort := func(fen string, moves ...string) int64 {
		p := puzzleOf(t, fen, moves[0], moves[1:]...)
		if err := x.effort(t.Context(), p); err != nil {
			t.Errorf("%s %q: %v", fen, moves, err)
		}
		return p.Nodes
	}
	const mateIn2 = "r7/pb3r1k/1p4p1/2p1B3/3p1PR1/PN6/1KP4P/8 b - - 0 33"
	if one, two := effort(mateIn2, "Re8", "Rh4+"), effort(mateIn2, "Re8", "Rh4+", "Kg8", "Rh8#"); one >= two {
		t.Errorf("%d nodes, and %d", one, two)
	}
	if err := x.effort(t.Context(), puzzleOf(t, mateIn2, "Re8", "h3")); err != unstable {
		t.Errorf("another move: %v", err)
	}
	// Either rook gives mate.
	const twoMates = "7k/R7/8/8/8/8/6p1/KRR5 b - - 0 1"
	for _, mate := range []string{"Rb8#", "Rc8#"} {
		if nodes := effort(twoMates, "g1=N", mate); len(puzzleOf(t, twoMates, "g1=N").Position.mates()) < 2 || nodes > 1000 {
			t.Errorf("%s: %d nodes", mate, nodes)
		}
	}
}

// TestRatingsOfPuzzles compares the ratings of puzzles with those in a file of values separated by
// tabs, which CHESS_RATED names, with the columns rating, fen and moves, and prints the line that fits
// best. CHESS_RATED_EVERY takes only every so many-th puzzle:
//
//	CHESS_RATED=puzzles.tsv CHESS_RATED_EVERY=20 go test -run RatingsOfPuzzles -v -timeout 0 .
func TestRatingsOfPuzzles(t *testing.T) {
	if os.Getenv("CHESS_RATED") == "" {
		t.Skip("CHESS_RATED is not set")
	}
	every, err := strconv.Atoi(cmp.Or(os.Getenv("CHESS_RATED_EVERY"), "1"))
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(os.Getenv("CHESS_RATED"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.Comma = '\t'
	lines, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := func(name string) int { return slices.Index(lines[0], name) }
	search, err := PuzzleFinder{}.start()
	if err != nil {
		t.Fatal(err)
	}
	var x, y []float64
	unsolved := 0
	for i := 1; i < len(lines); i += every {
		g := NewGame(MustParseFEN(lines[i][column("fen")]))
		if err := g.PlayUCI(strings.Fields(lines[i][column("moves")])...); err != nil {
			t.Fatal(err)
		}
		p := &Puzzle{Position: g.PositionAt(1), Solution: g.Moves()[1:]}
		switch err := search.effort(t.Context(), p); {
		case errors.Is(err, ErrNoPuzzle):
			unsolved++
			continue
		case err != nil:
			t.Fatal(err)
		}
		rating, err := strconv.ParseFloat(lines[i][column("rating")], 64)
		if err != nil {
			t.Fatal(err)
		}
		x, y = append(x, math.Log2(float64(p.Nodes))), append(y, rating)
	}
	slope, start, correlation := fittedLine(x, y)
	t.Logf("%d puzzles solved, %d not; rating = %.0f + %.0f log2(nodes), correlation %.2f, of the ranks %.2f",
		len(x), unsolved, start, slope, correlation, rankCorrelation(x, y))
	if correlation < 0.2 {
		t.Error("the nodes say nothing of the rating")
	}
}

// fittedLine returns the line that fits best, and the correlation.
func fittedLine(x, y []float64) (slope, start, correlation float64) {
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
	_, _, correlation := fittedLine(ranks(x), ranks(y))
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

func TestPuzzleOnly(t *testing.T) {
	const mate = Mate - 3
	for _, test := range []struct {
		best, second Score
		want         bool
	}{
		{mate, -Mate, true}, {mate, 168, true}, {mate, 169, false}, {mate, mate - 2, false},
		{200, -199, true}, {200, -195, false}, {199, -1000, false}, {900, 0, true}, {900, 400, false},
	} {
		turn := solverTurn{score: test.best, second: test.second}
		if got := turn.only(); got != test.want {
			t.Errorf("%v and %v: %v", test.best, test.second, got)
		}
		if turn.only() && !turn.likely() {
			t.Errorf("%v and %v are not likely", test.best, test.second)
		}
	}
}

func TestPuzzleCandidate(t *testing.T) {
	for _, test := range []struct {
		before, after Score
		want          bool
	}{
		{0, 300, true}, {0, 150, false}, {-300, 600, false}, {-100, 149, false}, {100, 200, true}, {0, Mate, true}, {-Mate, Mate, false},
	} {
		if got := isCandidate(test.before, test.after); got != test.want {
			t.Errorf("%v, then %v: %v, %.1f percent", test.before, test.after, got, chanceGiven(test.before, test.after))
		}
	}
}

// TestPuzzleUntilWon checks where solutions that win material end.
func TestPuzzleUntilWon(t *testing.T) {
	for name, test := range map[string]struct {
		fen, end string
		line     []string
		want     error
	}{
		"a fork":                    {"4k2r/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nxh8", []string{"Nf6+", "Ke7", "Ng8+", "Kf7", "Nh6+", "Kg6", "Nf7", "Kxf7"}, nothingWon},
		"what follows only keeps":   {"r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nxa8", []string{"Nc7+", "Kd7", "Nxa8", "Kc6", "Ke2"}, nil},
		"one move":                  {"4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1", "", []string{"Qxd5", "Ke7", "Kd2"}, oneMove},
		"won back":                  {"4k3/8/2p5/3n4/8/8/8/3QK3 w - - 0 1", "", []string{"Kf1", "Ke7", "Qxd5"}, nothingWon},
		"either rook can be taken":  {"4k3/8/7r/r7/8/8/1Q6/4K3 w - - 0 1", "Qd2", []string{"Qe2+", "Kf7", "Qd2", "Kf8"}, nil},
		"nothing can be taken then": {"4k3/8/8/r7/8/8/1Q6/4K3 w - - 0 1", "", []string{"Qe2+", "Kf7", "Qf2+", "Kg7"}, nothingWon},
	} {
		at := MustParseFEN(test.fen)
		line, err := untilWon(at, line(t, at, test.line...))
		if err != test.want {
			t.Errorf("%s: %v, want %v", name, err, test.want)
			continue
		}
		if err != nil {
			continue
		}
		for _, m := range line[:len(line)-1] {
			at = at.After(m)
		}
		if got := at.SAN(line[len(line)-1]); got != test.end {
			t.Errorf("%s: it ends with %s, want %s", name, got, test.end)
		}
	}
}

package chess

import (
	"context"
	"errors"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

var shortFinder = PuzzleFinder{Nodes: 500, Verify: 4000}

// puzzleOf returns the puzzle with the mistake and some moves in SAN.
func puzzleOf(t *testing.T, fen, mistake string, moves ...string) *Puzzle {
	t.Helper()
	p := &Puzzle{Before: MustParseFEN(fen)}
	p.Mistake = line(t, p.Before, mistake)[0]
	p.Position = p.Before.After(p.Mistake)
	p.Solution = line(t, p.Position, moves...)
	return p
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
	for _, test := range tests {
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
		if len(p.Motifs) == 0 || !sorted || p.Nodes < 1 || p.Rating < minPuzzleRating || p.Ply != 0 {
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
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":   {"e4", notWinning},
		"7k/5Q2/8/6K1/8/8/8/8 w - - 0 1":                             {"Kg6", notWinning}, // stalemate
		"6k1/8/8/8/8/6q1/8/R6K b - - 0 1":                            {"Qg2+", onlyLegalMove},
		"3qk3/pp6/8/8/8/2N1N3/PPP5/4K3 b - - 0 1":                    {"Qd5", severalMoves},
		"1n2k3/pp3ppp/2p5/3p4/3Q4/8/PPP2PPP/4K3 w - - 0 1":           {"Qxd5", recapture},
		"3qk3/ppp2ppp/8/8/4P3/8/PPP2PPP/4K2R b - - 0 1":              {"Qd5", oneMove},
		"3q3k/2nrb2p/6p1/Q3pp2/1BB1p3/P3P1P1/1P3P1P/R5K1 b - - 6 38": {"Rd1+", nothingWon},
		"7k/5ppp/8/8/8/8/q1R2PPP/1N1R2K1 b - - 0 1":                  {"Qxc2", alreadyWinning},
	} {
		tried := puzzleOf(t, fen, test.mistake)
		p, err := shortFinder.Try(t.Context(), tried.Before, tried.Mistake)
		if len(p.Solution) > 0 || err != test.want || !errors.Is(err, ErrNoPuzzle) {
			t.Errorf("%s %s: %v, want %v", fen, test.mistake, err, test.want)
		}
	}
}

// TestPuzzles finds the puzzles of games. Each is the same without its game. Each solution is legal,
// ends with mate or with more material than before, after the best answer at the latest, and each
// move of the solver is the only good one by a longer search too.
func TestPuzzles(t *testing.T) {
	t.Parallel()
	longer, err := PuzzleFinder{Nodes: 500, Verify: 10 * shortFinder.Verify}.start()
	if err != nil {
		t.Fatal(err)
	}
	trees := slices.Collect(fileGames(t, "testdata/mistakes.pgn"))
	found := 0
	for _, tree := range chesstest.Few(t, trees) {
		puzzles, err := shortFinder.Find(t.Context(), tree)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range puzzles {
			found++
			alone, err := shortFinder.Try(t.Context(), p.Before, p.Mistake)
			alone.Ply = p.Ply
			if diff := cmp.Diff(p, alone); diff != "" || err != nil {
				t.Errorf("alone: %v, (-in the game +alone):\n%s", err, diff)
			}
			checkSolution(t, longer, p)
		}
	}
	if found == 0 {
		t.Error("no puzzles")
	}
}

func checkSolution(t *testing.T, longer *puzzleSearch, p Puzzle) {
	t.Helper()
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

// TestPuzzleOnce checks that a position that occurs twice in a game makes one puzzle.
func TestPuzzleOnce(t *testing.T) {
	tree := parseTree(t, `[FEN "2k2r2/p3n3/1npBPb2/8/3PN2p/2P1p3/6PP/1R4K1 b - - 1 29"]

29... Nc4 30. Ra1 Nb6 31. Rb1 Nc4 32. Ra1 *`)
	puzzles, err := shortFinder.Find(t.Context(), tree)
	if err != nil || len(puzzles) != 1 || puzzles[0].Ply != 1 {
		t.Errorf("%v, %v", puzzles, err)
	}
}

func TestPuzzleErrors(t *testing.T) {
	p := puzzleOf(t, "2k2r2/p3n3/1npBPb2/8/3PN2p/2P1p3/6PP/1R4K1 b - - 3+3 1 29", "Nc4")
	tree := NewGameTree(p.Before)
	if _, err := tree.Root().Add(p.Mistake); err != nil {
		t.Fatal(err)
	}
	if puzzles, err := shortFinder.Find(t.Context(), tree); len(puzzles) > 0 || err != nil {
		t.Errorf("three-check: %v, %v", puzzles, err)
	}
	if _, err := shortFinder.Try(t.Context(), p.Before, p.Mistake); !errors.Is(err, ErrNoPuzzle) {
		t.Errorf("three-check: %v", err)
	}
	if _, err := shortFinder.Try(t.Context(), StartPosition(), p.Mistake); !errors.Is(err, ErrIllegal) {
		t.Errorf("an illegal move: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := shortFinder.Find(ctx, parseTree(t, "1. e4 *")); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	for _, f := range []PuzzleFinder{{Nodes: -1}, {Verify: -1}, {Verify: 100}, {Nodes: 100, Verify: 100}} {
		if _, err := f.Find(t.Context(), tree); err == nil {
			t.Errorf("%+v: no error", f)
		}
	}
}

// TestPuzzleRating checks which of two puzzles is harder, and, where CHESS_PUZZLES names a file like testdata/motifs.tsv
// with lichess's ratings in place of the themes, how well they are estimated.
func TestPuzzleRating(t *testing.T) {
	t.Parallel()
	rating := func(fen, mistake, solution string) int {
		return puzzleOf(t, fen, mistake, strings.Fields(solution)...).difficulty()
	}
	const backRank = "6k1/5ppp/1R2b3/3r4/8/6PP/5P1K/8 b - - 1 34"
	for _, test := range []struct {
		why                   string
		fen, mistake          string
		easy                  string
		harderFEN, harderMove string
		hard                  string
	}{
		{"more moves", backRank, "Rd3", "Rb8+ Bc8 Rxc8+", backRank, "Rd3", "Rb8+ Bc8 Rxc8+ Rd8 Rxd8#"},
		{"fewer checks", "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1", "Ra3", "Rb8#", "6k1/5ppp/8/8/3Q4/8/r4PPP/1R4K1 b - - 0 1", "Ra3", "Rb8#"},
		{"quiet", backRank, "Rd3", "Rb8+", backRank, "Rd3", "Rb1"},
		{"backwards", "7k/8/8/R7/8/7r/8/K7 b - - 0 1", "Rh2", "Ra8+", "7k/8/8/R7/8/7r/8/K7 b - - 0 1", "Rh2", "Ra2"},
	} {
		easy, hard := rating(test.fen, test.mistake, test.easy), rating(test.harderFEN, test.harderMove, test.hard)
		if easy >= hard || easy < minPuzzleRating || hard > maxPuzzleRating {
			t.Errorf("%s: %d and %d", test.why, easy, hard)
		}
	}
	file := os.Getenv("CHESS_PUZZLES")
	if file == "" {
		return
	}
	all, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var ratings, estimates []int
	for text := range strings.Lines(string(all)) {
		fields := strings.Split(strings.TrimSpace(text), "\t")
		r, err := strconv.Atoi(fields[1])
		if err != nil {
			continue // the headings
		}
		moves := strings.Fields(fields[4])
		p := puzzleOf(t, fields[3], moves[0], moves[1:]...)
		if err := p.judge(); err != nil {
			t.Fatal(err)
		}
		ratings, estimates = append(ratings, r), append(estimates, p.Rating)
	}
	ranks := func(of []int) []float64 {
		all := make([]float64, len(of))
		sorted := slices.Sorted(slices.Values(of))
		for i, v := range of {
			first, _ := slices.BinarySearch(sorted, v)
			end, _ := slices.BinarySearch(sorted, v+1)
			all[i] = float64(first+end-len(of)) / 2
		}
		return all
	}
	var products, squaresA, squaresB float64
	x, y := ranks(ratings), ranks(estimates)
	for i, a := range x {
		b := y[i]
		products, squaresA, squaresB = products+a*b, squaresA+a*a, squaresB+b*b
	}
	r := products / math.Sqrt(squaresA*squaresB)
	if t.Logf("of %d puzzles the ranks correlate by %.3f", len(ratings), r); r < 0.55 {
		t.Error("want 0.55 of lichess's puzzles")
	}
}

// TestPuzzleEffort checks that a longer way to the solution is more effort, and that a move
// that the search does not choose is not found.
func TestPuzzleEffort(t *testing.T) {
	t.Parallel()
	x, err := shortFinder.start()
	if err != nil {
		t.Fatal(err)
	}
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

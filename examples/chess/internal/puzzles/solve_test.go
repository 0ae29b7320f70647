package puzzles

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/puzzle"
)

// What solve prints: of four puzzles one is solved, two by another mate than the solution, and one has a solution that
// nobody would find.
func TestSolve(t *testing.T) {
	const text = `PuzzleId,FEN,Moves,Rating,Themes
a,q5k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1,a8a7 d1d8,900,mate mateIn1
b,q5k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1,a8a7 d1d2,1100,quietMove
c,q5k1/5ppp/8/8/8/8/4RPPP/3R2K1 b - - 0 1,a8a7 e2e8,1900,mate
d,6k1/5ppp/8/8/8/8/3R1PPP/6K1 b - - 0 1,g8f8 g1h1,1300,endgame
`
	want := `                    puzzles   solved
rated 800-999             1        1  100.0 % (20.7 to 100.0)
rated 1000-1199           1        1  100.0 % (20.7 to 100.0)
rated 1200-1399           1        0    0.0 % (0.0 to 79.3)
rated 1800-1999           1        1  100.0 % (20.7 to 100.0)
mate                      2        2  100.0 % (34.2 to 100.0)
endgame                   1        0    0.0 % (0.0 to 79.3)
mateIn1                   1        1  100.0 % (20.7 to 100.0)
quietMove                 1        1  100.0 % (20.7 to 100.0)
all                       4        3   75.0 % (30.1 to 95.4)
as many as a player rated 1639 would solve
`
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(text))
	z.Close()
	for concurrency, input := range map[string]string{"1": packed.String(), "3": text} {
		out, problems, err := puzzles(t, input, "solve", "-nodes", "500", "-concurrency", concurrency)
		if err != nil || progress.Others(problems) != "" {
			t.Fatal(err, problems)
		}
		if d := cmp.Diff(want, out); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
	}
}

// A script is a Searcher that plays given moves.
type script []string

func (s *script) Search(_ context.Context, g *chess.Game, _ chess.Limits) (chess.Result, error) {
	m, err := g.Position().ParseUCI((*s)[0])
	*s = (*s)[1:]
	return chess.Result{Move: m}, err
}

// A puzzle is solved if all moves are found, or another one that mates; the player is asked no more after a
// wrong move.
func TestSolved(t *testing.T) {
	const fen = "6k1/5ppp/8/8/8/8/r4PPP/1R1R2K1 b - - 0 1"
	for _, tt := range []struct {
		moves, played string
		want          bool
		left          int
	}{
		{"a2a8 b1a1 a8a1 d1a1", "b1a1 d1a1", true, 0},
		{"a2a8 b1a1 a8a1 d1a1", "b1b7 d1a1", false, 1},
		{"a2a8 b1a1 a8a1 d1a1", "b1a1 d1d8", false, 0}, // the rook at a1 gives check, so d1d8 is illegal
		{"a2a3 b1b8", "d1d8", true, 0},
	} {
		start := chess.MustParseFEN(fen)
		g := chess.NewGame(start)
		if err := g.PlayUCI(strings.Fields(tt.moves)...); err != nil {
			t.Fatal(err)
		}
		s := script(strings.Fields(tt.played))
		got, err := solved(t.Context(), &s, &trial{Line: puzzle.Line{Start: start, Moves: g.Moves()}}, chess.Limits{})
		if got != tt.want || len(s) != tt.left || tt.want && err != nil {
			t.Errorf("%+v: %v, %d moves left, %v", tt, got, len(s), err)
		}
	}
}

func TestPerformance(t *testing.T) {
	for _, tt := range []struct {
		ratings []int
		right   int
		want    float64
		ok      bool
	}{
		{[]int{1000, 1000}, 1, 1000, true},
		{[]int{1000, 2000}, 1, 1500, true},
		{[]int{1500, 1500, 1500, 1500, 1500, 1500, 1500, 1500, 1500, 1500, 1500}, 10, 1900, true},
		{[]int{1000, 1000}, 0, 0, false}, {[]int{1000, 1000}, 2, 0, false}, {nil, 0, 0, false},
	} {
		if got, ok := performance(tt.ratings, tt.right); math.Abs(got-tt.want) > 1 || ok != tt.ok {
			t.Errorf("%+v: %.1f, %v", tt, got, ok)
		}
	}
}

// The player of a puzzle's mistake, and one who makes none there.
func TestMistakes(t *testing.T) {
	const text = `PuzzleId,FEN,Moves,Rating,Themes
a,q5k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1,a8a7 d1d8,900,mate
b,6k1/5ppp/8/8/8/8/q4PPP/3R2K1 b - - 0 1,a2a7 d1d8,900,mate
`
	out, problems, err := puzzles(t, text, "mistakes", "-nodes", "500")
	if want := "                      moves mistakes\nall                       2        0    0.0 % (0.0 to 65.8)\n"; out != want || progress.Others(problems) != "" || err != nil {
		t.Errorf("%q, %q, %v", out, problems, err)
	}
	const backRank, stalemate = "q5k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1", "7k/8/6K1/5Q2/8/8/8/8 w - - 0 1"
	for _, tt := range []struct {
		fen, persons, played string
		mistake, same        bool
	}{
		{backRank, "a8a7", "a8a7", true, true},
		{backRank, "a8a7", "a8b8", false, false},
		{backRank, "a8a7", "a8b7", true, false},
		{backRank, "a8a7", "h7h6", false, false},
		{stalemate, "f5f1", "f5f7", true, false},
		{stalemate, "f5f2", "f5f1", false, false},
	} {
		start := chess.MustParseFEN(tt.fen)
		persons, err := start.ParseUCI(tt.persons)
		if err != nil {
			t.Fatal(err)
		}
		one := trial{Line: puzzle.Line{Start: start, Moves: []chess.Move{persons, 0}}}
		if err := one.move(t.Context(), &script{tt.played}, chess.Limits{}, 150); err != nil {
			t.Fatal(err)
		}
		if one.mistake != tt.mistake || one.persons != tt.same {
			t.Errorf("%s: a mistake %v, the person's %v", tt.played, one.mistake, one.persons)
		}
	}
}

// Faults of the command line, and lines that are no puzzles.
func TestTryingFaults(t *testing.T) {
	for _, args := range [][]string{{"solve", "-nodes", "0"}, {"mistakes", "-concurrency", "0"}, {"solve", "-player", "nobody"}, {"solve", "-player", "default,tc=1+0"}, {"solve", "x.csv"}} {
		if out, _, err := puzzles(t, twoPuzzles, args...); err == nil || out != "" {
			t.Errorf("%q: %q, %v", args, out, err)
		}
	}
	out, problems, err := puzzles(t, twoPuzzles+"c,8/8,a2a4 a7a5,900,short\n", "solve", "-nodes", "500")
	if err == nil || !strings.Contains(problems, "c: ") || !strings.Contains(out, "all                       2 ") {
		t.Errorf("%q, %q, %v", out, problems, err)
	}
}

// A suite of EPDs has moves to find or to avoid, or a mate; comments are skipped, and a line that cannot be used
// is reported.
func TestSuite(t *testing.T) {
	const text = `# Four positions.

6k1/q4ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "back rank";
6k1/q4ppp/8/8/8/8/5PPP/3R2K1 w - - am Rd8#;
; a mate
7k/8/5K2/8/8/8/8/6R1 w - - dm 2;
7k/8/5K2/8/8/8/8/6R1 w - - dm 1; id "too fast";
7k/8/5K2/8/8/8/8/6R1 w - - id "nothing to find";
7k/8/5K2/8/8/8/8/6R1 w - - bm Rg9;
`
	want := `unsolved line 4 6k1/q4ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1: not Rd8#
unsolved too fast 7k/8/5K2/8/8/8/8/6R1 w - - 0 1: mate in 1
                    puzzles   solved
all                       4        2   50.0 % (15.0 to 85.0)
`
	out, problems, err := puzzles(t, text, "solve", "-nodes", "5000", "-unsolved", "-player", "default")
	if !errors.Is(err, cli.ErrPartly) {
		t.Error(err)
	}
	if d := cmp.Diff(want, out); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	for _, problem := range []string{"nothing to find: there is none of the operations", "line 9: "} {
		if !strings.Contains(problems, problem) {
			t.Errorf("%q is not reported in\n%s", problem, problems)
		}
	}
	if _, _, err := puzzles(t, "", "solve"); err == nil || !strings.Contains(err.Error(), "empty") {
		t.Errorf("an empty file: %v", err)
	}
	if _, _, err := puzzles(t, text, "mistakes"); err == nil || !strings.Contains(err.Error(), "suite of EPDs") {
		t.Errorf("mistakes: %v", err)
	}
}

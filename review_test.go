package chess

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

func shortReviewer(nodes int64) Reviewer { return Reviewer{Nodes: nodes, Plies: 4} }

func parseTree(t *testing.T, pgn string) *GameTree {
	t.Helper()
	tree, err := ParsePGN(pgn)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// firstGames returns the first n games of testdata/games.pgn.
func firstGames(t *testing.T, n int) (trees []*GameTree) {
	t.Helper()
	for tree := range fileGames(t, "testdata/games.pgn") {
		if trees = append(trees, tree); len(trees) == n {
			break
		}
	}
	return trees
}

// nodeAt returns the node after some plies of the main line.
func nodeAt(tree *GameTree, plies int) *Node {
	n := tree.Root()
	for range plies {
		n = n.Next()
	}
	return n
}

// endingReviewer returns a reviewer that knows the endings of three pieces.
func endingReviewer(t *testing.T) Reviewer {
	t.Helper()
	r := shortReviewer(500)
	r.Tablebase, r.Annotator = threePieces(), "chess, three pieces"
	return r
}

func TestReview(t *testing.T) {
	tree := parseTree(t, `[Annotator "A. Teacher"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 {[%eval 7.77] A threat. [%clk 0:59]} Nf6 $1 $14 (3... g6 {is safe}) 4. d3 d6 5. Qxf7# 1-0`)
	r := shortReviewer(5000)
	r.Annotator = "chess"
	review, err := r.Review(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	if len(review.Flaws()) < 3 {
		t.Fatalf("flaws %+v", review.Flaws())
	}
	var got []ReviewedMove
	for _, f := range review.Flaws()[len(review.Flaws())-3:] {
		got = append(got, ReviewedMove{Ply: f.Ply, Number: f.Number, Glyph: f.Glyph, Color: f.Color, Move: f.Move, MissedMate: f.MissedMate, AllowedMate: f.AllowedMate})
	}
	want := []ReviewedMove{
		{Ply: 6, Number: 3, Glyph: Blunder, Color: Black, Move: "Nf6", AllowedMate: 1},
		{Ply: 7, Number: 4, Glyph: Blunder, Color: White, Move: "d3", MissedMate: 1},
		{Ply: 8, Number: 4, Glyph: Blunder, Color: Black, Move: "d6", AllowedMate: 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("flaws (-want +got):\n%s", diff)
	}
	if review.White.Moves != 5 || review.Black.Moves != 4 || review.White.MissedMates != 1 || review.White.Blunders != 1 {
		t.Errorf("sums %+v, %+v", review.White, review.Black)
	}
	if review.Black.Accuracy > 60 || review.White.Accuracy < review.Black.Accuracy || review.White.Accuracy > 100 {
		t.Errorf("accuracy %v, %v", review.White.Accuracy, review.Black.Accuracy)
	}

	for ply, want := range map[int]string{
		5: `\[%eval [^7\]]*\] A threat. \[%clk 0:59\].*`,
		6: `\[%eval #1\] Blunder, from .* to #1, allows mate in 1; better is .*`,
		7: `\[%eval .*\] Blunder, from #1 to .*, misses mate in 1; better is Qxf7#. The reply to 4. d3 is 4...Nxh5.*`,
		9: ``,
	} {
		if c := nodeAt(tree, ply).Comment(); !regexp.MustCompile("^" + want + "$").MatchString(c) {
			t.Errorf("the comment after %d plies is %q, want %q", ply, c, want)
		}
	}
	if diff := cmp.Diff([]NAG{4, 14}, nodeAt(tree, 6).NAGs()); diff != "" {
		t.Errorf("glyphs of 3...Nf6:\n%s", diff)
	}
	if !strings.Contains(inOneLine(tree), "is safe") {
		t.Error("a variation is lost")
	}
	if tag := tree.Tag("Annotator"); tag != "A. Teacher; chess" {
		t.Errorf("Annotator %q", tag)
	}
	if got := tree.Tag("ECO") + " " + tree.Tag("Opening"); got != "C23 Bishop's Opening" {
		t.Errorf("the opening %q", got)
	}
	if _, err := ParsePGN(tree.String()); err != nil {
		t.Error(err)
	}
}

// TestReviewIndependent checks that the review of a game does not depend on the games before it, nor
// on those that other goroutines review.
func TestReviewIndependent(t *testing.T) {
	n := chesstest.Sample(t, 20)
	forwards, backwards := firstGames(t, n), firstGames(t, n)
	a := shortReviewer(300)
	reviews := make([]*Review, n)
	for i, tree := range forwards {
		var err error
		if reviews[i], err = a.Review(t.Context(), tree); err != nil {
			t.Fatal(err)
		}
	}
	a.Evaluator = NewDefaultEvaluator()
	again := make([]*Review, n)
	var all sync.WaitGroup
	for i, tree := range slices.Backward(backwards) {
		all.Go(func() { again[i], _ = a.Review(t.Context(), tree) })
	}
	all.Wait()
	if diff := cmp.Diff(reviews, again); diff != "" {
		t.Errorf("another review:\n%s", diff)
	}
	for i, tree := range backwards {
		if diff := cmp.Diff(forwards[i].String(), tree.String()); diff != "" {
			t.Errorf("game %d is annotated differently:\n%s", i+1, diff)
		}
	}
}

// TestReviewFits checks that a game has one score for each position, that equal positions have the same,
// that no move improves the score of its side, and that only a bad move makes it worse.
func TestReviewFits(t *testing.T) {
	trees := firstGames(t, chesstest.Sample(t, 20))
	trees = append(trees, parseTree(t, "1. e4 e5 2. Nf3 Nf6 3. Ng1 Ng8 4. Qh5 Nf6 5. Qd1 Ng8 6. f3 Qh4+ 7. g3 Qxh2 8. Rxh2 *"))
	for _, tree := range trees {
		review, err := shortReviewer(500).Review(t.Context(), tree)
		if err != nil {
			t.Fatal(err)
		}
		flaws := map[int]ReviewedMove{}
		for _, f := range review.Flaws() {
			flaws[f.Ply] = f
			if f.Before != review.Scores[f.Ply-1] || f.After != review.Scores[f.Ply] {
				t.Errorf("%v goes from %v to %v, and the game from %v to %v", f, f.Before, f.After, review.Scores[f.Ply-1], review.Scores[f.Ply])
			}
		}
		g := NewGame(tree.Start())
		type place struct {
			key Key
			n   int
		}
		scores := map[place]Score{}
		for i, s := range review.Scores {
			p := g.Position()
			here := place{p.Key(), 0}
			if n := g.Repetitions(); n > 2 {
				here.n = n
			}
			s = s.view(p.Turn())
			if old, again := scores[here]; again && old != s && p.HalfmoveClock() < clockCounts {
				t.Errorf("%v after %d plies: %v, and %v before", p, i, s, old)
			}
			scores[here] = s
			if i == len(review.Scores)-1 {
				break
			}
			next := review.Scores[i+1].view(p.Turn())
			if gain := next.WinningChance() - s.WinningChance(); gain > noise || gain <= -dubiousLoss && flaws[i+1].Glyph == 0 {
				t.Errorf("%v after %d plies: from %v to %v without a mark", p, i, s, next)
			}
			g.push(tree.Mainline()[i])
		}
	}
}

// TestReviewUnusual checks that unusual games are annotated to the end.
func TestReviewUnusual(t *testing.T) {
	repeat := strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 5)
	for name, test := range map[string]struct {
		pgn   string
		moves [2]int // the number of moves judged, by colour
	}{
		"no moves":      {"*", [2]int{}},
		"null move":     {"[Annotator \"A\"]\n\n1. e4 -- 2. d4 d5 *", [2]int{2, 1}},
		"after a draw":  {"1. " + repeat + "e4 e5 1/2-1/2", [2]int{11, 11}},
		"mated":         {`[FEN "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"]` + "\n\n*", [2]int{}},
		"chess960":      {`[Variant "Chess960"]` + "\n" + `[FEN "bnrbkr1n/pppppppp/8/8/8/8/PPPPPPPP/BNRBKR1N w KQkq - 0 1"]` + "\n\n1. O-O O-O *", [2]int{1, 1}},
		"three checks":  {`[Variant "Three-check"]` + "\n\n1. e4 d6 2. Bb5+ c6 3. Bxc6+ bxc6 4. Qf3 e6 5. Qxf7+ 1-0", [2]int{5, 4}},
		"black to move": {`[FEN "4k3/8/8/8/8/8/8/R3K3 b - - 0 9"]` + "\n\n9... Kd7 10. Ra7+ *", [2]int{1, 1}},
	} {
		tree := parseTree(t, test.pgn)
		review, err := shortReviewer(200).Review(t.Context(), tree)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := [2]int{review.White.Moves, review.Black.Moves}; got != test.moves {
			t.Errorf("%s: judged %v moves, want %v", name, got, test.moves)
		}
		if (tree.Tag("BlackAccuracy") != "") != (test.moves[1] > 0) {
			t.Errorf("%s: accuracy %q of %d moves", name, tree.Tag("BlackAccuracy"), test.moves[1])
		}
		if _, err := json.Marshal(review); err != nil { // as a NaN
			t.Errorf("%s: %v", name, err)
		}
		if got := tree.Tag("Annotator"); got != "" && got != "A" {
			t.Errorf("%s: the annotator %q", name, got)
		}
		again, err := ParsePGN(tree.String())
		if err != nil || !slices.Equal(again.Mainline(), tree.Mainline()) {
			t.Errorf("%s: read back: %v", name, err)
		}
	}
}

// TestReviewVariants checks that the end of a game of a variant has the score of a mate for its winner,
// which in Antichess is the side to move.
func TestReviewVariants(t *testing.T) {
	for tree := range fileGames(t, "testdata/variants.pgn") {
		review, err := shortReviewer(100).Review(t.Context(), tree)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]Score{"1-0": Mate, "0-1": -Mate}[tree.Outcome().String()]
		if got := review.Scores[len(review.Scores)-1]; got != want && tree.Tag("Termination") == "Normal" {
			t.Errorf("%s: %v, want %v", tree.Tag("Variant"), got, want)
		}
	}
}

func TestReviewErrors(t *testing.T) {
	for _, r := range []Reviewer{{Nodes: -1}, {Plies: -1}} {
		if _, err := r.Review(t.Context(), new(GameTree)); err == nil {
			t.Errorf("no error for %v", r)
		}
	}
	if _, err := (Reviewer{}).Review(t.Context(), new(GameTree)); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a := shortReviewer(100)
	if _, err := a.Review(ctx, firstGames(t, 1)[0]); !errors.Is(err, context.Canceled) {
		t.Errorf("Review, cancelled: %v", err)
	}
	long := parseTree(t, "1. "+strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", maxGamePlies/4+1)+"1/2-1/2")
	if _, err := a.Review(t.Context(), long); err == nil {
		t.Error("Review: no error for a game that is too long")
	}
}

func TestTurningPoints(t *testing.T) {
	for _, test := range []struct {
		losses []float64 // of the flaws at plies 1, 2 and so on
		want   []int
	}{
		{nil, []int{}},
		{[]float64{5, 9.9}, []int{}},
		{[]float64{5, 10, 9}, []int{2}},
		{[]float64{20, 40, 19, 60}, []int{2, 4}},
		{[]float64{30, 40, 35, 31, 36}, []int{2, 3, 5}},
		{[]float64{30, 30, 30, 30}, []int{1, 2, 3}},
	} {
		var flaws []ReviewedMove
		for i, loss := range test.losses {
			flaws = append(flaws, ReviewedMove{Ply: i + 1, Glyph: flawGlyph(loss), Loss: loss})
		}
		if diff := cmp.Diff(test.want, turningPoints(flaws)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.losses, diff)
		}
	}
}

// What throws a result away is a blunder, whatever an evaluation says of it, and what
// keeps it is no flaw, however long it takes.
func TestReviewEnding(t *testing.T) {
	tree := parseTree(t, `[FEN "8/8/1K1k4/8/2P5/8/8/8 w - - 0 1"]

{A start.} 1. Kb5 Kc7 2. Kc5 Kd7 3. Kb6 Kc8 4. Kc6 Kd8 5. c5 Kc8 6. Kd5 Kd7 7. Kc4 Ke6 8. c6 *`)
	review, err := endingReviewer(t).Review(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range review.Flaws() {
		got = append(got, fmt.Sprintf("%d. %s %v, %s", f.Number, f.Move, f.Kind(English), f.Thrown))
	}
	want := []string{
		"6. Kd5 blunder, throws away the win: only Kd6 and Kb6 win",
		"7. Ke6 blunder, throws away the draw: 4 of 7 moves draw; now White wins: mate in 15 with best play",
		"8. c6 blunder, throws away the win: only Kb5 wins",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("flaws (-want +got):\n%s", diff)
	}
	all, half := accuracy(0), accuracy(50)
	if got, want := fmt.Sprintf("%.3f %.3f", review.White.Accuracy, review.Black.Accuracy), fmt.Sprintf("%.3f %.3f", (6*all+2*half)/8, (6*all+half)/7); got != want {
		t.Errorf("accuracy %s, want %s", got, want)
	}
	for ply, want := range map[int]string{
		0: "A start. White wins: mate in 13 with best play; only c5+ and Kb5 win. White: accuracy 77.1; 2 blunders, 2 missed mates. " +
			"Black: accuracy 86.9; 1 blunder. Turning points: 6. Kd5 (#10 to 0.00) throws away the win; " +
			"7...Ke6 (0.00 to #15) throws away the draw; 8. c6 (#15 to 0.00) throws away the win.",
		1:  "[%eval #15]",
		11: "[%eval 0.00] Blunder, throws away the win: only Kd6 and Kb6 win.",
		14: "[%eval #15] Blunder, throws away the draw: 4 of 7 moves draw; now White wins: mate in 15 with best play.",
	} {
		if got := nodeAt(tree, ply).Comment(); got != want {
			t.Errorf("after %d plies: %q, want %q", ply, got, want)
		}
	}
	if text := inOneLine(tree); !strings.Contains(text, "(6. Kd6 {[%eval #10]} 6... Kb7 7. c6+ Ka6)") || !strings.Contains(text, "[Annotator \"chess, three pieces\"]") {
		t.Errorf("no better line, or no annotator, in\n%s", text)
	}
}

// inOneLine returns the text of a game without line breaks.
func inOneLine(tree *GameTree) string { return strings.Join(strings.Fields(tree.String()), " ") }

// The sentence comes when the game comes to a known ending, and after an evaluation if that
// finds a flaw in the move.
func TestReviewIntoEnding(t *testing.T) {
	tree := parseTree(t, `[FEN "4k3/8/8/8/8/8/1p6/RK6 b - - 0 1"]

1... bxa1=Q+ 2. Kxa1 *`)
	if _, err := endingReviewer(t).Review(t.Context(), tree); err != nil {
		t.Fatal(err)
	}
	if got := nodeAt(tree, 0).Comment(); strings.Contains(got, "Draw") {
		t.Errorf("a sentence on four pieces: %q", got)
	}
	if got := nodeAt(tree, 1).Comment(); !strings.HasSuffix(got, "Draw with best play; only Kxa1 draws.") {
		t.Errorf("the comment is %q", got)
	}
}

// A tablebase like files of Syzygy knows no mates, and half of the distances to zeroing
// are rounded.
type rounded struct{ withoutMates }

func (r rounded) Probe(p *Position) (ProbeResult, error) {
	truth, err := r.withoutMates.Probe(p)
	truth.DTZRounded = true
	return truth, err
}

func TestReviewWithoutMates(t *testing.T) {
	a := endingReviewer(t)
	a.Tablebase = rounded{withoutMates{a.Tablebase}}
	tree := parseTree(t, `[FEN "8/8/1K1k4/8/2P5/8/8/8 w - - 95 90"]

1. c5+ Kd7 2. Kb7 *`)
	review, err := a.Review(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	if len(review.Flaws()) != 0 || nodeAt(tree, 1).Comment() != "[%eval 100.00]" {
		t.Errorf("%+v, %q", review.Flaws(), nodeAt(tree, 1).Comment())
	}
	// The shortest way is not known, so only a move that wins is shown.
	short := parseTree(t, `[FEN "8/8/1K1k4/8/2P5/8/8/8 w - - 0 1"]

1. Ka7 *`)
	if _, err := a.Review(t.Context(), short); err != nil || !strings.Contains(inOneLine(short), "(1. c5+ {[%eval 100.00]})") {
		t.Errorf("%v, in\n%v", err, short)
	}
	// The clock may save Black if the distance is one more, but that is not certain.
	x := reviewedPosition{position: tree.Start(), known: true, ranking: Ranking{
		Result: WDLWin,
		Moves: []RankedMove{
			{Move: 1, Probe: ProbeResult{WDL: WDLWin, DTZ: 1}, Result: WDLWin},
			{Move: 2, Probe: ProbeResult{WDL: WDLWin, DTZ: 5, DTZRounded: true}, Result: WDLCursedWin},
			{Move: 3, Probe: ProbeResult{WDL: WDLWin, DTZ: 6, DTZRounded: true}, Result: WDLCursedWin},
		},
	}}
	for m, want := range map[Move]float64{1: 0, 2: 0, 3: 50} {
		if got := x.lossTo(nil, m); got != want {
			t.Errorf("move %d loses %v points, want %v", m, got, want)
		}
	}
}

// Files may lack the ending that the best line comes to: the line ends before it.
type pawnsOnly struct{ Tablebase }

func (t pawnsOnly) Probe(p *Position) (ProbeResult, error) {
	if p.Ending().Count(White, Pawn) == 0 {
		return ProbeResult{}, ErrNotInTablebase
	}
	return t.Tablebase.Probe(p)
}

func TestReviewMissing(t *testing.T) {
	a := endingReviewer(t)
	a.Tablebase, a.Plies = pawnsOnly{a.Tablebase}, 30
	r, err := a.start()
	if err != nil {
		t.Fatal(err)
	}
	x := reviewedPosition{position: MustParseFEN("8/8/1K1k4/8/2P5/8/8/8 w - - 0 1")}
	err = r.probe(t.Context(), &x)
	if n := len(x.line); err != nil || !x.known || n < 3 || n > 10 {
		t.Errorf("%d moves, %v", n, err)
	}
}

// What is broken is no unknown position.
func TestReviewBroken(t *testing.T) {
	a := endingReviewer(t)
	a.Tablebase = brokenTablebase{}
	if _, err := a.Review(t.Context(), parseTree(t, "1. e4 *")); !errors.Is(err, errUnreadable) {
		t.Errorf("%v", err)
	}
}

// A reviewed move has the time that the clocks tell, the phase of the game and its motifs; a review
// knows the opening.
func TestReviewedMoves(t *testing.T) {
	tree := parseTree(t, `[TimeControl "180+2"]

1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:58]} 2. Nf3 {[%clk 0:02:52]} Nc6 {[%clk 0:03:01]} 3. Bb5 {[%emt 0:00:07]} Nd4 4. -- a6 *`)
	review, err := shortReviewer(1000).Review(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	var times []time.Duration
	for i, m := range review.Moves {
		times = append(times, m.Time/time.Second)
		if m.Ply != i+1 || m.Phase != "opening" || m.After != review.Scores[m.Ply] || m.Before != review.Scores[i] || len(m.Best) == 0 {
			t.Errorf("%+v", m)
		}
	}
	if diff := cmp.Diff([]time.Duration{0, 0, 10, 0, 7, 0, 0, 0}, times); diff != "" {
		t.Errorf("times (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]MotifKind{MotifKind("quietMove")}, review.Moves[0].Motifs); diff != "" {
		t.Errorf("motifs of the first move (-want +got):\n%s", diff)
	}
	if review.Moves[6].Accuracy != 0 {
		t.Errorf("a null move: %+v", review.Moves[6])
	}
	if review.Opening.ECO != "C61" || review.OpeningPly != 6 {
		t.Errorf("%v at %d", review.Opening, review.OpeningPly)
	}
	if p := MustParseFEN("8/5k2/8/8/8/8/4P3/4K3 w - - 0 40"); phaseOf(&p) != "ending" {
		t.Error(phaseOf(&p))
	}
}

// A position that occurs again has the score of the first time, and not its number.
func TestReviewNumbers(t *testing.T) {
	for _, tt := range []struct {
		pgn  string
		want []int
	}{
		{"1. Nf3 Nf6 2. Ng1 Ng8 3. e4 *", []int{1, 1, 2, 2, 3}},
		{"[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 40\"]\n\n40... Kd8 41. Kd1 Ke8 42. Ke1 Kd8 *", []int{40, 41, 41, 42, 42}},
	} {
		review, err := shortReviewer(100).Review(t.Context(), parseTree(t, tt.pgn))
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, m := range review.Moves {
			got = append(got, m.Number)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.pgn, diff)
		}
	}
	review, err := shortReviewer(100).Review(t.Context(), parseTree(t, "1. f3 e5 2. Nh3 Nh6 3. Ng1 Ng8 4. g4 Qh4# 0-1"))
	if err != nil {
		t.Fatal(err)
	}
	if text, want := review.Moves[6].Text(English), "The reply to 4. g4 is 4...Qh4#."; !strings.Contains(text, want) {
		t.Errorf("%q, want %q", text, want)
	}
}

// A review with little time is whole, though its scores are those of short searches.
func TestReviewTime(t *testing.T) {
	tree := firstGames(t, 1)[0]
	var seen []int
	looked := func(ply int, s Score) {
		seen = append(seen, ply)
		if ply > len(tree.Mainline()) || s < -Mate || s > Mate {
			t.Errorf("%v after %d plies", s, ply)
		}
	}
	review, err := Reviewer{Time: time.Millisecond, Progress: looked}.Review(t.Context(), tree)
	if err != nil || len(review.Moves) != len(tree.Mainline()) {
		t.Errorf("%d moves, %v", len(review.Moves), err)
	}
	if len(seen) != len(review.Scores) || seen[0] != len(review.Moves) || seen[len(seen)-1] != 0 {
		t.Errorf("scores after %d plies", seen)
	}
	if _, err := (Reviewer{Time: -1}).Review(t.Context(), tree); err == nil {
		t.Error("no error for a negative time")
	}
}

func TestWinningChance(t *testing.T) {
	for _, test := range []struct {
		score  Score
		chance float64
	}{
		{0, 50}, {100, 59.10}, {-100, 40.90}, {1000, 97.54}, {Mate - 3, 100}, {3 - Mate, 0}, {-Mate, 0},
	} {
		if got := test.score.WinningChance(); math.Abs(got-test.chance) > 0.01 {
			t.Errorf("the chance at %v is %.2f, want %.2f", test.score, got, test.chance)
		}
	}
	for _, test := range []struct {
		loss, accuracy float64
		glyph          NAG
	}{
		{0, 100, 0}, {4.99, 79.85, 0}, {5, 79.81, DubiousMove}, {10, 63.58, Mistake}, {15, 50.53, Blunder}, {50, 8.53, Blunder}, {100, 0, Blunder},
	} {
		if got := accuracy(test.loss); math.Abs(got-test.accuracy) > 0.01 {
			t.Errorf("the accuracy after losing %v is %.2f, want %.2f", test.loss, got, test.accuracy)
		}
		if got := flawGlyph(test.loss); got != test.glyph {
			t.Errorf("the glyph for a loss of %v is %v, want %v", test.loss, got, test.glyph)
		}
	}
}

// inLanguage returns a reviewer for a language, with searches deep enough that its reasons are right.
func inLanguage(l Language) Reviewer { return Reviewer{Nodes: 3000, Plies: 4, Language: l} }

// The reasons of blunders that everybody knows.
func TestFlawReasons(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		pgn    string
		ply    int
		en, de string // in the comment
		brief  string
	}{
		{
			"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# *", 6,
			"to #1, allows mate in 1; better is g6. The reply to 3...Nf6 is 4. Qxf7#. That was the threat.",
			"auf #1, erlaubt ein Matt in 1; besser ist g6. Die Antwort auf 3...Sf6 ist 4. Dxf7#. Das war die Drohung.",
			"allows mate in 1: 4. Qxf7#",
		},
		{
			"1. e4 e5 2. Qh5 g6 *", 4,
			"better is d6. 2...g6 loses a rook and a pawn: 3. Qxe5+ Qe7 4. Qxh8. 2...d6 protects the pawn on e5.",
			"besser ist d6. 2...g6 verliert einen Turm und einen Bauern: 3. Dxe5+ De7 4. Dxh8. 2...d6 schützt den Bauern auf e5.",
			"loses a rook and a pawn: 3. Qxe5+ Qe7 4. Qxh8",
		},
		{
			"1. d4 Nf6 2. c4 e5 3. dxe5 Ne4 4. Bf4 *", 7,
			"The reply to 4. Bf4 is 4...Bc5. It threatens mate in 1: 5...Bxf2#.",
			"Die Antwort auf 4. Lf4 ist 4...Lc5. Der Zug droht Matt in 1: 5...Lxf2#.",
			"",
		},
		{
			"1. d4 d5 2. Bh6 *", 3,
			"2. Bh6 puts the bishop where it is simply taken: 2...Nxh6.", "2. Lh6 stellt den Läufer ein: 2...Sxh6.",
			"puts the bishop where it is simply taken: 2...Nxh6",
		},
		{
			"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. d3 *", 7,
			"misses mate in 1; better is Qxf7#. The reply to 4. d3 is 4...Nxh5", "verpasst ein Matt in 1; besser ist Dxf7#. Die Antwort auf 4. d3 ist 4...Sxh5",
			"misses mate in 1",
		},
		{
			"1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 h6 5. Nxe5 Bxd1 *", 10,
			"allows mate in 2; better is dxe5. The reply to 5...Bxd1 is 6. Bxf7+ Ke7 7. Nd5#. That was the threat.",
			"erlaubt ein Matt in 2; besser ist dxe5. Die Antwort auf 5...Lxd1 ist 6. Lxf7+ Ke7 7. Sd5#. Das war die Drohung.",
			"allows mate in 2: 6. Bxf7+ Ke7 7. Nd5#",
		},
		{
			"1. e4 e5 2. Qh5 g6 3. Qxg6 hxg6 *", 5,
			"3. Qxg6 loses the queen on g6 for a pawn: 3...hxg6", "3. Dxg6 verliert die Dame auf g6 für einen Bauern: 3...hxg6", "loses the queen on g6 for a pawn: 3...hxg6",
		},
	} {
		for _, l := range []Language{English, German} {
			tree := parseTree(t, test.pgn)
			review, err := inLanguage(l).Review(t.Context(), tree)
			if err != nil {
				t.Fatal(err)
			}
			got, want := nodeAt(tree, test.ply).Comment(), [2]string{test.en, test.de}[l]
			if !strings.Contains(got, want) {
				t.Errorf("%s, %v: %q, want %q", test.pgn, l, got, want)
			}
			n := slices.IndexFunc(review.Flaws(), func(f ReviewedMove) bool { return f.Ply == test.ply })
			if n < 0 || review.Flaws()[n].Reason == "" || !strings.HasSuffix(got, review.Flaws()[n].Reason) {
				t.Errorf("%s, %v: the flaws are %+v", test.pgn, l, review.Flaws())
			} else if l == English && review.Flaws()[n].Brief != test.brief {
				t.Errorf("%s: in a few words %q, want %q", test.pgn, review.Flaws()[n].Brief, test.brief)
			}
		}
	}
}

var mateText = regexp.MustCompile(`(allows|misses) mate in \d+`)

// TestFlawReasonsOfGames checks that each flaw of some games has a reason that is not too long,
// says nothing twice, and has one length of a mate, and that the language changes texts only.
func TestFlawReasonsOfGames(t *testing.T) {
	t.Parallel()
	n := chesstest.Sample(t, 10)
	english, german := firstGames(t, n), firstGames(t, n)
	a, b := inLanguage(English), inLanguage(German)
	a.Nodes, b.Nodes = 1000, 1000
	flaws := 0
	for i := range english {
		one, err := a.Review(t.Context(), english[i])
		if err != nil {
			t.Fatal(err)
		}
		two, err := b.Review(t.Context(), german[i])
		if err != nil {
			t.Fatal(err)
		}
		for j := range one.Moves {
			f, g := &one.Moves[j], &two.Moves[j]
			if f.Glyph == 0 {
				continue
			}
			flaws++
			text := f.Text(English)
			for _, part := range []string{f.Reason, g.Reason} {
				if n := utf8.RuneCountInString(part); n == 0 || n > maxReason {
					t.Errorf("game %d, %d. %s: a reason of %d characters: %s", i+1, f.Number, f.Move, n, part)
				}
			}
			for _, once := range []string{"better is ", "is better", "misses mate", "allows mate", "is checkmate"} {
				if n := strings.Count(text, once); n > 1 || once == "is better" && n > 0 {
					t.Errorf("game %d, %d. %s: %d times %q: %s", i+1, f.Number, f.Move, n, once, text)
				}
			}
			if mate := mateText.FindString(f.Brief); !strings.Contains(text, mate) {
				t.Errorf("game %d, %d. %s: %q in a few words, and %q", i+1, f.Number, f.Move, f.Brief, text)
			}
			g.Reason, g.Brief = f.Reason, f.Brief
		}
		if diff := cmp.Diff(one, two, cmp.Comparer(Position.Equal)); diff != "" {
			t.Errorf("game %d in German:\n%s", i+1, diff)
		}
		for l, tree := range []*GameTree{english[i], german[i]} {
			if n := utf8.RuneCountInString(tree.Root().Comment()); n == 0 || n > 500 {
				t.Errorf("game %d, %v: a summary of %d characters", i+1, Language(l), n)
			}
		}
	}
	if flaws < n {
		t.Errorf("only %d flaws", flaws)
	}
}

// The few words say what the sentence says: a pawn that promotes is no queen that is lost.
func TestBriefPromotion(t *testing.T) {
	tree := parseTree(t, `[FEN "8/P7/6p1/1R3kp1/1P6/r2p4/6K1/8 b - - 2 45"]`+"\n\n45... Ke4 *")
	review, err := inLanguage(English).Review(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	if f := review.Flaws(); len(f) != 1 || !strings.HasPrefix(f[0].Brief, "lets a pawn promote: ") || !strings.Contains(f[0].Reason, f[0].Brief[:20]) {
		t.Errorf("%+v", f)
	}
}

// TestBriefMate checks that a mate has one length, also if the explanation finds a shorter one than
// the review, whose score is beside it.
func TestBriefMate(t *testing.T) {
	p := StartPosition()
	m, err := p.ParseUCI("e2e4")
	if err != nil {
		t.Fatal(err)
	}
	r, err := shortReviewer(100).start()
	if err != nil {
		t.Fatal(err)
	}
	line := Line{PV: []Move{m}}
	for _, test := range []struct {
		kind RemarkKind
		flaw ReviewedMove
		want string
	}{
		{RemarkAllowsMate, ReviewedMove{AllowedMate: 5}, "allows mate in 5"},
		{RemarkAllowsMate, ReviewedMove{AllowedMate: 3}, "allows mate in 3"},
		{RemarkAllowsMate, ReviewedMove{}, "allows mate in 3"}, // of which the review knows nothing
		{RemarkMisses, ReviewedMove{MissedMate: 4}, "misses mate in 4"},
	} {
		why := Why{Position: p, Move: m, Remarks: []Remark{{Kind: test.kind, Move: m, Mate: 3, Line: line}}}
		if got := r.brief(&why, &test.flaw); !strings.HasPrefix(got, test.want) {
			t.Errorf("%v, %+v: %q, want %q", test.kind, test.flaw, got, test.want)
		}
	}
}

// A mate that is missed in a position that stays won is told if it is short.
func TestLongMate(t *testing.T) {
	g := NewGame(MustParseFEN("6k1/5ppp/8/8/8/8/R7/1R2K3 w - - 0 1"))
	mate, other := legalMove(t, g.current(), "a2a8"), legalMove(t, g.current(), "e1d2")
	for moves, want := range map[int]int{1: 1, longMate: longMate, longMate + 1: 0} {
		x := &reviewedPosition{game: g, position: g.Position(), score: mateIn(2*moves - 1), line: []Move{mate}}
		y := &reviewedPosition{position: g.current().After(other), score: -1500}
		m := newReviewedMove(1, x, y, other)
		if m.MissedMate != want || (m.Glyph == 0) != (want == 0) {
			t.Errorf("mate in %d: misses mate in %d, %v", moves, m.MissedMate, m.Glyph)
		}
	}
}

// A line that answers a bad move is shown to the end of an exchange, or only its first move if more would
// show a loss of the side that replies.
func TestQuietPlies(t *testing.T) {
	for _, test := range []struct {
		fen, line string
		want      int
	}{
		{StartFEN, "e4 e5 Nf3 Nc6", 3},
		{StartFEN, "e4 e5 Nf3", 3},
		{StartFEN, "e4 d5 exd5 Qxd5", 4},
		{StartFEN, "e4 d5 exd5 Nf6", 3},
		{StartFEN, "e4 e5 Qh5 Nc6 Qxe5+ Nxe5", 3},
		{StartFEN, "e4 d5 Nc3 dxe4 Nxe4 Qd5", 1 + 2 + 2},
		{"4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "Rd2 Ke7 Rxd5", 3},
		{"4k3/3q4/8/8/8/8/8/3RK3 b - - 0 1", "Kd8 Rxd7+ Kxd7", 1},
		{StartFEN, "", 0},
	} {
		g := NewGame(MustParseFEN(test.fen))
		if err := g.PlaySAN(strings.Fields(test.line)...); err != nil {
			t.Fatal(err)
		}
		if got := quietPlies(MustParseFEN(test.fen), g.Moves()); got != test.want {
			t.Errorf("%s: %d plies of %s, want %d", test.fen, got, test.line, test.want)
		}
	}
}

// Players below 1200 are told of pieces and threats, others of files too.
func TestReviewOfBeginner(t *testing.T) {
	for elo, want := range map[string]bool{"1199": false, "1200": true, "": true, "?": true} {
		tree := parseTree(t, `[FEN "5rk1/5pp1/Q3p2p/4P1q1/4P3/5PB1/PPr2P1P/3R2K1 b - - 0 23"]`+"\n"+`[BlackElo "`+elo+`"]`+"\n\n23... Rfc8 *")
		if _, err := (Reviewer{Nodes: 20_000}).Review(t.Context(), tree); err != nil {
			t.Fatal(err)
		}
		if text := nodeAt(tree, 1).Comment(); strings.Contains(text, "d-file") != want {
			t.Errorf("rated %q: %s", elo, text)
		}
	}
}

func TestSummary(t *testing.T) {
	r := Review{
		White: ReviewedSide{Moves: 20, Accuracy: 87.34, Inaccuracies: 1, Blunders: 2, MissedMates: 1},
		Black: ReviewedSide{Moves: 20, Accuracy: 99},
		Moves: []ReviewedMove{
			{Ply: 1, Glyph: DubiousMove, Loss: 6},
			{Ply: 21, Glyph: Blunder, Number: 11, Move: "Nd5", Best: []string{"Qh5", "g6"}, Before: 30, After: -410, Loss: 40},
			{Ply: 31, Glyph: Blunder, Number: 16, Move: "Ke2", Brief: "allows mate in 2", Before: -400, After: 4 - Mate, Loss: 20},
		},
		TurningPoints: []int{21, 31},
	}
	for l, want := range map[Language]string{
		English: "White: accuracy 87.3; 1 inaccuracy, 2 blunders, 1 missed mate. Black: accuracy 99.0. " +
			"Turning points: 11. Nd5 (+0.30 to -4.10), better is Qh5; 16. Ke2 (-4.00 to #-2) allows mate in 2.",
		German: "Weiß: Genauigkeit 87,3; 1 Ungenauigkeit, 2 grobe Fehler, 1 verpasstes Matt. Schwarz: Genauigkeit 99,0. " +
			"Wendepunkte: 11. Sd5 (+0,30 auf -4,10), besser ist Dh5; 16. Ke2 (-4,00 auf #-2) allows mate in 2.",
	} {
		if got := r.Summary(l); got != want {
			t.Errorf("%v: %q, want %q", l, got, want)
		}
	}
	if got := (Review{}).Summary(English); got != "" {
		t.Errorf("without moves: %q", got)
	}
}

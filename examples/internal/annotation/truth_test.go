package annotation

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/endings"
)

// annotatorOf returns an annotator that knows the endings of three pieces.
func annotatorOf(t *testing.T) *Annotator {
	t.Helper()
	choice := endings.Choice{Pieces: 3}
	tables, err := choice.Open(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tables.Close() })
	a, err := New(Settings{Nodes: 500, Plies: 4, Endings: tables.String()}, tables)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// What throws a result away is a blunder, whatever an evaluation says of it, and what
// keeps it is no flaw, however long it takes.
func TestAnnotateEnding(t *testing.T) {
	tree := parse(t, `[FEN "8/8/1K1k4/8/2P5/8/8/8 w - - 0 1"]

{A start.} 1. Kb5 Kc7 2. Kc5 Kd7 3. Kb6 Kc8 4. Kc6 Kd8 5. c5 Kc8 6. Kd5 Kd7 7. Kc4 Ke6 8. c6 *`)
	report, err := annotatorOf(t).Annotate(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range report.Flaws {
		got = append(got, fmt.Sprintf("%d. %s %v, %s", f.Number, f.Move, f.Kind, f.Thrown))
	}
	want := []string{
		"6. Kd5 blunder, throws away the win: only Kd6 and Kb6 win",
		"7. Ke6 blunder, throws away the draw: 4 of 7 moves draw; now White wins: mate in 15 with best play",
		"8. c6 blunder, throws away the win: only Kb5 wins",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("flaws (-want +got):\n%s", diff)
	}
	all, half := Accuracy(0), Accuracy(50)
	if got, want := fmt.Sprintf("%.3f %.3f", report.White.Accuracy, report.Black.Accuracy), fmt.Sprintf("%.3f %.3f", (6*all+2*half)/8, (6*all+half)/7); got != want {
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
		if got := at(tree, ply).Comment(); got != want {
			t.Errorf("after %d plies: %q, want %q", ply, got, want)
		}
	}
	if text := inOneLine(tree); !strings.Contains(text, "(6. Kd6 {[%eval #10]} 6... Kb7 7. c6+ Ka6)") || !strings.Contains(text, "lines of 4 plies, tables of 3 pieces\"]") {
		t.Errorf("no better line, or no tables, in\n%s", text)
	}
}

// What a tablebase knows is told in the language too.
func TestAnnotateEndingInGerman(t *testing.T) {
	a := annotatorOf(t)
	a.settings.Language, a.words = chess.German, catalogueOf(chess.German)
	tree := parse(t, `[FEN "2k5/8/2K5/2P5/8/8/8/8 w - - 0 6"]

6. Kd5 Kb7 7. Kd6 Kc8 *`)
	report, err := a.Annotate(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	for ply, want := range map[int]string{
		0: "Weiß gewinnt bei bestem Spiel mit Matt in 10; nur Kd6 und Kb6 gewinnen. ",
		1: "[%eval 0.00] Grober Fehler, vergibt den Gewinn: nur Kd6 und Kb6 gewinnen.",
		2: "[%eval #14] Grober Fehler, vergibt das Remis: nur Kc7 und Kd7 halten remis; jetzt gilt: Weiß gewinnt bei bestem Spiel mit Matt in 14.",
	} {
		if got := at(tree, ply).Comment(); !strings.HasPrefix(got, want) {
			t.Errorf("after %d plies: %q, want %q", ply, got, want)
		}
	}
	if f := &report.Flaws[0]; f.Why != "" || f.Brief != "vergibt den Gewinn" {
		t.Errorf("%+v", f)
	}
}

// inOneLine returns the text of a game without line breaks.
func inOneLine(tree *chess.GameTree) string { return strings.Join(strings.Fields(tree.String()), " ") }

// The sentence comes when the game comes to a known ending, and after an evaluation if that
// finds a flaw in the move.
func TestAnnotateIntoEnding(t *testing.T) {
	tree := parse(t, `[FEN "4k3/8/8/8/8/8/1p6/RK6 b - - 0 1"]

1... bxa1=Q+ 2. Kxa1 *`)
	if _, err := annotatorOf(t).Annotate(t.Context(), tree); err != nil {
		t.Fatal(err)
	}
	if got := at(tree, 0).Comment(); strings.Contains(got, "Draw") {
		t.Errorf("a sentence on four pieces: %q", got)
	}
	if got := at(tree, 1).Comment(); !strings.HasSuffix(got, "Draw with best play; only Kxa1 draws.") {
		t.Errorf("the comment is %q", got)
	}
}

// A tablebase like files of Syzygy knows no mates, and half of the distances to zeroing
// are rounded.
type rounded struct{ chess.Tablebase }

func (r rounded) Probe(p *chess.Position) (chess.ProbeResult, error) {
	truth, err := r.Tablebase.Probe(p)
	truth.DTM, truth.DTMKnown = 0, false
	truth.DTZRounded = true
	return truth, err
}

func TestAnnotateWithoutMates(t *testing.T) {
	a := annotatorOf(t)
	a.tablebase = rounded{a.tablebase}
	tree := parse(t, `[FEN "8/8/1K1k4/8/2P5/8/8/8 w - - 95 90"]

1. c5+ Kd7 2. Kb7 *`)
	report, err := a.Annotate(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Flaws) != 0 || at(tree, 1).Comment() != "[%eval 100.00]" {
		t.Errorf("%+v, %q", report.Flaws, at(tree, 1).Comment())
	}
	// The shortest way is not known, so only a move that wins is shown.
	short := parse(t, `[FEN "8/8/1K1k4/8/2P5/8/8/8 w - - 0 1"]

1. Ka7 *`)
	if _, err := a.Annotate(t.Context(), short); err != nil || !strings.Contains(inOneLine(short), "(1. c5+ {[%eval 100.00]})") {
		t.Errorf("%v, in\n%v", err, short)
	}
	// The clock may save Black if the distance is one more, but that is not certain.
	x := analysedPosition{position: tree.Start(), known: true, verdict: chess.Ranking{
		Result: chess.WDLWin,
		Moves: []chess.RankedMove{
			{Move: 1, Probe: chess.ProbeResult{WDL: chess.WDLWin, DTZ: 1}, Result: chess.WDLWin},
			{Move: 2, Probe: chess.ProbeResult{WDL: chess.WDLWin, DTZ: 5, DTZRounded: true}, Result: chess.WDLCursedWin},
			{Move: 3, Probe: chess.ProbeResult{WDL: chess.WDLWin, DTZ: 6, DTZRounded: true}, Result: chess.WDLCursedWin},
		},
	}}
	for m, want := range map[chess.Move]float64{1: 0, 2: 0, 3: 50} {
		if got := x.lossTo(nil, m); got != want {
			t.Errorf("move %d loses %v points, want %v", m, got, want)
		}
	}
}

// Files may lack the ending that the best line comes to: the line ends before it.
type pawnsOnly struct{ chess.Tablebase }

func (t pawnsOnly) Probe(p *chess.Position) (chess.ProbeResult, error) {
	if p.Ending().Count(chess.White, chess.Pawn) == 0 {
		return chess.ProbeResult{}, chess.ErrNotInTablebase
	}
	return t.Tablebase.Probe(p)
}

func TestAnnotateMissing(t *testing.T) {
	a := annotatorOf(t)
	a.tablebase, a.settings.Plies = pawnsOnly{a.tablebase}, 30
	x, known, err := a.lookUp(t.Context(), chess.MustParseFEN("8/8/1K1k4/8/2P5/8/8/8 w - - 0 1"))
	if n := len(x.line); err != nil || !known || n < 3 || n > 10 {
		t.Errorf("%d moves, %v", n, err)
	}
}

// What is broken is no unknown position.
func TestAnnotateBroken(t *testing.T) {
	a := annotatorOf(t)
	a.tablebase = broken{a.tablebase}
	if _, err := a.Annotate(t.Context(), parse(t, "1. e4 *")); !errors.Is(err, errBroken) {
		t.Errorf("%v", err)
	}
}

var errBroken = errors.New("a broken file")

type broken struct{ chess.Tablebase }

func (broken) Probe(*chess.Position) (chess.ProbeResult, error) {
	return chess.ProbeResult{}, errBroken
}

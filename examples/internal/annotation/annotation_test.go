package annotation

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

func annotator(t *testing.T, nodes int64) *Annotator {
	t.Helper()
	a, err := New(Settings{Nodes: nodes, Plies: 4}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func parse(t *testing.T, pgn string) *chess.GameTree {
	t.Helper()
	tree, err := chess.ParsePGN(pgn)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// games returns the first n games of testdata/games.pgn.
func games(t *testing.T, n int) (trees []*chess.GameTree) {
	t.Helper()
	f, err := os.Open("../../../testdata/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := chess.NewPGNReader(f)
	for range n {
		tree, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		trees = append(trees, tree)
	}
	return trees
}

// at returns the node after some plies of the main line.
func at(tree *chess.GameTree, plies int) *chess.Node {
	n := tree.Root()
	for range plies {
		n = n.Next()
	}
	return n
}

func TestAnnotate(t *testing.T) {
	tree := parse(t, `[Annotator "A. Teacher"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 {[%eval 7.77] A threat. [%clk 0:59]} Nf6 $1 $14 (3... g6 {is safe}) 4. d3 d6 5. Qxf7# 1-0`)
	report, err := annotator(t, 5000).Annotate(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Flaws) < 3 {
		t.Fatalf("flaws %+v", report.Flaws)
	}
	type flaw struct {
		Ply, Number   int
		Kind          Kind
		Color         chess.Color
		Move, Better  string
		Miss, Allowed int
	}
	var got []flaw
	for _, f := range report.Flaws[len(report.Flaws)-3:] {
		got = append(got, flaw{f.Ply, f.Number, f.Kind, f.Color, f.Move, f.Better[0], f.MissedMate, f.AllowedMate})
	}
	better := func(i int) string { return report.Flaws[len(report.Flaws)-3+i].Better[0] } // any move will do
	want := []flaw{
		{6, 3, Blunder, chess.Black, "Nf6", better(0), 0, 1},
		{7, 4, Blunder, chess.White, "d3", "Qxf7#", 1, 0},
		{8, 4, Blunder, chess.Black, "d6", better(2), 0, 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("flaws (-want +got):\n%s", diff)
	}
	if report.White.Moves != 5 || report.Black.Moves != 4 || report.White.MissedMates != 1 || report.White.Blunders != 1 {
		t.Errorf("sums %+v, %+v", report.White, report.Black)
	}
	if report.Black.Accuracy > 60 || report.White.Accuracy < report.Black.Accuracy || report.White.Accuracy > 100 {
		t.Errorf("accuracy %v, %v", report.White.Accuracy, report.Black.Accuracy)
	}

	if c := at(tree, 5).Comment(); !strings.HasPrefix(c, "[%eval ") || strings.Contains(c, "7.77") || !strings.Contains(c, "] A threat. [%clk 0:59]") {
		t.Errorf("the comment on 3.Qh5 is %q", c)
	}
	if c := at(tree, 6).Comment(); !strings.HasPrefix(c, "[%eval #1] Blunder, from ") || !strings.Contains(c, " to #1, allows mate in 1; better is ") {
		t.Errorf("the comment on 3...Nf6 is %q", c)
	}
	if c := at(tree, 7).Comment(); !strings.Contains(c, "] Blunder, from #1 to ") || !strings.Contains(c, ", misses mate in 1; better is Qxf7#. The reply to 4. d3 is 4...Nxh5") {
		t.Errorf("the comment on 4.d3 is %q", c)
	}
	if c := at(tree, 9).Comment(); c != "" {
		t.Errorf("the comment on mate is %q", c)
	}
	if diff := cmp.Diff([]chess.NAG{4, 14}, at(tree, 6).NAGs()); diff != "" {
		t.Errorf("glyphs of 3...Nf6:\n%s", diff)
	}
	if !strings.Contains(strings.Join(strings.Fields(tree.String()), " "), "is safe") {
		t.Error("a variation is lost")
	}
	settings, other := Settings{Nodes: 5000, Plies: 4}, Settings{Nodes: 500, Plies: 4}
	if tag := tree.Tag("Annotator"); tag != "A. Teacher; "+settings.String() || !settings.Signed(tag) || other.Signed(tag) {
		t.Errorf("Annotator %q", tag)
	}
	if got := tree.Tag("ECO") + " " + tree.Tag("Opening"); got != "C23 Bishop's Opening" {
		t.Errorf("the opening %q", got)
	}
	if _, err := chess.ParsePGN(tree.String()); err != nil {
		t.Error(err)
	}
}

// TestSetEvaluation checks that settings with other numbers have other tags, and that
// a file whose numbers have changed is refused.
func TestSetEvaluation(t *testing.T) {
	file := filepath.Join(t.TempDir(), "weights.txt")
	write := func(castle string) {
		e, err := chess.ByName(chess.Evaluators(), "boardvalue")
		if err != nil {
			t.Fatal(err)
		}
		terms, err := chess.SetWeight(e.New().Terms(), "castle score.Value", castle)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := chess.WriteWeights(&b, terms...); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("80/80")
	tags := map[string]string{}
	for _, spec := range []string{"default", "boardvalue", "boardvalue,castle score=30", "boardvalue,castle score=31", "boardvalue,weights=" + file} {
		s := DefaultSettings()
		if err := s.SetEvaluation(spec); err != nil {
			t.Fatal(err)
		}
		tag := s.String()
		if other, ok := tags[tag]; ok || spec != "default" && !strings.Contains(tag, "evaluation "+spec) || !s.Signed(tag) {
			t.Errorf("%s: %q, which is that of %q too", spec, tag, other)
		}
		tags[tag] = spec
		if _, err := New(s, nil); err != nil {
			t.Error(err)
		}
		if strings.Contains(spec, "weights") {
			write("70/70")
			if _, err := New(s, nil); err == nil {
				t.Error("no error for other numbers than at the beginning")
			}
		}
	}
	s := DefaultSettings()
	for _, spec := range []string{"best", "boardvalue,mobility=3", "default,weights=missing"} {
		if err := s.SetEvaluation(spec); err == nil {
			t.Errorf("no error for %q", spec)
		}
	}
}

// TestEvaluation checks that the evaluation is that of the settings, and that the tag
// Annotator names it, unless it is the default.
func TestEvaluation(t *testing.T) {
	annotated := func(evaluation string) string {
		s := Settings{Nodes: 300, Plies: 4, Evaluation: evaluation}
		a, err := New(s, nil)
		if err != nil {
			t.Fatal(err)
		}
		tree := games(t, 1)[0]
		if _, err := a.Annotate(t.Context(), tree); err != nil {
			t.Fatal(err)
		}
		if tag := tree.Tag("Annotator"); !s.Signed(tag) || strings.Contains(tag, "evaluation pesto") != (evaluation == "pesto") {
			t.Errorf("%q: Annotator %q", evaluation, tag)
		}
		if err := tree.DeleteTag("Annotator"); err != nil {
			t.Fatal(err)
		}
		return tree.String()
	}
	unnamed := annotated("")
	if diff := cmp.Diff(unnamed, annotated("default")); diff != "" {
		t.Errorf("without a name and with that of the default:\n%s", diff)
	}
	if unnamed == annotated("pesto") {
		t.Error("pesto annotates as the default does")
	}
}

// TestAnnotateIndependent checks that the annotation of a game does not depend on
// the games before it.
func TestAnnotateIndependent(t *testing.T) {
	forwards, backwards := games(t, 6), games(t, 6)
	slices.Reverse(backwards)
	annotate := func(a *Annotator, tree *chess.GameTree) *Report {
		r, err := a.Annotate(t.Context(), tree)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	var reports []*Report
	a := annotator(t, 300)
	for _, tree := range forwards {
		reports = append(reports, annotate(a, tree))
	}
	a = annotator(t, 300)
	for i, tree := range backwards {
		j := len(backwards) - 1 - i
		if diff := cmp.Diff(reports[j], annotate(a, tree)); diff != "" {
			t.Errorf("game %d has another report:\n%s", j+1, diff)
		}
		if got, want := tree.String(), forwards[j].String(); got != want {
			t.Errorf("game %d is annotated differently:\n%s", j+1, cmp.Diff(want, got))
		}
	}
}

// TestAnnotateUnusual checks that unusual games are annotated to the end.
func TestAnnotateUnusual(t *testing.T) {
	repeat := strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 5)
	for name, test := range map[string]struct {
		pgn   string
		moves [2]int // the number of moves judged, by colour
	}{
		"no moves":      {"*", [2]int{}},
		"null move":     {"1. e4 -- 2. d4 d5 *", [2]int{2, 1}},
		"after a draw":  {"1. " + repeat + "e4 e5 1/2-1/2", [2]int{11, 11}},
		"mated":         {`[FEN "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"]` + "\n\n*", [2]int{}},
		"chess960":      {`[Variant "Chess960"]` + "\n" + `[FEN "bnrbkr1n/pppppppp/8/8/8/8/PPPPPPPP/BNRBKR1N w KQkq - 0 1"]` + "\n\n1. O-O O-O *", [2]int{1, 1}},
		"three checks":  {`[Variant "Three-check"]` + "\n\n1. e4 d6 2. Bb5+ c6 3. Bxc6+ bxc6 4. Qf3 e6 5. Qxf7+ 1-0", [2]int{5, 4}},
		"black to move": {`[FEN "4k3/8/8/8/8/8/8/R3K3 b - - 0 9"]` + "\n\n9... Kd7 10. Ra7+ *", [2]int{1, 1}},
	} {
		tree := parse(t, test.pgn)
		report, err := annotator(t, 200).Annotate(t.Context(), tree)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := [2]int{report.White.Moves, report.Black.Moves}; got != test.moves {
			t.Errorf("%s: judged %v moves, want %v", name, got, test.moves)
		}
		if (tree.Tag("BlackAccuracy") != "") != (test.moves[1] > 0) {
			t.Errorf("%s: accuracy %q of %d moves", name, tree.Tag("BlackAccuracy"), test.moves[1])
		}
		if _, err := json.Marshal(report); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		again, err := chess.ParsePGN(tree.String())
		if err != nil || !slices.Equal(again.Mainline(), tree.Mainline()) {
			t.Errorf("%s: read back: %v", name, err)
		}
	}
}

func TestAnnotateErrors(t *testing.T) {
	for _, s := range []Settings{{}, {Nodes: 10}, {Plies: 10}, {Nodes: -1, Plies: 1}, {Nodes: 1, Plies: 1, Evaluation: "x"}} {
		if _, err := New(s, nil); err == nil {
			t.Errorf("no error for %+v", s)
		}
	}
	if _, err := New(DefaultSettings(), nil); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a := annotator(t, 100)
	if _, err := a.Annotate(ctx, games(t, 1)[0]); !errors.Is(err, context.Canceled) {
		t.Errorf("Annotate, cancelled: %v", err)
	}
	long := parse(t, "1. "+strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", maxPlies/4+1)+"1/2-1/2")
	if _, err := a.Annotate(t.Context(), long); err == nil {
		t.Error("Annotate: no error for a game that is too long")
	}
}

func TestJudge(t *testing.T) {
	for _, test := range []struct {
		score  chess.Score
		chance float64
	}{
		{0, 50}, {100, 59.10}, {-100, 40.90}, {1000, 97.54}, {chess.Mate - 3, 100}, {3 - chess.Mate, 0}, {-chess.Mate, 0},
	} {
		if got := WinningChance(test.score); math.Abs(got-test.chance) > 0.01 {
			t.Errorf("the chance at %v is %.2f, want %.2f", test.score, got, test.chance)
		}
	}
	for _, test := range []struct {
		loss, accuracy float64
		kind           Kind
	}{
		{0, 100, Fine}, {4.99, 79.85, Fine}, {5, 79.81, Inaccuracy}, {10, 63.58, Mistake}, {15, 50.53, Blunder}, {50, 8.53, Blunder}, {100, 0, Blunder},
	} {
		if got := Accuracy(test.loss); math.Abs(got-test.accuracy) > 0.01 {
			t.Errorf("the accuracy after losing %v is %.2f, want %.2f", test.loss, got, test.accuracy)
		}
		if got := kindOf(test.loss); got != test.kind {
			t.Errorf("the kind for a loss of %v is %v, want %v", test.loss, got, test.kind)
		}
		text, err := json.Marshal(test.kind)
		var back Kind
		if err != nil || json.Unmarshal(text, &back) != nil || back != test.kind {
			t.Errorf("%v is marshalled as %s, and that unmarshalled as %v", test.kind, text, back)
		}
	}
	if err := new(Kind).UnmarshalText([]byte("brilliant")); err == nil {
		t.Error("no error for an unknown kind")
	}
}

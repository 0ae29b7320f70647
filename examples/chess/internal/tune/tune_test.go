package tune

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// run runs the command.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	return Command.Run(ctx, args, cli.Streams{Out: stdout, Err: stderr})
}

const openings = "../../../../testdata/openings.epd"

// tune runs the program and returns its output.
func tune(t *testing.T, args ...string) (out, problems string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if err := run(t.Context(), args, &stdout, &stderr); err != nil && !errors.Is(err, cli.ErrPartly) {
		t.Fatalf("%v: %v", args, err)
	}
	return stdout.String(), stderr.String()
}

// recorded returns the games of a file, sorted.
func recorded(t *testing.T, path string) []string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var games []string
	for tree, err := range chess.NewPGNReader(file).All() {
		if err != nil {
			t.Fatal(err)
		}
		if game, err := tree.Game(); err != nil || !game.Outcome().Over() {
			t.Errorf("game %s: %v, %v", tree.Tag("Round"), game.Outcome().Reason, err)
		}
		games = append(games, tree.String())
	}
	slices.Sort(games)
	return games
}

func TestPlay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "whole.pgn")
	_, problems := tune(t, "play", "-games", "6", "-nodes", "100", "-openings", openings, path)
	if !strings.Contains(problems, "\n6 of 6 games, now +") || !strings.HasPrefix(problems, "100 nodes a move, up to 6 random plies, seed 1, openings ") {
		t.Errorf("it printed %q", problems)
	}
	if games := slices.Compact(recorded(t, path)); len(games) != 6 {
		t.Errorf("%d different games", len(games))
	}
}

// TestPlayEndings checks that tables decide games.
func TestPlayEndings(t *testing.T) {
	folder := t.TempDir()
	starts, path := filepath.Join(folder, "endings.epd"), filepath.Join(folder, "games.pgn")
	writeFile(t, starts, "4k3/8/8/8/8/8/4n3/4KR2 w - -\n")
	_, problems := tune(t, "play", "-games", "2", "-nodes", "100", "-random", "0", "-endings", "3", "-openings", starts, path)
	if !strings.Contains(problems, ", results by tables of 3 pieces\n") {
		t.Errorf("it printed %q", problems)
	}
	for _, game := range recorded(t, path) {
		if !strings.Contains(game, "[Termination \"adjudication\"]") || !strings.Contains(game, "[Result \"1-0\"]") || !strings.Contains(game, "1. Kxe2") {
			t.Errorf("the game is\n%s", game)
		}
	}
}

// TestFit checks that the value of a knight that is too high falls.
func TestFit(t *testing.T) {
	folder := t.TempDir()
	wrong, weights := filepath.Join(folder, "wrong.json"), filepath.Join(folder, "weights.json")
	terms := chess.NewDefaultEvaluator().Terms()
	material := terms[0].Feature.(chess.Material)
	material[chess.Knight] = chess.Tapered{MG: 700, EG: 700}
	terms[0].Feature = material
	if err := save(wrong, terms); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile("../../../../testdata/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(content)
	z.Close()
	games := filepath.Join(folder, "games")
	if err := os.WriteFile(games, packed.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	out, problems := tune(t, "fit", "-rounds", "1", "-features", "material,tempo", "-weights", wrong, "-o", weights, games)
	for _, want := range []string{games + ": ", " quiet positions\n", "\nround 1: error ", "\n1 of 1 rounds, error "} {
		if !strings.Contains(problems, want) {
			t.Errorf("no %q in\n%s", want, problems)
		}
	}
	if !strings.HasPrefix(out, "60 games, ") || !strings.Contains(out, "\nmaterial [2].MG ") || strings.Contains(out, "\npiece-square") {
		t.Errorf("it printed\n%s", out)
	}

	fitted, err := player.Weighted(chess.NewDefaultEvaluator(), weights)
	if err != nil {
		t.Fatal(err)
	}
	for i, term := range fitted.Terms() {
		f := term.Feature
		switch f.Name() {
		case "material":
			if knight := f.(chess.Material)[chess.Knight]; knight.MG >= 700 || knight.EG >= 700 {
				t.Errorf("a knight is worth %+v", knight)
			}
		case "tempo":
		default:
			if diff := cmp.Diff(terms[i].Feature, f); diff != "" {
				t.Errorf("%s was changed:\n%s", f.Name(), diff)
			}
		}
	}

	// The other commands start from the new weights.
	plain, _ := tune(t, "show", chess.StartFEN)
	shown, _ := tune(t, "show", "-weights", weights)
	if !strings.Contains(plain, "\nmaterial ") || !strings.Contains(shown, "\nmaterial ") || shown == plain {
		t.Errorf("with the new weights:\n%s\nwithout:\n%s", shown, plain)
	}
	play := func(name string, args ...string) []string {
		path := filepath.Join(folder, name)
		tune(t, slices.Concat([]string{"play", "-games", "2", "-nodes", "300", "-openings", openings}, args, []string{path})...)
		return recorded(t, path)
	}
	if slices.Equal(play("plain.pgn"), play("wrong.pgn", "-weights", wrong)) {
		t.Error("other weights, but the same games")
	}
}

func TestBadInput(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		writeFile(t, path, text)
		return path
	}
	pgn := write("games.pgn", "")
	nowhere := filepath.Join(folder, "nowhere")
	for _, test := range []struct {
		usage bool // whether the error is one of the command line
		args  []string
	}{
		{true, nil},
		{true, []string{"tune"}},
		{true, []string{"play"}},
		{true, []string{"play", pgn, pgn}},
		{true, []string{"play", "-games", "0", pgn}},
		{true, []string{"play", "-nodes", "0", pgn}},
		{true, []string{"play", "-random", "-1", pgn}},
		{true, []string{"play", "-seed", "x", pgn}},
		{true, []string{"play", "-endings", "5", pgn}},
		{true, []string{"play", "-syzygy", nowhere, pgn}},
		{true, []string{"label", pgn}},
		{true, []string{"label", "-nodes", "0", pgn, nowhere}},
		{true, []string{"label", "-player", "nobody", pgn, nowhere}},
		{true, []string{"label", "-player", "uci:" + nowhere, pgn, nowhere}},
		{false, []string{"label", "-player", "alphabeta", nowhere, nowhere}},
		{true, []string{"play", "-openings", nowhere, pgn}},
		{true, []string{"play", "-openings", write("empty.epd", ""), pgn}},
		{true, []string{"play", "-openings", write("broken.epd", "8/8 w - -\n"), pgn}},
		{false, []string{"play", "-openings", openings, folder}},
		{true, []string{"play", "-openings", openings, "-weights", nowhere, pgn}},
		{true, []string{"fit"}},
		{true, []string{"fit", "-scale", "185", pgn}},
		{true, []string{"fit", "-scale", "185/0", pgn}},
		{true, []string{"fit", "-rounds", "0", pgn}},
		{true, []string{"fit", "-minpieces", "-1", pgn}},
		{true, []string{"fit", "-features", "weather", pgn}},
		{false, []string{"fit", nowhere}},
		{false, []string{"fit", pgn}}, // without positions
		{false, []string{"fit", "-o", write("notes.txt", "not weights"), pgn}},
		{true, []string{"fit", "-weights", write("weights.json", "{}"), pgn}},
		{true, []string{"convert", pgn}},
		{true, []string{"convert", pgn, nowhere + ".epd"}},
		{true, []string{"convert", write("labels.txt", ""), nowhere + ".epd.gz"}},
		{false, []string{"convert", nowhere + ".epd", nowhere + ".txt"}},
		{false, []string{"convert", write("labels.txt", ""), write("others.epd", "my notes\n")}},
		{true, []string{"learn"}},
		{true, []string{"learn", "-passes", "0", pgn}},
		{true, []string{"learn", "-decay", "-1", pgn}},
		{true, []string{"learn", "-scale", "1", pgn}},
		{true, []string{"show", "8/8"}},
		{true, []string{"show", "-weights", nowhere}},
	} {
		var out bytes.Buffer
		err := run(t.Context(), test.args, &out, io.Discard)
		if usage := errors.Is(err, cli.ErrUsage); err == nil || usage != test.usage {
			t.Errorf("%v: %v", test.args, err)
		}
		if err != nil && !errors.Is(err, cli.ErrReported) && strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: more than a line: %v", test.args, err)
		}
		if out.Len() > 0 {
			t.Errorf("%v: printed %q", test.args, &out)
		}
	}
	if text, err := os.ReadFile(pgn); err != nil || len(text) > 0 {
		t.Errorf("the file of games has %q, %v", text, err)
	}
}

// TestFitPositions checks that positions with results are read like games.
func TestFitPositions(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "positions.epd")
	var lines strings.Builder
	for range 40 {
		lines.WriteString("4k3/8/8/8/8/8/8/RR2K3 w - - c9 \"1-0\";\n4k3/8/8/8/8/8/8/N3K3 w - - c9 \"0-1\";\n")
	}
	lines.WriteString("no position\n")
	writeFile(t, path, lines.String())
	_, problems := tune(t, "fit", "-rounds", "1", "-features", "tempo", "-o", filepath.Join(folder, "weights.json"), path)
	if !strings.HasPrefix(problems, path+":81: EPD board \"no position\": malformed") || !strings.Contains(problems, "\n"+path+": 80 quiet positions; 1 positions refused\n") {
		t.Errorf("it printed %s", problems)
	}
	out, problems := tune(t, "fit", "-minpieces", "4", "-rounds", "1", "-features", "tempo", "-o", filepath.Join(folder, "weights.json"), path)
	if !strings.Contains(problems, "\n"+path+": 40 quiet positions; ") || !strings.Contains(out, ", at least 4 pieces, ") {
		t.Errorf("with at least four pieces it printed %s%s", problems, out)
	}
}

// TestFitFaults checks that a game with a fault is used up to it.
func TestFitFaults(t *testing.T) {
	const game = "[Result \"1-0\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 6. d4 1-0\n\n"
	path := filepath.Join(t.TempDir(), "games.pgn")
	positions := func(text string) string {
		writeFile(t, path, text)
		_, problems := tune(t, "fit", "-rounds", "1", "-features", "tempo", "-o", filepath.Join(t.TempDir(), "weights.json"), path)
		line, _, _ := strings.Cut(strings.TrimPrefix(problems, path+": "), "\n")
		return line
	}
	if got, want := positions(strings.Repeat(game, 3)), "9 quiet positions"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	cut := strings.ReplaceAll(game, "6. d4", "6. d5")
	if got, want := positions(strings.Repeat(game, 2)+cut), "8 quiet positions; 1 games with a fault, used up to it"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestLabel checks that every quiet position of the games gets a score and their result.
func TestLabel(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	tune(t, "play", "-games", "3", "-nodes", "100", "-openings", openings, at("games.pgn"))
	tune(t, "label", "-player", "alphabeta", "-nodes", "50", at("games.pgn"), at("whole.epd"))
	var want []string
	searcher := chess.NewAlphaBeta(nil)
	file, err := os.Open(at("games.pgn"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	number := 0
	for tree, err := range chess.NewPGNReader(file).All() {
		if err != nil {
			t.Fatal(err)
		}
		number++
		searcher.Forget()
		for _, p := range chess.QuietPositions(tree.Start(), tree.Mainline()) {
			result, err := searcher.Search(t.Context(), chess.NewGame(p), chess.Limits{Nodes: 50})
			if err != nil {
				t.Fatal(err)
			}
			score := min(max(result.Score, -chess.MaxEvaluation), chess.MaxEvaluation)
			want = append(want, fmt.Sprintf("%s ce %d; c9 %q; id \"%d\";", p.EPD(), score, tree.Tag("Result"), number))
		}
	}
	if number != 3 {
		t.Fatalf("%d games", number)
	}
	if diff := cmp.Diff(want, strings.Split(strings.TrimSuffix(readFile(t, at("whole.epd")), "\n"), "\n")); diff != "" {
		t.Errorf("positions (-searched +labelled):\n%s", diff)
	}
	writeFile(t, at("faults.pgn"), readFile(t, at("games.pgn"))+"[Event \"fault\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 1-0\n")
	var shown strings.Builder
	if err := run(t.Context(), []string{"label", "-player", "alphabeta", "-nodes", "50", at("faults.pgn"), at("faults.epd")}, io.Discard, &shown); !errors.Is(err, cli.ErrReported) || !strings.Contains(shown.String(), "1 games with a fault") {
		t.Errorf("a game with a fault: %v, %q", err, shown.String())
	}
	if out, _ := tune(t, "fit", "-trust", "100", "-rounds", "1", "-features", "tempo", "-o", at("weights.json"), at("whole.epd")); !strings.Contains(out, "3 games") {
		t.Errorf("fit printed %q", out)
	}
}

// TestLearn checks that learn trains the network, that its file is read again, and that
// no other number changes.
func TestLearn(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	tune(t, "play", "-games", "3", "-nodes", "100", "-openings", openings, at("games.pgn"))
	learn := []string{"learn", "-passes", "2", "-trust", "100", "-o", at("weights.json"), at("games.pgn")}
	first, _ := tune(t, learn...)
	if !strings.Contains(first, "3 games, ") || !strings.Contains(first, "\nevaluation default, weights its own, ") {
		t.Errorf("it printed %s", first)
	}
	once := readFile(t, at("weights.json"))
	tune(t, append(learn[:1:1], append([]string{"-weights", at("weights.json")}, learn[1:]...)...)...)
	if readFile(t, at("weights.json")) != once {
		t.Error("learned again it is another file")
	}
	var usual strings.Builder
	if err := chess.WriteWeights(&usual, chess.NewDefaultEvaluator().Terms()...); err != nil {
		t.Fatal(err)
	}
	others := func(weights string) []string {
		return slices.DeleteFunc(strings.Split(weights, "\n"), func(line string) bool { return strings.HasPrefix(line, `"coordination": "`) })
	}
	if diff := cmp.Diff(others(usual.String()), others(once)); diff != "" {
		t.Errorf("other numbers (-before +after):\n%s", diff)
	}
	// A network that the evaluation does not have is read with it.
	tune(t, "learn", "-eval", "handcrafted", "-passes", "1", "-o", at("network.json"), at("games.pgn"))
	if out, _ := tune(t, "show", "-eval", "handcrafted", "-weights", at("network.json")); !strings.Contains(out, "\ncoordination ") {
		t.Errorf("show printed %s", out)
	}
	tune(t, "learn", "-eval", "handcrafted", "-passes", "1", "-weights", at("network.json"), "-o", at("network.json"), at("games.pgn"))
}

// TestLastGame checks where label continues: after the last game but one, as the last may lack
// positions.
func TestLastGame(t *testing.T) {
	const line = "4k3/8/8/8/8/8/8/RR2K3 w - - ce 900; c9 \"1-0\"; id \"%d\";\n"
	text := ""
	for _, number := range []int{6, 7, 7, 8, 8} {
		text += fmt.Sprintf(line, number)
	}
	size := len(text) / 5
	for n, want := range map[int][2]int{0: {0, 0}, size: {0, 0}, 3 * size: {6, size}, 3*size + 9: {6, size}, 4 * size: {7, 3 * size}, 5*size - 1: {7, 3 * size}} {
		number, end, err := lastGame(strings.NewReader(text[:n]))
		if got := [2]int{number, int(end)}; err != nil || got != want {
			t.Errorf("after %d bytes: %v, want %v, %v", n, got, want, err)
		}
		if got := isLabelled(strings.NewReader(text[:n])); got != (n > 0) {
			t.Errorf("after %d bytes: it is labelled: %v", n, got)
		}
	}
}

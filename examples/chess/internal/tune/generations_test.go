package tune

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// generationsIn returns the command for two small generations.
func generationsIn(folder string, more ...string) []string {
	args := append([]string{"generations", "-generations", "2", "-games", "4", "-nodes", "20", "-openings", openings,
		"-player", "", "-labelnodes", "10", "-passes", "2", "-matchgames", "6", "-matchnodes", "20"}, more...)
	return append(args, folder)
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// filesOf returns the files of a folder without the times in them.
func filesOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	times := regexp.MustCompile(`[0-9]+\.[0-9]+s|"seconds": [0-9.e-]+| [0-9.]+ \|\n`)
	files := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		files[filepath.ToSlash(name)] = strings.Join(strings.Fields(times.ReplaceAllString(string(text), " ")), " ")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestGenerations checks the files of generations, and that they continue.
func TestGenerations(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole")
	out, _ := tune(t, generationsIn(whole)...)
	want := filesOf(t, whole)
	for _, name := range []string{"history.json", "report.md"} {
		if want[name] == "" {
			t.Errorf("no file %s", name)
		}
	}
	for _, folder := range []string{"generation-001/", "generation-002/"} {
		for _, name := range []string{"games.pgn", "positions.epd", "weights.json", "match.pgn"} {
			if want[folder+name] == "" {
				t.Errorf("no file %s%s", folder, name)
			}
		}
	}
	if want["generation-001/games.pgn"] == want["generation-002/games.pgn"] {
		t.Error("the second generation played the games of the first")
	}
	if !strings.Contains(out, "\n| 1 | ") || !strings.Contains(out, "\n| 2 | ") || strings.Contains(out, "\n| 3 | ") {
		t.Errorf("the report is\n%s", out)
	}

	// One generation after the other is the same.
	part := filepath.Join(t.TempDir(), "part")
	tune(t, generationsIn(part, "-generations", "1")...)
	tune(t, generationsIn(part)...)
	if diff := cmp.Diff(want["report.md"], filesOf(t, part)["report.md"]); diff != "" {
		t.Errorf("(-at once +one by one):\n%s", diff)
	}
	// Nothing is left to do, and other settings are refused.
	if again, _ := tune(t, generationsIn(part)...); !strings.HasPrefix(again, reportTitle) {
		t.Errorf("done already, it printed %q", again)
	}
	for _, other := range [][]string{{"-seed", "2"}, {"-labelnodes", "21"}, {"-passes", "3"}, {"-sprt", "0,11"}, {"-fit"}} {
		if err := run(t.Context(), generationsIn(part, other...), io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), "other settings") {
			t.Errorf("%q: %v", other, err)
		}
	}
}

// TestGenerationsForeign checks that weights that a user has in the folder stay.
func TestGenerationsForeign(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "weights.json")
	writeFile(t, path, "{}")
	if err := run(t.Context(), generationsIn(folder), io.Discard, io.Discard); err == nil || readFile(t, path) != "{}" {
		t.Errorf("%v, %q", err, readFile(t, path))
	}
}

// TestGenerationAccepted checks that what is accepted plays the games of the next
// generation. The test accepts what is not much weaker.
func TestGenerationAccepted(t *testing.T) {
	folder := t.TempDir()
	out, _ := tune(t, generationsIn(folder, "-sprt", "-900,-600,0.3,0.3")...)
	if strings.Count(out, " | accepted | ") != 2 {
		t.Fatalf("it printed\n%s", out)
	}
	files := filesOf(t, folder)
	if diff := cmp.Diff(files["generation-002/weights.json"], files["weights.json"]); diff != "" {
		t.Errorf("the best weights are others (-accepted +best):\n%s", diff)
	}
	first, err := player.Weighted(chess.NewDefaultEvaluator(), filepath.Join(folder, "generation-001", "weights.json"))
	if err != nil {
		t.Fatal(err)
	}
	for games, e := range map[string]*chess.FeatureEvaluator{"generation-001/games.pgn": chess.NewDefaultEvaluator(), "generation-002/games.pgn": first} {
		numbers, err := digest(e)
		if err != nil || !strings.Contains(files[games], "evaluation default "+numbers) {
			t.Errorf("%s are not of the evaluation %s, %v", games, numbers, err)
		}
	}
}

// TestGenerationFit checks that without a network the weights of the features are fitted.
func TestGenerationFit(t *testing.T) {
	folder := t.TempDir()
	tune(t, generationsIn(folder, "-eval", "pesto", "-generations", "1", "-fit", "-rounds", "1", "-games", "6")...)
	pesto, err := chess.ByName(chess.Evaluators(), "pesto")
	if err != nil {
		t.Fatal(err)
	}
	fitted, err := player.Weighted(pesto.New(), filepath.Join(folder, "generation-001", "weights.json"))
	if err != nil {
		t.Fatal(err)
	}
	before, _ := digest(pesto.New())
	if after, err := digest(fitted); err != nil || after == before {
		t.Errorf("no weight was changed, %v", err)
	}
}

func TestGenerationsBadInput(t *testing.T) {
	folder := t.TempDir()
	for _, more := range [][]string{
		{"-generations", "0"}, {"-games", "0"}, {"-matchgames", "1"}, {"-passes", "0"}, {"-trust", "101"}, {"-nodes", "0"}, {"-decay", "-1"}, {"-labelnodes", "0"},
		{"-sprt", "1"}, {"-player", "nobody"}, {"-openings", "nowhere"}, {"-weights", "nowhere"}, {"another"},
	} {
		if err := run(t.Context(), generationsIn(filepath.Join(folder, "x"), more...), io.Discard, io.Discard); !errors.Is(err, cli.ErrUsage) {
			t.Errorf("%q: %v", more, err)
		}
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) > 0 {
		t.Errorf("it left %v, %v", entries, err)
	}
}

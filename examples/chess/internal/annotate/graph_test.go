package annotate

import (
	"bytes"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/annotation"
)

// someGames returns a file with the first n games.
func someGames(t *testing.T, n int) string {
	t.Helper()
	parts := strings.SplitAfterN(readFile(t, games), "\n[Event", n+1)
	return writeFile(t, "some.pgn", strings.TrimSuffix(strings.Join(parts[:n], ""), "[Event"))
}

// TestGraphs checks that each game has a graph, that graphs that are missing are drawn, and
// that these are the same.
func TestGraphs(t *testing.T) {
	in, folder := someGames(t, 3), filepath.Join(t.TempDir(), "new", "graphs")
	out := filepath.Join(t.TempDir(), "out.pgn")
	plain := annotate(t, "", in)
	annotate(t, "", "-graph", folder, "-o", out, in)
	if readFile(t, out) != plain {
		t.Error("the games are others with graphs")
	}
	read := func() (all []string) {
		paths, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			all = append(all, filepath.Base(path)+"\n"+readFile(t, path))
		}
		return all
	}
	want := read()
	if len(want) != 3 || !strings.HasPrefix(want[2], "game-003.svg\n<?xml") {
		t.Fatalf("the graphs are %.60q", want)
	}
	for _, name := range []string{"game-001.svg", "game-003.svg"} {
		if err := os.Remove(filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	annotate(t, "", "-graph", folder, "-o", out, in)
	if diff := cmp.Diff(want, read()); diff != "" || readFile(t, out) != plain {
		t.Errorf("drawn again:\n%s", diff)
	}
}

// TestGraph checks that a picture is well-formed and says what is in the chart.
func TestGraph(t *testing.T) {
	long := strings.Repeat("An event with a name <of many words> & ", 10)
	var points []annotation.ChartPoint
	for i := range 700 {
		points = append(points, annotation.ChartPoint{Move: float64(i) / 2, Chance: float64(i * 37 % 101)})
	}
	points[3].Glyph, points[3].Label = chess.Mistake, "1...a6?"
	points[4].Glyph, points[4].Label = chess.Blunder, "2. Qh5??"
	for name, c := range map[string]annotation.Chart{
		"one position": {Title: "A – B", Points: points[:1]},
		"one move":     {Title: "A – B", Points: points[:2]},
		"long":         {Title: long, Points: points, X: "move", Y: "chances", Kinds: map[chess.NAG]string{chess.DubiousMove: "Inexact", chess.Mistake: "Mistake", chess.Blunder: "Blunder"}},
	} {
		svg, err := graph(&c)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		again, err := graph(&c)
		if err != nil || !bytes.Equal(svg, again) {
			t.Errorf("%s: another picture, or %v", name, err)
		}
		var picture struct {
			Texts []string `xml:"text"`
		}
		if err := xml.Unmarshal(svg, &picture); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all := "|" + strings.Join(picture.Texts, "|")
		if name == "long" && (!strings.Contains(all, "|An event with a name <of many") || strings.Contains(all, long) || !strings.Contains(all, "1...a6?|") || !strings.Contains(all, "2. Qh5??|")) {
			t.Errorf("%s: the texts are %s", name, all)
		}
		if strings.Contains(string(svg), "NaN") {
			t.Errorf("%s: a number is missing", name)
		}
	}
}

func TestLanguage(t *testing.T) {
	in := someGames(t, 2)
	english, german := annotate(t, "", in), annotate(t, "", "-lang", "de", in)
	if !strings.Contains(german, "Genauigkeit") || strings.Contains(german, "accuracy ") || !strings.Contains(english, "accuracy ") {
		t.Errorf("in German:\n%s", german)
	}
}

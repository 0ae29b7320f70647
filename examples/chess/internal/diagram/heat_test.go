package diagram

import (
	"encoding/xml"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// drawHeat runs the command with -heat and returns its output and the files that it wrote, by
// name.
func drawHeat(t *testing.T, args ...string) (string, map[string]string) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "new", "folder")
	out, err := run(append(args, "-heat", "-o", folder)...)
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(text)
		if !strings.Contains(out, filepath.Join(folder, e.Name())+": ") {
			t.Errorf("%s was written but not reported", e.Name())
		}
	}
	return out, files
}

func TestHeatmap(t *testing.T) {
	tables := []string{"piece-square", "pawn-mg", "knight-eg", "king-eg"}
	for evaluator, names := range map[string][]string{
		"default": append(tables, "threats"), "pesto": tables, "simplified": tables, "boardvalue": append(tables, "castle-score", "coverage"),
		"materialmobility": {"mobility"}, "threecheck": append(tables, "king-exposure"),
	} {
		_, files := drawHeat(t, kiwipete, "-eval", evaluator)
		for _, name := range append(names, "evaluation", "material") {
			if files["heatmap-"+name+".svg"] == "" {
				t.Errorf("%s: no picture of %s", evaluator, name)
			}
		}
		for name, text := range files {
			if filepath.Ext(name) != ".svg" {
				continue
			}
			if !strings.Contains(files["heatmap.html"], `<img src="`+name+`"`) {
				t.Errorf("%s: heatmap.html does not show %s", evaluator, name)
			}
			if err := xml.Unmarshal([]byte(text), new(struct{})); err != nil {
				t.Errorf("%s: %s: %v", evaluator, name, err)
			}
		}
	}
}

// TestHeatmapNothing checks that the page lists the features that credit no square,
// and that there is no picture of them, unless one asks for it by name.
func TestHeatmapNothing(t *testing.T) {
	_, files := drawHeat(t)
	for name, want := range map[string]bool{"material": true, "piece-square": true, "tempo": false, "passed-pawns": false} {
		if _, got := files["heatmap-"+name+".svg"]; got != want {
			t.Errorf("a picture of %s: %v", name, got)
		}
	}
	for _, want := range []string{"<p>On no square: tempo +", "<p>Nothing in this position: passed pawns, "} {
		if !strings.Contains(html.UnescapeString(files["heatmap.html"]), want) {
			t.Errorf("no %q in\n%s", want, files["heatmap.html"])
		}
	}
	if _, files := drawHeat(t, "-only", "passed-pawns"); len(files) != 1 {
		t.Errorf("the files are %v", files)
	}
	check := "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
	if _, files := drawHeat(t, check, "-eval", "boardvalue"); files["heatmap-check-score.svg"] == "" {
		t.Error("no picture of the check score in check")
	}
}

func TestHeatmapChoice(t *testing.T) {
	out, files := drawHeat(t, append(strings.Fields(kiwipete), "-only", "material,knight-mg", "-scale", "50", "-size", "200", "-flip", "-eval", "pesto")...)
	if len(files) != 2 || strings.Count(out, "\n") != 2 {
		t.Errorf("%d files, and printed\n%s", len(files), out)
	}
	knight := files["heatmap-knight-mg.svg"]
	for _, want := range []string{">White knight, middlegame<", ` width="200" `, ">−50<"} {
		if !strings.Contains(knight, want) {
			t.Errorf("no %q in\n%s", want, knight)
		}
	}
	_, unflipped := drawHeat(t, kiwipete, "-only", "material,knight-mg", "-scale", "50", "-size", "200", "-eval", "pesto")
	if unflipped["heatmap-knight-mg.svg"] == knight {
		t.Error("-flip makes no difference")
	}
}

func TestFileName(t *testing.T) {
	if got := fileName("../King Safety/2"); got != "---king-safety-2" {
		t.Errorf("got %q", got)
	}
}

// TestDocs checks that the pictures in docs are those that the program draws:
//
//	go -C examples/chess run . diagram -heat -o ../../docs -eval pesto -only piece-square,knight-mg 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
func TestDocs(t *testing.T) {
	_, files := drawHeat(t, "-eval", "pesto", "-only", "piece-square,knight-mg", kiwipete)
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", name))
		if err != nil {
			t.Error(err)
		} else if string(got) != want {
			t.Errorf("docs/%s is out of date: run the command above", name)
		}
	}
}

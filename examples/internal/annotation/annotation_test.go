package annotation

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"
)

func parse(t *testing.T, pgn string) *chess.GameTree {
	t.Helper()
	tree, err := chess.ParsePGN(pgn)
	if err != nil {
		t.Fatal(err)
	}
	return tree
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
		if err := s.Check(); err != nil {
			t.Error(err)
		}
		if strings.Contains(spec, "weights") {
			write("70/70")
			if err := s.Check(); err == nil {
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

// What another has signed does not count, and what another has signed before does.
func TestSigned(t *testing.T) {
	all := []Settings{{Nodes: 5000, Plies: 4}, {Nodes: 500, Plies: 4}, DefaultSettings(), {Nodes: 5000, Plies: 4, Language: chess.German}}
	for i, s := range all {
		for j, other := range all {
			for _, tag := range []string{other.String(), "A. Teacher; " + other.String()} {
				if got := s.Signed(tag); got != (i == j) {
					t.Errorf("%+v has signed %q: %v", s, tag, got)
				}
			}
		}
		if err := s.Check(); err != nil {
			t.Error(err)
		}
	}
	all[3].Endings = "tables of 3 pieces"
	if got := all[3].String(); got != "chess (Go), 5000 nodes a position, lines of 4 plies, language de, tables of 3 pieces" {
		t.Errorf("%q", got)
	}
	for _, s := range []Settings{{}, {Nodes: 10}, {Plies: 10}, {Nodes: -1, Plies: 1}, {Nodes: 1, Plies: 1, Evaluation: "x"}, {Nodes: 1, Plies: 1, Language: 200}} {
		if err := s.Check(); err == nil {
			t.Errorf("no error for %+v", s)
		}
	}
}

func TestChart(t *testing.T) {
	r := chess.Reviewer{Nodes: 3000, Plies: 4}
	tree := parse(t, "[White \"Ann\"]\n[Black \"?\"]\n[Result \"1-0\"]\n[Date \"2020.??.??\"]\n\n1. e4 e5 2. Qh5 g6 3. Qxg6 hxg6 1-0")
	review, err := r.Review(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	c := NewChart(tree, review, chess.English)
	if c.Title != "Ann – Black  1-0, 2020" || c.Kinds[chess.Blunder] != "Blunder" || len(c.Points) != 7 {
		t.Errorf("%+v", c)
	}
	last := &c.Points[5]
	if last.Move != 3 || last.Glyph != chess.Blunder || last.Label != "3. Qxg6??" || last.Chance > 10 || c.Points[0].Move != 0.5 || c.Points[6].Move != 3.5 {
		t.Errorf("%+v", c.Points)
	}
	black := parse(t, `[FEN "4k3/8/8/8/8/8/8/R3K3 b - - 0 9"]`+"\n\n9... Kd7 *")
	if review, err = r.Review(t.Context(), black); err != nil {
		t.Fatal(err)
	}
	if c := NewChart(black, review, chess.English); c.Points[0].Move != 9 || c.Points[1].Move != 9.5 {
		t.Errorf("with Black to move first: %+v", c.Points)
	}
	if c := NewChart(black, review, chess.German); c.Title != "Weiß – Schwarz" || c.X != "Zug" || c.Kinds[chess.Blunder] != "Grober Fehler" {
		t.Errorf("in German: %+v", c)
	}
}

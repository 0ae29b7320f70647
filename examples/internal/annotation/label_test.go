package annotation

import (
	"context"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// TestLabels checks that a Tuner reads the same positions from the labels as from the games.
func TestLabels(t *testing.T) {
	trees := games(t, 10)
	var fromGames, fromLabels chess.Tuner
	var text strings.Builder
	for _, tree := range trees {
		text.WriteString(tree.String())
	}
	if _, err := fromGames.ReadGames(chess.NewPGNReader(strings.NewReader(text.String()))); err != nil {
		t.Fatal(err)
	}
	searcher := chess.NewAlphaBeta(nil)
	var lines []byte
	for i, tree := range trees {
		own, err := Labels(t.Context(), searcher, 50, tree, strconv.Itoa(i+1))
		if err != nil || len(own) == 0 {
			t.Fatalf("game %d: %q, %v", i+1, own, err)
		}
		lines = append(lines, own...)
		for line := range strings.Lines(string(own)) {
			epd, err := chess.ParseEPD(strings.TrimSpace(line))
			if err != nil {
				t.Fatal(err)
			}
			if _, scored := epd.Int("ce"); !scored || epd.Text("c9") != tree.Tag("Result") || epd.Text("id") != strconv.Itoa(i+1) {
				t.Errorf("game %d: %v", i+1, epd)
			}
		}
	}
	broken, err := fromLabels.ReadPositions(strings.NewReader(string(lines)))
	if err != nil || broken > 0 || fromLabels.Positions() != fromGames.Positions() {
		t.Errorf("%d positions from labels, %d broken, %v; %d from games", fromLabels.Positions(), broken, err, fromGames.Positions())
	}
}

// TestLabelsAlone checks that the lines of a game do not depend on those labelled before.
func TestLabelsAlone(t *testing.T) {
	trees := games(t, 4)
	var all [2][]string
	for i := range all {
		searcher := chess.NewAlphaBeta(nil)
		for _, tree := range trees {
			lines, err := Labels(t.Context(), searcher, 200, tree, "1")
			if err != nil {
				t.Fatal(err)
			}
			all[i] = append(all[i], string(lines))
		}
		slices.Reverse(trees)
	}
	slices.Reverse(all[1])
	if diff := cmp.Diff(all[0], all[1]); diff != "" {
		t.Errorf("(-forwards +backwards):\n%s", diff)
	}
}

func TestLabelsNone(t *testing.T) {
	searcher := chess.NewAlphaBeta(nil)
	tree, err := chess.ParsePGN("1. e4 e5 2. d4 d5 3. Nf3 Nf6 4. Nc3 Nc6 5. a3 a6 6. h3 h6 *")
	if err != nil {
		t.Fatal(err)
	}
	if lines, err := Labels(t.Context(), searcher, 50, tree, "1"); err != nil || len(lines) > 0 {
		t.Errorf("a game without a result has the labels %q, %v", lines, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Labels(ctx, searcher, 50, games(t, 1)[0], "1"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
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

package annotation

import (
	"context"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// TestLabels checks that a Tuner reads the same positions from the labels as from the games, and
// that what was searched before does not matter.
func TestLabels(t *testing.T) {
	trees := games(t, 10)
	var fromGames, fromLabels chess.Tuner
	var text, lines strings.Builder
	for _, tree := range trees {
		text.WriteString(tree.String())
	}
	if _, err := fromGames.ReadGames(chess.NewPGNReader(strings.NewReader(text.String()))); err != nil {
		t.Fatal(err)
	}
	searcher := chess.NewAlphaBeta(nil)
	for i, tree := range trees {
		id := strconv.Itoa(i + 1)
		own, err := Labels(t.Context(), searcher, 50, tree, id)
		if err != nil || len(own) == 0 {
			t.Fatalf("game %s: %q, %v", id, own, err)
		}
		if i == 1 {
			alone, err := Labels(t.Context(), chess.NewAlphaBeta(nil), 50, tree, id)
			if diff := cmp.Diff(alone, own); diff != "" || err != nil {
				t.Errorf("game %s: %v (-alone +after others):\n%s", id, err, diff)
			}
		}
		lines.Write(own)
		for line := range strings.Lines(string(own)) {
			epd, err := chess.ParseEPD(strings.TrimSpace(line))
			if err != nil {
				t.Fatal(err)
			}
			if _, scored := epd.Int("ce"); !scored || epd.Text("c9") != tree.Tag("Result") || epd.Text("id") != id {
				t.Errorf("game %s: %v", id, epd)
			}
		}
	}
	broken, err := fromLabels.ReadPositions(strings.NewReader(lines.String()))
	if err != nil || broken > 0 || fromLabels.Positions() != fromGames.Positions() {
		t.Errorf("%d positions from labels, %d broken, %v; %d from games", fromLabels.Positions(), broken, err, fromGames.Positions())
	}
	trees[0].SetTag("Result", "*")
	if own, err := Labels(t.Context(), searcher, 50, trees[0], "1"); err != nil || len(own) > 0 {
		t.Errorf("a game without a result has the labels %q, %v", own, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Labels(ctx, searcher, 50, trees[1], "1"); !errors.Is(err, context.Canceled) {
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

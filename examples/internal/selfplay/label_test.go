package selfplay

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

// games returns the first games of a file.
func games(t *testing.T, count int) []*chess.GameTree {
	t.Helper()
	file, err := os.Open("../../../testdata/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var trees []*chess.GameTree
	for tree, err := range chess.NewPGNReader(file).All() {
		if err != nil {
			t.Fatal(err)
		}
		if trees = append(trees, tree); len(trees) == count {
			break
		}
	}
	return trees
}

// TestAppend checks that a Tuner reads the same positions from the labels as from the games.
func TestAppend(t *testing.T) {
	trees := games(t, 10)
	var fromGames, fromLabels chess.Tuner
	var text strings.Builder
	for _, tree := range trees {
		text.WriteString(tree.String())
	}
	if _, err := fromGames.ReadGames(chess.NewPGNReader(strings.NewReader(text.String()))); err != nil {
		t.Fatal(err)
	}
	l := NewLabeller(chess.NewAlphaBeta(nil), 50)
	var lines []byte
	for i, tree := range trees {
		before := len(lines)
		var positions int
		var err error
		if lines, positions, err = l.Append(t.Context(), lines, tree, strconv.Itoa(i+1)); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(lines[before:]), "\n"); n == 0 || n != positions {
			t.Errorf("game %d has %d lines, and not %d", i+1, n, positions)
		}
		for line := range strings.Lines(string(lines[before:])) {
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

// TestAppendAlone checks that the lines of a game do not depend on those labelled before.
func TestAppendAlone(t *testing.T) {
	trees := games(t, 4)
	var all [2][]string
	for i := range all {
		l := NewLabeller(chess.NewAlphaBeta(nil), 200)
		for _, tree := range trees {
			lines, _, err := l.Append(t.Context(), nil, tree, "1")
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

func TestAppendNone(t *testing.T) {
	l := NewLabeller(chess.NewAlphaBeta(nil), 50)
	tree, err := chess.ParsePGN("1. e4 e5 2. d4 d5 3. Nf3 Nf6 4. Nc3 Nc6 5. a3 a6 6. h3 h6 *")
	if err != nil {
		t.Fatal(err)
	}
	if lines, positions, err := l.Append(t.Context(), []byte("x"), tree, "1"); err != nil || positions > 0 || string(lines) != "x" {
		t.Errorf("a game without a result has %d labels, %q, %v", positions, lines, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := l.Append(ctx, nil, games(t, 1)[0], "1"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

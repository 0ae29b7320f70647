package main

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/annotation"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/puzzle"
)

// A Task is what to make of each game.
type Task struct {
	Format     string
	Nodes      int64  // of the search of each position
	Evaluation string // by which annotated and labelled positions are searched
}

// The formats of the output.
const (
	formatPGN     = "pgn"
	formatLabels  = "labels"
	formatPuzzles = "puzzles"
)

// check returns an error if there is no such task.
func (t *Task) check() error {
	if formats := []string{formatPGN, formatLabels, formatPuzzles}; !slices.Contains(formats, t.Format) {
		return fmt.Errorf("-format is %q, not one of %s", t.Format, strings.Join(formats, ", "))
	}
	if t.Format == formatPuzzles && t.Evaluation != chess.Evaluators()[0].Name {
		return fmt.Errorf("puzzles are made with the default evaluation")
	}
	_, err := newTool(*t)
	return err
}

// A tool does a task for one game after the other.
type tool struct {
	format   string
	reviewer chess.Reviewer
	searcher chess.Searcher // of labels
	nodes    int64
	finder   chess.PuzzleFinder
}

func newTool(t Task) (*tool, error) {
	if t.Nodes < 1 {
		return nil, fmt.Errorf("-nodes is %d: want a positive number", t.Nodes)
	}
	made := &tool{format: t.Format}
	evaluation, err := player.Evaluation(t.Evaluation)
	if err != nil {
		return nil, err
	}
	switch t.Format {
	case formatLabels:
		made.searcher, made.nodes = chess.NewAlphaBeta(evaluation.New()), t.Nodes
	case formatPuzzles:
		made.finder = chess.PuzzleFinder{Nodes: t.Nodes, Verify: 50 * t.Nodes}
	default:
		settings := annotation.DefaultSettings()
		settings.Nodes = t.Nodes
		if err = settings.SetEvaluation(t.Evaluation); err == nil {
			made.reviewer, err = settings.Reviewer(nil)
		}
	}
	return made, err
}

// do emits the results of a game. A puzzle has the key of its position, so that each
// position makes one; other results have none.
func (t *tool) do(ctx context.Context, tree *chess.GameTree, game *Game, emit func(key, text string)) error {
	switch t.format {
	case formatLabels:
		lines, err := annotation.Labels(ctx, t.searcher, t.nodes, tree, fmt.Sprintf("%s %d", path.Base(game.Source), game.Number))
		for line := range strings.Lines(string(lines)) {
			emit("", strings.TrimSuffix(line, "\n"))
		}
		return err
	case formatPuzzles:
		puzzles, err := t.finder.Find(ctx, tree)
		for _, p := range puzzles {
			text, err := puzzle.EPD.Append(nil, &p, tree)
			if err != nil {
				return err
			}
			emit(p.Position.Key().EPD(), strings.TrimSuffix(string(text), "\n"))
		}
		return err
	}
	_, err := t.reviewer.Review(ctx, tree)
	if err == nil {
		emit("", strings.TrimSuffix(tree.String(), "\n"))
	}
	return err
}

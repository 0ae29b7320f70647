package main

import (
	"bytes"
	"context"
	"fmt"
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
	puzzles  map[chess.Key]bool // those of the chunk: a position is one puzzle
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

// extension returns how the names of files end.
func (t *Task) extension() string {
	if t.Format == formatPGN {
		return ".pgn"
	}
	return "." + t.Format + ".epd"
}

// do writes the results of a game: the game, or lines of EPD with its id.
func (t *tool) do(ctx context.Context, tree *chess.GameTree, id string, out *bytes.Buffer) error {
	switch t.format {
	case formatLabels:
		lines, err := annotation.Labels(ctx, t.searcher, t.nodes, tree, id)
		out.Write(lines)
		return err
	case formatPuzzles:
		puzzles, err := t.finder.Find(ctx, tree)
		for _, p := range puzzles {
			key := p.Position.Key()
			if t.puzzles[key] {
				continue
			}
			t.puzzles[key] = true
			text, err := puzzle.EPD.Append(nil, &p, tree)
			if err != nil {
				return err
			}
			out.Write(text)
		}
		return err
	}
	_, err := t.reviewer.Review(ctx, tree)
	if err == nil {
		_, err = tree.WriteTo(out)
	}
	return err
}

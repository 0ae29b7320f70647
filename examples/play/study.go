package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/annotation"
)

// A study finds out why moves are good or bad, beside the search of the current position.
type study struct {
	worker
	language chess.Language
	glyphs   map[int]chess.NAG // of the bad moves that a review has found, by ply
	progress string            // how far it is, in words; "" if that is not known
}

// abandon ends the study without a text.
func (s *study) abandon() {
	s.worker.abandon()
	s.progress = ""
}

// investigate begins to find something out, and tells it in the end.
func (s *session) investigate(find func(ctx context.Context, report func(event)) (text string, err error)) {
	s.study.abandon()
	s.study.start(func(ctx context.Context, report func(event)) event {
		text, err := find(ctx, report)
		if err != nil {
			text = fmt.Sprintf("No explanation: %v.", err)
		}
		return func() {
			s.study.progress = ""
			s.notify("%s", text)
		}
	})
}

// The search of the best move that an explanation compares with.
const (
	whyNodes = 500_000
	whyTime  = 2 * time.Second
)

// why says why a move that is legal now, or without one the last move, is good or bad.
func (s *session) why(text string) error {
	g, m, err := whichMove(s.shown().Game, text)
	if err != nil {
		return err
	}
	s.notify("Looking at %s ...", g.Position().SANLine(m))
	evaluator, tables, language := s.evaluator.Fork(), s.thinking.tables, s.study.language
	s.investigate(func(ctx context.Context, _ func(event)) (string, error) {
		searcher := chess.NewAlphaBeta(evaluator, func(o *chess.AlphaBetaOptions) { o.Tablebase = tables.Tablebase() })
		why, err := searcher.Why(ctx, g, m, chess.Limits{Nodes: whyNodes, Time: whyTime})
		return ansi.Wrap(why.Text(language, 0), beside, ""), err
	})
	return nil
}

// whichMove returns the move to explain, and the game before it: one that is legal now or,
// without a text, the last move.
func whichMove(game *chess.Game, text string) (*chess.Game, chess.Move, error) {
	g := new(*game)
	var m chess.Move
	if text != "" {
		var err error
		if m, err = g.Position().ParseMove(text); err != nil {
			return nil, 0, illegalMove(text, err)
		}
	} else {
		moves := g.Moves()
		if len(moves) == 0 {
			return nil, 0, errors.New(`there is no last move: "why e4" explains another`)
		}
		m = moves[len(moves)-1]
		for g.Len() == len(moves) { // the end of a game is taken back before its last move
			g.Undo()
		}
	}
	if g.Outcome().Over() { // a recorded game may go on after a draw by the rules
		return nil, 0, errors.New("the game is over")
	}
	return g, m, nil
}

// reviewNodes is how many nodes the search of each position has for a review.
const reviewNodes = 20_000

// reviewing is the news at the start of a review. A screen shows how far it is in its place.
const reviewing = "Looking at the moves of the game ..."

// review says how accurately both sides have played the whole game, where it turned and why,
// and which moves were bad, and draws a graph.
func (s *session) review(string) error {
	if s.game.Len() == 0 {
		return errors.New("there is no move to review")
	}
	s.notify("%s", reviewing)
	settings := annotation.DefaultSettings()
	settings.Nodes, settings.Language = reviewNodes, s.study.language
	annotator, err := annotation.New(settings, nil)
	if err != nil {
		return err
	}
	tree, figures := s.game.Tree(), s.figures
	s.investigate(func(ctx context.Context, report func(event)) (string, error) {
		annotator.OnProgress(func(done, moves int) {
			progress := fmt.Sprintf("Looking at the moves: %d of %d ...", done, moves)
			if done == moves {
				progress = "Finding the reasons ..."
			}
			report(func() { s.study.progress = progress })
		})
		found, err := annotator.Annotate(ctx, tree)
		if err != nil {
			return "", err
		}
		glyphs := map[int]chess.NAG{}
		for _, f := range found.Flaws {
			glyphs[f.Ply] = f.Kind.NAG()
		}
		report(func() { s.study.glyphs = glyphs })
		return reviewText(annotator, tree, found, figures), nil
	})
	return nil
}

// reviewText writes a report: how accurate both sides were, a graph of the game, and what was
// bad, with the reasons.
func reviewText(a *annotation.Annotator, t *chess.GameTree, r *annotation.Report, f figurines) string {
	var b strings.Builder
	b.WriteString(ansi.Wrap(a.Summary(r), beside, ""))
	chart := a.Chart(t, r)
	b.WriteString("\n\n" + graph(&chart, f))
	for i := range r.Flaws {
		f := &r.Flaws[i]
		b.WriteString("\n\n" + ansi.Wrap(a.Numbered(f)+f.Kind.NAG().String()+" "+a.Text(f), beside, ""))
	}
	return b.String()
}

package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
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
	tables   *tables
	glyphs   map[int]chess.NAG // of the bad moves that a review has found, by ply
	progress string            // how far it is, in words; "" if that is not known
}

// abandon ends the study without a text.
func (s *study) abandon() {
	s.worker.abandon()
	s.progress = ""
}

// goBack forgets what it has found of later moves.
func (s *study) goBack(to int) {
	maps.DeleteFunc(s.glyphs, func(ply int, _ chess.NAG) bool { return ply > to })
}

// begin begins to find something out. In the end, tell is called with it or with an error.
func (s *study) begin(find func(ctx context.Context, progress func(string)) (text string, err error), tell func(string, error)) {
	s.abandon()
	s.start(func(ctx context.Context, report func(event)) event {
		text, err := find(ctx, func(text string) { report(func() { s.progress = text }) })
		return func() {
			s.progress = ""
			tell(text, err)
		}
	})
}

// The search of the best move that an explanation compares with.
const (
	whyNodes = 500_000
	whyTime  = 2 * time.Second
)

// why says why a move of the current position of a game is good or bad, by an evaluation of
// its own.
func (s *study) why(g *chess.Game, m chess.Move, e chess.Evaluator, tell func(string, error)) {
	language := s.language
	s.begin(func(ctx context.Context, _ func(string)) (string, error) {
		searcher := chess.NewAlphaBeta(e, func(o *chess.AlphaBetaOptions) { o.Tablebase = s.tables.Tablebase() })
		why, err := searcher.Why(ctx, g, m, chess.Limits{Nodes: whyNodes, Time: whyTime})
		return ansi.Wrap(why.Text(language, 0), beside, ""), err
	}, tell)
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
func (s *study) review(game *chess.Game, f figurines, tell func(string, error)) error {
	tree := game.Tree()
	reviewer := chess.Reviewer{Nodes: reviewNodes, Language: s.language}
	glyphs := map[int]chess.NAG{}
	s.begin(func(ctx context.Context, progress func(string)) (string, error) {
		reviewer.Progress = func(done, moves int) {
			if done == moves {
				progress("Finding the reasons ...")
			} else {
				progress(fmt.Sprintf("Looking at the moves: %d of %d ...", done, moves))
			}
		}
		review, err := reviewer.Review(ctx, tree)
		if err != nil {
			return "", err
		}
		for _, f := range review.Flaws {
			glyphs[f.Ply] = f.Glyph
		}
		return reviewText(tree, review, reviewer.Language, f), nil
	}, func(text string, err error) {
		if err == nil {
			s.glyphs = glyphs
		}
		tell(text, err)
	})
	return nil
}

// reviewText writes a review: how accurate both sides were, a graph of the game, and what was
// bad, with the reasons.
func reviewText(t *chess.GameTree, r *chess.Review, l chess.Language, f figurines) string {
	var b strings.Builder
	b.WriteString(ansi.Wrap(r.Summary(l), beside, ""))
	b.WriteString("\n\n" + graph(annotation.NewChart(t, r, l), f))
	for _, f := range r.Flaws {
		b.WriteString("\n\n" + ansi.Wrap(l.SAN(f.String())+" "+f.Text(l), beside, ""))
	}
	return b.String()
}

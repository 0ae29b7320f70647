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

// A study finds out why moves are good or bad, in a goroutine of its own beside the search
// of the current position.
type study struct {
	stop context.CancelFunc
	done chan struct{} // closed when it has ended
}

// A finding is the result of a study, or its progress.
type finding struct {
	text     string            // for the news, or how far the study is
	glyphs   map[int]chess.NAG // those of bad moves, by ply; nil if it is about one move
	progress bool
}

// study starts a study, and abandons the study before.
// The study calls told with how far it is, in words.
func (s *session) study(find func(ctx context.Context, told func(string)) (finding, error)) {
	s.abandonStudy()
	ctx, stop := context.WithCancel(s.ctx)
	before, t := s.studied, &study{stop, make(chan struct{})}
	s.studying, s.studied = t, t
	go func() {
		defer close(t.done)
		defer stop()
		if before != nil {
			<-before.done
		}
		found, err := find(ctx, func(text string) { s.send(event{study: t, finding: finding{text: text, progress: true}}) })
		s.send(event{study: t, finding: found, err: err})
	}()
}

// abandonStudy ends the study without a text.
func (s *session) abandonStudy() {
	if s.studying != nil {
		s.studying.stop()
		s.studying, s.progress = nil, ""
	}
}

// handleStudy handles the end of a study. It ignores that of an abandoned one.
func (s *session) handleStudy(e event) {
	if e.study != s.studying {
		return
	}
	if e.finding.progress {
		s.progress = e.finding.text
		return
	}
	s.studying, s.progress = nil, ""
	if e.err != nil {
		s.notify("No explanation: %v.", e.err)
		return
	}
	if e.finding.glyphs != nil {
		s.glyphs = e.finding.glyphs
	}
	s.notify("%s", e.finding.text)
}

// The search of the best move that an explanation compares with.
const (
	whyNodes = 500_000
	whyTime  = 2 * time.Second
)

// why explains a move that is legal now, or without one the last move of the game.
func (s *session) why(text string) error {
	g := new(*s.game)
	var m chess.Move
	if text != "" {
		var err error
		p := g.Position()
		if m, err = p.ParseMove(text); err != nil {
			parse := (*chess.ParseError)(nil)
			errors.As(err, &parse)
			return illegalMove(text, parse)
		}
	} else {
		moves := g.Moves()
		if len(moves) == 0 {
			return errors.New(`there is no last move: "why e4" explains another`)
		}
		m = moves[len(moves)-1]
		for g.Len() == len(moves) { // the end of a game is taken back before its last move
			g.Undo()
		}
	}
	if g.Outcome().Over() { // a recorded game may go on after a draw by the rules
		return errors.New("the game is over")
	}
	e, language := s.evaluator.Fork(), s.language
	p := g.Position()
	s.notify("Looking at %s ...", p.SANLine(m))
	s.study(func(ctx context.Context, _ func(string)) (finding, error) {
		searcher := chess.NewAlphaBeta(e, func(o *chess.AlphaBetaOptions) { o.Tablebase = s.tables.Tablebase() })
		why, err := searcher.Why(ctx, g, m, chess.Limits{Nodes: whyNodes, Time: whyTime})
		return finding{text: ansi.Wrap(why.Text(language, 0), beside, "")}, err
	})
	return nil
}

// reviewNodes is how many nodes the search of each position has for a review.
const reviewNodes = 20_000

// reviewing is the news at the start of a review. A screen shows how far it is in its place.
const reviewing = "Looking at the moves of the game ..."

// review says how accurately both sides have played the whole game, where it turned and why,
// and which moves were bad, and draws a graph.
func (s *session) review(string) error {
	game := s.present()
	if game.Len() == 0 {
		return errors.New("there is no move to review")
	}
	tree := game.Tree()
	reviewer := chess.Reviewer{Nodes: reviewNodes, Language: s.language}
	s.notify("%s", reviewing)
	figures := s.figures
	s.study(func(ctx context.Context, told func(string)) (finding, error) {
		reviewer.Progress = func(done, moves int) {
			if done == moves {
				told("Finding the reasons ...")
			} else {
				told(fmt.Sprintf("Looking at the moves: %d of %d ...", done, moves))
			}
		}
		review, err := reviewer.Review(ctx, tree)
		if err != nil {
			return finding{}, err
		}
		glyphs := map[int]chess.NAG{}
		for _, f := range review.Flaws {
			glyphs[f.Ply] = f.Glyph
		}
		return finding{text: reviewText(tree, review, reviewer.Language, figures), glyphs: glyphs}, nil
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

package main

import (
	"context"
	"errors"
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

// study starts a study, which returns a text for the news, and abandons the study before.
func (s *session) study(find func(context.Context) (string, error)) {
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
		text, err := find(ctx)
		s.send(event{study: t, text: text, err: err})
	}()
}

// abandonStudy ends the study without a text.
func (s *session) abandonStudy() {
	if s.studying != nil {
		s.studying.stop()
		s.studying = nil
	}
}

// handleStudy handles the end of a study. It ignores that of an abandoned one.
func (s *session) handleStudy(e event) {
	if e.study != s.studying {
		return
	}
	s.studying = nil
	if e.err != nil {
		s.notify("No explanation: %v.", e.err)
		return
	}
	s.notify("%s", e.text)
}

// The search of the best move that an explanation compares with.
const (
	whyNodes = 500_000
	whyTime  = 2 * time.Second
)

// why explains a move that is legal now, or without one the last move of the game.
func (s *session) why(text string) error {
	g := s.game.Clone()
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
	s.study(func(ctx context.Context) (string, error) {
		searcher := chess.NewAlphaBeta(e, func(o *chess.AlphaBetaOptions) { o.Tablebase = s.tables.Tablebase() })
		why, err := searcher.Why(ctx, g, m, chess.Limits{Nodes: whyNodes, Time: whyTime})
		return ansi.Wrap(why.Text(language, 0), beside, ""), err
	})
	return nil
}

// reviewNodes is how many nodes the search of each position has for a review.
const reviewNodes = 20_000

// review says how accurately both sides have played, and which moves were bad.
func (s *session) review(string) error {
	if s.game.Len() == 0 {
		return errors.New("there is no move to review")
	}
	tree := s.game.Tree()
	settings := annotation.DefaultSettings()
	settings.Nodes, settings.Language = reviewNodes, s.language
	annotator, err := annotation.New(settings, nil)
	if err != nil {
		return err
	}
	s.notify("Looking at the moves of the game ...")
	s.study(func(ctx context.Context) (string, error) {
		report, err := annotator.Annotate(ctx, tree)
		if err != nil {
			return "", err
		}
		return reviewText(annotator, report), nil
	})
	return nil
}

// reviewText writes a report.
func reviewText(a *annotation.Annotator, r *annotation.Report) string {
	var b strings.Builder
	b.WriteString(ansi.Wrap(a.Summary(r), beside, ""))
	for i := range r.Flaws {
		f := &r.Flaws[i]
		b.WriteString("\n\n" + ansi.Wrap(a.Numbered(f)+": "+a.Text(f), beside, ""))
	}
	return b.String()
}

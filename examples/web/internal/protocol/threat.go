package protocol

import (
	"context"
	"fmt"
	"time"

	"github.com/seed-0971039b/chess"
)

// The searches for a threat: that for the move, which is shown first, and that for its reason.
const (
	threatTime  = 500 * time.Millisecond
	threatNodes = 50_000
)

// A threat is what the side that is not to move would play if it were.
type threat struct {
	Move string `json:"move"` // in UCI notation, "" if there is none
	Text string `json:"text"` // what the move does; "" until that is known
}

// threat searches the position of a question after a pass. It reports the move before it knows
// what that does.
func (h *Handler) threat(ctx context.Context, q *question, report func([]byte)) (threat, error) {
	g, err := q.Game.game(q.Ply)
	if err != nil {
		return threat{}, err
	}
	p := g.Position()
	switch {
	case g.Outcome().Over():
		return threat{}, nil
	case p.InCheck():
		return threat{Text: fmt.Sprintf("%v is in check.", p.Turn())}, nil
	}
	passed := chess.NewGame(p.After(0))
	if passed.Outcome().Over() {
		return threat{Text: fmt.Sprintf("%v could not move.", p.Turn().Other())}, nil
	}
	s := chess.NewAlphaBeta(chess.NewDefaultEvaluator())
	r, err := s.Search(ctx, passed, chess.Limits{Time: threatTime})
	if err != nil {
		return threat{}, err
	}
	p = passed.Position()
	t := threat{Move: p.UCI(r.Move)}
	if report != nil {
		report(encode("news", t))
	}
	w, err := s.Why(ctx, passed, r.Move, chess.Limits{Nodes: threatNodes, Time: whyTime})
	t.Text = fmt.Sprintf("If it were %v's move: %s", p.Turn(), w.Text(chess.English, 0))
	return t, err
}

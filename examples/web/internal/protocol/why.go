package protocol

import (
	"context"
	"errors"
	"time"

	"github.com/seed-0971039b/chess"
)

// The search of the best move that an explanation compares with. A browser is several times
// slower than a program of its own.
const (
	whyNodes = 200_000
	whyTime  = 2 * time.Second
)

// A reason is why a move is good or bad.
type reason struct {
	Move string `json:"move"` // with its number
	Text string `json:"text"`
}

// why explains the move that led to the position of a question.
func (h *Handler) why(ctx context.Context, q *question) (reason, error) {
	if q.Ply < 1 || q.Ply > len(q.Game.Moves) {
		return reason{}, errors.New("there is no move to explain")
	}
	g, err := q.Game.game(q.Ply - 1)
	if err != nil {
		return reason{}, err
	}
	if g.Outcome().Over() { // a recorded game may go on after a draw by the rules
		return reason{}, errors.New("the game was over before this move")
	}
	p := g.Position()
	m, err := p.ParseUCI(q.Game.Moves[q.Ply-1])
	if err != nil {
		return reason{}, err
	}
	w, err := chess.NewAlphaBeta(chess.NewDefaultEvaluator()).Why(ctx, g, m, chess.Limits{Nodes: whyNodes, Time: whyTime})
	if err != nil {
		return reason{}, err
	}
	return reason{p.SANLine(m), w.Text(chess.English, 0)}, nil
}

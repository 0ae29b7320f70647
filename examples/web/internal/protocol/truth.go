package protocol

import (
	"context"
	"errors"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/endings"
)

// A truth is what tables of endings know of a position.
type truth struct {
	Sentence string  `json:"sentence"` // who wins with best play, and how soon
	Results  []group `json:"results"`  // the moves by what they give, the best first
}

// A group holds the moves with one result, from the point of view of the side to move.
type group struct {
	Result string     `json:"result"`
	Moves  []judgment `json:"moves"`
}

// A judgment is a move and how soon it wins or loses.
type judgment struct {
	SAN      string `json:"san"`
	Distance string `json:"distance"`
}

// tableNews is how far the tables are that a question needs.
type tableNews struct {
	Ready  int    `json:"ready"`
	Total  int    `json:"total"`
	Ending string `json:"ending"` // the one in work
	Done   int    `json:"done"`   // of that, in percent
}

// truth returns the truth about the position of a question. It makes the tables that
// are missing.
func (h *Handler) truth(q *question, report func([]byte)) (truth, error) {
	g, err := q.Game.game(q.Ply)
	if err != nil {
		return truth{}, err
	}
	if h.tables == nil {
		choice := endings.Choice{Pieces: endings.MaxMade}
		h.tables, err = choice.Open(context.Background(), func(e chess.EndingProgress) { h.making(e) })
		if err != nil {
			return truth{}, err
		}
	}
	h.making = func(e chess.EndingProgress) {
		if report != nil {
			report(encode("news", tableNews{e.Ready, e.Total, e.Ending.String(), int(100 * e.Done)}))
		}
	}
	v, known, err := h.tables.Judge(g.Position())
	if err == nil && !known {
		err = errors.New("no table has the position")
	}
	if err != nil {
		return truth{}, err
	}
	t := truth{Sentence: sentence(v.String()), Results: []group{}}
	for _, moves := range endings.ByResult(v) {
		g := group{Result: moves[0].Result.String()}
		for _, m := range moves {
			g.Moves = append(g.Moves, judgment{v.Position.SAN(m.Move), endings.Distance(m)})
		}
		t.Results = append(t.Results, g)
	}
	return t, nil
}

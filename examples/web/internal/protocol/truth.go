package protocol

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/endings"
)

// A truth is what tables of endings know of a position.
type truth struct {
	Known    bool    `json:"known"`    // whether they know it yet: they are made in the background
	Sentence string  `json:"sentence"` // who wins with best play, and how soon; or how far the tables are
	Results  []group `json:"results"`  // the moves by what they give, the best first
	Lines    []news  `json:"lines"`    // best play after the best moves
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

// maxLine is how many plies a line of best play has at most.
const maxLine = 20

// truth returns the truth about the position of a question, or how far the tables are that
// will know it: they are made from then on, before those of an earlier position.
func (h *Handler) truth(q *question) (truth, error) {
	g, err := q.Game.game(q.Ply)
	if err != nil {
		return truth{}, err
	}
	if h.tables == nil {
		choice := endings.Choice{Pieces: endings.MaxMade}
		h.tables, err = choice.Open(context.Background(), func(e chess.EndingProgress) { h.made.Store(&e) })
		if err != nil {
			return truth{}, err
		}
	}
	p := g.Position()
	if !h.tables.Makes(&p) {
		return truth{}, errors.New("no table has the position")
	}
	ready := h.tables.Prepare(&p)
	v, err := chess.RankMoves(ready, p)
	switch {
	case errors.Is(err, chess.ErrNotInTablebase):
		return truth{Sentence: h.preparing(p.Ending()), Results: []group{}, Lines: []news{}}, nil
	case err != nil:
		return truth{}, err
	}
	t := truth{Known: true, Sentence: sentence(v.String()), Results: []group{}, Lines: []news{}}
	for _, moves := range endings.ByResult(v) {
		g := group{Result: moves[0].Result.String()}
		for _, m := range moves {
			g.Moves = append(g.Moves, judgment{v.Position.SAN(m.Move), endings.Distance(m)})
		}
		t.Results = append(t.Results, g)
	}
	for i, m := range v.Moves[:min(max(q.Lines, 1), len(v.Moves))] {
		line, err := bestPlay(ready, p, m)
		if err != nil {
			return truth{}, err
		}
		t.Lines = append(t.Lines, newsOf(p, chess.Info{MultiPV: i + 1, Score: m.Score(), PV: line}))
	}
	return t, nil
}

// bestPlay returns a move and best play after it; the move alone in a draw, in which many
// lines are equal.
func bestPlay(t chess.Tablebase, p chess.Position, m chess.RankedMove) ([]chess.Move, error) {
	line := []chess.Move{m.Move}
	if m.Score() == 0 {
		return line, nil
	}
	v, err := chess.RankMoves(t, p.After(m.Move))
	if err != nil {
		return nil, err
	}
	rest, err := v.Line(context.Background(), t, maxLine-1)
	return append(line, rest...), err
}

// preparing says how far the tables are that an ending needs.
func (h *Handler) preparing(e chess.Ending) string {
	at := h.made.Load()
	switch {
	case at == nil:
		return "Preparing tables."
	case at.Ending != e.Canonical() && !slices.Contains(e.Later(), at.Ending):
		return fmt.Sprintf("Finishing another table, %v %.0f %%, before those of this ending.", at.Ending, 100*at.Done)
	}
	return fmt.Sprintf("Preparing tables: %d of %d, %v %.0f %%", at.Ready, at.Total, at.Ending, 100*at.Done)
}

package protocol

import (
	"context"
	"errors"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// A choice is a player or an evaluation that the user can choose.
type choice struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

func choices[T any](list []chess.Named[T]) (all []choice) {
	for _, n := range list {
		all = append(all, choice{n.Name, n.Description})
	}
	return all
}

// news is a line that a search reports, and the effort of the search so far.
type news struct {
	Line    int      `json:"line"` // 1 is the best
	Depth   int      `json:"depth"`
	Score   score    `json:"score"`
	Nodes   int64    `json:"nodes"`
	Seconds float64  `json:"seconds"`
	UCI     []string `json:"uci"`
	SAN     []string `json:"san"`
}

// A decision is the move of a player.
type decision struct {
	Move    string `json:"move"`
	Resigns bool   `json:"resigns"`
	Lines   []news `json:"lines"`
}

// think searches the position with a player.
func (h *Handler) think(ctx context.Context, q *question, report func([]byte)) (decision, error) {
	g, err := q.Game.game(q.Ply)
	if err != nil {
		return decision{}, err
	}
	s, err := h.player(q.Player)
	if err != nil {
		return decision{}, err
	}
	p := g.Position()
	limits := chess.Limits{
		Depth: q.Depth, Time: time.Duration(q.Time) * time.Millisecond, MultiPV: q.Lines,
		Info: func(i chess.Info) {
			if report != nil && i.Bound == chess.Exact && len(i.PV) > 0 {
				report(encode("news", newsOf(p, i)))
			}
		},
	}
	r, err := s.Search(ctx, g, limits)
	if err != nil {
		return decision{}, err
	}
	answer := decision{Move: p.UCI(r.Move), Resigns: r.Resign}
	for i, line := range r.Lines {
		answer.Lines = append(answer.Lines, newsOf(p, chess.Info{
			MultiPV: i + 1, Depth: r.Depth, Score: line.Score, Nodes: r.Nodes, Time: r.Time, PV: line.PV,
		}))
	}
	return answer, nil
}

// A span is the range of the ratings at which the strongest player can play.
type span struct {
	Min int `json:"min"`
	Max int `json:"max"`
}

func ratings() span {
	low, high := player.Ratings()
	return span{low, high}
}

// maxPlayers is how many players are kept: each may have a transposition table.
const maxPlayers = 16

// player returns the player with a description. It is always the same one, so that it
// keeps its transposition table.
func (h *Handler) player(spec string) (chess.Searcher, error) {
	if s, ok := h.players[spec]; ok {
		return s, nil
	}
	d, err := player.Describe(spec)
	switch {
	case err != nil:
		return nil, err
	case d.IsEngine():
		return nil, errors.New("the page cannot start another engine")
	case d.Limited():
		return nil, errors.New("the limits are chosen beside the player")
	}
	create, err := d.Maker()
	if err != nil {
		return nil, err
	}
	s, err := create(context.Background())
	if err != nil {
		return nil, err
	}
	if h.players == nil || len(h.players) >= maxPlayers {
		h.players = map[string]chess.Searcher{}
	}
	h.players[spec] = s
	return s, nil
}

func newsOf(p chess.Position, i chess.Info) news {
	n := news{
		Line: i.MultiPV, Depth: i.Depth, Score: scoreOf(i.Score, p.Turn()),
		Nodes: i.Nodes, Seconds: i.Time.Seconds(),
	}
	for _, m := range i.PV {
		n.UCI = append(n.UCI, p.UCI(m))
		n.SAN = append(n.SAN, p.SAN(m))
		p = p.After(m)
	}
	return n
}

package protocol

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

func (*playersQuestion) answer(*call) (any, error)     { return choices(chess.Players()), nil }
func (*evaluationsQuestion) answer(*call) (any, error) { return choices(chess.Evaluators()), nil }

// answer returns the range of the ratings at which the strongest player can play.
func (*ratingsQuestion) answer(*call) (any, error) {
	low, high := player.Ratings()
	return map[string]int{"min": low, "max": high}, nil
}

// answer returns an error if there is no such player.
func (q *playerQuestion) answer(c *call) (any, error) {
	_, err := c.player(q.Text)
	return nil, err
}

// answer returns an error if there is no such evaluation.
func (q *evaluationQuestion) answer(*call) (any, error) {
	_, err := player.Evaluation(q.Text)
	return nil, err
}

// choices returns the players or evaluations that the user can choose.
func choices[T any](list []chess.Named[T]) (all []map[string]string) {
	for _, n := range list {
		all = append(all, map[string]string{"name": n.Name, "description": n.Description})
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

type thinkQuestion struct {
	place
	Player string `json:"player"` // its name, and settings as in player.Usage
	Depth  int    `json:"depth"`  // in plies; 0 means no limit
	Time   int    `json:"time"`   // in milliseconds; 0 means no limit
	Lines  int    `json:"lines"`  // the number of lines to search
}

// answer searches a position with a player.
func (q *thinkQuestion) answer(c *call) (any, error) {
	s, err := c.player(q.Player)
	if err != nil {
		return nil, err
	}
	p := q.game().Position()
	r, err := s.Search(c.ctx, q.game(), chess.Limits{
		Depth: q.Depth, Time: time.Duration(q.Time) * time.Millisecond, MultiPV: q.Lines,
		Info: func(i chess.Info) {
			if i.Bound == chess.Exact && len(i.PV) > 0 {
				c.report(newsOf(p, i))
			}
		},
	})
	if err != nil {
		return nil, err
	}
	answer := decision{Move: p.UCI(r.Move), Resigns: r.Resign}
	for i, line := range r.Lines {
		answer.Lines = append(answer.Lines, newsOf(p, chess.Info{
			MultiPV: i + 1, Depth: r.Depth, Score: line.Score, Nodes: r.Nodes, Time: r.Time, PV: line.PV,
		}))
	}
	return answer, nil
}

// answer measures how fast the library is.
func (*benchQuestion) answer(c *call) (any, error) {
	nodes, took, err := chess.Bench(c.ctx, chess.NewAlphaBeta(chess.NewDefaultEvaluator()), 8)
	return map[string]float64{"nodes": float64(nodes), "seconds": took.Seconds()}, err
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
	var s chess.Searcher
	create, err := d.Maker()
	if err == nil {
		s, err = create(context.Background())
	}
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
	n := news{Line: i.MultiPV, Depth: i.Depth, Score: scoreOf(i.Score, p.Turn()), Nodes: i.Nodes, Seconds: i.Time.Seconds()}
	for _, m := range i.PV {
		n.UCI = append(n.UCI, p.UCI(m))
		n.SAN = append(n.SAN, p.SAN(m))
		p = p.After(m)
	}
	return n
}

// The searches for what the page says in words: that of the best move, with which the reasons
// of a move are compared, that for a threat, and that for the reasons of a threat. A browser is
// several times slower than a program of its own.
const (
	whyNodes    = 200_000
	whyTime     = 2 * time.Second
	threatTime  = 500 * time.Millisecond
	threatNodes = 50_000
)

// answer explains the last move of a game.
func (q *whyQuestion) answer(c *call) (any, error) {
	g := q.game()
	plies := g.Len()
	if plies == 0 {
		return nil, errors.New("there is no move to explain")
	}
	m := g.Moves()[plies-1]
	for g.Len() == plies { // how the game was ended is undone first
		g.Undo()
	}
	if g.Outcome().Over() { // a recorded game may go on after a draw by the rules
		return nil, errors.New("the game was over before this move")
	}
	s := chess.NewAlphaBeta(chess.NewDefaultEvaluator())
	best, err := s.Search(c.ctx, g, chess.Limits{Nodes: whyNodes, Time: whyTime, WholeLines: true})
	if err != nil {
		return nil, err
	}
	w, err := s.Why(c.ctx, g, best, m)
	return w.Text(c.language, 0), err
}

// A threat is what the side that is not to move would play if it were.
type threat struct {
	Move string `json:"move"` // in UCI notation, "" if there is none
	Text string `json:"text"` // what the move does, or why there is none; "" until that is known
}

// answer searches a position after a pass. It reports the move before it knows what that does.
func (q *threatQuestion) answer(c *call) (any, error) {
	g := q.game()
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
	r, err := s.Search(c.ctx, passed, chess.Limits{Time: threatTime, WholeLines: true})
	if err != nil {
		return nil, err
	}
	p = passed.Position()
	t := threat{Move: p.UCI(r.Move)}
	c.report(t)
	r.Nodes = min(r.Nodes, threatNodes)
	w, err := s.Why(c.ctx, passed, r, r.Move)
	t.Text = w.Text(c.language, 0)
	return t, err
}

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

type truthQuestion struct {
	place
	Lines int `json:"lines"` // how many to return
}

// answer returns the truth about a position, or how far the tables are that will know it: they
// are made from then on, before those of an earlier position.
func (q *truthQuestion) answer(c *call) (any, error) {
	if c.tables == nil {
		c.tables = &chess.EndingTables{Progress: func(e chess.EndingProgress) { c.made.Store(&e) }}
	}
	p := q.game().Position()
	if p.Ending().Pieces() > endings.MaxMade || !endings.Possible(&p) {
		return nil, errors.New("no table has the position")
	}
	ready := c.tables.Prepare(&p)
	v, err := chess.RankMoves(ready, p)
	switch {
	case errors.Is(err, chess.ErrNotInTablebase):
		return truth{Sentence: c.preparing(p.Ending()), Results: []group{}, Lines: []news{}}, nil
	case err != nil:
		return nil, err
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
		from, plies := v, 20 // at most
		from.Moves = v.Moves[i:]
		if m.Score() == 0 { // many lines to a draw are equal
			plies = 1
		}
		line, err := from.Line(c.ctx, ready, plies)
		if err != nil {
			return nil, err
		}
		t.Lines = append(t.Lines, newsOf(p, chess.Info{MultiPV: i + 1, Score: m.Score(), PV: line}))
	}
	return t, nil
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

package main

import (
	"cmp"
	"context"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
)

// An Answer is what was played in a position, in the form of the opening explorer of
// lichess.org (https://lichess.org/api#tag/Opening-Explorer). Games with an unknown result
// are in no number, but among the moves and the games.
type Answer struct {
	White       uint64       `json:"white"` // games that White has won
	Draws       uint64       `json:"draws"`
	Black       uint64       `json:"black"`
	Moves       []MoveAnswer `json:"moves"`       // the most frequent first
	TopGames    []GameAnswer `json:"topGames"`    // the best rated first
	RecentGames []GameAnswer `json:"recentGames"` // the latest first
	Opening     *Opening     `json:"opening"`

	games uint64
}

// A MoveAnswer is a move of an Answer.
type MoveAnswer struct {
	UCI           string      `json:"uci"`
	SAN           string      `json:"san"`
	AverageRating uint64      `json:"averageRating"` // of both players; 0 if none is known
	White         uint64      `json:"white"`
	Draws         uint64      `json:"draws"`
	Black         uint64      `json:"black"`
	Game          *GameAnswer `json:"game"` // if there is only one

	tally played.Tally
}

// A GameAnswer is a game of an Answer.
type GameAnswer struct {
	UCI    string        `json:"uci,omitempty"` // the move that it played in the position
	ID     string        `json:"id"`
	Winner *string       `json:"winner"` // white or black
	White  *PlayerAnswer `json:"white"`
	Black  *PlayerAnswer `json:"black"`
	Year   int           `json:"year"`            // 0 if it is not known
	Month  *string       `json:"month"`           // 1972-07
	Ply    *int          `json:"ply,omitempty"`   // after which it first has a pattern
	Result string        `json:"result"`          // as in the PGN
	Event  string        `json:"event,omitempty"` // the tag
}

// A PlayerAnswer is a player of a game.
type PlayerAnswer struct {
	Name   string `json:"name"`
	Rating int    `json:"rating"` // 0 if it is not known
}

// An Opening is the name of an opening.
type Opening struct {
	ECO  string `json:"eco"`
	Name string `json:"name"`
}

// Answer returns what was played in a position: so many of the most frequent moves, of the
// best rated games and of the latest.
func (v *View) Answer(ctx context.Context, p chess.Position, moves, top, recent int) (*Answer, error) {
	c, err := v.Count(ctx, p.Key(), top, recent)
	if err != nil {
		return nil, err
	}
	a := &Answer{White: c.Total.Results[played.WhiteWins], Draws: c.Total.Results[played.Draw], Black: c.Total.Results[played.BlackWins], Moves: []MoveAnswer{}, games: c.Total.Games()}
	for i := range c.Moves {
		t := &c.Moves[i]
		if t.Move == played.NoMove || len(a.Moves) >= moves {
			continue
		}
		m, err := t.Move.Move()
		if err != nil {
			return nil, err
		}
		answer := MoveAnswer{
			UCI: p.UCI(m), SAN: p.SAN(m), AverageRating: t.AverageRating(),
			White: t.Results[played.WhiteWins], Draws: t.Results[played.Draw], Black: t.Results[played.BlackWins], tally: t.Tally,
		}
		if t.Games() == 1 {
			if answer.Game, err = v.game(t.Game); err != nil {
				return nil, err
			}
		}
		a.Moves = append(a.Moves, answer)
	}
	if a.TopGames, err = v.games(p, c.Top); err == nil {
		a.RecentGames, err = v.games(p, c.Recent)
	}
	return a, err
}

// games returns the games of some visits to a position.
func (v *View) games(p chess.Position, visits []played.Visit) ([]GameAnswer, error) {
	games := []GameAnswer{}
	for _, x := range visits {
		g, err := v.game(x.Game)
		if err != nil {
			return nil, err
		}
		if x.Move != played.NoMove {
			m, err := x.Move.Move()
			if err != nil {
				return nil, err
			}
			g.UCI = p.UCI(m)
		}
		games = append(games, *g)
	}
	return games, nil
}

// game returns what an answer says of a game.
func (v *View) game(n played.GameNumber) (*GameAnswer, error) {
	id, t, err := v.Tags(n)
	if err != nil {
		return nil, err
	}
	g := &GameAnswer{
		ID:     id.String(),
		White:  &PlayerAnswer{t.Tag("White"), int(played.Rating(t.Tag("WhiteElo")))},
		Black:  &PlayerAnswer{t.Tag("Black"), int(played.Rating(t.Tag("BlackElo")))},
		Result: cmp.Or(t.Tag("Result"), "*"),
		Event:  t.Tag("Event"),
	}
	winners := [...]string{played.WhiteWins: "white", played.BlackWins: "black"}
	if r := played.ResultOf(g.Result); r == played.WhiteWins || r == played.BlackWins {
		g.Winner = &winners[r]
	}
	date := played.DateOf(t)
	g.Year = date.Year()
	if date%played.MonthsOfYear != 0 {
		text := date.String()
		g.Month = &text
	}
	return g, nil
}

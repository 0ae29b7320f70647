package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
)

// An Answer is what was played in a position, in the form of the opening explorer of
// lichess.org (https://lichess.org/api#tag/Opening-Explorer). Games with an unknown result
// are in no number, but among the moves and the games.
type Answer struct {
	Results
	Moves       []MoveAnswer `json:"moves"`       // the most frequent first
	TopGames    []GameAnswer `json:"topGames"`    // the best rated first
	RecentGames []GameAnswer `json:"recentGames"` // the latest first
	Opening     *Opening     `json:"opening"`

	games uint64
}

// Results are how many games have ended so.
type Results struct {
	White uint64 `json:"white"` // games that White has won
	Draws uint64 `json:"draws"`
	Black uint64 `json:"black"`
}

// A MoveAnswer is a move of an Answer.
type MoveAnswer struct {
	UCI           string `json:"uci"`
	SAN           string `json:"san"`
	AverageRating uint64 `json:"averageRating"` // of both players; 0 if none is known
	Results
	Game *GameAnswer `json:"game"` // if there is only one

	tally *played.Tally
}

// A GameAnswer is a game of an Answer.
type GameAnswer struct {
	UCI    string        `json:"uci,omitempty"` // the move that it played in the position
	ID     string        `json:"id"`
	Winner *string       `json:"winner"`          // white or black
	Speed  string        `json:"speed,omitempty"` // as in played.Speeds
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

// A Page is a part of a list of games.
type Page struct {
	Games []GameAnswer `json:"games"`
	Total *int         `json:"total,omitempty"` // how many there are, if that is known
}

// A question is answered with an *Answer, a *Page or a *chess.GameTree.
type question func(context.Context, *View) (any, error)

// ask answers a question about the games that a filter chooses.
func (s *Store) ask(ctx context.Context, f Filter, q question) (any, error) {
	v, err := s.View(ctx, f)
	if err != nil {
		return nil, err
	}
	answer, err := q(ctx, v)
	return answer, errors.Join(err, v.Close())
}

// Answer returns what was played in the last position of a line: this many of the most
// frequent moves, of the best rated games and of the latest. The opening is that of the last
// position that has one of the names.
func (v *View) Answer(ctx context.Context, line []chess.Position, names *chess.OpeningNames, moves, top, recent int) (*Answer, error) {
	p := line[len(line)-1]
	c, err := v.Count(ctx, p.Key(), top, recent)
	if err != nil {
		return nil, err
	}
	results := func(t *played.Tally) Results {
		return Results{t.Results[played.WhiteWins], t.Results[played.Draw], t.Results[played.BlackWins]}
	}
	a := &Answer{Results: results(&c.Total), Moves: []MoveAnswer{}, games: c.Total.Games()}
	for i := range c.Moves {
		t := &c.Moves[i]
		if t.Move == played.NoMove || len(a.Moves) >= moves {
			continue
		}
		m, err := t.Move.Move()
		if err != nil {
			return nil, err
		}
		answer := MoveAnswer{UCI: p.UCI(m), SAN: p.SAN(m), AverageRating: t.AverageRating(), Results: results(&t.Tally), tally: &t.Tally}
		if t.Games() == 1 {
			if answer.Game, err = v.game(t.Game); err != nil {
				return nil, err
			}
		}
		a.Moves = append(a.Moves, answer)
	}
	for _, p := range slices.Backward(line) {
		if o := names.Find(p); o.Name != "" {
			a.Opening = &Opening{o.ECO, o.Name}
			break
		}
	}
	if a.TopGames, err = v.games(p, c.Top); err == nil {
		a.RecentGames, err = v.games(p, c.Recent)
	}
	return a, err
}

// gamesPage returns a part of the games that reach a position.
func (v *View) gamesPage(ctx context.Context, p chess.Position, offset, limit int) (*Page, error) {
	visits, err := v.Games(ctx, p.Key(), offset, limit)
	if err != nil {
		return nil, err
	}
	games, err := v.games(p, visits)
	return &Page{Games: games}, err
}

// findPage returns a part of the games that have a pattern.
func (v *View) findPage(ctx context.Context, pattern *Pattern, offset, limit int) (*Page, error) {
	offset, limit = max(offset, 0), max(limit, 0)
	hits, total, err := v.Find(ctx, pattern, offset+limit)
	if err != nil {
		return nil, err
	}
	page := &Page{Games: []GameAnswer{}, Total: &total}
	for _, h := range hits[min(offset, len(hits)):] {
		g, err := v.game(h.Visit.Game)
		if err != nil {
			return nil, err
		}
		g.Ply = &h.Ply
		page.Games = append(page.Games, *g)
	}
	return page, nil
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
		Speed:  played.SpeedOf(t.Tag("TimeControl")).String(),
		White:  &PlayerAnswer{t.Tag("White"), int(played.Rating(t.Tag("WhiteElo")))},
		Black:  &PlayerAnswer{t.Tag("Black"), int(played.Rating(t.Tag("BlackElo")))},
		Result: cmp.Or(t.Tag("Result"), "*"),
		Event:  t.Tag("Event"),
	}
	switch played.ResultOf(g.Result) {
	case played.WhiteWins:
		g.Winner = new("white")
	case played.BlackWins:
		g.Winner = new("black")
	}
	date := played.MonthOf(played.DateTag(t))
	g.Year = date.Year()
	if date%played.MonthsOfYear != 0 {
		g.Month = new(date.String())
	}
	return g, nil
}

// print prints an answer as tables.
func (a *Answer) print(w io.Writer) {
	if a.Opening != nil {
		fmt.Fprintf(w, "%s %s\n", a.Opening.ECO, a.Opening.Name)
	}
	fmt.Fprintf(w, "%d games: White won %d, drawn %d, Black won %d\n", a.games, a.White, a.Draws, a.Black)
	if len(a.Moves) > 0 {
		fmt.Fprint(w, "\nmove\tgames\twhite\tdraws\tblack\trating\tyears\n")
	}
	for _, m := range a.Moves {
		years := ""
		if m.tally.Last > 0 {
			years = fmt.Sprintf("%d-%d", m.tally.First.Year(), m.tally.Last.Year())
		}
		games := m.tally.Games()
		percent := func(n uint64) float64 { return 100 * float64(n) / float64(games) }
		fmt.Fprintf(w, "%s\t%d\t%.0f %%\t%.0f %%\t%.0f %%\t%d\t%s\n", m.SAN, games,
			percent(m.White), percent(m.Draws), percent(m.Black), m.AverageRating, years)
	}
	for _, list := range []struct {
		title string
		games []GameAnswer
	}{{"best rated games", a.TopGames}, {"latest games", a.RecentGames}} {
		if len(list.games) > 0 {
			fmt.Fprintf(w, "\n%s\n", list.title)
			(&Page{Games: list.games}).print(w)
		}
	}
}

// print prints games, one a line.
func (p *Page) print(w io.Writer) {
	if p.Total != nil {
		fmt.Fprintf(w, "%d games\n", *p.Total)
	}
	for _, g := range p.Games {
		date := fmt.Sprint(g.Year)
		if g.Month != nil {
			date = *g.Month
		}
		ply := ""
		if g.Ply != nil {
			ply = fmt.Sprintf("\tply %d", *g.Ply)
		}
		fmt.Fprintf(w, "%s\t%s\t%s (%d) – %s (%d)\t%s\t%s%s\n", date, g.Result,
			g.White.Name, g.White.Rating, g.Black.Name, g.Black.Rating, g.UCI, g.ID, ply)
	}
}

// addNames adds the flag for readOpenings.
func addNames(flags *flag.FlagSet) *string {
	const help = "take the names of openings from this `file`, with code, name and moves separated by tabs, and not from the package"
	return flags.String("names", "", help)
}

// readOpenings reads a file of names in the form of chess.ReadOpeningNames. Without a path
// the names are those of the package.
func readOpenings(path string) (*chess.OpeningNames, error) {
	if path == "" {
		return chess.Openings(), nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t, err := chess.ReadOpeningNames(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

package experiments

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
)

// games are pairs of games between players. The two games of a pair have the same opening, and
// each player has White in one of them.
type games struct {
	players  []chess.Player
	meetings [][2]int // the players of each pair of players that meet
	openings []*chess.Game
}

// A result is that of a pair of games.
type result struct {
	Players [2]int        `json:"players"`
	Pair    int           `json:"pair"`  // its number between these players
	Games   [2]playedGame `json:"games"` // in the second the second player has White
}

// A playedGame is what is kept of a game.
type playedGame struct {
	Winner string     `json:"winner"` // "White", "Black", or "" for a draw
	Castle [2]castled `json:"castle"` // by colour
}

// play sets the conditions of a run, plays the games, and returns their results, and those of the
// players against each other.
func (g *games) play(ctx context.Context, r *run, specs []string) (results []result, cross *chess.CrossTable, err error) {
	if g.players, err = contest.ParsePlayers(specs, chess.Player{}); err != nil {
		return nil, nil, err
	}
	if g.openings, err = contest.ReadOpenings(r.openings, 16, 1); err != nil {
		return nil, nil, err
	}
	var searchers []chess.Searcher
	for _, p := range g.players {
		s, err := p.New(ctx)
		if err != nil {
			return nil, nil, err
		}
		searchers = append(searchers, s)
	}
	nodes, err := bench(ctx, searchers)
	if err != nil {
		return nil, nil, err
	}
	r.conditions = []string{
		fmt.Sprintf("two games with each opening of %s (%s)", r.openings, contest.Digest(g.openings)),
		"seed 1", fmt.Sprintf("a draw after %d plies", maxPlies), nodes, "players: " + strings.Join(specs, "; "),
	}
	var pieces []piece[result]
	for pair := range (r.n + 1) / 2 {
		for m, players := range g.meetings {
			name := fmt.Sprintf("%s, %s, pair %d", g.players[players[0]].Name, g.players[players[1]].Name, pair+1)
			pieces = append(pieces, piece[result]{name, func(ctx context.Context) (result, error) { return g.pair(ctx, m, pair) }})
		}
	}
	if results, err = work(ctx, r, "pairs of games", pieces); err != nil {
		return nil, nil, err
	}
	// After the work: a run with more games continues.
	r.conditions = slices.Insert(r.conditions, 0, fmt.Sprintf("%d games of each pair of players", (r.n+1)/2*2))
	return results, crossTable(len(g.players), results), nil
}

const maxPlies = 300

// pair plays a pair of games.
func (g *games) pair(ctx context.Context, meeting, pair int) (result, error) {
	r := result{Players: g.meetings[meeting], Pair: pair}
	m := chess.Match{
		Pairs:    1,
		Openings: []*chess.Game{g.openings[pair%len(g.openings)]},
		Seed:     rand.New(rand.NewPCG(1, uint64(pair*len(g.meetings)+meeting))).Uint64(),
		Arbiter:  chess.Arbiter{MaxPlies: maxPlies},
		Patience: time.Hour, // a busy machine must not change a result
	}
	for _, i := range r.Players {
		m.Players = append(m.Players, g.players[i])
	}
	for game, err := range m.Games(ctx) {
		if err = cmp.Or(err, ctx.Err()); err == nil {
			err = game.Err
		}
		if err != nil {
			return r, fmt.Errorf("%s against %s, pair %d: %w", m.Players[0].Name, m.Players[1].Name, pair+1, err)
		}
		played := playedGame{Castle: castlings(game.Tree.Start(), game.Tree.Mainline(), m.Openings[0].Len())}
		if game.Outcome.Decided {
			played.Winner = game.Outcome.Winner.String()
		}
		second := 0
		if game.Second {
			second = 1
		}
		r.Games[second] = played
	}
	return r, ctx.Err()
}

// crossTable counts the results of n players.
func crossTable(n int, results []result) *chess.CrossTable {
	table := chess.NewCrossTable(n)
	for _, r := range results {
		for i, g := range r.Games {
			game := &chess.MatchGame{Round: r.Pair + 1, Second: i == 1, Players: [2]int{r.Players[i], r.Players[1-i]}, Outcome: chess.DrawBy(chess.Unspecified)}
			for c := range chess.Color(2) {
				if g.Winner == c.String() {
					game.Outcome = chess.WinBy(c, chess.Unspecified)
				}
			}
			table.Add(game)
		}
	}
	return table
}

// playVersions is the experiment versions.
func playVersions(ctx context.Context, r *run) (*chapter, error) {
	var g games
	var specs []string
	for _, p := range []string{"boardvalue", "negascout", "negaalphabeta", "minimax", "capturesfirst", "checkbonus", "random", "pawnpusher"} {
		for i := range specs {
			g.meetings = append(g.meetings, [2]int{i, len(specs)})
		}
		specs = append(specs, r.limited(p))
	}
	_, cross, err := g.play(ctx, r, specs)
	if err != nil {
		return nil, err
	}
	ratings := cross.Ratings()
	t := table{
		caption: `Elo above the mean of the players, estimated from all games together, with 95 % intervals; games, points, and the points
			against the player of each column.`,
		head: []string{"player", "Elo", "games", "points"},
	}
	var dots []dot
	order := contest.Order(cross)
	for _, i := range order {
		name, total := g.players[i].Name, cross.Total(i)
		t.head = append(t.head, name)
		dots = append(dots, dot{name, ratings[i].Elo, ratings[i].Low, ratings[i].High})
		figures := []any{ratings[i], total.Games(), total.Points()}
		for _, j := range order {
			if i == j {
				figures = append(figures, "×")
			} else {
				figures = append(figures, cross.Against(i, j).Points())
			}
		}
		t.add(name, figures...)
	}
	return &chapter{
		title: "Versions",
		question: `Which of the systems plays best? None of the reports says: the graph-grammar engine never finished a game, and the three-check
			bot (C++) has three stages, of which it tells only that they exist. Here each plays all others, as deep as its authors
			had it search, with ordinary chess for the three-check bot, too.`,
		results: section{tables: []table{t}, pictures: []picture{{"ratings", "The rating of each player with its 95 % interval",
			drawDots("Ratings of the systems", "Elo above the mean of the players, with 95 % intervals", 0, dots)}}},
	}, nil
}

// weighCastling is the experiment castling.
func weighCastling(ctx context.Context, r *run) (*chapter, error) {
	g := games{meetings: [][2]int{{1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}}}
	var specs []string
	for _, w := range []string{"0", "10", "30", "60", "100/0", "100"} { // in percent, for the whole game or for middlegame/endgame
		specs = append(specs, fmt.Sprintf("%s,castle score=%s,name=%s %%", r.limited("boardvalue,Hash=1"), w, w))
	}
	results, cross, err := g.play(ctx, r, specs)
	if err != nil {
		return nil, err
	}
	sides, castled, moved := make([]int, len(specs)), make([]int, len(specs)), make([]int, len(specs)) // by player
	for _, r := range results {
		for second, game := range r.Games {
			for c, at := range game.Castle {
				player := r.Players[c^second]
				sides[player]++
				if at.Castled {
					castled[player]++
				}
				if at.Moved {
					moved[player]++
				}
			}
		}
	}
	t := table{
		caption: `Sides by the weight of the feature, in percent, for the whole game or for middlegame/endgame: how many castled; how many of those moved
			king or rook away by one of their next ten moves; and the results against the player without the feature.`,
		head: []string{"weight", "sides", "castled", "moved away", "Elo", "+", "=", "-"},
	}
	var dots []dot
	for i, p := range g.players {
		against := cross.Against(i, 0)
		figures := []any{sides[i], share(castled[i], sides[i]), share(moved[i], castled[i]), "", "", "", ""}
		if e := against.Estimate(); i > 0 {
			figures = append(figures[:3], e, against.Wins, against.Draws, against.Losses)
			if !math.IsInf(e.Low, 0) && !math.IsInf(e.High, 0) {
				dots = append(dots, dot{p.Name, e.Elo, e.Low, e.High})
			}
		}
		t.add(p.Name, figures...)
	}
	return &chapter{
		title: "The castle score",
		question: `The author of the board value system (Python, 2022) wanted castling to be pursued, "and once it is executed one continues as
			usual": the feature must not keep king and rook where castling has put them. So: of the sides that castle, how many move
			king or rook away by one of their next ten moves, with the feature and without? And what is the feature worth?`,
		results: section{
			tables: []table{t},
			pictures: []picture{{"elo", "Elo of the player by the weight of the castle score, against the player without it",
				drawDots("What the castle score is worth, by its weight", "Elo against the player without it, with 95 % intervals", 0, dots)}},
		},
	}, nil
}

// A castled is what became of a side's castling.
type castled struct {
	Castled bool `json:"castled,omitzero"` // in the game, after the opening
	Moved   bool `json:"moved,omitzero"`   // king or rook left their squares by a move within ten moves of the side
}

// castlings returns what became of the castlings of both sides in a game.
func castlings(p chess.Position, moves []chess.Move, opening int) (all [2]castled) {
	const within = 10 // moves of the side after its castling
	king, rook := [2]chess.Square{chess.NoSquare, chess.NoSquare}, [2]chess.Square{chess.NoSquare, chess.NoSquare}
	var since [2]int // moves of the side after its castling
	for i, m := range moves {
		c := p.Turn()
		switch at := &all[c]; {
		case at.Castled && since[c] < within:
			since[c]++
			at.Moved = at.Moved || m.From() == king[c] || m.From() == rook[c]
		case p.IsCastling(m) && i >= opening:
			at.Castled = true
			next := p.After(m)
			king[c] = next.King(c)
			rook[c] = king[c] + 1 // on the d-file
			if king[c].File() == chess.G1.File() {
				rook[c] = king[c] - 1
			}
		}
		if other := c.Other(); m.To() == rook[other] {
			rook[other] = chess.NoSquare // captured
		}
		p = p.After(m)
	}
	return all
}

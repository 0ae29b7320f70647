package experiments

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/prose"
	"github.com/seed-0971039b/chess/examples/internal/timing"
)

// A games is a number of pairs of games between players. The two games of a pair
// have the same opening, and each player has White in one of them.
type games struct {
	specs []string // of the players
	path  string   // of the openings
	count int      // of the games of each meeting

	players  []chess.Player
	meetings [][2]int // the players of each pair of players that meet
	openings []*chess.Game
}

// The seed of the openings and of all that is random, and how long a game may be.
const (
	gamesSeed = 1
	maxPlies  = 300
)

// addFlags defines the flags of games.
func (g *games) addFlags(flags *flag.FlagSet, count int) {
	flags.StringVar(&g.path, "openings", "../../testdata/openings.epd", "start from the positions (EPD or FEN) or games (PGN) of this `file`")
	flags.IntVar(&g.count, "games", count, "play this `number` of games between two players, two with each opening")
}

// read checks the values of the flags, makes the players and reads the openings.
func (g *games) read() (err error) {
	if g.count < 2 {
		return errors.New("-games must be at least 2")
	}
	if g.players, err = contest.ParsePlayers(g.specs, chess.Player{}); err == nil {
		g.openings, err = contest.ReadOpenings(g.path, 16, gamesSeed)
	}
	return err
}

// pairs returns the number of pairs of games of each meeting.
func (g *games) pairs() int { return (g.count + 1) / 2 }

// describe returns the conditions of the games but their number: a run with more of them
// continues. The number of nodes changes when the players change.
func (g *games) describe(ctx context.Context) ([]string, error) {
	var bench int64
	for _, p := range g.players {
		s, err := p.New(ctx)
		if err != nil {
			return nil, err
		}
		nodes, _, err := chess.Bench(ctx, s, 2)
		player.Close(s)
		if err != nil {
			return nil, err
		}
		bench += nodes
	}
	return []string{
		fmt.Sprintf("two games with each opening of %s (%s)", g.path, contest.Digest(g.openings)),
		fmt.Sprintf("seed %d", gamesSeed),
		fmt.Sprintf("a draw after %d plies", maxPlies),
		fmt.Sprintf("chess.Bench of the players to depth 2: %s nodes", prose.Thousands(bench)),
		"players: " + strings.Join(g.specs, "; "),
	}, nil
}

// A played is the result of a pair of games.
type played struct {
	Games [2]playedGame `json:"games"` // in the second the second player has White
}

// A playedGame is what is kept of a game.
type playedGame struct {
	Winner string           `json:"winner"` // "White", "Black", or "" for a draw
	Plies  int              `json:"plies"`  // without the opening
	Median [2]time.Duration `json:"median"` // of the time of a move, by colour
	Castle [2]castled       `json:"castle"` // by colour
}

// A castled is what became of a side's castling.
type castled struct {
	Castled bool `json:"castled,omitzero"` // in the game, after the opening
	Moved   bool `json:"moved,omitzero"`   // king or rook left their squares by a move within ten moves of the side
	Short   bool `json:"short,omitzero"`   // the game ended before these ten moves, and they had not left
}

// play sets the conditions of a run, plays the games, and returns their results.
func (g *games) play(ctx context.Context, r *run) (results []result, err error) {
	if r.conditions, err = g.describe(ctx); err != nil {
		return nil, err
	}
	var pieces []piece[played]
	for pair := range g.pairs() {
		for m, players := range g.meetings {
			results = append(results, result{players: players, pair: pair})
			name := fmt.Sprintf("%s, %s, pair %d", g.players[players[0]].Name, g.players[players[1]].Name, pair+1)
			pieces = append(pieces, piece[played]{name, func(ctx context.Context) (played, error) { return g.pair(ctx, m, pair) }})
		}
	}
	done, err := work(ctx, r, "pairs of games", pieces)
	if err != nil {
		return nil, err
	}
	for i := range results {
		results[i].played = done[i]
	}
	r.conditions = slices.Insert(r.conditions, 0, fmt.Sprintf("%d games of each pair of players", 2*g.pairs()))
	return results, nil
}

// A result is that of a pair of games: of its players, and its number between these two.
type result struct {
	players [2]int
	pair    int
	played
}

// tally counts all results.
func (g *games) tally(results []result) *chess.CrossTable {
	table := chess.NewCrossTable(len(g.players))
	for i := range results {
		results[i].add(table)
	}
	return table
}

// pair plays a pair of games.
func (g *games) pair(ctx context.Context, meeting, pair int) (played, error) {
	var p played
	m := chess.Match{
		Pairs:    1,
		Openings: []*chess.Game{g.openings[pair%len(g.openings)]},
		Seed:     rand.New(rand.NewPCG(gamesSeed, uint64(pair*len(g.meetings)+meeting))).Uint64(),
		Arbiter:  chess.Arbiter{MaxPlies: maxPlies},
		Patience: time.Hour, // a busy machine must not change a result
	}
	for _, i := range g.meetings[meeting] {
		m.Players = append(m.Players, g.players[i])
	}
	for game, err := range m.Games(ctx) {
		if err == nil {
			err = game.Err
		}
		if err != nil {
			return p, fmt.Errorf("%s against %s, pair %d: %w", m.Players[0].Name, m.Players[1].Name, pair+1, err)
		}
		second := 0
		if game.Second {
			second = 1
		}
		p.Games[second] = summary(game, m.Openings[0].Len())
	}
	return p, ctx.Err()
}

// summary returns what is kept of a game, of which the opening has this many plies.
func summary(game *chess.MatchGame, opening int) playedGame {
	s := playedGame{Plies: len(game.Tree.Mainline()) - opening}
	if game.Outcome.Decided {
		s.Winner = game.Outcome.Winner.String()
	}
	for c, times := range contest.Times(game.Tree) {
		s.Median[c] = timing.Median(times)
	}
	s.Castle = castlings(game.Tree.Start(), game.Tree.Mainline(), opening)
	return s
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
	for c := range all {
		all[c].Short = all[c].Castled && !all[c].Moved && since[c] < within
	}
	return all
}

// add counts the games in a table of the players.
func (r *result) add(table *chess.CrossTable) {
	for i, g := range r.Games {
		game := &chess.MatchGame{Round: r.pair + 1, Second: i == 1, Players: [2]int{r.players[i], r.players[1-i]}}
		switch g.Winner {
		case chess.White.String():
			game.Outcome = chess.WinBy(chess.White, chess.Unspecified)
		case chess.Black.String():
			game.Outcome = chess.WinBy(chess.Black, chess.Unspecified)
		default:
			game.Outcome = chess.DrawBy(chess.Unspecified)
		}
		table.Add(game)
	}
}

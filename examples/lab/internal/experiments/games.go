package experiments

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
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
	specs    []string // of the players
	path     string   // of the openings
	count    int      // of the games of each meeting
	seed     uint64
	maxPlies int

	players  []chess.Player
	meetings [][2]int // the players of each pair of players that meet
	openings []*chess.Game
}

// flags defines the flags of games.
func (g *games) flags(flags *flag.FlagSet, count int) {
	flags.StringVar(&g.path, "openings", "../../testdata/openings.epd", "start from the positions (EPD or FEN) or games (PGN) of this `file`")
	flags.IntVar(&g.count, "games", count, "play this `number` of games between two players, two with each opening")
	flags.Uint64Var(&g.seed, "seed", 1, "shuffle the openings, and draw what else is random, by this `seed`")
	flags.IntVar(&g.maxPlies, "maxplies", 300, "adjudicate a draw after this many `plies`")
}

// read checks the values of the flags, makes the players and reads the openings.
func (g *games) read() (err error) {
	if g.count < 2 || g.maxPlies < 1 {
		return errors.New("-games must be at least 2, and -maxplies positive")
	}
	if g.players, err = contest.ParsePlayers(g.specs, chess.Player{}); err == nil {
		g.openings, err = contest.ReadOpenings(g.path, 16, g.seed)
	}
	return err
}

// pairs returns the number of pairs of games of each meeting.
func (g *games) pairs() int { return (g.count + 1) / 2 }

// length describes how many games are played. A run with more of them continues.
func (g *games) length() string {
	return fmt.Sprintf("%d games of each pair of players", 2*g.pairs())
}

// conditions describes the games, with a number of nodes that changes when the
// players change.
func (g *games) conditions(ctx context.Context) ([]string, error) {
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
		fmt.Sprintf("seed %d", g.seed),
		fmt.Sprintf("a draw after %d plies", g.maxPlies),
		fmt.Sprintf("chess.Bench of the players to depth 2: %s nodes", prose.Thousands(bench)),
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

// play plays the games and returns the results by meeting and pair, nil for those
// that an interrupt or an error has prevented; or no results if there cannot be any.
func (g *games) play(ctx context.Context, r *run) ([][]*played, error) {
	var pieces []piece[played]
	for pair := range g.pairs() {
		for m, players := range g.meetings {
			name := fmt.Sprintf("%s, %s, pair %d", g.players[players[0]].Name, g.players[players[1]].Name, pair+1)
			pieces = append(pieces, piece[played]{name, func(ctx context.Context) (played, error) { return g.pair(ctx, m, pair) }})
		}
	}
	done, err := work(ctx, r, "pairs of games", pieces)
	if done == nil {
		return nil, err
	}
	results := make([][]*played, len(g.meetings))
	for i, result := range done {
		m := i % len(g.meetings)
		results[m] = append(results[m], result)
	}
	return results, err
}

// pair plays a pair of games.
func (g *games) pair(ctx context.Context, meeting, pair int) (played, error) {
	var result played
	m := chess.Match{
		Pairs:    1,
		Openings: []*chess.Game{g.openings[pair%len(g.openings)]},
		Seed:     rand.New(rand.NewPCG(g.seed, uint64(pair*len(g.meetings)+meeting))).Uint64(),
		Arbiter:  chess.Arbiter{MaxPlies: g.maxPlies},
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
			return result, fmt.Errorf("%s against %s, pair %d: %w", m.Players[0].Name, m.Players[1].Name, pair+1, err)
		}
		second := 0
		if game.Second {
			second = 1
		}
		result.Games[second] = summary(game, m.Openings[0].Len())
	}
	return result, ctx.Err()
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

// add counts a pair of games in a table of the players, as the pair with this number
// of the meeting.
func (p *played) add(table *chess.CrossTable, players [2]int, pair int) {
	for i, g := range p.Games {
		game := &chess.MatchGame{Round: pair + 1, Second: i == 1, Players: players}
		if game.Second {
			game.Players = [2]int{players[1], players[0]}
		}
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

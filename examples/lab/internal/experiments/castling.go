package experiments

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
)

// castleWeights are the weights of the castle score, in percent, for the whole game or for
// middlegame/endgame. Players with the others play against the one with the first.
var castleWeights = []string{"0", "10", "30", "60", "100/0", "100"}

// A played is the result of a pair of games with the same opening, in which each player has White
// once.
type played struct {
	Tally  chess.Tally   `json:"tally"`  // of the player with the feature
	Castle [2][2]castled `json:"castle"` // by game, and by player: with the feature, and without
}

// A castled is what became of a side's castling.
type castled struct {
	Castled bool `json:"castled,omitzero"` // in the game, after the opening
	Moved   bool `json:"moved,omitzero"`   // king or rook left their squares by a move within ten moves of the side
}

// weighCastling is the experiment castling.
func weighCastling(ctx context.Context, r *run) (*chapter, error) {
	var specs []string
	for _, w := range castleWeights {
		specs = append(specs, fmt.Sprintf("boardvalue,Hash=1,depth=%d,castle score=%s,name=%s %%", r.depth, w, w))
	}
	players, err := contest.ParsePlayers(specs, chess.Player{})
	if err != nil {
		return nil, err
	}
	openings, err := contest.ReadOpenings(r.openings, 16, 1)
	if err != nil {
		return nil, err
	}
	var searchers []chess.Searcher
	for _, p := range players {
		s, err := p.New(ctx)
		if err != nil {
			return nil, err
		}
		searchers = append(searchers, s)
	}
	nodes, err := bench(ctx, searchers)
	if err != nil {
		return nil, err
	}
	r.conditions = []string{
		fmt.Sprintf("two games with each opening of %s (%s)", r.openings, contest.Digest(openings)),
		fmt.Sprintf("a draw after %d plies", maxPlies), nodes, "players: " + strings.Join(specs, "; "),
	}
	var pieces []piece[played]
	for i, p := range players[1:] {
		for pair := range (r.n + 1) / 2 {
			pieces = append(pieces, piece[played]{fmt.Sprintf("%s, pair %d", p.Name, pair+1), func(ctx context.Context) (played, error) {
				return play(ctx, players[i+1], players[0], openings[pair%len(openings)], uint64(pair*len(players)+i))
			}})
		}
	}
	results, err := work(ctx, r, "pairs of games", pieces)
	if err != nil {
		return nil, err
	}
	// After the work: a run with more games continues.
	r.conditions = slices.Insert(r.conditions, 0, fmt.Sprintf("%d games of each player with the feature", (r.n+1)/2*2))
	t := table{
		caption: `Sides by the weight of the feature, in percent, for the whole game or for middlegame/endgame: how many castled; how many of those moved
			king or rook away by one of their next ten moves; and the results against the player without the feature.`,
		head: []string{"weight", "sides", "castled", "moved away", "Elo", "+", "=", "-"},
	}
	t.addSides(players[0].Name, 1, results, "", "", "", "")
	for i, pairs := range slices.Collect(slices.Chunk(results, (r.n+1)/2)) {
		tally := tallyOf(pairs)
		t.addSides(players[i+1].Name, 0, pairs, tally.Estimate(), tally.Wins, tally.Draws, tally.Losses)
	}
	return &chapter{
		title: "The castle score",
		question: `The author of the board value system (Python, 2022) wanted castling to be pursued, "and once it is executed one continues as
			usual": the feature must not keep king and rook where castling has put them. So: of the sides that castle, how many move
			king or rook away by one of their next ten moves, with the feature and without? And what is the feature worth?`,
		results: section{tables: []table{t}},
	}, nil
}

// addSides adds a row with what became of the castlings of a player, 0 or 1 of the pairs.
func (t *table) addSides(name string, player int, pairs []played, more ...any) {
	sides, castled, moved := 0, 0, 0
	for _, p := range pairs {
		for _, game := range p.Castle {
			sides++
			if game[player].Castled {
				castled++
			}
			if game[player].Moved {
				moved++
			}
		}
	}
	t.add(name, append([]any{sides, share(castled, sides), share(moved, castled)}, more...)...)
}

// tallyOf adds up the results of the player with the feature.
func tallyOf(pairs []played) (t chess.Tally) {
	for _, p := range pairs {
		addTally(&t, &p.Tally)
	}
	return t
}

// addTally adds the results of other pairs of games to t.
func addTally(t, other *chess.Tally) {
	t.Wins += other.Wins
	t.Draws += other.Draws
	t.Losses += other.Losses
	for points, n := range other.Pairs {
		t.Pairs[points] += n
	}
}

const maxPlies = 300

// playPair plays two games with an opening, and calls each with every one that is finished.
func playPair(ctx context.Context, players []chess.Player, opening *chess.Game, seed uint64, each func(*chess.MatchGame)) error {
	m := chess.Match{
		Players: players, Pairs: 1, Openings: []*chess.Game{opening}, Seed: seed,
		Arbiter:  chess.Arbiter{MaxPlies: maxPlies},
		Patience: time.Hour, // a busy machine must not change a result
	}
	for game, err := range m.Games(ctx) {
		if err = cmp.Or(err, ctx.Err()); err == nil {
			err = game.Err
		}
		if err != nil {
			return err
		}
		each(game)
	}
	return ctx.Err()
}

// play plays a pair of games.
func play(ctx context.Context, with, without chess.Player, opening *chess.Game, seed uint64) (p played, err error) {
	err = playPair(ctx, []chess.Player{with, without}, opening, seed, func(game *chess.MatchGame) {
		p.Tally.Add(game, 0)
		castle := castlings(game.Tree.Start(), game.Tree.Mainline(), opening.Len())
		second := 0
		if game.Second {
			second = 1
			castle[0], castle[1] = castle[1], castle[0]
		}
		p.Castle[second] = castle
	})
	return p, err
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

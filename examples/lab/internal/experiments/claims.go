package experiments

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
)

// claims are what two systems do and say that it makes their player better, or more aggressive: a player
// with it plays against one without.
var claims = []struct {
	name, with, without string
	variant             chess.Variant
	deeper              int // plies
}{
	{"a bonus of 50 for each check", "checkbonus", "checkbonus,CheckBonus=0", chess.ThreeCheck, 0},
	{"the evaluation for three-check", "checkbonus", "checkbonus,eval=simplified", chess.ThreeCheck, 0},
	{"captures only beyond the third ply", "capturesfirst,CapturesBeyond=3", "capturesfirst,CapturesBeyond=0", chess.Standard, 1},
	{"three points for a move, not one", "capturesfirst,mobility.Factor=300", "capturesfirst", chess.Standard, 0},
}

// A dueled is the result of a pair of games, and what the two players did in them.
type dueled struct {
	Tally    chess.Tally `json:"tally"` // of the player with what is claimed
	Moves    [2]int      `json:"moves"` // with, and without
	Checks   [2]int      `json:"checks"`
	Captures [2]int      `json:"captures"`
}

// measureClaims is the experiment claims.
func measureClaims(ctx context.Context, r *run) (*chapter, error) {
	openings, err := contest.ReadOpenings(r.openings, 16, 1)
	if err != nil {
		return nil, err
	}
	var specs []string
	var searchers []chess.Searcher
	var pieces []piece[dueled]
	pairs := (r.n + 1) / 2
	for i, c := range claims {
		both := []string{fmt.Sprintf("%s,depth=%d", c.with, r.depth+c.deeper), fmt.Sprintf("%s,depth=%d", c.without, r.depth+c.deeper)}
		specs = append(specs, both...)
		players, err := contest.ParsePlayers([]string{both[0] + ",name=with", both[1] + ",name=without"}, chess.Player{})
		if err != nil {
			return nil, err
		}
		for _, p := range players {
			s, err := p.New(ctx)
			if err != nil {
				return nil, err
			}
			searchers = append(searchers, s)
		}
		for pair := range pairs {
			pieces = append(pieces, piece[dueled]{fmt.Sprintf("%s, pair %d", c.name, pair+1), func(ctx context.Context) (dueled, error) {
				opening, err := asVariant(c.variant, openings[pair%len(openings)])
				if err != nil {
					return dueled{}, err
				}
				return duel(ctx, players, opening, uint64(pair*len(claims)+i))
			}})
		}
	}
	nodes, err := bench(ctx, searchers)
	if err != nil {
		return nil, err
	}
	r.conditions = []string{
		fmt.Sprintf("two games with each opening of %s (%s)", r.openings, contest.Digest(openings)),
		fmt.Sprintf("a draw after %d plies", maxPlies), nodes, "players: " + strings.Join(specs, "; "),
	}
	results, err := work(ctx, r, "pairs of games", pieces)
	if err != nil {
		return nil, err
	}
	r.conditions = slices.Insert(r.conditions, 0, fmt.Sprintf("%d games for each claim", 2*pairs))
	t := table{
		caption: `Players with what is claimed against the same without it: the result, and how many of 100 moves of each give check or capture, with it and
			without.`,
		head: []string{"claim", "game", "Elo", "+", "=", "-", "checks", "captures"},
	}
	for i, duels := range slices.Collect(slices.Chunk(results, pairs)) {
		var sum dueled
		for _, d := range duels {
			addTally(&sum.Tally, &d.Tally)
			for side := range 2 {
				sum.Moves[side] += d.Moves[side]
				sum.Checks[side] += d.Checks[side]
				sum.Captures[side] += d.Captures[side]
			}
		}
		each := func(n [2]int) string {
			return fmt.Sprintf("%.1f, %.1f", 100*float64(n[0])/float64(sum.Moves[0]), 100*float64(n[1])/float64(sum.Moves[1]))
		}
		t.add(claims[i].name, claims[i].variant, sum.Tally.Estimate(), sum.Tally.Wins, sum.Tally.Draws, sum.Tally.Losses, each(sum.Checks), each(sum.Captures))
	}
	return &chapter{
		title: "Checks and captures",
		question: `The three-check bot (C++) adds a bonus for each check to its search, and has an evaluation of its own, "much more aggressive" than for
			ordinary chess. The adversarial search system (Python) looks only at captures beyond the third ply, and its evaluation has a factor for
			the number of moves: both are to make the game more aggressive. So: how strong are they with it, and how often do they give
			check and capture?`,
		results: section{tables: []table{t}},
	}, nil
}

// asVariant returns an opening as one of a variant.
func asVariant(v chess.Variant, g *chess.Game) (*chess.Game, error) {
	if v == chess.Standard {
		return g, nil
	}
	p, err := v.ParseFEN(g.FEN())
	return chess.NewGame(p), err
}

// duel plays a pair of games.
func duel(ctx context.Context, players []chess.Player, opening *chess.Game, seed uint64) (d dueled, err error) {
	err = playPair(ctx, players, opening, seed, func(game *chess.MatchGame) {
		d.Tally.Add(game, 0)
		p := game.Tree.Start()
		for i, move := range game.Tree.Mainline() {
			if i >= opening.Len() {
				player := game.Players[p.Turn()]
				d.Moves[player]++
				if p.GivesCheck(move) {
					d.Checks[player]++
				}
				if p.IsCapture(move) {
					d.Captures[player]++
				}
			}
			p = p.After(move)
		}
	})
	return d, err
}

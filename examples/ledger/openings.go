package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/seed-0971039b/chess"
)

// vary returns n openings, all different: first those given, and then those with
// one more move of each player, by chance, that leave the game in balance. With
// the same seed the first are the same whatever n is.
func vary(ctx context.Context, openings []*chess.Game, n int, seed uint64) ([]*chess.Game, error) {
	random := rand.New(rand.NewPCG(seed, 0))
	options := chess.DefaultOptions()
	options.Hash = 0
	judge := chess.NewAlphaBetaOptions(chess.NewDefaultEvaluator(), options)
	seen := map[chess.Key]bool{}
	var varied []*chess.Game
	add := func(g *chess.Game) {
		p := g.Position()
		if k := p.Key(); !seen[k] {
			seen[k] = true
			varied = append(varied, g)
		}
	}
	for _, g := range openings {
		add(g)
	}
	for failures := 0; len(varied) < n; {
		before := len(varied)
		for _, g := range openings {
			g := g.Clone()
			if !playAtRandom(g, 2, random) {
				continue
			}
			r, err := judge.Search(ctx, g, chess.Limits{Nodes: 300})
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err == nil && -balance <= r.Score && r.Score <= balance {
				add(g)
			}
		}
		if failures++; len(varied) > before {
			failures = 0
		}
		if failures == 100 { // there may be some left, but they are rare
			return nil, fmt.Errorf("the openings are enough for %d games, not for %d", 2*len(varied), 2*n)
		}
	}
	return varied[:n], nil
}

// balance is how far ahead a player may be in an opening made by chance.
const balance chess.Score = 80

// playAtRandom plays so many plies by chance, and reports whether the game goes
// on after them.
func playAtRandom(g *chess.Game, plies int, random *rand.Rand) bool {
	for range plies {
		p := g.Position()
		moves := p.AppendMoves(nil)
		if len(moves) == 0 || g.Play(moves[random.IntN(len(moves))]) != nil {
			return false
		}
	}
	return g.Outcome().Reason == chess.Unterminated
}

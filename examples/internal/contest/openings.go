package contest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// Adjudication is how games of fixed nodes are adjudicated.
func Adjudication() chess.Arbiter {
	return chess.Arbiter{WinMoves: 3, WinScore: 700, DrawMoves: 8, DrawScore: 10, DrawFrom: 40}
}

// Vary returns n different openings: first the given ones, then these with one more
// random move of each player, if a search with the default evaluation still finds the
// position balanced. With the same seed a smaller n gives the beginning of the same
// list.
func Vary(ctx context.Context, openings []*chess.Game, n int, seed uint64, p *progress.Progress) ([]*chess.Game, error) {
	random := rand.New(rand.NewPCG(seed, 0))
	searcher := chess.NewAlphaBeta(chess.NewDefaultEvaluator(), func(o *chess.AlphaBetaOptions) { o.Hash = 0 })
	seen := map[chess.Key]bool{}
	var varied []*chess.Game
	add := func(g *chess.Game) {
		at := g.Position()
		if k := at.Key(); !seen[k] {
			seen[k] = true
			varied = append(varied, g)
		}
	}
	for _, g := range openings {
		add(g)
	}
	if len(varied) < n {
		p.Start("openings", len(varied), n)
	}
	for failures := 0; len(varied) < n; {
		before := len(varied)
		for _, g := range openings {
			g := new(*g)
			if !PlayRandom(g, 2, random) {
				continue
			}
			r, err := searcher.Search(ctx, g, chess.Limits{Nodes: 300})
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err == nil && -balance <= r.Score && r.Score <= balance {
				add(g)
			}
			p.Show(min(len(varied), n), n, "")
		}
		if failures++; len(varied) > before {
			failures = 0
		}
		if failures == 100 { // more may exist, but they are rare
			return nil, fmt.Errorf("there are openings for %d games only, not for %d", 2*len(varied), 2*n)
		}
	}
	return varied[:n], nil
}

// balance is the limit of the score of a random opening, either way.
const balance chess.Score = 80

// PlayRandom plays random moves, and reports whether the game is not over.
func PlayRandom(game *chess.Game, plies int, random *rand.Rand) bool {
	for range plies {
		position := game.Position()
		moves := position.AppendMoves(nil)
		if len(moves) == 0 || game.Play(moves[random.IntN(len(moves))]) != nil {
			break
		}
	}
	return !game.Outcome().Over()
}

// Digest returns a hash of openings.
func Digest(openings []*chess.Game) string {
	hash := sha256.New()
	for _, g := range openings {
		fmt.Fprintln(hash, g.Start(), g.Moves())
	}
	return fmt.Sprintf("%x", hash.Sum(nil)[:8])
}

package contest

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// Duel plays pairs of games between two searchers under the same limits. If the
// searchers are deterministic, apart from what the seed decides, so are the games,
// however many are played at once.
type Duel struct {
	Names    [2]string
	New      [2]func(context.Context) (chess.Searcher, error)
	Limits   chess.Limits  // of each search; none for searchers that limit themselves
	Seed     uint64        // for searchers that play at random: see chess.Match
	Openings []*chess.Game // one for each pair
	AtOnce   int           // the number of games played at once
}

// Adjudication is how the games of a Duel are adjudicated.
func Adjudication() chess.Arbiter {
	return chess.Arbiter{WinMoves: 3, WinScore: 700, DrawMoves: 8, DrawScore: 10, DrawFrom: 40}
}

// Rules describes in words how the games of a Duel are adjudicated.
func Rules() string {
	r := Adjudication()
	return fmt.Sprintf("won games end after %d moves of both sides with %d pawns ahead, drawn ones after %d with at most %.2f, from move %d on",
		r.WinMoves, r.WinScore/100, r.DrawMoves, float64(r.DrawScore)/100, r.DrawFrom)
}

// Pairs plays the games and yields them in pairs, in the order of the openings.
// The first searcher is player 0 of the match and has White in the first game of a
// pair. If ctx is done or a searcher fails, Pairs yields an error and ends.
func (d *Duel) Pairs(ctx context.Context) iter.Seq2[[2]*chess.MatchGame, error] {
	m := chess.Match{Pairs: len(d.Openings), AtOnce: d.AtOnce, Openings: d.Openings, Arbiter: Adjudication(), Seed: d.Seed}
	for i, name := range d.Names {
		m.Players = append(m.Players, chess.Player{Name: name, Limits: d.Limits, New: d.New[i]})
	}
	return func(yield func([2]*chess.MatchGame, error) bool) {
		var pair [2]*chess.MatchGame
		round := 1
		for g, err := range m.Games(ctx) {
			if err == nil && g.Err != nil {
				err = fmt.Errorf("%s against %s, game %s: %w", d.Names[0], d.Names[1], g.Tree.Tag("Round"), g.Err)
			}
			if err != nil {
				yield([2]*chess.MatchGame{}, err)
				return
			}
			// Drop the games after one that an interrupt left unfinished. They are
			// played again, so that each run has the same games in the same order.
			if g.Round != round {
				continue
			}
			if !g.Second {
				pair[0] = g
			} else if pair[0] != nil {
				pair[1] = g
				if !yield(pair, nil) {
					return
				}
				pair = [2]*chess.MatchGame{}
				round++
			}
		}
	}
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

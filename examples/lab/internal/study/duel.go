package study

import (
	"context"
	"fmt"
	"iter"

	"github.com/seed-0971039b/chess/examples/internal/contest"

	"github.com/seed-0971039b/chess"
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

// Rules describes in words how the games of a Duel are adjudicated.
func Rules() string {
	r := contest.Adjudication()
	return fmt.Sprintf("won games end after %d moves of both sides with %d pawns ahead, drawn ones after %d with at most %.2f, from move %d on",
		r.WinMoves, r.WinScore/100, r.DrawMoves, float64(r.DrawScore)/100, r.DrawFrom)
}

// Pairs plays the games and yields them in pairs, in the order of the openings.
// The first searcher is player 0 of the match and has White in the first game of a
// pair. If ctx is done or a searcher fails, Pairs yields an error and ends.
func (d *Duel) Pairs(ctx context.Context) iter.Seq2[[2]*chess.MatchGame, error] {
	m := chess.Match{Pairs: len(d.Openings), AtOnce: d.AtOnce, Openings: d.Openings, Arbiter: contest.Adjudication(), Seed: d.Seed}
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

package contest

import (
	"context"
	"fmt"
	"iter"

	"github.com/seed-0971039b/chess"
)

// Duel has two of the library's searchers play pairs of games, each search for
// the same number of nodes. If the searchers are deterministic so are the games,
// however many are played at once.
type Duel struct {
	Names    [2]string
	New      [2]func() (chess.Searcher, error)
	Nodes    int64         // for a move
	Openings []*chess.Game // one for each pair
	AtOnce   int           // how many games are played at once
}

func rules() chess.Arbiter {
	return chess.Arbiter{WinMoves: 3, WinScore: 700, DrawMoves: 8, DrawScore: 10, DrawFrom: 40}
}

// Rules tells in words how the games of a Duel end before they are played out.
func Rules() string {
	r := rules()
	return fmt.Sprintf("won games end after %d moves of both with %d pawns ahead, dead ones as a draw after %d with at most %.2f, from move %d on",
		r.WinMoves, r.WinScore/100, r.DrawMoves, float64(r.DrawScore)/100, r.DrawFrom)
}

// Pairs plays the games and returns them in pairs, in the order of the openings:
// the first searcher is player 0 of the match, and has White in the first game of
// a pair. When ctx is done, or a searcher fails, an error is the last.
func (d *Duel) Pairs(ctx context.Context) iter.Seq2[[2]*chess.MatchGame, error] {
	m := chess.Match{Pairs: len(d.Openings), AtOnce: d.AtOnce, Openings: d.Openings, Arbiter: rules()}
	for i, name := range d.Names {
		m.Players = append(m.Players, chess.Player{
			Name:   name,
			Limits: chess.Limits{Nodes: d.Nodes},
			New:    func(context.Context) (chess.Searcher, error) { return d.New[i]() },
		})
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
			// What follows a game that an interrupt has left unfinished does not count:
			// it is played again, and each run has the same games in the same order.
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

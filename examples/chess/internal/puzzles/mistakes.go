package puzzles

import (
	"context"
	"flag"
	"fmt"

	"github.com/seed-0971039b/chess"
)

// moved is what a player has played before a puzzle, where the person who played the game made
// the mistake.
type moved struct {
	mistake bool // it is a mistake
	persons bool // it is the person's move
}

// mistakes prints how often a player makes a mistake where a person did, and how often the same.
func (p *streams) mistakes(ctx context.Context, args []string) error {
	least := 150
	t, err := parseTrying("mistakes", false, args, p.stdout, func(flags *flag.FlagSet) {
		flags.IntVar(&least, "loss", least, "a mistake loses so many `centipawns`, by a search of the strongest player")
	})
	if err != nil {
		return err
	}
	var all share // of mistakes
	same := 0
	err = t.all(ctx, p, func(ctx context.Context, player chess.Searcher, one *trial) error {
		return one.move(ctx, player, t.limits, chess.Score(least))
	}, func(one *trial) {
		all.add(one.mistake)
		same += number(one.mistake && one.persons)
	})
	if all.whole > 0 {
		fmt.Fprintf(p.stdout, "%-18s %8s %8s\n%-18s %v\n", "", "moves", "mistakes", "all", all)
		if all.part > 0 {
			fmt.Fprintf(p.stdout, "%-18s %v\n", "the person's", share{all.part, same})
		}
	}
	return err
}

// What judges a mistake: the nodes for the position and for that after the move. A score counts up to a
// thousand centipawns.
const (
	judgeNodes      = 8_000
	judgeNodesAfter = 1_500
	judgeMost       = 1_000
)

// move has the player choose a move before the puzzle, and judges it.
func (one *trial) move(ctx context.Context, player chess.Searcher, l chess.Limits, least chess.Score) error {
	g := chess.NewGame(one.Start)
	r, err := player.Search(ctx, g, l)
	if err != nil {
		return err
	}
	one.persons = r.Move == one.Moves[0]
	judge := chess.NewAlphaBeta(nil, func(o *chess.AlphaBetaOptions) { o.Hash = 1 })
	best, err := judge.Search(ctx, g, chess.Limits{Nodes: judgeNodes})
	if err != nil {
		return err
	}
	if err := g.Play(r.Move); err != nil {
		return err
	}
	var after chess.Result // of a draw, the score is 0
	switch o := g.Outcome(); {
	case o.Decided: // it mates
		return nil
	case !o.Over():
		if after, err = judge.Search(ctx, g, chess.Limits{Nodes: judgeNodesAfter}); err != nil {
			return err
		}
	}
	one.mistake = judged(best.Score)-judged(-after.Score) >= least
	return nil
}

func judged(s chess.Score) chess.Score { return max(-judgeMost, min(judgeMost, s)) }

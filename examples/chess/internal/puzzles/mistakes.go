package puzzles

import (
	"context"
	"flag"
	"fmt"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

const mistakesHelp = formatHelp + `
The player moves in the position before each puzzle, where the person who played the game
made the mistake. It prints how often that is a mistake, and how many of the mistakes are
the person's: whether a weak player plays as people do.
`

func mistakesFlags(flags *flag.FlagSet) cli.Run {
	t := &trying{}
	t.addFlags(flags)
	least := flags.Int("loss", 150, "a mistake loses at least this many `centipawns`, by a search of the strongest player")
	return func(ctx context.Context, paths []string, s cli.Streams) error {
		var all share // of mistakes
		same := 0
		err := t.all(ctx, paths, s, func(ctx context.Context, player chess.Searcher, one *trial) error {
			return one.move(ctx, player, t.limits, chess.Score(*least))
		}, func(one *trial) {
			all = all.with(one.mistake)
			same += number(one.mistake && one.persons)
		})
		if all.whole > 0 {
			fmt.Fprintf(s.Out, "%-18s %8s %8s\n%-18s %v\n", "", "moves", "mistakes", "all", all)
			if all.part > 0 {
				fmt.Fprintf(s.Out, "%-18s %v\n", "the person's", share{all.part, same})
			}
		}
		return err
	}
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

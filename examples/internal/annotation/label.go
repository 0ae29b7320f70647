package annotation

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed-0971039b/chess"
)

// Labels returns a line of EPD for each quiet position of the main line of a game, as
// [chess.QuietPositions] chooses them; none if the game has no result. [chess.Tuner.ReadPositions]
// reads the lines. Each has these operations:
//   - ce, the score of a search in centipawns, for the side to move, at most
//     [chess.MaxEvaluation] either way;
//   - c9, the result of the game: "1-0", "0-1" or "1/2-1/2";
//   - id, which all positions of a game share, so that they stay together.
//
// What was searched before does not matter.
func Labels(ctx context.Context, searcher chess.Searcher, nodes int64, t *chess.GameTree, id string) (lines []byte, err error) {
	result := t.Tag("Result")
	if result != "1-0" && result != "0-1" && result != "1/2-1/2" {
		return nil, nil
	}
	if f, ok := searcher.(chess.Forgetter); ok {
		f.Forget()
	}
	for _, p := range chess.QuietPositions(t.Start(), t.Mainline()) {
		r, err := searcher.Search(ctx, chess.NewGame(p), chess.Limits{Nodes: nodes})
		if err = errors.Join(err, ctx.Err()); err != nil {
			return nil, err
		}
		score := min(max(r.Score, -chess.MaxEvaluation), chess.MaxEvaluation)
		lines = fmt.Appendf(lines, "%s ce %d; c9 %q; id %q;\n", p.EPD(), score, result, id)
	}
	return lines, nil
}

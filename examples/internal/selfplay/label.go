package selfplay

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seed-0971039b/chess"
)

// A Labeller scores positions by the searches of a player, one game after the other.
type Labeller struct {
	searcher chess.Searcher
	limits   chess.Limits
}

// NewLabeller returns a labeller that searches so many nodes for each position.
func NewLabeller(s chess.Searcher, nodes int64) *Labeller {
	return &Labeller{s, chess.Limits{Nodes: nodes}}
}

// Decided reports whether a game has a result. Only such games have labels.
func Decided(t *chess.GameTree) bool { return slices.Contains(results, t.Tag("Result")) }

// results has the results of games that are over.
var results = []string{"1-0", "0-1", "1/2-1/2"}

// Append appends to dst a line of EPD for each quiet position of the main line of a game, as
// [chess.QuietPositions] chooses them. [chess.Tuner.ReadPositions] reads the lines. Each has
// these operations:
//   - ce, the score of a search in centipawns, for the side to move, at most
//     [chess.MaxEvaluation] either way;
//   - c9, the result of the game: "1-0", "0-1" or "1/2-1/2";
//   - id, which all positions of a game share, so that they stay together.
//
// What was searched before does not matter. Append returns the number of lines too.
func (l *Labeller) Append(ctx context.Context, dst []byte, t *chess.GameTree, id string) (lines []byte, positions int, err error) {
	if !Decided(t) {
		return dst, 0, nil
	}
	if f, ok := l.searcher.(chess.Forgetter); ok {
		f.Forget()
	}
	for _, p := range chess.QuietPositions(t.Start(), t.Mainline()) {
		r, err := l.searcher.Search(ctx, chess.NewGame(p), l.limits)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return dst, positions, err
		}
		score := min(max(r.Score, -chess.MaxEvaluation), chess.MaxEvaluation)
		dst = fmt.Appendf(dst, "%s ce %d; c9 %q; id %q;\n", p.EPD(), score, t.Tag("Result"), id)
		positions++
	}
	return dst, positions, nil
}

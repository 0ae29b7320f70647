package annotation

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"

	"github.com/seed-0971039b/chess"
)

// Label returns the quiet positions of the main line of t, as
// [chess.QuietPositions] chooses them, as labels for tuning, which
// [chess.Tuner.ReadPositions] reads. Each has these operations:
//   - c9, the result of the game: "1-0", "0-1" or "1/2-1/2";
//   - ce, the score of a search in centipawns, for the side to move; or dm, the
//     moves to mate, negative if the side to move is mated;
//   - id, derived from the moves, which all positions of a game share, so that
//     tuning can keep them together.
//
// A game without a result has no labels. A game longer than 17,697 plies is an
// error.
func (a *Annotator) Label(ctx context.Context, t *chess.GameTree) ([]chess.EPD, error) {
	result := t.Tag("Result")
	if result != "1-0" && result != "0-1" && result != "1/2-1/2" {
		return nil, nil
	}
	moves := t.Mainline()
	if len(moves) > maxPlies {
		return nil, tooLong(len(moves))
	}
	id := gameID(t.Start(), moves)
	a.searcher.Forget()
	g := chess.NewGame(t.Start())
	var labels []chess.EPD
	for ply, p := range chess.QuietPositions(t.Start(), moves) {
		for g.Len() < ply {
			if err := g.Play(moves[g.Len()]); err != nil {
				return nil, err
			}
		}
		x, err := a.search(ctx, g)
		if err != nil {
			return nil, err
		}
		if x.over {
			continue // by repetition or seventy-five moves; the game went on
		}
		opcode, value := "ce", int(x.score)
		if n, mate := x.score.MateInMoves(); mate {
			opcode, value = "dm", n
		}
		label := chess.EPD{Position: *p}
		err = errors.Join(label.SetText("c9", result), label.SetInt(opcode, int64(value)), label.SetText("id", id))
		if err != nil {
			return nil, err
		}
		labels = append(labels, label)
	}
	return labels, nil
}

// gameID returns an id for games with these moves.
func gameID(start chess.Position, moves []chess.Move) string {
	h := fnv.New64a()
	fmt.Fprint(h, start.FEN())
	for _, m := range moves {
		fmt.Fprint(h, " ", m)
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

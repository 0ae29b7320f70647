package annotation

import (
	"context"
	"fmt"
	"hash/fnv"
	"strconv"

	"github.com/seed-0971039b/chess"
)

// Label returns the quiet positions of the main line of t, as
// [chess.QuietPositions] chooses them, with what tuning wants to know: the
// result of the game as the operation c9 ("1-0", "0-1" or "1/2-1/2"), and, as
// the games in which positions stand must not be torn apart, an id that all
// positions of the game share; it follows from the moves. Besides there is ce,
// what a search makes of the position, in centipawns for the side to move, or
// dm, in how many moves it mates (negative: is mated). A game without a result
// has none, and one longer than 17,697 plies is refused. [chess.Tuner.ReadPositions] reads such lines.
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
		x, err := a.look(ctx, g)
		if err != nil {
			return nil, err
		}
		if x.over {
			continue // by repetition, or by seventy-five moves: play went on
		}
		value := operation("ce", strconv.Itoa(int(x.score)), false)
		if n, mate := x.score.Mate(); mate {
			value = operation("dm", strconv.Itoa(n), false)
		}
		labels = append(labels, chess.EPD{Position: *p, Operations: []chess.Operation{
			operation("c9", result, true), value, operation("id", id, true),
		}})
	}
	return labels, nil
}

func operation(opcode, text string, quoted bool) chess.Operation {
	return chess.Operation{Opcode: opcode, Operands: []chess.Operand{{Text: text, Quoted: quoted}}}
}

// gameID returns a name for games with these moves.
func gameID(start chess.Position, moves []chess.Move) string {
	h := fnv.New64a()
	fmt.Fprint(h, start.FEN())
	for _, m := range moves {
		fmt.Fprint(h, " ", m)
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

package chess

import (
	"context"
	"fmt"
)

// Zugzwangs returns a Motif of kind zugzwang for each move of line[from], line[from+2] and so on that puts
// the other side into zugzwang: it is not in check, has from 1 to 15 legal moves, and its expected result
// would be higher by more than 0.15 if it could pass. s searches both, with at most the given number of nodes
// each, as games of their own: docs/motifs.md. Errors are those of Motifs, of s and of ctx.
func Zugzwangs(ctx context.Context, s Searcher, p Position, line []Move, from int, nodes int64) ([]Motif, error) {
	if s == nil {
		return nil, errNoSearcher
	}
	if from < 0 || from > len(line) {
		return nil, fmt.Errorf("chess: motifs from ply %d of %d", from, len(line))
	}
	var motifs []Motif
	for i, m := range line {
		if !p.legal(m) {
			return nil, fmt.Errorf("chess: ply %d: %w", i, illegalMove(m))
		}
		p.do(m, &p)
		if i < from || (i-from)%2 != 0 {
			continue
		}
		is, err := isZugzwang(ctx, s, &p, nodes)
		if err != nil {
			return nil, err
		}
		if is {
			motifs = append(motifs, Motif{MotifZugzwang, i, []Square{}})
		}
	}
	return motifs, nil
}

// zugzwangStages are the searches, with the nodes and the gain by passing that it takes to go on:
// with few nodes the difference is uncertain.
var zugzwangStages = [...]struct {
	part int64 // of all nodes: 1 is all, 10 a tenth
	gain float64
}{{100, -0.15}, {10, -0.06}, {1, 0.15}}

// leastChance is the expected result that passing must reach; moving must fall as far short of a win.
const leastChance = 0.05

// isZugzwang reports whether the side to move is in zugzwang.
func isZugzwang(ctx context.Context, s Searcher, p *Position, nodes int64) (bool, error) {
	var buf [MaxMoves]Move
	if moves := len(p.appendMoves(buf[:0])); p.inCheck() || moves == 0 || moves > 15 {
		return false, nil
	}
	passed := p.After(0)
	for _, stage := range zugzwangStages {
		limits := Limits{Nodes: max(nodes/stage.part, 1)}
		moving, err := expected(ctx, s, p, limits)
		if err != nil {
			return false, err
		}
		passing, err := expected(ctx, s, &passed, limits)
		if err != nil {
			return false, err
		}
		passing = 1 - passing // for the side that passes
		if passing-moving <= stage.gain || passing < leastChance || moving > 1-leastChance {
			return false, nil
		}
	}
	return true, nil
}

// expected returns the expected result of the side to move, which is not mated.
func expected(ctx context.Context, s Searcher, p *Position, l Limits) (float64, error) {
	if p.outcome() != (Outcome{}) {
		return 0.5, nil
	}
	result, err := s.Search(ctx, NewGame(*p), l)
	if err == nil {
		err = ctx.Err()
	}
	return result.Score.chance(), err
}

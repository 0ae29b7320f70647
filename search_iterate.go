package chess

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// MaxDepth is the largest depth that an AlphaBeta searches.
const MaxDepth = maxPly - 1

func (w *worker) begin(ctx context.Context, g *Game, l Limits, moves []Move, started time.Time) {
	w.limits, w.game, w.table, w.options = l, g, w.shared.table, w.shared.options
	w.cancelled, w.ponder = ctx.Done(), l.Ponder
	w.started, w.clock, w.pace = started, started, pace{started, 1}
	w.count, w.stopped, w.depth, w.selDepth = 0, false, 0, 0
	w.published.Store(0)
	w.lines, w.done, w.exclude = nil, nil, nil
	w.checkAt = 0
	w.plan = schedule{}
	w.history.fade()
	root := &w.nodes[0]
	root.pos = g.positions[len(g.positions)-1]
	if l.Clock != (Clock{}) {
		w.plan = l.Clock.schedule(root.pos.Turn())
	}
	if w.hunting = l.Mate > 0; w.hunting { // pruning is for scores: it may overlook a mate
		o := &w.options
		o.NullMove, o.LateMoves, o.ExchangePruning, o.Singular = false, false, false, false
		o.ReverseFutility, o.Futility, o.ProbCut, o.DeltaPruning = 0, 0, 0, 0
	}

	w.hashes = w.hashes[:0]
	for i := range g.positions {
		key := g.positions[i].Key()
		w.hashes = append(w.hashes, key.hash())
	}
	w.rootAt = len(w.hashes) - 1
	w.hashes = slices.Grow(w.hashes, maxPly+1)[:w.rootAt+maxPly+1]
	root.ahead = maxPly + len(g.positions)
	root.raw = unknown
	root.skip = 0
	w.root = w.root[:0]
	w.startPicking(0, 0, root.pos.InCheck(), false)
	for m := w.pick(0, root.pos.InCheck()); m != 0; m = w.pick(0, root.pos.InCheck()) {
		if slices.Contains(moves, m) {
			w.root = append(w.root, rootMove{move: m})
		}
	}
	w.done = []Line{{PV: []Move{w.root[0].move}}}
}

// help searches as the first worker does, for what the table gains by it: some
// of the helpers a ply ahead.
func (w *worker) help(number int) {
	w.limits.Info = nil
	w.limits.Depth, w.limits.Time, w.limits.Mate = 0, 0, 0
	w.plan = schedule{}
	w.iterate(1 + number&1)
	w.published.Store(w.count)
}

// deepen searches depth after depth until a limit is reached.
func (w *worker) deepen() { w.iterate(1) }

func (w *worker) iterate(first int) {
	lines := min(max(w.limits.MultiPV, 1), len(w.root))
	deepest := MaxDepth
	if w.limits.Depth != 0 {
		deepest = min(w.limits.Depth, deepest)
	}
	changes := 0.0 // of the best move, the older the less
	for depth := first; depth <= deepest; depth++ {
		w.lines = make([]Line, 0, lines)
		w.exclude = w.exclude[:0]
		last := w.done[0]
		for i := range lines {
			guess := Score(0)
			if i < len(w.done) {
				guess = w.done[i].Score
			}
			w.sortRoot(i)
			score := w.aspire(depth, guess)
			if w.stopped {
				if i == 0 && w.nodes[0].pvLen > 0 { // the best so far at this depth
					w.lines = append(w.lines, w.rootLine(score))
				}
				sortLines(w.lines)
				w.promote(w.lines)
				return
			}
			w.lines = append(w.lines, w.rootLine(score))
			w.exclude = append(w.exclude, w.lines[i].PV[0])
		}
		sortLines(w.lines)
		w.done, w.depth = w.lines, depth
		w.report()
		if w.settled(depth) {
			return
		}
		changes /= 2
		if w.done[0].PV[0] != last.PV[0] {
			changes++
		}
		if w.enough(changes, w.done[0].Score-last.Score) {
			return
		}
	}
}

// rootLine returns the line that the search of the root has just found.
func (w *worker) rootLine(score Score) Line {
	return Line{score, slices.Clone(w.nodes[0].pv[:w.nodes[0].pvLen])}
}

// sortLines puts the best first.
func sortLines(lines []Line) {
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Compare(b.Score, a.Score) })
}

// promote puts lines of a depth that is not done before those of the last.
func (w *worker) promote(lines []Line) {
	others := slices.DeleteFunc(slices.Clone(w.done), func(old Line) bool {
		return slices.ContainsFunc(lines, func(l Line) bool { return l.PV[0] == old.PV[0] })
	})
	w.done = slices.Concat(lines, others)[:len(w.done)]
}

// sortRoot puts the first move of the i-th line first, and then those that took
// the most work at the last depth.
func (w *worker) sortRoot(i int) {
	first := Move(0)
	if i < len(w.done) {
		first = w.done[i].PV[0]
	}
	slices.SortStableFunc(w.root, func(a, b rootMove) int {
		switch {
		case a.move == first:
			return -1
		case b.move == first:
			return 1
		}
		return int(min(max(b.nodes-a.nodes, -1), 1))
	})
}

// enough reports whether too much time is gone to begin another depth. More may
// be, the less certain the best move is and the further the score has fallen.
func (w *worker) enough(changes float64, gain Score) bool {
	if w.plan.target == 0 || w.ponder != nil {
		return false
	}
	if len(w.root) == 1 {
		return true
	}
	share := float64(w.root[0].nodes+1) / float64(w.count+1) // of all work, spent at the last depth on the move tried first
	scale := (0.74 + changes*0.56 + min(max(float64(-gain), 0), 100)/150) * (1.75 - 1.05*min(share, 1))
	return float64(time.Since(w.clock)) >= 0.62*scale*float64(w.plan.target)
}

// settled reports whether the mate has been found that the limits ask for, or
// all lines are mates that a deeper search will not change.
func (w *worker) settled(depth int) bool {
	if moves, ok := w.done[0].Score.Mate(); ok && moves > 0 && moves <= w.limits.Mate {
		return true
	}
	for _, line := range w.done {
		if moves, ok := line.Score.Mate(); !ok || depth <= 2*max(moves, -moves)+2 {
			return false
		}
	}
	return true
}

// aspire searches the root, first in a narrow window around the score that is
// expected, which is opened on the side where the score falls out.
func (w *worker) aspire(depth int, guess Score) Score {
	alpha, beta, width := -Mate, Mate, Score(w.options.Aspiration)
	if width > 0 && depth >= 4 {
		alpha, beta = max(guess-width, -Mate), min(guess+width, Mate)
	}
	for {
		score := w.search(0, depth, alpha, beta, false)
		if w.stopped {
			return score
		}
		width *= 3
		if max(score, -score) > MaxEvaluation/4 {
			width = 2 * Mate
		}
		switch {
		case score <= alpha && alpha > -Mate:
			alpha = max(score-width, -Mate)
		case score >= beta && beta < Mate:
			beta = min(score+width, Mate)
			if w.limits.MultiPV <= 1 && w.nodes[0].pvLen > 0 { // in case time is up now
				w.promote([]Line{w.rootLine(score)})
				w.sortRoot(0)
			}
		default:
			return score
		}
	}
}

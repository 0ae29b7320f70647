package chess

import (
	"cmp"
	"errors"
	"math"
	"slices"
)

// AlphaBeta with a Tablebase. If that knows the position searched, the root moves are ranked,
// and only the best are searched; if it knows their distances to mate, none are. Otherwise
// the search probes it after captures and pawn moves, where the halfmove clock is 0, so that
// results respect the fifty-move rule.

// The scores of results by a tablebase lie between those of evaluations and those of
// mates: a search with a tablebase limits evaluations to maxEvaluationBeside.
const (
	// tablebaseWin is the score of a win, less the plies to it, so that the search
	// goes to it.
	tablebaseWin Score = 20_000
	// maxEvaluationBeside leaves room for more plies than a line has, and for every
	// distance to zeroing that is no draw.
	maxEvaluationBeside Score = tablebaseWin - 1000
	// cursedWin is the score of a win that the fifty-move rule makes a draw, better than 0
	// since the opponent may err.
	cursedWin Score = 2
)

// Score returns the score that the move gives the side that moves: a mate, or 100 pawns for a win of
// which the distance to mate is not known. What the fifty-move rule makes a draw is one.
func (m RankedMove) Score() Score {
	const win = 10_000
	sign := Score(m.Result.outcome() / WDLWin)
	switch {
	case sign == 0:
		return 0
	case m.Probe.DTMKnown:
		return sign*Mate - Score(m.Probe.DTM)
	}
	return sign * win
}

// useTablebase makes the workers, which have begun a search, use what is ready of t. It
// reports whether t has answered the whole search: then the first worker has the result.
func useTablebase(t Tablebase, workers []*worker) (done bool) {
	first := workers[0]
	pieces := 0
	if t = prepared(t, first.position); t != nil {
		pieces = min(t.MaxPieces(), first.options.SyzygyProbeLimit)
	}
	moves, distances := first.rankMoves(t, pieces)
	for _, w := range workers {
		w.maxEvaluation = maxEvaluationBeside
		// In a known ending all captures that keep the result look the same to a search that
		// probes, so the search does without and goes on to the mate.
		if helps := len(moves) == 0 || !distances && moves[0].Result > WDLDraw; helps && !w.mateSearch {
			w.tablebase, w.tablebasePieces = t, pieces
		}
		w.rankRoot(moves)
	}
	return first.prove(t, moves)
}

// probeTablebase probes the tablebase for a node whose halfmove clock is 0, and reports whether
// the answer decides the window. A win is a lower bound, since there may be a mate, and a
// loss an upper bound: if that does not decide, withProven completes the visit.
func (w *worker) probeTablebase(v *visit) (Score, bool) {
	n := v.node
	if w.tablebase == nil || n.pos.halfmove != 0 || v.ply == 0 || n.excluded != 0 || v.provenBound != NoBound {
		return 0, false
	}
	if _, err := tablebaseEnding(&n.pos, w.tablebasePieces); err != nil {
		return 0, false
	}
	wdl, err := w.tablebase.WDL(&n.pos)
	if err != nil {
		w.noteError(err)
		return 0, false
	}
	w.hits.Add(1)
	score, bound := w.resultScore(w.byRule(wdl), v.ply), Exact
	switch {
	case score > w.maxEvaluation:
		bound = LowerBound
	case score < -w.maxEvaluation:
		bound = UpperBound
	}
	if bound.decides(score, v.alpha, v.beta) {
		if w.table != nil {
			const safe = 6 // plies by which a deeper search would still find no more, except a mate
			w.table.store(v.at, Entry{w.toTable(score, v.ply), min(v.depth+safe, MaxDepth), bound, v.entry.Move, n.rawEval})
		}
		return score, true
	}
	if v.proven, v.provenBound = score, bound; bound == LowerBound {
		v.alpha = max(v.alpha, score)
	}
	return 0, false
}

// noteError keeps the first error of a broken tablebase.
func (w *worker) noteError(err error) {
	if w.team.broken.Load() == nil && !errors.Is(err, ErrNotInTablebase) {
		broken := err // so that err does not escape
		w.team.broken.CompareAndSwap(nil, &broken)
	}
}

// withProven corrects the result of searchMoves by what is proven.
func (v *visit) withProven(best Score, bound Bound) (Score, Bound) {
	switch {
	case v.provenBound == LowerBound && best >= v.proven || v.provenBound == UpperBound && best <= v.proven:
		return best, bound
	case isMate(v.proven):
		return v.proven, v.provenBound // there may be a shorter one that the search has pruned
	}
	return v.proven, Exact // the search is the bound from the other side
}

// resultScore returns the score of a result that is reached at a ply.
func (w *worker) resultScore(r WDL, ply int) Score {
	switch r {
	case WDLWin:
		return tablebaseWin - Score(ply)
	case WDLLoss:
		return Score(ply) - tablebaseWin
	}
	return Score(r) * cursedWin
}

// byRule returns a result as the option Syzygy50MoveRule counts it.
func (w *worker) byRule(r WDL) WDL {
	if !w.options.Syzygy50MoveRule {
		return 2 * WDL(r.sign())
	}
	return r
}

// rankMoves ranks the moves that the search may choose by the tablebase, the best first, and
// reports whether their distances are known. It returns none if a result is unknown.
func (w *worker) rankMoves(t Tablebase, pieces int) (moves []RankedMove, distances bool) {
	if _, err := tablebaseEnding(w.position, pieces); err != nil {
		return nil, false
	}
	v, err := RankMoves(t, *w.position)
	if distances = err == nil; !distances {
		w.noteError(err)
		for _, m := range w.root {
			after := w.position.After(m.move)
			wdl, err := t.WDL(&after)
			if err != nil {
				w.noteError(err)
				return nil, false
			}
			v.Moves = append(v.Moves, RankedMove{Move: m.move, Probe: ProbeResult{WDL: -wdl}, Result: -wdl})
		}
	}
	w.hits.Add(int64(len(v.Moves)))
	moves = slices.DeleteFunc(v.Moves, func(m RankedMove) bool {
		return !slices.ContainsFunc(w.root, func(r rootMove) bool { return r.move == m.Move })
	})
	for i := range moves {
		m := &moves[i]
		if !w.options.Syzygy50MoveRule {
			m.Result = w.byRule(m.Probe.WDL)
		}
		after := w.position.After(m.Move)
		w.path.step(1, &after)
		_, drawn := w.path.repeated(1, after.HalfmoveClock())
		if drawn || m.Result > WDLDraw && w.path.canRepeat(1, &after) {
			m.Result = WDLDraw
		}
	}
	slices.SortStableFunc(moves, func(a, b RankedMove) int { return cmp.Compare(b.Result, a.Result) })
	return moves, distances
}

// canRepeat reports whether a move in q, which ends the line at ply, may make a draw by
// repetition.
func (p *path) canRepeat(ply int, q *Position) bool {
	return slices.ContainsFunc(q.appendMoves(nil), func(m Move) bool {
		next := q.After(m)
		p.step(ply+1, &next)
		_, drawn := p.repeated(ply+1, next.HalfmoveClock())
		return drawn
	})
}

// rankRoot sorts the root moves by the ranking of the tablebase, if there is one, and leaves
// out those with which no line of the search begins.
func (w *worker) rankRoot(moves []RankedMove) {
	if len(moves) == 0 {
		return
	}
	w.ranked = true
	hurry := w.path.hasRepeated(w.position.HalfmoveClock())
	shortest := rankStep
	for _, m := range moves {
		if m.Result == WDLWin {
			shortest = min(shortest, m.Probe.DTZ)
		}
	}
	for _, m := range moves {
		r := w.rootMove(m.Move)
		distance := min(max(m.Probe.DTZ, -m.Probe.DTZ), rankStep-2)
		r.score = w.resultScore(m.Result, distance)
		r.rank = int(m.Result) * rankStep
		switch {
		case w.mateSearch:
		case m.Result == WDLWin && !hurry && w.position.HalfmoveClock()+distance <= quickZeroing:
			r.rank += rankStep - 1
			r.score = w.resultScore(WDLWin, shortest)
		case m.Result > WDLDraw: // this also wins what is cursed only by rounding
			r.rank += rankStep - 2 - distance
		case m.Result < WDLDraw:
			r.rank += distance
		}
	}
	slices.SortStableFunc(w.root, func(a, b rootMove) int { return cmp.Compare(b.rank, a.rank) })
	last := w.root[min(max(w.limits.MultiPV, 1), len(w.root))-1].rank
	w.root = slices.DeleteFunc(w.root, func(r rootMove) bool { return r.rank < last })
	w.best = []Line{{PV: []Move{w.root[0].move}}}
}

const (
	// rankStep is the distance between the ranks of different results. Between them, the rank
	// of a loss, blessed or not, grows with the distance to zeroing, and that of a win,
	// cursed or not, falls.
	rankStep = 1000
	// quickZeroing, half of the fifty moves, is the halfmove clock up to which a zeroing win
	// leaves the choice to the search, which finds better ways than the shortest to zeroing.
	// When it takes longer, or a position has occurred again, the shortest way comes first, so
	// that each move brings the win nearer.
	quickZeroing = 50
)

// hasRepeated reports whether occurredTwice has a position.
func (p *path) hasRepeated(reversible int) bool {
	for range p.occurredTwice(reversible) {
		return true
	}
	return false
}

// prove makes the lines of the search those of best play if the tablebase knows the distances
// to mate of all of them, and reports whether it does. It does not if the fifty-move rule,
// or a position that has occurred twice, may make the way to mate longer.
func (w *worker) prove(t Tablebase, moves []RankedMove) bool {
	decided := len(moves) > 0 && (moves[0].Result == WDLWin || moves[0].Result == WDLLoss)
	if !decided || w.path.hasRepeated(w.position.HalfmoveClock()) {
		return false
	}
	lines := min(max(w.limits.MultiPV, 1), len(moves))
	for i, m := range moves {
		if i >= lines && m.Result != moves[0].Result {
			break
		}
		if (m.Result == WDLWin || m.Result == WDLLoss) && !w.exactDTM(m.Probe) {
			return false
		}
	}
	slices.SortStableFunc(moves, func(a, b RankedMove) int {
		return cmp.Or(cmp.Compare(b.Result, a.Result), cmp.Compare(a.Probe.DTM, b.Probe.DTM))
	})
	w.ranked, w.best = false, nil
	for _, m := range moves[:lines] {
		w.best = append(w.best, w.bestPlay(t, m))
	}
	w.count = w.hits.Load()
	w.selDepth = len(w.best[0].PV)
	w.completed = min(w.selDepth, MaxDepth)
	if w.limits.Depth > 0 {
		w.completed = min(w.completed, w.limits.Depth)
	}
	return true
}

// exactDTM reports whether the distance to mate of a win or a loss is known, and the
// mate comes before the fifty-move rule can matter.
func (w *worker) exactDTM(t ProbeResult) bool {
	return t.DTMKnown && (!w.options.Syzygy50MoveRule || w.position.HalfmoveClock()+max(t.DTM, -t.DTM) <= 100)
}

// bestPlay returns the line of best play that begins with m.
func (w *worker) bestPlay(t Tablebase, m RankedMove) Line {
	line := Line{Bound: Exact, PV: []Move{m.Move}}
	plies := max(m.Probe.DTM, -m.Probe.DTM)
	switch m.Result {
	case WDLWin:
		line.Score = mateIn(plies)
	case WDLLoss:
		line.Score = -mateIn(plies)
	default:
		line.Score = w.resultScore(m.Result, 0)
		return line
	}
	p := w.position.After(m.Move)
	for len(line.PV) < plies {
		if !w.options.Syzygy50MoveRule {
			p.halfmove = 0
		}
		v, err := RankMoves(t, p)
		if err != nil || len(v.Moves) == 0 {
			break
		}
		w.hits.Add(int64(len(v.Moves)))
		line.PV = append(line.PV, v.Moves[0].Move)
		p = p.After(v.Moves[0].Move)
	}
	return line
}

// bestRank returns the best rank of the root moves with which no line of this depth begins yet.
func (w *worker) bestRank() int {
	best := math.MinInt
	for _, m := range w.root {
		if m.rank > best && !slices.Contains(w.multiPVMoves, m.move) {
			best = m.rank
		}
	}
	return best
}

// rootMove returns the root move that plays m.
func (w *worker) rootMove(m Move) *rootMove {
	return &w.root[slices.IndexFunc(w.root, func(r rootMove) bool { return r.move == m })]
}

// compareLines orders lines, the best first: mates, then by rank, then by score.
func (w *worker) compareLines(a, b Line) int {
	return cmp.Or(
		cmp.Compare(max(b.Score, MaxEvaluation), max(a.Score, MaxEvaluation)),
		cmp.Compare(w.rootMove(b.PV[0]).rank, w.rootMove(a.PV[0]).rank),
		cmp.Compare(b.Score, a.Score))
}

// shown returns the best lines for the caller: with the score of the tablebase, if it has
// ranked the moves, unless the search has found a mate.
func (w *worker) shown() []Line {
	if !w.ranked {
		return w.best
	}
	lines := slices.Clone(w.best)
	for i := range lines {
		if !isMate(lines[i].Score) {
			lines[i].Score, lines[i].Bound = w.rootMove(lines[i].PV[0]).score, Exact
		}
	}
	return lines
}

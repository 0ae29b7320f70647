package chess

import (
	"math"
	"slices"
)

// The numbers below, and those of the history and the clock, are from games, which
// docs/search-numbers.md lists with what each is worth.

// search returns the score of the node at ply: exact if it is between alpha
// and beta, else a bound. cut says that beta is expected to be reached. Once the
// search is stopped what it returns means nothing, but at the root it is the
// score of its line.
//
// The table must not keep what is true only for this line: a draw because a
// position on the way here came again, or because the clock of the fifty moves
// ran out. So a node notes, in relies, the earliest ply whose position its score
// relies on: maxPly if none, -1 if it lies before the root or is a matter of the
// clock. If it is earlier than the node itself, the score is not kept.
func (w *worker) search(ply, depth int, alpha, beta Score, cut bool) Score {
	n, o := &w.nodes[ply], &w.options
	p := &n.pos
	n.pvLen, n.relies = 0, maxPly
	if w.count >= w.checkAt {
		if w.poll(); w.stopped {
			return alpha
		}
	}
	inCheck := p.InCheck()
	switch {
	case !inCheck:
	case w.hunting:
		depth++
	case o.CheckExtension:
		depth = max(depth, 1)
	}
	if depth <= 0 && o.Quiescence || ply >= maxPly {
		return w.quiesce(ply, alpha, beta, inCheck)
	}
	w.selDepth = max(w.selDepth, ply)

	key := p.Key()
	hash := key.hash()
	w.hashes[w.rootAt+ply] = hash
	root, pvNode := ply == 0, alpha+1 < beta
	if !root {
		if p.threeChecksGiven() {
			return -MateIn(ply)
		}
		if p.dead() {
			return 0
		}
		if at, ok := w.repeated(ply, &key, hash); ok {
			n.relies = at
			return 0
		}
		if w.fiftyMoves(n, inCheck) {
			return 0
		}
		// No line from here is worth more than a mate already found.
		alpha, beta = max(alpha, -MateIn(ply)), min(beta, MateIn(ply+1))
		if alpha >= beta {
			return alpha
		}
	}

	var e Entry
	known := false
	if w.table != nil && n.skip == 0 {
		if e, known = w.table.lookup(&key, hash); known {
			e.Score, n.raw = fromTable(e.Score, ply), e.Eval
			if !pvNode && e.Depth >= depth && e.Bound.decides(e.Score, alpha, beta) && w.applies(n, &e, depth) {
				return e.Score
			}
		}
	}

	eval := unknown
	improving := false
	if !inCheck && depth > 0 {
		if n.skip == 0 {
			n.eval = w.evaluate(n)
			if !root {
				w.learnFromEval(ply)
			}
		}
		eval = n.eval
		improving = ply >= 2 && w.nodes[ply-2].eval != unknown && eval > w.nodes[ply-2].eval
		if known && max(e.Score, -e.Score) <= MaxEvaluation && e.Bound.decides(e.Score, eval, eval+1) {
			eval = e.Score
		}
	} else if n.skip == 0 {
		n.eval = unknown
	}

	if !pvNode && !inCheck && n.skip == 0 && depth > 0 {
		if score, ok := w.prune(ply, depth, alpha, beta, eval, improving, &e, known, cut); ok || w.stopped {
			return score
		}
		n.relies, n.pvLen = maxPly, 0
	}

	if depth <= 0 { // without quiescence
		return w.leaf(ply, inCheck)
	}
	if !root {
		w.startPicking(ply, e.Move, inCheck, false)
	}

	start, best, bound, bestMove := alpha, -Mate-1, UpperBound, Move(0)
	relies := maxPly
	n.quietCount, n.captureCount = 0, 0
	for i := 0; ; i++ {
		var m Move
		if root {
			if i == len(w.root) {
				break
			}
			if m = w.root[i].move; slices.Contains(w.exclude, m) {
				continue
			}
			w.reportMove(depth, i, m)
		} else if m = w.pick(ply, inCheck); m == 0 {
			break
		}
		if m == n.skip {
			continue
		}
		quiet := p.quiet(m)
		past := int32(0)
		if quiet {
			past = n.quietHistory(m)
		}
		reduced := depth - 1
		if o.LateReductions > 0 && depth >= 3 && i >= 1 {
			reduced = w.reduce(n, depth, i, m, quiet, past, pvNode, cut, improving, inCheck)
		}
		if !root && best > -MaxEvaluation && w.futile(n, m, depth, reduced, i, quiet, past, alpha, eval, improving, inCheck) {
			continue
		}
		further := 0
		if o.Singular && !root && m == e.Move && depth >= 6 && n.skip == 0 && e.Depth >= depth-3 && e.Bound&LowerBound != 0 &&
			max(e.Score, -e.Score) <= MaxEvaluation && ply < 2*w.depth+8 {
			score, verdict := w.singular(ply, depth, m, e.Score, beta, pvNode, cut)
			if w.stopped {
				return alpha
			}
			if verdict == multiCut {
				return score
			}
			further = verdict
			w.startPicking(ply, e.Move, inCheck, false)
			w.pick(ply, inCheck)
		}

		before := w.count
		w.play(ply, m)
		deep := depth - 1 + further
		score := alpha + 1
		if best > -Mate-1 { // after the first, only ask whether a move is better
			shallow := min(reduced, deep)
			score = -w.search(ply+1, shallow, -alpha-1, -alpha, true)
			if shallow < deep && score > alpha && !w.stopped {
				score = -w.search(ply+1, deep, -alpha-1, -alpha, !cut)
			}
		} else if !pvNode {
			score = -w.search(ply+1, deep, -alpha-1, -alpha, !cut)
		}
		if pvNode && score > alpha && !w.stopped {
			score = -w.search(ply+1, deep, -beta, -alpha, false)
		}
		if w.stopped {
			return best
		}
		if root {
			w.root[i].nodes = w.count - before
		}
		next := &w.nodes[ply+1]
		if score > best {
			best = score
			if score > alpha {
				bestMove, bound = m, Exact
				if pvNode {
					n.pv[0] = m
					n.pvLen = 1 + copy(n.pv[1:], next.pv[:next.pvLen])
				}
				if score >= beta {
					bound, relies = LowerBound, next.relies
					w.learn(ply, depth, m)
					break
				}
				alpha = score
			}
		}
		relies = min(relies, next.relies)
		switch {
		case quiet && n.quietCount < len(n.quiets):
			n.quiets[n.quietCount] = m
			n.quietCount++
		case !quiet && n.captureCount < len(n.captures):
			n.captures[n.captureCount] = m
			n.captureCount++
		}
	}
	n.relies = relies
	if best == -Mate-1 {
		switch {
		case n.skip != 0:
			return start
		case inCheck:
			return -MateIn(ply)
		}
		return 0
	}
	if n.skip != 0 {
		return best
	}
	if o.Correction && !inCheck && !root && (bestMove == 0 || p.quiet(bestMove)) && max(best, -best) <= MaxEvaluation &&
		(bound == Exact || bound == LowerBound && best > n.eval || bound == UpperBound && best < n.eval) {
		w.history.learnError(p, depth, best-n.raw)
	}
	if w.table != nil && (!root || len(w.exclude)+len(w.limits.SearchMoves) == 0) {
		if far(best) || known && !o.Rigorous && e.Bound.tighter(e.Score, best, bound) {
			// A mate found by a way around must not take the place of the way
			// itself: round by round the mate would move out of reach.
		} else if relies >= ply {
			w.table.store(&key, hash, Entry{toTable(best, ply), min(depth, 255), bound, bestMove, n.raw})
		} else if bestMove != 0 {
			// What is best now may be so on another day: a bound that is always
			// true carries it, or what is known already.
			if !known {
				e = Entry{-Mate, 0, LowerBound, bestMove, n.raw}
			} else {
				e.Score, e.Move, e.Eval = toTable(e.Score, ply), bestMove, n.raw
			}
			w.table.store(&key, hash, e)
		}
	}
	return best
}

// applies reports whether an entry's score, which was found with another
// history, is that of a search to the given depth here. When the fifty moves
// may run out within the depth, it is not. Rigorously, neither is it when a
// position since the last irreversible move may come again, nor the score of a
// deeper search.
func (w *worker) applies(n *node, e *Entry, depth int) bool {
	if int(n.pos.halfmove)+depth >= 100 {
		return false
	}
	if !w.options.Rigorous {
		return true
	}
	reversible := min(int(n.pos.halfmove), n.ahead)
	return e.Depth == depth && (reversible == 0 || reversible+depth < 4)
}

// decides reports whether a score with this bound settles the question of a
// window.
func (b Bound) decides(score, alpha, beta Score) bool {
	return b == Exact || b == LowerBound && score >= beta || b == UpperBound && score <= alpha
}

// far reports whether a score is a mate further off than a line can be long.
func far(s Score) bool {
	s = max(s, -s)
	return s > MaxEvaluation && s < Mate-maxPly
}

// tighter reports whether a mate with bound b says more than another score.
func (b Bound) tighter(mate, other Score, bound Bound) bool {
	if mate > MaxEvaluation {
		return b&LowerBound != 0 && bound&LowerBound != 0 && mate > other
	}
	return mate < -MaxEvaluation && b&UpperBound != 0 && bound&UpperBound != 0 && mate < other
}

// leaf evaluates a node without quiescence.
func (w *worker) leaf(ply int, inCheck bool) Score {
	n := &w.nodes[ply]
	if len(n.pos.AppendMoves(w.moves[:0])) == 0 {
		if inCheck {
			return -MateIn(ply)
		}
		return 0
	}
	return w.evaluate(n)
}

// prune looks for a reason not to look at any move of a node outside the
// principal variation.
func (w *worker) prune(ply, depth int, alpha, beta, eval Score, improving bool, e *Entry, known, cut bool) (Score, bool) {
	n, o := &w.nodes[ply], &w.options
	p := &n.pos
	if o.ReverseFutility > 0 && depth <= 8 && max(beta, -beta) <= MaxEvaluation {
		if margin := Score(o.ReverseFutility) * (Score(depth) - Score(one(improving))); eval-margin >= beta {
			return beta + (eval-beta)/3, true
		}
	}
	if o.NullMove && w.nodes[max(ply-1, 0)].made != 0 && depth >= 2 && eval >= beta && n.eval+Score(15*depth) >= beta+100 && beta > -MaxEvaluation {
		if pieces := p.pieceCount(); pieces > 0 {
			shallower := depth - 3 - depth/4 - int(min((eval-beta)/180, 3))
			w.pass(ply)
			score := -w.search(ply+1, shallower, -beta, -beta+1, !cut)
			relies := w.nodes[ply+1].relies
			if score >= beta && pieces == 1 && !w.stopped { // zugzwang is near: verify
				score = w.verify(ply, depth-4, beta)
				relies = min(relies, n.relies)
			}
			if w.stopped {
				return alpha, true
			}
			if score >= beta {
				n.relies = relies
				if score > MaxEvaluation { // a mate after passing proves none
					score = beta
				}
				return score, true
			}
		}
	}
	if o.ProbCut > 0 && depth >= 5 && max(beta, -beta) <= MaxEvaluation-Score(o.ProbCut) {
		raised := beta + Score(o.ProbCut)
		if !known || e.Depth < depth-3 || e.Score >= raised || e.Bound == LowerBound {
			w.startPicking(ply, e.Move, false, true)
			for m := w.pick(ply, false); m != 0; m = w.pick(ply, false) {
				if !p.SEEAtLeast(m, int(raised-n.eval), nil) {
					continue
				}
				w.play(ply, m)
				score := -w.quiesce(ply+1, -raised, -raised+1, w.nodes[ply+1].pos.InCheck())
				if score >= raised && !w.stopped {
					score = -w.search(ply+1, depth-4, -raised, -raised+1, !cut)
				}
				if w.stopped {
					return alpha, true
				}
				if score >= raised {
					n.relies = w.nodes[ply+1].relies
					if w.table != nil && n.relies >= ply {
						key := p.Key()
						w.table.store(&key, w.hashes[w.rootAt+ply], Entry{toTable(score, ply), depth - 3, LowerBound, m, n.raw})
					}
					return score, true
				}
			}
		}
	}
	return 0, false
}

// verify searches the node at ply itself, without passing.
func (w *worker) verify(ply, depth int, beta Score) Score {
	passing := w.options.NullMove
	w.options.NullMove = false
	score := w.search(ply, max(depth, 1), beta-1, beta, false)
	w.options.NullMove = passing
	return score
}

// multiCut is the verdict that several moves are good enough.
const multiCut = -128

// singular searches the node at ply without the table's move m. It returns how
// many plies deeper m deserves to be searched, or multiCut and a score if
// others are enough too.
func (w *worker) singular(ply, depth int, m Move, value, beta Score, pvNode, cut bool) (Score, int) {
	n := &w.nodes[ply]
	bar := value - Score(2*depth)
	quiets, captures := n.quietCount, n.captureCount
	n.skip = m
	score := w.search(ply, (depth-1)/2, bar-1, bar, cut)
	n.skip = 0
	n.quietCount, n.captureCount, n.pvLen = quiets, captures, 0
	switch {
	case score < bar-24 && !pvNode: // by far
		return score, 2
	case score < bar:
		return score, 1
	case bar >= beta:
		return bar, multiCut
	case value >= beta:
		return score, -1
	}
	return score, 0
}

// reductions is how many plies less a move is looked at, by depth and place, in
// 256ths.
var reductions = func() (t [64][64]int32) {
	for depth := 1; depth < 64; depth++ {
		for i := 1; i < 64; i++ {
			t[depth][i] = int32(256 * (0.62 + math.Log(float64(depth))*math.Log(float64(i+1))/2.1))
		}
	}
	return
}()

// reduce returns the depth to which m, the i-th move of a node, is searched first.
func (w *worker) reduce(n *node, depth, i int, m Move, quiet bool, past int32, pvNode, cut, improving, inCheck bool) int {
	if !quiet && i < 4 {
		return depth - 1
	}
	r := reductions[min(depth, 63)][min(i, 63)]
	if !quiet {
		r -= 256
	} else {
		r -= past / 32
		if n.pos.GivesCheck(m) {
			r -= 256
		}
	}
	if pvNode {
		r -= 215
	}
	if cut {
		r += 256
	}
	if !improving {
		r += 230
	}
	if inCheck {
		r -= 500
	}
	r = r * int32(w.options.LateReductions) / 100
	return max(min(depth-1-int(r)/256, depth-1), 1)
}

// futile reports whether a move near the leaves is not worth playing, once
// another has been.
func (w *worker) futile(n *node, m Move, depth, reduced, i int, quiet bool, past int32, alpha, eval Score, improving, inCheck bool) bool {
	o, p := &w.options, &n.pos
	if quiet {
		if o.LateMoves && depth <= 8 && n.quietCount >= (4+depth*depth)>>(1-one(improving)) {
			n.picker.skipQuiets()
			return true
		}
		if o.Futility > 0 && !inCheck && reduced <= 7 && eval+Score(o.Futility)*Score(reduced+1)+35 <= alpha && !p.GivesCheck(m) {
			return true
		}
		if o.LateMoves && depth <= 7 && past < -7000*int32(depth) {
			return true
		}
		return o.ExchangePruning && depth <= 8 && !p.SEEAtLeast(m, -22*reduced*reduced, nil)
	}
	return o.ExchangePruning && depth <= 8 && !inCheck && !p.SEEAtLeast(m, -95*depth, nil)
}

// pieceCount returns how many men beside king and pawns the side to move has:
// with none, having to move may be a disadvantage, and passing proves nothing.
func (p *Position) pieceCount() int {
	n := 0
	own := p.own()
	for _, e := range p.pieces[own+1 : own+16] {
		if e.kind() > Pawn {
			n++
		}
	}
	return n
}

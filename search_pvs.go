package chess

import "slices"

// search returns the score of the node at ply by principal variation search,
// fail-soft: exact if it is between alpha and beta, else a bound. cutNode says
// that the node is expected to fail high. Once the search is stopped the score means
// nothing, except at the root, where it is the best so far, with its PV.
//
// The graph history interaction problem (GHI): the transposition table must not
// keep what is true for this line only, such as a draw by repetition of a position
// before it, or by the fifty-move rule. So a node records what its score relies on:
// see reliance and worker.lookup.
func (w *worker) search(ply, depth int, alpha, beta Score, cutNode bool) Score {
	n := &w.nodes[ply]
	n.pvLen, n.reliesOn = 0, onNothing
	if w.count >= w.pollAt {
		if w.poll(); w.stopped {
			return alpha
		}
	}
	v := visit{
		node: n, ply: ply, depth: depth, alpha: alpha, beta: beta, pvNode: alpha+1 < beta, cutNode: cutNode,
		inCheck: n.inCheck, eval: Unevaluated,
	}
	// Check extensions: a node in check does not begin the quiescence search. In a
	// search for a mate, and where checks win the game, each check is worth a ply.
	switch {
	case !v.inCheck:
	case w.mateSearch, w.options.CheckExtensions && n.pos.isThreeCheck():
		v.depth++
	case w.options.CheckExtensions:
		v.depth = max(v.depth, 1)
	}
	if v.depth <= 0 && w.options.Quiescence || ply >= maxPly {
		return w.quiesce(ply, 0, alpha, beta)
	}
	w.selDepth = max(w.selDepth, ply)

	w.path.step(ply, &n.pos)
	if ply > 0 {
		if score, over := w.gameOver(&v); over {
			return score
		}
	}
	if score, cutoff := w.probe(&v); cutoff {
		return score
	}
	if score, cutoff := w.probeTablebase(&v); cutoff {
		return score
	}
	w.setStaticEval(&v)
	if w.lacksMove(&v) {
		v.depth--
	}
	if !v.pvNode && !v.inCheck && n.excluded == 0 && v.depth > 0 {
		if score, cutoff := w.prune(&v); cutoff {
			return score
		}
		n.reliesOn, n.pvLen = onNothing, 0
	}
	if v.depth <= 0 { // without quiescence search
		return w.leaf(&v)
	}
	best, bound, bestMove := w.searchMoves(&v)
	if bound != NoBound && n.excluded == 0 {
		if v.provenBound != NoBound {
			best, bound = v.withProven(best, bound)
		}
		w.storeScore(&v, best, bound, bestMove)
	}
	return best
}

// gameOver reports whether the node needs no search, and its score: by the rules of
// the game, or by mate distance pruning.
func (w *worker) gameOver(v *visit) (Score, bool) {
	n := v.node
	if w.special {
		if score, over := w.path.law.over(&n.pos, v.ply, v.inCheck); over {
			return score, true
		}
	} else if n.pos.insufficientMaterial() {
		return 0, true
	}
	if at, ok := w.path.repeated(v.ply, n.reversible()); ok {
		n.reliesOn = reliance{ply: at}
		return 0, true
	}
	if n.pos.fiftyMoves(v.inCheck, &w.moves) {
		n.reliesOn = onClock
		return 0, true
	}
	// Mate distance pruning
	v.alpha, v.beta = max(v.alpha, -mateIn(v.ply)), min(v.beta, mateIn(v.ply+1))
	return v.alpha, v.alpha >= v.beta
}

// setStaticEval evaluates the node, unless it is in check.
func (w *worker) setStaticEval(v *visit) {
	n := v.node
	if v.inCheck || v.depth <= 0 {
		if n.excluded == 0 {
			n.staticEval = Unevaluated
		}
		return
	}
	if n.excluded == 0 {
		n.staticEval = w.evaluate(n)
		if v.ply > 0 {
			w.updateFromEval(v.ply)
		}
	}
	v.eval = n.staticEval
	if v.ply >= 2 {
		earlier := w.nodes[v.ply-2].staticEval
		v.improving = earlier != Unevaluated && v.eval > earlier
	}
	if e := &v.entry; v.found && !w.decisive(e.Score) && e.Bound.decides(e.Score, v.eval, v.eval+1) {
		// The table's score is a better evaluation where its bound allows it.
		v.eval = e.Score
	}
}

// prune tries to end the visit of a node that is not a PV node before any of its
// moves is searched. It also reports a cutoff when the search was stopped.
func (w *worker) prune(v *visit) (score Score, cutoff bool) {
	if score, cutoff = w.reverseFutility(v); cutoff {
		return score, true
	}
	if score, cutoff = w.nullMove(v); cutoff {
		return score, true
	}
	return w.probCut(v)
}

// Null-move pruning: the side to move passes, and still fails high. There are no
// two null moves in a row.
func (w *worker) nullMove(v *visit) (Score, bool) {
	n, beta := v.node, v.beta
	if !w.options.NullMovePruning || w.nodes[max(v.ply-1, 0)].pieceTo == 0 || v.depth < 2 || v.eval < beta ||
		n.staticEval+Score(15*v.depth) < beta+100 || beta <= -w.maxEvaluation {
		return 0, false
	}
	pieces := n.pos.nonPawnCount()
	if pieces == 0 {
		return 0, false
	}
	reduced := v.depth - 3 - v.depth/4 - int(min((v.eval-beta)/180, 3))
	w.playNull(v.ply)
	score := -w.search(v.ply+1, reduced, -beta, -beta+1, !v.cutNode)
	reliesOn := w.nodes[v.ply+1].reliesOn
	if score >= beta && pieces == 1 && !w.stopped { // zugzwang is likely
		score = w.verify(v)
		reliesOn = reliesOn.and(n.reliesOn)
	}
	switch {
	case w.stopped:
		return v.alpha, true
	case score < beta:
		return 0, false
	case score > w.maxEvaluation: // a mate after a null move proves none
		score = beta
	}
	n.reliesOn = reliesOn
	return score, true
}

// verify searches the node without null moves: the verification search of
// null-move pruning.
func (w *worker) verify(v *visit) Score {
	enabled := w.options.NullMovePruning
	w.options.NullMovePruning = false
	score := w.search(v.ply, max(v.depth-4, 1), v.beta-1, v.beta, false)
	w.options.NullMovePruning = enabled
	return score
}

// ProbCut: a good capture fails high far above beta in a shallow search, so that
// a deep one would very likely fail high too.
func (w *worker) probCut(v *visit) (Score, bool) {
	n, e := v.node, &v.entry
	raised := v.beta + Score(w.options.ProbCut)
	if w.options.ProbCut <= 0 || v.depth < 5 || max(v.beta, -v.beta) > w.maxEvaluation-Score(w.options.ProbCut) ||
		v.found && e.Depth >= v.depth-3 && e.Score < raised && e.Bound != LowerBound {
		return 0, false
	}
	w.startPicking(v.ply, e.Move, true)
	for m := n.picker.pick(); m != 0; m = n.picker.pick() {
		if !n.pos.seeAtLeast(m, int(raised-n.staticEval), nil) {
			continue
		}
		w.play(v.ply, m)
		next := &w.nodes[v.ply+1]
		score := -w.quiesce(v.ply+1, 0, -raised, -raised+1)
		if score >= raised && !w.stopped {
			score = -w.search(v.ply+1, v.depth-4, -raised, -raised+1, !v.cutNode)
		}
		if w.stopped {
			return v.alpha, true
		}
		if score >= raised {
			n.reliesOn = next.reliesOn
			if w.table != nil && w.keeps(v.ply, &v.at.key, n.reliesOn) {
				w.table.store(v.at, Entry{w.toTable(score, v.ply), v.depth - 3, LowerBound, m, n.rawEval})
			}
			return score, true
		}
	}
	return 0, false
}

// leaf evaluates a node without quiescence search.
func (w *worker) leaf(v *visit) Score {
	if len(w.path.law.appendMoves(w.moves[:0], &v.node.pos)) == 0 {
		return w.noMoves(v)
	}
	return w.evaluate(v.node)
}

// noMoves returns the score of a node without legal moves: mate or stalemate.
func (w *worker) noMoves(v *visit) Score {
	if v.inCheck {
		return -mateIn(v.ply)
	}
	if p := &v.node.pos; p.rules().losing {
		if o := w.path.law.outcome(p); o.Decided {
			return decided(o.Winner == p.turn(), v.ply)
		}
	}
	return 0
}

// noScore is less than any score.
const noScore = -Mate - 1

// searchMoves searches the moves of the node one after the other and returns the best score,
// its bound, and the move that raised alpha, if any. The bound is NoBound if the score must
// not be stored: the search was stopped, there was no move, or several moves fail high.
func (w *worker) searchMoves(v *visit) (best Score, bound Bound, bestMove Move) {
	n, ply := v.node, v.ply
	if ply > 0 {
		w.startPicking(ply, v.entry.Move, false)
	}
	alpha, reliesOn := v.alpha, onNothing
	best, bound = noScore, UpperBound
	n.quietCount, n.captureCount = 0, 0
	for i := 0; ; i++ {
		m := w.nextMove(v, &i)
		if m == 0 {
			break
		}
		if m == n.excluded {
			continue
		}
		quiet, history := n.pos.quiet(m), int32(0)
		if quiet {
			history = n.picker.quietHistory(m)
		}
		lmrDepth := v.depth - 1
		if i >= 1 {
			lmrDepth = w.reducedDepth(v, i, m, quiet, history)
		}
		if ply > 0 && best > -w.maxEvaluation && w.pruneMove(v, m, lmrDepth, quiet, history, alpha) {
			continue
		}
		extension, score, cutoff := w.extend(v, m)
		if cutoff {
			return score, NoBound, 0
		}

		before := w.count
		w.play(ply, m)
		if w.path.law == nil {
			score = w.searchChild(v, best, lmrDepth, v.depth-1+extension, alpha)
		} else {
			score = w.searchWeighed(v, m, best, lmrDepth, v.depth-1+extension, alpha)
		}
		if w.stopped {
			return best, NoBound, 0
		}
		if ply == 0 {
			w.root[i].nodes = w.count - before
		}
		next := &w.nodes[ply+1]
		if score > best {
			best = score
			if score > alpha {
				alpha, bound, bestMove = score, Exact, m
				if v.pvNode {
					n.updatePV(m, next)
				}
				if score >= v.beta {
					n.reliesOn = next.reliesOn
					w.updateHistories(ply, v.depth, m)
					return best, LowerBound, m
				}
			}
		}
		reliesOn = reliesOn.and(next.reliesOn)
		n.addSearched(m, quiet)
		if ply > 0 && best > -w.maxEvaluation && w.quietsFutile(v, v.depth-1, alpha) {
			n.picker.onlyChecks()
		}
	}
	n.reliesOn = reliesOn
	switch {
	case best > noScore:
		return best, bound, bestMove
	case n.excluded != 0:
		return v.alpha, NoBound, 0
	}
	return w.noMoves(v), NoBound, 0
}

// nextMove returns the i-th move of the node, or the null move if there is none.
// At the root it skips the first moves of other lines and moves of another rank, and
// advances i past them.
func (w *worker) nextMove(v *visit, i *int) Move {
	if v.ply > 0 {
		return v.node.picker.pick()
	}
	for ; *i < len(w.root); *i++ {
		if m := w.root[*i].move; w.root[*i].rank == w.rank && !slices.Contains(w.multiPVMoves, m) {
			w.reportMove(v.depth, *i, m)
			return m
		}
	}
	return 0
}

// Singular extensions: the move of the table is searched deeper if a shallow search of the
// others fails low, and less deep if that fails high (a negative extension). If their score
// exceeds beta too, the whole node fails high: a multi-cut. extend also reports a cutoff
// when the search was stopped.
func (w *worker) extend(v *visit, m Move) (plies int, score Score, cutoff bool) {
	n, e := v.node, &v.entry
	if m != e.Move || !w.options.SingularExtensions || v.ply == 0 || v.depth < 6 || n.excluded != 0 || e.Depth < v.depth-3 ||
		e.Bound&LowerBound == 0 || w.decisive(e.Score) || v.ply >= 2*w.completed+8 { // or extensions might never end
		return 0, 0, false
	}
	singularBeta := e.Score - Score(2*v.depth)
	n.excluded = m
	score = w.search(v.ply, (v.depth-1)/2, singularBeta-1, singularBeta, v.cutNode)
	n.excluded = 0
	n.quietCount, n.captureCount, n.pvLen = 0, 0, 0 // as before: m is the first move
	switch {
	case w.stopped:
		return 0, v.alpha, true
	case score >= singularBeta && singularBeta >= v.beta:
		return 0, singularBeta, true
	case score < singularBeta-24 && !v.pvNode:
		plies = 2 // a double extension
	case score < singularBeta:
		plies = 1
	case e.Score >= v.beta:
		plies = -1
	}
	w.startPicking(v.ply, e.Move, false) // the search has used the picker
	n.picker.pick()                      // m
	return plies, 0, false
}

// In centipawns: see worker.searchChild.
const (
	deeperMargin    = 45
	shallowerMargin = 8
)

// Principal variation search: searchChild returns the score of the move just played. It searches
// the first move to the given depth with the whole window, and the others with a null window,
// first to the reduced depth. It searches a move that raises alpha again: deeper if it is
// better than the best so far by more than deeperMargin, less deep if by less than
// shallowerMargin. best is the best score so far, noScore for the first move.
func (w *worker) searchChild(v *visit, best Score, reduced, depth int, alpha Score) Score {
	ply := v.ply + 1
	score := alpha + 1 // so that the first move of a PV node gets the whole window
	if best != noScore {
		reduced = min(reduced, depth)
		score = -w.search(ply, reduced, -alpha-1, -alpha, true)
		if reduced < depth && score > alpha && !w.stopped {
			switch {
			case v.ply == 0:
			case score > best+deeperMargin+Score(2*depth):
				depth++
			case score < best+shallowerMargin && reduced < depth-1:
				depth--
			}
			score = -w.search(ply, depth, -alpha-1, -alpha, !v.cutNode)
		}
	} else if !v.pvNode {
		score = -w.search(ply, depth, -alpha-1, -alpha, !v.cutNode)
	}
	if v.pvNode && score > alpha && !w.stopped {
		score = -w.search(ply, depth, -v.beta, -alpha, false)
	}
	return score
}

// searchWeighed is searchChild for m, which the law of the game may weigh.
func (w *worker) searchWeighed(v *visit, m Move, best Score, reduced, depth int, alpha Score) Score {
	weight, without := w.path.law.weigh(&v.node.pos, m), *v
	without.beta = v.beta.unweighed(weight)
	return w.searchChild(&without, best.unweighed(weight), reduced, depth, alpha.unweighed(weight)).weighed(weight)
}

// addSearched notes that m was searched and caused no cutoff.
func (n *node) addSearched(m Move, quiet bool) {
	switch {
	case quiet && n.quietCount < len(n.quiets):
		n.quiets[n.quietCount] = m
		n.quietCount++
	case !quiet && n.captureCount < len(n.captures):
		n.captures[n.captureCount] = m
		n.captureCount++
	}
}

// The prunings and reductions below are decided without a search: by the static evaluation, the
// place of a move in the order, its history and its SEE.

// Reverse futility pruning (static null-move pruning): the static evaluation is
// so far above beta that no move is searched.
func (w *worker) reverseFutility(v *visit) (Score, bool) {
	margin := Score(w.options.ReverseFutilityPruning)
	if margin <= 0 || v.depth > 8 || w.decisive(v.beta) {
		return 0, false
	}
	margin *= Score(v.depth) - Score(oneIf(v.improving))
	return v.beta + (v.eval-v.beta)/3, v.eval-margin >= v.beta
}

// sacrificePlies is the ply up to which no check is pruned, and checks are reduced less: the checks
// of a sacrifice lose more by SEE than pruning allows.
const sacrificePlies = 5

// pruneMove reports whether m, near the leaves, is skipped without a search. Its
// depth after reductions is lmrDepth. The first move of a node is never skipped.
func (w *worker) pruneMove(v *visit, m Move, lmrDepth int, quiet bool, history int32, alpha Score) bool {
	o, n, depth := &w.options, v.node, v.depth
	p := &n.pos
	if (p.isThreeCheck() || v.ply <= sacrificePlies) && p.givesCheck(m) { // material may not matter
		return false
	}
	if !quiet {
		// SEE pruning of captures
		return o.SEEPruning && depth <= 8 && !v.inCheck && !p.seeAtLeast(m, -95*depth, nil)
	}
	// Late move pruning
	if o.LateMovePruning && depth <= 8 && n.quietCount >= (4+depth*depth)>>(1-oneIf(v.improving)) {
		n.picker.skipQuiets()
		return true
	}
	// Futility pruning
	if w.quietsFutile(v, lmrDepth, alpha) && !p.givesCheck(m) {
		return true
	}
	// History pruning
	if o.LateMovePruning && depth <= 7 && history < -7000*int32(depth) {
		return true
	}
	// SEE pruning of quiet moves
	return o.SEEPruning && depth <= 8 && !p.seeAtLeast(m, -22*lmrDepth*lmrDepth, nil)
}

// quietsFutile reports whether quiet moves with that depth after reductions do not
// raise alpha, unless they give check: futility pruning.
func (w *worker) quietsFutile(v *visit, lmrDepth int, alpha Score) bool {
	margin := Score(w.options.FutilityPruning)
	return margin > 0 && !v.inCheck && lmrDepth <= 7 && v.eval+margin*Score(lmrDepth+1)+35 <= alpha
}

// Internal iterative reductions: lacksMove reports whether the node is searched less deep
// because the table has no move for it. Without one the order of the moves is poor, and the
// shallower search finds one for the next visit.
func (w *worker) lacksMove(v *visit) bool {
	return v.entry.Move == 0 && (v.pvNode || v.cutNode) && v.depth >= 5 && v.ply > 0 && v.node.excluded == 0 &&
		w.options.LateMoveReductions > 0 && !w.mateSearch
}

// Late move reductions: reducedDepth returns the depth to which m, the i-th move of a
// node, is searched first.
func (w *worker) reducedDepth(v *visit, i int, m Move, quiet bool, history int32) int {
	full := v.depth - 1
	p := &v.node.pos
	if w.options.LateMoveReductions <= 0 || v.depth < 3 || !quiet && i < 4 || p.isThreeCheck() && p.givesCheck(m) {
		return full
	}
	r := reductions[min(v.depth, 63)][min(i, 63)]
	check := (quiet || v.ply <= sacrificePlies) && p.givesCheck(m)
	if !quiet {
		r -= 256
	} else {
		r -= history / 32
		if check {
			r -= 256
		}
	}
	// Sacrifices are found more often if reductions are smaller at the root, and for checks near it.
	if check && v.ply <= sacrificePlies {
		r -= 384
	}
	if v.ply == 0 {
		r -= 512
	}
	if v.pvNode {
		r -= 215
	}
	if v.cutNode {
		r += 256
	}
	if !v.improving {
		r += 230
	}
	if v.inCheck {
		r -= 500
	}
	r = r * int32(w.options.LateMoveReductions) / 100
	return max(min(full-int(r)/256, full), 1)
}

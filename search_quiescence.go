package chess

// quiescenceLookups is how many plies of quiescence search look their nodes up in the
// transposition table. To pack the key of a position takes more than it saves further down:
// with all plies a search to depth 12 takes 1.08 times the nodes, and depth 13 1.04 times.
const quiescenceLookups = 2

// onlyRecaptures is how many plies of quiescence search there are before a side that is not in
// check may take on the square of the last move only. Games hardly come so far (a search to depth
// 12 takes 0.99 times the nodes), but where pawns of both sides promote, captures without a limit
// never end: three lines to depth 5 took more than 10,000,000 nodes, and take 362,006.
const onlyRecaptures = 8

// quiesce returns the score of the node at ply by quiescence search: it searches
// captures and promotions until the position is quiet, so that it can be
// evaluated. In check it searches the evasions. What it returns is what search
// does. plies is how many plies of quiescence search led to it.
func (w *worker) quiesce(ply, plies int, alpha, beta Score) Score {
	n := &w.nodes[ply]
	p, inCheck := &n.pos, n.inCheck
	n.pvLen, n.reliesOn = 0, onNothing
	w.selDepth = max(w.selDepth, ply)
	if w.count >= w.pollAt {
		if w.poll(); w.stopped {
			return alpha
		}
	}
	switch {
	case p.threeChecksGiven():
		return -mateIn(ply)
	case p.insufficientMaterial():
		return 0
	case p.fiftyMoves(inCheck, &w.moves):
		n.reliesOn = onClock
		return 0
	case p.canGiveLastCheck(&w.moves):
		return mateIn(ply + 1)
	case !inCheck && p.loneKing() && len(p.appendMoves(w.moves[:0])) == 0: // stalemate
		return 0
	case ply >= maxPly:
		return w.evaluate(n)
	}

	var at *address // in the transposition table
	var e Entry
	found := false
	whole := w.limits.WholeLines && alpha+1 < beta
	located := w.table != nil && plies < quiescenceLookups
	if located {
		if e, at, found = w.lookup(n, ply, 0); found {
			n.rawEval = e.Eval
			inside := whole && alpha < e.Score && e.Score < beta
			if !inside && e.Bound.decides(e.Score, alpha, beta) || w.believesMate(&e) {
				return e.Score
			}
		}
	}

	best, bound, bestMove, eval := -mateIn(ply), UpperBound, Move(0), Unevaluated
	if !inCheck {
		// Stand pat
		eval = w.evaluate(n)
		best = eval
		if found && !whole && !w.decisive(e.Score) && e.Bound.decides(e.Score, eval, eval+1) {
			best = e.Score
		}
		if best >= beta {
			if located && !found {
				w.storeQuiet(n, ply, at, best, LowerBound, 0)
			}
			return best
		}
		alpha = max(alpha, best)
	}
	w.startPicking(ply, e.Move, true)
	for m := n.picker.pick(); m != 0; m = n.picker.pick() {
		if best > -w.maxEvaluation {
			if inCheck {
				if p.quiet(m) { // it is no mate, and one evasion is enough to see that
					break
				}
			} else if plies >= onlyRecaptures && m.To() != w.nodes[ply-1].move.To() {
				continue
			} else if most, futile := w.deltaPrune(n, m, eval, alpha); futile {
				best = max(best, most)
				continue
			}
		}
		if plies+1 < quiescenceLookups {
			w.play(ply, m)
		} else {
			w.playUnlocated(ply, m)
		}
		next := &w.nodes[ply+1]
		score := -w.quiesce(ply+1, plies+1, -beta, -alpha)
		if w.stopped {
			return alpha
		}
		n.reliesOn = n.reliesOn.and(next.reliesOn)
		if score <= best {
			continue
		}
		best = score
		if score > alpha {
			alpha, bestMove, bound = score, m, Exact
			n.updatePV(m, next)
			if score >= beta {
				bound = LowerBound
				break
			}
		}
	}
	if located && (!found || e.Depth == 0) {
		w.storeQuiet(n, ply, at, best, bound, bestMove)
	}
	return best
}

// storeQuiet keeps the result of quiescence search at the node in the transposition table. Those
// that it leaves at once are kept too: that takes 0.92 of the nodes to depth 13, and 0.91 to depth 14.
func (w *worker) storeQuiet(n *node, ply int, at *address, score Score, bound Bound, m Move) {
	if !isFarMate(score) && w.keeps(ply, &at.key, n.reliesOn) {
		w.table.store(at, Entry{w.toTable(score, ply), 0, bound, m, n.rawEval})
	}
}

// deltaPrune reports whether what a capture can win at most does not raise alpha,
// and what that leads to: delta pruning.
func (w *worker) deltaPrune(n *node, m Move, eval, alpha Score) (most Score, futile bool) {
	delta := Score(w.options.DeltaPruning)
	if delta <= 0 || m.Promotion() != 0 {
		return 0, false
	}
	most = eval + delta + Score(exchangeValues[n.pos.victim(m).Type()&7])
	return most, most <= alpha && !n.pos.givesCheck(m)
}

// evaluate returns the static evaluation of a node: the evaluator's, which is
// asked once, kept apart from mates and corrected.
func (w *worker) evaluate(n *node) Score {
	if n.rawEval == Unevaluated {
		n.rawEval = min(max(w.evaluations.evaluate(w.evaluator, &n.pos), -w.maxEvaluation), w.maxEvaluation)
	}
	if !w.options.CorrectionHistory {
		return n.rawEval
	}
	return min(max(n.rawEval+w.history.evalCorrection(&n.pos), -w.maxEvaluation), w.maxEvaluation)
}

package chess

// quiescenceLookups is how many plies of quiescence search look nodes up in the transposition
// table. Further down, packing the key costs more than the look-up saves.
const quiescenceLookups = 2

// onlyRecaptures is the ply of quiescence search from which a side that is not in check may only
// take on the square of the last move. Where pawns of both sides promote, captures without a
// limit never end.
const onlyRecaptures = 8

// quiesce returns the score of the node at ply as search does, by quiescence search: it searches
// captures and promotions until the position is quiet and can be evaluated. In check it searches
// evasions until one is not mated, and then only captures. plies is the number of plies of
// quiescence search before it.
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
	if score, over := w.quiesceOver(n, ply); over {
		return score
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
		score := Score(0)
		if w.path.law == nil {
			score = -w.quiesce(ply+1, plies+1, -beta, -alpha)
		} else {
			weight := w.path.law.weigh(p, m)
			score = (-w.quiesce(ply+1, plies+1, -beta.unweighed(weight), -alpha.unweighed(weight))).weighed(weight)
		}
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

// quiesceOver reports whether the node ends quiescence search, by the rules of the game or by
// the greatest ply, and its score.
func (w *worker) quiesceOver(n *node, ply int) (Score, bool) {
	p := &n.pos
	switch {
	case w.special:
		if score, over := w.path.law.over(p, ply, n.inCheck); over {
			return score, true
		}
	case p.insufficientMaterial():
		return 0, true
	}
	switch {
	case p.fiftyMoves(n.inCheck, &w.moves):
		n.reliesOn = onClock
		return 0, true
	case p.canGiveLastCheck(&w.moves) && w.path.law == nil:
		return mateIn(ply + 1), true
	case !n.inCheck && p.loneKing() && len(w.path.law.appendMoves(w.moves[:0], p)) == 0: // stalemate
		return 0, true
	case ply >= maxPly:
		return w.evaluate(n), true
	}
	return 0, false
}

// storeQuiet stores the result of quiescence search at the node in the transposition table.
// Storing nodes that are left at once too saves nodes: docs/lab/search-numbers.md.
func (w *worker) storeQuiet(n *node, ply int, at *address, score Score, bound Bound, m Move) {
	if !isFarMate(score) && w.keeps(ply, &at.key, n.reliesOn) {
		w.table.store(at, Entry{w.toTable(score, ply), 0, bound, m, n.rawEval})
	}
}

// Delta pruning: deltaPrune reports whether a capture cannot raise alpha, and the score that it
// reaches at most.
func (w *worker) deltaPrune(n *node, m Move, eval, alpha Score) (most Score, futile bool) {
	delta := Score(w.options.DeltaPruning)
	if delta <= 0 || m.Promotion() != 0 {
		return 0, false
	}
	most = eval + delta + Score(exchangeValues[n.pos.victim(m).Type()&7])
	return most, most <= alpha && !n.pos.givesCheck(m)
}

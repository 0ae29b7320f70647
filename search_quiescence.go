package chess

// quiesce plays on until no capture is left that changes the score: a quiet
// position is one that can be evaluated. In check, all answers are tried.
func (w *worker) quiesce(ply int, alpha, beta Score, inCheck bool) Score {
	n, o := &w.nodes[ply], &w.options
	p := &n.pos
	n.pvLen, n.relies = 0, maxPly
	w.selDepth = max(w.selDepth, ply)
	if w.count >= w.checkAt {
		if w.poll(); w.stopped {
			return alpha
		}
	}
	if p.threeChecksGiven() {
		return -MateIn(ply)
	}
	if p.dead() {
		return 0
	}
	if w.fiftyMoves(n, inCheck) {
		return 0
	}
	if ply >= maxPly {
		return w.evaluate(n)
	}

	key := p.Key()
	hash := uint64(0)
	var e Entry
	known := false
	if w.table != nil {
		hash = key.hash()
		if e, known = w.table.lookup(&key, hash); known {
			e.Score, n.raw = fromTable(e.Score, ply), e.Eval
			if e.Bound.decides(e.Score, alpha, beta) && p.halfmove < 90 {
				return e.Score
			}
		}
	}

	best, bound, bestMove := -MateIn(ply), UpperBound, Move(0)
	eval := unknown
	if !inCheck {
		eval = w.evaluate(n)
		best = eval
		if known && max(e.Score, -e.Score) <= MaxEvaluation && e.Bound.decides(e.Score, eval, eval+1) {
			best = e.Score
		}
		if best >= beta {
			if w.table != nil && !known {
				w.table.store(&key, hash, Entry{toTable(best, ply), 0, LowerBound, 0, n.raw})
			}
			return best
		}
		alpha = max(alpha, best)
	}
	w.startPicking(ply, e.Move, inCheck, true)
	for m := w.pick(ply, inCheck); m != 0; m = w.pick(ply, inCheck) {
		if best > -MaxEvaluation {
			if inCheck {
				if p.quiet(m) { // one answer is enough to see that it is no mate
					break
				}
			} else if o.DeltaPruning > 0 && m.Promotion() == 0 {
				most := eval + Score(o.DeltaPruning) + Score(exchangeValues[p.victim(m).Type()&7])
				if most <= alpha && !p.GivesCheck(m) {
					best = max(best, most)
					continue
				}
			}
		}
		w.play(ply, m)
		score := -w.quiesce(ply+1, -beta, -alpha, w.nodes[ply+1].pos.InCheck())
		if w.stopped {
			return alpha
		}
		n.relies = min(n.relies, w.nodes[ply+1].relies)
		if score <= best {
			continue
		}
		best = score
		if score > alpha {
			alpha, bestMove, bound = score, m, Exact
			next := &w.nodes[ply+1]
			n.pv[0] = m
			n.pvLen = 1 + copy(n.pv[1:], next.pv[:next.pvLen])
			if score >= beta {
				bound = LowerBound
				break
			}
		}
	}
	if w.table != nil && !far(best) && n.relies >= ply && (!known || e.Depth == 0) {
		w.table.store(&key, hash, Entry{toTable(best, ply), 0, bound, bestMove, n.raw})
	}
	return best
}

package chess

// quiesce plays on until no capture is left that changes the score: a quiet
// position is one that can be evaluated. In check, all answers are tried.
func (w *worker) quiesce(ply int, alpha, beta Score, inCheck bool) Score {
	n := &w.nodes[ply]
	p := &n.pos
	n.pvLen = 0
	w.selDepth = max(w.selDepth, ply)
	if p.threeChecksGiven() {
		return -MateIn(ply)
	}
	if p.dead() {
		return 0
	}
	if ply >= maxPly {
		return w.evaluate(p)
	}
	best := -MateIn(ply)
	if !inCheck {
		best = w.evaluate(p)
		if best >= beta {
			return best
		}
		alpha = max(alpha, best)
		n.moves = p.AppendCaptures(n.buf[:0])
	} else {
		n.moves = p.AppendMoves(n.buf[:0])
	}
	w.orderMoves(n, 0)
	for i := range n.moves {
		m := n.pick(i)
		w.play(ply, m)
		if w.count >= w.checkAt {
			w.poll()
		}
		if w.stopped {
			return alpha
		}
		score := -w.quiesce(ply+1, -beta, -alpha, w.nodes[ply+1].pos.InCheck())
		if w.stopped {
			return alpha
		}
		if score <= best {
			continue
		}
		best = score
		if score > alpha {
			alpha = score
			next := &w.nodes[ply+1]
			n.pv[0] = m
			n.pvLen = 1 + copy(n.pv[1:], next.pv[:next.pvLen])
			if score >= beta {
				break
			}
		}
	}
	return best
}

// evaluate asks the evaluator, and keeps its answer apart from mates.
func (w *worker) evaluate(p *Position) Score {
	return min(max(w.eval.Evaluate(p), -MaxEvaluation), MaxEvaluation)
}

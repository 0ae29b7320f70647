package chess

// probe looks the node up in the transposition table, and reports whether its
// score answers the question of the window.
func (w *worker) probe(v *visit, key *Key, hash uint64) (Score, bool) {
	n, e := v.node, &v.entry
	if w.table == nil || n.excluded != 0 {
		return 0, false
	}
	if *e, v.found = w.table.lookup(key, hash); !v.found {
		return 0, false
	}
	e.Score, n.rawEval = w.fromTable(e.Score, v.ply), e.Eval
	return e.Score, !v.pvNode && e.Depth >= v.depth && e.Bound.decides(e.Score, v.alpha, v.beta) && w.applies(n, e, v.depth)
}

// applies reports whether an entry's score, which was found with another
// history, is that of a search to the given depth here. When the fifty moves
// may end within the depth, it is not. In a Rigorous search it is not either when
// a position since the last irreversible move may occur again, nor is the score of
// a deeper search.
func (w *worker) applies(n *node, e *Entry, depth int) bool {
	if int(n.pos.halfmove)+depth >= 100 {
		return false
	}
	if !w.options.Rigorous {
		return true
	}
	reversible := n.reversible()
	return e.Depth == depth && (reversible == 0 || reversible+depth < 4)
}

// storeScore learns from the score of a node, and stores it in the table, if it is
// true for other lines too (GHI: see search).
func (w *worker) storeScore(v *visit, key *Key, hash uint64, best Score, bound Bound, bestMove Move) {
	n, e := v.node, &v.entry
	if w.options.CorrectionHistory && !v.inCheck && v.ply > 0 && (bestMove == 0 || n.pos.quiet(bestMove)) && !w.decisive(best) &&
		(bound == Exact || bound == LowerBound && best > n.staticEval || bound == UpperBound && best < n.staticEval) {
		w.history.updateCorrections(&n.pos, v.depth, best-n.rawEval)
	}
	switch {
	case w.table == nil || v.ply == 0 && len(w.multiPVMoves)+len(w.limits.SearchMoves) > 0:
	case isFarMate(best) || v.found && !w.options.Rigorous && e.Bound.tighter(e.Score, best, bound):
		// A shorter mate must not be replaced by a longer one: from search to search
		// the mate would move beyond the horizon.
	case n.reliesOn >= v.ply:
		w.table.store(key, hash, Entry{w.toTable(best, v.ply), min(v.depth, 255), bound, bestMove, n.rawEval})
	case bestMove != 0:
		// The score is true for this line only, the move may be best in others: it
		// is stored with what was known before, or with a bound that is always true.
		entry := Entry{-Mate, 0, LowerBound, bestMove, n.rawEval}
		if v.found {
			entry.Score, entry.Depth, entry.Bound = w.toTable(e.Score, v.ply), e.Depth, e.Bound
		}
		w.table.store(key, hash, entry)
	}
}

// tighter reports whether a mate with bound b says more than another score.
func (b Bound) tighter(mate, other Score, bound Bound) bool {
	if mate > MaxEvaluation {
		return b&LowerBound != 0 && bound&LowerBound != 0 && mate > other
	}
	return mate < -MaxEvaluation && b&UpperBound != 0 && bound&UpperBound != 0 && mate < other
}

// decides reports whether a score with this bound answers the question of a
// window.
func (b Bound) decides(score, alpha, beta Score) bool {
	return b == Exact || b == LowerBound && score >= beta || b == UpperBound && score <= alpha
}

// isMate reports whether a score is that of a mate, of either side.
func isMate(s Score) bool { return max(s, -s) > MaxEvaluation }

// decisive reports whether a score is that of a mate or of a result by the tablebase: it
// counts from the root, and no margin may be added to it.
func (w *worker) decisive(s Score) bool { return max(s, -s) > w.maxEvaluation }

// isFarMate reports whether a score is that of a mate in more than maxPly plies,
// more than a line can have.
func isFarMate(s Score) bool { return isMate(s) && max(s, -s) < Mate-maxPly }

// toTable makes a decisive score, which counts from the root, count from the node at
// ply.
func (w *worker) toTable(s Score, ply int) Score {
	switch {
	case s > w.maxEvaluation:
		return min(s+Score(ply), Mate)
	case s < -w.maxEvaluation:
		return max(s-Score(ply), -Mate)
	}
	return s
}

// fromTable makes a decisive score, which counts from the node at ply, count from the
// root.
func (w *worker) fromTable(s Score, ply int) Score {
	switch {
	case s > w.maxEvaluation:
		return s - Score(ply)
	case s < -w.maxEvaluation:
		return s + Score(ply)
	}
	return s
}

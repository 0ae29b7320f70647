package chess

// trustedMates returns the length in plies of the longest mate that is taken from the
// transposition table. A position that has occurred twice in the game is a draw when it
// occurs again, and a mate that leads through it is longer than the table's mate for it.
func (w *worker) trustedMates() int {
	longest := int(Mate)
	if w.table == nil {
		return longest
	}
	for key := range w.path.occurredTwice(w.position.HalfmoveClock()) {
		if e, ok := w.table.Lookup(key); ok && e.provesMate() {
			longest = min(longest, matePlies(e.Score))
		}
	}
	return longest
}

// nearFifty is how many plies beyond its depth a search expects to go, by extensions and
// quiescence, when it looks out for the end of the fifty moves.
const nearFifty = 10

// lookup returns the entry of a node for a search to the given depth, with the score counted
// from the root, and the address at which the search should store its result. Where the
// fifty moves may end within the depth, or before a known mate, that is the address of the
// position with its halfmove clock: such entries are kept apart from those that hold for
// every clock. A mate in time holds for every clock.
func (w *worker) lookup(n *node, ply, depth int) (e Entry, at *address, ok bool) {
	at = &n.at
	e, ok = w.table.lookup(at)
	clock := n.pos.halfmove
	near := int(clock)+max(depth, nearFifty) >= 100
	if mate := ok && isMate(e.Score); near && !(mate && e.provesMate()) || mate && int(clock)+matePlies(e.Score) > 100 {
		at = &n.clocked
		at.key = n.at.key
		at.key.addClock(clock)
		at.locate(len(w.table.buckets), &n.packing)
		e, ok = w.table.lookup(at)
	}
	if ok && isMate(e.Score) && matePlies(e.Score) > w.longestMate {
		e.Score, e.Depth, e.Bound = -Mate, 0, LowerBound // always true
	}
	e.Score = w.fromTable(e.Score, ply)
	return e, at, ok
}

// probe looks the node up in the transposition table, and reports whether its score
// decides the window.
func (w *worker) probe(v *visit) (Score, bool) {
	n, e := v.node, &v.entry
	if w.table == nil || n.excluded != 0 {
		return 0, false
	}
	if *e, v.at, v.found = w.lookup(n, v.ply, v.depth); !v.found {
		return 0, false
	}
	n.rawEval = e.Eval
	if w.believesMate(e) && v.ply > 0 {
		// At every depth, and in the principal variation too, or a mate that was found
		// would be lost again. A shorter one may still be found.
		v.proven, v.provenBound = e.Score, e.mateBound()
		switch {
		case v.provenBound.decides(v.proven, v.alpha, v.beta):
			return v.proven, true
		case v.proven > 0:
			v.alpha = max(v.alpha, v.proven-1)
		default:
			v.beta = min(v.beta, v.proven+1)
		}
	}
	return e.Score, !v.pvNode && e.Depth >= v.depth && e.Bound.decides(e.Score, v.alpha, v.beta) && w.applies(n, e, v.depth)
}

// applies reports whether an entry's score, which was found with another history, may replace
// a search to the given depth. In a Rigorous search it may not if a position since the last
// irreversible move can occur again, or if the depth differs.
func (w *worker) applies(n *node, e *Entry, depth int) bool {
	if !w.options.Rigorous {
		return true
	}
	reversible := n.reversible()
	return e.Depth == depth && (reversible == 0 || reversible+depth < 4)
}

// storeScore learns from the score of a node, and stores it in the table if it holds for
// other lines too (GHI: see search).
func (w *worker) storeScore(v *visit, best Score, bound Bound, bestMove Move) {
	n, e := v.node, &v.entry
	if w.options.CorrectionHistory && !v.inCheck && v.ply > 0 && (bestMove == 0 || n.pos.quiet(bestMove)) && !w.decisive(best) &&
		(bound == Exact || bound == LowerBound && best > n.staticEval || bound == UpperBound && best < n.staticEval) {
		w.history.updateCorrections(&n.pos, v.depth, best-n.rawEval)
	}
	entry := Entry{best, min(v.depth, 255), bound, bestMove, n.rawEval}
	switch {
	case w.table == nil || v.ply == 0 && len(w.multiPVMoves)+len(w.limits.SearchMoves) > 0:
		return
	case isFarMate(best) || v.found && w.believesMate(e) && !entry.provesAsMuch(e.Score):
		// A mate must not be replaced by a longer one, or by the score of a search that does
		// not see it: from search to search it would move beyond the horizon.
		return
	case w.believesMate(&entry):
		// All lines of the proof end in mate, none in a draw: it relies on nothing.
		if n.reliesOn != onNothing {
			entry.Bound = entry.mateBound()
		}
		v.at = &n.at // without the clock
	case w.keeps(v.ply, &v.at.key, n.reliesOn):
	case bestMove != 0:
		// The score holds for this line only, but the move may be best in others: store
		// it with what was known before, or with a bound that is always true.
		entry.Score, entry.Depth, entry.Bound = -Mate, 0, LowerBound
		if v.found {
			entry.Score, entry.Depth, entry.Bound = e.Score, e.Depth, e.Bound
		}
	default:
		return
	}
	entry.Score = w.toTable(entry.Score, v.ply)
	w.table.store(v.at, entry)
}

// keeps reports whether a score of the node at ply, that relies on r, may be stored
// under the key.
func (w *worker) keeps(ply int, key *Key, r reliance) bool {
	return r.ply >= ply && (!r.clock || key.hasClock())
}

// believesMate reports whether e proves a mate that the search accepts, whatever the depth of
// the search that found it. A Rigorous search accepts none.
func (w *worker) believesMate(e *Entry) bool { return e.provesMate() && !w.options.Rigorous }

// provesMate reports whether e proves that the side to move mates, or that it is
// mated, in at most as many plies as its score says.
func (e *Entry) provesMate() bool { return isMate(e.Score) && e.Bound&e.mateBound() != 0 }

// mateBound returns the bound of a mate score if only the mate is proven, not that it is the shortest.
func (e *Entry) mateBound() Bound {
	if e.Score > 0 {
		return LowerBound
	}
	return UpperBound
}

// provesAsMuch reports whether e proves a mate for the same side in at most as many
// plies as a score says.
func (e *Entry) provesAsMuch(mate Score) bool {
	return e.provesMate() && (mate > 0 && e.Score >= mate || mate < 0 && e.Score <= mate)
}

// decides reports whether a score with this bound lies outside the window or is exact.
func (b Bound) decides(score, alpha, beta Score) bool {
	return b == Exact || b == LowerBound && score >= beta || b == UpperBound && score <= alpha
}

// matePlies returns the plies to the mate of a score.
func matePlies(s Score) int { return int(Mate - max(s, -s)) }

// isMate reports whether a score is that of a mate, of either side.
func isMate(s Score) bool { return max(s, -s) > MaxEvaluation }

// onePlyLater returns what s is for the position a ply before: a mate is one ply further away.
func onePlyLater(s Score) Score {
	switch {
	case s > MaxEvaluation:
		return s - 1
	case s < -MaxEvaluation:
		return s + 1
	}
	return s
}

// weighed returns the score of a move whose result has the score s, and that a law weighs.
func (s Score) weighed(weight Score) Score {
	if weight == 0 || isMate(s) {
		return s
	}
	return clamp(int64(s) + int64(weight))
}

// unweighed returns the bound of a window for the position after a move that a law weighs. It keeps apart
// from mates what would be beyond MaxEvaluation.
func (s Score) unweighed(weight Score) Score {
	if weight == 0 || isMate(s) {
		return s
	}
	return min(max(s-weight, -MaxEvaluation-1), MaxEvaluation+1)
}

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

package chess

import "math"

// Pruning and reductions that are decided without a search: by the static
// evaluation, the place of a move in the order, its history and its SEE. Null-move
// pruning, ProbCut and singular extensions search, so they are in search_pvs.go.

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

// sacrificePlies is the ply up to which no check is pruned, and checks are reduced less: those of a
// sacrifice lose more by SEE than pruning allows.
const sacrificePlies = 5

// pruneMove reports whether m, near the leaves, is skipped without a search. Its
// depth after reductions is lmrDepth. The first move of a node is never skipped.
func (w *worker) pruneMove(v *visit, m Move, lmrDepth int, quiet bool, history int32, alpha Score) bool {
	o, n, depth := &w.options, v.node, v.depth
	p := &n.pos
	if (p.isThreeCheck() || v.ply <= sacrificePlies) && p.givesCheck(m) { // what it leaves to be captured may not matter
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

// Internal iterative reductions: lacksMove reports whether the node is searched less deep,
// because the table has no move for it. Without one the order of the moves is poor, and the
// search finds one for the next time.
func (w *worker) lacksMove(v *visit) bool {
	return v.entry.Move == 0 && (v.pvNode || v.cutNode) && v.depth >= 5 && v.ply > 0 && v.node.excluded == 0 &&
		w.options.LateMoveReductions > 0 && !w.mateSearch
}

// reductions holds the late move reductions, in 256ths of a ply, by depth and
// move number.
var reductions = func() (t [64][64]int32) {
	for depth := 1; depth < 64; depth++ {
		for i := 1; i < 64; i++ {
			t[depth][i] = int32(256 * (0.62 + math.Log(float64(depth))*math.Log(float64(i+1))/2.1))
		}
	}
	return
}()

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
	// At the root, and for checks near it, the reductions are smaller: of 1,973 puzzles of lichess with
	// sacrifices, double checks and the like, 1,893 instead of 1,803 are solved with 20,000 nodes.
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

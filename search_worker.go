package chess

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"
)

// A worker is one goroutine of an AlphaBeta's search.
type worker struct {
	budget
	evaluator   Evaluator
	table       *Table
	options     AlphaBetaOptions
	history     history
	evaluations evalCache
	path        path
	nodes       [maxPly + 1]node
	moves       [MaxMoves]Move // a buffer for generated moves

	tablebase       Tablebase // that the search probes; nil is none
	tablebasePieces int       // the most pieces for which it is probed
	maxEvaluation   Score     // the largest score that is neither a mate nor by the tablebase

	longestMate int // the longest mate that is taken from the transposition table, in plies: see trustedMates

	limits     Limits
	special    bool // the game is of a variant or under a Rule
	mateSearch bool // evasions do not count as plies, and nothing is pruned
	completed  int  // the last depth finished
	selDepth   int

	root         []rootMove
	rank         int    // of the root moves that are searched now: see rootMove
	ranked       bool   // by the tablebase
	best         []Line // the best known: of the last depth finished, or better
	multiPVMoves []Move // the first moves of lines found at this depth
}

// A rootMove is a move of the position searched, with the nodes below it at the last depth: the
// more, the harder it was to refute.
//
// A tablebase that knows the position ranks the moves; moves of a lower rank are searched only
// for the lines after the first. Without one all ranks are 0.
type rootMove struct {
	move  Move
	nodes int64
	rank  int
	score Score // by the tablebase, if they are ranked
}

// A node is an entry of the search stack: what a search keeps for one ply.
type node struct {
	pos           Position
	inCheck       bool
	pliesFromNull int      // plies since the last null move, or many: no position repeats across it
	reliesOn      reliance // of the score that the search of the node returned
	rawEval       Score    // of the evaluator; Unevaluated if it has not been asked
	staticEval    Score    // the same with its correction; Unevaluated in check
	move          Move     // the move last played here
	pieceTo       pieceTo  // of that move
	packing       packing  // of the position
	at            address  // in the transposition table
	clocked       address  // the same with the halfmove clock: see worker.lookup
	excluded      Move     // a move left out by a singular extension
	picker        picker

	quiets       [64]Move // the moves searched so far, without a cutoff
	captures     [32]Move
	quietCount   int
	captureCount int

	pv    [maxPly + 1]Move
	pvLen int
}

// A visit is one call of search: its arguments, and what it knows of its node before it
// searches a move. Verification of a null move and singular extensions visit a node
// again in the middle of a visit.
type visit struct {
	node        *node
	ply, depth  int
	alpha, beta Score
	pvNode      bool // the window is wider than one point: the exact score is wanted
	cutNode     bool // expected to fail high
	inCheck     bool
	improving   bool     // the static evaluation is better than two plies ago
	eval        Score    // the static evaluation, or the table's score where that is closer; Unevaluated in check
	at          *address // of the node in the transposition table
	entry       Entry    // there, if found
	found       bool
	provenBound Bound // of proven; NoBound if nothing is proven
	proven      Score // by the tablebase or a mate in the table, if that does not end the visit
}

// begin prepares a search of g that may choose among moves. called is when Search
// was called.
func (w *worker) begin(ctx context.Context, g *Game, l Limits, moves []Move, called time.Time) {
	root := &w.nodes[0]
	root.pos = *g.current()
	reductionsOnce.Do(fillReductions)
	w.pack(root)
	w.budget.begin(ctx, &l, g.current(), called)
	w.limits, w.completed, w.selDepth = l, 0, 0
	w.best, w.multiPVMoves = nil, nil
	w.ranked, w.rank = false, 0
	w.history.age()
	w.history.chess960 = root.pos.isChess960()
	if w.mateSearch = l.Mate > 0; w.mateSearch { // pruning is for scores: it may miss a mate
		o := &w.options
		o.NullMovePruning, o.LateMovePruning, o.SEEPruning, o.SingularExtensions = false, false, false, false
		o.ReverseFutilityPruning, o.FutilityPruning, o.ProbCut, o.DeltaPruning = 0, 0, 0, 0
	}

	if l.WholeLines || root.pos.Ending().Pieces() <= correctedPieces {
		w.options.CorrectionHistory = false
	}
	w.path.begin(g)
	w.special = root.pos.variant() != Standard || g.law != nil
	root.pliesFromNull = maxPly + g.plies + 1
	root.rawEval = Unevaluated
	root.excluded = 0
	w.root = w.root[:0]
	root.inCheck = root.pos.inCheck()
	w.startPicking(0, w.tableMove(), false)
	for m := root.picker.pick(); m != 0; m = root.picker.pick() {
		if slices.Contains(moves, m) {
			w.root = append(w.root, rootMove{move: m})
		}
	}
	w.best = []Line{{PV: []Move{w.root[0].move}}}
}

// reductions holds the late move reductions, in 256ths of a ply, by depth and move number.
// The first search fills it.
var (
	reductions     [64][64]int32
	reductionsOnce sync.Once
)

func fillReductions() {
	for depth := 1; depth < 64; depth++ {
		for i := 1; i < 64; i++ {
			reductions[depth][i] = int32(256 * (0.62 + math.Log(float64(depth))*math.Log(float64(i+1))/2.1))
		}
	}
}

// correctedPieces is the number of pieces up to which the evaluation is not corrected: some
// similar positions are won and others drawn, so that corrections mislead.
const correctedPieces = 5

// tableMove returns the root's best move according to the transposition table, or 0.
// It is played if the search is stopped before it has found anything.
func (w *worker) tableMove() Move {
	if w.table == nil {
		return 0
	}
	e, _ := w.table.lookup(&w.nodes[0].at)
	return e.Move
}

// forget undoes what the worker has learned.
func (w *worker) forget() {
	w.history = history{}
	w.evaluations = evalCache{}
}

// startPicking starts the picker of the node at ply. ttMove may be any move.
func (w *worker) startPicking(ply int, ttMove Move, capturesOnly bool) {
	n := &w.nodes[ply]
	k, h := &n.picker, &w.history
	k.pos, k.history, k.law, k.buf, k.seeOrdering = &n.pos, h, w.path.law, &w.moves, w.options.SEEOrdering
	k.quiet, k.nearRoot = &h.quiet[n.pos.turn()], nil
	if ply < nearRoot {
		k.nearRoot = &h.nearRoot[ply]
	}
	for back := range k.continuation {
		k.continuation[back] = &h.continuation[0]
		if w.options.ContinuationHistory && back < ply {
			k.continuation[back] = &h.continuation[w.nodes[ply-back-1].pieceTo&1023]
		}
	}
	k.countermove = nil
	if w.options.Countermoves && ply > 0 {
		k.countermove = &h.countermove[w.nodes[ply-1].pieceTo&1023]
	}
	k.start(ttMove, n.inCheck, capturesOnly)
}

// play plays a move of the node at ply: the next node is the position after it.
func (w *worker) play(ply int, m Move) {
	w.playUnlocated(ply, m)
	if w.table != nil {
		n, next := &w.nodes[ply], &w.nodes[ply+1]
		next.packing = n.packing
		next.packing.play(&n.pos, &next.pos, Piece(n.pieceTo>>6), m)
		w.locate(next)
	}
}

// playUnlocated is play for a node that is not looked up in the transposition table, nor are
// those below it.
func (w *worker) playUnlocated(ply int, m Move) {
	w.count++
	n, next := &w.nodes[ply], &w.nodes[ply+1]
	n.move, n.pieceTo = m, n.pos.pieceTo(w.history.indexed(&n.pos, m))
	next.inCheck = n.pos.givesCheck(m) // cheaper than a look for checkers afterwards
	n.pos.Do(m, &next.pos)
	next.pliesFromNull = n.pliesFromNull + 1
	next.rawEval = Unevaluated
}

// pack packs the position of the node, and sets its address.
func (w *worker) pack(n *node) {
	if w.table != nil {
		key := n.pos.key()
		n.packing = key.packing()
		w.locate(n)
	}
}

// locate sets the address of the node, whose position has the packing. It comes long before the
// look-up, so that the bucket is in the cache by then.
func (w *worker) locate(n *node) {
	n.at.key = n.pos.key()
	n.at.locate(len(w.table.buckets), &n.packing)
	w.table.touch(&n.at)
}

// playNull plays the null move, which counts neither for the fifty moves nor for
// repetition.
func (w *worker) playNull(ply int) {
	w.count++
	n, next := &w.nodes[ply], &w.nodes[ply+1]
	n.move, n.pieceTo = 0, 0
	n.pos.Do(0, &next.pos)
	next.inCheck = false
	next.pos.halfmove = n.pos.halfmove
	if w.table != nil {
		next.packing = n.packing
		w.locate(next)
	}
	next.pliesFromNull = 0
	next.rawEval = Unevaluated
}

// reversible returns the number of plies since the last irreversible move or null
// move: no position before it can occur again.
func (n *node) reversible() int { return min(n.pos.reversible(), n.pliesFromNull) }

// updatePV makes m and the principal variation of the next node that of n.
func (n *node) updatePV(m Move, next *node) {
	n.pv[0] = m
	n.pvLen = 1 + copy(n.pv[1:], next.pv[:next.pvLen])
}

// updateHistories records that m caused a cutoff at ply, after other quiet moves and captures of
// the node had not.
func (w *worker) updateHistories(ply, depth int, m Move) {
	n, h := &w.nodes[ply], &w.history
	p := &n.pos
	bonus := historyBonus(depth)
	if p.quiet(m) {
		if ply > 0 {
			h.countermove[w.nodes[ply-1].pieceTo&1023] = m
		}
		w.updateQuiet(ply, m, bonus)
		for _, other := range n.quiets[:n.quietCount] {
			w.updateQuiet(ply, other, -bonus*11/10)
		}
	} else {
		adjust(h.captureEntry(p, m), bonus)
	}
	for _, other := range n.captures[:n.captureCount] {
		adjust(h.captureEntry(p, other), -bonus)
	}
}

// updateQuiet adjusts the histories of a quiet move at ply, by a bonus or a malus.
func (w *worker) updateQuiet(ply int, m Move, bonus int32) {
	h, p := &w.history, &w.nodes[ply].pos
	k := &w.nodes[ply].picker
	m = h.indexed(p, m)
	adjust(k.quietEntry(m), bonus)
	if k.nearRoot != nil {
		adjust(&k.nearRoot[m.From()&63][m.To()&63], bonus)
	}
	at := p.pieceTo(m) & 1023
	for back := 1; back <= 2 && back <= ply && w.nodes[ply-back].pieceTo != 0; back++ {
		adjust(&h.continuation[w.nodes[ply-back].pieceTo&1023][at], bonus)
	}
}

// updateFromEval adjusts the history of the quiet move that led to ply, before
// the node is searched, by its effect on the static evaluation.
func (w *worker) updateFromEval(ply int) {
	n, before := &w.nodes[ply], &w.nodes[ply-1]
	m := before.move
	if m == 0 || before.staticEval == Unevaluated || !before.pos.quiet(m) {
		return
	}
	gain := -n.staticEval - before.staticEval
	adjust(before.picker.quietEntry(w.history.indexed(&before.pos, m)), int32(min(max(3*gain, -900), 900)))
}

// reportMove reports the root move that is searched, the i-th, if the search has taken a while.
func (w *worker) reportMove(depth, i int, m Move) {
	if w.limits.Info != nil && w.limits.MultiPV <= 1 && w.count >= currentMoveNodes {
		w.limits.Info(Info{
			Position: *w.position, Depth: depth, SelDepth: w.selDepth,
			Nodes: w.total(), Time: time.Since(w.calledAt), Hashfull: w.hashfull(),
			TablebaseHits: w.team.hits(), TablebaseError: w.team.tablebaseError(), Move: m, MoveNumber: i + 1,
		})
	}
}

// currentMoveNodes is how many nodes a search has before its moves are reported.
const currentMoveNodes = 1 << 20

// hashfull returns how full the table is, per mille.
func (w *worker) hashfull() int {
	if w.table == nil {
		return 0
	}
	return w.table.hashfull()
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

// An evalCache keeps evaluations by the whole keys of positions, so that it cannot be
// wrong. A sixth of the evaluations of a search repeat: many nodes are pruned without
// being stored in the transposition table, and are reached again.
//
// It is valid as long as the evaluator is the same. An empty entry is valid too: the
// zero Position, whose key it has, is never searched.
type evalCache [1 << evalCacheBits]struct {
	cells [4]uint64
	state uint32
	eval  Score
}

const evalCacheBits = 14 // 640 KiB

// evaluate returns e's evaluation of p, which depends on p's key alone.
func (c *evalCache) evaluate(e Evaluator, p *Position) Score {
	key := p.key()
	kept := &c[key.mix()>>(64-evalCacheBits)]
	if kept.cells != key.cells || kept.state != key.state {
		kept.cells, kept.state, kept.eval = key.cells, key.state, e.Evaluate(p)
	}
	return kept.eval
}

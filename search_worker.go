package chess

import (
	"slices"
	"sync/atomic"
	"time"
)

// maxPly is how deep a line may get, quiescence included.
const maxPly = 128

// A worker is one thread of a search.
type worker struct {
	shared  *AlphaBeta
	eval    Evaluator
	table   *Table
	options Options
	history history
	nodes   [maxPly + 1]node
	moves   [MaxMoves]Move // what a picker has just generated
	hashes  []uint64       // of the positions of the game and then of the line
	rootAt  int            // where in hashes the root is
	game    *Game

	limits    Limits
	cancelled <-chan struct{}
	ponder    <-chan struct{} // until it is closed, no clock runs
	started   time.Time
	clock     time.Time // when the clock began to run
	plan      schedule
	count     int64        // moves played
	published atomic.Int64 // the same, for the others
	checkAt   int64        // the count at which to look whether to stop
	pace      pace
	stopped   bool
	hunting   bool // for a mate: no ply that answers a check counts, and nothing is pruned
	depth     int  // the last depth finished
	selDepth  int

	root    []rootMove
	lines   []Line // of the depth that is being searched
	done    []Line // the best known: of the last depth finished, or better
	exclude []Move // root moves that lead better lines
}

// A rootMove is a move of the position searched, and the moves played below it
// at the last depth: the more, the harder it was to refute.
type rootMove struct {
	move  Move
	nodes int64
}

// node is what a search keeps for one ply, so that none of it is ever made anew.
type node struct {
	pos    Position
	ahead  int   // plies since the root or since a pass: no position repeats across it
	relies int   // see search
	raw    Score // what the evaluator says, or unknown: it has not been asked
	eval   Score // the same with its correction; unknown in check
	last   Move  // the move last played here
	made   made  // its man and where he arrived
	skip   Move  // a move left out, to see whether the others are as good
	picker picker
	quiet  *[128][128]int16 // what is known of quiet moves of the side to move
	follow [2]*[1024]int16  // what is known of moves that follow the last, and the one before

	quiets       [64]Move // the moves tried in vain
	captures     [32]Move
	quietCount   int
	captureCount int

	pv    [maxPly + 1]Move
	pvLen int
}

// forget undoes what the worker has learned.
func (w *worker) forget() {
	w.history = history{}
}

// evaluate asks the evaluator about a node, once, keeps its answer apart from
// mates, and corrects it.
func (w *worker) evaluate(n *node) Score {
	if n.raw == unknown {
		n.raw = min(max(w.eval.Evaluate(&n.pos), -MaxEvaluation), MaxEvaluation)
	}
	if !w.options.Correction {
		return n.raw
	}
	return min(max(n.raw+w.history.correction(&n.pos), -MaxEvaluation), MaxEvaluation)
}

// play makes a move of the node at ply on the next one.
func (w *worker) play(ply int, m Move) {
	w.count++
	n, next := &w.nodes[ply], &w.nodes[ply+1]
	n.last, n.made = m, n.pos.made(m)
	n.pos.Do(m, &next.pos)
	next.ahead = n.ahead + 1
	next.raw = unknown
}

// pass plays the null move, which counts neither for the fifty moves nor for
// repetition.
func (w *worker) pass(ply int) {
	w.count++
	n, next := &w.nodes[ply], &w.nodes[ply+1]
	n.last, n.made = 0, 0
	n.pos.Do(0, &next.pos)
	next.pos.halfmove = n.pos.halfmove
	next.ahead = 0
	next.raw = unknown
}

// unknown stands for no score, as for the evaluation of a position in check.
const unknown = Unevaluated

// toTable makes the score of a mate relative to the node, fromTable to the root.
func toTable(s Score, ply int) Score {
	switch {
	case s > MaxEvaluation:
		return min(s+Score(ply), Mate)
	case s < -MaxEvaluation:
		return max(s-Score(ply), -Mate)
	}
	return s
}

func fromTable(s Score, ply int) Score {
	switch {
	case s > MaxEvaluation:
		return s - Score(ply)
	case s < -MaxEvaluation:
		return s + Score(ply)
	}
	return s
}

// poll decides whether to stop.
func (w *worker) poll() {
	w.published.Store(w.count)
	l := &w.limits
	now := time.Now()
	if w.ponder != nil {
		select {
		case <-w.ponder:
			w.ponder, w.clock = nil, now
		default:
		}
	}
	w.stopped = w.shared.stop.Load() || l.Nodes != 0 && w.nodesDone() >= l.Nodes
	if w.ponder == nil {
		spent := now.Sub(w.clock)
		w.stopped = w.stopped || l.Time != 0 && spent >= l.Time || w.plan.limit != 0 && spent >= w.plan.limit
	}
	select {
	case <-w.cancelled:
		w.stopped = true
	default:
	}
	w.checkAt = w.count + w.pace.next(now)
	if l.Nodes != 0 {
		w.checkAt = min(w.checkAt, max(l.Nodes, w.count+1))
	}
}

// nodesDone is what a limit of nodes is compared with: exact on one thread.
func (w *worker) nodesDone() int64 {
	if len(w.shared.workers) == 1 {
		return w.count
	}
	return w.shared.nodes()
}

// total returns the moves played by all workers.
func (w *worker) total() int64 {
	w.published.Store(w.count)
	return w.shared.nodes()
}

func (w *worker) report() {
	if w.limits.Info == nil {
		return
	}
	for i, line := range w.done {
		info := w.info()
		info.Depth, info.Line, info.Score, info.Bound = w.depth, i+1, line.Score, Exact
		info.PV = slices.Clone(line.PV)
		w.limits.Info(info)
	}
}

// reportMove tells which move of the root is looked at, if it may take a while.
func (w *worker) reportMove(depth, i int, m Move) {
	if w.limits.Info != nil && w.limits.MultiPV <= 1 && w.count >= currentMoveNodes {
		info := w.info()
		info.Depth, info.Move, info.MoveNumber = depth, m, i+1
		w.limits.Info(info)
	}
}

// currentMoveNodes is how large a search is before its moves are reported.
const currentMoveNodes = 1 << 20

// info returns what does not depend on a line.
func (w *worker) info() Info {
	i := Info{SelDepth: w.selDepth, Nodes: w.total(), Time: time.Since(w.started)}
	if w.table != nil {
		i.Full = w.table.Full()
	}
	return i
}

func (w *worker) result() Result {
	best := w.done[0]
	r := Result{
		Move: best.PV[0], Score: best.Score, PV: best.PV, Lines: w.done,
		Depth: w.depth, Nodes: w.total(), Time: time.Since(w.started),
	}
	if len(best.PV) > 1 {
		r.Ponder = best.PV[1]
	}
	return r
}

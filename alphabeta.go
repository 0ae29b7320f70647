package chess

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// maxPly is how deep a line may get, quiescence included.
const maxPly = 128

// MaxDepth is the largest depth that an AlphaBeta searches.
const MaxDepth = maxPly - 1

// Options are the techniques of AlphaBeta, each of which can be switched off.
type Options struct {
	Hash           int  // size of the transposition table in MiB, at most 1<<20; 0 is no table
	Aspiration     bool // search the root in a narrow window around the last score
	NullMove       bool // let the opponent move twice; if that is not enough for him, cut
	LateReductions bool // look less deep at moves that come late in the order
	CheckExtension bool // do not count a ply that answers a check
	Quiescence     bool // play out captures before evaluating
}

// DefaultOptions returns the options that play best.
func DefaultOptions() Options {
	return Options{
		Hash:           16,
		Aspiration:     true,
		NullMove:       true,
		LateReductions: true,
		CheckExtension: true,
		Quiescence:     true,
	}
}

// AlphaBeta is a Searcher: alpha-beta with iterative deepening, a principal
// variation search in windows of no width, quiescence, and a transposition
// table keyed on EPDs.
//
// What it learns it keeps as long as the games it is given go on from one
// another, and forgets when another game comes, or the same again. A new
// AlphaBeta, or one that has forgotten, searches the same game within the same
// limits of depth or nodes with the same result, to the node.
//
// Make one with NewAlphaBeta. It is for one goroutine at a time; two of them may
// search at once, each with an evaluator of its own.
type AlphaBeta struct {
	options Options
	table   *Table
	used    bool // there is something to forget
	worker  *worker
	last    []Move // the moves of the last game searched,
	start   Key    // and where it began
}

// NewAlphaBeta returns a searcher with the default options that judges by e.
func NewAlphaBeta(e Evaluator) *AlphaBeta {
	return NewAlphaBetaOptions(e, DefaultOptions())
}

// NewAlphaBetaOptions returns a searcher that judges by e, or by its own fork
// of e if e has a method Fork (see Evaluator).
func NewAlphaBetaOptions(e Evaluator, o Options) *AlphaBeta {
	if f, ok := e.(interface{ Fork() Evaluator }); ok {
		e = f.Fork()
	}
	a := &AlphaBeta{options: o}
	if o.Hash > 0 {
		a.table = NewTable(min(o.Hash, 1<<20) << 20)
	}
	a.worker = &worker{eval: e, options: &a.options, table: a.table}
	return a
}

// Forget makes the next search start afresh.
func (a *AlphaBeta) Forget() {
	a.last = nil
	if !a.used {
		return
	}
	a.used = false
	if a.table != nil {
		a.table.Clear()
	}
	a.worker.history = history{}
	for i := range a.worker.nodes {
		a.worker.nodes[i].killers = [2]Move{}
	}
}

// remember forgets everything unless g goes on from the game searched last.
func (a *AlphaBeta) remember(g *Game) {
	start := g.Start()
	key := start.Key()
	if a.last == nil || a.start != key || len(g.moves) <= len(a.last) || !slices.Equal(a.last, g.moves[:len(a.last)]) {
		a.Forget()
	}
	a.start = key
	a.last = append(a.last[:0:0], g.moves...)
	if a.last == nil {
		a.last = []Move{}
	}
	if a.table != nil {
		a.table.nextSearch()
	}
}

// Search implements Searcher.
func (a *AlphaBeta) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	if o := g.Outcome(); o.Reason != Unterminated {
		return Result{}, fmt.Errorf("%w: %v", ErrGameOver, o.Reason)
	}
	w := a.worker
	w.started = time.Now()
	a.remember(g)
	a.used = true
	w.begin(ctx, g, l)
	root := &w.nodes[0]
	if len(l.SearchMoves) > 0 {
		root.moves = slices.DeleteFunc(root.moves, func(m Move) bool { return !slices.Contains(l.SearchMoves, m) })
		if len(root.moves) == 0 {
			return Result{}, &ParseError{Kind: ErrIllegal, Field: "searchmoves", Detail: "none of the moves is legal"}
		}
	}
	w.deepen(l)
	return w.result(), nil
}

// A worker is one thread of a search.
type worker struct {
	eval    Evaluator
	options *Options
	table   *Table
	history history
	nodes   [maxPly + 1]node
	hashes  []uint64 // of the positions of the game and then of the line
	rootAt  int      // where in hashes the root is
	game    *Game

	limits    Limits
	cancelled <-chan struct{}
	started   time.Time
	polled    time.Time
	count     int64 // moves played
	checkAt   int64 // the count at which to look whether to stop
	every     int64 // how many moves later to look again
	stopped   bool
	selDepth  int

	lines   []Line // of the depth that is being searched
	done    []Line // the best known: of the last depth finished, or better
	depth   int    // the last depth finished
	exclude []Move // root moves that lead better lines
}

// node is what a search keeps for one ply, so that none of it is ever made anew.
type node struct {
	pos     Position
	ahead   int // plies since the root or since a pass: no position repeats across it
	moves   []Move
	values  [2 * MaxMoves]int32
	buf     [2 * MaxMoves]Move
	killers [2]Move
	pv      [maxPly + 1]Move
	pvLen   int
}

// A search looks at the clock about every fifth of a millisecond, but not more
// seldom than every checkEvery nodes.
const (
	checkEvery = 512
	checkTime  = 200 * time.Microsecond
)

func (w *worker) begin(ctx context.Context, g *Game, l Limits) {
	w.limits, w.game = l, g
	w.cancelled = ctx.Done()
	w.count, w.stopped, w.depth, w.selDepth = 0, false, 0, 0
	w.lines, w.done, w.exclude = nil, nil, nil
	w.checkAt, w.every, w.polled = 0, 1, w.started

	w.hashes = w.hashes[:0]
	for i := range g.positions {
		key := g.positions[i].Key()
		w.hashes = append(w.hashes, key.hash())
	}
	w.rootAt = len(w.hashes) - 1
	w.hashes = slices.Grow(w.hashes, maxPly+1)[:w.rootAt+maxPly+1]
	root := &w.nodes[0]
	root.pos = g.positions[len(g.positions)-1]
	root.ahead = maxPly + len(g.positions)
	root.moves = root.pos.AppendMoves(root.buf[:0])
}

// deepen searches depth after depth until a limit is reached.
func (w *worker) deepen(l Limits) {
	root := &w.nodes[0]
	w.orderMoves(root, 0)
	w.done = []Line{{PV: []Move{root.pick(0)}}}
	lines := min(max(l.MultiPV, 1), len(root.moves))
	deepest := MaxDepth
	if l.Depth != 0 {
		deepest = min(l.Depth, deepest)
	}
	for depth := 1; depth <= deepest; depth++ {
		w.lines = make([]Line, 0, lines)
		w.exclude = w.exclude[:0]
		for i := range lines {
			guess := Score(0)
			if i < len(w.done) {
				guess = w.done[i].Score
			}
			score := w.aspire(depth, guess)
			if w.stopped {
				if i == 0 && root.pvLen > 0 { // better than what the last depth found
					best := Line{score, slices.Clone(root.pv[:root.pvLen])}
					others := slices.DeleteFunc(w.done, func(l Line) bool { return l.PV[0] == best.PV[0] })
					w.done = append([]Line{best}, others...)[:len(w.done)]
				}
				return
			}
			pv := slices.Clone(root.pv[:root.pvLen])
			w.lines = append(w.lines, Line{score, pv})
			w.exclude = append(w.exclude, pv[0])
		}
		slices.SortStableFunc(w.lines, func(a, b Line) int { return int(b.Score - a.Score) })
		w.done, w.depth = w.lines, depth
		w.report()
		if w.settled(depth) {
			return
		}
	}
}

// settled reports whether the mate has been found that the limits ask for, or
// all lines are mates that a deeper search will not change.
func (w *worker) settled(depth int) bool {
	if moves, ok := w.done[0].Score.Mate(); ok && moves > 0 && moves <= w.limits.Mate {
		return true
	}
	for _, line := range w.done {
		if moves, ok := line.Score.Mate(); !ok || depth <= 2*max(moves, -moves)+2 {
			return false
		}
	}
	return true
}

func (w *worker) report() {
	if w.limits.Info == nil {
		return
	}
	for i, line := range w.done {
		w.limits.Info(Info{
			Depth: w.depth, SelDepth: w.selDepth, Line: i + 1,
			Score: line.Score, Nodes: w.count, Time: time.Since(w.started), PV: slices.Clone(line.PV),
		})
	}
}

func (w *worker) result() Result {
	best := w.done[0]
	r := Result{
		Move: best.PV[0], Score: best.Score, PV: best.PV, Lines: w.done,
		Depth: w.depth, Nodes: w.count, Time: time.Since(w.started),
	}
	if len(best.PV) > 1 {
		r.Ponder = best.PV[1]
	}
	return r
}

// aspire searches the root, first in a narrow window around the score that is
// expected, which is opened on the side where the score falls out.
func (w *worker) aspire(depth int, guess Score) Score {
	alpha, beta, width := -Mate, Mate, Score(25)
	if w.options.Aspiration && depth >= 4 {
		alpha, beta = max(guess-width, -Mate), min(guess+width, Mate)
	}
	for {
		score := w.search(0, depth, alpha, beta, false)
		if w.stopped {
			return score
		}
		width *= 4
		switch {
		case score <= alpha && alpha > -Mate:
			alpha = max(score-width, -Mate)
		case score >= beta && beta < Mate:
			beta = min(score+width, Mate)
			if root := &w.nodes[0]; w.limits.MultiPV <= 1 && root.pvLen > 0 { // in case time is up now
				w.done[0] = Line{score, slices.Clone(root.pv[:root.pvLen])}
			}
		default:
			return score
		}
	}
}

// poll decides whether to stop.
func (w *worker) poll() {
	l := &w.limits
	now := time.Now()
	w.stopped = l.Nodes != 0 && w.count >= l.Nodes || l.Time != 0 && now.Sub(w.started) >= l.Time
	select {
	case <-w.cancelled:
		w.stopped = true
	default:
	}
	if now.Sub(w.polled) > checkTime { // an evaluator may take its time
		w.every = max(w.every/2, 1)
	} else {
		w.every = min(w.every*2, checkEvery)
	}
	w.polled = now
	w.checkAt = w.count + w.every
	if l.Nodes != 0 {
		w.checkAt = min(w.checkAt, l.Nodes)
	}
}

// play makes a move of the node at ply on the next one.
func (w *worker) play(ply int, m Move) {
	w.count++
	n, next := &w.nodes[ply], &w.nodes[ply+1]
	n.pos.Do(m, &next.pos)
	next.ahead = n.ahead + 1
}

// pass plays the null move, which counts neither for the fifty moves nor for
// repetition.
func (w *worker) pass(ply int) {
	w.play(ply, 0)
	n, next := &w.nodes[ply], &w.nodes[ply+1]
	next.pos.halfmove = n.pos.halfmove
	next.ahead = 0
}

// search returns the score of the node at ply: exact if it is between alpha
// and beta, else a bound. Once the search is stopped what it returns means
// nothing, but at the root it is the score of its line.
func (w *worker) search(ply, depth int, alpha, beta Score, null bool) Score {
	n := &w.nodes[ply]
	p := &n.pos
	n.pvLen = 0
	if w.count >= w.checkAt {
		if w.poll(); w.stopped {
			return alpha
		}
	}
	inCheck := p.InCheck()
	if inCheck && w.options.CheckExtension {
		depth++
	}
	if depth <= 0 && w.options.Quiescence || ply >= maxPly {
		return w.quiesce(ply, alpha, beta, inCheck)
	}
	w.selDepth = max(w.selDepth, ply)

	key := p.Key()
	hash := key.hash()
	w.hashes[w.rootAt+ply] = hash
	root, pvNode := ply == 0, alpha+1 < beta
	if !root {
		if p.threeChecksGiven() {
			return -MateIn(ply)
		}
		if p.dead() || w.repeated(ply, &key, hash) {
			return 0
		}
		// No line from here is worth more than a mate already found.
		alpha, beta = max(alpha, -MateIn(ply)), min(beta, MateIn(ply+1))
		if alpha >= beta {
			return alpha
		}
	}

	var tableMove Move
	if root {
		if i := len(w.lines); i < len(w.done) {
			tableMove = w.done[i].PV[0]
		}
	} else if w.table != nil {
		e, ok := w.table.lookup(&key, hash)
		if ok {
			tableMove = e.Move
			score := fromTable(e.Score, ply)
			if !pvNode && e.Depth >= depth && p.halfmove < 90 &&
				(e.Bound == Exact || e.Bound == LowerBound && score >= beta || e.Bound == UpperBound && score <= alpha) {
				return score
			}
		}
	}

	if w.options.NullMove && null && !pvNode && !inCheck && depth >= 3 && w.limits.Mate == 0 {
		if pieces := p.pieceCount(); pieces > 0 && w.evaluate(p) >= beta {
			shallower := depth - 3 - depth/6
			w.pass(ply)
			score := -w.search(ply+1, shallower, -beta, -beta+1, false)
			if score >= beta && pieces == 1 && !w.stopped { // zugzwang is near: verify
				score = w.search(ply, shallower, beta-1, beta, false)
			}
			if w.stopped {
				return alpha
			}
			if score >= beta {
				return min(score, MaxEvaluation) // a mate after passing proves none
			}
		}
	}

	if !root {
		n.moves = p.AppendMoves(n.buf[:0])
		if len(n.moves) == 0 {
			if inCheck {
				return -MateIn(ply)
			}
			return 0
		}
		if p.halfmove >= 100 {
			return 0
		}
		if depth <= 0 { // without quiescence
			return w.evaluate(p)
		}
	}
	w.orderMoves(n, tableMove)

	best, bound, bestMove := -Mate-1, UpperBound, Move(0)
	for i := range n.moves {
		m := n.pick(i)
		if root && slices.Contains(w.exclude, m) {
			continue
		}
		quiet := p.quiet(m)
		w.play(ply, m)
		score := alpha + 1
		if best > -Mate-1 { // after the first, only ask whether a move is better
			reduction := 0
			if w.options.LateReductions && quiet && !inCheck && depth >= 3 && i >= 3 {
				reduction = w.reduction(depth, i, pvNode)
			}
			score = -w.search(ply+1, depth-1-reduction, -alpha-1, -alpha, true)
			if reduction > 0 && score > alpha && !w.stopped {
				score = -w.search(ply+1, depth-1, -alpha-1, -alpha, true)
			}
		}
		if score > alpha && (pvNode || best == -Mate-1) && !w.stopped {
			score = -w.search(ply+1, depth-1, -beta, -alpha, true)
		}
		if w.stopped {
			return best
		}
		if score <= best {
			continue
		}
		best = score
		if score <= alpha {
			continue
		}
		bestMove, bound = m, Exact
		if pvNode {
			next := &w.nodes[ply+1]
			n.pv[0] = m
			n.pvLen = 1 + copy(n.pv[1:], next.pv[:next.pvLen])
		}
		if score >= beta {
			bound = LowerBound
			if quiet {
				w.reward(n, m, i, depth)
			}
			break
		}
		alpha = score
	}
	if w.table != nil && (!root || len(w.exclude)+len(w.limits.SearchMoves) == 0) {
		w.table.store(&key, hash, Entry{toTable(best, ply), min(max(depth, 0), 255), bound, bestMove})
	}
	return best
}

// reduction is how many plies less the i-th move of a node is looked at.
func (w *worker) reduction(depth, i int, pvNode bool) int {
	r := 1 + (depth+i)/12
	if !pvNode {
		r++
	}
	return min(r, depth-2)
}

// repeated reports whether the position at ply is a draw by repetition: it has
// occurred since the root, or twice before.
func (w *worker) repeated(ply int, key *Key, hash uint64) bool {
	at := w.rootAt + ply
	seen := 0
	n := &w.nodes[ply]
	for i := 4; i <= min(int(n.pos.halfmove), n.ahead, at); i += 2 {
		if w.hashes[at-i] != hash {
			continue
		}
		earlier := &w.game.positions[min(at-i, w.rootAt)]
		if i <= ply {
			earlier = &w.nodes[ply-i].pos
		}
		if earlier.Key() != *key {
			continue
		}
		if seen++; i <= ply || seen == 2 {
			return true
		}
	}
	return false
}

// pieceCount returns how many men beside king and pawns the side to move has:
// with none, having to move may be a disadvantage, and passing proves nothing.
func (p *Position) pieceCount() int {
	n := 0
	own := p.own()
	for _, e := range p.men[own+1 : own+16] {
		if e.kind() > Pawn {
			n++
		}
	}
	return n
}

// dead reports whether neither side has the material to win.
func (p *Position) dead() bool {
	for i := len(p.men) - 1; i >= 0; i-- { // pawns stand last, and there mostly is one
		if k := p.men[i].kind(); k == Pawn || k == Rook || k == Queen {
			return false
		}
	}
	return !p.CanWin(White) && !p.CanWin(Black)
}

// toTable makes the score of a mate relative to the node, fromTable to the root.
func toTable(s Score, ply int) Score {
	switch {
	case s > MaxEvaluation:
		return s + Score(ply)
	case s < -MaxEvaluation:
		return s - Score(ply)
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

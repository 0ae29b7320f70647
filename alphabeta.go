package chess

import (
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Options are the techniques of AlphaBeta. Each can be switched off, by false
// or 0, to learn what it is worth. With all of them off but Hash, Threads and
// Rigorous the score of a search is that of Minimax.
type Options struct {
	Hash    int // size of the transposition table in MiB, at most 1<<20; 0 is no table
	Threads int // goroutines that search at once, sharing the table, at most 256; 0 is one

	// Rigorous takes from the table only what a search to the same depth with
	// the same history must give. Otherwise a deeper search's score will do, and
	// the chance is taken that a repetition of what went before spoils it.
	Rigorous bool

	Aspiration int  // search the root in a window of so many centipawns around the last score
	Quiescence bool // play out captures before evaluating

	// The order of moves: it changes how many are looked at, and no score.
	ExchangeOrder bool // captures that lose in exchange come last
	CounterMoves  bool // the quiet move that refuted the opponent's last comes first
	FollowUps     bool // what followed well on the last two moves comes early (continuation history)

	// Looking further.
	CheckExtension bool // answer a check before quiescence: the last ply of a line is never in check
	Singular       bool // look a ply or two deeper at a move much better than the others

	// Looking less far.
	LateReductions int // at moves late in the order, in percent of the usual reduction

	// Not looking at all.
	NullMove        bool // the opponent may move twice, and it is not enough for him
	ReverseFutility int  // the evaluation is so many centipawns a ply above the window
	Futility        int  // at quiet moves, when it is so many a ply below
	LateMoves       bool // at late quiet moves near the leaves
	ProbCut         int  // a capture is good for so many centipawns more than needed, by a shallow search
	ExchangePruning bool // at moves that lose in exchange near the leaves
	DeltaPruning    int  // at captures, in quiescence, that fall short by so many centipawns

	Correction bool // correct the evaluation by how far it was off in similar positions
}

// DefaultOptions returns the options that play best, on one thread and with a
// table of 16 MiB.
func DefaultOptions() Options {
	return Options{
		Hash:    16,
		Threads: 1,

		Aspiration: 16,
		Quiescence: true,

		ExchangeOrder: true,
		CounterMoves:  true,
		FollowUps:     true,

		CheckExtension: true,
		Singular:       true,

		LateReductions: 100,

		NullMove:        true,
		ReverseFutility: 75,
		Futility:        62,
		LateMoves:       true,
		ProbCut:         210,
		ExchangePruning: true,
		DeltaPruning:    125,

		Correction: true,
	}
}

// AlphaBeta is a Searcher: alpha-beta with iterative deepening, a principal
// variation search in windows of no width, quiescence, a transposition table
// keyed on EPDs, and the techniques in Options.
//
// What it learns it keeps as long as the games it is given go on from one
// another, and forgets when another game comes, or the same again. On one
// thread, a new AlphaBeta, or one that has forgotten, searches the same game
// within the same limits of depth or nodes with the same result, to the node.
//
// Make one with NewAlphaBeta. It is for one goroutine at a time; two of them may
// search at once, each with an evaluator of its own.
type AlphaBeta struct {
	options Options
	table   *Table
	size    int       // that was asked for it
	used    bool      // there is something to forget
	workers []*worker // the first is the one that reports
	stop    atomic.Bool
	last    []Move // the moves of the last game searched,
	start   Key    // and where it began
}

// NewAlphaBeta returns a searcher with the default options that judges by e.
func NewAlphaBeta(e Evaluator) *AlphaBeta {
	return NewAlphaBetaOptions(e, DefaultOptions())
}

// NewAlphaBetaOptions returns a searcher that judges by e, or by its own forks
// of e if e has a method Fork (see Evaluator).
func NewAlphaBetaOptions(e Evaluator, o Options) *AlphaBeta {
	a := &AlphaBeta{options: o}
	a.workers = []*worker{{eval: fork(e), shared: a}}
	a.resize()
	return a
}

// fork returns an evaluator for another goroutine.
func fork(e Evaluator) Evaluator {
	if f, ok := e.(interface{ Fork() Evaluator }); ok {
		return f.Fork()
	}
	return e
}

// resize makes the table and the workers that the options ask for.
func (a *AlphaBeta) resize() {
	size := int(min(int64(min(a.options.Hash, 1<<20))<<20, math.MaxInt/2+1)) // 1 GiB where an int has 32 bits
	switch {
	case size <= 0:
		a.table = nil
	case a.table == nil || a.size != size:
		a.table = NewTable(size)
	}
	a.size = size
	threads := min(max(a.options.Threads, 1), maxThreads)
	for len(a.workers) < threads {
		a.workers = append(a.workers, &worker{eval: fork(a.workers[0].eval), shared: a})
	}
	a.workers = slices.Clip(a.workers[:threads])
}

// Table returns the transposition table, nil if there is none: to save it, or to
// fill it before the first search, from a file of the same evaluator. A search
// that begins afresh empties it, and another size makes another table. It must
// not be used during a search.
func (a *AlphaBeta) Table() *Table { return a.table }

// Forget makes the next search start afresh. If the evaluator has come to say
// something else, that is necessary: the table keeps what it has said.
func (a *AlphaBeta) Forget() {
	a.last = nil
	if !a.used {
		return
	}
	a.used = false
	if a.table != nil {
		a.table.Clear()
	}
	for _, w := range a.workers {
		w.forget()
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
	started := time.Now()
	moves, err := rootMoves(g, &l)
	if err != nil {
		return Result{}, err
	}
	a.remember(g)
	a.used = true
	a.stop.Store(false)
	for _, w := range a.workers {
		w.begin(ctx, g, l, moves, started)
	}
	var helpers sync.WaitGroup
	for i, w := range a.workers[1:] {
		helpers.Go(func() { w.help(i) })
	}
	first := a.workers[0]
	first.deepen()
	a.stop.Store(true)
	helpers.Wait()
	if l.Ponder != nil && len(a.last) > 0 { // the game may go on from before the move that was expected
		a.last = a.last[:len(a.last)-1]
	}
	return first.result(), nil
}

// nodes returns how many moves all workers have played, their last few hundred
// apart.
func (a *AlphaBeta) nodes() (n int64) {
	for _, w := range a.workers {
		n += w.published.Load()
	}
	return n
}

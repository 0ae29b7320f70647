package chess

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/seed-0971039b/chess/internal/memory"
)

// AlphaBeta is a Searcher: principal variation search with iterative deepening, quiescence search, a
// transposition table keyed on EPDs, and the techniques in AlphaBetaOptions.
//
// It keeps what it has learned while each game continues the last one, and otherwise forgets it. On one
// thread it is deterministic: a new AlphaBeta, or one that has forgotten, gives the same result with the same
// number of nodes for the same game, the same limits of depth or nodes, and the same Tablebase.
//
// Make one with NewAlphaBeta; the zero AlphaBeta is that of NewAlphaBeta(nil). It is for one goroutine
// at a time. Several may search at once, also if they are made of the same evaluator: NewAlphaBeta forks it.
type AlphaBeta struct {
	_        noCopy
	options  AlphaBetaOptions
	endgames endgames
	table    *Table
	size     int       // of the table, as the options ask for it
	used     bool      // there is something to forget
	workers  []*worker // the first one reports
	team     team      // the budgets of the workers
	last     []Move    // the moves of the last game searched,
	start    Key       // where it began
	asked    bool      // whether a Tablebase was asked: its scores are in the table
	law      *law      // and its Rule
}

// String returns the size of the table in MiB and the number of threads.
func (a *AlphaBeta) String() string {
	return fmt.Sprintf("AlphaBeta{Hash: %d, Threads: %d}", a.options.Hash, a.options.Threads)
}

// NewAlphaBeta returns a searcher that evaluates by e, or by forks of e if e is a Forker. Its options are
// those that play best, on one thread and with a table of 16 MiB, unless the functions change them:
//
//	chess.NewAlphaBeta(e, func(o *chess.AlphaBetaOptions) { o.Threads = 2 })
//
// It allocates the table, which takes milliseconds, and 4 MB for each thread: a server keeps a few searchers
// for all requests. If there is not enough memory, the table is smaller, as NewTable says.
func NewAlphaBeta(e Evaluator, change ...func(*AlphaBetaOptions)) *AlphaBeta {
	o := defaultAlphaBetaOptions()
	for _, f := range change {
		f(&o)
	}
	return newAlphaBeta(e, o)
}

func newAlphaBeta(e Evaluator, o AlphaBetaOptions) *AlphaBeta {
	a := new(AlphaBeta)
	if e == nil {
		e = NewDefaultEvaluator()
	}
	a.init(forked(e), o)
	return a
}

func (a *AlphaBeta) init(e Evaluator, o AlphaBetaOptions) {
	size := tableBytes(o.Hash)
	if fit := memory.Fit(size, 0); fit < size {
		o.Hash = fit >> 20
	}
	a.options, a.workers = o, []*worker{{evaluator: e}}
	a.endgames.join(o.Tablebase)
	a.resize()
}

// makeReady makes the zero AlphaBeta that of NewDefaultEvaluator.
func (a *AlphaBeta) makeReady() {
	if a.workers == nil {
		a.init(NewDefaultEvaluator(), defaultAlphaBetaOptions())
	}
}

// resize makes the table and the workers that the options ask for.
func (a *AlphaBeta) resize() {
	if size := tableBytes(a.options.Hash); size != a.size {
		a.table = nil
		for _, w := range a.workers {
			w.table = nil
		}
		if a.size > memory.AlwaysFits { // there may not be memory for both
			debug.FreeOSMemory()
		}
		if size > 0 {
			a.table = newTable(size)
		}
		a.size = size
	}
	threads := min(max(a.options.Threads, 1), maxThreads)
	for len(a.workers) < threads {
		a.workers = append(a.workers, &worker{evaluator: forked(a.workers[0].evaluator)})
	}
	a.workers = slices.Clip(a.workers[:threads])
	a.team.members = nil
	for _, w := range a.workers {
		w.team = &a.team
		a.team.members = append(a.team.members, &w.budget)
	}
}

// Table returns the transposition table, to save between searches or to fill before the first one; nil if
// there is none. Forgetting empties it, as a search of another game does, and another size makes another table.
func (a *AlphaBeta) Table() *Table {
	a.makeReady()
	return a.table
}

// Evaluator returns the evaluator; on several threads, that of the first.
func (a *AlphaBeta) Evaluator() Evaluator {
	a.makeReady()
	return a.workers[0].evaluator
}

// SetEvaluator changes the evaluator to e, or forks of it, and forgets. A nil e is NewDefaultEvaluator.
func (a *AlphaBeta) SetEvaluator(e Evaluator) error {
	a.makeReady()
	if e == nil {
		e = NewDefaultEvaluator()
	}
	for _, w := range a.workers {
		w.evaluator = forked(e)
	}
	a.used = true // the table may be filled from a file
	a.Forget()
	return nil
}

// Forget makes the next search start without anything learned. Call it after changing something inside
// the evaluator, such as a weight: the table keeps old evaluations. SetEvaluator does it by itself.
func (a *AlphaBeta) Forget() {
	a.last = nil
	if !a.used {
		return
	}
	a.used = false
	if a.table != nil {
		a.table.clear()
	}
	for _, w := range a.workers {
		w.forget()
	}
}

// remember forgets everything unless g continues the game searched last, under the same Rule,
// and a Tablebase is probed now as then.
func (a *AlphaBeta) remember(g *Game, asks bool) {
	if a.last == nil || g.plies <= len(a.last) || !g.beginsWith(a.start, a.last) || asks != a.asked || g.law != a.law {
		a.Forget()
	}
	a.start, a.asked, a.law = g.first().key(), asks, g.law
	a.last = g.Moves()
	if a.last == nil {
		a.last = []Move{}
	}
	if a.table != nil {
		if a.table.law.Load() != g.law { // it may be filled from a file
			a.table.clear()
			a.table.law.Store(g.law)
		}
		a.table.nextSearch()
	}
}

// Search implements Searcher.
func (a *AlphaBeta) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	return a.searchGame(ctx, g, l, false)
}

// searchGame searches g. If goesOn is set, it keeps what it has learned, whatever was searched
// last.
func (a *AlphaBeta) searchGame(ctx context.Context, g *Game, l Limits, goesOn bool) (Result, error) {
	called := time.Now()
	moves, err := rootMoves(g, &l)
	if err != nil {
		return Result{}, err
	}
	a.makeReady()
	asks := a.endgames.all != nil && !l.WithoutTablebase && a.options.SyzygyProbeLimit > 0 && g.law == nil
	if !goesOn {
		a.remember(g, asks)
	}
	a.used = true
	a.team.stop.Store(false)
	a.team.broken.Store(nil)
	first := a.workers[0]
	for _, w := range a.workers {
		w.table, w.options, w.tablebase, w.maxEvaluation = a.table, a.options.in(g), nil, MaxEvaluation
		w.begin(ctx, g, l, moves, called)
		w.longestMate = w.trustedMates()
	}
	if asks && useTablebase(a.endgames.all, a.workers) {
		first.report()
	} else if err := a.iterate(); err != nil {
		return Result{}, err
	}
	if l.Ponder != nil && len(a.last) > 0 && !goesOn { // the opponent may play another move than the expected one
		a.last = a.last[:len(a.last)-1]
	}
	return first.result(), nil
}

// iterate runs the first worker in this goroutine and the others in theirs, which have all ended
// when it returns or panics. An error is a panic of another worker.
func (a *AlphaBeta) iterate() error {
	errs := make([]error, len(a.workers)-1)
	var helpers sync.WaitGroup
	for i, w := range a.workers[1:] {
		helpers.Go(func() {
			errs[i] = caught(func() error { w.help(i); return nil })
			if errs[i] != nil {
				a.team.stop.Store(true)
			}
		})
	}
	func() {
		defer helpers.Wait()
		defer a.team.stop.Store(true)
		a.workers[0].iterate(1)
	}()
	return cmp.Or(errs...)
}

// Lazy SMP: help searches as the first worker does and shares the table with it. Half of the
// helpers are a ply ahead.
func (w *worker) help(number int) {
	w.limits.Info = nil
	w.limits.Depth, w.limits.Mate = 0, 0
	w.soft, w.hard, w.ponder = 0, 0, nil // the first worker keeps the time
	w.iterate(1 + number&1)
	w.published.Store(w.count)
}

// Iterative deepening: iterate searches depth after depth, from the first on, until a limit is
// reached.
func (w *worker) iterate(first int) {
	multiPV := min(max(w.limits.MultiPV, 1), len(w.root))
	deepest := MaxDepth
	if w.limits.Depth != 0 {
		deepest = min(w.limits.Depth, deepest)
	}
	changes := 0.0 // of the best move; older ones count less
	for depth := first; depth <= deepest; depth++ {
		last := w.best[0]
		lines, finished := w.searchRoot(depth, multiPV)
		slices.SortStableFunc(lines, w.compareLines)
		if !finished {
			w.promote(lines)
			return
		}
		w.best, w.completed = lines, depth
		w.report()
		if settled(&w.limits, lines, depth) {
			return
		}
		changes /= 2
		if lines[0].PV[0] != last.PV[0] {
			changes++
		}
		if w.softLimitReached(changes, lines[0].Score-last.Score) {
			return
		}
	}
}

// searchRoot searches the root to a depth for multiPV lines, one after the other,
// each without the first moves of those before it. finished is false if the search
// was stopped.
func (w *worker) searchRoot(depth, multiPV int) (lines []Line, finished bool) {
	lines = make([]Line, 0, multiPV)
	w.multiPVMoves = w.multiPVMoves[:0]
	for i := range multiPV {
		guess := Score(0)
		if i < len(w.best) {
			guess = w.best[i].Score
		}
		w.sortRoot(i)
		w.rank = w.bestRank()
		score := w.searchWindow(depth, guess)
		if w.stopped {
			if i == 0 && w.nodes[0].pvLen > 0 { // the best so far at this depth
				lines = append(lines, w.rootLine(score, Exact))
			}
			return lines, false
		}
		lines = append(lines, w.rootLine(score, Exact))
		w.multiPVMoves = append(w.multiPVMoves, lines[i].PV[0])
	}
	return lines, true
}

// searchWindow searches the root in an aspiration window around the expected score, and widens
// the window on the side where the search fails.
func (w *worker) searchWindow(depth int, guess Score) Score {
	alpha, beta, width := -Mate, Mate, Score(w.options.AspirationWindow)
	if width > 0 && depth >= 4 {
		alpha, beta = max(guess-width, -Mate), min(guess+width, Mate)
	}
	for {
		score := w.search(0, depth, alpha, beta, false)
		if w.stopped {
			return score
		}
		width *= 3
		if max(score, -score) > MaxEvaluation/4 {
			width = 2 * Mate
		}
		switch {
		case score <= alpha && alpha > -Mate:
			alpha = max(score-width, -Mate)
		case score >= beta && beta < Mate:
			beta = min(score+width, Mate)
			if w.limits.MultiPV <= 1 && w.nodes[0].pvLen > 0 { // in case the search stops now
				w.promote([]Line{w.rootLine(score, LowerBound)})
				w.sortRoot(0)
			}
		default:
			return score
		}
	}
}

// rootLine returns the line that the search of the root has just found.
func (w *worker) rootLine(score Score, bound Bound) Line {
	pv := slices.Clone(w.nodes[0].pv[:w.nodes[0].pvLen])
	if isMate(score) && len(pv) > 0 && w.table != nil {
		pv = w.appendMate(pv, matePlies(score))
	}
	return Line{Score: score, Bound: bound, PV: pv}
}

// appendMate completes a line that leads to a mate in the given plies from the transposition
// table, if possible: the principal variation ends where the table proves a mate.
func (w *worker) appendMate(pv []Move, plies int) []Move {
	p := *w.position
	for _, m := range pv {
		p = p.After(m)
	}
	for len(pv) < plies && !w.path.law.outcome(&p).Over() { // the side to move may have won
		left := plies - len(pv) - 1
		i := slices.IndexFunc(w.path.law.appendMoves(w.moves[:0], &p), func(m Move) bool {
			after := p.After(m)
			key := after.key()
			e, ok := w.table.Lookup(&key)
			return ok && e.provesMate() && matePlies(e.Score) == left && (e.Score > 0) == (left%2 == 1) ||
				left == 0 && w.path.law.outcome(&after).Decided
		})
		if i < 0 {
			break
		}
		pv = append(pv, w.moves[i])
		p = p.After(w.moves[i])
	}
	return pv
}

// promote puts the lines of an unfinished depth ahead of the lines of the last
// finished one.
func (w *worker) promote(lines []Line) {
	others := slices.DeleteFunc(slices.Clone(w.best), func(old Line) bool {
		return slices.ContainsFunc(lines, func(l Line) bool { return l.PV[0] == old.PV[0] })
	})
	w.best = slices.Concat(lines, others)[:len(w.best)]
}

// sortRoot puts the first move of the i-th line first, and then those with the
// most nodes at the last depth.
func (w *worker) sortRoot(i int) {
	first := Move(0)
	if i < len(w.best) {
		first = w.best[i].PV[0]
	}
	slices.SortStableFunc(w.root, func(a, b rootMove) int {
		switch {
		case a.move == first:
			return -1
		case b.move == first:
			return 1
		}
		return int(min(max(b.nodes-a.nodes, -1), 1))
	})
}

// softLimitReached reports whether it is too late to begin another depth: later if the best
// move is less certain, or the score has fallen.
func (w *worker) softLimitReached(changes float64, gain Score) bool {
	if w.soft == 0 || w.ponder != nil {
		return false
	}
	if len(w.root) == 1 {
		return true
	}
	share := float64(w.root[0].nodes+1) / float64(w.count+1) // of the nodes, below the first move of the last depth
	scale := (0.74 + changes*0.56 + min(max(float64(-gain), 0), 100)/150) * (1.75 - 1.05*min(share, 1))
	return float64(w.used()) >= 0.62*scale*float64(w.soft)
}

// report reports the best lines.
func (w *worker) report() {
	if w.limits.Info != nil {
		w.budget.report(&w.limits, w.shown(), Info{
			Depth: w.completed, SelDepth: w.selDepth, Hashfull: w.hashfull(),
			TablebaseHits: w.team.hits(), TablebaseError: w.team.tablebaseError(),
		})
	}
}

// result returns the result of the search.
func (w *worker) result() Result { return w.budget.result(w.shown(), w.completed) }

const clearHash = "Clear Hash"

// Options implements Configurable: an option for each field of AlphaBetaOptions but Tablebase, by its
// name, the button Clear Hash, and two that add to Tablebase:
//
//   - SyzygyPath: the directories of Syzygy's files, separated as in PATH; none if it is empty
//   - EndingTables: whether to make tables of up to four pieces in the background when
//     they are near, as EndingTables.Prepare does; they take at most 340 MB
//
// Set these to "" and "false" before an AlphaBeta is dropped: that closes the files and ends the making.
func (a *AlphaBeta) Options() []Option {
	a.makeReady()
	return slices.Concat(fieldOptions(&a.options), a.endgames.options(), []Option{{Name: clearHash, Kind: buttonOption}})
}

// SetOption implements Configurable. A new size empties the table; if it does not fit into memory, or
// there are no Syzygy files at a path, that is an error, and nothing changes. A broken file shows only when
// a search needs it: see Info.TablebaseError.
func (a *AlphaBeta) SetOption(name, value string) error {
	if strings.EqualFold(name, clearHash) {
		a.Forget()
		return nil
	}
	a.makeReady()
	before, endgames := a.options, a.endgames
	ofEndgames, err := a.endgames.setOption(name, value)
	if !ofEndgames {
		err = setField(&a.options, name, value)
	}
	if err != nil {
		return err
	}
	size := tableBytes(a.options.Hash)
	if fit := memory.Fit(size, a.size); fit < size {
		a.options = before
		return fmt.Errorf("chess: a table of %d MiB is too large: there is memory for one of %d MiB", size>>20, fit>>20)
	}
	o, e := &a.options, &a.endgames
	if e.syzygy != endgames.syzygy || e.tables != endgames.tables ||
		o.SyzygyProbeLimit != before.SyzygyProbeLimit || o.Syzygy50MoveRule != before.Syzygy50MoveRule {
		e.join(o.Tablebase)
		a.Forget()
	}
	a.resize()
	return nil
}

// The options of AlphaBeta that give it a Tablebase of its own. They are not fields of
// AlphaBetaOptions, where a program sets Tablebase.
const (
	syzygyPath   = "SyzygyPath"
	endingTables = "EndingTables"
)

// endgames are the tablebases that an AlphaBeta probes.
type endgames struct {
	path   string        // of syzygy
	syzygy *Syzygy       // nil if path is empty
	tables *EndingTables // nil if the option is false
	all    Tablebase     // with that of AlphaBetaOptions; nil is none
}

// options returns SyzygyPath and EndingTables.
func (e *endgames) options() []Option {
	return []Option{
		{Name: syzygyPath, Kind: stringOption, Value: e.path},
		{Name: endingTables, Kind: checkOption, Value: strconv.FormatBool(e.tables != nil)},
	}
}

// setOption sets one of options, and reports whether there is one with the name.
func (e *endgames) setOption(name, value string) (ok bool, err error) {
	for _, o := range e.options() {
		if !strings.EqualFold(o.Name, name) {
			continue
		}
		if value, err = o.accept(value); err == nil && value != o.Value {
			if o.Name == syzygyPath {
				err = e.open(value)
			} else {
				e.make(value == "true")
			}
		}
		return true, err
	}
	return false, nil
}

// open probes the files in a list of directories from now on, instead of those before; none if
// the list is empty. After an error nothing has changed.
func (e *endgames) open(path string) error {
	if path == "<empty>" { // as UCI writes it
		path = ""
	}
	var opened *Syzygy
	if path != "" {
		var err error
		if opened, err = OpenSyzygy(path); err != nil {
			return err
		}
	}
	if e.syzygy != nil {
		e.syzygy.Close()
	}
	e.path, e.syzygy = path, opened
	return nil
}

// make starts or stops making tables.
func (e *endgames) make(wanted bool) {
	if wanted {
		e.tables = new(EndingTables)
	} else {
		e.tables.Close()
		e.tables = nil
	}
}

// join sets all. Tables in memory come first: they answer sooner, and know the distance
// to mate.
func (e *endgames) join(given Tablebase) {
	var list []Tablebase
	if given != nil {
		list = append(list, given)
	}
	if e.tables != nil {
		list = append(list, e.tables)
	}
	if e.syzygy != nil {
		list = append(list, e.syzygy)
	}
	switch e.all = nil; len(list) {
	case 0:
	case 1:
		e.all = list[0]
	default:
		e.all = JoinTablebases(list...)
	}
}

package chess

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

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

// optionRanges gives the smallest and largest values of the numbers in Options
// that are not in centipawns or percent.
var optionRanges = map[string][2]int{
	"Hash":    {0, 1 << 20},
	"Threads": {1, maxThreads},
}

// Options implements Configurable: a CheckOption or SpinOption for each field of
// Options, by its name, and the button "Clear Hash", which forgets.
func (a *AlphaBeta) Options() []Option {
	v := reflect.ValueOf(a.options)
	options := make([]Option, 0, v.NumField()+1)
	for i := range v.NumField() {
		o := Option{Name: v.Type().Field(i).Name}
		if field := v.Field(i); field.Kind() == reflect.Bool {
			o.Kind, o.Value = CheckOption, strconv.FormatBool(field.Bool())
		} else {
			o.Kind, o.Max = SpinOption, maxMargin
			if r, ok := optionRanges[o.Name]; ok {
				o.Min, o.Max = r[0], r[1]
			}
			o.Value = strconv.FormatInt(min(max(field.Int(), int64(o.Min)), int64(o.Max)), 10)
		}
		options = append(options, o)
	}
	return append(options, Option{Name: clearHash, Kind: ButtonOption})
}

// SetOption implements Configurable. It must not be called during a search. A
// new size of the table empties it.
func (a *AlphaBeta) SetOption(name, value string) error {
	for _, o := range a.Options() {
		if !strings.EqualFold(o.Name, name) {
			continue
		}
		value, err := o.accept(value)
		if err != nil {
			return err
		}
		field := reflect.ValueOf(&a.options).Elem().FieldByName(o.Name)
		switch o.Kind {
		case ButtonOption:
			a.Forget()
		case CheckOption:
			field.SetBool(value == "true")
		case SpinOption:
			n, _ := strconv.ParseInt(value, 10, 64)
			field.SetInt(n)
		}
		a.resize()
		return nil
	}
	return fmt.Errorf("there is no option %q", shorten(name, maxWord))
}

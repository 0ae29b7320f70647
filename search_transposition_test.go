package chess

import (
	"bytes"
	"testing"
	"time"
)

// tableWorker returns a searcher and a worker of it that may use the table.
func tableWorker() (*AlphaBeta, *worker) {
	a := withTables(nil)
	w := a.workers[0]
	w.table, w.options, w.maxEvaluation, w.longestMate = a.table, a.options, MaxEvaluation, maxPly
	return a, w
}

// What the table knows of a mate is used as far as the fifty moves allow it, and what is
// true for one halfmove clock only is kept apart.
func TestLookupNearFiftyMoves(t *testing.T) {
	p := MustParseFEN("6K1/1k6/8/8/8/8/8/3R4 w - - 0 1")
	for _, tt := range []struct {
		name   string
		stored Entry
		clock  uint16
		depth  int
		found  bool
	}{
		{"a score far from the end", Entry{Score: 500, Depth: 9, Bound: Exact}, 80, 19, true},
		{"a score near the end", Entry{Score: 500, Depth: 9, Bound: Exact}, 80, 20, false},
		{"a score in quiescence", Entry{Score: 500, Depth: 9, Bound: Exact}, 89, 0, true},
		{"a score in quiescence near the end", Entry{Score: 500, Depth: 9, Bound: Exact}, 90, 0, false},
		{"a mate just in time", Entry{Score: mateIn(21), Depth: 9, Bound: LowerBound}, 79, 9, true},
		{"a mate just in time, near the end", Entry{Score: mateIn(9), Depth: 9, Bound: LowerBound}, 91, 9, true},
		{"a mate too late", Entry{Score: mateIn(21), Depth: 9, Bound: LowerBound}, 80, 9, false},
		{"being mated just in time", Entry{Score: -mateIn(20), Depth: 9, Bound: UpperBound}, 80, 9, true},
		{"being mated too late", Entry{Score: -mateIn(20), Depth: 9, Bound: UpperBound}, 81, 9, false},
		{"no proof of a mate, near the end", Entry{Score: mateIn(9), Depth: 9, Bound: UpperBound}, 91, 9, false},
	} {
		a, w := tableWorker()
		n := &w.nodes[0]
		n.pos = p
		n.pos.halfmove = tt.clock
		plain := p.Key()
		tt.stored.Eval = Unevaluated
		a.table.Store(&plain, tt.stored)
		w.pack(n)
		e, at, ok := w.lookup(n, 0, tt.depth)
		if ok != tt.found || ok && e != tt.stored || at.key.hasClock() == tt.found || *at != a.table.address(&at.key) {
			t.Errorf("%s: %+v, %v, with the clock: %v", tt.name, e, ok, at.key.hasClock())
		}
		if tt.found {
			continue
		}
		other := Entry{Score: 7, Depth: 3, Bound: Exact, Eval: 5}
		a.table.store(at, other)
		if e, ok := a.table.Lookup(&plain); !ok || e != tt.stored {
			t.Errorf("%s: what is true for one clock replaces %+v by %+v", tt.name, tt.stored, e)
		}
		if e, _, ok := w.lookup(n, 0, tt.depth); !ok || e != other {
			t.Errorf("%s: at its clock %+v, %v", tt.name, e, ok)
		}
		var file bytes.Buffer
		if _, err := a.table.WriteTo(&file); err != nil {
			t.Fatal(err)
		}
		again := NewTable(1)
		if _, err := again.ReadFrom(&file); err != nil || again.buckets == nil {
			t.Errorf("%s: read back: %v", tt.name, err)
		}
		if _, ok := again.Lookup(&at.key); ok {
			t.Errorf("%s: a file has what is true for one clock", tt.name)
		}
		if e, ok := again.Lookup(&plain); !ok || e != tt.stored {
			t.Errorf("%s: a file has %+v, %v", tt.name, e, ok)
		}
	}
}

// A mate that the table proves is taken whatever the depth, but a shorter one may still be
// found; a mate that it only bounds from the other side is none.
func TestProbeMate(t *testing.T) {
	mate, mated := mateIn(9), -mateIn(8)
	for _, tt := range []struct {
		name        string
		e           Entry
		alpha, beta Score
		cutoff      bool
		truth       Bound
	}{
		{"a mate above beta", Entry{Score: mate, Bound: LowerBound}, 10, 11, true, LowerBound},
		{"an exact mate above beta", Entry{Score: mate, Bound: Exact}, 10, 11, true, LowerBound},
		{"a mate in an open window", Entry{Score: mate, Bound: Exact}, -Mate, Mate, false, LowerBound},
		{"a shorter mate is asked for", Entry{Score: mate, Bound: LowerBound}, mate, mate + 1, false, LowerBound},
		{"a mate at most", Entry{Score: mate, Bound: UpperBound}, -Mate, Mate, false, NoBound},
		{"being mated below alpha", Entry{Score: mated, Bound: UpperBound}, 10, 11, true, UpperBound},
		{"being mated in an open window", Entry{Score: mated, Bound: Exact}, -Mate, Mate, false, UpperBound},
		{"being mated sooner is asked for", Entry{Score: mated, Bound: UpperBound}, mated - 1, mated, false, UpperBound},
		{"being mated at least", Entry{Score: mated, Bound: LowerBound}, -Mate, Mate, false, NoBound},
	} {
		a, w := tableWorker()
		n := &w.nodes[2]
		n.pos = MustParseFEN("6K1/1k6/8/8/8/8/8/3R4 w - - 0 1")
		key := n.pos.Key()
		a.table.Store(&key, tt.e)
		w.pack(n)
		v := visit{node: n, ply: 2, depth: 20, alpha: tt.alpha, beta: tt.beta, pvNode: tt.alpha+1 < tt.beta}
		score, cutoff := w.probe(&v)
		if cutoff != tt.cutoff || v.provenBound != tt.truth || cutoff && score != w.fromTable(tt.e.Score, 2) {
			t.Errorf("%s: %v, %v, %v", tt.name, score, cutoff, v.provenBound)
		}
		if v.alpha >= v.beta {
			t.Errorf("%s: the window becomes (%v, %v)", tt.name, v.alpha, v.beta)
		}
		w.longestMate = 7
		if _, cutoff := w.probe(&v); cutoff {
			t.Errorf("%s: it cuts off although it may lead through a position that has occurred twice", tt.name)
		}
	}
}

// Quiescence takes a score of the table only where that decides.
func TestQuiescenceAsksTable(t *testing.T) {
	eval := NewDefaultEvaluator().Evaluate(&startPosition)
	for _, tt := range []struct {
		bound       Bound
		score, want Score
	}{{LowerBound, 300, 300}, {LowerBound, -50, eval}, {UpperBound, -300, -300}, {UpperBound, 500, eval}} {
		a, w := tableWorker()
		w.begin(t.Context(), new(Game), Limits{}, startPosition.LegalMoves(), time.Now())
		key := startPosition.Key()
		a.table.Store(&key, Entry{Score: tt.score, Bound: tt.bound, Eval: Unevaluated})
		if got := w.quiesce(0, 0, -100, 100); got != tt.want {
			t.Errorf("%v %v: %v, want %v", tt.bound, tt.score, got, tt.want)
		}
	}
}

// A mate is replaced only by one that is as short.
func TestMateIsNotReplaced(t *testing.T) {
	p := MustParseFEN("6K1/1k6/8/8/8/8/8/3R4 w - - 0 1")
	for _, tt := range []struct {
		known, found Entry
		kept         bool
	}{
		{Entry{Score: mateIn(9), Bound: LowerBound}, Entry{Score: mateIn(7), Bound: LowerBound}, false},
		{Entry{Score: mateIn(9), Bound: LowerBound}, Entry{Score: mateIn(9), Bound: Exact}, false},
		{Entry{Score: mateIn(9), Bound: Exact}, Entry{Score: mateIn(11), Bound: Exact}, true},
		{Entry{Score: mateIn(9), Bound: LowerBound}, Entry{Score: mateIn(7), Bound: UpperBound}, true},
		{Entry{Score: mateIn(9), Bound: LowerBound}, Entry{Score: 100, Bound: UpperBound}, true},
		{Entry{Score: mateIn(9), Bound: UpperBound}, Entry{Score: 100, Bound: Exact}, false},
		{Entry{Score: -mateIn(8), Bound: UpperBound}, Entry{Score: -mateIn(6), Bound: Exact}, false},
		{Entry{Score: -mateIn(8), Bound: UpperBound}, Entry{Score: -mateIn(10), Bound: UpperBound}, true},
		{Entry{Score: -mateIn(8), Bound: Exact}, Entry{Score: 0, Bound: LowerBound}, true},
		{Entry{Score: 100, Depth: 30, Bound: Exact}, Entry{Score: mateIn(9), Bound: LowerBound}, false},
	} {
		a, w := tableWorker()
		n := &w.nodes[1]
		n.pos, n.reliesOn = p, reliance{ply: 0} // on a position before: no matter for a mate
		key := p.Key()
		w.pack(n)
		v := visit{node: n, ply: 1, depth: 20, at: &n.at, entry: tt.known, found: true, inCheck: true}
		a.table.Store(&key, Entry{Score: w.toTable(tt.known.Score, 1), Depth: tt.known.Depth, Bound: tt.known.Bound})
		w.storeScore(&v, tt.found.Score, tt.found.Bound, 0)
		e, _ := a.table.Lookup(&key)
		if kept := w.fromTable(e.Score, 1) == tt.known.Score && e.Bound == tt.known.Bound; tt.found.Score != tt.known.Score && kept != tt.kept && isMate(tt.found.Score) {
			t.Errorf("known %+v, found %+v: stored %+v", tt.known, tt.found, e)
		}
	}
}

// A search that is stopped after the aspiration window has failed high says that its
// score is a bound, and no mate that the fifty moves forbid is ever given.
func TestResultBound(t *testing.T) {
	bounds := map[Bound]int{}
	g := NewGame(MustParseFEN("6K1/1k6/8/8/8/8/8/3R4 w - - 78 1"))
	for nodes := int64(500); nodes < 17_000; nodes += 1500 {
		r := mustSearch(t, withTables(nil), g, Limits{Nodes: nodes})
		bounds[r.Bound]++
		if r.Bound != r.Lines[0].Bound || r.Bound == NoBound || r.Bound == UpperBound {
			t.Errorf("%d nodes: %v, the line is %v", nodes, r.Bound, r.Lines[0].Bound)
		}
		if isMate(r.Score) && 78+matePlies(r.Score) > 100 {
			t.Errorf("%d nodes: %v (%v)", nodes, r.Score, r.Bound)
		}
	}
	if bounds[LowerBound] == 0 || bounds[Exact] == 0 {
		t.Errorf("%v: not both kinds", bounds)
	}
}

// Where the fifty moves end within the depth the table is still in use.
func TestSearchNearFiftyMovesEnds(t *testing.T) {
	for clock := 84; clock <= 98; clock += 7 {
		p := MustParseFEN("8/3k4/8/8/4K3/8/2R5/8 w - - 0 60")
		p.halfmove = uint16(clock)
		if r := mustSearch(t, newTestSearcher(), NewGame(p), Limits{Depth: 12, Nodes: 2_000_000}); r.Depth < 12 {
			t.Errorf("clock %d: depth %d after %d nodes", clock, r.Depth, r.Nodes)
		}
	}
}

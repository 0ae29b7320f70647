package chess

import (
	"testing"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

// A node knows whether it is in check, as a look at the board tells it.
func TestNodeInCheck(t *testing.T) {
	w := &worker{}
	n, next := &w.nodes[0], &w.nodes[1]
	checks := 0
	for p := range manyPositions(22, chesstest.Sample(t, 100)) {
		n.pos = *p
		for _, m := range p.LegalMoves() {
			w.play(0, m)
			if next.inCheck != next.pos.inCheck() {
				t.Fatalf("%v: in check after %v: %v", p, m, next.inCheck)
			}
			checks += int(oneIf(next.inCheck))
		}
		if p.InCheck() {
			continue
		}
		if w.playNull(0); next.inCheck != next.pos.inCheck() {
			t.Fatalf("%v: in check after the null move: %v", p, next.inCheck)
		}
	}
	if checks == 0 {
		t.Error("no checks")
	}
}

// What the cache returns is what the evaluator says, also where positions share an
// entry, and it asks no second time about a position with the same key.
func TestEvalCache(t *testing.T) {
	e, fresh := NewDefaultEvaluator(), NewDefaultEvaluator()
	cache := new(evalCache)
	asked := 0
	count := evaluatorFunc(func(p *Position) Score { asked++; return e.Evaluate(p) })
	keys := map[Key]bool{}
	for p := range manyPositions(21, chesstest.Sample(t, 200)) {
		want := fresh.Evaluate(p)
		keys[p.Key()] = true
		if got := cache.evaluate(count, p); got != want {
			t.Fatalf("%s: %v, want %v", p.FEN(), got, want)
		}
		q, before := *p, asked
		q.halfmove, q.fullmove = q.halfmove+1, q.fullmove+1
		if got := cache.evaluate(count, &q); got != want || asked != before {
			t.Fatalf("%s with other clocks: %v, want %v; asked again: %v", p.FEN(), got, want, asked != before)
		}
	}
	if asked < len(keys) {
		t.Errorf("asked %d times about %d positions", asked, len(keys))
	}
	p := StartPosition()
	if n := testing.AllocsPerRun(10, func() { cache.evaluate(e, &p) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// After another evaluator is set, or after Forget, nothing is left of the old one.
func TestEvalCacheForgets(t *testing.T) {
	p := StartPosition()
	a := NewAlphaBeta(evaluatorFunc(func(*Position) Score { return 1 }))
	for want := Score(2); want < 5; want++ {
		if err := a.SetEvaluator(evaluatorFunc(func(*Position) Score { return want })); err != nil {
			t.Fatal(err)
		}
		w := a.workers[0]
		if got := w.evaluations.evaluate(w.evaluator, &p); got != want {
			t.Errorf("%v after SetEvaluator, want %v", got, want)
		}
	}
	a.used = true
	if a.Forget(); a.workers[0].evaluations != (evalCache{}) {
		t.Error("evaluations are left after Forget")
	}
}

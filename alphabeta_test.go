package chess

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// What the table says of a position is true whatever came before: a score that
// rests on a repetition or on the clock is not in it.
func TestTableIsFreeOfHistory(t *testing.T) {
	e := NewPeSTO()
	o := exactOptions()
	o.Aspiration = 0
	checked := 0
	for _, tt := range []struct {
		fen   string
		moves string
	}{
		{"8/8/8/3k4/8/3K4/3R4/7r w - - 0 1", "d2d1 h1h2 d1d2 h2h1 d2d1 h1h2"},
		{"8/8/8/3k4/8/3K4/3Q4/8 w - - 0 1", "d2e2 d5d6 e2d2 d6d5 d2e2 d5d6"},
		{"8/8/8/3k4/8/3K4/3Q4/8 w - - 97 100", ""},
		{"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 96 80", "a1b1"},
		{"k7/p1K5/8/8/8/8/1P6/8 w - - 0 1", "c7c6 a8b8 c6d7 b8a8 d7c7"},
	} {
		g := NewGame(MustParseFEN(tt.fen))
		for _, m := range strings.Fields(tt.moves) {
			move, err := g.Position().ParseUCI(m)
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Play(move); err != nil {
				t.Fatal(err)
			}
		}
		a := NewAlphaBetaOptions(e, o)
		if _, err := a.Search(t.Context(), g, Limits{Depth: 4}); err != nil {
			t.Fatal(err)
		}
		seen := map[Key]bool{}
		var visit func(p Position, plies int)
		visit = func(p Position, plies int) {
			key := p.Key()
			if seen[key] {
				return
			}
			seen[key] = true
			p.halfmove = 0
			if e, ok := a.table.Lookup(&key); ok && e.Depth <= 3 {
				want := slowMinimax(NewPeSTO(), []Position{p}, 0, e.Depth)
				if e.Bound != LowerBound && want > e.Score || e.Bound != UpperBound && want < e.Score {
					t.Errorf("%v: %+v, but it is worth %v", p, e, want)
				}
				checked++
			}
			if plies > 0 {
				for _, m := range p.AppendMoves(nil) {
					visit(p.After(m), plies-1)
				}
			}
		}
		visit(g.Position(), 2)
	}
	if checked < 100 {
		t.Errorf("only %d entries", checked)
	}
}

func TestSearchOptions(t *testing.T) {
	a := newTestSearcher()
	var _ Configurable = a
	var _ Forgetter = a
	for _, o := range a.Options() {
		switch o.Kind {
		case CheckOption:
			if err := a.SetOption(o.Name, strconv.FormatBool(o.Value != "true")); err != nil {
				t.Error(err)
			}
		case SpinOption:
			n, err := strconv.Atoi(o.Value)
			if err != nil || n < o.Min || n > o.Max {
				t.Errorf("%+v", o)
			}
			if err := a.SetOption(o.Name, strconv.Itoa(o.Max+1)); err == nil {
				t.Errorf("%s takes %d", o.Name, o.Max+1)
			}
			if o.Name == "Hash" || o.Name == "Threads" {
				continue
			}
			if err := a.SetOption(o.Name, strconv.Itoa(o.Min)); err != nil {
				t.Error(err)
			}
		}
		if err := a.SetOption(o.Name, "perhaps"); err == nil && o.Kind != ButtonOption {
			t.Errorf("%s takes any value", o.Name)
		}
	}
	want := Options{Hash: 16, Threads: 1, Rigorous: true}
	if diff := cmp.Diff(want, a.options); diff != "" {
		t.Errorf("all switched (-want +got):\n%s", diff)
	}
	if err := a.SetOption("hash", "3"); err != nil || a.table.Size() != 3<<20 {
		t.Errorf("a table of %d bytes, %v", a.table.Size(), err)
	}
	if err := a.SetOption("Depth", "3"); err == nil {
		t.Error("an option that is none")
	}
	if err := a.SetOption("Clear Hash", ""); err != nil {
		t.Error(err)
	}
}

// Whatever is switched off, the mate is found.
func TestSearchWithoutTechniques(t *testing.T) {
	g := NewGame(MustParseFEN("r1b2bN1/pp4k1/n3p2p/P2p3Q/3P4/8/2P2PP1/RNB1KBNR w KQ -"))
	for _, o := range newTestSearcher().Options() {
		a := newTestSearcher()
		value := strconv.FormatBool(o.Value != "true")
		switch {
		case o.Name == "Threads" || o.Kind == ButtonOption:
			continue
		case o.Kind == SpinOption:
			value = "0"
		}
		if err := a.SetOption(o.Name, value); err != nil {
			t.Fatal(err)
		}
		r, err := a.Search(t.Context(), g, Limits{Depth: 9})
		if n, ok := r.Score.Mate(); err != nil || !ok || n < 3 {
			t.Errorf("%s=%s: %v %v, %v", o.Name, value, r.Move, r.Score, err)
		}
	}
}

func TestSearchThreads(t *testing.T) {
	o := DefaultOptions()
	o.Threads = 4
	a := NewAlphaBetaOptions(NewDefaultEvaluator(), o)
	g := NewGame(MustParseFEN(perftTests[1].fen))
	for i := range 6 {
		p := g.Position()
		l := Limits{Depth: 5}
		if i%2 == 1 {
			l = Limits{Nodes: 4000}
		}
		r, err := a.Search(t.Context(), g, l)
		if err != nil || !p.Legal(r.Move) || l.Nodes > 0 && r.Nodes > l.Nodes+8*pollMoves {
			t.Fatalf("%+v: %+v, %v", l, r, err)
		}
		if err := g.Play(r.Move); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSearchPonders(t *testing.T) {
	ponder := make(chan struct{})
	time.AfterFunc(30*time.Millisecond, func() { close(ponder) })
	r, err := newTestSearcher().Search(t.Context(), NewGame(StartPosition()), Limits{Time: time.Millisecond, Ponder: ponder})
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-ponder:
	default:
		t.Errorf("stopped after %v, while it pondered", r.Time)
	}
	// A search that is still on the opponent's time does not hurry.
	r, err = newTestSearcher().Search(t.Context(), NewGame(StartPosition()), Limits{
		Depth: 4, Clock: Clock{Left: [2]time.Duration{1, 1}}, Ponder: make(chan struct{}),
	})
	if err != nil || r.Depth != 4 {
		t.Errorf("depth %d, %v", r.Depth, err)
	}
}

// When the opponent plays another move than the one pondered on, what was
// learned is kept all the same.
func TestSearchRemembersAfterPondering(t *testing.T) {
	a := newTestSearcher()
	for i, uci := range []string{"e7e5", "c7c5"} {
		g := NewGame(StartPosition())
		for _, m := range []string{"e2e4", uci} {
			move, err := g.Position().ParseUCI(m)
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Play(move); err != nil {
				t.Fatal(err)
			}
		}
		ponder := make(chan struct{})
		r, err := a.Search(t.Context(), g, Limits{Depth: 6, Ponder: ponder})
		if err != nil {
			t.Fatal(err)
		}
		fresh, err := newTestSearcher().Search(t.Context(), g, Limits{Depth: 6})
		if err != nil {
			t.Fatal(err)
		}
		if remembered := r.Nodes != fresh.Nodes; remembered != (i == 1) {
			t.Errorf("search %d: remembered is %v", i, remembered)
		}
	}
}

// A clock that jumps ahead in the middle of a search, as that of a machine does
// that has been asleep, ends it at once with the best move so far.
func TestClockThatJumps(t *testing.T) {
	for _, s := range []func(Evaluator) Searcher{
		func(e Evaluator) Searcher { return NewAlphaBeta(e) },
		func(e Evaluator) Searcher { return NewMinimax(e) },
		func(e Evaluator) Searcher { return NewMCTS(e) },
	} {
		synctest.Test(t, func(t *testing.T) {
			count := 0
			searcher := s(evaluatorFunc(func(p *Position) Score {
				if count++; count == 1000 {
					time.Sleep(24 * time.Hour)
				}
				return NewBoardValue().Evaluate(p)
			}))
			r, err := searcher.Search(t.Context(), NewGame(StartPosition()), Limits{Time: time.Second})
			start := StartPosition()
			if err != nil || !start.Legal(r.Move) || count < 1000 || count > 1000+2*pollMoves {
				t.Errorf("%T: %v, %v, after %d evaluations", searcher, r.Move, err, count)
			}
		})
	}
}

func TestSchedule(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 2))
	for range 10_000 {
		k := Clock{MovesToGo: r.IntN(3) * r.IntN(50)}
		for c := range k.Left {
			k.Left[c] = time.Duration(r.Int64N(int64(1) << r.IntN(45)))
			k.Increment[c] = time.Duration(r.Int64N(int64(1)<<r.IntN(35))) * time.Duration(r.IntN(2))
		}
		for c := range Color(2) {
			s := k.schedule(c)
			if s.target <= 0 || s.target > s.limit || s.limit > max(k.Left[c], 1) {
				t.Fatalf("%+v for %v: %+v", k, c, s)
			}
			if left := k.Left[c]; left > time.Second && s.limit > left-reserve {
				t.Fatalf("%+v for %v: %+v leaves too little", k, c, s)
			}
		}
	}
	// Nor does a clock that shows nonsense lead to nonsense.
	strange := []time.Duration{math.MinInt64, -time.Hour, -1, 0, 1, time.Millisecond, ages, math.MaxInt64 - 1, math.MaxInt64}
	for _, left := range strange {
		for _, increment := range strange {
			for _, toGo := range []int{math.MinInt, -1, 0, 1, 2, math.MaxInt} {
				k := Clock{Left: [2]time.Duration{left, 1}, Increment: [2]time.Duration{increment, 1}, MovesToGo: toGo}
				if s := k.schedule(White); s.target <= 0 || s.target > s.limit || s.limit > max(left, 1) {
					t.Errorf("%+v: %+v", k, s)
				}
			}
		}
	}
	// A game of many moves is played within its time, each at the limit.
	k := Clock{Left: [2]time.Duration{time.Second, time.Second}, Increment: [2]time.Duration{10 * time.Millisecond}}
	for move := range 300 {
		spent := k.schedule(White).limit
		if spent > k.Left[White] {
			t.Fatalf("move %d: %v of %v", move, spent, k.Left[White])
		}
		k.Left[White] += k.Increment[White] - spent
	}
}

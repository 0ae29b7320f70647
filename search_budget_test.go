package chess

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

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
			if s.soft <= 0 || s.soft > s.hard || s.hard > max(k.Left[c], 1) {
				t.Fatalf("%+v for %v: %+v", k, c, s)
			}
			if left := k.Left[c]; left > time.Second && s.hard > left-clockReserve {
				t.Fatalf("%+v for %v: %+v leaves too little", k, c, s)
			}
		}
	}
	// Impossible clocks give a schedule too.
	strange := []time.Duration{math.MinInt64, -time.Hour, -1, 0, 1, time.Millisecond, longestClock, math.MaxInt64 - 1, math.MaxInt64}
	for _, left := range strange {
		for _, increment := range strange {
			for _, toGo := range []int{math.MinInt, -1, 0, 1, 2, math.MaxInt} {
				k := Clock{Left: [2]time.Duration{left, 1}, Increment: [2]time.Duration{increment, 1}, MovesToGo: toGo}
				if s := k.schedule(White); s.soft <= 0 || s.soft > s.hard || s.hard > max(left, 1) {
					t.Errorf("%+v: %+v", k, s)
				}
			}
		}
	}
}

// timed returns searchers that look at the clock.
func timed(e Evaluator) []Searcher { return []Searcher{NewAlphaBeta(e), NewMinimax(e), NewMCTS(e)} }

// When the clock jumps ahead in the middle of a search, as after the sleep of a
// machine, the search ends at once with the best move so far.
func TestClockThatJumps(t *testing.T) {
	for i := range timed(flat) {
		synctest.Test(t, func(t *testing.T) {
			count := 0
			searcher := timed(evaluatorFunc(func(p *Position) Score {
				if count++; count == 1000 {
					time.Sleep(24 * time.Hour)
				}
				return NewBoardValue().Evaluate(p)
			}))[i]
			r := mustSearch(t, searcher, NewGame(), Limits{Time: time.Second})
			if !startPosition.Legal(r.Move) || count < 1000 || count > 1000+2*pollMoves {
				t.Errorf("%T: %v after %d evaluations", searcher, r.Move, count)
			}
		})
	}
}

// When a search on the opponent's time has to wait for a processor, and the opponent moves
// meanwhile, the clock runs from before the wait on, since nobody knows when the hit came.
func TestPonderHitDuringWait(t *testing.T) {
	clock := Clock{Left: [2]time.Duration{time.Second, time.Second}}
	hard := clock.schedule(White).hard
	for i := range timed(flat) {
		synctest.Test(t, func(t *testing.T) {
			hit := make(chan Clock, 1)
			var sent time.Time
			count := 0
			searcher := timed(evaluatorFunc(func(p *Position) Score {
				if count++; count == 1000 {
					sent = time.Now()
					hit <- clock
					time.Sleep(hard * 3 / 4) // no processor is free
				}
				time.Sleep(pollTime / 2)
				return NewBoardValue().Evaluate(p)
			}))[i]
			mustSearch(t, searcher, NewGame(), Limits{Ponder: hit})
			if took := time.Since(sent); count < 1000 || took > hard+10*pollTime {
				t.Errorf("%T: %v after the hit, at most %v is allowed", searcher, took, hard)
			}
		})
	}
}

// A search on the opponent's time leaves the processor to others whenever it looks at the
// clock, so that one that thinks is not kept waiting.
func TestPonderYields(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var count atomic.Int64
	searcher := NewAlphaBeta(evaluatorFunc(func(p *Position) Score { count.Add(1); return NewBoardValue().Evaluate(p) }))
	ctx, cancel := context.WithCancel(t.Context())
	var done sync.WaitGroup
	done.Go(func() { searcher.Search(ctx, NewGame(), Limits{Ponder: make(chan Clock)}) })
	late := 0
	for range 100 {
		before := count.Load()
		runtime.Gosched()
		late += int(oneIf(count.Load()-before > pollMoves*5/4))
	}
	if late > 10 || count.Load() == 0 { // a busy machine may suspend this goroutine too
		t.Errorf("%d of 100 times more positions were evaluated before anything else could run; %d in all", late, count.Load())
	}
	cancel()
	done.Wait()
}

// With less than the reserve on the clock most of it is kept, and the clock grows from
// increment to increment.
func TestScheduleOfShortClocks(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct{ left, increment, soft, hard time.Duration }{
		{4000 * ms, 40 * ms, 172935 * time.Microsecond, 864675 * time.Microsecond},
		{1000 * ms, 10 * ms, 39324 * time.Microsecond, 196620 * time.Microsecond},
		{100 * ms, 10 * ms, 5990 * time.Microsecond, 12000 * time.Microsecond},
		{50 * ms, 5 * ms, 817 * time.Microsecond, 3750 * time.Microsecond},
		{10 * ms, 5 * ms, 69 * time.Microsecond, 348 * time.Microsecond},
		{100 * ms, 0, 740 * time.Microsecond, 3703 * time.Microsecond},
		{20 * ms, 0, 92 * time.Microsecond, 462 * time.Microsecond},
	} {
		k := Clock{Left: [2]time.Duration{tt.left, tt.left}, Increment: [2]time.Duration{tt.increment, tt.increment}}
		s := k.schedule(Black)
		if s.soft.Truncate(time.Microsecond) != tt.soft || s.hard.Truncate(time.Microsecond) != tt.hard {
			t.Errorf("%v + %v: %v", tt.left, tt.increment, s)
		}
	}
	k := Clock{Left: [2]time.Duration{20 * ms, 0}, Increment: [2]time.Duration{5 * ms, 0}}
	for range 30 {
		k.Left[White] += k.Increment[White] - k.schedule(White).soft
	}
	if k.Left[White] < 120*ms {
		t.Errorf("after 30 moves the clock shows %v", k.Left[White])
	}
}

// A searcher without iterations to end stops at the soft limit.
func TestStopAtSoftLimit(t *testing.T) {
	clock := Clock{Left: [2]time.Duration{time.Minute, 3 * time.Second}, Increment: [2]time.Duration{time.Second, 0}}
	white, black := clock.schedule(White).soft, clock.schedule(Black).soft
	for _, tt := range []struct {
		l    Limits
		turn Color
		want time.Duration
	}{
		{Limits{}, White, 0},
		{Limits{Time: 7}, White, 7},
		{Limits{Clock: clock}, White, white},
		{Limits{Clock: clock}, Black, black},
		{Limits{Clock: clock, Time: time.Hour}, Black, black},
		{Limits{Clock: clock, Time: time.Millisecond}, White, time.Millisecond},
		{Limits{Clock: clock, Time: -1}, White, -1},
	} {
		var b budget
		p := startPosition
		if tt.turn == Black {
			p = p.After(0)
		}
		b.begin(t.Context(), &tt.l, &p, time.Now())
		b.stopAtSoftLimit()
		if b.hard != tt.want {
			t.Errorf("%+v, %v: %v, want %v", tt.l, tt.turn, b.hard, tt.want)
		}
	}
}

// An impatient context is cancelled when it has been asked so many times. Nothing else says so.
type impatient struct {
	context.Context
	patience int
}

func (c *impatient) Err() error {
	if c.patience--; c.patience < 0 {
		return context.Canceled
	}
	return nil
}

// TestSearchAsksContext checks that searches without limits ask their context whether to go on.
func TestSearchAsksContext(t *testing.T) {
	for _, player := range Players() {
		ctx := &impatient{Context: t.Context(), patience: 20}
		if _, err := player.New().Search(ctx, new(Game), Limits{}); err != nil {
			t.Errorf("%s: %v", player.Name, err)
		}
	}
}

// Nodes in place of time: the clock plays no part, and a search of a fixed time ends at its node.
func TestNodesPerMillisecond(t *testing.T) {
	const second = time.Second
	g := played(t, StartFEN, "e4", "e5", "Nf3")
	for _, l := range []Limits{
		{Time: 500 * time.Millisecond}, {Clock: Clock{Left: [2]time.Duration{10 * second, 10 * second}}}, {Time: 1, Nodes: 5},
		{Clock: Clock{Left: [2]time.Duration{20 * second, 20 * second}}, Time: 30 * time.Millisecond, Nodes: 900},
	} {
		l.NodesPerMillisecond = 4
		most := l.Nodes
		if byTime := int64(l.Time/time.Millisecond) * 4; byTime > 0 && (most == 0 || byTime < most) {
			most = byTime
		}
		if l.Time == 1 {
			most = 1
		}
		for i, s := range timed(NewPeSTO()) {
			again := timed(NewPeSTO())[i]
			var got [2]Result
			synctest.Test(t, func(t *testing.T) { // in which no time passes
				got = [2]Result{mustSearch(t, s, g, l), mustSearch(t, again, g, l)}
			})
			if got[0].Nodes != got[1].Nodes || got[0].Move != got[1].Move || most > 0 && got[0].Nodes != most || got[0].Nodes > 4*6000 {
				t.Errorf("%v, %v: %d and %d nodes, want %d", s, l, got[0].Nodes, got[1].Nodes, most)
			}
		}
	}
}

// A search that has waited for a processor leaves more on the clock in the next ones, for
// a while.
func TestStallsShortenSearches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := Clock{Left: [2]time.Duration{100 * time.Millisecond, time.Second}, Increment: [2]time.Duration{10 * time.Millisecond, 10 * time.Millisecond}}
		var b budget
		begin := func() time.Duration {
			b.begin(t.Context(), &Limits{Clock: k}, &startPosition, time.Now())
			return b.soft
		}
		usual := begin()
		for _, tt := range []struct{ wait, stall time.Duration }{
			{0, 0}, {time.Millisecond, 0}, {leastStall, 0}, {25 * time.Millisecond, 25 * time.Millisecond}, {24 * time.Hour, longestStall}, {-time.Hour, 0},
		} {
			b = budget{}
			begin()
			b.poll()
			time.Sleep(tt.wait)
			b.poll()
			b.poll() // a look in time does not hide it
			if b.stall != tt.stall {
				t.Errorf("after %v the longest wait is %v, want %v", tt.wait, b.stall, tt.stall)
			}
			want := k.scheduleWith(White, clockReserve+stallsKept*(tt.stall-tt.stall/16)).soft
			if got := begin(); got != want || (got < usual) != (tt.stall > 0) {
				t.Errorf("after %v the soft limit is %v, want %v; %v before", tt.wait, got, want, usual)
			}
			for range 300 {
				begin()
			}
			if got := begin(); usual-got > time.Microsecond {
				t.Errorf("%v after many searches, want %v", got, usual)
			}
		}
		// The more is left, the less it matters.
		for _, left := range []time.Duration{10 * time.Second, time.Minute} {
			k.Left[White] = left
			if slow, fast := k.scheduleWith(White, clockReserve+stallsKept*longestStall), k.schedule(White); slow.soft < fast.soft*19/20 {
				t.Errorf("%v: %v, and %v without waits", left, slow.soft, fast.soft)
			}
		}
	})
}

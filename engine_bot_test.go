package chess

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A botStub is a Searcher that plays the first legal move, expects the first
// reply, and takes a time for it in the bubble of synctest.
type botStub struct {
	t             *testing.T
	think         time.Duration // after a ponder hit
	ignoresPonder bool
	ignoresDone   bool // of its context
	errs          []error
	results       func(n int, r *Result) // changes the result of the n-th call

	running atomic.Int32
	calls   []botCall
	forgot  int
}

// A botCall is what a botStub was asked.
type botCall struct {
	Moves    string
	Pondered bool
	Clock    Clock // at the call,
	Hit      Clock // and at the ponder hit
	Stopped  bool
}

func (s *botStub) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	if s.running.Add(1) != 1 {
		s.t.Error("two searches at once")
	}
	defer s.running.Add(-1)
	n := len(s.calls)
	s.calls = append(s.calls, botCall{Moves: strings.Trim(fmt.Sprint(g.Moves()), "[]"), Pondered: l.Ponder != nil, Clock: l.Clock})
	call := &s.calls[n]
	done := ctx.Done()
	if s.ignoresDone {
		done = nil
	}
	if l.Ponder != nil && !s.ignoresPonder {
		select {
		case call.Hit = <-l.Ponder:
		case <-done:
		}
	}
	select {
	case <-time.After(s.think):
	case <-done:
		call.Stopped = true
	}
	p := g.Position()
	r := Result{Move: p.AppendMoves(nil)[0], Bound: Exact, Depth: 1}
	next := p.After(r.Move)
	if replies := next.AppendMoves(nil); len(replies) > 0 {
		r.Ponder = replies[0]
	}
	if s.results != nil {
		s.results(n, &r)
	}
	if n < len(s.errs) {
		return r, s.errs[n]
	}
	return r, nil
}

func (s *botStub) Forget() {
	if s.running.Load() != 0 {
		s.t.Error("told to forget during a search")
	}
	s.forgot++
}

// playMoves plays moves in g.
func playMoves(t *testing.T, g *Game, moves ...Move) {
	t.Helper()
	for _, m := range moves {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
}

// botClock is a clock for both sides, with an increment of a second.
func botClock(white, black time.Duration) Clock {
	return Clock{Left: [2]time.Duration{white, black}, Increment: [2]time.Duration{time.Second, time.Second}}
}

// The Bot thinks on the opponent's time, and the clock that the server sends at
// the ponder hit is the one that counts.
func TestBotPonders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &botStub{t: t, think: 2 * time.Second}
		b := Bot{Searcher: s, Overhead: 100 * time.Millisecond}
		defer b.Stop()
		g := NewGame()
		move := func(k Clock, takes time.Duration) Result {
			t.Helper()
			began := time.Now()
			r, err := b.Move(t.Context(), g, k)
			if took := time.Since(began); err != nil || took != takes {
				t.Fatalf("%v after %v, want %v", err, took, takes)
			}
			playMoves(t, g, r.Move)
			return r
		}
		r := move(botClock(60*time.Second, 60*time.Second), 2*time.Second)
		time.Sleep(10 * time.Second)
		playMoves(t, g, r.Ponder)
		s.think = 3 * time.Second // too late for the search that is under way
		r = move(botClock(58*time.Second, 49*time.Second), 3*time.Second)
		time.Sleep(10 * time.Second)
		p := g.Position()
		playMoves(t, g, p.AppendMoves(nil)[5]) // unexpected
		move(botClock(40*time.Second, 30*time.Second), 3*time.Second)
		b.Stop()
		want := []botCall{
			{Clock: botClock(59900*time.Millisecond, 60*time.Second)},
			{Moves: "b1a3 b8c6", Pondered: true, Clock: botClock(59*time.Second, 60*time.Second), Hit: botClock(57900*time.Millisecond, 49*time.Second)},
			{Moves: "b1a3 b8c6 a1b1 a8b8", Pondered: true, Clock: botClock(56*time.Second, 49*time.Second), Stopped: true},
			{Moves: "b1a3 b8c6 a1b1 " + p.UCI(p.AppendMoves(nil)[5]), Clock: botClock(39900*time.Millisecond, 30*time.Second)},
			{Moves: "b1a3 b8c6 a1b1 " + p.UCI(p.AppendMoves(nil)[5]) + " b1a1 a8b8", Pondered: true, Clock: botClock(38*time.Second, 30*time.Second), Stopped: true},
		}
		if d := cmp.Diff(want, s.calls); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
		if s.forgot != 0 {
			t.Errorf("forgot %d times", s.forgot)
		}
	})
}

// TestBotVariants plays games of all variants by two bots that ponder, and takes moves back.
func TestBotVariants(t *testing.T) {
	for v := range Variant(len(ruleSets)) {
		g := NewGame(v.StartPosition())
		var bots [2]Bot
		for c := range bots {
			bots[c].Searcher, bots[c].Limits = NewAlphaBeta(nil), Limits{Nodes: 100}
		}
		for moves := 0; moves < 30 && !g.Outcome().Over(); moves++ {
			r, err := bots[g.Turn()].Move(t.Context(), g, Clock{})
			if err == nil {
				err = g.Play(r.Move)
			}
			if err != nil {
				t.Fatalf("%v after %v: %v", v, g.Moves(), err)
			}
			if moves == 20 {
				g.Undo()
				g.Undo()
			}
		}
		for c := range bots {
			bots[c].Stop()
		}
	}
}

// A game that is not the one that the Bot ponders on is recognized.
func TestBotGameThatJumps(t *testing.T) {
	expected := func(g *Game, r Result) { g.Play(r.Ponder) }
	for _, tt := range []struct {
		name     string
		change   func(g *Game, r Result) // after the Bot's move has been played
		pondered bool
		forgot   int
	}{
		{"the expected reply", expected, true, 0},
		{"another reply", func(g *Game, _ Result) { p := g.Position(); g.Play(p.AppendMoves(nil)[3]) }, false, 0},
		{"moves taken back", func(g *Game, _ Result) { g.Undo(); g.Undo() }, false, 1},
		{"the same game again", func(g *Game, _ Result) { *g = *NewGame() }, false, 1},
		{"another start", func(g *Game, _ Result) {
			*g = *NewGame(MustParseFEN("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))
		}, false, 1},
		{"the same moves from another start", func(g *Game, r Result) {
			moves := append(g.Moves(), r.Ponder)
			*g = *NewGame(MustParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"))
			playMoves(t, g, moves...)
		}, false, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &botStub{t: t, think: time.Second}
			b := Bot{Searcher: s}
			g := NewGame()
			r, err := b.Move(t.Context(), g, Clock{})
			if err != nil {
				t.Fatal(err)
			}
			playMoves(t, g, r.Move)
			synctest.Wait()
			tt.change(g, r)
			r, err = b.Move(t.Context(), g, Clock{})
			if p := g.Position(); err != nil || !p.Legal(r.Move) {
				t.Errorf("%s: %v, %v", tt.name, r.Move, err)
			}
			b.Stop()
			calls := 4
			if tt.pondered {
				calls = 3
			}
			if len(s.calls) != calls || s.calls[1].Stopped == tt.pondered || s.forgot != tt.forgot {
				t.Errorf("%s: forgot %d times, calls %+v", tt.name, s.forgot, s.calls)
			}
		})
	}
}

// Searchers that ignore what they should obey keep neither the clock nor the caller
// waiting.
func TestBotDisobedientSearcher(t *testing.T) {
	k := botClock(time.Minute, time.Minute)
	hard := k.schedule(White).hard
	synctest.Test(t, func(t *testing.T) {
		s := &botStub{t: t, think: time.Hour, ignoresPonder: true}
		b := Bot{Searcher: s}
		g := NewGame()
		for i := range 4 {
			began := time.Now()
			r, err := b.Move(t.Context(), g, k)
			want := hard
			if i == 3 { // it has searched long enough, without regard to Ponder
				want = 0
			}
			if took := time.Since(began); err != nil || took != want {
				t.Fatalf("move %d: %v after %v, want %v", i, err, took, want)
			}
			playMoves(t, g, r.Move, r.Ponder)
			if i == 2 {
				time.Sleep(2 * time.Hour)
			}
		}
		b.Stop()
	})
	// A Searcher that does not return is not waited for, and not called again.
	synctest.Test(t, func(t *testing.T) {
		s := &botStub{t: t, think: time.Hour, ignoresDone: true}
		b := Bot{Searcher: s}
		g := NewGame()
		for range 3 {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			began := time.Now()
			_, err := b.Move(ctx, g, k)
			if took := time.Since(began); err == nil || took != 10*time.Second+botPatience {
				t.Fatalf("%v after %v", err, took)
			}
			cancel()
		}
		if len(s.calls) != 1 {
			t.Errorf("called %d times", len(s.calls))
		}
		b.Stop()
		s.ignoresDone = false
		if _, err := b.Move(t.Context(), g, k); err != nil {
			t.Error(err)
		}
		b.Stop()
	})
}

func TestBotErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		failed := errors.New("no more network")
		s := &botStub{t: t, ignoresPonder: true, errs: []error{1: failed}}
		b := Bot{Searcher: s}
		g := NewGame()
		for i := range 3 { // it fails while it ponders, and is asked again
			r, err := b.Move(t.Context(), g, Clock{})
			if err != nil {
				t.Fatalf("move %d: %v", i, err)
			}
			synctest.Wait()
			playMoves(t, g, r.Move, r.Ponder)
		}
		b.Stop()
		s.errs = append(make([]error, len(s.calls)), failed)
		if _, err := b.Move(t.Context(), NewGame(), Clock{}); err != failed {
			t.Errorf("a searcher that fails: %v", err)
		}
		s.results = func(_ int, r *Result) { r.Move = 0 }
		if _, err := b.Move(t.Context(), NewGame(), Clock{}); err == nil {
			t.Error("an illegal move is no error")
		}
		mate := NewGame(MustParseFEN("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"))
		if _, err := b.Move(t.Context(), mate, Clock{}); !errors.Is(err, ErrGameOver) {
			t.Errorf("a finished game: %v", err)
		}
	})
}

// unscored is a score that is only a bound.
const unscored = MaxEvaluation

// Resignation and draws. A line has the scores of the Searcher's moves, and a
// letter for each move: R for a resignation, D for an offer of a draw.
func TestBotPolicy(t *testing.T) {
	none := func() *Bot { return &Bot{} }
	policy := func() *Bot { return &Bot{ResignMoves: 2, ResignScore: 500, DrawMoves: 3, DrawScore: 10} }
	for _, tt := range []struct {
		name   string
		bot    func() *Bot
		scores []Score
		want   string
		draws  bool // it accepts one at last
	}{
		{"no policy", none, []Score{-900, -900, -900, 0, 0, 0}, "......", true},
		{"lost", policy, []Score{-500, -500}, ".R", true},
		{"not lost twice in a row", policy, []Score{-500, -499, -500, unscored, -500}, ".....", true},
		{"mated", policy, []Score{-mateIn(4), -mateIn(2)}, ".R", true},
		{"level", policy, []Score{10, -10, 0, 0, 0, 0, 0}, "..D..D.", true},
		{"not level", policy, []Score{10, -10, 11, 0, 0}, ".....", true},
		{"better", policy, []Score{11}, ".", false},
		{"bounds", policy, []Score{unscored, unscored, unscored}, "...", false},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &botStub{t: t, results: func(n int, r *Result) {
				if r.Score = tt.scores[min(n, len(tt.scores)-1)]; r.Score == unscored {
					r.Score, r.Bound = 0, LowerBound
				}
			}}
			b := tt.bot()
			b.Searcher, b.NoPonder = s, true
			g := NewGame()
			if b.AcceptsDraw() {
				t.Errorf("%s: accepts a draw before its first move", tt.name)
			}
			got := ""
			for range tt.scores {
				r, err := b.Move(t.Context(), g, Clock{})
				if err != nil {
					t.Fatal(err)
				}
				switch {
				case r.Resign:
					got += "R"
				case r.OfferDraw:
					got += "D"
				default:
					got += "."
				}
				p := g.Position()
				p = p.After(r.Move)
				moves := p.AppendMoves(nil)
				playMoves(t, g, r.Move, moves[len(moves)-1])
			}
			if got != tt.want || b.AcceptsDraw() != tt.draws {
				t.Errorf("%s: %s, want %s; accepts a draw: %v", tt.name, got, tt.want, b.AcceptsDraw())
			}
		})
	}
}

// The Bot does not ponder when there is nothing to ponder on.
func TestBotDoesNotPonder(t *testing.T) {
	start := NewGame()
	mates, _ := MustParseFEN("8/8/8/8/8/1k6/7r/1K6 b - - 0 1").ParseUCI("h2h1")
	for _, tt := range []struct {
		name    string
		bot     *Bot
		game    *Game
		results func(int, *Result)
	}{
		{"NoPonder", &Bot{NoPonder: true}, start, nil},
		{"no expected reply", &Bot{}, start, func(_ int, r *Result) { r.Ponder = 0 }},
		{"an illegal reply", &Bot{}, start, func(_ int, r *Result) { r.Ponder = r.Move }},
		{"resignation", &Bot{}, start, func(_ int, r *Result) { r.Resign = true }},
		{"the reply ends the game", &Bot{}, NewGame(MustParseFEN("8/8/8/8/8/1k6/7r/K7 w - - 0 1")), func(_ int, r *Result) { r.Ponder = mates }},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &botStub{t: t, results: tt.results}
			tt.bot.Searcher = s
			r, err := tt.bot.Move(t.Context(), tt.game, Clock{})
			synctest.Wait()
			if err != nil || len(s.calls) != 1 {
				t.Errorf("%s: %v, %+v, %+v", tt.name, err, r, s.calls)
			}
			tt.bot.Stop()
		})
	}
}

// A Searcher that panics or ends its goroutine is an error of its search, while it ponders too,
// and one that changes the game does no harm.
func TestBotPanics(t *testing.T) {
	for text, fail := range failures {
		var works atomic.Bool
		b := Bot{Searcher: searchFunc(func(ctx context.Context, g *Game, l Limits) (Result, error) {
			if g.Len() == 2 && !works.Load() { // pondering, and then at the move
				fail()
			}
			r, err := firstMove(ctx, g, l)
			p := g.Position()
			p = p.After(r.Move)
			r.Ponder = p.AppendMoves(nil)[0]
			for g.Undo() {
			}
			return r, err
		})}
		g := NewGame()
		r, err := b.Move(t.Context(), g, Clock{})
		if err != nil {
			t.Fatal(err)
		}
		playMoves(t, g, r.Move, r.Ponder)
		if _, err := b.Move(t.Context(), g, Clock{}); err == nil || !strings.Contains(err.Error(), text) || errors.Is(err, ErrIllegal) {
			t.Errorf("%q: error %v", text, err)
		}
		works.Store(true)
		if r, err := b.Move(t.Context(), g, Clock{}); err != nil || g.Len() != 2 || !g.Position().Legal(r.Move) {
			t.Errorf("%q: after it %v, %v after %d plies", text, r.Move, err, g.Len())
		}
		b.Stop()
		b.Searcher = moody{firstMove, "Forget"}
		if _, err := b.Move(t.Context(), new(Game), Clock{}); err == nil || !strings.Contains(err.Error(), "panic: Forget") {
			t.Errorf("another game: %v", err)
		}
	}
}

// A draw that can be claimed is offered.
func TestBotClaims(t *testing.T) {
	for score, want := range map[Score]bool{0: true, 1: false} {
		b := Bot{Searcher: reported(Result{Score: score, Bound: Exact, Depth: 1}), NoPonder: true}
		r, err := b.Move(t.Context(), NewGame(MustParseFEN("4k3/8/8/8/8/8/8/R3K3 w - - 99 90")), Clock{})
		if err != nil || r.OfferDraw != want {
			t.Errorf("with a score of %v: %v, %v", score, r.OfferDraw, err)
		}
	}
}

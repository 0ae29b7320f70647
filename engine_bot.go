package chess

import (
	"context"
	"fmt"
	"time"
)

// Bot plays games for a program that talks to the opponent itself, such as a bot
// of a chess server: it thinks on the opponent's time, keeps within its own, and
// knows when to resign or to take a draw. Only Searcher must be set:
//
//	bot := chess.Bot{Searcher: chess.NewAlphaBeta(chess.NewDefaultEvaluator())}
//	defer bot.Stop()
//	result, err := bot.Move(ctx, game, clock)
//
// After each move it ponders: it searches as if the opponent had played the reply
// that it expects. When Move is called next and the opponent has played that, the
// search goes on, and the clocks begin to count; otherwise the Bot ends it and
// begins another. A Searcher that ignores Limits.Ponder works too.
//
// Pondering keeps a processor busy. Where other programs need it, the system may let a
// search wait for some hundredths of a second, with the clock running: set Overhead to
// that, or NoPonder.
//
// Games may come in any order. Move finds out by itself whether a game goes on
// where the last one ended; before another game, or after moves were taken back, a
// Forgetter is told to forget, and the scores of earlier moves do not count.
//
// A Bot is for one goroutine at a time, and so is its Searcher: until Stop, only
// the Bot may use it. The fields may be changed when the Bot is stopped.
type Bot struct {
	_        noCopy
	Searcher Searcher

	// Limits limit each move, in addition to the clocks. Clock, Ponder and
	// SearchMoves are ignored. Info is called by another goroutine than the one that
	// calls Move. It is called after Move has returned too, while the Bot ponders:
	// Info.Position tells of which position it reports.
	Limits Limits

	// Overhead is how much of the time for each move passes outside the Bot, on the
	// network above all, or waiting for a processor. It is taken off the clock. If that
	// leaves nothing, the Searcher has some milliseconds.
	Overhead time.Duration

	// NoPonder makes the Bot think on its own time only.
	NoPonder bool

	// ResignMoves and ResignScore say when to resign: when the exact scores of the
	// Bot's last ResignMoves moves were all -ResignScore or less. If ResignMoves is 0,
	// it resigns only if the Searcher does.
	ResignMoves int
	ResignScore Score

	// DrawScore is the highest score at which the Bot takes a draw: see AcceptsDraw.
	// It offers one when a draw could be claimed that it would take, and when the
	// scores of its last DrawMoves moves were all from -DrawScore to DrawScore; then
	// not again before DrawMoves more. If DrawMoves is 0, it does the former only; if
	// it is small, it offers draws in the opening.
	DrawMoves int
	DrawScore Score

	search *botSearch // under way, ended, or nil
	start  Key        // of the game of the last Move,
	played []Move     // with its moves; nil if there was none
	scores streaks
}

// String returns the fields that are not zero.
func (b *Bot) String() string { return listFields(b) }

// A botSearch is a call of Search in a goroutine of its own.
type botSearch struct {
	game   *Game
	hit    chan Clock // Limits.Ponder; nil once its time counts
	cancel context.CancelFunc
	done   chan struct{} // closed when Search has returned
	result Result
	found  found
	err    error
}

// botPatience is how long a Searcher may search on when its context is done.
const botPatience = time.Second

// Move returns the move to play in the current position of g, which it only
// reads, and whether to resign instead (Result.Resign) or to offer a draw with the
// move (Result.OfferDraw). k is what the clocks show now, when Move is called, as
// a server sends them with the opponent's move; the zero Clock is none. The Bot
// sees to it that a Searcher which ignores clocks keeps within them.
//
// When ctx is done, Move returns the best move so far, as Search does, with no
// error. It returns an error that matches ErrGameOver if the game is over, and
// the error of a Searcher that fails, panics, finds an illegal move, or still searches a
// second after its context was done. Such a Searcher is not called again until it
// has returned.
//
// Nodes and Time of the Result include what was searched while pondering.
func (b *Bot) Move(ctx context.Context, g *Game, k Clock) (Result, error) {
	called := time.Now()
	if b.Searcher == nil {
		return Result{}, errNoSearcher
	}
	if err := unsearchable(g); err != nil {
		return Result{}, err
	}
	turn := g.current().turn()
	own := k // as it shows to the Searcher
	if own != (Clock{}) {
		own.Left[turn] = max(own.Left[turn]-b.Overhead, time.Millisecond)
	}
	if s := b.search; s != nil && s.pondersOn(g) {
		s.hit <- own
		s.hit = nil
		b.played = g.Moves()
	} else {
		if err := b.end(ctx); err != nil {
			return Result{}, err
		}
		if err := b.follow(g); err != nil {
			return Result{}, err
		}
		if waited := time.Since(called); own != (Clock{}) {
			own.Left[turn] = max(own.Left[turn]-waited, time.Millisecond)
		}
		l := b.Limits
		l.Clock, l.Ponder, l.SearchMoves = own, nil, nil
		b.begin(ctx, new(*g), l, nil)
	}
	r, f, err := b.await(ctx, &own, turn)
	if err == nil {
		err = checkMove(g.current(), &r)
	}
	if err != nil {
		return Result{}, err
	}

	if r.Resign = b.scores.resigns(&r, f, b.policy()); r.Resign {
		r.OfferDraw = false
		return r, nil
	}
	drawable := g.isDrawable()
	g = new(*g)
	g.Play(r.Move)
	r.OfferDraw = b.scores.offersDraw(&r, b.policy(), drawable || g.isDrawable())
	if !b.NoPonder {
		if k != (Clock{}) { // as it will show after the move, if the opponent replies at once
			k.Left[turn] += k.Increment[turn] - time.Since(called)
			k.MovesToGo = max(k.MovesToGo-1, 0)
		}
		b.ponder(ctx, g, r.Ponder, k)
	}
	return r, nil
}

// AcceptsDraw reports whether the Bot would take a draw now: whether the score of
// its last move in the game that has one is DrawScore or less. If DrawScore is 0, it takes a
// draw unless it stands better.
func (b *Bot) AcceptsDraw() bool { return b.scores.acceptsDraw(b.policy()) }

// Stop ends pondering, and waits until the Searcher has returned. The Bot can be
// used again after that. A Bot that is no longer needed must be stopped.
func (b *Bot) Stop() {
	if s := b.search; s != nil {
		s.cancel()
		<-s.done
		b.search = nil
	}
}

func (b *Bot) policy() policy {
	return policy{b.ResignMoves, b.ResignScore, b.DrawMoves, b.DrawScore}
}

// follow notes that g is the game that is played, when no search is running. It is an error
// if the Searcher panics that it tells of another game.
func (b *Bot) follow(g *Game) (err error) {
	if b.played != nil && (g.plies <= len(b.played) || !g.beginsWith(b.start, b.played)) {
		b.scores = streaks{}
		err = guard(func() error { forget(b.Searcher); return nil })
	}
	b.start = g.first().key()
	b.played = g.Moves()
	return err
}

// ponder begins a search of g as if the opponent had played m. k is what the
// clocks will show then, as far as that is known.
func (b *Bot) ponder(ctx context.Context, g *Game, m Move, k Clock) {
	if g.Play(m) != nil || g.Outcome().Reason != unterminated {
		return
	}
	hit := make(chan Clock, 1)
	l := b.Limits
	l.Clock, l.Ponder, l.SearchMoves = k, hit, nil
	b.begin(ctx, g, l, hit)
}

// begin begins a search. It does not end with ctx, which may be done as soon as
// Move returns.
func (b *Bot) begin(ctx context.Context, g *Game, l Limits, hit chan Clock) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s := &botSearch{game: g, hit: hit, cancel: cancel, done: make(chan struct{})}
	b.search = s
	searcher := b.Searcher
	go func() {
		defer close(s.done)
		s.result, s.found, s.err = askMove(ctx, searcher, g, l)
	}()
}

// await returns the result of the search and its score, which it ends when ctx is done, or at
// the last moment that the clock k of the side to move allows.
func (b *Bot) await(ctx context.Context, k *Clock, turn Color) (Result, found, error) {
	s := b.search
	var over <-chan time.Time
	if *k != (Clock{}) {
		over = time.After(max(k.schedule(turn).hard, leastTime))
	}
	select {
	case <-s.done:
	case <-over:
	case <-ctx.Done():
	}
	if err := b.end(ctx); err != nil {
		return Result{}, found{}, err
	}
	return s.result, s.found, s.err
}

// end ends the search, if there is one. It waits until the Searcher has returned,
// but not much longer than until ctx is done.
func (b *Bot) end(ctx context.Context) error {
	s := b.search
	if s == nil {
		return nil
	}
	s.cancel()
	s.hit = nil
	select {
	case <-s.done:
	case <-ctx.Done():
		select {
		case <-s.done:
		case <-time.After(botPatience):
			return fmt.Errorf("chess: the searcher has not ended %v after it was stopped", botPatience)
		}
	}
	b.search = nil
	return nil
}

// pondersOn reports whether s has searched the current position of g on the
// opponent's time, and has not failed.
func (s *botSearch) pondersOn(g *Game) bool {
	if s.hit == nil || g.plies != s.game.plies || !g.beginsWith(s.game.first().key(), s.game.Moves()) ||
		g.first().HalfmoveClock() != s.game.first().HalfmoveClock() {
		return false
	}
	select {
	case <-s.done:
		return s.err == nil
	default:
		return true
	}
}

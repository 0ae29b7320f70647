package chess

import (
	"context"
	"fmt"
	"time"
)

// Bot plays games for a program that talks to the opponent itself, such as a bot of a chess server: it
// ponders on the opponent's time, keeps within its own, and knows when to resign or to take a draw. Only
// Searcher must be set:
//
//	bot := chess.Bot{Searcher: chess.NewAlphaBeta(chess.NewDefaultEvaluator())}
//	defer bot.Stop()
//	result, err := bot.Move(ctx, game, clock)
//
// Games may come in any order: before another game, or after moves were taken back, a Forgetter forgets.
//
// A Bot is for one goroutine at a time, and so is its Searcher: until Stop, only the Bot may use it. The
// fields may be changed while the Bot is stopped.
type Bot struct {
	_        noCopy
	Searcher Searcher

	// Limits limit each move besides the clocks; Clock, Ponder and SearchMoves are ignored.
	// Info is called by another goroutine, also while the Bot ponders: see Info.Position.
	Limits Limits

	Overhead time.Duration // of each move outside the Bot, for the network or a busy machine; taken off the clock
	NoPonder bool          // think only on its own time

	// The Bot resigns if the exact scores of its last ResignMoves moves were all
	// -ResignScore or less, but for a game that the opponent is known to be unable to win, or
	// if the Searcher resigns; with 0 moves only the latter.
	ResignMoves int
	ResignScore Score

	// The Bot takes a draw at DrawScore or less, and offers one if it can be claimed. It also
	// offers one if the scores of its last DrawMoves moves were all from -DrawScore to
	// DrawScore, and then not again for DrawMoves moves; with 0 moves it does not.
	DrawMoves int
	DrawScore Score

	search *botSearch // under way, ended, or nil
	start  Key        // of the game of the last Move,
	law    *law       // with its Rule,
	played []Move     // and its moves; nil if there was none
	scores streaks
	after  *Game // after its last move
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
	found  exactScore
	err    error
}

// botPatience is how long a Searcher may search after its context is done.
const botPatience = time.Second

// Move returns the move to play in g, whether to resign instead (Result.Resign), and whether to offer a draw
// (Result.OfferDraw). k is what the clocks show now; the zero Clock is none. A Searcher that ignores clocks
// is stopped in time. When ctx is done, Move returns the best move so far. Nodes and Time of the Result
// include pondering.
//
// An error matches ErrGameOver if the game is over. Other errors are those of a Searcher that fails, panics,
// finds an illegal move, or still searches a second after its context was done; such a Searcher is not
// called again until it has returned.
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
	if s := b.search; s.pondersOn(g) {
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
		b.search = newBotSearch(ctx, b.Searcher, new(*g), l, nil)
	}
	r, f, err := b.await(ctx, &own, turn)
	if err == nil {
		err = checkMove(g, &r)
	}
	if err != nil {
		return Result{}, err
	}

	b.after = nil
	if r.Resign = b.scores.resigns(&r, f, b.policy(), g); r.Resign {
		r.OfferDraw = false
		return r, nil
	}
	claimable := g.isDrawable()
	g = new(*g)
	g.Play(r.Move)
	r.OfferDraw = b.scores.offersDraw(&r, b.policy(), g, turn, claimable, false)
	b.after = g
	if !b.NoPonder {
		if k != (Clock{}) { // as it will show after the move, if the opponent replies at once
			k.Left[turn] += k.Increment[turn] - time.Since(called)
			k.MovesToGo = max(k.MovesToGo-1, 0)
		}
		l := b.Limits
		l.Clock, l.SearchMoves = k, nil
		b.search = ponder(ctx, b.Searcher, g, r.Ponder, l)
	}
	return r, nil
}

// AcceptsDraw reports whether the Bot would take a draw now: whether its last score is DrawScore or less,
// unless it is known that only the Bot can still win.
func (b *Bot) AcceptsDraw() bool {
	if b.after == nil { // it has resigned, or not moved yet
		return b.scores.content(b.policy())
	}
	return b.scores.acceptsDraw(b.policy(), b.after, b.after.Turn().Other())
}

// Stop ends pondering and waits until the Searcher has returned. It must be called before a Bot is dropped;
// the Bot can be used again.
func (b *Bot) Stop() {
	b.search.stop()
	b.search = nil
}

func (b *Bot) policy() policy {
	return policy{b.ResignMoves, b.ResignScore, b.DrawMoves, b.DrawScore}
}

// follow makes g the game that is played, when no search is running. It is an error if the
// Searcher panics when it is told to forget.
func (b *Bot) follow(g *Game) (err error) {
	if b.played != nil && (g.plies <= len(b.played) || !g.beginsWith(b.start, b.played) || g.law != b.law) {
		b.scores = streaks{}
		err = guard(func() error { forget(b.Searcher); return nil })
	}
	b.start, b.law = g.first().key(), g.law
	b.played = g.Moves()
	return err
}

// ponder begins a search of a copy of g as if the opponent had played m. The clocks of l are an estimate of
// what they show then. It returns nil if m cannot be played, or ends the game.
func ponder(ctx context.Context, s Searcher, g *Game, m Move, l Limits) *botSearch {
	g = new(*g)
	if g.Play(m) != nil || g.Outcome().Reason != unterminated {
		return nil
	}
	hit := make(chan Clock, 1)
	l.Ponder = hit
	return newBotSearch(ctx, s, g, l, hit)
}

// newBotSearch begins a search. It does not end with ctx, which may be done before the search is.
func newBotSearch(ctx context.Context, searcher Searcher, g *Game, l Limits, hit chan Clock) *botSearch {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s := &botSearch{game: g, hit: hit, cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(s.done)
		s.result, s.found, s.err = askMove(ctx, searcher, g, l)
	}()
	return s
}

// stop ends the search, if there is one, and waits until the Searcher has returned.
func (s *botSearch) stop() {
	if s != nil {
		s.cancel()
		<-s.done
	}
}

// await returns the result of the search and its score. It ends the search when ctx is done, or at
// the last moment that the clock k of the side to move allows.
func (b *Bot) await(ctx context.Context, k *Clock, turn Color) (Result, exactScore, error) {
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
		return Result{}, exactScore{}, err
	}
	return s.result, s.found, s.err
}

// end ends the search, if there is one, and waits until the Searcher has returned, but at most
// botPatience longer than until ctx is done.
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

// pondersOn reports whether s ponders on the current position of g, and has not failed.
func (s *botSearch) pondersOn(g *Game) bool {
	if s == nil || s.hit == nil || g.law != s.game.law || g.plies != s.game.plies || !g.beginsWith(s.game.first().key(), s.game.Moves()) ||
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

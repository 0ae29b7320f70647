package chess

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"time"
)

// A fixture is a game of a match to be played.
type fixture struct {
	round   int
	second  bool
	players [2]int // by Color
	opening *Game
}

// A fixtureKey tells a fixture of a match from all others: White, Black and the round.
type fixtureKey [3]int

func (f fixture) key() fixtureKey { return fixtureKey{f.players[White], f.players[Black], f.round} }

// roundTag returns the tag Round of the game: the pair, and the game of the pair.
func (f fixture) roundTag() string { return fmt.Sprintf("%d.%d", f.round, 1+oneIf(f.second)) }

// seeds returns the seeds of the two players, by Color, in a match with a seed.
func (f fixture) seeds(match uint64) [2]uint64 {
	game := uint64(f.round)<<1 | uint64(oneIf(f.second))
	r := rand.NewPCG(match, game<<32|uint64(f.players[White])<<16|uint64(f.players[Black]))
	return [2]uint64{r.Uint64(), r.Uint64()}
}

// timeControlTags are the tags for the time control of both players, of White
// and of Black.
var timeControlTags = [...]string{"TimeControl", "WhiteTimeControl", "BlackTimeControl"}

// setTags sets the tags of a game, except those about its end. Their values have
// been checked.
func (m *Match) setTags(t *GameTree, f fixture) {
	white, black := &m.Players[f.players[White]], &m.Players[f.players[Black]]
	t.SetTag("Event", m.Event)
	t.SetTag("Site", m.Site)
	t.SetTag("Round", f.roundTag())
	t.SetTag("White", white.Name)
	t.SetTag("Black", black.Name)
	if w, b := white.timeControl(), black.timeControl(); w == b {
		t.SetTag(timeControlTags[0], w)
	} else {
		t.SetTag(timeControlTags[1], w)
		t.SetTag(timeControlTags[2], b)
	}
}

// timeControl returns the player's clock or time for a move as a tag of PGN
// (9.6.1).
func (p *Player) timeControl() string {
	tc := p.TimeControl
	if tc == (TimeControl{}) && p.Limits.Time > 0 {
		tc = TimeControl{Moves: 1, Time: p.Limits.Time}
	}
	return tc.String()
}

// An arena plays one game after another, with searchers of its own.
type arena struct {
	match     *Match
	searchers []Searcher // by player; nil while there is none
	rests     int        // how many more moves begin with a rest
}

// A search that ends much too late has waited for a processor. When both players think in this
// process, it never sleeps, and schedulers such as that of Linux, which favour processes that
// do, let it wait longest. So the next moves begin with a rest before the clock starts:
// docs/lab/search-numbers.md.
const (
	lateSearch = 5 * time.Millisecond
	restTime   = time.Millisecond
	restMoves  = 100
)

// rest waits for a moment if searches have been late.
func (a *arena) rest() {
	if a.rests > 0 {
		a.rests--
		time.Sleep(restTime)
	}
}

// play plays a game. An error is one of the match: ctx is done, or a searcher
// cannot be made.
func (a *arena) play(ctx context.Context, f fixture) (*MatchGame, error) {
	r := newReferee(a.match, f)
	defer r.stopPondering()
	seeds := f.seeds(a.match.Seed)
	for c, player := range f.players {
		err := a.forget(player)
		if err == nil {
			if err := a.prepare(ctx, player); err != nil {
				return nil, err
			}
			err = guard(func() error { reseed(a.searchers[player], seeds[c]); return nil })
		}
		if err != nil {
			r.lose(Color(c), err)
			a.closeSearcher(player)
			break
		}
	}
	date := time.Now()
	for !r.game.ended.Over() {
		o, err := r.outcome()
		if err != nil {
			return nil, err
		}
		if o.Over() {
			r.game.End(o)
			break
		}
		mover := f.players[r.turn()]
		a.rest()
		err = r.move(ctx, a.searchers[mover])
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if r.late {
			a.rests = restMoves
		}
		if err != nil {
			a.closeSearcher(mover)
		}
	}
	g := r.result()
	g.Tree.SetTag("Date", date.Format("2006.01.02"))
	return g, nil
}

// forget tells a player's searcher, if there is one, that another game begins. An engine that has ended
// since the last game is closed: it has lost nothing, and prepare starts it again.
func (a *arena) forget(player int) error {
	s := a.searchers[player]
	if s == nil {
		return nil
	}
	err := guard(func() error { forget(s); return nil })
	if c, ok := layer[*Client](s); ok && err == nil && c.err != nil {
		a.closeSearcher(player)
	}
	return err
}

// prepare makes a player's searcher, if there is none.
func (a *arena) prepare(ctx context.Context, player int) error {
	if a.searchers[player] != nil {
		return nil
	}
	p := &a.match.Players[player]
	s, err := p.New(ctx)
	if err != nil {
		return fmt.Errorf("chess: %s: %w", p.Name, err)
	}
	if s == nil {
		return fmt.Errorf("chess: %s has no searcher: its New returned nil", p.Name)
	}
	a.searchers[player] = s
	if !p.limited() && !limitsItself(s) {
		return fmt.Errorf("chess: nothing limits how long %s thinks", p.Name)
	}
	return nil
}

// closeSearcher closes and removes a player's searcher, if there is one.
func (a *arena) closeSearcher(player int) {
	if c, ok := layer[io.Closer](a.searchers[player]); ok {
		caught(c.Close)
	}
	a.searchers[player] = nil
}

func (a *arena) close() {
	for i := range a.searchers {
		a.closeSearcher(i)
	}
}

// A referee keeps the clocks of a game, decides when it ends, and records it. It ignores the errors
// of Game.End: the game has not ended, and the outcomes fit their reasons.
type referee struct {
	match    *Match
	fixture  fixture
	game     *Game
	clock    GameClock // stands: the time of a move is told
	comments []string  // after the moves
	err      error     // how a player has failed
	scores   [2]streaks
	ponders  [2]*botSearch // by Color: what the player searches on the opponent's time, or nil
	late     bool          // the last search took much longer than its limit
	offered  bool          // the last move came with an offer of a draw
	known    bool          // the Tablebase has decided the game
}

func newReferee(m *Match, f fixture) *referee {
	r := &referee{match: m, fixture: f, game: new(*f.opening)}
	for c := range r.clock.Control {
		r.clock.Control[c] = m.Players[f.players[c]].TimeControl
	}
	r.clock.turn = r.turn()
	for range r.game.Len() {
		r.comments = append(r.comments, "book")
	}
	return r
}

func (r *referee) turn() Color { return r.game.current().turn() }

// outcome returns how the game has ended, by the rules or by the Arbiter. An error
// is the Tablebase's.
func (r *referee) outcome() (Outcome, error) {
	if o := r.game.Outcome(); o.Over() {
		return o, nil
	}
	if o, err := r.probe(); err != nil || o.Over() {
		return o, err
	}
	return r.judged(), nil
}

// probe returns the Tablebase's outcome of the current position. It asks only when the halfmove
// clock is 0: later the result may depend on the clock and on earlier positions.
func (r *referee) probe() (Outcome, error) {
	t, p := r.match.Arbiter.Tablebase, r.game.current()
	if t == nil || p.halfmove > 0 || r.game.law != nil {
		return Outcome{}, nil
	}
	result, err := t.WDL(p)
	if err != nil {
		if errors.Is(err, ErrNotInTablebase) {
			err = nil
		}
		return Outcome{}, err
	}
	r.known = true
	switch result {
	case WDLWin:
		return WinBy(p.turn(), Adjudication), nil
	case WDLLoss:
		return WinBy(p.turn().Other(), Adjudication), nil
	}
	return DrawBy(Adjudication), nil
}

// judged returns the outcome by scores and the number of moves, and by threefold repetition and
// fifty moves without a claim.
func (r *referee) judged() Outcome {
	p, a := r.game.current(), &r.match.Arbiter
	white, black := &r.scores[White], &r.scores[Black]
	switch {
	case r.game.Repetitions() >= 3:
		return DrawBy(ThreefoldRepetition)
	case p.fiftyMovesPlayed():
		return DrawBy(FiftyMoves)
	case a.DeadPositions && r.game.cannotWin(White) && r.game.cannotWin(Black):
		return DrawBy(DeadPosition)
	case a.WinMoves > 0 && min(white.ahead, black.behind) >= a.WinMoves:
		return WinBy(White, Adjudication)
	case a.WinMoves > 0 && min(black.ahead, white.behind) >= a.WinMoves:
		return WinBy(Black, Adjudication)
	case a.DrawMoves > 0 && min(white.level, black.level) >= a.DrawMoves && int(p.fullmove) >= a.DrawFrom,
		a.MaxPlies > 0 && r.game.Len() >= a.MaxPlies:
		return DrawBy(Adjudication)
	}
	return Outcome{}
}

// move has s make the next move, or lose the game. An error is that of s.
func (r *referee) move(ctx context.Context, s Searcher) error {
	c := r.turn()
	l := r.limits(c)
	allowed := r.allowed(c)

	start := time.Now() // before the deadline is set, so that a Searcher that uses all of it is too late
	deadline, cancel := context.WithTimeout(ctx, allowed)
	res, found, err := r.ask(deadline, s, l)
	took := time.Since(start)
	cancel()
	r.late = r.clock.limited(c) && took > l.Time+lateSearch

	switch {
	case took > allowed:
		r.err = fmt.Errorf("chess: %v too long", (took - allowed).Round(time.Millisecond/10))
		r.game.End(r.game.outOfTime(c))
	case err != nil:
		r.lose(c, err)
	case res.Resign:
		r.game.Resign(c)
	default:
		if illegal := r.game.Play(res.Move); illegal != nil {
			r.lose(c, illegal) // and not returned: the searcher still works
			break
		}
		r.clock.press(took, r.match.Margin)
		r.scores[c].count(found, r.match.Arbiter.DrawScore, r.match.Arbiter.WinScore)
		r.comments = append(r.comments, moveComment(found, took))
		if r.offered && res.OfferDraw {
			r.game.End(DrawBy(Agreement))
		}
		r.offered = res.OfferDraw
		if r.match.Players[r.fixture.players[c]].Ponder {
			r.ponders[c] = ponder(ctx, s, r.game, res.Ponder, r.limits(c))
		}
	}
	return err
}

// limits returns the limits of a search of the player.
func (r *referee) limits(c Color) Limits {
	l := r.match.Players[r.fixture.players[c]].Limits
	l.Clock, l.Ponder, l.Info = Clock{}, nil, nil
	if k := r.clock.Clock(c, time.Time{}); k != (Clock{}) {
		l.setClock(k, c)
	}
	return l
}

// ask has s search for the next move, or end the search that it has begun on the opponent's time.
func (r *referee) ask(ctx context.Context, s Searcher, l Limits) (Result, exactScore, error) {
	b := r.ponders[r.turn()]
	r.ponders[r.turn()] = nil
	if !b.pondersOn(r.game) {
		b.stop()
		return askMove(ctx, s, r.game, l)
	}
	b.hit <- l.Clock
	select {
	case <-b.done:
	case <-ctx.Done():
	}
	b.stop()
	return b.result, b.found, b.err
}

// stopPondering ends the searches that have lost their use with the end of the game.
func (r *referee) stopPondering() {
	for _, b := range r.ponders {
		b.stop()
	}
}

// allowed returns how long the player may search.
func (r *referee) allowed(c Color) time.Duration {
	if r.clock.limited(c) {
		return r.clock.allowed(c) + r.match.Margin
	}
	patience := r.match.Patience
	if patience == 0 {
		patience = time.Minute
	}
	return r.match.Players[r.fixture.players[c]].Limits.Time + patience
}

// lose ends the game with a loss for c, whose searcher has failed or made an illegal move.
func (r *referee) lose(c Color, err error) {
	reason := Abandonment
	if errors.Is(err, ErrIllegal) {
		reason = RulesInfraction
	}
	r.err = err
	r.game.End(WinBy(c.Other(), reason))
}

// moveComment returns the comment after a move: see MatchGame.Tree.
func moveComment(f exactScore, took time.Duration) string {
	digits := 3
	if took < 10*time.Millisecond {
		digits = 6
	}
	seconds := strconv.FormatFloat(took.Seconds(), 'f', digits, 64) + "s"
	if f.depth == 0 {
		return seconds
	}
	score := f.score.String()
	if moves, ok := f.score.MateInMoves(); ok {
		score = fmt.Sprintf("%+d", moves)
		score = score[:1] + "M" + score[1:]
	}
	return fmt.Sprintf("%s/%d %s", score, f.depth, seconds)
}

// result returns the finished game.
func (r *referee) result() *MatchGame {
	o := r.game.Outcome()
	t := r.game.Tree()
	r.match.setTags(t, r.fixture)
	t.SetTag("PlyCount", fmt.Sprint(r.game.Len()))
	at := t.Root()
	for i := range r.comments {
		at = at.Next()
		at.SetComment(r.comments[i])
	}
	why := endComment(o, r.turn())
	if r.known {
		why += " by the tablebase"
	}
	if r.err != nil {
		why += ": " + shorten(reason(r.err), maxExcerpt)
	}
	if at.Comment() != "" {
		why = at.Comment() + ", " + why
	}
	at.SetComment(why)
	f := r.fixture
	return &MatchGame{Round: f.round, Second: f.second, Players: f.players, Outcome: o, Tree: t, Err: r.err}
}

// endComment returns in words how a game has ended; turn is the side to move.
func endComment(o Outcome, turn Color) string {
	loser := o.Winner.Other()
	if o.IsDraw() {
		loser = turn
	}
	switch o.Reason {
	case Resignation:
		return fmt.Sprintf("%v resigns", loser)
	case TimeForfeit:
		if o.IsDraw() {
			return fmt.Sprintf("%v oversteps the time, but cannot be mated", loser)
		}
		return fmt.Sprintf("%v loses on time", loser)
	case RulesInfraction:
		return fmt.Sprintf("%v makes an illegal move", loser)
	case Abandonment:
		return fmt.Sprintf("%v fails", loser)
	}
	return o.Reason.String()
}

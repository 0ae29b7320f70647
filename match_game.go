package chess

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"
)

// play plays a game. An error is about the match: ctx is done, or a player has
// no searcher.
func (a *arena) play(ctx context.Context, b fixture) (*MatchGame, error) {
	for _, player := range b.players {
		if err := a.seat(ctx, player); err != nil {
			return nil, err
		}
	}
	r := newReferee(a.match, b)
	date := time.Now()
	for {
		if o := r.rule(); o.Reason != Unterminated {
			r.game.End(o)
			break
		}
		mover := b.players[r.turn()]
		err := r.move(ctx, a.seats[mover])
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			a.leave(mover)
		}
		if r.game.ended != (Outcome{}) {
			break
		}
	}
	g := r.result()
	g.Tree.SetTag("Date", date.Format("2006.01.02"))
	return g, nil
}

// A referee keeps the clocks and the score of one game.
type referee struct {
	match    *Match
	fixture  fixture
	game     *Game
	clocks   [2]clock
	comments []string // on the moves
	err      error    // how a player has failed
	level    int      // how many scores running are those of a draw
	ahead    int      // how many scores running say that White wins; negative for Black
}

func newReferee(m *Match, b fixture) *referee {
	r := &referee{match: m, fixture: b, game: b.opening.Clone()}
	for c := range r.clocks {
		r.clocks[c] = newClock(m.Players[b.players[c]].TimeControl)
	}
	for range r.game.Len() {
		r.comments = append(r.comments, "book")
	}
	return r
}

func (r *referee) turn() Color { return r.game.present().Turn() }

// rule returns how the game has ended, or should end. Draws by repetition and
// by fifty moves need no claim.
func (r *referee) rule() Outcome {
	p, a := r.game.present(), &r.match.Arbiter
	if o := r.game.Outcome(); o.Reason != Unterminated {
		return o
	}
	switch {
	case r.game.Repetitions() >= 3:
		return Draw(ThreefoldRepetition)
	case p.Halfmoves() >= 100:
		return Draw(FiftyMoves)
	case a.WinMoves > 0 && r.ahead >= 2*a.WinMoves:
		return Win(White, Adjudication)
	case a.WinMoves > 0 && -r.ahead >= 2*a.WinMoves:
		return Win(Black, Adjudication)
	case a.DrawMoves > 0 && r.level >= 2*a.DrawMoves && p.MoveNumber() >= a.DrawFrom,
		a.MaxPlies > 0 && r.game.Len() >= a.MaxPlies:
		return Draw(Adjudication)
	}
	return Outcome{}
}

// move has the side to move play, or ends the game. An error is that of the
// searcher.
func (r *referee) move(ctx context.Context, s Searcher) error {
	c := r.turn()
	p := &r.match.Players[r.fixture.players[c]]
	l := p.Limits
	l.Ponder, l.Info = nil, nil
	if l.Clock = showing(&r.clocks, c); l.Clock != (Clock{}) && l.Time == 0 {
		l.Time = l.Clock.schedule(c).limit // for searchers that do not look at clocks
	}
	allowed := r.allowed(c)

	start := time.Now() // before the deadline is set: a Searcher that uses all of it has overstepped
	deadline, cancel := context.WithTimeout(ctx, allowed)
	res, err := s.Search(deadline, r.game, l)
	took := time.Since(start)
	cancel()

	switch {
	case took > allowed:
		r.err = fmt.Errorf("%v too long", (took - allowed).Round(time.Millisecond/10))
		r.game.End(r.game.present().OutOfTime(c))
	case err != nil:
		r.lose(c, err)
	case res.Resign:
		r.game.End(Win(c.Other(), Resignation))
	default:
		if err := r.game.Play(res.Move); err != nil {
			r.lose(c, err)
			break
		}
		r.clocks[c].stop(took)
		r.count(c, &res)
		r.comments = append(r.comments, thought(&res, took))
	}
	return err
}

// allowed returns how long the player may think about his move.
func (r *referee) allowed(c Color) time.Duration {
	if r.clocks[c].runs() {
		return r.clocks[c].left + r.match.Margin
	}
	patience := r.match.Patience
	if patience == 0 {
		patience = time.Minute
	}
	return r.match.Players[r.fixture.players[c]].Limits.Time + patience
}

// lose ends the game that c has lost through a fault.
func (r *referee) lose(c Color, err error) {
	reason := Abandonment
	if errors.Is(err, ErrIllegal) {
		reason = RulesInfraction
	}
	r.err = err
	r.game.End(Win(c.Other(), reason))
}

// count looks what the player thinks of his position.
func (r *referee) count(c Color, res *Result) {
	a, s := &r.match.Arbiter, res.Score.view(c)
	switch {
	case res.Depth == 0:
		r.level, r.ahead = 0, 0
		return
	case s >= a.WinScore:
		r.ahead = max(r.ahead, 0) + 1
	case s <= -a.WinScore:
		r.ahead = min(r.ahead, 0) - 1
	default:
		r.ahead = 0
	}
	if max(s, -s) <= a.DrawScore {
		r.level++
	} else {
		r.level = 0
	}
}

// thought is the comment on a move.
func thought(res *Result, took time.Duration) string {
	digits := 3
	if took < 10*time.Millisecond {
		digits = 6
	}
	seconds := strconv.FormatFloat(took.Seconds(), 'f', digits, 64) + "s"
	if res.Depth == 0 {
		return seconds
	}
	score := res.Score.String()
	if moves, ok := res.Score.Mate(); ok {
		score = fmt.Sprintf("%+d", moves)
		score = score[:1] + "M" + score[1:]
	}
	return fmt.Sprintf("%s/%d %s", score, res.Depth, seconds)
}

// result returns the finished game.
func (r *referee) result() *MatchGame {
	o := r.game.Outcome()
	t := r.game.Tree()
	r.match.tag(t, r.fixture)
	t.SetTag("PlyCount", fmt.Sprint(r.game.Len()))
	at := t.Root()
	for i := range r.comments {
		at = at.Next()
		at.SetComment(r.comments[i])
	}
	why := ending(o, r.turn())
	if r.err != nil {
		why += ": " + shorten(r.err.Error(), maxExcerpt)
	}
	if at.Comment() != "" {
		why = at.Comment() + ", " + why
	}
	at.SetComment(why)
	return &MatchGame{Round: r.fixture.round, Second: r.fixture.second, Players: r.fixture.players, Outcome: o, Tree: t, Err: r.err}
}

// ending tells in words how a game has ended in which the side to move is turn.
func ending(o Outcome, turn Color) string {
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

// An arena is where one game after the other is played.
type arena struct {
	match *Match
	seats []Searcher // by player; nil while there is none
}

// seat makes a player's searcher ready for a game.
func (a *arena) seat(ctx context.Context, player int) error {
	s := a.seats[player]
	if s == nil {
		p := &a.match.Players[player]
		s, err := p.New(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		a.seats[player] = s
	} else if f, ok := s.(Forgetter); ok {
		f.Forget()
	}
	return nil
}

// leave dismisses a player's searcher.
func (a *arena) leave(player int) {
	if c, ok := a.seats[player].(io.Closer); ok {
		c.Close()
	}
	a.seats[player] = nil
}

func (a *arena) close() {
	for i := range a.seats {
		a.leave(i)
	}
}

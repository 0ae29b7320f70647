package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
)

// A session is a game and all that a person can do in it, for any front end. It handles lines
// of input, events and the clock, and collects news for the front end.
//
// It is for one goroutine, which receives events and calls them. None of its methods except
// close waits for a search.
type session struct {
	game      *game
	seats     [2]*seat // by Color
	thinking  thinking
	exploring *exploration // the analysis; nil if there is none
	study     study
	keeping   keeping
	failed    error // the error of the searcher to move, or nil

	preferences
	evaluator *chess.FeatureEvaluator // to explain, if no player at the board has one
	now       func() time.Time
	cancel    context.CancelFunc // ends all searches and engines
	events    chan event

	display
	news     []string      // not shown yet
	live     *chess.Limits // of an analysis that the front end shows while it goes on; nil if it shows only the end
	menus    bool          // whether there is a start screen
	choosing bool          // whether it was asked for
	over     bool          // whether "quit" was entered
}

// preferences are what the command line says of each game.
type preferences struct {
	book    string // the file of the book that players of the package begin by, or ""
	control chess.TimeControl
	flip    bool // whether Black is at the bottom
}

// A display is how the board is shown.
type display struct {
	figures figurines
	flipped bool        // whether Black is at the bottom
	noBar   bool        // whether the evaluation bar is hidden
	heat    *chess.Heat // the credits of the feature that was explained by square, or nil
}

// newSession returns a session without a game. Call start next.
func newSession(ctx context.Context, seats [2]*seat, adviser *seat, t *tables) *session {
	s := &session{seats: seats, evaluator: chess.NewDefaultEvaluator(), now: time.Now, events: make(chan event)}
	ctx, s.cancel = context.WithCancel(ctx)
	s.thinking = thinking{worker: worker{ctx: ctx, events: s.events}, adviser: adviser, tables: t}
	s.study = study{worker: worker{ctx: ctx, events: s.events}}
	return s
}

// close ends all searches and engines, and waits for them.
func (s *session) close() {
	s.cancel()
	s.thinking.close()
	s.study.close()
	for _, seat := range s.seats {
		seat.close()
	}
}

// start starts to play a game, which may have moves already.
func (s *session) start(game *chess.Game) { s.startFrom(game, nil, nil) }

// startFrom is start for a game that was loaded, with the clocks after each ply. Without
// them, these begin anew.
func (s *session) startFrom(game *chess.Game, loaded *chess.GameTree, past []chess.GameClock) {
	s.study.abandon()
	s.exploring, s.study.glyphs = nil, nil
	if err := s.keeping.begin(loaded); err != nil {
		s.notify("%v.", err)
	}
	if past == nil {
		past = slices.Repeat([]chess.GameClock{clockOf(s.seats)}, game.Len()+1)
	}
	s.game = newGame(game, past)
	s.thinking.newGame()
	if game.Outcome().Over() || game.Position().InCheck() {
		s.announce()
	}
	s.think()
}

// newSeat returns the player of a description.
func (s *session) newSeat(spec string) (*seat, error) {
	return newSeat(spec, s.book, s.thinking.tables)
}

// sit replaces both players.
func (s *session) sit(seats [2]*seat) {
	s.thinking.abandon()
	for c, old := range s.seats {
		if seats[c] != old {
			s.thinking.afterwards(old.close)
		}
	}
	s.seats = seats
}

// sitAnew is sit for a new game, with the side of a person at the bottom of the board.
func (s *session) sitAnew(seats [2]*seat) {
	s.sit(seats)
	s.flipped = s.flip || !seats[chess.White].person() && seats[chess.Black].person()
}

// shown returns the game on the board: during an analysis, its moves.
func (s *session) shown() *replay {
	if s.exploring != nil {
		return &s.exploring.replay
	}
	return &s.game.replay
}

// think starts the search of the current position: by the player to move, or by the adviser
// if that is a person.
func (s *session) think() {
	s.failed, s.heat = nil, nil
	s.run()
	g := s.shown()
	s.thinking.newPosition(g.Game)
	if s.exploring != nil {
		s.exploring.lines = nil
	}
	switch seat := s.seats[g.Turn()]; {
	case g.Outcome().Over():
	case s.personToMove():
		s.advise(false)
	default:
		s.search(seat, seat.bounds(s.game.clock.Clock(g.Turn(), s.now()), g.Turn()), false)
	}
}

// advise starts the search of the adviser, which is that of the analysis if there is one.
func (s *session) advise(forget bool) {
	l := s.thinking.adviser.limits
	if s.exploring != nil {
		if s.live != nil {
			l = *s.live
		}
		l.MultiPV = s.exploring.count
	}
	s.search(s.thinking.adviser, l, forget)
}

// search lets a seat search the current position, and abandons the search before. With
// forget, the searcher forgets first what it has found.
func (s *session) search(by *seat, l chess.Limits, forget bool) {
	t := &s.thinking
	t.by = by
	game, number := new(*s.shown().Game), t.number
	t.start(func(ctx context.Context, report func(event)) event {
		l.Info = func(i chess.Info) {
			report(func() {
				s.exploring.found(&i)
				if i.MultiPV <= 1 {
					t.record(by, game, &i)
				}
			})
		}
		r, err := by.search(t.ctx, ctx, game, number, l, forget)
		return func() {
			if err == nil {
				t.record(by, game, &chess.Info{Score: r.Score, Depth: r.Depth, Nodes: r.Nodes, PV: r.PV})
			}
			s.searched(by, &r, err)
		}
	})
}

// searched uses what a search has found in the end.
func (s *session) searched(by *seat, r *chess.Result, err error) {
	hinting := s.thinking.hinting
	s.thinking.hinting = false
	switch {
	case by != s.thinking.adviser && err != nil:
		s.fail(err)
	case by != s.thinking.adviser:
		s.playResult(r)
	case hinting && err != nil:
		s.notify("No hint: %v", err)
	case hinting:
		s.notify("%s", s.thinking.suggest(s.shown().Game))
	case s.exploring != nil && err == nil:
		s.exploring.complete(r)
		if s.live == nil {
			s.notify("%s", strings.Join(s.exploring.texts(), "\n"))
		}
	}
}

// personToMove reports whether the game is not over and a person is to move. In an analysis
// that is so for both sides.
func (s *session) personToMove() bool {
	g := s.shown()
	return !g.ended() && (s.exploring != nil || s.seats[g.Turn()].person())
}

// busy reports whether a search is running that will end with a move, a hint or a text.
func (s *session) busy() bool {
	asked := s.thinking.hinting || s.exploring != nil && s.live == nil
	return s.study.busy() || s.thinking.playing() || s.thinking.busy() && asked
}

// speaker returns the side of the person at the terminal: the side to move if that
// is a person's, otherwise the other.
func (s *session) speaker() (chess.Color, error) {
	for _, c := range []chess.Color{s.game.Turn(), s.game.Turn().Other()} {
		if s.seats[c].person() {
			return c, nil
		}
	}
	return 0, errors.New("no person is playing")
}

// notify adds a line to the news.
func (s *session) notify(format string, args ...any) {
	s.news = append(s.news, fmt.Sprintf(format, args...))
}

// takeNews returns the news and clears it.
func (s *session) takeNews() []string {
	news := s.news
	s.news = nil
	return news
}

// handleLine handles a line that a person has entered: a move or a command.
func (s *session) handleLine(line string) error {
	line = strings.TrimSpace(line)
	if line == "" {
		return nil
	}
	m, moveErr := s.shown().Position().ParseSAN(line)
	if moveErr == nil {
		return s.move(m)
	}
	word, rest, _ := strings.Cut(line, " ")
	c, err := findCommand(word)
	if err == nil {
		if c.ofGame && s.exploring != nil {
			s.stop("")
		}
		return c.do(s, strings.TrimSpace(rest))
	}
	if errors.Is(moveErr, chess.ErrSyntax) {
		return err
	}
	return cmp.Or(s.checkTurn(), illegalMove(line, moveErr))
}

// illegalMove returns the error for a line that looks like a move but is not legal.
func illegalMove(line string, err error) error {
	if e := (*chess.ParseError)(nil); errors.As(err, &e) && e.Kind == chess.ErrAmbiguous && e.Detail != "" {
		return fmt.Errorf("%s is ambiguous: %s", printable(line), e.Detail)
	}
	return fmt.Errorf("%s is not a legal move here", printable(line))
}

// move plays the move of a person.
func (s *session) move(m chess.Move) error {
	if err := s.checkTurn(); err != nil {
		return err
	}
	switch {
	case s.exploring != nil:
		s.advance(s.exploring.add, m, "")
		s.think()
	case !s.tick():
		s.play(m, "")
	}
	return nil
}

// checkTurn returns an error if no person is to move.
func (s *session) checkTurn() error {
	switch g := s.shown(); {
	case g.ended():
		return errors.New(`the game is over: "new" starts another, "back" takes back moves`)
	case !s.personToMove():
		return fmt.Errorf("it is %s's turn, %s", g.Turn(), s.seats[g.Turn()].name)
	}
	return nil
}

// play plays a legal move in the game.
func (s *session) play(m chess.Move, remark string) {
	s.run()
	s.advance(func(m chess.Move) { s.game.play(m, s.now()) }, m, remark)
	s.keep()
	s.think()
}

// advance plays a legal move by a function, and adds it to the news.
func (s *session) advance(play func(chess.Move), m chess.Move, remark string) {
	s.notify("%s%s", s.shown().Position().SANLine(m), remark)
	play(m)
	s.announce()
}

// announce adds check, the end of the game, and claims of a draw to the news.
func (s *session) announce() {
	g := s.shown()
	p := g.Position()
	if o := g.Outcome(); o.Over() {
		s.notify("%s", verdict(o, p.Turn()))
		return
	}
	switch given := 3 - p.RemainingChecks(p.Turn().Other()); {
	case !p.InCheck():
	case p.Variant() == chess.ThreeCheck:
		s.notify("Check, number %d of 3!", given)
	default:
		s.notify("Check!")
	}
	if claim, ok := g.CanClaimDraw(); ok && s.personToMove() && s.exploring == nil {
		s.notify(`%s may claim a draw by %s%s: "draw".`, p.Turn(), claim.Reason, announcing(p, claim.Move))
	}
}

func announcing(p chess.Position, m chess.Move) string {
	if m == 0 {
		return ""
	}
	return ", announcing " + p.SAN(m)
}

// claim ends the game by a draw that a side claims.
func (s *session) claim(c chess.Claim) error {
	s.notify("%s claims a draw%s.", s.game.Turn(), announcing(s.game.Position(), c.Move))
	return s.end(s.game.ClaimDraw)
}

// end ends the game by a method of it, and adds the outcome to the news.
func (s *session) end(how func() error) error {
	s.run()
	if err := how(); err != nil {
		return err
	}
	s.announce()
	s.keep()
	s.think()
	return nil
}

// run updates the clock of the side to move, and reports whether its time has run out. It
// does not run during an analysis, and while the player to move has failed.
func (s *session) run() (out bool) {
	return s.game.elapse(s.now(), s.failed == nil && s.exploring == nil)
}

// tick updates the clock and reports whether this has ended the game. It also renews the
// search of the adviser if more tables are ready; those of players go on, since what they find
// must not depend on how soon a table is made. Front ends call it regularly.
func (s *session) tick() bool {
	if s.run() {
		s.end(func() error { return s.game.End(s.game.Position().OutOfTime(s.game.Turn())) })
		return true
	}
	if s.personToMove() && s.thinking.renewed() {
		s.advise(true)
	}
	return false
}

// playResult plays the move of a searcher, or ends the game if the searcher resigns
// or claims a draw.
func (s *session) playResult(r *chess.Result) {
	c := s.game.Turn()
	if s.tick() {
		return
	}
	claim, ok := s.game.CanClaimDraw()
	switch {
	case r.Resign:
		s.end(func() error { return s.game.Resign(c) })
	case !s.game.Position().Legal(r.Move):
		s.fail(fmt.Errorf("%s is not a legal move", r.Move))
	case ok && (claim.Move == 0 || claim.Move == r.Move) && r.Depth > 0 && r.Score <= 0:
		s.claim(claim)
	case r.Depth > 0:
		s.play(r.Move, fmt.Sprintf("  (%s: %s, depth %d)", s.seats[c].name, s.thinking.found.Score, r.Depth))
	default:
		s.play(r.Move, "")
	}
}

// fail reports that the searcher to move has failed. Its clock stops until it is
// replaced by another player.
func (s *session) fail(err error) {
	s.run()
	s.failed = err
	c := s.game.Turn()
	s.notify("%s cannot play: %v.", s.seats[c].name, err)
	s.notify(`Choose another player, for example "%s person".`, strings.ToLower(c.String()))
}

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/seed-0971039b/chess"
)

// A session is a game at the board and all that a person can do about it, for
// any front end: it hears lines and the clock, and has news.
//
// One goroutine uses it. It takes the events of the searches from events and
// hands them to take; none of its methods waits for a search, but for close.
type session struct {
	game   *chess.Game
	number int             // how many games there have been
	loaded *chess.GameTree // the game that was read from a file, or nil
	path   string          // the file of this game, which may be written again
	undone []chess.Move    // taken back, the last one first to be played again

	seats  [2]*seat // by Color
	clocks [2]clock
	past   [][2]clock // the clocks after each number of plies
	since  time.Time  // the clock of the side to move is right up to here
	now    func() time.Time

	judge     *seat                   // who evaluates and gives hints when it is a person's turn
	evaluator *chess.FeatureEvaluator // explains
	opinions  [2]opinion              // of the players, by Color
	view      opinion                 // the newest of anybody, for the evaluation bar
	thought   thought                 // what is thought about the present position
	hinting   bool                    // a hint has been asked for
	hint      chess.Move              // the one given for the present position
	heat      *chess.Heat             // what a feature credits to each square of it, or nil

	ctx      context.Context // of all searches and engines
	cancel   context.CancelFunc
	events   chan event
	task     *task // that thinks about the present position, or nil
	last     *task // the newest of all, which may still be stopping
	retiring sync.WaitGroup
	failed   error // why the side to move, a searcher, does not play

	news    []string // what has not been told yet
	flipped bool     // Black is at the bottom
	noBar   bool     // without evaluation bar
	over    bool     // somebody wants to quit
}

// An opinion is what a score was, from White's point of view.
type opinion struct {
	score chess.Score
	depth int // 0 if there is none
}

// A thought is what the search that is going on, or has come to an end, has
// found.
type thought struct {
	by    *seat
	score chess.Score // from White's point of view
	depth int
	nodes int64
	line  []chess.Move
	final bool
}

// newSession returns a session without a game: see start.
func newSession(ctx context.Context, seats [2]*seat, judge *seat) *session {
	s := &session{
		seats: seats, judge: judge, evaluator: chess.NewDefaultEvaluator(),
		now: time.Now, events: make(chan event),
	}
	s.ctx, s.cancel = context.WithCancel(ctx)
	return s
}

// newJudge returns who evaluates and gives hints.
func newJudge(l chess.Limits) *seat {
	return &seat{name: "hint", limits: l, create: func(context.Context) (chess.Searcher, error) {
		return chess.NewAlphaBeta(chess.NewDefaultEvaluator()), nil
	}}
}

// start begins to play game, which may have moves.
func (s *session) start(game *chess.Game) {
	s.game, s.loaded, s.path = game, nil, ""
	s.number++
	s.undone, s.opinions, s.view = nil, [2]opinion{}, opinion{}
	for c, seat := range s.seats {
		s.clocks[c] = newClock(seat.control)
	}
	s.past = slices.Repeat([][2]clock{s.clocks}, game.Len()+1)
	if p := game.Position(); game.Outcome() != (chess.Outcome{}) || p.InCheck() {
		s.announce()
	}
	s.proceed()
}

// proceed has whoever must think about the present position do so.
func (s *session) proceed() {
	s.abandon()
	s.failed, s.thought, s.hinting, s.hint, s.heat = nil, thought{}, false, chess.Move(0), nil
	s.since = s.now()
	if o := s.game.Outcome(); o != (chess.Outcome{}) {
		s.view = opinion{score: final(o)}
		return
	}
	p := s.game.Position()
	if seat := s.seats[p.Turn()]; !seat.person() {
		s.begin(seat, seat.bounds(&s.clocks, p.Turn()))
	} else {
		s.begin(s.judge, s.judge.limits)
	}
}

// final returns what the evaluation bar shows when the game is over.
func final(o chess.Outcome) chess.Score {
	switch {
	case !o.Decided:
		return 0
	case o.Winner == chess.Black:
		return -chess.Mate
	}
	return chess.Mate
}

func (s *session) ended() bool { return s.game.Outcome() != chess.Outcome{} }

func (s *session) turn() chess.Color {
	p := s.game.Position()
	return p.Turn()
}

// awaited reports whether it is for a person to move.
func (s *session) awaited() bool { return !s.ended() && s.seats[s.turn()].person() }

// busy reports whether something is thought that will be heard of.
func (s *session) busy() bool {
	return s.task != nil && (s.task.seat != s.judge || s.hinting)
}

// me returns the side of the person who speaks: the one to move, or else the
// other.
func (s *session) me() (chess.Color, error) {
	c := s.turn()
	if !s.seats[c].person() {
		c = c.Other()
	}
	if !s.seats[c].person() {
		return c, errors.New("no person is playing")
	}
	return c, nil
}

func (s *session) tell(format string, args ...any) {
	s.news = append(s.news, fmt.Sprintf(format, args...))
}

// took returns the news, which nobody will be told again.
func (s *session) took() []string {
	news := s.news
	s.news = nil
	return news
}

// hear takes a line from a person: a move or a command.
func (s *session) hear(line string) error {
	line = strings.TrimSpace(line)
	if line == "" {
		return nil
	}
	p := s.game.Position()
	m, wrong := p.ParseSAN(line)
	if wrong == nil {
		return s.move(m)
	}
	word, rest, _ := strings.Cut(line, " ")
	c, err := findCommand(word)
	if err == nil {
		return c.do(s, strings.TrimSpace(rest))
	}
	parse := (*chess.ParseError)(nil)
	switch {
	case !errors.As(wrong, &parse) || parse.Kind == chess.ErrSyntax:
		return err
	case s.refuse() != nil:
		return s.refuse()
	}
	return moveError(line, parse)
}

// moveError says why a line that looks like a move is none.
func moveError(line string, e *chess.ParseError) error {
	if e.Kind == chess.ErrAmbiguous && e.Detail != "" {
		return fmt.Errorf("%s is ambiguous: %s", printable(line), e.Detail)
	}
	return fmt.Errorf("%s is not a legal move here", printable(line))
}

// move plays the move of a person.
func (s *session) move(m chess.Move) error {
	if err := s.refuse(); err != nil {
		return err
	}
	if !s.tick() {
		s.play(m, "")
	}
	return nil
}

// refuse tells why a person cannot move now, if so.
func (s *session) refuse() error {
	switch {
	case s.ended():
		return errors.New(`the game is over: "new" begins another, "back" takes back`)
	case !s.awaited():
		return fmt.Errorf("it is %s's turn, %s", s.turn(), s.seats[s.turn()].name)
	}
	return nil
}

// play plays a legal move and tells of it.
func (s *session) play(m chess.Move, remark string) {
	p := s.game.Position()
	s.run()
	s.clocks[p.Turn()].press()
	s.past = append(s.past, s.clocks)
	if n := len(s.undone); n > 0 && s.undone[n-1] == m {
		s.undone = s.undone[:n-1]
	} else {
		s.undone = nil
	}
	if err := s.game.Play(m); err != nil {
		panic(err) // the callers have made sure
	}
	s.tell("%s%s", numbered(&p, m), remark)
	s.announce()
	s.proceed()
}

// numbered returns the move with its number, "12. Nf3" or "12... Nf6".
func numbered(p *chess.Position, m chess.Move) string {
	dots := "."
	if p.Turn() == chess.Black {
		dots = "..."
	}
	return fmt.Sprintf("%d%s %s", p.MoveNumber(), dots, p.SAN(m))
}

// announce tells of check, the end of the game, and draws that may be claimed.
func (s *session) announce() {
	p := s.game.Position()
	if o := s.game.Outcome(); o != (chess.Outcome{}) {
		s.tell("%s", verdict(o, p.Turn()))
		return
	}
	if p.InCheck() {
		switch given := 3 - p.RemainingChecks(p.Turn().Other()); {
		case !p.IsThreeCheck():
			s.tell("Check!")
		default:
			s.tell("Check, number %d of 3!", given)
		}
	}
	if claim, ok := s.game.CanClaimDraw(); ok && s.awaited() {
		s.tell(`%s may claim a draw by %s%s: "draw".`, p.Turn(), claim.Reason, announcing(&p, claim.Move))
	}
}

func announcing(p *chess.Position, m chess.Move) string {
	if m == 0 {
		return ""
	}
	return ", announcing " + p.SAN(m)
}

// verdict tells how a game has ended in which the side to move is turn.
func verdict(o chess.Outcome, turn chess.Color) string {
	loser := o.Winner.Other()
	wins := fmt.Sprintf("%s wins, %s.", o.Winner, o)
	switch {
	case o.IsDraw() && o.Reason == chess.Stalemate:
		return fmt.Sprintf("Stalemate: a draw, %s.", o)
	case o.IsDraw() && o.Reason == chess.TimeForfeit:
		return fmt.Sprintf("%s's time is up, but nobody can mate: a draw, %s.", turn, o)
	case o.IsDraw():
		return fmt.Sprintf("A draw by %s, %s.", o.Reason, o)
	case o.Reason == chess.Checkmate:
		return "Checkmate! " + wins
	case o.Reason == chess.ThreeChecks:
		return "The third check! " + wins
	case o.Reason == chess.Resignation:
		return fmt.Sprintf("%s resigns: %s", loser, wins)
	case o.Reason == chess.TimeForfeit:
		return fmt.Sprintf("%s's time is up: %s", loser, wins)
	}
	return fmt.Sprintf("%s (%s)", strings.ToUpper(wins[:1])+wins[1:], o.Reason)
}

// end ends the game and tells of it.
func (s *session) end(o chess.Outcome) error {
	s.run()
	if err := s.game.End(o); err != nil {
		return err
	}
	s.announce()
	s.proceed()
	return nil
}

// ticking reports whether the clock of the side to move runs: from the first
// move on.
func (s *session) ticking() bool { return s.game.Len() > 0 && !s.ended() && s.failed == nil }

// run brings the clock of the side to move up to date.
func (s *session) run() {
	now := s.now()
	if s.ticking() {
		s.clocks[s.turn()].run(now.Sub(s.since))
	}
	s.since = now
}

// tick brings the clocks up to date and reports whether this has ended the game.
// Front ends call it now and then.
func (s *session) tick() bool {
	s.run()
	c := s.turn()
	if !s.ticking() || !s.clocks[c].out() {
		return false
	}
	p := s.game.Position()
	s.end(p.OutOfTime(c))
	return true
}

// take deals with an event. What is said by a search that was abandoned does
// not count.
func (s *session) take(e event) {
	if e.task != s.task {
		return
	}
	if !e.ended {
		s.learn(e.task.seat, thought{score: e.info.Score, depth: e.info.Depth, nodes: e.info.Nodes, line: e.info.PV})
		return
	}
	s.task = nil
	judged := e.task.seat == s.judge
	if e.err == nil {
		s.learn(e.task.seat, thought{
			score: e.result.Score, depth: e.result.Depth, nodes: e.result.Nodes, line: e.result.PV, final: true,
		})
	}
	switch {
	case judged && s.hinting:
		s.hinting = false
		if e.err != nil {
			s.tell("No hint: %v", e.err)
			return
		}
		s.giveHint()
	case judged:
	case e.err != nil:
		s.fail(e.err)
	default:
		s.answer(&e.result)
	}
}

// learn keeps what a search has found.
func (s *session) learn(by *seat, t thought) {
	if len(t.line) == 0 || t.depth == 0 {
		return
	}
	c := s.turn()
	t.by = by
	if c == chess.Black {
		t.score = -t.score
	}
	s.thought = t
	s.view = opinion{t.score, t.depth}
	if by != s.judge {
		s.opinions[c] = s.view
	}
}

// answer plays what a searcher has chosen.
func (s *session) answer(r *chess.Result) {
	p := s.game.Position()
	c := p.Turn()
	if s.tick() {
		return
	}
	claim, ok := s.game.CanClaimDraw()
	switch {
	case r.Resign:
		s.end(chess.Win(c.Other(), chess.Resignation))
	case !p.Legal(r.Move):
		s.fail(fmt.Errorf("%s is not a legal move", r.Move))
	case ok && (claim.Move == 0 || claim.Move == r.Move) && r.Depth > 0 && r.Score <= 0:
		s.tell("%s claims a draw%s.", c, announcing(&p, claim.Move))
		s.end(chess.Draw(claim.Reason))
	case r.Depth > 0:
		s.play(r.Move, fmt.Sprintf("  (%s: %s, depth %d)", s.seats[c].name, s.thought.score, r.Depth))
	default:
		s.play(r.Move, "")
	}
}

// fail tells that the searcher to move does not play. Its clock stands still
// until somebody else takes the seat.
func (s *session) fail(err error) {
	s.run()
	s.failed = err
	c := s.turn()
	s.tell("%s does not play: %v.", s.seats[c].name, err)
	s.tell(`Somebody else may take the seat: "%s person", say.`, strings.ToLower(c.String()))
}

// giveHint tells what the judge would play.
func (s *session) giveHint() {
	p := s.game.Position()
	t := &s.thought
	if len(t.line) == 0 {
		s.tell("No hint.")
		return
	}
	s.hint = t.line[0]
	s.tell("Hint: %s  (%s at depth %d)", line(p, t.line, 6), t.score, t.depth)
}

// line returns up to so many moves of a line that begins in p.
func line(p chess.Position, moves []chess.Move, most int) string {
	var b strings.Builder
	for i, m := range moves[:min(len(moves), most)] {
		switch {
		case !p.Legal(m):
			return b.String()
		case i == 0:
			b.WriteString(numbered(&p, m))
		case p.Turn() == chess.White:
			b.WriteString(" " + numbered(&p, m))
		default:
			b.WriteString(" " + p.SAN(m))
		}
		p = p.After(m)
	}
	return b.String()
}

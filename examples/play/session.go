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
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// A session is a game and all that a person can do in it, for any front end. It
// handles lines of input, events and the clock, and collects news for the front end.
//
// It is for one goroutine, which receives the events of the searches from events and
// calls handleEvent. None of its methods except close waits for a search.
type session struct {
	game   *chess.Game
	number int             // the number of the game, from 1
	loaded *chess.GameTree // the game as it was loaded from a file, or nil
	path   string          // the file of this game, which save may replace
	begun  int             // how many plies it had at the start of the program or when it was loaded
	undone []chess.Move    // the moves taken back; the next one to play again is the last

	seats  [2]*seat // by Color
	clocks [2]clock
	past   [][2]clock // the clocks after each ply, and at the start
	since  time.Time  // the time of the last update of the clocks
	now    func() time.Time

	book string // the file of the book that players of the package begin by, or ""

	adviser     *seat                   // evaluates and gives hints when it is a person's turn
	evaluator   *chess.FeatureEvaluator // to explain, if no player at the board has one
	evaluations [2]evaluation           // the last ones of the players, by Color
	view        evaluation              // the last one of any searcher, for the evaluation bar
	analysis    analysis                // the last one of the current position
	hinting     bool                    // a hint was requested
	hint        chess.Move              // the hint for the current position, or 0
	heat        *chess.Heat             // the credits of a feature by square, or nil
	tables      *tables                 // of endings
	ready       int64                   // how many of them were ready when the last search began

	ctx      context.Context // of all searches and engines
	cancel   context.CancelFunc
	events   chan event
	task     *task // the search of the current position, or nil
	last     *task // the last search, which may still be stopping
	retiring sync.WaitGroup
	failed   error // the error of the searcher to move, or nil

	exploring *exploration // the analysis; nil if there is none
	live      bool         // whether the front end shows the lines of an analysis as they are found
	bounds    chess.Limits // those of an analysis that is live: none, so that it goes on until it is stopped

	glyphs   map[int]chess.NAG // of the bad moves that a review has found, by ply
	studying *study            // the one whose text is waited for, or nil
	studied  *study            // the last one, which may still be stopping
	progress string            // how far the study is, in words; "" if that is not known
	language chess.Language    // of explanations in words

	keeper *keeper   // keeps the game until it is finished; nil if it is not kept
	left   *keptGame // the game that was left, or nil

	news    []string // not shown yet
	figures figurines
	flip    bool // whether Black is at the bottom in each game
	flipped bool // whether Black is at the bottom
	noBar   bool // whether the evaluation bar is hidden
	over    bool // whether "quit" was entered

	control  chess.TimeControl // of the command line
	menus    bool              // whether there is a start screen
	choosing bool              // whether it was asked for
}

// An evaluation is the score of a search, from White's point of view.
type evaluation struct {
	score chess.Score
	depth int // 0 if there is none
}

// An analysis is what a search has found so far or, if it is final, in the end.
type analysis struct {
	by    *seat
	score chess.Score // from White's point of view
	depth int
	nodes int64
	line  []chess.Move
	final bool
}

// newSession returns a session without a game. Call start next.
func newSession(ctx context.Context, seats [2]*seat, adviser *seat, t *tables) *session {
	s := &session{
		seats: seats, adviser: adviser, tables: t, evaluator: chess.NewDefaultEvaluator(),
		now: time.Now, events: make(chan event),
	}
	s.ctx, s.cancel = context.WithCancel(ctx)
	return s
}

// newAdviser returns a seat that evaluates and gives hints.
func newAdviser(l chess.Limits, e chess.Evaluator, t *tables) *seat {
	return &seat{name: "hint", limits: l, create: func(context.Context) (chess.Searcher, error) {
		return chess.NewAlphaBeta(e, func(o *chess.AlphaBetaOptions) { o.Tablebase = t.Tablebase() }), nil
	}}
}

// start starts to play game, which may have moves already.
func (s *session) start(game *chess.Game) { s.startFrom(game, nil, nil) }

// startFrom is start for a game that was loaded, with the clocks after each ply. Without
// them, these begin anew.
func (s *session) startFrom(game *chess.Game, loaded *chess.GameTree, past [][2]clock) {
	s.abandonStudy()
	s.giveUp(loaded == nil)
	s.exploring, s.glyphs = nil, nil
	s.game, s.loaded, s.path, s.begun = game, loaded, "", game.Len()
	s.number++
	s.undone, s.evaluations, s.view = nil, [2]evaluation{}, evaluation{}
	if past == nil {
		var clocks [2]clock
		for c, seat := range s.seats {
			clocks[c] = newClock(seat.control)
		}
		past = slices.Repeat([][2]clock{clocks}, game.Len()+1)
	}
	s.past, s.clocks = past, past[len(past)-1]
	if p := game.Position(); game.Outcome().Over() || p.InCheck() {
		s.announce()
	}
	s.think()
}

// sit replaces both players.
func (s *session) sit(seats [2]*seat) {
	s.abandon()
	for c := range seats {
		if seats[c] != s.seats[c] {
			s.retire(s.seats[c])
		}
	}
	s.seats = seats
}

// think starts the search of the current position: by the player to move, or by the
// adviser if that is a person.
func (s *session) think() {
	s.abandon()
	s.failed, s.analysis, s.hinting, s.hint, s.heat = nil, analysis{}, false, chess.Move(0), nil
	s.since = s.now()
	s.prepare()
	s.ready = s.tables.ready.Load()
	if s.exploring != nil {
		s.exploring.lines = nil
	}
	if o := s.game.Outcome(); o.Over() {
		s.view = evaluation{score: final(o)}
		return
	}
	p := s.game.Position()
	if seat := s.seats[p.Turn()]; !seat.person() && s.exploring == nil {
		s.search(seat, seat.bounds(&s.clocks, p.Turn()), false)
	} else {
		s.advise(false)
	}
}

// final returns the score for the evaluation bar when the game is over.
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

// personToMove reports whether the game is not over and a person is to move. In an analysis
// that is so for both sides.
func (s *session) personToMove() bool {
	return !s.ended() && (s.exploring != nil || s.seats[s.turn()].person())
}

// busy reports whether a search is running that will end with a move, a hint or a text.
func (s *session) busy() bool {
	analysing := s.exploring != nil && !s.live
	return s.studying != nil || s.task != nil && (s.task.seat != s.adviser || s.hinting || analysing)
}

// speaker returns the side of the person at the terminal: the side to move if that
// is a person's, otherwise the other.
func (s *session) speaker() (chess.Color, error) {
	c := s.turn()
	if !s.seats[c].person() {
		c = c.Other()
	}
	if !s.seats[c].person() {
		return c, errors.New("no person is playing")
	}
	return c, nil
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
	p := s.game.Position()
	m, moveErr := p.ParseSAN(line)
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
	parse := (*chess.ParseError)(nil)
	switch {
	case !errors.As(moveErr, &parse) || parse.Kind == chess.ErrSyntax:
		return err
	case s.checkTurn() != nil:
		return s.checkTurn()
	}
	return illegalMove(line, parse)
}

// illegalMove returns the error for a line that looks like a move but is not legal.
func illegalMove(line string, e *chess.ParseError) error {
	if e.Kind == chess.ErrAmbiguous && e.Detail != "" {
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
		s.try(m)
	case !s.tick():
		s.play(m, "")
	}
	return nil
}

// checkTurn returns an error if no person is to move.
func (s *session) checkTurn() error {
	switch {
	case s.ended():
		return errors.New(`the game is over: "new" starts another, "back" takes back moves`)
	case !s.personToMove():
		return fmt.Errorf("it is %s's turn, %s", s.turn(), s.seats[s.turn()].name)
	}
	return nil
}

// play plays a legal move and adds it to the news.
func (s *session) play(m chess.Move, remark string) {
	p := s.game.Position()
	s.run()
	s.clocks[p.Turn()].press()
	s.past = append(s.past, s.clocks)
	s.advance(m, remark)
	s.keep()
	s.think()
}

// advance adds a legal move to the game and to the news. The moves that were taken back are
// kept if it is the next of them.
func (s *session) advance(m chess.Move, remark string) {
	if n := len(s.undone); n > 0 && s.undone[n-1] == m {
		s.undone = s.undone[:n-1]
	} else {
		s.undone = nil
	}
	p := s.game.Position()
	if err := s.game.Continue(m); err != nil {
		panic(err) // the move is legal
	}
	s.notify("%s%s", p.SANLine(m), remark)
	s.announce()
}

// announce adds check, the end of the game, and claims of a draw to the news.
func (s *session) announce() {
	p := s.game.Position()
	if o := s.game.Outcome(); o.Over() {
		s.notify("%s", verdict(o, p.Turn()))
		return
	}
	if p.InCheck() {
		switch given := 3 - p.RemainingChecks(p.Turn().Other()); {
		case !p.IsThreeCheck():
			s.notify("Check!")
		default:
			s.notify("Check, number %d of 3!", given)
		}
	}
	if claim, ok := s.game.CanClaimDraw(); ok && s.personToMove() && s.exploring == nil {
		s.notify(`%s may claim a draw by %s%s: "draw".`, p.Turn(), claim.Reason, announcing(&p, claim.Move))
	}
}

func announcing(p *chess.Position, m chess.Move) string {
	if m == 0 {
		return ""
	}
	return ", announcing " + p.SAN(m)
}

// verdict describes the outcome of a game in which turn is to move.
func verdict(o chess.Outcome, turn chess.Color) string {
	loser := o.Winner.Other()
	wins := fmt.Sprintf("%s wins, %s.", o.Winner, o)
	switch {
	case o.IsDraw() && o.Reason == chess.Stalemate:
		return fmt.Sprintf("Stalemate: a draw, %s.", o)
	case o.IsDraw() && o.Reason == chess.TimeForfeit:
		return fmt.Sprintf("%s's time is up, but the opponent cannot mate: a draw, %s.", turn, o)
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
	return fmt.Sprintf("%s (%s)", prose.Capital(wins), o.Reason)
}

// end ends the game and adds the outcome to the news.
func (s *session) end(o chess.Outcome) error {
	s.run()
	if err := s.game.End(o); err != nil {
		return err
	}
	s.announce()
	s.keep()
	s.think()
	return nil
}

// ticking reports whether the clock of the side to move runs. It runs from the first
// move on.
func (s *session) ticking() bool {
	return s.game.Len() > 0 && !s.ended() && s.failed == nil && s.exploring == nil
}

// run updates the clock of the side to move.
func (s *session) run() {
	now := s.now()
	if s.ticking() {
		s.clocks[s.turn()].run(now.Sub(s.since))
	}
	s.since = now
}

// tick updates the clock and reports whether this has ended the game. It also renews the
// search of the adviser. Front ends call it regularly.
func (s *session) tick() bool {
	s.run()
	c := s.turn()
	if !s.ticking() || !s.clocks[c].out() {
		s.renew()
		return false
	}
	p := s.game.Position()
	s.end(p.OutOfTime(c))
	return true
}

// handleEvent handles an event. It ignores events of abandoned searches.
func (s *session) handleEvent(e event) {
	if e.study != nil {
		s.handleStudy(e)
		return
	}
	if e.task != s.task {
		return
	}
	if !e.ended {
		s.found(&e.info)
		if e.info.MultiPV > 1 {
			return
		}
		s.record(e.task.seat, analysis{score: e.info.Score, depth: e.info.Depth, nodes: e.info.Nodes, line: e.info.PV})
		return
	}
	s.task = nil
	byAdviser := e.task.seat == s.adviser
	if e.err == nil {
		s.record(e.task.seat, analysis{
			score: e.result.Score, depth: e.result.Depth, nodes: e.result.Nodes, line: e.result.PV, final: true,
		})
	}
	switch {
	case byAdviser && s.hinting:
		s.hinting = false
		if e.err != nil {
			s.notify("No hint: %v", e.err)
			return
		}
		s.giveHint()
	case byAdviser && s.exploring != nil && e.err == nil:
		s.complete(&e.result)
	case byAdviser:
	case e.err != nil:
		s.fail(e.err)
	default:
		s.playResult(&e.result)
	}
}

// record stores what a search has found.
func (s *session) record(by *seat, t analysis) {
	if len(t.line) == 0 || t.depth == 0 {
		return
	}
	c := s.turn()
	t.by = by
	if c == chess.Black {
		t.score = -t.score
	}
	s.analysis = t
	s.view = evaluation{t.score, t.depth}
	if by != s.adviser {
		s.evaluations[c] = s.view
	}
	if v, known := s.judge(); known { // the player may not know it
		s.view.score = v.Moves[0].Score().ForWhite(c)
	}
}

// playResult plays the move of a searcher, or ends the game if the searcher resigns
// or claims a draw.
func (s *session) playResult(r *chess.Result) {
	p := s.game.Position()
	c := p.Turn()
	if s.tick() {
		return
	}
	claim, ok := s.game.CanClaimDraw()
	switch {
	case r.Resign:
		s.end(chess.WinBy(c.Other(), chess.Resignation))
	case !p.Legal(r.Move):
		s.fail(fmt.Errorf("%s is not a legal move", r.Move))
	case ok && (claim.Move == 0 || claim.Move == r.Move) && r.Depth > 0 && r.Score <= 0:
		s.notify("%s claims a draw%s.", c, announcing(&p, claim.Move))
		s.end(chess.DrawBy(claim.Reason))
	case r.Depth > 0:
		s.play(r.Move, fmt.Sprintf("  (%s: %s, depth %d)", s.seats[c].name, s.analysis.score, r.Depth))
	default:
		s.play(r.Move, "")
	}
}

// fail reports that the searcher to move has failed. Its clock stops until it is
// replaced by another player.
func (s *session) fail(err error) {
	s.run()
	s.failed = err
	c := s.turn()
	s.notify("%s cannot play: %v.", s.seats[c].name, err)
	s.notify(`Choose another player, for example "%s person".`, strings.ToLower(c.String()))
}

// giveHint shows the move that the adviser would play.
func (s *session) giveHint() {
	p := s.game.Position()
	t := &s.analysis
	if v, known := s.judge(); known {
		s.hint = s.hintOf(v)
		s.notify("Hint: %s  (%v)", p.SANLine(s.hint), v)
		return
	}
	if len(t.line) == 0 {
		s.notify("No hint.")
		return
	}
	s.hint = t.line[0]
	s.notify("Hint: %s  (%s at depth %d)", p.SANLine(t.line[:min(len(t.line), 6)]...), t.score, t.depth)
}

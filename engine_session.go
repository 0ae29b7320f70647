package chess

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// A session is what the loops of both protocols share: it reads commands and writes answers, a
// line each, while at most one task runs. Only the goroutine of run calls its methods.
type session struct {
	settings // the searcher and all options
	multiPV  int
	overhead int // milliseconds of each move between the searcher and the clock

	ctx     context.Context // of run
	out     io.Writer
	line    []byte // the line to write next
	err     error  // of the first write that failed
	quit    bool   // "quit" was received
	reports chan taskReport
	task    *task          // running, or ended with its answer held back; or nil
	found   exactScore     // by the last search that has ended
	log     io.WriteCloser // gets all lines that are read and written; or nil
}

// A protocol handles the lines that are read.
type protocol interface {
	command(line string)
	printError(line string, err error) // answers a line that cannot be obeyed
	finish()                           // is called at the end of the input
}

// A task is work in a goroutine of its own, mostly a search, with the functions that handle its
// reports.
type task struct {
	cancel context.CancelFunc
	hit    chan Clock  // Limits.Ponder; nil unless it is pondering
	held   bool        // its answer must not be given before release
	free   bool        // it has no limit of its own
	ended  *taskReport // its answer, while that is held back
	info   func(Info)
	answer func(Result, error)
}

// newTask returns a task, which ponders if ponders is true. Its answer is held back
// if ponders or held is true.
func newTask(ponders, held bool) task {
	t := task{held: ponders || held}
	if ponders {
		t.hit = make(chan Clock, 1)
	}
	return t
}

// A taskReport is what a task sends to its session: an Info or, at its end, the answer.
type taskReport struct {
	info   Info
	ended  bool
	result Result
	err    error
}

// defaultOverhead, in milliseconds, is how long a process may wait for the scheduler on a busy
// machine.
const defaultOverhead = 10

func newSession(searcher Searcher) session {
	return session{settings: settings{searcher: searcher}, multiPV: 1, overhead: defaultOverhead, reports: make(chan taskReport)}
}

// run passes the lines of r to p until the lines end, "quit" is received, ctx is
// done, or a write to w fails. When it returns, no task is running.
//
// A new goroutine reads each line, after the line before has been obeyed, so that none is left
// reading after "quit".
func (s *session) run(ctx context.Context, r io.Reader, w io.Writer, p protocol) error {
	s.ctx, s.out = ctx, w
	defer s.setLog(nil)
	defer s.abort()
	in := bufio.NewReader(r)
	inputs := make(chan input, 1)
	read := func() { inputs <- readInput(in) }
	go read()
	for s.err == nil && !s.quit {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case rep := <-s.reports:
			s.handle(rep)
		case i := <-inputs:
			switch {
			case i.err == errTooLong:
				p.printError(i.line, i.err)
			case i.line != "":
				s.record(">> ", []byte(i.line))
				p.command(i.line)
			}
			if i.err != nil && i.err != errTooLong {
				p.finish()
				switch {
				case s.err != nil:
				case i.err != io.EOF:
					s.err = i.err
				default:
					s.err = ctx.Err() // it has cut the last command
				}
				return s.err
			}
			if !s.quit {
				go read()
			}
		}
	}
	return s.err
}

// An input is a line without the white space around it, and the error of reading it.
type input struct {
	line string
	err  error
}

// maxInput is the length of the longest line that is read. A game of 5,000 moves
// takes 50,000 bytes.
const maxInput = 1 << 20

var errTooLong = fmt.Errorf("longer than %d bytes", maxInput)

// readInput reads a line; the last one may lack its newline. It reads a line that is too long
// to its end, but keeps only the beginning.
func readInput(r *bufio.Reader) input {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line) <= maxInput {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
		case len(line) > maxInput:
			return input{shorten(string(line), maxWord), errTooLong}
		default:
			return input{strings.TrimSpace(string(line)), err}
		}
	}
}

// printf writes a line.
func (s *session) printf(format string, args ...any) {
	s.line = fmt.Appendf(s.line[:0], format, args...)
	s.flush()
}

// flush ends the line in s.line and writes it with one Write. Line breaks, which a searcher's
// errors and options may have, become spaces.
func (s *session) flush() {
	for i, c := range s.line {
		if c == '\n' || c == '\r' {
			s.line[i] = ' '
		}
	}
	s.record("<< ", s.line)
	s.line = append(s.line, '\n')
	if s.err == nil {
		_, s.err = s.out.Write(s.line)
	}
}

// record writes a line to the log, if there is one, until a write fails.
func (s *session) record(sign string, line []byte) {
	if s.log != nil {
		if _, err := fmt.Fprintf(s.log, "%s%s\n", sign, line); err != nil {
			s.setLog(nil)
		}
	}
}

// setLog closes the log, if there is one, and makes w the log.
func (s *session) setLog(w io.WriteCloser) {
	if s.log != nil {
		s.log.Close()
	}
	s.log = w
}

// search starts t as a search of a copy of g. If it ponders, its time begins to
// count with release.
func (s *session) search(g *Game, l Limits, t task) {
	g = undrawn(g)
	l.Ponder = t.hit
	l.MultiPV = s.multiPV
	t.free = l.Depth == 0 && l.Nodes == 0 && l.Mate == 0 && l.Time == 0
	l.Info = func(i Info) {
		i.Position = *g.current() // a Searcher may leave it out
		s.reports <- taskReport{info: i}
	}
	s.start(t, func(ctx context.Context) (r Result, err error) {
		r, s.found, err = askMove(ctx, s.searcher, g, l)
		return r, err
	})
}

// undrawn returns a copy of g; if repetitions or the clock have ended g in a draw, a game that
// begins with its position: a program that still asks for a move does not count them, and
// needs a good one.
func undrawn(g *Game) *Game {
	switch g.Outcome().Reason {
	case SeventyFiveMoves, FivefoldRepetition:
		p := g.Position()
		p.halfmove = 0
		return NewGame(p)
	}
	return new(*g)
}

// start starts t, which does work. No other task may be running.
func (s *session) start(t task, work func(ctx context.Context) (Result, error)) {
	ctx, cancel := context.WithCancel(s.ctx)
	t.cancel = cancel
	s.task = &t
	go func() {
		r, err := work(ctx)
		s.reports <- taskReport{ended: true, result: r, err: err}
	}()
}

// handle handles a report of the task.
func (s *session) handle(rep taskReport) {
	t := s.task
	switch {
	case !rep.ended:
		t.info(rep.info)
	case t.held:
		t.ended = &rep
	default:
		t.cancel() // the work is done; this detaches its context from s.ctx
		s.task = nil
		t.answer(rep.result, rep.err)
	}
}

// release stops holding back the answer of the task: the expected move was played, or the task
// must stop.
func (s *session) release() {
	t := s.task
	if t.hit != nil {
		close(t.hit)
		t.hit = nil
	}
	t.held = false
	if t.ended != nil {
		s.handle(*t.ended)
	}
}

// stop ends the task, if there is one, and gives its answer.
func (s *session) stop() {
	t := s.task
	if t == nil {
		return
	}
	t.cancel()
	for s.release(); s.task == t; {
		s.handle(<-s.reports)
	}
}

// finish implements protocol: it waits for the answer of the task, if there is one, unless the task
// must be stopped.
func (s *session) finish() {
	t := s.task
	if t != nil && (t.held || t.free) {
		s.stop()
	}
	for t != nil && s.task == t && s.err == nil {
		select {
		case <-s.ctx.Done():
			return
		case rep := <-s.reports:
			s.handle(rep)
		}
	}
}

// abort ends the task, if there is one, without an answer.
func (s *session) abort() {
	if s.task == nil {
		return
	}
	s.task.cancel()
	for s.task.ended == nil {
		if rep := <-s.reports; rep.ended {
			s.task.ended = &rep
		}
	}
	s.task = nil
}

// limitTime limits a search by the clock, less the overhead, and, for searchers that ignore
// clocks, by the longest time that the clock of c allows for a move.
func (s *session) limitTime(l *Limits, k Clock, c Color) {
	for i := range k.Left {
		k.Left[i] = s.lessOverhead(k.Left[i])
	}
	l.setClock(k, c)
}

// setClock sets the clocks, and a Time for searchers that ignore them.
func (l *Limits) setClock(k Clock, c Color) {
	l.Clock = k
	if l.Time == 0 {
		l.Time = k.schedule(c).hard
	}
}

// lessOverhead returns d less the overhead, but at least a millisecond.
func (s *session) lessOverhead(d time.Duration) time.Duration {
	return max(d-time.Duration(s.overhead)*time.Millisecond, time.Millisecond)
}

// quietTime is how long a search runs before the session shows root moves, and scores that are
// only bounds.
const quietTime = 3 * time.Second

// premature reports whether i is too early to show.
func (i *Info) premature() bool {
	return i.Time < quietTime && (i.isRootMove() || i.Bound == LowerBound || i.Bound == UpperBound)
}

// isRootMove reports whether i has only the root move that is being searched.
func (i *Info) isRootMove() bool { return len(i.PV) == 0 && i.Bound == NoBound }

// legalLine returns the longest prefix of line that can be played from p.
func legalLine(p Position, line []Move) []Move {
	for i, m := range line {
		next, err := p.Play(m)
		if err != nil {
			return line[:i]
		}
		p = next
	}
	return line
}

// reason returns the text of err without the name of the package.
func reason(err error) string { return strings.TrimPrefix(err.Error(), "chess: ") }

// checkMove returns an error if the move of r is not legal in g.
func checkMove(g *Game, r *Result) error {
	if g.legal(r.Move) {
		return nil
	}
	return fmt.Errorf("chess: the searcher's move %v is not legal", r.Move)
}

// An exactScore is the last exact score of the move that a search chose, with its depth in plies;
// depth 0 means that there is none.
type exactScore struct {
	score Score
	depth int
}

// askMove has s search a copy of g for a move, and returns the last exact score of that move,
// from the Result or an Info. It is an error if s panics or ends its goroutine.
func askMove(ctx context.Context, s Searcher, g *Game, l Limits) (r Result, f exactScore, err error) {
	if g == nil {
		return Result{}, exactScore{}, errNoGame
	}
	var mu sync.Mutex // a Searcher may call Info from goroutines of its own, against the rules
	exact := map[Move]exactScore{}
	report := l.Info
	l.Info = func(i Info) {
		if i.Bound == Exact && i.Depth > 0 && len(i.PV) > 0 {
			mu.Lock()
			exact[g.current().canonical(i.PV[0])] = exactScore{i.Score, i.Depth}
			mu.Unlock()
		}
		if report != nil {
			report(i)
		}
	}
	err = guard(func() (err error) {
		r, err = s.Search(ctx, new(*g), l)
		return err
	})
	mu.Lock()
	defer mu.Unlock()
	r.Move = g.current().canonical(r.Move)
	if f = exact[r.Move]; r.Bound == Exact && r.Depth > 0 {
		f = exactScore{r.Score, r.Depth}
	}
	return r, f, err
}

// A policy says when an engine resigns and when it takes a draw, by the scores of its own moves:
// see Bot.
type policy struct {
	resignMoves int
	resignScore Score
	drawMoves   int
	drawScore   Score
}

// streaks count the scores of one player's last moves, from its own point of view. Engines resign,
// and an Arbiter decides games, by them.
type streaks struct {
	level  int   // how many moves in a row, up to the last, had scores within the bounds of a draw,
	ahead  int   // scores that win,
	behind int   // and scores that lose
	last   Score // the last score
	scored bool  // there was one
}

// count counts the score of the player's move: from -draw to draw it is level, from win on ahead,
// and up to -win behind. A move without a score, such as a book move, ends the streaks.
func (s *streaks) count(f exactScore, draw, win Score) {
	n := *s
	s.level, s.ahead, s.behind = 0, 0, 0
	if f.depth == 0 {
		return
	}
	s.last, s.scored = f.score, true
	if max(f.score, -f.score) <= draw {
		s.level = n.level + 1
	}
	if f.score >= win {
		s.ahead = n.ahead + 1
	}
	if f.score <= -win {
		s.behind = n.behind + 1
	}
}

// resigns counts the score of the player's move, the result of a search, and reports
// whether the player resigns instead.
func (s *streaks) resigns(r *Result, f exactScore, p policy, g *Game) bool {
	s.count(f, p.drawScore, p.resignScore)
	return r.Resign || p.resignMoves > 0 && s.behind >= p.resignMoves && !g.cannotWin(g.Turn().Other())
}

// offersDraw reports whether the player c offers a draw with the move of r, which resigns has
// counted, and which has led to g. claimable says that c could claim a draw before the move, offered
// that the opponent has offered one.
func (s *streaks) offersDraw(r *Result, p policy, g *Game, c Color, claimable, offered bool) bool {
	claimable = claimable || g.isDrawable()
	offers := r.OfferDraw || (claimable || offered) && s.content(p)
	if p.drawMoves > 0 && s.level >= p.drawMoves {
		s.level = 0 // the same offer at every move would annoy (FIDE Laws 11.5)
		offers = true
	}
	return offers && (claimable || !g.onlyWins(c))
}

// acceptsDraw reports whether the player c takes a draw in g.
func (s *streaks) acceptsDraw(p policy, g *Game, c Color) bool {
	return s.content(p) && (g.isDrawable() || !g.onlyWins(c))
}

// content reports whether the player's last score is no better than a draw.
func (s *streaks) content(p policy) bool { return s.scored && s.last <= p.drawScore }

// cannotWin reports whether it is proved, by a search of some milliseconds, that c cannot win.
func (g *Game) cannotWin(c Color) bool {
	if g.law != nil { // who knows
		return false
	}
	w, _ := Laws{Nodes: 10_000}.Winnable(context.Background(), *g.current(), c)
	return !w.Possible
}

// onlyWins reports whether c can still win and its opponent cannot.
func (g *Game) onlyWins(c Color) bool { return g.cannotWin(c.Other()) && !g.cannotWin(c) }

// isDrawable reports whether the current position is drawn, by threefold repetition
// or by fifty moves, if a player claims it.
func (g *Game) isDrawable() bool {
	return g.Repetitions() >= 3 || g.current().fiftyMovesPlayed()
}

package chess

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"time"
)

// A session is what the loops of both protocols share: commands come in and
// answers go out, a line each, while at most one task runs beside them. Its
// methods are called by the goroutine of run alone.
type session struct {
	settings // the searcher and all options
	multiPV  int
	overhead int // milliseconds that a move takes between the searcher and the clock

	ctx     context.Context // of run
	out     io.Writer
	line    []byte
	err     error // of the first write that failed
	over    bool  // the other side has said goodbye
	reports chan report
	task    *task // that is running, or whose answer is held back; or nil
}

// A protocol is what is made of the lines that come in.
type protocol interface {
	command(line string)
	complain(line string, err error) // about a line that is no command
	finish()                         // there will be no more
}

// A task is something that takes time, mostly a search, in a goroutine of its
// own, and what to do with what it says.
type task struct {
	cancel context.CancelFunc
	hit    chan struct{} // Limits.Ponder; nil unless it is pondering
	held   bool          // its answer must not be given before release
	ended  *report       // its answer, while that is held back
	info   func(Info)
	answer func(Result, error)
}

// newTask returns a task that ponders or not. Its answer is held back if it does,
// or if held.
func newTask(ponders, held bool) task {
	t := task{held: ponders || held}
	if ponders {
		t.hit = make(chan struct{})
	}
	return t
}

// A report is what a task says: an Info, or at its end the answer.
type report struct {
	info   Info
	ended  bool
	result Result
	err    error
}

// defaultOverhead is in milliseconds: on a busy machine a process may wait
// so long for its turn.
const defaultOverhead = 10

func newSession(searcher Searcher) session {
	return session{settings: settings{searcher: searcher}, multiPV: 1, overhead: defaultOverhead, reports: make(chan report)}
}

// run feeds p with the lines of r until they end, the other side says goodbye,
// ctx is done, or a write to w fails. When it returns there is no task.
//
// Each line is read by a goroutine, and the next one only when it has been dealt
// with, so that after the goodbye none is left behind.
func (s *session) run(ctx context.Context, r io.Reader, w io.Writer, p protocol) error {
	s.ctx, s.out = ctx, w
	defer s.abort()
	in := bufio.NewReader(r)
	inputs := make(chan input, 1)
	read := func() { inputs <- readInput(in) }
	go read()
	for s.err == nil && !s.over {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case rep := <-s.reports:
			s.take(rep)
		case i := <-inputs:
			switch {
			case i.err == errTooLong:
				p.complain(i.line, i.err)
			case i.line != "":
				p.command(i.line)
			}
			if i.err != nil && i.err != errTooLong {
				p.finish()
				if s.err == nil && i.err != io.EOF {
					s.err = i.err
				}
				return s.err
			}
			if !s.over {
				go read()
			}
		}
	}
	return s.err
}

// input is a line without the blanks around it, and what happened at its end.
type input struct {
	line string
	err  error
}

// maxInput is the length of the longest line that is read. A game of 5,000 moves
// takes 50,000 bytes.
const maxInput = 1 << 20

var errTooLong = fmt.Errorf("longer than %d bytes", maxInput)

// readInput reads a line; the last one need not be ended. One too long is read
// to its end, but only its beginning is kept.
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

// flush writes what has been put together in line, at once.
func (s *session) flush() {
	s.line = append(s.line, '\n')
	if s.err == nil {
		_, s.err = s.out.Write(s.line)
	}
}

// spawn begins a task. There must be none.
func (s *session) spawn(t task, work func(ctx context.Context) (Result, error)) {
	ctx, cancel := context.WithCancel(s.ctx)
	t.cancel = cancel
	s.task = &t
	go func() {
		r, err := work(ctx)
		s.reports <- report{ended: true, result: r, err: err}
	}()
}

// search begins to search a copy of g. If it ponders, its time begins to count
// with release.
func (s *session) search(g *Game, l Limits, t task) {
	g = g.Clone()
	l.Ponder = t.hit
	l.MultiPV = s.multiPV
	l.Info = func(i Info) { s.reports <- report{info: i} }
	s.spawn(t, func(ctx context.Context) (Result, error) { return s.searcher.Search(ctx, g, l) })
}

// take passes on what the task says.
func (s *session) take(rep report) {
	t := s.task
	switch {
	case !rep.ended:
		t.info(rep.info)
	case t.held:
		t.ended = &rep
	default:
		t.cancel() // it has no work left, but its context holds on to ours
		s.task = nil
		t.answer(rep.result, rep.err)
	}
}

// release no longer holds the answer of the task back: the move it ponders on
// has been played, or it is to stop.
func (s *session) release() {
	t := s.task
	if t.hit != nil {
		close(t.hit)
		t.hit = nil
	}
	t.held = false
	if t.ended != nil {
		s.take(*t.ended)
	}
}

// stop ends the task, and its answer is given.
func (s *session) stop() {
	t := s.task
	if t == nil {
		return
	}
	t.cancel()
	for s.release(); s.task == t; {
		s.take(<-s.reports)
	}
}

// abort ends the task without an answer.
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

// limitTime limits a search by the clock, and by the most time that the clock of
// c allows for a move, for searchers that do not look at clocks.
func (s *session) limitTime(l *Limits, k Clock, c Color) {
	for i := range k.Left {
		k.Left[i] = s.lessOverhead(k.Left[i])
	}
	l.Clock = k
	if l.Time == 0 {
		l.Time = k.schedule(c).limit
	}
}

// lessOverhead returns what is left of d when the overhead is taken off.
func (s *session) lessOverhead(d time.Duration) time.Duration {
	return max(d-time.Duration(s.overhead)*time.Millisecond, time.Millisecond)
}

// soon is how long a search goes on before anyone wants to know which move it
// looks at, or that a score is a bound.
const soon = 3 * time.Second

// premature reports whether i tells what nobody wants to know yet.
func (i *Info) premature() bool {
	return i.Time < soon && (len(i.PV) == 0 || i.Bound == LowerBound || i.Bound == UpperBound)
}

// legalLine returns as much of a line as can be played from p.
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

// checkMove refuses a Result whose move is not legal in p.
func checkMove(p *Position, r *Result) error {
	if p.Legal(r.Move) {
		return nil
	}
	return fmt.Errorf("the searcher's move %v is not legal", r.Move)
}

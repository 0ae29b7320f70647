package main

import (
	"context"

	"github.com/seed-0971039b/chess"
)

// A task is a search in a goroutine of its own.
type task struct {
	seat *seat
	stop context.CancelFunc // ends the search, which then has its result
	done chan struct{}      // closed when the search has ended
}

// An event is a report of a task: its progress, or its result if ended is set. Or it is
// what a study has found.
type event struct {
	task   *task
	info   chess.Info
	ended  bool
	result chess.Result
	err    error

	study   *study
	finding finding
}

// search starts a search of the current position and abandons the search before. It
// does not wait for that to end: the new task does. With forget, the searcher forgets first
// what it has found.
func (s *session) search(by *seat, l chess.Limits, forget bool) {
	s.abandon()
	ctx, stop := context.WithCancel(s.ctx)
	t := &task{seat: by, stop: stop, done: make(chan struct{})}
	l.Info = func(i chess.Info) { s.send(event{task: t, info: i}) }
	before, game, number := s.last, new(*s.game), s.number
	s.task, s.last = t, t
	go func() {
		defer close(t.done)
		defer stop()
		if before != nil {
			<-before.done
		}
		e := event{task: t, ended: true}
		e.result, e.err = by.search(s.ctx, ctx, game, number, l, forget)
		s.send(e)
	}()
}

// search makes the searcher if necessary, lets it forget an earlier game, or all with
// forget, and searches. An engine runs until lifetime is done, the search until ctx is done.
func (s *seat) search(lifetime, ctx context.Context, game *chess.Game, number int, l chess.Limits, forget bool) (chess.Result, error) {
	if err := s.open(lifetime); err != nil {
		return chess.Result{}, err
	}
	if f, ok := s.searcher.(chess.Forgetter); ok && s.game != 0 && (forget || s.game != number) {
		f.Forget()
	}
	s.game = number
	return s.searcher.Search(ctx, game, l)
}

// send sends an event to the goroutine that runs the session, unless that is closed.
func (s *session) send(e event) {
	select {
	case s.events <- e:
	case <-s.ctx.Done():
	}
}

// abandon ends the task without a result.
func (s *session) abandon() {
	if s.task != nil {
		s.task.stop()
		s.task = nil
	}
}

// retire closes the searcher of a seat that is replaced, after its search has ended.
func (s *session) retire(old *seat) {
	last := s.last
	s.retiring.Go(func() {
		if last != nil {
			<-last.done
		}
		old.close()
	})
}

// close ends all searches and engines, and waits for them.
func (s *session) close() {
	s.abandon()
	s.abandonStudy()
	s.cancel()
	if s.last != nil {
		<-s.last.done
	}
	if s.studied != nil {
		<-s.studied.done
	}
	s.retiring.Wait()
	for _, seat := range s.seats {
		seat.close()
	}
}

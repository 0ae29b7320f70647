package main

import (
	"context"

	"github.com/seed-0971039b/chess"
)

// A task is a search in a goroutine of its own.
type task struct {
	seat *seat
	stop context.CancelFunc // ends the search, which then has its result
	done chan struct{}      // closed when the searcher is at rest
}

// An event is what a task has to say: how it is getting on, or what came of it.
type event struct {
	task   *task
	info   chess.Info
	ended  bool
	result chess.Result
	err    error
}

// begin has a searcher think about the present position, and abandons what else
// is thought. It does not wait for that to end: the new search does.
func (s *session) begin(who *seat, l chess.Limits) {
	s.abandon()
	ctx, stop := context.WithCancel(s.ctx)
	t := &task{seat: who, stop: stop, done: make(chan struct{})}
	l.Info = func(i chess.Info) { s.send(event{task: t, info: i}) }
	before, game, number := s.last, s.game.Clone(), s.number
	s.task, s.last = t, t
	go func() {
		defer close(t.done)
		defer stop()
		if before != nil {
			<-before.done
		}
		e := event{task: t, ended: true}
		e.result, e.err = who.search(s.ctx, ctx, game, number, l)
		s.send(e)
	}()
}

// search makes the searcher if need be, tells it of a new game, and searches.
// The searcher lives as long as life.
func (s *seat) search(life, ctx context.Context, game *chess.Game, number int, l chess.Limits) (chess.Result, error) {
	if err := s.open(life); err != nil {
		return chess.Result{}, err
	}
	if f, ok := s.searcher.(chess.Forgetter); ok && s.game != 0 && s.game != number {
		f.Forget()
	}
	s.game = number
	return s.searcher.Search(ctx, game, l)
}

// send passes an event on to whoever runs the session, until it is closed.
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

// retire closes the searcher of a seat that somebody else takes, when it is at
// rest.
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
	s.cancel()
	if s.last != nil {
		<-s.last.done
	}
	s.retiring.Wait()
	for _, seat := range s.seats {
		seat.close()
	}
}

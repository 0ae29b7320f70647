package main

import (
	"context"
	"sync"
)

// An event is what a job in the background has to say. The goroutine that runs the session
// receives it and calls it.
type event func()

// A worker does jobs in the background, one at a time. Its methods are for one goroutine, and
// only close waits for a job.
type worker struct {
	ctx     context.Context // of all jobs
	events  chan<- event
	current *job // the one that is not abandoned, or nil
	last    *job // the last one, which may still be stopping
	running sync.WaitGroup
}

// A job is something that is done in a goroutine of its own.
type job struct {
	stop context.CancelFunc // ends the job, which then has its result
	done chan struct{}      // closed when it has ended
}

// start abandons the job before, and starts another when that has ended. The job may report
// events, and its end is one. Those of an abandoned job do nothing.
func (w *worker) start(do func(ctx context.Context, report func(event)) (end event)) {
	w.abandon()
	ctx, stop := context.WithCancel(w.ctx)
	j, before := &job{stop, make(chan struct{})}, w.last
	w.current, w.last = j, j
	report := func(e event) {
		unlessAbandoned := func() {
			if w.current == j {
				e()
			}
		}
		select {
		case w.events <- unlessAbandoned:
		case <-w.ctx.Done():
		}
	}
	w.running.Go(func() {
		defer close(j.done)
		defer stop()
		if before != nil {
			<-before.done
		}
		end := do(ctx, report)
		report(func() {
			w.current = nil
			end()
		})
	})
}

// busy reports whether there is a job whose result is wanted.
func (w *worker) busy() bool { return w.current != nil }

// abandon stops the job. Its result is not wanted.
func (w *worker) abandon() {
	if w.current != nil {
		w.current.stop()
		w.current = nil
	}
}

// afterwards calls do, in the background, when the last job has ended.
func (w *worker) afterwards(do func()) {
	last := w.last
	w.running.Go(func() {
		if last != nil {
			<-last.done
		}
		do()
	})
}

// close waits for the end of all jobs, whose context is done.
func (w *worker) close() {
	w.abandon()
	w.running.Wait()
}

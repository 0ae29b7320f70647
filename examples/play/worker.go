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
	last    chan struct{}      // is closed when the last job has ended; nil before the first
	current chan struct{}      // the same; nil if the job is abandoned
	stop    context.CancelFunc // ends the job, which then has its result
	running sync.WaitGroup
}

// start abandons the job before, and starts another when that has ended. The job may report
// events, and its end is one. Those of an abandoned job do nothing.
func (w *worker) start(do func(ctx context.Context, report func(event)) (end event)) {
	w.abandon()
	ctx, stop := context.WithCancel(w.ctx)
	before, done := w.last, make(chan struct{})
	w.last, w.current, w.stop = done, done, stop
	report := func(e event) {
		unlessAbandoned := func() {
			if w.current == done {
				e()
			}
		}
		select {
		case w.events <- unlessAbandoned:
		case <-w.ctx.Done():
		}
	}
	w.running.Go(func() {
		defer close(done)
		defer stop()
		if before != nil {
			<-before
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
		w.stop()
		w.current = nil
	}
}

// afterwards calls do, in the background, when the last job has ended.
func (w *worker) afterwards(do func()) {
	last := w.last
	w.running.Go(func() {
		if last != nil {
			<-last
		}
		do()
	})
}

// close waits for the end of all jobs, whose context is done.
func (w *worker) close() {
	w.abandon()
	w.running.Wait()
}

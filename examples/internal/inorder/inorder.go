// Package inorder works on several things at once, and takes what comes of it in order.
package inorder

import (
	"context"
	"iter"
	"sync"
)

// ahead is the number of jobs for each worker that may be in work or waiting: enough that
// the others have work while one is at a long job, which all after it must wait for.
const ahead = 16

// Do gives each job to one of the workers, each of which runs in a goroutine of its own,
// and calls done for the jobs in their order, one after the other. It ends with the first
// error of the jobs or of done, and with the cause of the end of ctx, after which workers
// should return soon. It does not wait for the jobs, which may come from a read that never
// ends.
func Do[J any](ctx context.Context, jobs iter.Seq2[J, error], workers []func(context.Context, J), done func(J) error) error {
	type task struct {
		job  J
		done chan struct{} // closed after the work
	}
	ctx, cancel := context.WithCancelCause(ctx)
	var working sync.WaitGroup
	defer working.Wait()
	defer cancel(nil)
	ordered := make(chan *task, len(workers)*ahead)
	work := make(chan *task, cap(ordered))
	go func() {
		defer close(ordered)
		defer close(work)
		for job, err := range jobs {
			if err != nil {
				cancel(err)
				return
			}
			t := &task{job, make(chan struct{})}
			if !send(ctx, ordered, t) || !send(ctx, work, t) {
				return
			}
		}
	}()
	for _, worker := range workers {
		working.Go(func() {
			for t := range received(ctx, work) {
				if worker(ctx, t.job); ctx.Err() != nil {
					return
				}
				close(t.done)
			}
		})
	}
	for t := range received(ctx, ordered) {
		select {
		case <-t.done:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if err := done(t.job); err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}

// send sends a value, and reports false if ctx is done first.
func send[T any](ctx context.Context, to chan<- T, value T) bool {
	select {
	case to <- value:
		return true
	case <-ctx.Done():
		return false
	}
}

// received yields the values from a channel until it is closed or ctx is done.
func received[T any](ctx context.Context, from <-chan T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for {
			select {
			case value, ok := <-from:
				if !ok || !yield(value) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}

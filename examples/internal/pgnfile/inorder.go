package pgnfile

import (
	"context"
	"iter"
	"sync"
)

// InOrder gives each job to one of the workers, each of which runs in a goroutine of its
// own, and calls done for the jobs in their order, one after the other. It ends with the
// first error of the jobs or of done, and with the cause of the end of ctx, after which
// workers should return soon. It does not wait for the jobs, which may come from a read that
// never ends.
func InOrder[J any](ctx context.Context, jobs iter.Seq2[J, error], workers []func(context.Context, J), done func(J) error) error {
	type task struct {
		job    J
		worked chan struct{} // closed after the work
	}
	// Enough jobs for each worker may be in work or waiting that the others have work while
	// one is at a long job, which all after it must wait for.
	const ahead = 16
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
			for _, to := range []chan *task{ordered, work} {
				select {
				case to <- t:
				case <-ctx.Done():
					return
				}
			}
		}
	}()
	for _, worker := range workers {
		working.Go(func() {
			for t := next(ctx, work); t != nil; t = next(ctx, work) {
				if worker(ctx, t.job); ctx.Err() == nil {
					close(t.worked)
				}
			}
		})
	}
	for t := next(ctx, ordered); t != nil; t = next(ctx, ordered) {
		next(ctx, t.worked)
		if ctx.Err() != nil {
			break
		}
		if err := done(t.job); err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}

// next receives a value, or returns the zero value if the channel is closed or ctx is done.
func next[T any](ctx context.Context, from <-chan T) (value T) {
	select {
	case v := <-from:
		if ctx.Err() == nil {
			value = v
		}
	case <-ctx.Done():
	}
	return value
}

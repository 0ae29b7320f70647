package pgnfile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync"
	"sync/atomic"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// A Job is a game to work on, with what could not be read of it, or only that.
type Job[R any] struct {
	Tree     *chess.GameTree // nil if there are only problems
	Number   int             // of the game, counting those that could be read
	Skip     bool            // there is nothing to do: an earlier run has done it
	Result   R
	problems []error
}

// Work is what a program does with each game of an Input. Begin and Done are called for the
// games in order, each in a goroutine of its own, and workers work on several at once in
// between. What is wrong with a game
// or file, or the error of a worker, is a line on the standard error; other errors end the
// work.
type Work[R any] struct {
	Program     string // for the lines
	Begin       func(*Job[R]) error
	Concurrency int // the number of workers
	NewWorker   func() (func(context.Context, *Job[R]) error, error)
	Done        func(*Job[R]) (note string, err error) // the note is for the progress
	Finish      func() error                           // is called after the last game
	Stderr      io.Writer
	Quiet       bool // no progress is shown
}

// CheckWork returns an error if a command line names no files.
func CheckWork(paths []string) error {
	if len(paths) == 0 {
		return errors.New("there is no file to read")
	}
	return nil
}

// Do does the work. The error is cli.ErrPartly and cli.ErrReported for lines on the standard
// error.
func (w *Work[R]) Do(ctx context.Context, in Input) error {
	var workers []func(context.Context, *Job[R])
	for range w.Concurrency {
		work, err := w.NewWorker()
		if err != nil {
			return err
		}
		workers = append(workers, func(ctx context.Context, j *Job[R]) {
			if j.Tree == nil || j.Skip {
				return
			}
			if err := work(ctx, j); err != nil {
				j.problems = append(j.problems, fmt.Errorf("game %d: %w", j.Number, err))
			}
		})
	}
	shown := progress.New(w.Stderr)
	defer shown.Close()
	var total atomic.Int64
	if !w.Quiet {
		shown.Start("games", 0, 0)
		counting, stop := context.WithCancel(ctx)
		defer stop()
		go func() { total.Store(in.count(counting)) }()
	}
	games := 0
	var partly error
	err := InOrder(ctx, w.jobs(in), workers, func(j *Job[R]) error {
		for _, problem := range j.problems {
			fmt.Fprintf(shown, "%s: %v\n", w.Program, problem)
			partly = cli.Partly(cli.ErrReported)
		}
		if j.Tree == nil {
			return nil
		}
		games++
		note, err := w.Done(j)
		if j.Skip {
			shown.Skip(1)
		} else if err == nil {
			shown.Show(games, int(total.Load()), note)
		}
		return err
	})
	if err != nil {
		return err
	}
	return cmp.Or(w.Finish(), partly)
}

// jobs yields a job for each game and each file that cannot be read.
func (w *Work[R]) jobs(in Input) iter.Seq2[*Job[R], error] {
	return func(yield func(*Job[R], error) bool) {
		number := 0
		for tree, problems := range in.Games() {
			j := &Job[R]{Tree: tree, problems: problems}
			var err error
			if tree != nil {
				number++
				j.Number = number
				err = w.Begin(j)
			}
			if !yield(j, err) || err != nil {
				return
			}
		}
	}
}

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

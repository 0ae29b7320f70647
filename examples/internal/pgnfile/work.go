package pgnfile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
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
// games in order, and workers work on several at once in between. What is wrong with a game
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

// CheckWork returns an error if a command line names no files, or does not have a positive
// -concurrency.
func CheckWork(paths []string, concurrency int) error {
	switch {
	case len(paths) == 0:
		return errors.New("there is no file to read")
	case concurrency < 1:
		return errors.New("-concurrency must be positive")
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

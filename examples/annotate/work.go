package main

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"sync"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/annotation"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

// A job is a game to annotate, with what could not be read of it, or only that.
type job struct {
	tree     *chess.GameTree // nil if there are only problems
	number   int             // of the game, counting those that could be read
	conflict error           // not nil if the output has another game in place of text
	text     []byte          // the annotated game; nil if the output has it already
	problems []error         // what could not be read or annotated
	done     chan struct{}   // closed when the game is annotated; nil if there is nothing to do
}

// gamesAhead is the number of games for each goroutine that may be in work or
// waiting: enough that the others have work while one analyses a long game, which
// all games after it must wait for.
const gamesAhead = 16

// annotateAll annotates the games of in and writes them to out. It reports problems
// of games and files to meter and goes on; in the end it returns an error that
// is cli.ErrPartly and cli.ErrReported for them.
func annotateAll(ctx context.Context, s *settings, in input, out *output, meter *meter) error {
	ctx, cancel := context.WithCancelCause(ctx)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer cancel(nil)
	ordered := make(chan *job, s.goroutines*gamesAhead)
	work := make(chan *job, cap(ordered))
	// Nothing waits for this goroutine: it may block in a read forever.
	go func() {
		defer close(ordered)
		defer close(work)
		for j, err := range jobs(in, out) {
			if err != nil {
				cancel(err)
				return
			}
			if !send(ctx, ordered, j) || j.done != nil && !send(ctx, work, j) {
				return
			}
		}
	}()
	for range s.goroutines {
		a, err := annotation.New(s.Settings, s.tables.Tablebase())
		if err != nil {
			return err
		}
		workers.Go(func() {
			for j := range received(ctx, work) {
				if j.annotate(ctx, a); ctx.Err() != nil {
					return
				}
				close(j.done)
			}
		})
	}
	var result error
	for j := range received(ctx, ordered) {
		if j.done != nil {
			select {
			case <-j.done:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		for _, problem := range j.problems {
			meter.report(problem)
			result = cli.Partly(cli.ErrReported)
		}
		if j.text != nil {
			if j.conflict != nil {
				return j.conflict
			}
			if err := out.write(j.text); err != nil {
				return err
			}
		}
		meter.count(j.text != nil)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return cmp.Or(out.finish(), result)
}

// jobs yields a job for each game and each file that cannot be read. It yields an error
// and ends if out has other games.
func jobs(in input, out *output) iter.Seq2[*job, error] {
	return func(yield func(*job, error) bool) {
		number := 0
		for tree, problems := range in.games() {
			j := &job{tree: tree, problems: problems}
			if tree != nil {
				number++
				j.number = number
				var found bool
				var err error
				if found, j.conflict, err = out.has(tree); err != nil {
					yield(nil, err)
					return
				}
				if !found {
					j.done = make(chan struct{})
				}
			}
			if !yield(j, nil) {
				return
			}
		}
	}
}

// annotate sets the text of a game, or adds the reason why there is none to its
// problems.
func (j *job) annotate(ctx context.Context, a *annotation.Annotator) {
	_, err := a.Annotate(ctx, j.tree)
	if err == nil {
		j.text, err = j.tree.AppendText(nil)
	}
	if err != nil {
		j.text = nil
		j.problems = append(j.problems, fmt.Errorf("game %d: %w", j.number, err))
	}
}

// send sends a job, and reports false if ctx is done first.
func send(ctx context.Context, to chan<- *job, j *job) bool {
	select {
	case to <- j:
		return true
	case <-ctx.Done():
		return false
	}
}

// received yields the jobs from a channel until it is closed or ctx is done.
func received(ctx context.Context, from <-chan *job) iter.Seq[*job] {
	return func(yield func(*job) bool) {
		for {
			select {
			case j, ok := <-from:
				if !ok || !yield(j) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}

package main

import (
	"cmp"
	"context"
	"fmt"
	"iter"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/annotation"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/inorder"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
)

// A job is a game to annotate, with what could not be read of it, or only that.
type job struct {
	tree     *chess.GameTree // nil if there are only problems
	number   int             // of the game, counting those that could be read
	conflict error           // not nil if the output has another game in place of text
	found    bool            // whether the output has the game already
	text     []byte          // the annotated game; nil if there is none to write
	problems []error         // what could not be read or annotated
}

// annotateAll annotates the games of in and writes them to out. It reports problems
// of games and files to meter and goes on; in the end it returns an error that
// is cli.ErrPartly and cli.ErrReported for them.
func annotateAll(ctx context.Context, s *settings, in pgnfile.Input, out *output, meter *meter) error {
	var workers []func(context.Context, *job)
	for range s.goroutines {
		a, err := annotation.New(s.Settings, s.tables.Tablebase())
		if err != nil {
			return err
		}
		workers = append(workers, func(ctx context.Context, j *job) { j.annotate(ctx, a) })
	}
	var result error
	err := inorder.Do(ctx, jobs(in, out), workers, func(j *job) error {
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
		return nil
	})
	if err != nil {
		return err
	}
	return cmp.Or(out.finish(), result)
}

// jobs yields a job for each game and each file that cannot be read. It yields an error
// and ends if out has other games.
func jobs(in pgnfile.Input, out *output) iter.Seq2[*job, error] {
	return func(yield func(*job, error) bool) {
		number := 0
		for tree, problems := range in.Games() {
			j := &job{tree: tree, problems: problems}
			if tree != nil {
				number++
				j.number = number
				var err error
				if j.found, j.conflict, err = out.has(tree); err != nil {
					yield(nil, err)
					return
				}
			}
			if !yield(j, nil) {
				return
			}
		}
	}
}

// annotate sets the text of a game that the output does not have, or adds the reason why
// there is none to its problems.
func (j *job) annotate(ctx context.Context, a *annotation.Annotator) {
	if j.tree == nil || j.found {
		return
	}
	_, err := a.Annotate(ctx, j.tree)
	if err == nil {
		j.text, err = j.tree.AppendText(nil)
	}
	if err != nil {
		j.text = nil
		j.problems = append(j.problems, fmt.Errorf("game %d: %w", j.number, err))
	}
}

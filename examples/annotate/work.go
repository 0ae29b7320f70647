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
	graph    []byte          // its picture; nil if there is none to write
	problems []error         // what could not be read or annotated
}

// annotateAll annotates the games of in and writes them to out. It reports problems
// of games and files to meter and goes on; in the end it returns an error that
// is cli.ErrPartly and cli.ErrReported for them.
func annotateAll(ctx context.Context, s *settings, in pgnfile.Input, out *output, meter *meter) error {
	reviewer, err := s.Reviewer(s.tables.Tablebase())
	if err != nil {
		return err
	}
	var workers []func(context.Context, *job)
	for range s.goroutines {
		workers = append(workers, func(ctx context.Context, j *job) { j.annotate(ctx, &reviewer, s.graphs) })
	}
	var result error
	err = inorder.Do(ctx, jobs(in, out), workers, func(j *job) error {
		for _, problem := range j.problems {
			meter.report(problem)
			result = cli.Partly(cli.ErrReported)
		}
		if err := j.write(out, s.graphs); err != nil {
			return err
		}
		meter.count(j.text != nil || j.graph != nil)
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

// annotate sets the text and the graph of a game that the output does not have, and a graph
// that is missing, or adds the reason why there is none to the problems.
func (j *job) annotate(ctx context.Context, r *chess.Reviewer, graphs string) {
	if j.tree == nil {
		return
	}
	draw := graphs != "" && (!j.found || !hasGraph(graphOf(graphs, j.number)))
	if j.found && !draw {
		return
	}
	review, err := r.Review(ctx, j.tree)
	if err == nil && draw {
		j.graph, err = graph(annotation.NewChart(j.tree, review, r.Language))
	}
	if err == nil && !j.found {
		j.text, err = j.tree.MarshalText()
	}
	if err != nil {
		j.text, j.graph = nil, nil
		j.problems = append(j.problems, fmt.Errorf("game %d: %w", j.number, err))
	}
}

// write writes the graph of a game, and then its text, so that each game in the output has
// its graph.
func (j *job) write(out *output, graphs string) error {
	if j.text != nil && j.conflict != nil {
		return j.conflict
	}
	if j.graph != nil {
		if err := writeGraph(graphOf(graphs, j.number), j.graph); err != nil {
			return err
		}
	}
	if j.text != nil {
		return out.write(j.text)
	}
	return nil
}

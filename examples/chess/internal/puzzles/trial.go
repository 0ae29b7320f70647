package puzzles

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"runtime"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/inorder"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/puzzle"
)

// A trial is a puzzle that is given to a player, and what came of it.
type trial struct {
	puzzle.Line
	answer  answer // instead of Moves, in a suite of EPDs
	number  uint64
	problem error // what is wrong with the line, which is not tried then
	solved  bool
	moved
}

// A trying gives the puzzles of a file to a player.
type trying struct {
	suites     bool // it takes suites of EPDs too
	described  func() (*player.Description, error)
	limits     chess.Limits
	goroutines int
}

// addFlags adds the flags that solve and mistakes have in common.
func (t *trying) addFlags(flags *flag.FlagSet) {
	t.described = player.Flags(flags, "let this `player` play, with settings such as alphabeta,UCI_Elo=1200")
	flags.Int64Var(&t.limits.Nodes, "nodes", 20_000, "let it search this many `nodes` for a move, unless its settings say otherwise")
	flags.IntVar(&t.goroutines, "concurrency", runtime.GOMAXPROCS(0), "give it this many `puzzles` at once")
}

// all has try play each puzzle of the file with a player, and calls done for each that could be
// read, in the order of the file. The players forget and are seeded before each puzzle, so what
// they play does not depend on how many there are.
func (t *trying) all(ctx context.Context, paths []string, s cli.Streams, try func(context.Context, chess.Searcher, *trial) error, done func(*trial)) error {
	described, err := t.described()
	switch {
	case err != nil:
	case t.limits.Nodes < 1 || t.goroutines < 1:
		err = errors.New("-nodes and -concurrency must be positive")
	case described.TimeControl != chess.TimeControl{}:
		err = fmt.Errorf("player %q: there is no clock", described.Text)
	case described.Limited():
		t.limits = described.Limits
	}
	if err != nil {
		return cli.BadCommandLine(err)
	}
	f, path, err := open(paths, s.In)
	if err != nil {
		return err
	}
	defer f.Close()
	all, err := t.read(f)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	newPlayer, err := described.Maker()
	if err != nil {
		return cli.BadCommandLine(err)
	}
	var workers []func(context.Context, *trial)
	for range t.goroutines {
		searcher, err := newPlayer(ctx)
		if err != nil {
			return err
		}
		defer player.Close(searcher)
		workers = append(workers, func(ctx context.Context, one *trial) {
			if one.problem != nil {
				return
			}
			if f, ok := searcher.(chess.Forgetter); ok {
				f.Forget()
			}
			if r, ok := searcher.(chess.Seeder); ok {
				r.Seed(one.number)
			}
			if err := try(ctx, searcher, one); err != nil {
				one.problem = fmt.Errorf("%s: %w", one.ID, err)
			}
		})
	}
	shown := progress.New(s.Err)
	defer shown.Clear()
	shown.Start("puzzles", 0, 0)
	var partly error
	err = inorder.Do(ctx, all, workers, func(one *trial) error {
		if one.problem != nil {
			fmt.Fprintf(shown, "%s: %v\n", path, one.problem)
			partly = cli.Partly(cli.ErrReported)
			return nil
		}
		done(one)
		shown.Add(1)
		return nil
	})
	if err != nil {
		return cli.Interrupted(err)
	}
	return partly
}

// read returns what is in a file, and begins to read it.
func (t *trying) read(f io.Reader) (iter.Seq2[*trial, error], error) {
	lines := bufio.NewReader(f)
	begin, err := lines.Peek(16)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if isSuite(begin) {
		if !t.suites {
			return nil, errors.New("it is a suite of EPDs, which has no moves before the puzzle")
		}
		return suite(lines), nil
	}
	r, err := puzzle.NewCSVReader(lines)
	if err != nil {
		return nil, err
	}
	return trials(r), nil
}

// trials returns the puzzles of a file, and the lines that are none.
func trials(r *puzzle.CSVReader) iter.Seq2[*trial, error] {
	return func(yield func(*trial, error) bool) {
		for number := uint64(0); ; number++ {
			line, err := r.Next()
			one := &trial{Line: line, number: number}
			if err == io.EOF {
				return
			}
			if errors.As(err, new(*puzzle.LineError)) {
				one.problem, err = err, nil
			}
			if !yield(one, err) || err != nil {
				return
			}
		}
	}
}

package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"iter"
	"runtime"
	"sync/atomic"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/inorder"
	"github.com/seed-0971039b/chess/examples/internal/lock"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/puzzle"
)

const makeUsage = `usage: puzzles make [flags] games.pgn...
example: puzzles make -o puzzles.csv games.pgn more.pgn.gz
Files may be compressed (gzip, bzip2); - is the standard input.

`

// making holds the values of the command line of make.
type making struct {
	chess.PuzzleFinder
	format     puzzle.Format
	out        string
	goroutines int
	paths      []string
}

func parseMake(args []string, help io.Writer) (*making, error) {
	s := &making{PuzzleFinder: puzzle.DefaultFinder()}
	flags := flag.NewFlagSet("puzzles make", flag.ContinueOnError)
	flags.StringVar(&s.out, "o", "-", "write to this `file`, or continue it; - is the standard output")
	flags.StringVar((*string)(&s.format), "format", string(puzzle.CSV), "write `csv` in the columns of lichess.org, epd or pgn")
	flags.Int64Var(&s.Nodes, "nodes", s.Nodes, "search this many `nodes` for each position of a game")
	flags.Int64Var(&s.Verify, "verify", s.Verify, "search this many `nodes` for each position of a puzzle")
	flags.IntVar(&s.goroutines, "concurrency", runtime.GOMAXPROCS(0), "search this many `games` at once")
	if err := cli.Parse(flags, args, makeUsage, help); err != nil {
		return nil, err
	}
	s.paths = flags.Args()
	err := cmp.Or(puzzle.Check(s.PuzzleFinder), s.format.Check())
	switch {
	case err != nil:
	case len(s.paths) == 0:
		err = errors.New("there is no file to read")
	case s.goroutines < 1:
		err = errors.New("-concurrency must be positive")
	}
	return s, cli.BadCommandLine(err)
}

// make writes the puzzles in games.
func (p *streams) make(ctx context.Context, args []string) error {
	s, err := parseMake(args, p.stdout)
	if err != nil {
		return err
	}
	if s.out != "-" {
		held, err := lock.File(s.out)
		if err != nil {
			return err
		}
		defer held.Release()
	}
	out, err := openOutput(s.out, p.stdout, s.format, s.PuzzleFinder)
	if err != nil {
		return err
	}
	err = s.findAll(ctx, pgnfile.Input{Paths: s.paths, Stdin: p.stdin, Zstd: noZstd}, out, p.stderr)
	if out.file != nil {
		err = cli.Continues(err)
	}
	return cmp.Or(cli.Interrupted(err), out.close())
}

// noZstd is the error for a file that is compressed by Zstandard, which the standard
// library does not read.
func noZstd(io.Reader) (io.ReadCloser, error) {
	return nil, errors.New("it is compressed by zstd: decompress it with zstdcat")
}

// A job is a game to search, with what could not be read of it, or only that.
type job struct {
	tree     *chess.GameTree // nil if there are only problems
	number   int             // of the game, counting those that could be read
	read     string          // a hash of all games up to this
	skipped  bool            // an earlier run has done it
	puzzles  []chess.Puzzle
	problems []error // what could not be read or searched
}

// findAll writes the puzzles in the games of in to out. It prints the problems of games
// and files and goes on; in the end it returns an error that is cli.ErrPartly and
// cli.ErrReported for them.
func (s *making) findAll(ctx context.Context, in pgnfile.Input, out *output, stderr io.Writer) error {
	var workers []func(context.Context, *job)
	for range s.goroutines {
		workers = append(workers, func(ctx context.Context, j *job) { j.find(ctx, s.PuzzleFinder) })
	}
	shown := progress.New(stderr)
	defer shown.Close()
	shown.Start("games", 0, 0)
	total, finished := counted(in)
	defer finished()
	games, puzzles := 0, len(out.seen)
	var partly error
	err := inorder.Do(ctx, jobs(in, out), workers, func(j *job) error {
		for _, problem := range j.problems {
			fmt.Fprintln(shown, "puzzles:", problem)
			partly = cli.Partly(cli.ErrReported)
		}
		switch {
		case j.tree == nil:
			return nil
		case j.skipped:
			shown.Skip(1)
			games++
			return nil
		}
		n, err := out.add(j.tree, j.puzzles, j.read)
		if err != nil {
			return err
		}
		games++
		puzzles += n
		shown.Show(games, int(total.Load()), fmt.Sprintf("puzzles: %d", puzzles))
		return nil
	})
	if err != nil {
		return err
	}
	return cmp.Or(out.finish(games), partly)
}

// counted counts the games of in in the background, until the caller calls finished. total
// is 0 until they are counted.
func counted(in pgnfile.Input) (total *atomic.Int64, finished func()) {
	total = new(atomic.Int64)
	var over atomic.Bool
	go func() {
		if games, ok := in.Count(func() bool { return !over.Load() }); ok {
			total.Store(games)
		}
	}()
	return total, func() { over.Store(true) }
}

// jobs yields a job for each game and each file that cannot be read. It yields an error
// and ends if out is from other games.
func jobs(in pgnfile.Input, out *output) iter.Seq2[*job, error] {
	return func(yield func(*job, error) bool) {
		number, read := 0, fnv.New64a()
		for tree, problems := range in.Games() {
			j := &job{tree: tree, problems: problems}
			if tree != nil {
				number++
				addGame(read, tree)
				j.number, j.read = number, fmt.Sprintf("%016x", read.Sum64())
				var err error
				if j.skipped, err = out.skips(number, j.read); err != nil {
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

// addGame adds a game to a hash.
func addGame(h hash.Hash, t *chess.GameTree) {
	fmt.Fprintln(h, t.Start().FEN(), t.Mainline())
}

// find finds the puzzles of a game that is not done.
func (j *job) find(ctx context.Context, f chess.PuzzleFinder) {
	if j.tree == nil || j.skipped {
		return
	}
	var err error
	if j.puzzles, err = f.Find(ctx, j.tree); err != nil {
		j.problems = append(j.problems, fmt.Errorf("game %d: %w", j.number, err))
	}
}

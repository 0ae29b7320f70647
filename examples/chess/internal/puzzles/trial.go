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
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
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

// trying holds the values of the command line of a command that gives puzzles to a player.
type trying struct {
	name       string // of the command
	suites     bool   // it takes suites of EPDs too
	player     *player.Description
	limits     chess.Limits
	goroutines int
	path       string
}

// parseTrying parses the command line of a command that may have flags of its own.
func parseTrying(name string, suites bool, args []string, help io.Writer, more func(*flag.FlagSet)) (*trying, error) {
	t := &trying{name: name, suites: suites}
	flags := flag.NewFlagSet("puzzles "+name, flag.ContinueOnError)
	described := player.Flags(flags, "let this `player` play, with settings such as alphabeta,UCI_Elo=1200")
	flags.Int64Var(&t.limits.Nodes, "nodes", 20_000, "let it search this many `nodes` for a move, unless its settings say otherwise")
	flags.IntVar(&t.goroutines, "concurrency", runtime.GOMAXPROCS(0), "give it this many `puzzles` at once")
	if more != nil {
		more(flags)
	}
	usage := fmt.Sprintf("usage: puzzles %s [flags] puzzles.csv\nexample: puzzles %[1]s -player alphabeta,UCI_Elo=1200 puzzles.csv\n"+
		"The file is lichess.org's database of puzzles, or lines of its form%s.\n\n", name, t.also())
	files, err := cli.Interleaved(flags, args, func(args []string) error { return cli.Parse(flags, args, usage, help) })
	if err != nil {
		return nil, err
	}
	switch t.player, err = described(); {
	case err != nil:
	case len(files) != 1:
		err = errors.New("one file of puzzles is needed")
	case t.limits.Nodes < 1 || t.goroutines < 1:
		err = errors.New("-nodes and -concurrency must be positive")
	case t.player.TimeControl != chess.TimeControl{}:
		err = fmt.Errorf("player %q: there is no clock", t.player.Text)
	default:
		t.path = files[0]
		if t.player.Limited() {
			t.limits = t.player.Limits
		}
	}
	return t, cli.BadCommandLine(err)
}

// also returns what the file may be besides.
func (t *trying) also() string {
	if t.suites {
		return ", or a test suite of EPDs\nwith the operations bm, am or dm"
	}
	return ""
}

// all has try play each puzzle of the file with a player, and calls done for each that could be
// read, in the order of the file. The players forget and are seeded before each puzzle, so what
// they play does not depend on how many there are.
func (t *trying) all(ctx context.Context, p *streams, try func(context.Context, chess.Searcher, *trial) error, done func(*trial)) error {
	f, err := p.open(t.path)
	if err != nil {
		return err
	}
	defer f.Close()
	all, err := t.read(f)
	if err != nil {
		return fmt.Errorf("%s: %w", t.path, err)
	}
	newPlayer, err := t.player.Maker()
	if err != nil {
		return cli.BadCommandLine(err)
	}
	var workers []func(context.Context, *trial)
	for range t.goroutines {
		s, err := newPlayer(ctx)
		if err != nil {
			return err
		}
		defer player.Close(s)
		workers = append(workers, func(ctx context.Context, one *trial) {
			if one.problem != nil {
				return
			}
			if f, ok := s.(chess.Forgetter); ok {
				f.Forget()
			}
			if r, ok := s.(chess.Seeder); ok {
				r.Seed(one.number)
			}
			if err := try(ctx, s, one); err != nil {
				one.problem = fmt.Errorf("%s: %w", one.ID, err)
			}
		})
	}
	shown := progress.New(p.stderr)
	defer shown.Clear()
	shown.Start("puzzles", 0, 0)
	var partly error
	err = pgnfile.InOrder(ctx, all, workers, func(one *trial) error {
		if one.problem != nil {
			fmt.Fprintf(shown, "%s: %v\n", t.path, one.problem)
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

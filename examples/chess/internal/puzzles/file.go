package puzzles

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/puzzle"
)

// A trial is a puzzle that is given to a player, and what came of it.
type trial struct {
	puzzle.Line
	answer  answer // instead of Moves, in a suite of EPDs
	number  uint64
	problem error // what is wrong with the line, which is not tried then
	solved  bool
	mistake bool // the move that the player has played before the puzzle is a mistake
	persons bool // and this the one of the person who played the game
}

// An answer says which moves solve a position of a test suite; the zero answer says nothing.
type answer struct {
	best, avoid []chess.Move // one of best, none of avoid
	mate        int          // in this many moves or fewer, if there is no move to find
}

// given reports whether there is anything to find.
func (a *answer) given() bool { return len(a.best) > 0 || len(a.avoid) > 0 || a.mate > 0 }

// A file is an open file of puzzles.
type file struct {
	io.Closer
	path   string
	trials iter.Seq2[*trial, error]
}

// openPuzzles opens the only file of a command line, or the standard input. It may be a suite
// of EPDs if suites is set.
func openPuzzles(paths []string, stdin io.Reader, suites bool) (*file, error) {
	if len(paths) != 1 {
		return nil, cli.BadCommandLine(errors.New("one file of puzzles is needed"))
	}
	in, err := pgnfile.Open(paths[0], stdin, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", paths[0], pgnfile.Reason(err))
	}
	f := &file{in, paths[0], nil}
	lines := bufio.NewReader(in)
	begin, err := lines.Peek(16)
	switch {
	case err != nil && err != io.EOF:
	case !isSuite(begin):
		var r *puzzle.CSVReader
		if r, err = puzzle.NewCSVReader(lines); err == nil {
			f.trials = trials(r)
		}
	case suites:
		f.trials, err = suite(lines), nil
	default:
		err = errors.New("it is a suite of EPDs, which has no moves before the puzzle")
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", f.path, err)
	}
	return f, nil
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

// isSuite reports whether a file that begins so has EPDs: a board has a slash after its first rank, and
// the names of columns have none.
func isSuite(begin []byte) bool {
	text := strings.TrimSpace(string(begin))
	return text != "" && (strings.Contains(text, "/") || isComment(text))
}

// isComment reports whether a line of a suite has no position.
func isComment(line string) bool {
	return line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, ";")
}

// suite returns the positions of a file of EPDs.
func suite(r io.Reader) iter.Seq2[*trial, error] {
	return func(yield func(*trial, error) bool) {
		lines := bufio.NewScanner(r)
		for number := uint64(1); lines.Scan(); number++ {
			line := strings.TrimSpace(lines.Text())
			if isComment(line) {
				continue
			}
			one := &trial{number: number}
			e, err := chess.ParseEPD(line)
			one.ID, one.Start = cmp.Or(e.Text("id"), fmt.Sprint("line ", number)), e.Position
			mate, _ := e.Int("dm")
			one.answer = answer{e.Moves("bm"), e.Moves("am"), int(mate)}
			switch {
			case err != nil || one.answer.given():
			case len(e.Faults) > 0:
				err = e.Faults[0]
			default:
				err = errors.New("there is none of the operations bm, am and dm")
			}
			if err != nil {
				one.problem = &puzzle.LineError{ID: one.ID, Err: err}
			}
			if !yield(one, nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(nil, err)
		}
	}
}

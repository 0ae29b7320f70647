package puzzles

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/puzzle"
)

// An answer says which moves solve a position of a test suite; the zero answer says nothing.
type answer struct {
	best, avoid []chess.Move // one of best, none of avoid
	mate        int          // in so many moves or fewer, if there is no move to find
}

// given reports whether there is anything to find.
func (a *answer) given() bool { return len(a.best) > 0 || len(a.avoid) > 0 || a.mate > 0 }

// solvedBy reports whether the player finds the answer.
func (a *answer) solvedBy(ctx context.Context, player chess.Searcher, start chess.Position, l chess.Limits) (bool, error) {
	r, err := player.Search(ctx, chess.NewGame(start), l)
	if err != nil {
		return false, err
	}
	if len(a.best) == 0 && len(a.avoid) == 0 {
		n, mates := r.Score.MateInMoves()
		return mates && n > 0 && n <= a.mate, nil
	}
	return (len(a.best) == 0 || slices.Contains(a.best, r.Move)) && !slices.Contains(a.avoid, r.Move), nil
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
			one.ID = fmt.Sprint("line ", number)
			e, err := chess.ParseEPD(line)
			one.Start, one.answer = e.Position, answer{best: e.Moves("bm"), avoid: e.Moves("am")}
			if n, ok := e.Int("dm"); ok {
				one.answer.mate = int(n)
			}
			if err == nil && !one.answer.given() {
				err = errors.New("there is none of the operations bm, am and dm")
			}
			if id := e.Text("id"); id != "" {
				one.ID = id
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

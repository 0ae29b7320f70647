package puzzle

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/seed-0971039b/chess"
)

// A Format is a form of files of puzzles: "csv", "epd" or "pgn".
type Format string

// The formats.
const (
	CSV Format = "csv" // the columns of lichess.org's database
	EPD Format = "epd"
	PGN Format = "pgn"
)

// Check returns an error if there is no such format.
func (f Format) Check() error {
	if f != CSV && f != EPD && f != PGN {
		return fmt.Errorf("the format is %q, not csv, epd or pgn", string(f))
	}
	return nil
}

// Head returns what a file begins with.
func (f Format) Head() string {
	if f == CSV {
		return strings.Join(columns, ",") + "\n"
	}
	return ""
}

// Append appends the text of a puzzle to dst.
func (f Format) Append(dst []byte, p *Puzzle) ([]byte, error) {
	switch f {
	case CSV:
		return p.appendCSV(dst)
	case EPD:
		return p.appendEPD(dst)
	default:
		return p.appendPGN(dst)
	}
}

// Keys yields the keys of the puzzles in a file. It ends with the first error.
func (f Format) Keys(r io.Reader) iter.Seq2[chess.Key, error] {
	return func(yield func(chess.Key, error) bool) {
		next, err := f.keys(r)
		for err == nil {
			var key chess.Key
			if key, err = next(); err == nil && !yield(key, nil) {
				return
			}
		}
		if err != io.EOF {
			yield(chess.Key{}, err)
		}
	}
}

// keys returns a function that returns the next key, and io.EOF after the last.
func (f Format) keys(r io.Reader) (next func() (chess.Key, error), err error) {
	switch f {
	case CSV:
		lines, err := NewCSVReader(r)
		return func() (chess.Key, error) {
			l, err := lines.Next()
			return keyOf(l.Start, l.Moves, err)
		}, err
	case EPD:
		return epdKeys(r), nil
	default:
		games := chess.NewPGNReader(r)
		games.Strict = true
		return func() (chess.Key, error) {
			t, err := games.Next()
			if err != nil {
				return chess.Key{}, err
			}
			return keyOf(t.Start(), t.Mainline(), nil)
		}, nil
	}
}

// keyOf returns the key of the position after the first of moves.
func keyOf(start chess.Position, moves []chess.Move, err error) (chess.Key, error) {
	if err != nil {
		return chess.Key{}, err
	}
	if len(moves) < 2 {
		return chess.Key{}, errors.New("a puzzle has no solution")
	}
	return start.After(moves[0]).Key(), nil
}

package puzzle

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
)

// columns are those of lichess.org's database of puzzles.
var columns = []string{"PuzzleId", "FEN", "Moves", "Rating", "RatingDeviation", "Popularity", "NbPlays", "Themes", "GameUrl", "OpeningTags"}

// deviation is the RatingDeviation of a rating that no player has confirmed.
const deviation = 500

// openingPlies is the ply after which the game of a puzzle is not in the opening, and
// its OpeningTags are empty.
const openingPlies = 40

// marshalCSV returns a line. Nobody has played the puzzle, so Popularity and NbPlays are 0.
func marshalCSV(p *chess.Puzzle, game *chess.GameTree) ([]byte, error) {
	at := p.Before
	var line []string
	for _, m := range moves(p) {
		line = append(line, at.UCI(m))
		at = at.After(m)
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	err := w.Write([]string{
		ID(p), p.Before.FEN(), strings.Join(line, " "), strconv.Itoa(p.Rating), strconv.Itoa(deviation), "0", "0",
		strings.Join(themes(p), " "), url(p, game), openingTags(p, game),
	})
	w.Flush()
	return b.Bytes(), errors.Join(err, w.Error())
}

// openingTags returns the tag Opening as lichess.org writes it: the family of the opening,
// and then its name, with "_" for blanks and nothing for other signs.
func openingTags(p *chess.Puzzle, game *chess.GameTree) string {
	name := game.Tag("Opening")
	if name == "" || name == "?" || p.Ply > openingPlies {
		return ""
	}
	tag := func(name string) string {
		kept := strings.Map(func(r rune) rune {
			if strings.ContainsRune("'’:,.\"()", r) {
				return -1
			}
			return r
		}, name)
		return strings.Join(strings.Fields(kept), "_")
	}
	family, _, _ := strings.Cut(name, ":")
	return strings.Join(slices.Compact([]string{tag(family), tag(name)}), " ")
}

// Line is a line of a file of puzzles.
type Line struct {
	ID     string
	Start  chess.Position
	Moves  []chess.Move // at least one
	Themes []string
	Rating int // 0 if there is no column of that name, or no number in it
}

// A CSVReader reads lines of values separated by commas or by tabs. The first line names
// the columns, of which it needs id or PuzzleId, fen, moves and themes, in any order and
// in upper or lower case.
type CSVReader struct {
	csv                            *csv.Reader
	id, fen, moves, themes, rating int // columns; rating is -1 if there is none
}

// NewCSVReader reads the names of the columns.
func NewCSVReader(r io.Reader) (*CSVReader, error) {
	lines := bufio.NewReader(r)
	// A part of the first line is enough to tell how its values are separated.
	begin, err := lines.Peek(16)
	if err != nil && err != io.EOF {
		return nil, err
	}
	values := csv.NewReader(lines)
	if strings.Contains(string(begin), "\t") {
		values.Comma = '\t'
	}
	names, err := values.Read()
	if err == io.EOF {
		return nil, errors.New("the file is empty")
	}
	if err != nil {
		return nil, err
	}
	column := func(names []string, wanted ...string) int {
		return slices.IndexFunc(names, func(name string) bool { return slices.Contains(wanted, strings.ToLower(name)) })
	}
	c := &CSVReader{values, column(names, "id", "puzzleid"), column(names, "fen"), column(names, "moves"), column(names, "themes"), column(names, "rating")}
	if min(c.id, c.fen, c.moves, c.themes) < 0 {
		return nil, errors.New("the first line does not name the columns id, fen, moves and themes")
	}
	return c, nil
}

// Next returns the next line, and io.EOF after the last. If the error is a *LineError, the
// reader goes on after it.
func (c *CSVReader) Next() (Line, error) {
	values, err := c.csv.Read()
	if err != nil {
		return Line{}, err
	}
	l := Line{ID: values[c.id], Themes: strings.Fields(values[c.themes])}
	if l.Start, err = chess.ParseFEN(values[c.fen]); err != nil {
		return l, &LineError{l.ID, err}
	}
	if c.rating >= 0 {
		l.Rating, _ = strconv.Atoi(values[c.rating])
	}
	at := l.Start
	for _, text := range strings.Fields(values[c.moves]) {
		m, err := at.ParseUCI(text)
		if err != nil {
			return l, &LineError{l.ID, err}
		}
		l.Moves = append(l.Moves, m)
		at = at.After(m)
	}
	if len(l.Moves) == 0 {
		return l, &LineError{l.ID, errors.New("there are no moves")}
	}
	return l, nil
}

// A LineError is what is wrong with one line.
type LineError struct {
	ID  string
	Err error
}

// Error implements error.
func (e *LineError) Error() string { return fmt.Sprintf("puzzle %s: %v", e.ID, e.Err) }

// Unwrap returns Err.
func (e *LineError) Unwrap() error { return e.Err }

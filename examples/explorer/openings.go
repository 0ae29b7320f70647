package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/seed-0971039b/chess"
)

// Openings are the names of positions.
type Openings map[chess.Key]*Opening

// ReadOpenings reads a file of names in the form of
// https://github.com/lichess-org/chess-openings: lines with the ECO code, the name and the
// moves, separated by tabs. A line with other moves, such as the titles of the columns, is
// an error unless it is the first. Without a path there are no names.
func ReadOpenings(path string) (Openings, error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	names := Openings{}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		columns := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(columns) < 3 {
			return nil, fmt.Errorf("%s: line %d has no three columns", path, number)
		}
		p, err := playMoves(chess.StartPosition(), strings.Fields(columns[2]))
		switch {
		case err == nil:
			names[p.Key()] = &Opening{columns[0], columns[1]}
		case number > 1:
			return nil, fmt.Errorf("%s: line %d: %w", path, number, err)
		}
	}
	return names, nil
}

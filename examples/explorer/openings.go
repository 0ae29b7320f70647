package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/seed-0971039b/chess"
)

// readOpenings reads a file of names in the form of chess.ReadOpeningNames. Without a path
// the names are those of the package.
func readOpenings(path string) (*chess.OpeningNames, error) {
	if path == "" {
		return chess.Openings(), nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t, err := chess.ReadOpeningNames(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// nameOf returns the name of the last position of a line that has one, or nil.
func nameOf(names *chess.OpeningNames, line []chess.Position) *Opening {
	for _, p := range slices.Backward(line) {
		if o := names.Find(p); o.Name != "" {
			return &Opening{o.ECO, o.Name}
		}
	}
	return nil
}

package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/seed-0971039b/chess"
)

// A gameFile is the PGN file of a match.
type gameFile struct {
	*os.File
	games []*chess.GameTree // that were in it
}

// openGames opens or makes the file and reads the games in it. One that cannot
// be read is told of and left alone: a program that was killed may have written
// half of it.
func openGames(path string, stderr io.Writer) (*gameFile, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	g := &gameFile{File: f}
	for t, err := range chess.NewPGNReader(f).All() {
		switch {
		case errors.As(err, new(*chess.ParseError)):
			fmt.Fprintf(stderr, "%s: %v\n", path, err)
		case err != nil:
			f.Close()
			return nil, err
		default:
			g.games = append(g.games, t)
		}
	}
	return g, g.endLine()
}

// endLine makes sure that what is written next begins a line.
func (g *gameFile) endLine() error {
	info, err := g.Stat()
	if err != nil || info.Size() == 0 {
		return err
	}
	last := make([]byte, 1)
	if _, err := g.ReadAt(last, info.Size()-1); err != nil || last[0] == '\n' {
		return err
	}
	_, err = io.WriteString(g, "\n\n")
	return err
}

// append writes a game, at once, so that no half of it is left.
func (g *gameFile) append(t *chess.GameTree) error {
	text, err := t.MarshalText()
	if err == nil {
		_, err = g.Write(text)
	}
	return err
}

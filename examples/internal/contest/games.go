package contest

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/seed-0971039b/chess"
)

// A GameFile is the PGN file of a match.
type GameFile struct {
	Games []*chess.GameTree // that were in it

	file *os.File
}

// OpenGames opens or makes the file and reads the games in it. One that cannot
// be read is told of and left alone: a program that was killed may have written
// half of it.
func OpenGames(path string, stderr io.Writer) (*GameFile, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	g := &GameFile{file: f}
	for t, err := range chess.NewPGNReader(f).All() {
		switch {
		case errors.As(err, new(*chess.ParseError)):
			fmt.Fprintf(stderr, "%s: %v\n", path, err)
		case err != nil:
			f.Close()
			return nil, err
		default:
			g.Games = append(g.Games, t)
		}
	}
	if err := g.endLine(); err != nil {
		f.Close()
		return nil, err
	}
	return g, nil
}

// Close closes the file.
func (g *GameFile) Close() error { return g.file.Close() }

// endLine makes sure that what is written next begins a line.
func (g *GameFile) endLine() error {
	info, err := g.file.Stat()
	if err != nil || info.Size() == 0 {
		return err
	}
	last := make([]byte, 1)
	if _, err := g.file.ReadAt(last, info.Size()-1); err != nil || last[0] == '\n' {
		return err
	}
	_, err = io.WriteString(g.file, "\n\n")
	return err
}

// Append writes a game at once, so that a program that is killed seldom leaves
// half of one.
func (g *GameFile) Append(t *chess.GameTree) error {
	text, err := t.MarshalText()
	if err == nil {
		_, err = g.file.Write(text)
	}
	return err
}

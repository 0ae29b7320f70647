package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/replace"
)

// tree returns the game as a tree. A game that was loaded keeps its tags, comments
// and variations, and the moves of the game are its main line.
func (s *session) tree() (*chess.GameTree, error) {
	t := s.game.Tree()
	if s.loaded == nil {
		t.SetTag("Date", s.now().Format("2006.01.02"))
		for c, seat := range s.seats {
			t.SetTag(chess.Color(c).String(), seat.name)
		}
		if tc := s.seats[chess.White].control; tc != (chess.TimeControl{}) && tc == s.seats[chess.Black].control {
			t.SetTag("TimeControl", tc.String())
		}
		return t, nil
	}
	text, err := s.loaded.MarshalText()
	if err != nil {
		return nil, err
	}
	copied, err := chess.ParsePGN(string(text)) // a copy: later moves may be taken back
	if err != nil {
		return nil, err
	}
	for _, tag := range []string{"Result", "Termination"} {
		copied.SetTag(tag, t.Tag(tag))
	}
	at := copied.Root()
	for _, m := range s.game.Moves() {
		next, err := at.Add(m)
		if err != nil {
			return nil, err
		}
		next.Promote()
		at = next
	}
	for at.Next() != nil {
		at.Next().Delete()
	}
	return copied, nil
}

func (s *session) save(path string) error { return s.write(path, false) }

func (s *session) saveOver(path string) error { return s.write(path, true) }

// write saves the game. It replaces the file of another game only if replaces is
// set.
func (s *session) write(path string, replaces bool) error {
	if s.game.Len() == 0 {
		return errors.New("there is no game to save yet")
	}
	if path == "" {
		path = s.path
	}
	if path == "" {
		path = "game.pgn"
	}
	if _, err := os.Lstat(path); err == nil && !replaces && path != s.path {
		return fmt.Errorf(`%s exists already: "save! %s" replaces it`, path, path)
	}
	t, err := s.tree()
	if err != nil {
		return err
	}
	if err := writeFile(path, t); err != nil {
		return err
	}
	s.path = path
	if whole, err := filepath.Abs(path); err == nil {
		path = whole // with go run -C, the current directory is not that of the shell
	}
	s.notify("The game was saved to %s.", path)
	return nil
}

// writeFile replaces the file atomically.
func writeFile(path string, content io.WriterTo) (err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return &fs.PathError{Op: "write", Path: path, Err: errors.New("not a regular file")}
	}
	defer func() {
		if broken := (*fs.PathError)(nil); errors.As(err, &broken) {
			err = &fs.PathError{Op: "save", Path: path, Err: broken.Err} // not the name of the temporary file
		}
	}()
	return replace.File(path, func(w io.Writer) error {
		_, err := content.WriteTo(w)
		return err
	})
}

// load loads a game from a file. If that fails, the current game continues.
func (s *session) load(args string) error {
	path, n := args, 1
	if i := strings.LastIndexByte(args, ' '); i > 0 {
		if number, err := strconv.Atoi(args[i+1:]); err == nil {
			path, n = strings.TrimSpace(args[:i]), number
		}
	}
	if path == "" {
		return errors.New("the name of the file is missing")
	}
	t, g, err := readGame(path, n)
	if err != nil {
		return err
	}
	s.notify("%s against %s, %d moves.", playerName(t.Tag("White")), playerName(t.Tag("Black")), (g.Len()+1)/2)
	s.start(g)
	s.loaded = t
	return nil
}

// playerName returns the name of a player in a tag, or "unknown".
func playerName(name string) string {
	if name == "" || name == "?" {
		return "unknown"
	}
	return printable(name)
}

// readGame reads the nth game of a file, counted from 1.
func readGame(path string, n int) (*chess.GameTree, *chess.Game, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	r := chess.NewPGNReader(f)
	for i := 1; ; i++ {
		t, err := r.Next()
		switch {
		case err == io.EOF && i == 1:
			return nil, nil, fmt.Errorf("%s has no games", path)
		case err == io.EOF:
			return nil, nil, fmt.Errorf("%s has %d games, there is no game %d", path, i-1, n)
		case err != nil && !errors.As(err, new(*chess.ParseError)):
			return nil, nil, err
		case err != nil && i == n:
			return nil, nil, fmt.Errorf("%s: %w", path, err)
		case i < n:
			continue
		}
		g, err := t.Game()
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", path, err)
		}
		return t, g, nil
	}
}

package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
		s.writeClocks(t)
		return t, t.TagOpening()
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
	s.writeClocks(copied)
	return copied, nil
}

// writeClocks adds what the clocks have shown after each move that was played here.
func (s *session) writeClocks(t *chess.GameTree) {
	n, mover := t.Root(), s.game.Start().Turn()
	for ply := 1; ply < len(s.past); ply++ {
		n = n.Next()
		if clock := &s.past[ply][mover]; ply > s.begun && clock.limited() {
			n.SetClock(max(clock.left, 0))
		}
		mover = mover.Other()
	}
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

// load loads a game from a file, as far as it goes, and says what was not read of it.
// If that fails, the current game continues.
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
	t, g, fault, err := readGame(path, n)
	if err != nil {
		return err
	}
	title := fmt.Sprintf("%s against %s, %d moves.", playerName(t.Tag("White")), playerName(t.Tag("Black")), (g.Len()+1)/2)
	s.notify("%s", strings.Join(append([]string{title}, faultsOf(t, fault)...), "\n"))
	s.startFrom(g, t, nil)
	return nil
}

// faultsOf returns lines on what was not read of a game: on fault, which is not nil if
// that is its end, and on what was skipped.
func faultsOf(t *chess.GameTree, fault error) (lines []string) {
	if fault != nil {
		lines = append(lines, fmt.Sprintf("The rest was not read: %v.", fault))
	}
	skipped := slices.DeleteFunc(t.Faults(), func(f *chess.ParseError) bool { return error(f) == fault })
	for _, f := range skipped[:min(len(skipped), maxSkipped)] {
		lines = append(lines, fmt.Sprintf("Skipped: %v.", f))
	}
	if more := len(skipped) - maxSkipped; more > 0 {
		lines = append(lines, fmt.Sprintf("Skipped: %d more.", more))
	}
	return lines
}

// maxSkipped is the number of things skipped in a game that are shown.
const maxSkipped = 3

// playerName returns the name of a player in a tag, or "unknown".
func playerName(name string) string {
	if name == "" || name == "?" {
		return "unknown"
	}
	return printable(name)
}

// readGame reads the nth game of a file, counted from 1. If it cannot be read to its
// end, fault tells why, and the game goes as far as it can.
func readGame(path string, n int) (t *chess.GameTree, g *chess.Game, fault, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, nil, err
	}
	defer f.Close()
	r := chess.NewPGNReader(f)
	for i := 1; ; i++ {
		t, fault = r.Next()
		switch {
		case fault == io.EOF && i == 1:
			return nil, nil, nil, fmt.Errorf("%s has no games", path)
		case fault == io.EOF:
			return nil, nil, nil, fmt.Errorf("%s has %d games, there is no game %d", path, i-1, n)
		case fault != nil && !errors.As(fault, new(*chess.ParseError)):
			return nil, nil, nil, fault
		case i < n:
			continue
		}
		g, err = t.Game()
		if g.Len() == 0 && (fault != nil || err != nil) {
			return nil, nil, nil, fmt.Errorf("%s: %w", path, cmp.Or(fault, err))
		}
		return t, g, cmp.Or(fault, err), nil
	}
}

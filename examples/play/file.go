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
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// keeping is what files have of the present game. The game is kept until it is finished, so
// that it can go on another day; its file is locked meanwhile.
type keeping struct {
	loaded *chess.GameTree // as it was loaded, or nil
	path   string          // the file of this game, which save may replace
	file   string          // of the game that is kept
	lock   *outfile.Lock   // of the file; nil if no game is kept
	own    bool            // the file has the present game, and no older one
	left   *keptGame       // the game that was left, or nil
}

// tree returns the game as a tree. A game that was loaded keeps its tags, comments and
// variations, and the moves of the game are its main line.
func (s *session) tree() (*chess.GameTree, error) {
	t := s.game.Tree()
	if s.keeping.loaded != nil {
		return merged(s.keeping.loaded, t, s.game)
	}
	t.SetTag("Date", s.now().Format("2006.01.02"))
	for c, seat := range s.seats {
		t.SetTag(chess.Color(c).String(), seat.name)
	}
	if tc := s.seats[chess.White].control; tc != (chess.TimeControl{}) && tc == s.seats[chess.Black].control {
		t.SetTag("TimeControl", tc.String())
	}
	writeClocks(t, s.game, false)
	return t, t.TagOpening()
}

// merged returns the tree that was loaded with the main line and the result of another, that of g.
func merged(loaded, t *chess.GameTree, g *game) (*chess.GameTree, error) {
	copied := loaded.Clone() // later moves may be taken back
	for _, tag := range []string{"Result", "Termination"} {
		copied.SetTag(tag, t.Tag(tag))
	}
	at, err := copied.Root().Add(g.Moves()...)
	if err != nil {
		return nil, err
	}
	for at.Next() != nil {
		at.Next().Delete()
	}
	for n := at; n.Parent() != nil; n = n.Parent() {
		n.Promote()
	}
	writeClocks(copied, g, false)
	return copied, nil
}

// writeClocks adds what the clocks have shown after each move that was played here; of moves
// without a time control also the time used, if that is wanted.
func writeClocks(t *chess.GameTree, g *game, used bool) {
	n, mover := t.Root(), g.Start().Turn()
	for ply := 1; ply < len(g.past); ply++ {
		n = n.Next()
		switch clock := &g.past[ply]; {
		case ply <= g.begun:
		case limited(clock, mover):
			n.SetClock(clock.Left(mover, time.Time{}))
		case used:
			n.SetElapsedTime(clock.Used(mover, time.Time{}) - g.past[ply-1].Used(mover, time.Time{}))
		}
		mover = mover.Other()
	}
}

// save writes the game to a file. Without a path that is the file of the game. It replaces the
// file of another game only if replaces is set.
func (s *session) save(path string, replaces bool) error {
	if s.game.Len() == 0 {
		return errors.New("there is no game to save yet")
	}
	path = cmp.Or(path, s.keeping.path, "game.pgn")
	if _, err := os.Lstat(path); err == nil && !replaces && path != s.keeping.path {
		return fmt.Errorf(`%s exists already: "save! %s" replaces it`, path, path)
	}
	t, err := s.tree()
	if err == nil {
		err = writeFile(path, t)
	}
	if err != nil {
		return err
	}
	s.keeping.path = path
	if whole, err := filepath.Abs(path); err == nil {
		path = whole // with go run -C, the current directory is not that of the shell
	}
	s.notify("The game was saved to %s.", path)
	return nil
}

// writeFile replaces the file atomically.
func writeFile(path string, content io.WriterTo) (err error) {
	defer func() {
		if broken := (*fs.PathError)(nil); errors.As(err, &broken) {
			err = &fs.PathError{Op: "save", Path: path, Err: broken.Err} // not the name of the temporary file
		}
	}()
	return outfile.Replace(path, func(w io.Writer) error {
		_, err := content.WriteTo(w)
		return err
	})
}

// load loads the game of a file that is described by its path and perhaps a number, as far as
// it goes, and says what it is and what was not read of it. After an error the current game
// continues.
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
	s.notify("%s", about(t, g, fault))
	s.startFrom(g, t, nil)
	return nil
}

// about says which game it is, and what was not read of it: on fault, which is not nil if
// that is its end, and what was skipped.
func about(t *chess.GameTree, g *chess.Game, fault error) string {
	const most = 3 // things skipped that are shown
	lines := []string{fmt.Sprintf("%s, %d moves.", players(t), (g.Len()+1)/2)}
	if fault != nil {
		lines = append(lines, fmt.Sprintf("The rest was not read: %v.", fault))
	}
	skipped := slices.DeleteFunc(t.Faults(), func(f *chess.ParseError) bool { return error(f) == fault })
	for _, f := range skipped[:min(len(skipped), most)] {
		lines = append(lines, fmt.Sprintf("Skipped: %v.", f))
	}
	if more := len(skipped) - most; more > 0 {
		lines = append(lines, fmt.Sprintf("Skipped: %d more.", more))
	}
	return strings.Join(lines, "\n")
}

// players returns the names of the players of a game.
func players(t *chess.GameTree) string {
	name := func(tag string) string {
		if tag == "" || tag == "?" {
			return "unknown"
		}
		return printable(tag)
	}
	return name(t.Tag("White")) + " against " + name(t.Tag("Black"))
}

func init() { pgnfile.Zstd = zstd.ZipDecompressor() }

// readGame reads the nth game of a file, counted from 1. If it cannot be read to its
// end, fault tells why, and the game goes as far as it can.
func readGame(path string, n int) (t *chess.GameTree, g *chess.Game, fault, err error) {
	in, err := pgnfile.Open(path, nil, nil)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("%s: %w", path, pgnfile.Reason(err))
	}
	defer in.Close()
	r := chess.NewPGNReader(in)
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

// keptFolder returns the folder in which games are kept if no other is named, or "" if the
// system has none for such files.
func keptFolder() string {
	folder, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "chess")
}

// find begins to keep the game in a folder, and finds the game that was left there.
func (s *session) find(folder string) {
	k := &s.keeping
	k.file = filepath.Join(folder, "play.pgn")
	err := os.MkdirAll(folder, 0o777)
	if err == nil {
		k.lock, err = outfile.Hold(k.file)
	}
	if err != nil {
		s.notify("This game is not kept: %v.", err)
		return
	}
	k.left = readKept(k.file)
}

// close ends the keeping.
func (k *keeping) close() error {
	if k.lock == nil {
		return nil
	}
	l := k.lock
	k.lock, k.own = nil, false // the file may be that of another program from now on
	return l.Release()
}

// keep keeps the game as it is now, or removes it if it is finished or has not begun. After
// an error no game is kept.
func (s *session) keep() {
	if s.keeping.lock == nil || !s.seats[0].person() && !s.seats[1].person() {
		return
	}
	if err := s.writeKept(); err != nil {
		s.keeping.close()
		s.notify("The game is not kept: %v.", err)
	}
}

func (s *session) writeKept() error {
	if s.game.ended() || s.game.Len() == 0 {
		return s.keeping.remove()
	}
	t, err := s.tree()
	if err != nil {
		return err
	}
	for c, seat := range s.seats {
		if err := t.SetTag(settingsTag(chess.Color(c)), seat.description()); err != nil {
			return err
		}
	}
	writeClocks(t, s.game, true)
	s.keeping.left, s.keeping.own = nil, true
	return writeFile(s.keeping.file, t)
}

// remove removes the present game; an older one stays.
func (k *keeping) remove() error {
	if !k.own {
		return nil
	}
	k.own = false
	if err := os.Remove(k.file); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// begin begins a new game, which may have been loaded. The file of the game before is removed,
// but if the new one was loaded, only with its first move.
func (k *keeping) begin(loaded *chess.GameTree) (err error) {
	if loaded == nil {
		err = k.remove()
	}
	k.loaded, k.path, k.own = loaded, "", false
	return err
}

// A keptGame is a game that was not finished.
type keptGame struct {
	tree *chess.GameTree
	game *chess.Game
	last time.Time // when the last move was played
}

// readKept returns the game in a file, or nil if there is none that can go on.
func readKept(path string) *keptGame {
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	t, g, fault, err := readGame(path, 1)
	if err != nil || fault != nil || g.Len() == 0 || g.Outcome().Over() || t.Tag(settingsTag(chess.White)) == "" {
		return nil
	}
	return &keptGame{t, g, info.ModTime()}
}

// settingsTag is the tag with the description of a player, which seats it again.
func settingsTag(c chess.Color) string { return c.String() + "Settings" }

// about says when it was played, and which game it is.
func (k *keptGame) about(now time.Time) string {
	return fmt.Sprintf("%s: %s, %s", day(k.last, now), players(k.tree), prose.Count((k.game.Len()+1)/2, "move"))
}

// day returns the day of a time as people say it.
func day(t, now time.Time) string {
	const date = "2 January 2006"
	switch t.Format(date) {
	case now.Format(date):
		return "today"
	case now.AddDate(0, 0, -1).Format(date):
		return "yesterday"
	}
	return t.Format(date)
}

// clockOf returns the clock of a new game.
func clockOf(seats [2]*seat) chess.GameClock {
	return chess.GameClock{Control: [2]chess.TimeControl{seats[0].control, seats[1].control}}
}

// clocksOf returns the clock at the start of a game and after each ply, as its comments tell it.
func clocksOf(t *chess.GameTree, seats [2]*seat) (past []chess.GameClock) {
	k := clockOf(seats)
	past = append(past, k)
	mover := t.Start().Turn()
	var now time.Time
	for n := t.Root().Next(); n != nil; n = n.Next() {
		k.Start(mover, now)
		used, _ := n.ElapsedTime()
		now = now.Add(used)
		k.Stop(now)
		k.Press(mover, now)
		if left, ok := n.Clock(); ok {
			k.Set(mover, left, now)
		}
		past = append(past, k)
		mover = mover.Other()
	}
	return past
}

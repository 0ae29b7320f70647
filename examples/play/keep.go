package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
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
	k.lock = nil
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

// clocksOf returns the clocks at the start of a game and after each ply, as its comments
// tell them.
func clocksOf(t *chess.GameTree, seats [2]*seat) (past [][2]clock) {
	now := [2]clock{newClock(seats[0].control), newClock(seats[1].control)}
	past = append(past, now)
	mover := t.Start().Turn()
	for n := t.Root().Next(); n != nil; n = n.Next() {
		k := &now[mover]
		if used, ok := n.ElapsedTime(); ok {
			k.run(used)
		}
		k.press()
		if left, ok := n.Clock(); ok {
			k.left = left
		}
		past = append(past, now)
		mover = mover.Other()
	}
	return past
}

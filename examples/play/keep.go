package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/lock"
)

// A keeper keeps the game that is being played in a file, so that it can go on another day.
// It has the lock of the file until it is closed. A nil keeper keeps nothing.
type keeper struct {
	path string
	lock *lock.Lock
	own  bool // the file has the present game, and no older one
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

// openKeeper returns a keeper of a file in the folder.
func openKeeper(folder string) (*keeper, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	k := &keeper{path: filepath.Join(folder, "play.pgn")}
	var err error
	k.lock, err = lock.File(k.path)
	return k, err
}

func (k *keeper) close() error {
	if k == nil {
		return nil
	}
	return k.lock.Release()
}

// write keeps a game instead of the one before.
func (k *keeper) write(t *chess.GameTree) error {
	k.own = true
	return writeFile(k.path, t)
}

// remove removes the present game; an older one stays.
func (k *keeper) remove() error {
	if !k.own {
		return nil
	}
	k.own = false
	if err := os.Remove(k.path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// A keptGame is a game that was not finished.
type keptGame struct {
	tree *chess.GameTree
	game *chess.Game
	last time.Time // when the last move was played
}

// read returns the game in the file, or nil if there is none that can go on.
func (k *keeper) read() *keptGame {
	info, err := os.Stat(k.path)
	if err != nil {
		return nil
	}
	t, g, fault, err := readGame(k.path, 1)
	if err != nil || fault != nil || g.Len() == 0 || g.Outcome() != (chess.Outcome{}) || t.Tag(settingsTag(chess.White)) == "" {
		return nil
	}
	return &keptGame{t, g, info.ModTime()}
}

// settingsTag is the tag with the description of a player, which seats it again.
func settingsTag(c chess.Color) string { return c.String() + "Settings" }

// about says when it was played, and which game it is.
func (k *keptGame) about(now time.Time) string {
	return fmt.Sprintf("%s: %s against %s, %s", day(k.last, now), playerName(k.tree.Tag("White")), playerName(k.tree.Tag("Black")), moves((k.game.Len()+1)/2))
}

// moves returns a number of moves in words.
func moves(n int) string {
	if n == 1 {
		return "1 move"
	}
	return fmt.Sprintf("%d moves", n)
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

// find begins to keep the game in a folder, and finds the game that was left there.
func (s *session) find(folder string) {
	k, err := openKeeper(folder)
	if err != nil {
		s.notify("This game is not kept: %v.", err)
		return
	}
	s.keeper, s.left = k, k.read()
}

// offer says that a game was left.
func (s *session) offer() {
	if s.left != nil {
		s.notify(`"continue" goes on with the game that was left (%s).`, s.left.about(s.now()))
	}
}

// keep keeps the game as it is now, or removes it if it is finished or has not begun.
func (s *session) keep() {
	if s.keeper == nil || !s.seats[0].person() && !s.seats[1].person() {
		return
	}
	var err error
	if s.ended() || s.game.Len() == 0 {
		err = s.keeper.remove()
	} else {
		var t *chess.GameTree
		if t, err = s.keptTree(); err == nil {
			s.left = nil
			err = s.keeper.write(t)
		}
	}
	if err != nil {
		s.notify("The game is not kept: %v.", err)
		s.keeper.close()
		s.keeper = nil
	}
}

// giveUp ends the keeping of the present game. Its file is removed if forever is set, and
// otherwise with the first move of the next game.
func (s *session) giveUp(forever bool) {
	if s.keeper == nil {
		return
	}
	if forever {
		if err := s.keeper.remove(); err != nil {
			s.notify("%v.", err)
		}
	}
	s.keeper.own = false
}

// keptTree returns the game with all that is necessary to go on with it.
func (s *session) keptTree() (*chess.GameTree, error) {
	t, err := s.tree()
	if err != nil {
		return nil, err
	}
	for c, seat := range s.seats {
		if err := t.SetTag(settingsTag(chess.Color(c)), seat.description()); err != nil {
			return nil, err
		}
	}
	n, mover := t.Root(), s.game.Start().Turn()
	for ply := 1; ply < len(s.past); ply++ {
		n = n.Next()
		if clock := &s.past[ply][mover]; ply > s.begun && !clock.limited() {
			n.SetElapsedTime(clock.used - s.past[ply-1][mover].used)
		}
		mover = mover.Other()
	}
	return t, nil
}

// resume goes on with the game that was left.
func (s *session) resume(string) error {
	if s.left == nil {
		return errors.New("no game was left")
	}
	k := s.left
	var seats [2]*seat
	for c := range seats {
		var err error
		if seats[c], err = newSeat(k.tree.Tag(settingsTag(chess.Color(c))), s.book, s.tables); err != nil {
			return err
		}
	}
	s.sit(seats)
	s.flipped = s.flip || !seats[chess.White].person()
	s.notify("The game goes on (%s).", k.about(s.now()))
	s.startFrom(k.game, k.tree, clocksOf(k.tree, seats))
	s.left = nil
	if s.keeper != nil {
		s.keeper.own = true
	}
	return nil
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

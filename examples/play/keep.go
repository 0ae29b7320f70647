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
	"github.com/seed-0971039b/chess/examples/internal/prose"
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
	return fmt.Sprintf("%s: %s against %s, %s", day(k.last, now), playerName(k.tree.Tag("White")), playerName(k.tree.Tag("Black")), prose.Count((k.game.Len()+1)/2, "move"))
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

// keeping is what files have of the present game, and of the one before if that was left.
type keeping struct {
	document
	keeper *keeper
	left   *keptGame // the game that was left, or nil
}

// find begins to keep the game in a folder, and finds the game that was left there.
func (k *keeping) find(folder string) error {
	keeper, err := openKeeper(folder)
	if err == nil {
		k.keeper, k.left = keeper, keeper.read()
	}
	return err
}

// keep keeps the game as it is now, or removes it if it is finished or has not begun. After
// an error no game is kept.
func (k *keeping) keep(g *game, seats [2]*seat, day time.Time) error {
	if k.keeper == nil || !seats[0].person() && !seats[1].person() {
		return nil
	}
	err := k.write(g, seats, day)
	if err != nil {
		k.keeper.close()
		k.keeper = nil
	}
	return err
}

func (k *keeping) write(g *game, seats [2]*seat, day time.Time) error {
	if g.ended() || g.Len() == 0 {
		return k.keeper.remove()
	}
	t, err := k.tree(g, seats, day)
	if err != nil {
		return err
	}
	for c, seat := range seats {
		if err := t.SetTag(settingsTag(chess.Color(c)), seat.description()); err != nil {
			return err
		}
	}
	writeClocks(t, g, true)
	k.left = nil
	return k.keeper.write(t)
}

// begin begins a new game, which may have been loaded. The file of the game before is removed,
// but if the new one was loaded, only with its first move.
func (k *keeping) begin(loaded *chess.GameTree) (err error) {
	k.document = document{loaded: loaded}
	if k.keeper == nil {
		return nil
	}
	if loaded == nil {
		err = k.keeper.remove()
	}
	k.keeper.own = false
	return err
}

// goneOn says that the game is the one that was left.
func (k *keeping) goneOn() {
	k.left = nil
	if k.keeper != nil {
		k.keeper.own = true
	}
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

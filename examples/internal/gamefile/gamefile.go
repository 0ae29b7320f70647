// Package gamefile keeps the games of a long run in a PGN file that grows, so that
// the run can be killed at any moment and continued.
package gamefile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
)

// A Run tells the games of a run from others.
type Run struct {
	// Tags are tags of all games of the run. The first is Event.
	Tags []Tag

	// Game, if it is not nil, is called for each game of the file, and returns an
	// error if it is not of the run. The last game may be torn: half of it was written.
	// It has the tags that were written, and no moves.
	Game func(t *chess.GameTree, torn bool) error

	// Detail is how much is read of each game. With chess.TagsOnly nothing shows that
	// a game is damaged.
	Detail chess.PGNDetail
}

// A Tag is a tag of a game.
type Tag struct{ Name, Value string }

// SetTags sets tags of a game.
func SetTags(t *chess.GameTree, tags []Tag) error {
	for _, tag := range tags {
		if err := t.SetTag(tag.Name, tag.Value); err != nil {
			return err
		}
	}
	return nil
}

// A File is an open file of games. While it is open, no other run can open it.
type File struct {
	run    Run
	path   string
	stderr io.Writer
	file   *os.File
	lock   *outfile.Lock
	device bool   // it is not a regular file, and has no games
	end    int64  // the end of the whole games
	size   int64  // of the file; after end there is a torn game
	joint  []byte // what is missing between the last game and the next
}

// Open opens or creates the file of a run, and reads its games. If it has anything
// that the run cannot have written, the error says so, and the file is unchanged. A
// torn game at its end is removed when the first game is appended, with a message on
// stderr.
func Open(path string, run Run, stderr io.Writer) (*File, error) {
	l, err := outfile.Hold(path)
	if err != nil {
		return nil, err
	}
	f := &File{run: run, path: path, stderr: stderr, lock: l}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f.device = true
		f.file, err = os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, errors.Join(err, l.Release())
		}
		return f, nil
	}
	if f.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return nil, errors.Join(err, l.Release())
	}
	if err := f.read(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Append writes a game with the tags of the run in one call. If that fails, it
// removes what was written.
func (f *File) Append(t *chess.GameTree) error {
	if err := SetTags(t, f.run.Tags); err != nil {
		return err
	}
	text, err := t.MarshalText()
	if err != nil {
		return err
	}
	text = slices.Concat(f.joint, text)
	if f.device {
		_, err := f.file.Write(text)
		return err
	}
	if torn := f.size - f.end; torn > 0 {
		if err := f.file.Truncate(f.end); err != nil {
			return err
		}
		fmt.Fprintf(f.stderr, "%s: removed %d bytes of a game that was not finished\n", f.path, torn)
		f.size = f.end
	}
	if _, err := f.file.WriteAt(text, f.end); err != nil {
		return errors.Join(err, f.file.Truncate(f.end))
	}
	f.end += int64(len(text))
	f.size, f.joint = f.end, nil
	return nil
}

// Close closes the file, and lets other runs open it.
func (f *File) Close() error { return errors.Join(f.file.Close(), f.lock.Release()) }

// read reads the games of the file.
func (f *File) read() error {
	info, err := f.file.Stat()
	if err != nil {
		return err
	}
	f.size = info.Size()
	if f.end, err = WholeGames(io.NewSectionReader(f.file, 0, f.size)); err != nil {
		return err
	}
	r := chess.NewPGNReader(io.NewSectionReader(f.file, 0, f.end))
	r.Strict, r.Detail = true, f.run.Detail
	for number := 1; ; number++ {
		t, err := r.Next()
		if err == io.EOF {
			return f.readEnd()
		}
		if err == nil {
			err = f.check(t, false)
		} else if !errors.As(err, new(*chess.ParseError)) {
			return err
		}
		if err != nil {
			return f.foreign(fmt.Errorf("game %d: %w", number, err))
		}
	}
}

// check returns an error if a game is not of the run.
func (f *File) check(t *chess.GameTree, torn bool) error {
	for _, tag := range f.run.Tags {
		got := t.Tag(tag.Name)
		if torn && got == "" {
			continue // it was not written
		}
		if cmp.Or(got, "?") != cmp.Or(tag.Value, "?") {
			return fmt.Errorf("its %s is %q, not %q", tag.Name, got, tag.Value)
		}
	}
	if !torn && t.Tag("Result") == "*" {
		return errors.New("it has no result")
	}
	if plies := t.Tag("PlyCount"); !torn && plies != "" && f.run.Detail != chess.TagsOnly && plies != strconv.Itoa(len(t.Mainline())) {
		return fmt.Errorf("it has %d plies, not %s", len(t.Mainline()), plies)
	}
	if f.run.Game == nil {
		return nil
	}
	return f.run.Game(t, torn)
}

// readEnd reads what follows the whole games: half a game of the run, or a whole one
// without the empty line at the end.
func (f *File) readEnd() error {
	if f.size-f.end > maxGame {
		return f.foreign(errors.New("what follows the games is no game"))
	}
	tail := make([]byte, f.size-f.end)
	if _, err := f.file.ReadAt(tail, f.end); err != nil {
		return err
	}
	if len(bytes.TrimSpace(tail)) == 0 {
		f.end = f.size
		return nil
	}
	t := wholeGame(tail)
	if t != nil {
		f.end = f.size
		f.joint = []byte("\n\n")
		if bytes.HasSuffix(tail, f.joint[:1]) {
			f.joint = f.joint[:1]
		}
	} else {
		head := f.head()
		n := min(len(head), len(tail))
		another := bytes.Contains(tail[n:], slices.Concat([]byte("\n"), head)) // after a whole one, perhaps
		if another || !bytes.Equal(head[:n], tail[:n]) {
			return f.foreign(errors.New("what follows the games is no game"))
		}
		if t = tornGame(tail); t == nil {
			return nil
		}
	}
	if err := f.check(t, f.end < f.size); err != nil {
		return f.foreign(fmt.Errorf("the last game: %w", err))
	}
	return nil
}

// maxGame is the length of the longest game that a PGNReader reads.
const maxGame = 8 << 20

// head returns the first line of a game of the run.
func (f *File) head() []byte {
	t := chess.NewGameTree(chess.StartPosition())
	t.SetTag("Event", f.run.Tags[0].Value)
	head, _, _ := strings.Cut(t.String(), "\n")
	return []byte(head + "\n")
}

func (f *File) foreign(err error) error {
	return fmt.Errorf("%s has other games than those of this run, and stays as it is: %w", f.path, err)
}

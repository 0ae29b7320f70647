package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/puzzle"
	"github.com/seed-0971039b/chess/examples/internal/replace"
	"github.com/seed-0971039b/chess/examples/internal/state"
)

// A progressed is what the file beside the output says: how far an interrupted run has
// come. So another can continue, and tell that the output is its own.
type progressed struct {
	Settings string `json:"settings"` // what the puzzles depend on besides the games
	Games    int    `json:"games"`    // the number of games that are done
	Read     string `json:"read"`     // a hash of these games
	Bytes    int64  `json:"bytes"`    // the size of the output after them
	Sum      uint32 `json:"sum"`      // the CRC-32 of these bytes
}

// An output is the destination of puzzles. Those of a game are written as a whole or not
// at all. A regular file may have puzzles of an earlier run.
type output struct {
	format puzzle.Format
	path   string
	w      io.Writer
	file   *os.File // nil if it is not a regular file
	done   progressed
	before int                    // the number of games that an earlier run has done
	read   string                 // the hash of these games
	size   int64                  // of the file; what follows done.Bytes a run that was killed has left
	seen   map[chess.Key]struct{} // the positions of all puzzles
}

// openOutput opens a file, "-" for stdout, to add the puzzles that are missing.
func openOutput(path string, stdout io.Writer, format puzzle.Format, finder chess.PuzzleFinder) (*output, error) {
	o := &output{format: format, path: path, w: stdout, seen: map[chess.Key]struct{}{}}
	o.done.Settings = fmt.Sprintf("%d nodes a position, %d to verify, %s", finder.Nodes, finder.Verify, format)
	if path == "-" {
		return o, nil
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		o.w = f
		return o, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	o.file, o.w = f, f
	if err := o.resume(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return o, nil
}

// statePath returns the name of the file beside the output.
func (o *output) statePath() string { return o.path + ".state" }

// resume reads what an earlier run has done.
func (o *output) resume() error {
	if err := replace.Clean(o.statePath()); err != nil { // after a run that was killed
		return err
	}
	var done progressed
	found, err := state.Load(o.statePath(), &done)
	if err != nil {
		return err
	}
	if o.size, err = o.file.Seek(0, io.SeekEnd); err != nil {
		return err
	}
	switch {
	case o.size == 0:
		return o.save() // before the first puzzle, so that the file is never without it
	case !found:
		return o.foreign("there is no %s", o.statePath())
	case done.Settings != o.done.Settings:
		return o.foreign("it was made with %s", done.Settings)
	case done.Bytes < 0 || done.Bytes > o.size:
		return o.foreign("it had %d bytes", done.Bytes)
	}
	hash := crc32.NewIEEE()
	if _, err := io.Copy(hash, o.section(done.Bytes)); err != nil {
		return err
	}
	if hash.Sum32() != done.Sum {
		return o.foreign("it has changed")
	}
	if done.Bytes > 0 {
		for key, err := range o.format.Keys(o.section(done.Bytes)) {
			if err != nil {
				return o.foreign("%w", err)
			}
			o.seen[key] = struct{}{}
		}
	}
	o.done, o.before, o.read = done, done.Games, done.Read
	return nil
}

// section returns the first bytes of the file.
func (o *output) section(size int64) io.Reader { return io.NewSectionReader(o.file, 0, size) }

// foreign returns the error for a file that this command has not written.
func (o *output) foreign(format string, args ...any) error {
	return fmt.Errorf("%s was not written by this command: %w; name another file", o.path, fmt.Errorf(format, args...))
}

// skips reports whether a game, counted from 1, is done already. read is a hash of all
// games up to it.
func (o *output) skips(number int, read string) (bool, error) {
	if number == o.before && read != o.read {
		return false, o.foreign("it is from other games")
	}
	return number <= o.before, nil
}

// add writes the puzzles of the next game, without those that it has already, and returns
// how many it has written. read is a hash of all games up to this.
func (o *output) add(game *chess.GameTree, puzzles []chess.Puzzle, read string) (written int, err error) {
	var text []byte
	for i := range puzzles {
		key := puzzles[i].Position.Key()
		if _, ok := o.seen[key]; ok {
			continue
		}
		o.seen[key] = struct{}{}
		if text, err = o.format.Append(text, &puzzles[i], game); err != nil {
			return 0, err
		}
		written++
	}
	if err := o.write(text); err != nil {
		return 0, err
	}
	o.done.Games++
	o.done.Read = read
	return written, o.save()
}

// write writes a text. If that fails, it removes the part that was written. What the file
// has after the bytes that are done must be the beginning of the text.
func (o *output) write(text []byte) error {
	if o.done.Bytes == 0 {
		text = append([]byte(o.format.Head()), text...)
	}
	if len(text) == 0 {
		return nil
	}
	if o.file == nil {
		o.done.Bytes += int64(len(text))
		_, err := o.w.Write(text)
		return err
	}
	if left := o.size - o.done.Bytes; left > 0 {
		part := make([]byte, min(left, int64(len(text))))
		if _, err := o.file.ReadAt(part, o.done.Bytes); err != nil {
			return err
		}
		if !bytes.HasPrefix(text, part) {
			return o.foreign("what follows byte %d is other text", o.done.Bytes)
		}
	}
	if _, err := o.file.WriteAt(text, o.done.Bytes); err != nil {
		return errors.Join(err, o.file.Truncate(o.done.Bytes))
	}
	o.done.Sum = crc32.Update(o.done.Sum, crc32.IEEETable, text)
	o.done.Bytes += int64(len(text))
	o.size = max(o.size, o.done.Bytes)
	return nil
}

// save writes the file beside the output, if there is one.
func (o *output) save() error {
	if o.file == nil {
		return nil
	}
	return state.Save(o.statePath(), o.done)
}

// finish completes a file without puzzles, and returns an error if the file has more than
// the puzzles of the input, which has so many games.
func (o *output) finish(games int) error {
	if games < o.before {
		return o.foreign("it is from %d games, of which %d are there", o.before, games)
	}
	if o.done.Bytes == 0 {
		if err := o.write(nil); err != nil {
			return err
		}
		if err := o.save(); err != nil {
			return err
		}
	}
	if o.size > o.done.Bytes {
		return o.foreign("more follows byte %d", o.done.Bytes)
	}
	return nil
}

// close closes the file, unless it is stdout.
func (o *output) close() error {
	if f, ok := o.w.(*os.File); ok && o.path != "-" {
		return f.Close()
	}
	return nil
}

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/annotation"
)

// An output is where annotated games go, each at once or not at all. If it is an
// ordinary file, it may have games already.
type output struct {
	settings annotation.Settings
	w        io.Writer
	path     string
	file     *os.File         // nil if it is no ordinary file
	end      int64            // of the complete games in the file
	size     int64            // of the file; behind end there may be a part of a game
	before   *chess.PGNReader // the games of an earlier run; nil when all are known
	next     *chess.GameTree  // of them, if it has been read
	number   int              // of them that have been read
}

// openOutput opens a file, "-" for stdout, to go on with the games that are
// missing.
func openOutput(path string, stdout io.Writer, s annotation.Settings) (*output, error) {
	o := &output{settings: s, path: path}
	if path == "-" {
		o.w = stdout
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
	if o.size, err = f.Seek(0, io.SeekEnd); err == nil {
		o.end, err = complete(io.NewSectionReader(f, 0, o.size))
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	o.w, o.file = f, f
	o.before = chess.NewPGNReader(io.NewSectionReader(f, 0, o.end))
	o.before.Detail = chess.MainLines
	return o, nil
}

// complete returns where the last complete game ends of those that were written
// one after the other. A game is written as two paragraphs, the tags and the
// moves, and an empty line ends each of them; there is none inside them.
func complete(r io.Reader) (end int64, err error) {
	b := bufio.NewReaderSize(r, 1<<16)
	empty, whole := true, true // the line so far, the games so far
	for offset := int64(0); ; {
		c, err := b.ReadByte()
		if err == io.EOF {
			return end, nil
		}
		if err != nil {
			return 0, err
		}
		offset++
		if c == '\n' && empty {
			if whole = !whole; whole {
				end = offset
			}
		}
		empty = c == '\n'
	}
}

// has reports whether the file has the next game of the input already. If there
// is another in its place, the game must be one that cannot be annotated: if it
// can, that is the error conflict.
func (o *output) has(t *chess.GameTree) (had bool, conflict, err error) {
	if o.before == nil {
		return false, nil, nil
	}
	if o.next == nil {
		o.next, err = o.before.Next()
		if err == io.EOF {
			o.before = nil
			return false, nil, nil
		}
		o.number++
	}
	conflict = fmt.Errorf("%s: game %d is not what this command would have written there: name another file", o.path, o.number)
	if err != nil || !o.settings.Signed(o.next.Tag("Annotator")) {
		return false, nil, conflict
	}
	if !sameGame(o.next, t) {
		return false, conflict, nil
	}
	o.next = nil
	return true, nil, nil
}

// sameGame reports whether one game is the other, annotated.
func sameGame(annotated, t *chess.GameTree) bool {
	for _, name := range []string{"Event", "Site", "Date", "Round", "White", "Black"} {
		if want := t.Tag(name); want != "" && want != annotated.Tag(name) {
			return false
		}
	}
	a, b := annotated.Start(), t.Start()
	return a.FEN() == b.FEN() && slices.Equal(annotated.Mainline(), t.Mainline())
}

// write writes the text of the next game. If it cannot be written whole, nothing
// of it stays in the file. What an earlier run left behind the complete games
// must be the beginning of this one.
func (o *output) write(text []byte) error {
	if o.file == nil {
		_, err := o.w.Write(text)
		return err
	}
	if left := o.size - o.end; left > 0 {
		part := make([]byte, min(left, int64(len(text))))
		if _, err := o.file.ReadAt(part, o.end); err != nil {
			return err
		}
		if left > int64(len(part)) || !bytes.HasPrefix(text, part) {
			return o.stranger()
		}
	}
	if _, err := o.file.WriteAt(text, o.end); err != nil {
		return cmp.Or(o.file.Truncate(o.end), err)
	}
	o.end += int64(len(text))
	o.size = o.end
	return nil
}

// stranger is the error about a text behind the complete games.
func (o *output) stranger() error {
	return fmt.Errorf("%s: behind %d bytes of games is something that this command has not written: name another file", o.path, o.end)
}

// finish makes sure that the file has no more games than those that were asked
// about and written.
func (o *output) finish() error {
	if o.before != nil {
		if _, err := o.before.Next(); o.next != nil || err != io.EOF {
			return fmt.Errorf("%s: there are more games than in the input: name another file", o.path)
		}
	}
	if o.size > o.end {
		return o.stranger()
	}
	return nil
}

// close closes the file. It is not for stdout.
func (o *output) close() error {
	if f, ok := o.w.(*os.File); ok && o.path != "-" {
		return f.Close()
	}
	return nil
}

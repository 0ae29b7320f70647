package annotate

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

// An output is the destination of annotated games. Each game is written as a whole
// or not at all. A regular file may have games of an earlier run.
type output struct {
	settings annotation.Settings
	w        io.Writer
	path     string
	file     *os.File         // nil if it is not a regular file
	end      int64            // the end of the complete games in the file
	size     int64            // of the file; there may be a part of a game after end
	before   *chess.PGNReader // reads the games of an earlier run; nil after the last of them
	next     *chess.GameTree  // the game of before that was read last, until it is matched
	number   int              // the number of games read from before
}

// openOutput opens a file, "-" for stdout, to add the games that are missing.
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

// complete returns the offset of the end of the last complete game. A game is
// written as two paragraphs, the tags and the moves. An empty line ends each of
// them, and there is none inside them.
func complete(r io.Reader) (end int64, err error) {
	b := bufio.NewReaderSize(r, 1<<16)
	empty, whole := true, true // whether the line is empty so far, and the games are complete
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

// has reports whether the file has the next game of the input already. If it has
// another game in its place, t should be a game that cannot be annotated;
// otherwise conflict is the error.
func (o *output) has(t *chess.GameTree) (found bool, conflict, err error) {
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
	conflict = fmt.Errorf("%s: game %d was not written by this command: name another file", o.path, o.number)
	if err != nil || !o.settings.Signed(o.next.Tag("Annotator")) {
		return false, nil, conflict
	}
	if !sameGame(o.next, t) {
		return false, conflict, nil
	}
	o.next = nil
	return true, nil, nil
}

// sameGame reports whether annotated is t with annotations.
func sameGame(annotated, t *chess.GameTree) bool {
	for _, name := range []string{"Event", "Site", "Date", "Round", "White", "Black"} {
		if want := t.Tag(name); want != "" && want != annotated.Tag(name) {
			return false
		}
	}
	a, b := annotated.Start(), t.Start()
	return a.FEN() == b.FEN() && slices.Equal(annotated.Mainline(), t.Mainline())
}

// write writes the text of the next game. If that fails, it removes the part that
// was written. What the file has after the complete games must be the beginning of
// the text.
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
			return o.foreign()
		}
	}
	if _, err := o.file.WriteAt(text, o.end); err != nil {
		return cmp.Or(o.file.Truncate(o.end), err)
	}
	o.end += int64(len(text))
	o.size = o.end
	return nil
}

// foreign returns the error for other text after the complete games.
func (o *output) foreign() error {
	return fmt.Errorf("%s: the text after byte %d was not written by this command: name another file", o.path, o.end)
}

// finish returns an error if the file has more games than the input.
func (o *output) finish() error {
	if o.before != nil {
		if _, err := o.before.Next(); o.next != nil || err != io.EOF {
			return fmt.Errorf("%s has more games than the input: name another file", o.path)
		}
	}
	if o.size > o.end {
		return o.foreign()
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

// Package gamefile keeps the games of a long run in a PGN file that grows, so that
// the run can be killed at any moment and continued.
package gamefile

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
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

	// Game is called for each game of the file, and returns an error if it is not of
	// the run. The last game may be torn: half of it was written.
	// It has the tags that were written, and no moves.
	Game func(t *chess.GameTree, torn bool) error

	// Detail is how much is read of each game. With chess.TagsOnly nothing shows that
	// a game is damaged.
	Detail chess.PGNDetail
}

// A Tag is a tag of a game.
type Tag struct{ Name, Value string }

// A File is an open file of games. While it is open, no other run can open it. What is not a
// regular file has no games.
type File struct {
	run    Run
	path   string
	stderr io.Writer
	file   *outfile.Growing // its parts are the whole games
	joint  []byte           // what is missing between the last game and the next
}

// Open opens or creates the file of a run, and reads its games. If it has anything
// that the run cannot have written, the error says so, and the file is unchanged. A
// torn game at its end is removed when the first game is appended, with a message on
// stderr.
func Open(path string, run Run, stderr io.Writer) (*File, error) {
	g, err := outfile.Grow(path, nil)
	if err != nil {
		return nil, err
	}
	f := &File{run: run, path: path, stderr: stderr, file: g}
	if g.Before != nil {
		err = f.read()
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Append writes a game with the tags of the run in one call. If that fails, it
// removes what was written.
func (f *File) Append(t *chess.GameTree) error {
	for _, tag := range f.run.Tags {
		if err := t.SetTag(tag.Name, tag.Value); err != nil {
			return err
		}
	}
	text, err := t.MarshalText()
	if err != nil {
		return err
	}
	torn, err := f.file.Cut()
	if err != nil {
		return err
	}
	if torn > 0 {
		fmt.Fprintf(f.stderr, "%s: removed %d bytes of a game that was not finished\n", f.path, torn)
	}
	if _, err := f.file.Write(slices.Concat(f.joint, text)); err != nil {
		return err
	}
	f.joint = nil
	return nil
}

// Close closes the file, and lets other runs open it.
func (f *File) Close() error { return f.file.End(nil) }

// read reads the games of the file.
func (f *File) read() error {
	end, err := WholeGames(f.file.Before)
	if err != nil {
		return err
	}
	f.file.Done = end
	r := chess.NewPGNReader(io.NewSectionReader(f.file.Before, 0, end))
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
	return f.run.Game(t, torn)
}

// readEnd reads what follows the whole games: half a game of the run, or a whole one
// without the empty line at the end.
func (f *File) readEnd() error {
	noGame := f.foreign(errors.New("what follows the games is no game"))
	size := f.file.Before.Size()
	if size-f.file.Done > maxGame {
		return noGame
	}
	tail := make([]byte, size-f.file.Done)
	if _, err := f.file.Before.ReadAt(tail, f.file.Done); err != nil && err != io.EOF {
		return err
	}
	if len(bytes.TrimSpace(tail)) == 0 {
		f.file.Done = size
		return nil
	}
	t := wholeGame(tail)
	torn := t == nil
	if torn {
		head := f.head()
		n := min(len(head), len(tail))
		another := bytes.Contains(tail[n:], slices.Concat([]byte("\n"), head)) // after a whole one, perhaps
		if another || !bytes.Equal(head[:n], tail[:n]) {
			return noGame
		}
		if t = tornGame(tail); t == nil {
			return nil
		}
	} else {
		f.file.Done = size
		f.joint = []byte("\n\n")
		if bytes.HasSuffix(tail, f.joint[:1]) {
			f.joint = f.joint[:1]
		}
	}
	if err := f.check(t, torn); err != nil {
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

// WholeGames returns the offset of the end of the last game in r that was written
// as a whole, as chess.GameTree.AppendText does: tags and moves are a paragraph
// each. An empty line ends a paragraph, and there is none in it.
func WholeGames(r io.Reader) (end int64, err error) {
	b := bufio.NewReaderSize(r, 1<<16)
	var (
		fresh  = true  // at the beginning of a line
		inside = false // in a paragraph
		moves  = false // the paragraph, or the last one, is not of tags
	)
	for offset := int64(1); ; offset++ {
		c, err := b.ReadByte()
		if err == io.EOF {
			return end, nil
		}
		if err != nil {
			return 0, err
		}
		switch {
		case c != '\n' && !inside:
			inside, moves = true, c != '['
		case c == '\n' && fresh:
			if inside = false; moves {
				end = offset
			}
		}
		fresh = c == '\n'
	}
}

// wholeGame returns the game of a text that has one whole game, or nil.
func wholeGame(text []byte) *chess.GameTree {
	r := chess.NewPGNReader(bytes.NewReader(text))
	r.Strict = true
	t, err := r.Next()
	if err != nil {
		return nil
	}
	text = bytes.TrimSpace(text)
	if last := text[bytes.LastIndexAny(text, " \n")+1:]; string(last) != t.Tag("Result") {
		return nil
	}
	if _, err := r.Next(); err != io.EOF {
		return nil
	}
	return t
}

// tornGame returns the tags on the whole lines of a text, or nil if there are none.
func tornGame(text []byte) *chess.GameTree {
	r := chess.NewPGNReader(bytes.NewReader(text[:bytes.LastIndexByte(text, '\n')+1]))
	r.Detail = chess.TagsOnly
	t, err := r.Next()
	if err != nil {
		return nil
	}
	return t
}

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/klauspost/compress/zstd"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
)

// Source is a file of games, and which one it is.
type Source struct {
	Number int
	Path   string
}

// Piece is a part of a source that begins and ends with a game, written to a
// file of its own: what one worker does at a time.
type Piece struct {
	Source string
	Order  string // pieces that are sorted by it are in the order of the games
	Path   string // of the file
	Count  int    // of the games, broken ones too
	Games  int    // before the piece
	Lines  int
}

// pieceSize is how much text a piece has, in bytes: some ten games, so that all
// workers have something to do to the end. maxPiece bounds it where it cannot
// be told where a game begins.
const (
	pieceSize = 1 << 14
	maxPiece  = 1 << 24
)

// Split cuts sources into pieces, which it writes to files in the folder Work.
// What is wrong with a source it tells, and goes on.
type Split struct{ Work string }

// ProcessElement cuts one source.
func (s *Split) ProcessElement(ctx context.Context, source Source, piece func(Piece), told func(Part)) error {
	at := Piece{Source: source.Path}
	count := 0
	problem := func(err error) {
		count++
		told(Part{Order: order(source.Number, count), Problems: []string{fmt.Sprintf("%s: %v", source.Path, pgnfile.Reason(err))}})
	}
	in, err := open(ctx, source.Path)
	if err != nil {
		problem(err)
		return nil
	}
	defer in.Close()
	known := false // to be PGN
	var first error
	for text, err := range pieces(in) {
		games := 0
		for t, err := range gamesOf(text, !known) {
			games++
			switch {
			case err == nil && !pgnfile.Bare(t):
				known = true
			case err != nil && first == nil:
				first = moved(err, &at)
			}
		}
		if known && games > 0 {
			count++
			at.Count = games
			at.Order = order(source.Number, count)
			at.Path = join(s.Work, "in-"+at.Order)
			if err := writeFile(ctx, at.Path, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
				return err
			}
			piece(at)
		}
		at.Games += games
		at.Lines += bytes.Count(text, []byte("\n"))
		if err != nil {
			problem(err)
			return nil
		}
	}
	if !known {
		problem(pgnfile.NoGame(first))
	}
	return nil
}

// order returns where a piece belongs, as text that sorts like it.
func order(source, piece int) string { return fmt.Sprintf("%06d-%09d", source, piece) }

// gamesOf returns the games of a text: their moves if whole is set, otherwise
// only so much that they can be counted.
func gamesOf(text []byte, whole bool) func(func(*chess.GameTree, error) bool) {
	r := chess.NewPGNReader(bytes.NewReader(text))
	if !whole {
		r.Detail = chess.TagsOnly
	}
	return r.All()
}

// moved returns an error in a piece as one of the source.
func moved(err error, at *Piece) error {
	if e, ok := errors.AsType[*chess.ParseError](err); ok {
		e.Game += at.Games
		e.Line += at.Lines
	}
	return err
}

// pieces returns the text of a source in pieces, and with the last of them what
// ended the source, unless it was its end. A piece is valid until the next.
func pieces(r io.Reader) func(func([]byte, error) bool) {
	return func(yield func([]byte, error) bool) {
		var text []byte
		seen := 0 // where to look for a cut
		for {
			text = slices.Grow(text, pieceSize)
			n, err := r.Read(text[len(text):cap(text)])
			text = text[:len(text)+n]
			switch {
			case err == io.EOF:
				yield(text, nil)
				return
			case err != nil: // half of a game is none
				yield(text[:lastGame(text, 0)], err)
				return
			case len(text) < pieceSize:
				continue
			}
			cut := lastGame(text, seen)
			if cut == 0 && len(text) >= maxPiece {
				cut = len(text)
			}
			if cut > 0 {
				if !yield(text[:cut], nil) {
					return
				}
				text = append(text[:0], text[cut:]...)
			}
			seen = max(0, len(text)-lookBack)
		}
	}
}

// lookBack is more than there is between a result and the game after it.
const lookBack = 1 << 10

// lastGame returns where the last game begins in a text, from some place on, if
// it is certain that one does; or 0. Before it there are a blank line and a line
// with a result at its end; of comments it looks at that line alone.
func lastGame(text []byte, from int) int {
	for end := len(text); ; {
		end = bytes.LastIndex(text[:end], []byte("\n[Event \""))
		if end <= from {
			return 0
		}
		before := bytes.TrimRight(text[:end], "\r\n")
		line := before[bytes.LastIndexByte(before, '\n')+1:]
		blank := bytes.Count(text[len(before):end+1], []byte("\n")) > 1
		if blank && endsGame(line) {
			return end + 1
		}
	}
}

// endsGame reports whether a line of moves ends with a result.
func endsGame(line []byte) bool {
	line = bytes.TrimRight(line, " \t")
	switch string(line[bytes.LastIndexByte(line, ' ')+1:]) {
	case "1-0", "0-1", "1/2-1/2", "*":
	default:
		return false
	}
	return line[0] != '%' && bytes.IndexByte(line, ';') < 0 && bytes.IndexByte(line, '{') <= bytes.LastIndexByte(line, '}')
}

// open opens a file and takes off its compression.
func open(ctx context.Context, path string) (io.ReadCloser, error) {
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return nil, err
	}
	file, err := fs.OpenRead(ctx, path)
	if err != nil {
		return nil, errors.Join(err, fs.Close())
	}
	return pgnfile.Decompress(&openFile{file, fs}, openZstd)
}

func openZstd(r io.Reader) (io.ReadCloser, error) {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(32<<20))
	if err != nil {
		return nil, err
	}
	return z.IOReadCloser(), nil
}

// openFile is a file and the file system that is closed with it.
type openFile struct {
	io.ReadCloser
	fs filesystem.Interface
}

// Close implements io.Closer.
func (f *openFile) Close() error { return errors.Join(f.ReadCloser.Close(), f.fs.Close()) }

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

// Source is a file of games, and its number.
type Source struct {
	Number int
	Path   string
}

// Chunk is a part of a source that consists of complete games, written to a file of
// its own. It is the unit of work.
type Chunk struct {
	Source string
	Order  string // chunks sorted by Order are in the order of the games
	Path   string // the file of the chunk
	Count  int    // the number of games, including those that cannot be read
	Games  int    // the number of games in the source before the chunk
	Lines  int    // the number of lines in the source before the chunk
}

// chunkSize is the size of a chunk in bytes: about ten games, so that all workers
// are busy until the end. A chunk may grow to maxChunk if it is not clear where a
// game begins.
const (
	chunkSize = 1 << 14
	maxChunk  = 1 << 24
)

// Split splits sources into chunks and writes these to files in the folder Work. It
// reports errors of sources as Parts and goes on.
type Split struct{ Work string }

// ProcessElement splits one source.
func (s *Split) ProcessElement(ctx context.Context, source Source, emit func(Chunk), report func(Part)) error {
	at := Chunk{Source: source.Path}
	count := 0
	problem := func(err error) {
		count++
		report(Part{Order: order(source.Number, count), Problems: []string{fmt.Sprintf("%s: %v", source.Path, pgnfile.Reason(err))}})
	}
	in, err := open(ctx, source.Path)
	if err != nil {
		problem(err)
		return nil
	}
	defer in.Close()
	known := false // to be PGN
	var first error
	for text, err := range chunks(in) {
		games := 0
		for t, err := range gamesOf(text, !known) {
			games++
			if known || !pgnfile.Bare(t) {
				known = true
			} else if first == nil {
				inSource(t, &at)
				if problems := pgnfile.Problems(t, err); len(problems) > 0 {
					first = problems[0]
				}
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
			emit(at)
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

// order returns the sort key of a chunk.
func order(source, chunk int) string { return fmt.Sprintf("%06d-%09d", source, chunk) }

// gamesOf yields the games of a text: complete if whole is set, otherwise only
// their tags, which is enough to count them.
func gamesOf(text []byte, whole bool) func(func(*chess.GameTree, error) bool) {
	r := chess.NewPGNReader(bytes.NewReader(text))
	if !whole {
		r.Detail = chess.TagsOnly
	}
	return r.All()
}

// inSource changes the places of the faults of a game from those in a chunk to those in
// the source.
func inSource(t *chess.GameTree, at *Chunk) {
	for _, fault := range t.Faults() {
		fault.Game += at.Games
		fault.Line += at.Lines
	}
}

// chunks yields the text of a source in chunks, the last one with the read error if
// there was one. A chunk is valid until the next.
func chunks(r io.Reader) func(func([]byte, error) bool) {
	return func(yield func([]byte, error) bool) {
		var text []byte
		seen := 0 // the offset at which to look for the next cut
		for {
			text = slices.Grow(text, chunkSize)
			n, err := r.Read(text[len(text):cap(text)])
			text = text[:len(text)+n]
			switch {
			case err == io.EOF:
				yield(text, nil)
				return
			case err != nil:
				yield(text, err) // with the beginning of a game
				return
			case len(text) < chunkSize:
				continue
			}
			cut := lastGame(text, seen)
			if cut == 0 && len(text) >= maxChunk {
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

// lookBack is more than the distance in bytes between a result and the next game.
const lookBack = 1 << 10

// lastGame returns the offset of the last place after from at which a game certainly
// begins, or 0. Before it there are a line that ends with a result, and a blank
// line. To recognise comments it looks only at that line.
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

// open opens a file and decompresses it.
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

// openFile is a file that closes its file system too.
type openFile struct {
	io.ReadCloser
	fs filesystem.Interface
}

// Close implements io.Closer.
func (f *openFile) Close() error { return errors.Join(f.ReadCloser.Close(), f.fs.Close()) }

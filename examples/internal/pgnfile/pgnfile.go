// Package pgnfile helps programs to read files of games that may be compressed, cut short,
// or not PGN at all, and to work on several games at once.
package pgnfile

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"strings"

	"github.com/seed-0971039b/chess"
)

// Input is a list of PGN files, which may be compressed.
type Input struct {
	Paths []string // "-" means Stdin
	Stdin io.Reader
	Zstd  func(io.Reader) (io.ReadCloser, error) // decompresses Zstandard

	Detail     chess.PGNDetail // how much is read of each game
	Goroutines int             // how many goroutines read; with 0 or 1 no other than the caller's
}

// Games yields the games, each up to what cannot be read, and the problems of games and
// files, in order. Each problem names its file. A game of which no move can be read is not
// yielded, only its problems.
func (in Input) Games() iter.Seq2[*chess.GameTree, []error] {
	return func(yield func(*chess.GameTree, []error) bool) {
		for _, path := range in.Paths {
			title := path
			if path == "-" {
				title = "standard input"
			}
			for tree, problems := range in.gamesOf(path) {
				for i, err := range problems {
					problems[i] = fmt.Errorf("%s: %w", title, Reason(err))
				}
				if !yield(tree, problems) {
					return
				}
			}
		}
	}
}

// gamesOf yields the games and problems of one file. If no game with a tag or a move can be
// read, the file is probably not PGN, and gamesOf yields only one problem.
func (in Input) gamesOf(path string) iter.Seq2[*chess.GameTree, []error] {
	const maxHeld = 20 // problems that are held back until it is known that the file is PGN
	return func(yield func(*chess.GameTree, []error) bool) {
		r, err := in.open(path)
		if err != nil {
			yield(nil, []error{err})
			return
		}
		defer r.Close()
		var held []error
		more := 0
		known := false // to be PGN
		reader := chess.NewPGNReader(r)
		reader.Detail = in.Detail
		games := reader.All()
		if in.Goroutines > 1 {
			games = reader.Parallel(in.Goroutines)
		}
		for tree, err := range games {
			problems := Problems(tree, err)
			_, fault := err.(*chess.ParseError)
			if !known && (tree == nil || Bare(tree)) && (err == nil || fault) {
				n := min(len(problems), maxHeld-len(held))
				held = append(held, problems[:n]...)
				more += len(problems) - n
				continue
			}
			if more > 0 {
				held = append(held, fmt.Errorf("%d more errors at the beginning", more))
				more = 0
			}
			if len(held) > 0 && !yield(nil, held) {
				return
			}
			held, known = nil, true
			if err != nil && Empty(tree) {
				tree = nil
			}
			if !yield(tree, problems) {
				return
			}
		}
		if !known {
			var first error
			if len(held) > 0 {
				first = held[0]
			}
			yield(nil, []error{NoGame(first)})
		}
	}
}

// open opens a file and decompresses it.
func (in Input) open(path string) (io.ReadCloser, error) {
	if path == "-" {
		return Decompress(io.NopCloser(in.Stdin), in.Zstd)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return Decompress(f, in.Zstd)
}

// count counts the games, including those that cannot be read. It returns 0 if ctx ends
// before, or if a file can be read only once.
func (in Input) count(ctx context.Context) (games int64) {
	for _, path := range in.Paths {
		info, err := os.Stat(path)
		if path == "-" || err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			return 0
		}
	}
	for _, path := range in.Paths {
		r, err := in.open(path)
		if err != nil {
			continue
		}
		reader := chess.NewPGNReader(r)
		reader.Detail = chess.TagsOnly
		for range reader.All() {
			if games++; ctx.Err() != nil {
				r.Close()
				return 0
			}
		}
		r.Close()
	}
	return games
}

// Decompress returns a reader of the decompressed file. The first bytes of the
// file tell whether it is compressed by gzip, bzip2 or Zstandard, for which
// Decompress calls zstd if it is not nil, or is a zip archive, whose files it reads
// one after the other: those with the ending .pgn, or all if there are none.
// Closing the reader closes the file; if there is an error, the file is closed already.
func Decompress(file io.ReadCloser, zstd func(io.Reader) (io.ReadCloser, error)) (io.ReadCloser, error) {
	b := bufio.NewReaderSize(file, 1<<16)
	plain := io.NopCloser(b)
	magic, err := b.Peek(4)
	if err == io.EOF {
		err = nil // the file is short
	}
	switch {
	case err != nil:
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		plain, err = gzip.NewReader(b)
	case bytes.Equal(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		if zstd == nil {
			err = errors.New("it is compressed by Zstandard, which this program does not read: use zstdcat")
			break
		}
		plain, err = zstd(b)
	case bytes.Equal(magic, []byte("PK\x03\x04")):
		plain, err = openZip(file)
	case bytes.HasPrefix(magic, []byte("BZh")):
		plain = io.NopCloser(bzip2.NewReader(b))
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return &decompressed{plain, file}, nil
}

// IsEPD reports whether the name of a file, which may be compressed, is that of positions.
func IsEPD(path string) bool {
	path = strings.ToLower(path)
	for _, suffix := range []string{".gz", ".bz2", ".zst", ".zip"} {
		path = strings.TrimSuffix(path, suffix)
	}
	return strings.HasSuffix(path, ".epd")
}

// openZip returns a reader of what is in a zip archive.
func openZip(file io.Reader) (io.ReadCloser, error) {
	f, ok := file.(interface {
		io.ReaderAt
		Stat() (fs.FileInfo, error)
	})
	if !ok {
		return nil, errors.New("a zip archive must be named, not piped")
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(f, info.Size())
	if err != nil {
		return nil, err
	}
	var all, games []io.Reader
	for _, entry := range archive.File {
		if entry.Mode().IsRegular() && !strings.HasPrefix(entry.Name, "__MACOSX/") {
			r := []io.Reader{&zipped{entry: entry}, strings.NewReader("\n\n")}
			if all = append(all, r...); strings.EqualFold(path.Ext(entry.Name), ".pgn") {
				games = append(games, r...)
			}
		}
	}
	if games == nil {
		games = all
	}
	return io.NopCloser(io.MultiReader(games...)), nil
}

// zipped reads a file of a zip archive, which it opens only then.
type zipped struct {
	entry *zip.File
	r     io.Reader
}

func (z *zipped) Read(buf []byte) (n int, err error) {
	if z.r == nil {
		if z.r, err = z.entry.Open(); err != nil {
			return 0, fmt.Errorf("%s: %w", z.entry.Name, err)
		}
	}
	return z.r.Read(buf)
}

// decompressed reads the decompressed content of a file, and closes both.
type decompressed struct {
	io.ReadCloser
	file io.Closer
}

// Close implements io.Closer.
func (d *decompressed) Close() error { return errors.Join(d.ReadCloser.Close(), d.file.Close()) }

// Bare reports whether a game has no moves, and no tags except the result. Such
// games can be found in any text, so they do not show that a file is PGN.
func Bare(t *chess.GameTree) bool {
	for name := range t.Tags() {
		if name != "Result" {
			return false
		}
	}
	return Empty(t)
}

// Empty reports whether no move could be read of a game.
func Empty(t *chess.GameTree) bool { return t == nil || t.Root().Next() == nil }

// Problems returns everything that was not understood of a game which a PGNReader
// returned with err: each fault, and the error of the file that cuts the game. The
// fault that ends the main line says so.
func Problems(t *chess.GameTree, err error) []error {
	var all []error
	left := "the game"
	if !Empty(t) {
		left = "the rest of the game"
	}
	if t != nil {
		for _, fault := range t.Faults() {
			if error(fault) == err {
				all = append(all, fmt.Errorf("%w; %s is left out", err, left))
			} else {
				all = append(all, fault)
			}
		}
	}
	if _, ok := err.(*chess.ParseError); err != nil && (!ok || t == nil) {
		all = append(all, err)
	}
	return all
}

// NoGame returns the error for a file that has only bare games; first is the first
// of their problems, or nil.
func NoGame(first error) error {
	if first != nil {
		return fmt.Errorf("no game in it can be read: %w", first)
	}
	return errors.New("there is no game in it")
}

// Reason returns an error of reading a file in plain words, without the operation
// and the path that the os package adds.
func Reason(err error) error {
	if e, ok := errors.AsType[*os.PathError](err); ok {
		return e.Err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the file is cut short")
	}
	return err
}

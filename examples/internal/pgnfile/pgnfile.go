// Package pgnfile has what the programs share that read files of games which may
// be compressed, cut short, or no PGN at all.
package pgnfile

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/seed-0971039b/chess"
)

// Decompress takes off the compression of a file that its first bytes tell of:
// gzip, bzip2, or Zstandard, which zstd opens. Closing the reader closes the
// file; after an error it is closed already.
func Decompress(file io.ReadCloser, zstd func(io.Reader) (io.ReadCloser, error)) (io.ReadCloser, error) {
	b := bufio.NewReaderSize(file, 1<<16)
	plain := io.NopCloser(b)
	magic, err := b.Peek(4)
	switch {
	case err != nil && err != io.EOF:
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		plain, err = gzip.NewReader(b)
	case bytes.Equal(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		plain, err = zstd(b)
	case bytes.HasPrefix(magic, []byte("BZh")):
		plain, err = io.NopCloser(bzip2.NewReader(b)), nil
	default:
		err = nil
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return &decompressed{plain, file}, nil
}

// decompressed is a file without its compression.
type decompressed struct {
	io.ReadCloser
	file io.Closer
}

// Close implements io.Closer.
func (d *decompressed) Close() error { return errors.Join(d.ReadCloser.Close(), d.file.Close()) }

// Bare reports whether a game has neither tags, apart from the result, nor moves:
// any text has such games.
func Bare(t *chess.GameTree) bool {
	for name := range t.Tags() {
		if name != "Result" {
			return false
		}
	}
	return t.Root().Next() == nil
}

// NoGame returns the error of a file in which there are but bare games; first is
// what was wrong with the first that could not be read, or nil.
func NoGame(first error) error {
	if first != nil {
		return fmt.Errorf("no game in it can be read: %w", first)
	}
	return errors.New("there is no game in it")
}

// Reason returns an error of reading a file without the operation and the path
// that the os package adds, and in plain words.
func Reason(err error) error {
	if e, ok := errors.AsType[*os.PathError](err); ok {
		return e.Err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the file is cut short")
	}
	return err
}

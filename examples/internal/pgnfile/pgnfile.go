// Package pgnfile helps programs to read files of games that may be compressed,
// cut short, or not PGN at all.
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

// Decompress returns a reader of the decompressed file. The first bytes of the
// file tell whether it is compressed by gzip, bzip2 or Zstandard, for which
// Decompress calls zstd. Closing the reader closes the file; if there is an error,
// the file is closed already.
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

// Empty reports whether no move could be read of a game.
func Empty(t *chess.GameTree) bool { return t == nil || t.Root().Next() == nil }

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

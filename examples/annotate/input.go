package main

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/seed-0971039b/chess"
)

// An input is a row of PGN files.
type input struct {
	paths []string // "-" is stdin
	stdin io.Reader
}

// games returns the games and what is wrong with others, in order. Each error
// names its file.
func (in input) games() iter.Seq2[*chess.GameTree, error] {
	return func(yield func(*chess.GameTree, error) bool) {
		for _, path := range in.paths {
			for tree, err := range in.gamesOf(path) {
				if err != nil {
					err = fmt.Errorf("%s: %w", title(path), plain(err))
				}
				if !yield(tree, err) {
					return
				}
			}
		}
	}
}

// title returns what a path is called in errors.
func title(path string) string {
	if path == "-" {
		return "standard input"
	}
	return path
}

// plain returns an error without the operation and the path that the os package
// adds, and in plain words.
func plain(err error) error {
	var pathError *os.PathError
	switch {
	case errors.As(err, &pathError):
		return pathError.Err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the file is cut short")
	}
	return err
}

// maxHeld is how many errors are kept back until it is known whether a file is
// PGN at all.
const maxHeld = 20

// gamesOf returns the games and errors of one file. If no game with a tag or a
// move can be read, it is hardly PGN, and has but one error.
func (in input) gamesOf(path string) iter.Seq2[*chess.GameTree, error] {
	return func(yield func(*chess.GameTree, error) bool) {
		r, closeAll, err := in.open(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer closeAll()
		var held []error
		more := 0
		known := false // to be PGN
		for tree, err := range chess.NewPGNReader(r).All() {
			_, broken := err.(*chess.ParseError)
			switch {
			case known, err != nil && !broken:
			case broken && len(held) < maxHeld:
				held = append(held, err)
				continue
			case broken:
				more++
				continue
			case bare(tree):
				continue
			default:
				known = true
				if more > 0 {
					held = append(held, fmt.Errorf("%d more games at the beginning are broken", more))
				}
				for _, err := range held {
					if !yield(nil, err) {
						return
					}
				}
				held = nil
			}
			if !yield(tree, err) {
				return
			}
			known = known || err != nil
		}
		switch {
		case known:
		case len(held) > 0:
			yield(nil, fmt.Errorf("no game in it can be read: %w", held[0]))
		default:
			yield(nil, errors.New("there is no game in it"))
		}
	}
}

// bare reports whether a game has neither tags, apart from the result, nor moves.
func bare(t *chess.GameTree) bool {
	for name := range t.Tags() {
		if name != "Result" {
			return false
		}
	}
	return t.Root().Next() == nil
}

// open opens a file and takes off the compression that its first bytes tell of.
func (in input) open(path string) (r io.Reader, closeAll func(), err error) {
	closeFile := func() {}
	r = in.stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, nil, err
		}
		r, closeFile = f, func() { f.Close() }
	}
	b := bufio.NewReaderSize(r, 1<<16)
	magic, err := b.Peek(4)
	if err != nil && err != io.EOF {
		closeFile()
		return nil, nil, err
	}
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(b)
		if err != nil {
			closeFile()
			return nil, nil, err
		}
		return z, closeFile, nil
	case bytes.Equal(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		// One goroutine, and no more memory than what compressors ask for unless
		// they are told to take more.
		z, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(32<<20))
		if err != nil {
			closeFile()
			return nil, nil, err
		}
		return z, func() { z.Close(); closeFile() }, nil
	case bytes.HasPrefix(magic, []byte("BZh")):
		return bzip2.NewReader(b), closeFile, nil
	}
	return b, closeFile, nil
}

// count counts the games, the broken ones too, as long as goOn reports true. It
// reports false if it did not come to the end, or if a file can be read only
// once.
func (in input) count(goOn func() bool) (games int64, ok bool) {
	for _, path := range in.paths {
		info, err := os.Stat(path)
		if path == "-" || err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			return 0, false
		}
	}
	for _, path := range in.paths {
		r, closeAll, err := in.open(path)
		if err != nil {
			continue
		}
		reader := chess.NewPGNReader(r)
		reader.Detail = chess.TagsOnly
		for range reader.All() {
			if games++; !goOn() {
				break
			}
		}
		closeAll()
	}
	return games, goOn()
}

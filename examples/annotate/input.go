package main

import (
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/klauspost/compress/zstd"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
)

// An input is a list of PGN files.
type input struct {
	paths []string // "-" means stdin
	stdin io.Reader
}

// games yields the games, and the errors of broken games, in order. Each error
// names its file.
func (in input) games() iter.Seq2[*chess.GameTree, error] {
	return func(yield func(*chess.GameTree, error) bool) {
		for _, path := range in.paths {
			for tree, err := range in.gamesOf(path) {
				if err != nil {
					err = fmt.Errorf("%s: %w", title(path), pgnfile.Reason(err))
				}
				if !yield(tree, err) {
					return
				}
			}
		}
	}
}

// title returns the name of a path for error messages.
func title(path string) string {
	if path == "-" {
		return "standard input"
	}
	return path
}

// maxHeld is the number of errors that are held back until it is known that a file
// is PGN.
const maxHeld = 20

// gamesOf yields the games and errors of one file. If no game with a tag or a move
// can be read, the file is probably not PGN, and gamesOf yields only one error.
func (in input) gamesOf(path string) iter.Seq2[*chess.GameTree, error] {
	return func(yield func(*chess.GameTree, error) bool) {
		r, err := in.open(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer r.Close()
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
			case pgnfile.Bare(tree):
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
			yield(nil, pgnfile.NoGame(held[0]))
		default:
			yield(nil, pgnfile.NoGame(nil))
		}
	}
}

// open opens a file and decompresses it.
func (in input) open(path string) (io.ReadCloser, error) {
	file := io.NopCloser(in.stdin)
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		file = f
	}
	return pgnfile.Decompress(file, openZstd)
}

func openZstd(r io.Reader) (io.ReadCloser, error) {
	// One goroutine, and no more memory than files need that were compressed with
	// ordinary settings.
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(32<<20))
	if err != nil {
		return nil, err
	}
	return z.IOReadCloser(), nil
}

// count counts the games, including broken ones, as long as goOn returns true. ok
// is false if it did not reach the end, or if a file can be read only once.
func (in input) count(goOn func() bool) (games int64, ok bool) {
	for _, path := range in.paths {
		info, err := os.Stat(path)
		if path == "-" || err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			return 0, false
		}
	}
	for _, path := range in.paths {
		r, err := in.open(path)
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
		r.Close()
	}
	return games, goOn()
}

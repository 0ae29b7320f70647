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
					err = fmt.Errorf("%s: %w", title(path), pgnfile.Reason(err))
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

// maxHeld is how many errors are kept back until it is known whether a file is
// PGN at all.
const maxHeld = 20

// gamesOf returns the games and errors of one file. If no game with a tag or a
// move can be read, it is hardly PGN, and has but one error.
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

// open opens a file and takes off its compression.
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
	// One goroutine, and no more memory than what compressors ask for unless they
	// are told to take more.
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(32<<20))
	if err != nil {
		return nil, err
	}
	return z.IOReadCloser(), nil
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

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

// games yields the games, as far as they can be read, and the problems of games and
// files, in order. Each problem names its file.
func (in input) games() iter.Seq2[*chess.GameTree, []error] {
	return func(yield func(*chess.GameTree, []error) bool) {
		for _, path := range in.paths {
			for tree, problems := range in.gamesOf(path) {
				for i, err := range problems {
					problems[i] = fmt.Errorf("%s: %w", title(path), pgnfile.Reason(err))
				}
				if !yield(tree, problems) {
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

// maxHeld is the number of problems that are held back until it is known that a file
// is PGN.
const maxHeld = 20

// gamesOf yields the games and problems of one file. If no game with a tag or a move
// can be read, the file is probably not PGN, and gamesOf yields only one problem. A
// game of which no move can be read is not yielded, only its problems.
func (in input) gamesOf(path string) iter.Seq2[*chess.GameTree, []error] {
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
		for tree, err := range chess.NewPGNReader(r).All() {
			problems := pgnfile.Problems(tree, err)
			_, fault := err.(*chess.ParseError)
			if !known && (tree == nil || pgnfile.Bare(tree)) && (err == nil || fault) {
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
			if err != nil && pgnfile.Empty(tree) {
				tree = nil
			}
			if !yield(tree, problems) {
				return
			}
		}
		switch {
		case known:
		case len(held) > 0:
			yield(nil, []error{pgnfile.NoGame(held[0])})
		default:
			yield(nil, []error{pgnfile.NoGame(nil)})
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

// count counts the games, including those that cannot be read, as long as goOn returns true. ok
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

package pgnfile

import (
	"context"
	"fmt"
	"io"
	"iter"
	"os"

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

// Games yields the games, as far as they can be read, and the problems of games and
// files, in order. Each problem names its file.
func (in Input) Games() iter.Seq2[*chess.GameTree, []error] {
	return func(yield func(*chess.GameTree, []error) bool) {
		for _, path := range in.Paths {
			for tree, problems := range in.gamesOf(path) {
				for i, err := range problems {
					problems[i] = fmt.Errorf("%s: %w", title(path), Reason(err))
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
func (in Input) gamesOf(path string) iter.Seq2[*chess.GameTree, []error] {
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
		switch {
		case known:
		case len(held) > 0:
			yield(nil, []error{NoGame(held[0])})
		default:
			yield(nil, []error{NoGame(nil)})
		}
	}
}

// open opens a file and decompresses it.
func (in Input) open(path string) (io.ReadCloser, error) {
	file := io.NopCloser(in.Stdin)
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		file = f
	}
	return Decompress(file, in.Zstd)
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

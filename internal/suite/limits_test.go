package suite_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// TestFloods passes 256 megabytes (a tenth of it in a sample) to everything that
// reads from outside, except PGNReader, which has a test of its own, and ReadBook,
// which keeps what it reads. Each must end, and use no more memory than the longest
// line that it reads needs.
func TestFloods(t *testing.T) {
	size := chesstest.Sample(t, 1<<28)
	session := func(e chesstest.Runner) func(r io.Reader) error {
		return func(r io.Reader) error { return e.Run(t.Context(), r, io.Discard) }
	}
	anything := func(error) bool { return true }
	is := func(want error) func(error) bool { return func(err error) bool { return errors.Is(err, want) } }
	for _, tt := range []struct {
		name, start, again string
		read               func(r io.Reader) error
		ends               func(error) bool
	}{
		{"UCI, a line", "", "position startpos moves e2e4 ", session(&chess.UCI{Searcher: firstMove}), is(nil)},
		{"UCI, commands", "", "position startpos moves " + strings.Repeat("e2e4 ", 100_000) + "\n", session(&chess.UCI{Searcher: firstMove}), is(nil)},
		{"XBoard, a line", "", "x", session(&chess.XBoard{Searcher: firstMove}), is(nil)},
		{"an engine whose handshake never ends", "", "id name x", func(r io.Reader) error {
			_, err := chess.NewClient(context.Background(), r, io.Discard, 0)
			return err
		}, func(err error) bool { return err != nil }},
		{"an engine with many options", "", "option name x" + strings.Repeat("y", 1000) + " type string default z\n", func(r io.Reader) error {
			_, err := chess.NewClient(context.Background(), r, io.Discard, 0)
			return err
		}, func(err error) bool { return err != nil }},
		{"ReadWeights", "", "{", func(r io.Reader) error {
			_, err := chess.ReadWeights(r, chess.Term{Feature: tempo, MG: 100, EG: 100})
			return err
		}, is(chess.ErrSyntax)},
		{"ReadOpenings, a line", "", "x", func(r io.Reader) error { _, err := chess.ReadOpenings(r, 0); return err }, anything},
		{"ReadOpenings, a game", "1. ", "e4 ", func(r io.Reader) error { _, err := chess.ReadOpenings(r, 2); return err }, is(chess.ErrIllegal)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const limit = 32 << 20
			used := chesstest.Heap(func(in *chesstest.Flood) {
				in.Text, in.Left = strings.Repeat(tt.again, 1+1<<16/len(tt.again)), size
				if err := tt.read(io.MultiReader(strings.NewReader(tt.start), in)); !tt.ends(err) {
					t.Errorf("error %v", err)
				}
			})
			if used > limit {
				t.Errorf("%d MB in use", used>>20)
			}
			t.Logf("%d KB in use", used>>10)
		})
	}
}

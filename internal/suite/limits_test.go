package suite_test

import (
	"context"
	"errors"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"
)

// heap returns the most memory that work has in use, in bytes, beyond what was in use
// before. It is measured when work reads from in.
func heap(work func(in *flood)) uint64 {
	// The more other tests have left in memory, the less often it is collected.
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	before, most, reads := m.HeapAlloc, uint64(0), 0
	work(&flood{read: func() {
		if reads++; reads%64 == 1 { // ReadMemStats stops the world
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
		}
	}})
	return most - min(before, most)
}

// TestFloods passes 256 megabytes (a quarter of it in a sample) to everything that
// reads from outside, except PGNReader, which has a test of its own, and ReadBook,
// which keeps what it reads. Each must end, and use no more memory than the longest
// line that it reads needs.
func TestFloods(t *testing.T) {
	size := 1 << 28
	if sampled() {
		size = 1 << 26
	}
	session := func(e runner) func(r io.Reader) error {
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
			used := heap(func(in *flood) {
				in.text, in.left = strings.Repeat(tt.again, 1+1<<16/len(tt.again)), size
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

// A flood is a reader of a text that is repeated up to a number of bytes.
type flood struct {
	text string
	left int    // how many bytes are left
	pos  int    // in text
	read func() // called at the beginning of each Read
}

func (f *flood) Read(buf []byte) (int, error) {
	if f.left <= 0 {
		return 0, io.EOF
	}
	f.read()
	n := 0
	for n < len(buf) && n < f.left {
		k := copy(buf[n:min(len(buf), f.left)], f.text[f.pos:])
		n += k
		f.pos = (f.pos + k) % len(f.text)
	}
	f.left -= n
	return n, nil
}

package chess

import (
	"context"
	"errors"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
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

// TestFloods passes 256 megabytes (a quarter of it in a short run) to everything that
// reads from outside, except PGNReader, which has a test of its own, and ReadBook,
// which keeps what it reads. Each must end, and use no more memory than the longest
// line that it reads needs.
func TestFloods(t *testing.T) {
	size := 1 << 28
	if testing.Short() {
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
		{"UCI, a line", "", "position startpos moves e2e4 ", session(&UCI{Searcher: &stubSearcher{}}), is(nil)},
		{"UCI, commands", "", "position startpos moves " + strings.Repeat("e2e4 ", 100_000) + "\n", session(&UCI{Searcher: &stubSearcher{}}), is(nil)},
		{"XBoard, a line", "", "x", session(&XBoard{Searcher: &stubSearcher{}}), is(nil)},
		{"an engine whose handshake never ends", "", "id name x", func(r io.Reader) error {
			_, err := NewClient(context.Background(), r, io.Discard, 0)
			return err
		}, func(err error) bool { return err != nil }},
		{"an engine with many options", "", "option name x" + strings.Repeat("y", 1000) + " type string default z\n", func(r io.Reader) error {
			_, err := NewClient(context.Background(), r, io.Discard, 0)
			return err
		}, func(err error) bool { return err != nil }},
		{"ReadWeights", "", "{", func(r io.Reader) error {
			_, err := ReadWeights(r, Term{Feature: DefaultTempo(), MG: 100, EG: 100})
			return err
		}, is(ErrSyntax)},
		{"ReadOpenings, a line", "", "x", func(r io.Reader) error { _, err := ReadOpenings(r, 0); return err }, anything},
		{"ReadOpenings, a game", "1. ", "e4 ", func(r io.Reader) error { _, err := ReadOpenings(r, 2); return err }, is(ErrIllegal)},
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

// TestLargeTrees makes trees that are larger than PGNReader reads. They can be walked
// without a call for each level, and writing them fails before it takes much memory.
func TestLargeTrees(t *testing.T) {
	const n = 1_000_000
	line := NewGameTree(StartPosition())
	there := movesOf(t, StartPosition(), "Nf3 Nf6 Ng1 Ng8")
	moves := slices.Repeat(there, n/len(there))
	if _, err := line.Root().Add(moves...); err != nil {
		t.Fatal(err)
	}
	if got := len(line.Mainline()); got != len(moves) {
		t.Errorf("a line of %d moves, want %d", got, len(moves))
	}
	deep := NewGameTree(StartPosition())
	at := deep.Root()
	for range n / 2 { // on each move a variation that begins with the same
		at.child = &Node{parent: at}
		at.child.next = &Node{parent: at}
		at = at.child.next
	}
	seen := 0
	for range deep.Nodes() {
		if seen++; seen == 5000 {
			break
		}
	}
	if seen != 5000 {
		t.Errorf("%d nodes, want 5000", seen)
	}
	for name, tree := range map[string]*GameTree{"line": line, "deep": deep} {
		used := heap(func(in *flood) {
			in.left, in.text = 1, "x"
			if text, err := tree.appendText(nil); !errors.Is(err, ErrSyntax) {
				t.Errorf("%s: %d bytes written, %v", name, len(text), err)
			}
			in.Read(make([]byte, 1))
		})
		if used > 32<<20 {
			t.Errorf("%s: %d MB in use", name, used>>20)
		}
	}
}

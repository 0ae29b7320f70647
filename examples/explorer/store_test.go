package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"
	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// TestExact compares all that the store knows of all positions with a plain scan of the
// games, for blocks of several sizes.
func TestExact(t *testing.T) {
	pgn := randomGames(300, 1) + realGames(t) + randomGames(20, 1) // the last are known
	slow := readSlowly(t, pgn)
	for _, test := range chesstest.Few(t, []struct{ blockSize, plies int }{{200, 12}, {1 << 20, allPlies}, {700, allPlies}}) {
		s := newStore(t, test.blockSize, test.plies, slices.Values(read(t, pgn)))
		compare(t, s, slowPositions(slow, test.plies))
		if err := s.Tidy(t.Context()); err != nil {
			t.Fatal(err)
		}
		compare(t, s, slowPositions(slow, test.plies))
	}
}

// TestTidy checks that a store is not written anew for few games, nor ever has many layers.
func TestTidy(t *testing.T) {
	s := newStore(t, blockSize, allPlies, slices.Values(read(t, randomGames(1000, 2))))
	if err := s.db.Compact(t.Context(), []byte{0}, []byte{255}, false); err != nil {
		t.Fatal(err)
	}
	var layers []int32
	for i := range layersToServe + 2 {
		if _, err := s.Add(t.Context(), slices.Values(read(t, randomGames(1, uint64(100+i)))), func(int) {}); err != nil {
			t.Fatal(err)
		}
		if err := s.Tidy(t.Context()); err != nil {
			t.Fatal(err)
		}
		layers = append(layers, s.db.Metrics().Levels[0].Sublevels)
	}
	var want []int32
	for i := range layers {
		want = append(want, int32((i+1)%(layersToServe/2+1)))
	}
	if diff := cmp.Diff(want, layers); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// compare compares a store with the reference.
func compare(t *testing.T, s *Store, want map[string]map[string]*slowCount) {
	t.Helper()
	v := view(t, s, Filter{})
	n := 0
	for _, err := range rows(t.Context(), v, []byte{played.TablePositions}) {
		if n++; err != nil {
			t.Fatal(err)
		}
	}
	if n != len(want) {
		t.Errorf("%d positions, want %d", n, len(want))
	}
	for epd, moves := range want {
		key, err := chess.ParseKey(epd)
		if err != nil {
			t.Fatal(err)
		}
		c, err := v.Count(t.Context(), key, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]*slowCount{"": slowly(&c.Total)}
		for _, m := range c.Moves {
			name := "end"
			if m.Move != played.NoMove {
				move, err := m.Move.Move()
				if err != nil {
					t.Fatal(err)
				}
				p := key.Position()
				name = p.UCI960(move)
			}
			got[name] = slowly(&m.Tally)
		}
		if diff := cmp.Diff(moves, got, cmp.AllowUnexported(slowCount{})); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", epd, diff)
		}
	}
}

// TestAgain checks that a game counts once, in one run and in the next, and that one with
// other tags is another.
func TestAgain(t *testing.T) {
	const pgn = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n"
	other := strings.Replace(pgn, "B", "C", 1)
	s := newStore(t, 1, allPlies, slices.Values(read(t, pgn+pgn+pgn)))
	sum, err := s.Add(t.Context(), slices.Values(read(t, pgn+other+pgn)), ignore)
	if err != nil {
		t.Fatal(err)
	}
	if want := (Added{Games: 1, Known: 2, Positions: 3}); sum != want {
		t.Errorf("%+v, want %+v", sum, want)
	}
	start := chess.StartPosition()
	c, err := view(t, s, Filter{}).Count(t.Context(), start.Key(), 9, 9)
	if err != nil || c.Total.Games() != 2 || len(c.Top) != 2 || len(c.Recent) != 2 {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestKnownAfterManyBlocks checks that a run which has added so many blocks that it reads all IDs
// knows the games of the store, its own, and no others.
func TestKnownAfterManyBlocks(t *testing.T) {
	older, newer := randomGames(60, 7), randomGames(300, 8)
	s := newStore(t, 200, allPlies, slices.Values(read(t, older)))
	blocks := 0
	sum, err := s.Add(t.Context(), slices.Values(slices.Concat(read(t, newer), read(t, newer), read(t, older))), func(int) { blocks++ })
	if err != nil {
		t.Fatal(err)
	}
	if blocks <= blocksWithoutIDs {
		t.Errorf("only %d blocks", blocks)
	}
	if sum.Games != 300 || sum.Known != 360 {
		t.Errorf("%d games added and %d known, want 300 and 360", sum.Games, sum.Known)
	}
}

// TestFull checks that the numbers of games do not begin again.
func TestFull(t *testing.T) {
	s := newStore(t, 1000, allPlies, slices.Values[[]*chess.GameTree](nil))
	if err := s.db.Set(played.NumberKey(played.TableGames, math.MaxUint32-2), nil, nil); err != nil {
		t.Fatal(err)
	}
	_, err := s.Add(t.Context(), slices.Values(read(t, randomGames(5, 30))), ignore)
	if !errors.Is(err, played.ErrFull) {
		t.Error(err)
	}
	if _, err := s.Add(t.Context(), slices.Values[[]*chess.GameTree](nil), ignore); err != nil {
		t.Error(err)
	}
}

// dump returns all that a store answers about all positions and games.
func dump(t *testing.T, s *Store) string {
	t.Helper()
	v := view(t, s, Filter{})
	var b strings.Builder
	for row, err := range rows(t.Context(), v, []byte{played.TablePositions}) {
		if err != nil {
			t.Fatal(err)
		}
		var key chess.Key
		if err := key.UnmarshalBinary(row.Key()[2:]); err != nil {
			t.Fatal(err)
		}
		c, err := v.Count(t.Context(), key, 20, 5)
		if err != nil {
			t.Fatal(err)
		}
		page, err := v.Games(t.Context(), key, 3, 1000)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, key, c, page)
	}
	for row, err := range between(t.Context(), v, []byte{played.TableGames}, []byte{played.TableVisits}) {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%x %x\n", row.Key(), row.Value())
	}
	return b.String()
}

// The child of TestKilled adds the games of a file to a store, in small blocks.
const childFile, childStore = "EXPLORER_TEST_FILE", "EXPLORER_TEST_STORE"

func TestMain(m *testing.M) {
	if os.Getenv(childFile) == "" {
		os.Exit(m.Run())
	}
	s, err := CreateStore(os.Getenv(childStore), allPlies, layersToServe)
	if err == nil {
		s.blockSize = 1000
		err = fill(context.Background(), s, []string{os.Getenv(childFile)}, cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, progress.New(io.Discard))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0) // without closing the store, as if killed at the end
}

// TestKilled kills a run again and again, and compares what it leaves in the end with
// that of a run that nothing has disturbed.
func TestKilled(t *testing.T) {
	pgn := randomGames(chesstest.Sample(t, 1500), 2)
	folder := t.TempDir()
	file, dir := filepath.Join(folder, "games.pgn"), filepath.Join(folder, "store")
	if err := os.WriteFile(file, []byte(pgn), 0o666); err != nil {
		t.Fatal(err)
	}
	kills := 0
	for wait := time.Millisecond; ; wait += wait / 3 {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), childFile+"="+file, childStore+"="+dir)
		var stderr strings.Builder
		c.Stderr = &stderr
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(wait, func() { c.Process.Kill() })
		err := c.Wait()
		timer.Stop()
		if err == nil {
			break
		}
		if c.ProcessState.ExitCode() > 0 {
			t.Fatalf("%v, %s", err, &stderr)
		}
		kills++
	}
	t.Logf("killed %d times", kills)
	s, err := CreateStore(dir, allPlies, layersToServe)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got, want := dump(t, s), dump(t, newStore(t, 1000, allPlies, slices.Values(read(t, pgn)))); got != want {
		t.Error("the store differs from that of a run that was not killed")
	}
}

// TestReadWhileAdding checks that each view is whole: the counts of the start position
// are those of its games, and they grow.
func TestReadWhileAdding(t *testing.T) {
	games := read(t, randomGames(500, 3))
	s := newStore(t, 500, allPlies, slices.Values[[]*chess.GameTree](nil))
	start := chess.StartPosition()
	done := make(chan struct{})
	var reading sync.WaitGroup
	for range 2 {
		reading.Go(func() {
			var before uint64
			for more := true; more; {
				select {
				case <-done:
					more = false
				default:
				}
				v, err := s.View(t.Context(), Filter{})
				if err != nil {
					t.Error(err)
					return
				}
				c, err := v.Count(t.Context(), start.Key(), 0, 0)
				page, err2 := v.Games(t.Context(), start.Key(), 0, 10_000)
				if err != nil || err2 != nil || len(page) != int(c.Total.Games()) || c.Total.Games() < before {
					t.Errorf("%v, %v: %d games of %d, after %d", err, err2, len(page), c.Total.Games(), before)
				}
				before = c.Total.Games()
				v.Close()
			}
		})
	}
	_, err := s.Add(t.Context(), slices.Values(games), ignore)
	close(done)
	reading.Wait()
	if err != nil {
		t.Fatal(err)
	}
}

// TestInterrupted checks that the games before an interrupt are kept.
func TestInterrupted(t *testing.T) {
	games := read(t, randomGames(50, 4))
	s := newStore(t, 1<<20, allPlies, slices.Values[[]*chess.GameTree](nil))
	ctx, cancel := context.WithCancel(t.Context())
	_, err := s.Add(ctx, func(yield func(*chess.GameTree) bool) {
		for i, g := range games {
			if i == 20 {
				cancel()
			}
			if !yield(g) {
				return
			}
		}
	}, ignore)
	if n, e := last(s.db); err != context.Canceled || n != 20 || e != nil {
		t.Errorf("%v; %d games, %v", err, n, e)
	}
}

// TestFolders checks that a folder with other files is left alone, as is a store with
// another number of plies, and that two runs cannot have one store.
func TestFolders(t *testing.T) {
	foreign := t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, "notes.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := CreateStore(foreign, allPlies, layersToServe); err == nil {
		t.Error("a store in a folder with other files")
	}
	if entries, _ := os.ReadDir(foreign); len(entries) != 1 {
		t.Errorf("%v", entries)
	}
	if _, err := OpenStore(foreign); err == nil {
		t.Error("a folder with other files was opened")
	}
	s := newStore(t, 1, 10, slices.Values[[]*chess.GameTree](nil))
	for _, open := range []func() (*Store, error){
		func() (*Store, error) { return CreateStore(s.dir, 10, layersToServe) },
		func() (*Store, error) { return CreateStore(s.dir, 11, layersToServe) },
		func() (*Store, error) { return OpenStore(s.dir) },
	} {
		if _, err := open(); err == nil {
			t.Error("opened twice, or with another number of plies")
		}
	}
}

// TestVisits checks the order of the games of a position, and pages.
func TestVisits(t *testing.T) {
	s := newStore(t, 300, allPlies, slices.Values(read(t, randomGames(200, 5))))
	v := view(t, s, Filter{})
	start := chess.StartPosition()
	all, err := v.Games(t.Context(), start.Key(), 0, 1000)
	if err != nil || !slices.IsSortedFunc(all, played.Better) || len(all) < 50 {
		t.Errorf("%d games, %v: %v", len(all), err, all)
	}
	var pages []played.Visit
	for len(pages) < len(all) {
		page, err := v.Games(t.Context(), start.Key(), len(pages), 7)
		if err != nil || len(page) == 0 {
			t.Fatal(err, len(page))
		}
		pages = append(pages, page...)
	}
	if diff := cmp.Diff(all, pages, cmp.AllowUnexported(played.Visit{})); diff != "" {
		t.Errorf("(-all +pages):\n%s", diff)
	}
	c, err := v.Count(t.Context(), start.Key(), 9, 8)
	if err != nil || !slices.Equal(c.Top, all[:9]) || !slices.Equal(c.Recent, played.Latest(all, 8)) {
		t.Errorf("%v: top %v, recent %v", err, c.Top, c.Recent)
	}
}

// TestKeys checks that a block writes its rows in the order of their keys, and that the key
// of no position begins with another.
func TestKeys(t *testing.T) {
	b := played.NewBlock(1, 0)
	for _, tree := range read(t, randomGames(50, 6)) {
		g, err := played.NewGame(tree)
		if err != nil {
			t.Fatal(err)
		}
		b.Add(g, allPlies)
	}
	var before []byte
	for key := range b.Rows() {
		if slices.Compare(before, key) >= 0 || len(before) > 0 && bytes.HasPrefix(key, before) {
			t.Errorf("%x before %x", before, key)
		}
		before = bytes.Clone(key)
	}
	if got := after([]byte{1, 255, 255}); !slices.Equal(got, []byte{2}) || after([]byte{255}) != nil {
		t.Errorf("%x", got)
	}
}

// readOnly returns a file system in a mount that is read-only.
func readOnly(fs vfs.FS) vfs.FS {
	return errorfs.Wrap(fs, errorfs.InjectorFunc(func(op errorfs.Op) error {
		if op.Kind.ReadOrWrite() == errorfs.OpIsWrite && op.Kind != errorfs.OpFileClose {
			return &os.PathError{Op: "open", Path: op.Path, Err: syscall.EROFS}
		}
		return nil
	}))
}

// TestReadOnly reads a store that cannot be written, twice at once.
func TestReadOnly(t *testing.T) {
	s := newStore(t, 300, 10, slices.Values(read(t, randomGames(200, 6))))
	want := dump(t, s)
	for range 2 {
		o := options(layersToServe)
		o.ReadOnly, o.FS = true, readOnly(o.FS)
		r, err := open(s.dir, 10, o)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if dump(t, r) != want {
			t.Error("the store that is read-only differs")
		}
	}
	o := options(layersToServe)
	o.FS = readOnly(o.FS)
	if _, err := open(s.dir, 10, o); err == nil || err.Error() != s.dir+" cannot be written: read-only file system" {
		t.Errorf("%v when games are to be added", err)
	}
}

// TestLockErrors checks that only a lock which another run has is said to be in use.
func TestLockErrors(t *testing.T) {
	at := func(err error) error {
		return fmt.Errorf("pebble: %w", &fs.PathError{Op: "open", Path: "d/LOCK", Err: err})
	}
	for _, test := range []struct {
		err  error
		want string
	}{
		{syscall.EAGAIN, "d is being used by another run"}, {syscall.EACCES, "d is being used by another run"},
		{errors.New("lock held by current process"), "d is being used by another run"},
		{at(syscall.EROFS), "d cannot be written: read-only file system"}, {at(syscall.EACCES), "d cannot be written: permission denied"},
		{at(syscall.EPERM), "d cannot be written: operation not permitted"}, {at(syscall.ENOSPC), "d cannot be locked: no space left on device"},
		{at(syscall.EMFILE), "d cannot be locked: too many open files"}, {at(syscall.EISDIR), "d cannot be locked: is a directory"},
		{syscall.ENOLCK, "d cannot be locked: no locks available"}, {syscall.EIO, "d cannot be locked: input/output error"},
	} {
		if err := lockError("d", test.err); err.Error() != test.want || errors.Is(err, errInUse) != strings.Contains(test.want, "another run") {
			t.Errorf("%v: %v, want %s", test.err, err, test.want)
		}
	}
}

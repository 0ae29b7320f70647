package chess

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

// syzygyCopy makes a directory with files of testdata/syzygy, and returns its name.
func syzygyCopy(t testing.TB, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join("testdata/syzygy", name))
		if err := errors.Join(err, os.WriteFile(filepath.Join(dir, name), data, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// openSyzygy opens the tables of a directory, in a memory map or not.
func openSyzygy(t testing.TB, dir string, mapped bool) *Syzygy {
	t.Helper()
	s, err := OpenSyzygy(dir)
	if err != nil {
		t.Fatal(err)
	}
	s.open.never = !mapped
	t.Cleanup(func() { s.Close() })
	return s
}

// TestSyzygyFilesRead compares files that are read with files that are mapped, from several
// goroutines.
func TestSyzygyFilesRead(t *testing.T) {
	mapped, read := openSyzygy(t, "testdata/syzygy", true), openSyzygy(t, "testdata/syzygy", false)
	positions := syzygyPositions(t, "testdata/syzygy/positions.txt")
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := worker; i < len(positions); i += 8 {
				want, err := mapped.Probe(&positions[i])
				got, err2 := read.Probe(&positions[i])
				if got != want || err != nil || err2 != nil {
					t.Errorf("%v: %+v, %v, want %+v, %v", positions[i], got, err2, want, err)
				}
			}
		})
	}
	wg.Wait()
}

// TestSyzygyOpenFiles checks that few files are open at a time, and none after close.
func TestSyzygyOpenFiles(t *testing.T) {
	dir := t.TempDir()
	var open openFiles
	var files []*syzygyFile
	for i := range 3 * maxOpenFiles {
		name := filepath.Join(dir, strings.Repeat("x", i+1))
		if err := os.WriteFile(name, []byte{byte(i)}, 0o666); err != nil {
			t.Fatal(err)
		}
		files = append(files, &syzygyFile{path: name, size: 1, open: &open})
	}
	for _, i := range []int{0, 1, 2} {
		for j := range files {
			at := (j*7 + i) % len(files)
			b, err := files[at].bytes(0, 1, make([]byte, 1))
			if err != nil || b[0] != byte(at) {
				t.Fatalf("file %d: %v, %v", at, b, err)
			}
			if len(open.files) > maxOpenFiles || open.files[len(open.files)-1].of != files[at] {
				t.Fatalf("%d files are open, or the last is not the last", len(open.files))
			}
		}
	}
	busy, err := open.take(files[0])
	if err != nil {
		t.Fatal(err)
	}
	open.close()
	if len(open.files) != 1 {
		t.Errorf("%d files are open, and one is used", len(open.files))
	}
	open.put(busy)
	if len(open.files) != 0 {
		t.Errorf("%d files are open", len(open.files))
	}
	if _, err := files[0].bytes(0, 1, make([]byte, 1)); !errors.Is(err, os.ErrClosed) {
		t.Errorf("after close: %v", err)
	}
}

// TestSyzygyTriedAgain checks that an error of the system does not stay.
func TestSyzygyTriedAgain(t *testing.T) {
	dir := syzygyCopy(t, "KQvK.rtbw")
	s := openSyzygy(t, dir, false)
	name, away := filepath.Join(dir, "KQvK.rtbw"), filepath.Join(dir, "away")
	p := MustParseFEN("8/8/8/8/8/1k6/8/K1Q5 b - - 0 1")
	for _, used := range []string{"has not been opened", "has been opened"} {
		if err := os.Rename(name, away); err != nil {
			t.Fatal(err)
		}
		if _, err := s.WDL(&p); !errors.Is(err, os.ErrNotExist) || !strings.HasPrefix(err.Error(), "chess: ") {
			t.Errorf("a file that %s is away: %v", used, err)
		}
		if err := os.Rename(away, name); err != nil {
			t.Fatal(err)
		}
		if w, err := s.WDL(&p); w != WDLLoss || err != nil {
			t.Errorf("a file that %s is there again: %v, %v", used, w, err)
		}
		s.open.close() // what is read again is opened again
		s.open.closed = false
	}
}

// TestSyzygyIllegal checks that a position after an illegal move does not make a table fail.
func TestSyzygyIllegal(t *testing.T) {
	s := openSyzygy(t, "testdata/syzygy", true)
	p, far := MustParseFEN("8/8/8/3k4/8/2K5/8/NN6 w - - 0 1"), MustParseFEN("k7/8/8/8/8/2K5/8/NN6 w - - 0 1")
	touching := p.After(legalMove(t, &far, "c3d4"))
	if _, err := s.WDL(&touching); !errors.Is(err, ErrNotInTablebase) {
		t.Errorf("the kings touch: %v", err)
	}
	if w, err := s.WDL(&p); w != WDLDraw || err != nil {
		t.Errorf("after that: %v, %v", w, err)
	}
}

// tryAll probes positions of KQvK with the files of a directory, which may be broken:
// nothing panics, and errors are of this package and not of a missing table.
func tryAll(t testing.TB, dir string, positions []Position) (failed bool) {
	t.Helper()
	for _, mapped := range []bool{true, false} {
		s := openSyzygy(t, dir, mapped)
		for i := range positions {
			if _, err := s.Probe(&positions[i]); err != nil {
				failed = true
				if errors.Is(err, ErrNotInTablebase) || !strings.HasPrefix(err.Error(), "chess: ") {
					t.Errorf("the error %v", err)
				}
			}
		}
		s.Close()
	}
	return failed
}

// TestSyzygyDamage cuts small files, and changes bytes of them, mostly of the first 400: the
// rest is alike.
func TestSyzygyDamage(t *testing.T) {
	t.Parallel()
	dir := syzygyCopy(t, "KQvK.rtbw", "KQvK.rtbz")
	positions := []Position{
		MustParseFEN("8/8/8/8/8/1k6/8/K1Q5 b - - 0 1"),
		MustParseFEN("8/8/8/8/8/1k6/8/K1Q5 w - - 0 1"),
		MustParseFEN("8/3q4/8/8/8/1k6/8/K7 w - - 0 1"),
		MustParseFEN("8/3q4/8/3k4/8/8/8/6K1 b - - 0 1"),
	}
	r := chesstest.Rand(t)
	tries := chesstest.Sample(t, 1000)
	for _, name := range []string{"KQvK.rtbw", "KQvK.rtbz"} {
		path := filepath.Join(dir, name)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		write := func(data []byte) {
			t.Helper()
			// A new file: the old one may still be mapped.
			if err := errors.Join(os.Remove(path), os.WriteFile(path, data, 0o666)); err != nil {
				t.Fatal(err)
			}
		}
		for range tries {
			n := r.IntN([]int{min(400, len(whole)), len(whole)}[r.IntN(2)])
			write(whole[:n])
			if !tryAll(t, dir, positions) {
				t.Errorf("%s: the first %d bytes of %d are no error", name, n, len(whole))
			}
			broken := slices.Clone(whole)
			broken[n] ^= byte(1 + r.IntN(255))
			write(broken)
			tryAll(t, dir, positions)
		}
		write(whole)
	}
	if tryAll(t, dir, positions) {
		t.Error("whole files fail")
	}
}

// FuzzSyzygy probes with files that have been changed.
func FuzzSyzygy(f *testing.F) {
	for _, ending := range []string{"KQvK", "KPvK", "KNNvK", "KNvKN"} {
		for distances, ext := range map[bool]string{false: syzygyResultsExt, true: syzygyDistancesExt} {
			data, err := os.ReadFile("testdata/syzygy/" + ending + ext)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(ending, distances, data)
		}
	}
	all := map[Ending][]Position{}
	for _, p := range syzygyPositions(f, "testdata/syzygy/positions.txt") {
		e := p.ending().Canonical()
		if len(all[e]) < 10 {
			all[e] = append(all[e], p)
		}
	}
	name := filepath.Join(f.TempDir(), "file")
	f.Fuzz(func(t *testing.T, ending string, distances bool, data []byte) {
		e, err := ParseEnding(ending)
		if err != nil || len(all[e]) == 0 {
			return
		}
		os.Remove(name)
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		magic := map[bool]uint32{false: syzygyResults, true: syzygyDistances}[distances]
		for _, never := range []bool{false, true} {
			open := &openFiles{never: never}
			file, err := openSyzygyFile(name, open)
			if err != nil {
				t.Fatal(err)
			}
			table, err := readSyzygy(file, e, magic)
			if err != nil {
				continue
			}
			for i := range all[e] {
				var pieces syzygyPieces
				pieces.set(&all[e][i])
				if distances {
					_, _, _, err = table.distance(&pieces, all[e][i].turn(), WDLWin)
				} else {
					_, err = table.result(&pieces, all[e][i].turn())
				}
				if err != nil && !strings.HasPrefix(err.Error(), "chess: ") {
					t.Errorf("the error %v", err)
				}
			}
			open.close()
		}
	})
}

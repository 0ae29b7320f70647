package chess

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// syzygyCopy makes a directory with files of testdata/syzygy, and returns its name.
func syzygyCopy(t testing.TB, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join("testdata/syzygy", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// readSyzygyFiles opens the tables of a directory without a memory map.
func readSyzygyFiles(t testing.TB, dir string) *Syzygy {
	t.Helper()
	s, err := OpenSyzygy(dir)
	if err != nil {
		t.Fatal(err)
	}
	s.open.never = true
	return s
}

// TestSyzygyFilesRead compares files that are read with files that are mapped, from several
// goroutines.
func TestSyzygyFilesRead(t *testing.T) {
	mapped, err := OpenSyzygy("testdata/syzygy")
	if err != nil {
		t.Fatal(err)
	}
	defer mapped.Close()
	read := readSyzygyFiles(t, "testdata/syzygy")
	defer read.Close()
	positions := syzygyPositions(t, "testdata/syzygy/positions.txt")
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := worker; i < len(positions); i += 8 {
				want, err := mapped.Probe(&positions[i])
				if err != nil {
					t.Error(err)
				}
				if got, err := read.Probe(&positions[i]); got != want || err != nil {
					t.Errorf("%v: %+v, %v, want %+v", positions[i], got, err, want)
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
	s := readSyzygyFiles(t, dir)
	defer s.Close()
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
	s, err := OpenSyzygy("testdata/syzygy")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p, far := MustParseFEN("8/8/8/3k4/8/2K5/8/NN6 w - - 0 1"), MustParseFEN("k7/8/8/8/8/2K5/8/NN6 w - - 0 1")
	m, err := far.ParseUCI("c3d4")
	if err != nil {
		t.Fatal(err)
	}
	touching := p.After(m) // legal elsewhere
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
	for _, never := range []bool{false, true} {
		s, err := OpenSyzygy(dir)
		if err != nil {
			t.Fatal(err)
		}
		s.open.never = never
		for i := range positions {
			_, err := s.Probe(&positions[i])
			if err == nil {
				continue
			}
			failed = true
			if errors.Is(err, ErrNotInTablebase) || !strings.HasPrefix(err.Error(), "chess: ") {
				t.Errorf("the error %v", err)
			}
		}
		s.Close()
	}
	return failed
}

// TestSyzygyDamage cuts small files, and changes bytes of them: at every byte of the
// first 400 at least.
func TestSyzygyDamage(t *testing.T) {
	t.Parallel()
	dir := syzygyCopy(t, "KQvK.rtbw", "KQvK.rtbz")
	positions := []Position{
		MustParseFEN("8/8/8/8/8/1k6/8/K1Q5 b - - 0 1"),
		MustParseFEN("8/8/8/8/8/1k6/8/K1Q5 w - - 0 1"),
		MustParseFEN("8/3q4/8/8/8/1k6/8/K7 w - - 0 1"),
		MustParseFEN("8/3q4/8/3k4/8/8/8/6K1 b - - 0 1"),
	}
	for _, name := range []string{"KQvK.rtbw", "KQvK.rtbz"} {
		path := filepath.Join(dir, name)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		write := func(data []byte) {
			t.Helper()
			// A new file: the old one may still be mapped.
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		// What follows the header is alike: of it only every 64th byte, or fewer.
		next := func(n int) int {
			step := 1
			if n >= 400 {
				step = 64
			}
			if sampled() {
				step *= 4
			}
			return n + step
		}
		for n := 0; n < len(whole); n = next(n) {
			write(whole[:n])
			if !tryAll(t, dir, positions) {
				t.Errorf("%s: the first %d bytes of %d are no error", name, n, len(whole))
			}
		}
		for n := 0; n < len(whole); n = next(n) {
			for _, change := range []byte{0x01, 0x80, 0xFF} {
				broken := append([]byte(nil), whole...)
				broken[n] ^= change
				write(broken)
				tryAll(t, dir, positions)
			}
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
		for _, distances := range []bool{false, true} {
			ext := syzygyResultsExt
			if distances {
				ext = syzygyDistancesExt
			}
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
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, ending string, distances bool, data []byte) {
		e, err := ParseEnding(ending)
		if err != nil || len(all[e]) == 0 {
			return
		}
		name := filepath.Join(dir, "file")
		os.Remove(name)
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		magic := uint32(syzygyResults)
		if distances {
			magic = syzygyDistances
		}
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

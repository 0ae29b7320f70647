package chess

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

// syzygyPositions returns the positions of a file of lines that begin with a FEN and a
// semicolon.
func syzygyPositions(t testing.TB, name string) (positions []Position) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fen, _, _ := strings.Cut(lines.Text(), ";")
		p, err := ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		positions = append(positions, p)
	}
	return positions
}

func BenchmarkSyzygyProbe(b *testing.B) {
	s := openSyzygy(b, cmp.Or(os.Getenv("CHESS_SYZYGY"), "testdata/syzygy"), true)
	positions := syzygyPositions(b, cmp.Or(os.Getenv("CHESS_SYZYGY_POSITIONS"), "testdata/syzygy/positions.txt"))
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := s.Probe(&positions[i%len(positions)]); err != nil {
			b.Fatal(err)
		}
	}
}

// TestOpenSyzygy opens directories and lists of them, and refuses what is none.
func TestOpenSyzygy(t *testing.T) {
	const tables, separator, none = "testdata/syzygy", string(os.PathListSeparator), "chess: there are no tables of Syzygy"
	distances, results := syzygyCopy(t, "KQvK.rtbz"), syzygyCopy(t, "KQvK.rtbw")
	strange := t.TempDir()
	for _, name := range []string{"KvK.rtbw", "KvKQ.rtbw", "KQvK.rtbw.part", "QvK.rtbw", "KQQQQQQvK.rtbw", "README"} {
		if err := os.WriteFile(filepath.Join(strange, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		dirs []string
		max  int
		err  string // or a part of it
	}{
		{[]string{tables}, 4, ""},
		{[]string{distances, results}, 3, ""},
		{[]string{distances + separator + results, tables}, 4, ""},
		{[]string{"", separator + tables + separator + separator}, 4, ""},
		{nil, 0, none},
		{[]string{separator}, 0, none},
		{[]string{distances}, 0, none},
		{[]string{tables, strange}, 0, none + " in " + strange},
		{[]string{tables, filepath.Join(strange, "none")}, 0, "chess: "},
		{[]string{"testdata/games.pgn"}, 0, "chess: "},
	} {
		s, err := OpenSyzygy(tt.dirs...)
		if tt.err != "" {
			if err == nil || !strings.HasPrefix(err.Error(), tt.err) {
				t.Errorf("%q: the error %v, want %q", tt.dirs, err, tt.err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%q: %v", tt.dirs, err)
		}
		p := MustParseFEN("8/8/8/8/8/1k6/8/K1Q5 b - - 0 1")
		if truth, err := s.Probe(&p); err != nil || truth.WDL != WDLLoss || s.MaxPieces() != tt.max {
			t.Errorf("%q: %+v, %v, %d pieces, want %d", tt.dirs, truth, err, s.MaxPieces(), tt.max)
		}
		s.Close()
	}
}

// TestSyzygyUnknown names what is missing, without an allocation.
func TestSyzygyUnknown(t *testing.T) {
	s := openSyzygy(t, syzygyCopy(t, "KQvK.rtbw", "KPvKP.rtbw", "KPvK.rtbw"), true)
	for fen, want := range map[string]string{
		"8/8/8/8/8/1k6/8/K1Q5 b - - 0 1":     "there is no file KQvK.rtbz",
		"8/8/8/8/8/1k6/8/K1r5 w - - 0 1":     "there is no file KRvK.rtbw",
		"8/8/8/8/8/1k6/1n6/K1Q5 b - - 0 1":   "there is no file KQvKN.rtbw",
		"8/8/8/8/8/1k6/8/KQRRB3 b - - 0 1":   "it has more pieces than any of its tables",
		"8/8/8/8/8/1k6/8/R3K3 b Q - 0 1":     "a side has the right to castle",
		"8/8/8/8/8/1k6/8/K1Q5 b - - 3+3 0 1": "the game is a variant",
	} {
		p := MustParseFEN(fen)
		_, wdl := s.WDL(&p)
		_, probe := s.Probe(&p)
		want = ErrNotInTablebase.Error() + ": " + want
		if probe == nil || probe.Error() != want || !errors.Is(probe, ErrNotInTablebase) {
			t.Errorf("%s: the error %v, want %s", fen, probe, want)
		}
		if wdl != probe && !(wdl == nil && strings.HasSuffix(want, ".rtbz")) {
			t.Errorf("%s: the error %v for WDL, want %s", fen, wdl, want)
		}
		if n := testing.AllocsPerRun(10, func() { s.WDL(&p); s.Probe(&p) }); n != 0 {
			t.Errorf("%s: %v allocations", fen, n)
		}
	}
	var zero Syzygy
	for _, s := range []*Syzygy{s, &zero} {
		if _, err := s.WDL(new(Position)); !errors.Is(err, ErrNotInTablebase) {
			t.Errorf("the zero Position: %v", err)
		}
	}
	if n := zero.MaxPieces(); n != 0 {
		t.Errorf("the zero Syzygy has %d pieces", n)
	}
}

// TestSyzygyAllocates probes without allocations, and not after Close.
func TestSyzygyAllocates(t *testing.T) {
	s := openSyzygy(t, "testdata/syzygy", true)
	positions := syzygyPositions(t, "testdata/syzygy/positions.txt")[:200]
	probe := func() {
		for i := range positions {
			_, err := s.WDL(&positions[i])
			truth, err2 := s.Probe(&positions[i])
			if err := errors.Join(err, err2); err != nil {
				t.Fatal(truth, err)
			}
		}
	}
	if probe(); testing.AllocsPerRun(3, probe) != 0 && s.endings[positions[0].ending()].results.state.Load().table.file.data != nil {
		t.Error("a probe allocates")
	}
	for range 2 {
		err := s.Close()
		if _, err2 := s.Probe(&positions[0]); err != nil || err2 != errSyzygyClosed {
			t.Errorf("%v, after Close: %v", err, err2)
		}
	}
}

// TestSyzygyPlies reads distances that are in plies, and a map of two bytes a number:
// no table of up to five pieces has such a map.
func TestSyzygyPlies(t *testing.T) {
	won := MustParseFEN("8/8/8/4k3/8/8/8/K1Q5 w - - 0 1")
	probe := func(change func(whole []byte) []byte) ProbeResult {
		t.Helper()
		dir := syzygyCopy(t, "KQvK.rtbw", "KQvK.rtbz")
		name := filepath.Join(dir, "KQvK.rtbz")
		data, err := os.ReadFile(name)
		if err := errors.Join(err, os.WriteFile(name, change(data), 0o666)); err != nil {
			t.Fatal(err)
		}
		truth, err := openSyzygy(t, dir, true).Probe(&won)
		if err != nil {
			t.Fatal(err)
		}
		return truth
	}
	same := func(whole []byte) []byte { return whole }
	const flags = 10 // where they are: after the begin, an order and three pieces, at an even place
	if got := probe(same); got != (ProbeResult{WDL: WDLWin, DTZ: 17, DTZRounded: true}) {
		t.Fatalf("%+v", got)
	}
	plies := func(whole []byte) []byte { whole[flags] |= syzygyWinPlies; return whole }
	if got := probe(plies); got != (ProbeResult{WDL: WDLWin, DTZ: 9}) {
		t.Errorf("in plies: %+v", got)
	}
	for _, wide := range []bool{false, true} {
		mapped := func(whole []byte) []byte {
			f := &syzygyFile{path: "KQvK.rtbz", size: int64(len(whole)), data: whole}
			table, err := readSyzygy(f, mustEnding("KQvK"), syzygyDistances)
			if err != nil {
				t.Fatal(err)
			}
			c := &table.rows[0][0].syzygyCode
			whole[flags] |= syzygyMapped
			changed := append([]byte(nil), whole[:c.spanAt]...)
			for range 4 { // a number n becomes 40 - n
				if wide {
					changed[flags] |= syzygyWideMap
					changed = binary.LittleEndian.AppendUint16(changed, 40)
				} else {
					changed = append(changed, 40)
				}
				for n := range 40 {
					if changed = append(changed, byte(40-n)); wide {
						changed = append(changed, 0)
					}
				}
			}
			changed = append(changed, whole[c.spanAt:c.lengthsAt+2*int64(c.lengths)]...)
			for len(changed)%64 != 0 {
				changed = append(changed, 0)
			}
			return append(changed, whole[c.blocksAt:]...)
		}
		if got := probe(mapped); got != (ProbeResult{WDL: WDLWin, DTZ: 1 + 2*(40-8), DTZRounded: true}) {
			t.Errorf("with a map, wide is %v: %+v", wide, got)
		}
	}
}

// TestSyzygyIndex checks that the placements of pieces get all indexes that there are.
func TestSyzygyIndex(t *testing.T) {
	for _, tt := range []struct {
		pieces []Piece
		places []byte
	}{
		{[]Piece{WhiteKing, WhiteQueen, BlackKing}, []byte{0}},
		{[]Piece{WhitePawn, WhiteKing, BlackKing}, []byte{2}},
		{[]Piece{WhiteKing, WhiteRook, BlackKing, BlackQueen}, []byte{1}},
		{[]Piece{BlackKing, WhiteKing, WhiteKnight, WhiteKnight}, []byte{0}},
		{[]Piece{BlackPawn, BlackPawn, WhiteKing, BlackKing}, []byte{1}},
		{[]Piece{WhitePawn, BlackPawn, WhiteKing, BlackKing}, []byte{2, 0}},
	} {
		if chesstest.Sampled(t) && len(tt.pieces) > 3 {
			continue
		}
		list := make([]byte, len(tt.pieces))
		for i, p := range tt.pieces {
			list[i] = byte(p)
		}
		var rows [4]syzygyIndex
		var seen [4][]bool
		for file := range rows {
			if !rows[file].setOrder(list, file, tt.places) {
				t.Fatalf("%v: the order is refused", tt.pieces)
			}
			seen[file] = make([]bool, rows[file].size)
		}
		var place func(n int, squares squareList, taken uint64)
		place = func(n int, squares squareList, taken uint64) {
			if n == len(list) {
				file, index := placementIndex(&rows, squares)
				if index < rows[file].size {
					seen[file][index] = true
				} else if rows[0].kind != leadKings {
					t.Errorf("%v: the index %d of %d", tt.pieces, index, rows[file].size)
				}
				return
			}
			for sq := range 64 {
				onEdge := sq < 8 || sq >= 56
				again := n > 0 && list[n] == list[n-1] && sq < squares.at(n-1)
				if taken>>sq&1 == 0 && !again && !(onEdge && tt.pieces[n].Type() == Pawn) {
					place(n+1, squares|squareList(sq)<<(8*n), taken|1<<sq)
				}
			}
		}
		place(0, 0, 0)
		for file, seen := range seen {
			for index, ok := range seen {
				if !ok && (file == 0 || rows[0].kind == leadPawns) {
					t.Errorf("%v, file %d: no placement has the index %d of %d", tt.pieces, file, index, len(seen))
					break
				}
			}
		}
	}
}

// placementIndex returns the index of pieces on squares, and of which row.
func placementIndex(rows *[4]syzygyIndex, squares squareList) (file int, index uint64) {
	if rows[0].kind != leadPawns {
		return 0, rows[0].ofPieces(squares)
	}
	var set uint64
	for i := range rows[0].lead {
		set |= 1 << syzygyPawnOrder[squares.at(i)]
	}
	lead, set, mirror := leadPawn(set)
	if mirror {
		squares = squares.mirror(7)
	}
	file = leadFile(lead)
	return file, rows[file].ofPawns(squares, lead, set)
}

// TestSyzygyLeads compares the numbers of leading groups with what is known of them.
func TestSyzygyLeads(t *testing.T) {
	if threeSquares != 31332 || kingPairs != 462 {
		t.Errorf("%d placements of three pieces and %d of two kings, want 31332 and 462", threeSquares, kingPairs)
	}
	for _, tt := range []struct {
		sq   Square
		want int
	}{{A2, 47}, {H2, 46}, {A3, 45}, {B2, 35}, {D7, 1}, {E7, 0}} {
		if got := syzygyPawnOrder[tt.sq]; got != tt.want {
			t.Errorf("the place of %v is %d, want %d", tt.sq, got, tt.want)
		}
	}
}

// TestSyzygyOrders refuses orders that cannot be.
func TestSyzygyOrders(t *testing.T) {
	king, other, pawn, theirs, rook := byte(WhiteKing), byte(BlackKing), byte(WhitePawn), byte(BlackPawn), byte(WhiteRook)
	for _, tt := range []struct {
		pieces, places []byte
		ok             bool
	}{
		{[]byte{king, rook, other}, []byte{0}, true},
		{[]byte{king, rook, other}, []byte{1}, false},                  // there is only one group
		{[]byte{king, rook, rook, other}, []byte{0}, false},            // the kings lead
		{[]byte{rook, rook, king, other}, []byte{0}, false},            // so they stand first
		{[]byte{pawn, theirs, king, other}, []byte{0, 0}, false},       // two groups in one place
		{[]byte{pawn, king, theirs, other}, []byte{0, 1}, false},       // pawns are the second group
		{[]byte{pawn, theirs, king, other}, []byte{3, 15}, false},      // there are four groups
		{[]byte{pawn, theirs, king, other}, []byte{3, 2}, true},        //
		{[]byte{rook, king, other, pawn, theirs}, []byte{0, 1}, false}, // pawns lead
	} {
		var x syzygyIndex
		if ok := x.setOrder(tt.pieces, 0, tt.places); ok != tt.ok {
			t.Errorf("%v in %v: %v", tt.pieces, tt.places, ok)
		}
	}
}

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

// A broken file does not stay open: some systems could not remove it.
func TestSyzygyBrokenFile(t *testing.T) {
	s, err := OpenSyzygy(brokenSyzygy(t))
	if err != nil {
		t.Fatal(err)
	}
	s.open.never = true
	p := MustParseFEN("8/8/8/3k4/8/3K4/3Q4/8 w - - 0 1")
	if _, err := s.WDL(&p); err == nil || len(s.open.files) != 0 {
		t.Errorf("error %v, %d files are open", err, len(s.open.files))
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

package chess

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
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

package chess

import (
	"bufio"
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

func benchmarkSyzygy(b *testing.B, probe func(*Syzygy, *Position) error) {
	dirs, name := os.Getenv("CHESS_SYZYGY"), os.Getenv("CHESS_SYZYGY_POSITIONS")
	if dirs == "" || name == "" {
		dirs, name = "testdata/syzygy", "testdata/syzygy/positions.txt"
	}
	s, err := OpenSyzygy(dirs)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	positions := syzygyPositions(b, name)
	for i := range positions {
		if err := probe(s, &positions[i]); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		probe(s, &positions[i%len(positions)])
	}
}

func BenchmarkSyzygyWDL(b *testing.B) {
	benchmarkSyzygy(b, func(s *Syzygy, p *Position) error { _, err := s.WDL(p); return err })
}

func BenchmarkSyzygyProbe(b *testing.B) {
	benchmarkSyzygy(b, func(s *Syzygy, p *Position) error { _, err := s.Probe(p); return err })
}

// TestOpenSyzygy opens directories and lists of them, and refuses what is none.
func TestOpenSyzygy(t *testing.T) {
	const tables = "testdata/syzygy"
	distances := syzygyCopy(t, "KQvK.rtbz")
	results := syzygyCopy(t, "KQvK.rtbw")
	strange := t.TempDir()
	for _, name := range []string{"KvK.rtbw", "KvKQ.rtbw", "KQvK.rtbw.part", "QvK.rtbw", "KQQQQQQvK.rtbw", "README"} {
		if err := os.WriteFile(filepath.Join(strange, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const separator = string(os.PathListSeparator)
	list := distances + separator + results
	for _, tt := range []struct {
		dirs []string
		max  int
		err  string // or a part of it
	}{
		{[]string{tables}, 4, ""},
		{[]string{distances, results}, 3, ""},
		{[]string{list}, 3, ""},
		{[]string{list, tables}, 4, ""},
		{[]string{"", separator + tables + separator + separator}, 4, ""},
		{nil, 0, "chess: there are no tables of Syzygy"},
		{[]string{""}, 0, "chess: there are no tables of Syzygy"},
		{[]string{separator}, 0, "chess: there are no tables of Syzygy"},
		{[]string{distances}, 0, "chess: there are no tables of Syzygy"},
		{[]string{tables, strange}, 0, "chess: there are no tables of Syzygy in " + strange},
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
			t.Errorf("%q: %v", tt.dirs, err)
			continue
		}
		if s.MaxPieces() != tt.max {
			t.Errorf("%q: %d pieces, want %d", tt.dirs, s.MaxPieces(), tt.max)
		}
		p := MustParseFEN("8/8/8/8/8/1k6/8/K1Q5 b - - 0 1")
		if truth, err := s.Probe(&p); err != nil || truth.WDL != WDLLoss {
			t.Errorf("%q: %+v, %v", tt.dirs, truth, err)
		}
		s.Close()
	}
}

// TestSyzygyUnknown names what is missing, without an allocation.
func TestSyzygyUnknown(t *testing.T) {
	s, err := OpenSyzygy(syzygyCopy(t, "KQvK.rtbw", "KPvKP.rtbw", "KPvK.rtbw"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ fen, wdl, probe string }{
		{"8/8/8/8/8/1k6/8/K1Q5 b - - 0 1", "", "there is no file KQvK.rtbz"},
		{"8/8/8/8/8/1k6/8/K1R5 b - - 0 1", "there is no file KRvK.rtbw", "there is no file KRvK.rtbw"},
		{"8/8/8/8/8/1k6/8/K1r5 w - - 0 1", "there is no file KRvK.rtbw", "there is no file KRvK.rtbw"},
		{"8/8/8/8/8/1k6/1n6/K1Q5 b - - 0 1", "there is no file KQvKN.rtbw", "there is no file KQvKN.rtbw"},
		{"8/8/8/8/8/1k6/8/KQRRB3 b - - 0 1", "it has more pieces than any of its tables", "it has more pieces than any of its tables"},
		{"8/8/8/8/8/1k6/8/R3K3 b Q - 0 1", "a side has the right to castle", "a side has the right to castle"},
		{"8/8/8/8/8/1k6/8/K1Q5 b - - 3+3 0 1", "the game is three-check", "the game is three-check"},
	} {
		p, err := ParseFEN(tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		_, wdl := s.WDL(&p)
		_, probe := s.Probe(&p)
		for _, x := range []struct {
			err  error
			want string
		}{{wdl, tt.wdl}, {probe, tt.probe}} {
			if x.want == "" && x.err == nil {
				continue
			}
			if want := ErrNotInTablebase.Error() + ": " + x.want; x.err == nil || x.err.Error() != want || !errors.Is(x.err, ErrNotInTablebase) {
				t.Errorf("%s: the error %v, want %s", tt.fen, x.err, want)
			}
		}
		if n := testing.AllocsPerRun(10, func() { s.WDL(&p); s.Probe(&p) }); n != 0 {
			t.Errorf("%s: %v allocations", tt.fen, n)
		}
	}
	var p Position
	if _, err := s.WDL(&p); !errors.Is(err, ErrNotInTablebase) {
		t.Errorf("the zero Position: %v", err)
	}
	var zero Syzygy
	if _, err := zero.WDL(&p); !errors.Is(err, ErrNotInTablebase) || zero.MaxPieces() != 0 {
		t.Errorf("the zero Syzygy: %v", err)
	}
}

// TestSyzygyAllocates probes without allocations, and not after Close.
func TestSyzygyAllocates(t *testing.T) {
	s, err := OpenSyzygy("testdata/syzygy")
	if err != nil {
		t.Fatal(err)
	}
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
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if _, err := s.Probe(&positions[0]); err != errSyzygyClosed {
			t.Errorf("after Close: %v", err)
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
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, change(data), 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := OpenSyzygy(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		truth, err := s.Probe(&won)
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
			e, err := ParseEnding("KQvK")
			if err != nil {
				t.Fatal(err)
			}
			table, err := readSyzygy(f, e, syzygyDistances)
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

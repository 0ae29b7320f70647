package chess

import (
	"bufio"
	"os"
	"strings"
	"testing"
)

// syzygyPositions returns the positions of a file of lines that begin with a FEN and a semicolon.
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

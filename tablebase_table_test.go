package chess

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEndingTableProbe probes positions that are known from books.
func TestEndingTableProbe(t *testing.T) {
	for _, tt := range []struct {
		name, ending, fen string
		want              Truth
	}{
		{"mated", "KQvK", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Truth{WDL: WDLLoss, DTZ: -1}},
		{"mated, colours exchanged", "KQvK", "8/8/8/8/8/6k1/6q1/7K w - - 0 1", Truth{WDL: WDLLoss, DTZ: -1}},
		{"stalemate", "KQvK", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Truth{}},
		{"mate in one", "KRvK", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", Truth{WDL: WDLWin, DTZ: 1, DTM: 1}},
		{"the queen is captured", "KQvK", "8/8/8/8/8/8/1Q6/k6K b - - 0 1", Truth{}},
		{"the opposition: White to move", "KPvK", "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", Truth{}},
		{"the opposition: Black to move", "KPvK", "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", Truth{WDL: WDLLoss, DTZ: -4, DTM: -28}},
		{"stalemate in front of a pawn", "KPvK", "4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", Truth{}},
		{"the wrong rook's pawn", "KPvK", "k7/8/1K6/P7/8/8/8/8 w - - 0 1", Truth{}},
		{"promotion to a rook: to a queen is stalemate", "KPvK", "8/k1P5/8/1K6/8/8/8/8 w - - 0 1", Truth{WDL: WDLWin, DTZ: 1, DTM: 7}},
		{"each is lost if it moves", "KPvKP", "8/8/8/4pK2/3kP3/8/8/8 w - - 0 1", Truth{WDL: WDLLoss, DTZ: -2, DTM: -28}},
		{"and the other", "KPvKP", "8/8/8/4pK2/3kP3/8/8/8 b - - 0 1", Truth{WDL: WDLLoss, DTZ: -2, DTM: -30}},
	} {
		p := MustParseFEN(tt.fen)
		if testing.Short() && p.Ending().Pieces() > 3 {
			continue
		}
		table := madeTable(t, tt.ending)
		tt.want.DTMKnown = true
		got, err := table.Probe(&p)
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v %s", tt.name, err, diff)
		}
		if wdl, err := table.WDL(&p); wdl != tt.want.WDL || err != nil {
			t.Errorf("%s: WDL: %v, %v", tt.name, wdl, err)
		}
	}
}

func TestEndingTableProbeErrors(t *testing.T) {
	table := madeTable(t, "KRvK")
	for _, fen := range []string{
		"8/8/8/8/8/8/8/K1k5 w - - 0 1",
		"8/8/8/8/8/8/Q7/K1k5 w - - 0 1",
		"8/8/8/8/8/8/RR6/K2k4 w - - 0 1",
		"4k3/8/8/8/8/8/8/4K2R w K - 0 1",
		"4k3/8/8/8/8/8/8/4K2R w - - 3+3 0 1",
	} {
		p, err := ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if truth, err := table.Probe(&p); !errors.Is(err, ErrNotInTablebase) || truth != (Truth{}) {
			t.Errorf("%s: %v, %v", fen, truth, err)
		}
		if wdl, err := table.WDL(&p); !errors.Is(err, ErrNotInTablebase) || wdl != 0 {
			t.Errorf("%s: %v, %v", fen, wdl, err)
		}
	}
	if _, err := table.Probe(new(Position)); !errors.Is(err, ErrNotInTablebase) {
		t.Errorf("the zero Position: %v", err)
	}
}

// TestEndingTablePositions checks that Positions returns each legal position once, but
// for symmetries.
func TestEndingTablePositions(t *testing.T) {
	for _, name := range []string{"KQvK", "KPvK"} {
		table := madeTable(t, name)
		symmetries := len(symmetric)
		if table.index.pawns > 0 {
			symmetries = 2
		}
		seen := map[Key]bool{}
		count := 0
		for p, truth := range table.Positions() {
			if again, err := table.Probe(&p); again != truth || err != nil {
				t.Fatalf("%s: Positions says %v, and Probe %v, %v", p.FEN(), truth, again, err)
			}
			images := map[Key]bool{}
			for symmetry := range symmetries {
				s := p.Setup()
				image := Setup{Turn: s.Turn, DoublePush: NoSquare}
				for sq, piece := range s.Board {
					image.Board[symmetric[symmetry][sq]] = piece
				}
				q, err := image.Position()
				if err != nil {
					t.Fatal(err)
				}
				if got, err := table.Probe(&q); got != truth || err != nil {
					t.Fatalf("%s: %v, and its image %s: %v, %v", p.FEN(), truth, q.FEN(), got, err)
				}
				images[q.Key()] = true
			}
			for k := range images {
				if seen[k] {
					t.Fatalf("%s comes again", p.FEN())
				}
				seen[k] = true
			}
			count++
		}
		// All legal positions, counted by trying all squares.
		all := 0
		var at placement
		x := table.index
		for at[0] = range NoSquare {
			for at[1] = range NoSquare {
				for at[2] = range NoSquare {
					if at[2].Rank()%7 == 0 && x.pawns > 0 {
						continue
					}
					for side := range Color(2) {
						var p Position
						all += int(oneIf(x.position(&p, &at, side, NoSquare)))
					}
				}
			}
		}
		if len(seen) != all {
			t.Errorf("%s: %d positions with their images, want %d", name, len(seen), all)
		}
		t.Logf("%s: %d of %d", name, count, all)
	}
}

func TestEndingTableAllocates(t *testing.T) {
	table := madeTable(t, "KPvK")
	for _, fen := range []string{
		"8/4k3/8/4K3/4P3/8/8/8 w - - 0 1",
		"8/8/8/4p3/4k3/8/4K3/8 w - - 0 1",
		"8/8/8/4q3/4k3/8/4K3/8 w - - 0 1",
	} {
		p := MustParseFEN(fen)
		if n := testing.AllocsPerRun(20, func() { _, _ = table.Probe(&p) }); n != 0 {
			t.Errorf("%s: Probe allocates %v times", fen, n)
		}
		if n := testing.AllocsPerRun(20, func() { _, _ = table.WDL(&p) }); n != 0 {
			t.Errorf("%s: WDL allocates %v times", fen, n)
		}
	}
}

func BenchmarkEndingTableProbe(b *testing.B) {
	table := madeTable(b, "KPvK")
	p := MustParseFEN("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1")
	for b.Loop() {
		if _, err := table.Probe(&p); err != nil {
			b.Fatal(err)
		}
	}
}

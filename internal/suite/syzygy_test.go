package suite_test

import (
	"bufio"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"
)

// TestSyzygyOracle compares probes with a file of lines such as
//
//	8/8/8/8/8/1k6/8/K1Q5 b - - 0 1;-2;-6
//
// a FEN, python-chess's WDL, and its DTZ or ? if it has no table of distances.
// CHESS_SYZYGY is the directory of the tables, and CHESS_SYZYGY_POSITIONS the file;
// without them it is testdata/syzygy.
func TestSyzygyOracle(t *testing.T) {
	dirs, name := os.Getenv("CHESS_SYZYGY"), os.Getenv("CHESS_SYZYGY_POSITIONS")
	if dirs == "" || name == "" {
		dirs, name = "../../testdata/syzygy", "../../testdata/syzygy/positions.txt"
	}
	s, err := chess.OpenSyzygy(dirs)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	positions, faults := 0, 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		field := strings.Split(lines.Text(), ";")
		if len(field) != 3 {
			continue
		}
		p, err := chess.ParseFEN(field[0])
		if err != nil {
			t.Fatal(err)
		}
		wdl, err := strconv.Atoi(field[1])
		if err != nil {
			t.Fatal(err)
		}
		positions++
		if w, err := s.WDL(&p); err != nil || int(w) != wdl {
			t.Errorf("%s: %d, %v, want %d", field[0], w, err, wdl)
			faults++
		}
		truth, err := s.Probe(&p)
		if field[2] == "?" {
			if err != nil && !errors.Is(err, chess.ErrNotInTablebase) { // of a mate it is known without
				t.Errorf("%s: %+v, %v", field[0], truth, err)
			}
			continue
		}
		dtz, _ := strconv.Atoi(field[2])
		if err != nil || truth.DTZ != dtz || int(truth.WDL) != wdl {
			t.Errorf("%s: %+v, %v, want %d, %d", field[0], truth, err, wdl, dtz)
			faults++
		}
		if faults > 20 {
			t.Fatal("and more")
		}
	}
	t.Logf("%d positions", positions)
}

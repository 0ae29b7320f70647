package suite_test

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// proofTables returns files of Syzygy, and the same tables made here: those in the folder
// that CHESS_SYZYGY names, or a few of the smallest. A sample has only those of three
// pieces. With all files of three and four pieces,
//
//	CHESS_FULL=3 CHESS_SYZYGY=folder go test -count=1 -run TestTablebases -v -timeout 30m ./internal/suite
//
// proves every position of all 35 tables.
func proofTables(t *testing.T) (read *chess.Syzygy, made []*chess.EndingTable) {
	t.Helper()
	dir := cmp.Or(os.Getenv("CHESS_SYZYGY"), "../../testdata/syzygy")
	read, err := chess.OpenSyzygy(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := read.Close(); err != nil {
			t.Error(err)
		}
	})
	for _, e := range slices.Concat(chess.Endings(3), chess.Endings(4)) {
		_, errWDL := os.Stat(filepath.Join(dir, e.String()+".rtbw"))
		_, errDTZ := os.Stat(filepath.Join(dir, e.String()+".rtbz"))
		if errWDL == nil && errDTZ == nil && (e.Pieces() == 3 || !chesstest.Sampled(t)) {
			table, _ := madeTables(t, e.String()).Table(e)
			made = append(made, table)
		}
	}
	if len(made) < 4 {
		t.Fatalf("only %d tables in %s", len(made), dir)
	}
	return read, made
}

// A tablebaseProof compares tables made here with those read, and counts what it meets.
type tablebaseProof struct {
	read *chess.Syzygy
	few  bool // only the few files of testdata
	met  map[string]int
}

func newTablebaseProof(read *chess.Syzygy) *tablebaseProof {
	return &tablebaseProof{read, os.Getenv("CHESS_SYZYGY") == "", map[string]int{}}
}

// compare fails the test unless the truth of p, as made here, is what is read: the same
// result, and a distance to zeroing that is the same or, where the file holds moves, one
// ply more. The distance cannot be read if a pawn may promote and the file of what it
// promotes to is not there, as in testdata.
func (f *tablebaseProof) compare(t *testing.T, p *chess.Position, truth chess.ProbeResult) {
	t.Helper()
	f.met["position"]++
	f.met[truth.WDL.String()]++
	if canCaptureEnPassant(p) {
		f.met["en passant"]++
	}
	wdl, err := f.read.WDL(p)
	if err != nil || wdl != truth.WDL || truth.DTZRounded || !truth.DTMKnown {
		t.Fatalf("%v: made %+v, read %v, %v", p, truth, wdl, err)
	}
	file, err := f.read.Probe(p)
	if f.few && errors.Is(err, chess.ErrNotInTablebase) && promotes(p) {
		f.met["result only"]++
		return
	}
	sign := cmp.Compare(truth.WDL, chess.WDLDraw)
	more := (truth.DTZ - file.DTZ) * sign
	if err != nil || file.WDL != wdl || cmp.Compare(file.DTZ, 0) != sign || more != 0 && (more != 1 || !file.DTZRounded) {
		t.Fatalf("%v: made %+v, read %+v, %v", p, truth, file, err)
	}
	if more > 0 {
		f.met["one more"]++
	}
}

// canCaptureEnPassant reports whether a pawn can be captured en passant.
func canCaptureEnPassant(p *chess.Position) bool { return strings.Fields(p.EPD())[3] != "-" }

// promotes reports whether a side has a pawn on its seventh rank.
func promotes(p *chess.Position) bool {
	for f := range 8 {
		if p.At(chess.SquareAt(f, 6)) == chess.WhitePawn || p.At(chess.SquareAt(f, 1)) == chess.BlackPawn {
			return true
		}
	}
	return false
}

// TestTablebases compares the positions of the tables with the files of Syzygy: all with
// the right to capture en passant, and of the others one in three, in a sample one in thirty.
func TestTablebases(t *testing.T) {
	read, made := proofTables(t)
	step := max(1, 30/chesstest.Sample(t, 10))
	for _, table := range made {
		t.Run(table.Ending().String(), func(t *testing.T) {
			t.Parallel()
			f := newTablebaseProof(read)
			n := 0
			for p, truth := range table.Positions() {
				if n++; n%step == 0 || canCaptureEnPassant(&p) {
					f.compare(t, &p, truth)
				}
			}
			e := table.Ending()
			if both := e.Count(chess.White, chess.Pawn) > 0 && e.Count(chess.Black, chess.Pawn) > 0; both != (f.met["en passant"] > 0) {
				t.Errorf("%d positions with a right to capture en passant", f.met["en passant"])
			}
			if f.met["position"] < n/step || n == 0 {
				t.Errorf("only %d of %d positions", f.met["position"], n)
			}
			t.Logf("%d positions: %v", n, f.met)
		})
	}
}

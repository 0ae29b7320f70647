package suite_test

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-0971039b/chess"
)

// syzygyDir returns the folder with files of Syzygy to compare with, and the endings that
// have both files there: in the environment variable CHESS_SYZYGY, or a few of the
// smallest. With all files of three and four pieces,
//
//	CHESS_SYZYGY=folder go test -count=1 -run TestTablebases -v -timeout 30m ./internal/suite
//
// proves every position of all 35 tables.
func syzygyDir(t *testing.T) (dir string, endings []chess.Ending) {
	t.Helper()
	dir = cmp.Or(os.Getenv("CHESS_SYZYGY"), "../../testdata/syzygy")
	for pieces := 3; pieces <= 4; pieces++ {
		for _, e := range chess.Endings(pieces) {
			_, errWDL := os.Stat(filepath.Join(dir, e.String()+".rtbw"))
			_, errDTZ := os.Stat(filepath.Join(dir, e.String()+".rtbz"))
			if errWDL == nil && errDTZ == nil {
				endings = append(endings, e)
			}
		}
	}
	if len(endings) < 5 {
		t.Fatalf("only %d tables in %s", len(endings), dir)
	}
	return dir, endings
}

// proofTables returns files of Syzygy, and the same tables made here; in a sample only
// those of three pieces.
func proofTables(t *testing.T) (read *chess.Syzygy, made []*chess.EndingTable) {
	t.Helper()
	dir, endings := syzygyDir(t)
	read, err := chess.OpenSyzygy(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := read.Close(); err != nil {
			t.Error(err)
		}
	})
	start := time.Now()
	for _, e := range endings {
		if e.Pieces() == 3 || !sampled() {
			table, _ := madeTables(t, e.String()).Table(e)
			made = append(made, table)
		}
	}
	t.Logf("%d tables made in %v", len(made), time.Since(start).Round(time.Millisecond))
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
// the right to capture en passant, and of the others one in three, in a sample one in
// eleven, or with CHESS_SYZYGY each.
func TestTablebases(t *testing.T) {
	read, made := proofTables(t)
	step := 3
	switch {
	case sampled():
		step = 11
	case os.Getenv("CHESS_SYZYGY") != "":
		step = 1
	}
	for _, table := range made {
		t.Run(table.Ending().String(), func(t *testing.T) {
			t.Parallel()
			f := newTablebaseProof(read)
			n, start := 0, time.Now()
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
			t.Logf("%d positions in %v: %v", n, time.Since(start).Round(time.Millisecond), f.met)
		})
	}
}

// TestTablebasesRandom compares random positions, which are turned and mirrored in all
// ways and have White or Black as the stronger side.
func TestTablebasesRandom(t *testing.T) {
	read, made := proofTables(t)
	f := newTablebaseProof(read)
	r := rand.New(rand.NewPCG(22, 1))
	for _, table := range made {
		for range scale(4000) {
			p := randomEnding(r, table.Ending())
			truth, err := table.Probe(&p)
			if err != nil {
				t.Fatalf("%v: %v", p, err)
			}
			f.compare(t, &p, truth)
		}
	}
	for _, want := range []string{"win", "draw", "loss", "one more"} {
		if f.met[want] == 0 && !(sampled() && want == "one more") { // no file of three pieces is rounded
			t.Errorf("no %s", want)
		}
	}
}

package chess

import (
	"bytes"
	"compress/flate"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// TestEndingTableProbe probes positions that are known from books.
func TestEndingTableProbe(t *testing.T) {
	for _, tt := range []struct {
		name, ending, fen string
		want              ProbeResult
	}{
		{"mated", "KQvK", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", ProbeResult{WDL: WDLLoss, DTZ: -1}},
		{"mated, colours exchanged", "KQvK", "8/8/8/8/8/6k1/6q1/7K w - - 0 1", ProbeResult{WDL: WDLLoss, DTZ: -1}},
		{"stalemate", "KQvK", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ProbeResult{}},
		{"mate in one", "KRvK", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", ProbeResult{WDL: WDLWin, DTZ: 1, DTM: 1}},
		{"the queen is captured", "KQvK", "8/8/8/8/8/8/1Q6/k6K b - - 0 1", ProbeResult{}},
		{"the opposition: White to move", "KPvK", "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", ProbeResult{}},
		{"the opposition: Black to move", "KPvK", "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", ProbeResult{WDL: WDLLoss, DTZ: -4, DTM: -28}},
		{"stalemate in front of a pawn", "KPvK", "4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", ProbeResult{}},
		{"the wrong rook's pawn", "KPvK", "k7/8/1K6/P7/8/8/8/8 w - - 0 1", ProbeResult{}},
		{"promotion to a rook: to a queen is stalemate", "KPvK", "8/k1P5/8/1K6/8/8/8/8 w - - 0 1", ProbeResult{WDL: WDLWin, DTZ: 1, DTM: 7}},
		{"each is lost if it moves", "KPvKP", "8/8/8/4pK2/3kP3/8/8/8 w - - 0 1", ProbeResult{WDL: WDLLoss, DTZ: -2, DTM: -28}},
		{"and the other", "KPvKP", "8/8/8/4pK2/3kP3/8/8/8 b - - 0 1", ProbeResult{WDL: WDLLoss, DTZ: -2, DTM: -30}},
	} {
		p := MustParseFEN(tt.fen)
		if chesstest.Sampled(t) && p.Ending().Pieces() > 3 {
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
	positions := []Position{{}}
	for _, fen := range []string{
		"8/8/8/8/8/8/8/K1k5 w - - 0 1",
		"8/8/8/8/8/8/Q7/K1k5 w - - 0 1",
		"4k3/8/8/8/8/8/8/4K2R w K - 0 1",
		"4k3/8/8/8/8/8/8/4K2R w - - 3+3 0 1",
	} {
		positions = append(positions, MustParseFEN(fen))
	}
	for _, p := range positions {
		if truth, err := table.Probe(&p); !errors.Is(err, ErrNotInTablebase) || truth != (ProbeResult{}) {
			t.Errorf("%v: %v, %v", p, truth, err)
		}
		if wdl, err := table.WDL(&p); !errors.Is(err, ErrNotInTablebase) || wdl != 0 {
			t.Errorf("%v: %v, %v", p, wdl, err)
		}
	}
}

// TestEndingTablePositions checks that Positions returns each legal position once, but
// for symmetries.
func TestEndingTablePositions(t *testing.T) {
	t.Parallel()
	for name, all := range map[string]int{"KQvK": 368_452, "KPvK": 331_352} { // legal positions
		if chesstest.Sampled(t) && name != "KQvK" {
			continue
		}
		table := madeTable(t, name)
		symmetries := len(symmetric)
		if table.index.pawns > 0 {
			symmetries = 2
		}
		seen := map[Key]bool{}
		for p, truth := range table.Positions() {
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
		}
		if len(seen) != all {
			t.Errorf("%s: %d positions with their images, want %d", name, len(seen), all)
		}
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

// emptyTable returns a table in which no position is legal.
func emptyTable(t testing.TB, name string) *EndingTable {
	t.Helper()
	table, err := newEndingTable(mustEnding(name))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// written returns the file of a table.
func written(t testing.TB, table *EndingTable) []byte {
	t.Helper()
	var file bytes.Buffer
	n, err := table.WriteTo(&file)
	if err != nil || n != int64(file.Len()) {
		t.Fatalf("%d bytes of %d, %v", n, file.Len(), err)
	}
	return file.Bytes()
}

// sameTable reports a difference.
func sameTable(t testing.TB, got, want *EndingTable) {
	t.Helper()
	if got.Ending() != want.Ending() {
		t.Errorf("%v, not %v", got.Ending(), want.Ending())
	}
	for c := range Color(2) {
		if !bytes.Equal(got.dtm[c], want.dtm[c]) || !bytes.Equal(got.dtz[c], want.dtz[c]) {
			t.Errorf("%v with %v to move: another table is read", want.Ending(), c)
		}
	}
}

func TestEndingTableFile(t *testing.T) {
	enPassant, random := emptyTable(t, "KPvKP"), emptyTable(t, "KRvK")
	source := rand.NewChaCha8([32]byte{22})
	for c := range Color(2) {
		enPassant.dtm[c][len(enPassant.dtm[c])-1] = 3 + byte(c)
		source.Read(random.dtm[c])
		source.Read(random.dtz[c])
	}
	for _, table := range []*EndingTable{madeTable(t, "KPvK"), madeTable(t, "KNvK"), random, enPassant} {
		file := written(t, table)
		got, err := ReadEndingTable(iotest.HalfReader(iotest.DataErrReader(bytes.NewReader(file))))
		if err != nil {
			t.Fatalf("%v: %v", table.Ending(), err)
		}
		sameTable(t, got, table)
	}
}

// A file that was written once is read for ever.
func TestEndingTableFileFormat(t *testing.T) {
	const name = "testdata/KQvK.ending"
	want := madeTable(t, "KQvK")
	if os.Getenv("CHESS_RECORD") != "" {
		if err := os.WriteFile(name, written(t, want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	stored, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	got, err := ReadEndingTable(bytes.NewReader(stored))
	if err != nil {
		t.Fatal(err)
	}
	sameTable(t, got, want)

	// How well DEFLATE compresses is not part of the format: head and block can be read without it.
	const head = "chessen\x01" + "\x04\x00\x00\x00KQvK" + "\x80\x73\x00\x00" + "\x80\x73\x00\x00"
	if file := string(written(t, want)); file[:len(head)] != head || file[len(head)+4:][:4] != head[len(head)-4:] {
		t.Errorf("%q, not %q", file[:len(head)+8], head)
	}
}

// A file that is cut off, or changed in any byte, is an error.
func TestEndingTableFileFaults(t *testing.T) {
	file := written(t, madeTable(t, "KQvK"))
	broken := errors.New("broken")
	places := make([]int, 100)
	for i := range places {
		places[i] = i
	}
	r := chesstest.Rand(t)
	for range chesstest.Sample(t, 1000) {
		places = append(places, r.IntN(len(file)))
	}
	for _, i := range places {
		if _, err := ReadEndingTable(bytes.NewReader(file[:i])); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%d bytes: %v", i, err)
		}
		if _, err := ReadEndingTable(io.MultiReader(bytes.NewReader(file[:i]), iotest.ErrReader(broken))); !errors.Is(err, broken) {
			t.Errorf("a reader of %d bytes: %v", i, err)
		}
		changed := bytes.Clone(file)
		for _, b := range []byte{0, 1, file[i] ^ 1<<(i%8), 255} {
			if changed[i] = b; b == file[i] {
				continue
			}
			if _, err := ReadEndingTable(bytes.NewReader(changed)); !errors.Is(err, ErrSyntax) && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("byte %d is %d: %v", i, b, err)
			}
		}
	}
	for _, i := range []int{0, 8, 12, 20, 30, 5000, len(file) - 1} {
		if n, err := madeTable(t, "KQvK").WriteTo(&limitedWriter{i}); !errors.Is(err, io.ErrShortWrite) || n != int64(i) {
			t.Errorf("a writer of %d bytes: %d, %v", i, n, err)
		}
	}
	if _, err := ReadEndingTable(io.MultiReader(bytes.NewReader(file), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("a reader that fails at the end: %v", err)
	}
}

// deflated returns p as the data of a block.
func deflated(t testing.TB, p []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(p); errors.Join(err, w.Close()) != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// endingFile returns a file with a head and blocks that may be invalid, and checksums
// that are right.
func endingFile(t testing.TB, ending string, white, black int, blocks ...endingBlock) []byte {
	t.Helper()
	var file bytes.Buffer
	f := summedWriter{w: &file}
	f.write([]byte(endingMagic))
	f.number(uint32(len(ending)))
	f.write([]byte(ending))
	f.number(uint32(white))
	f.number(uint32(black))
	f.checksum()
	for _, b := range blocks {
		f.write(b.appendTo(nil))
		f.checksum()
	}
	if f.err != nil {
		t.Fatal(f.err)
	}
	return file.Bytes()
}

// A file with right checksums may still be invalid.
func TestEndingTableFileChecks(t *testing.T) {
	const n = 462 * 64
	zeros := deflated(t, make([]byte, n))
	right := endingBlock{positions: n, pairs: []byte{0, 0}, data: zeros}
	if _, err := ReadEndingTable(bytes.NewReader(endingFile(t, "KQvK", n, n, right, right))); err != nil {
		t.Fatal(err)
	}
	block := func(change func(*endingBlock)) []byte {
		b := right
		change(&b)
		return endingFile(t, "KQvK", n, n, right, b)
	}
	for _, test := range []struct {
		detail string
		file   []byte
	}{
		{"not the file", []byte("chesstt\x02 and more")},
		{"instead of KQvK", endingFile(t, "KvKQ", n, n, right, right)},
		{"instead of KRBvK", endingFile(t, "KBRvK", n, n, right, right)},
		{"neither a piece", endingFile(t, "KXvK", n, n, right, right)},
		{"Black's pieces are missing", endingFile(t, "", n, n, right, right)},
		{"8 letters", endingFile(t, "KQQQQQvK", n, n, right, right)},
		{"29569 positions of KQvK, not 29568", endingFile(t, "KQvK", n, n+1, right, right)},
		{"29567 positions of KQvK, not 29568", endingFile(t, "KQvK", n-1, n, right, right)},
		{"29568 positions of KQRvK", endingFile(t, "KQRvK", n, n, right, right)},
		{"data after the end", endingFile(t, "KQvK", n, n, right, right, right)},
		{"a block of 0 positions", block(func(b *endingBlock) { b.positions = 0 })},
		{"a block of 29569 positions", block(func(b *endingBlock) { b.positions++ })},
		{"a block of 4294967295 positions", block(func(b *endingBlock) { b.positions = -1 })},
		{"a block of 29567 positions with 1 pairs", block(func(b *endingBlock) { b.positions-- })},
		{"a block with 0 pairs", block(func(b *endingBlock) { b.pairs = nil })},
		{"a block with 257 pairs", block(func(b *endingBlock) { b.pairs = make([]byte, 2*257) })},
		{"0 bytes of data", block(func(b *endingBlock) { b.data = nil })},
		{"20 bytes of data", block(func(b *endingBlock) { b.data = make([]byte, 20) })},
		{"40000 bytes of data", block(func(b *endingBlock) { b.data = make([]byte, 40000) })},
		{"flate: corrupt input", block(func(b *endingBlock) { b.data = bytes.Repeat([]byte{255}, 100) })},
		{"29567 positions in a block of 29568", block(func(b *endingBlock) { b.data = deflated(t, make([]byte, n-1)) })},
		{"data after the end of a block", block(func(b *endingBlock) { b.data = deflated(t, make([]byte, n+1)) })},
		{"data after the end of a block", block(func(b *endingBlock) { b.data = append(slices.Clip(zeros), 0) })},
		{"pair 1 of 1", block(func(b *endingBlock) { b.data = deflated(t, append(make([]byte, n-1), 1)) })},
	} {
		table, err := ReadEndingTable(bytes.NewReader(test.file))
		if table != nil || !errors.Is(err, ErrSyntax) || !strings.Contains(err.Error(), test.detail) {
			t.Errorf("%s: %v", test.detail, err)
		}
	}
}

// What a file says of its size costs no memory before the data is there.
func TestEndingTableFileMemory(t *testing.T) {
	for _, test := range []struct {
		ending string
		n      int
	}{{"KQRBvK", 462 * 64 * 64 * 64}, {"KQvK", 462 * 64}} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := ReadEndingTable(bytes.NewReader(endingFile(t, test.ending, test.n, test.n)))
		runtime.ReadMemStats(&after)
		if bytes := after.TotalAlloc - before.TotalAlloc; !errors.Is(err, io.ErrUnexpectedEOF) || bytes > 4<<20 {
			t.Errorf("%s: %d bytes, %v", test.ending, bytes, err)
		}
	}
}

func FuzzEndingTableFile(f *testing.F) {
	const n = 462 * 64
	file := written(f, madeTable(f, "KQvK"))
	f.Add(file)
	f.Add(append([]byte{0, 0, 5, 4}, deflated(f, make([]byte, n))...))
	position := MustParseFEN("8/8/8/3Q4/8/2K5/8/k7 w - - 0 1")
	f.Fuzz(func(t *testing.T, data []byte) {
		pairs := data[:min(len(data), 4)&^1]
		block := endingBlock{positions: n, pairs: pairs, data: data[len(pairs):]}
		for _, file := range [][]byte{data, endingFile(t, "KQvK", n, n, block, block)} {
			table, err := ReadEndingTable(bytes.NewReader(file))
			if err != nil {
				if table != nil {
					t.Fatalf("a table and %v", err)
				}
				continue
			}
			again, err := ReadEndingTable(bytes.NewReader(written(t, table)))
			if err != nil {
				t.Fatal(err)
			}
			sameTable(t, again, table)
			if table.Ending() == position.Ending() {
				truth, err := table.Probe(&position)
				same, _ := again.Probe(&position)
				if diff := cmp.Diff(truth, same); err != nil || diff != "" {
					t.Fatalf("%v\n%s", err, diff)
				}
			}
		}
	})
}

func BenchmarkReadEndingTable(b *testing.B) {
	table := madeTable(b, "KQvKR")
	file := written(b, table)
	b.SetBytes(table.index.bytes())
	for b.Loop() {
		if _, err := ReadEndingTable(bytes.NewReader(file)); err != nil {
			b.Fatal(err)
		}
	}
}

package chess

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// bookFile returns the file with these records.
func bookFile(records ...polyglotRecord) []byte {
	var data []byte
	for _, r := range records {
		data = r.append(data)
	}
	return data
}

func mustReadBook(t *testing.T, data []byte) *Book {
	t.Helper()
	b, err := ReadBook(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// diffRecords returns how two books differ, or "".
func diffRecords(a, b *Book) string {
	if slices.Equal(a.records, b.records) {
		return "" // a hundred times as fast
	}
	return gocmp.Diff(a.records, b.records, gocmp.AllowUnexported(polyglotRecord{}))
}

// polyglotKeyOf returns the Polyglot key of a position that has one.
func polyglotKeyOf(t *testing.T, fen string) uint64 {
	t.Helper()
	p := MustParseFEN(fen)
	key, ok := p.PolyglotKey()
	if !ok {
		t.Fatalf("%s has no key", fen)
	}
	return key
}

// bookMoves returns the moves of a book for a position as "e2e4:3 d2d4:1".
func bookMoves(b *Book, fen string) string {
	p := MustParseFEN(fen)
	var words []string
	for _, m := range b.Moves(&p) {
		words = append(words, fmt.Sprintf("%s:%d", p.UCI960(m.Move), m.Weight))
	}
	return strings.Join(words, " ")
}

// It is the book of a game of two plies.
func TestGrandmasterBook(t *testing.T) {
	if diff := diffRecords(buildBook(t, new(BookBuilder), "1. e4 e5 *"), GrandmasterBook()); diff != "" {
		t.Error(diff)
	}
}

func TestBookMoves(t *testing.T) {
	const (
		e1h1 = uint16(E1)<<6 | uint16(H1)
		e1a1 = uint16(E1)<<6 | uint16(A1)
		e1g1 = uint16(E1)<<6 | uint16(G1)
		b1a1 = uint16(B1)<<6 | uint16(A1)
		a7a8 = uint16(A7)<<6 | uint16(A8)
	)
	for _, tt := range []struct {
		name, fen string
		moves     []uint16
		want      string
	}{
		{"castling", castlingFEN, []uint16{e1h1, e1a1}, "e1h1:2 e1a1:1"},
		{"castling not written as the king taking its rook", castlingFEN, []uint16{e1g1}, ""},
		{"castling through a piece", "r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1", []uint16{e1a1, e1h1}, "e1h1:1"},
		{"castling without the right", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", []uint16{e1h1, e1a1}, "e1a1:1"},
		{"a rook that takes", "3k4/8/8/8/8/8/8/K3R2r w - - 0 1", []uint16{e1h1}, "e1h1:1"},
		{"Chess960", "4kr2/8/8/8/8/8/8/RK5R w KQ - 0 1", []uint16{b1a1, uint16(B1)<<6 | uint16(H1)}, "b1a1:2"},
		{"promotions", "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
			[]uint16{a7a8 | 4<<12, a7a8 | 1<<12, a7a8, a7a8 | 5<<12, a7a8 | 7<<12, a7a8 | 1<<15}, "a7a8q:6 a7a8n:5"},
		{"a promotion by a move that is none", StartFEN, []uint16{uint16(E2)<<6 | uint16(E4) | 4<<12}, ""},
		{"no move", StartFEN, []uint16{0}, ""},
		{"the other side's move", StartFEN, []uint16{uint16(E7)<<6 | uint16(E5)}, ""},
	} {
		var records []polyglotRecord
		for i, m := range tt.moves {
			records = append(records, polyglotRecord{polyglotKeyOf(t, tt.fen), m, uint16(len(tt.moves) - i), 0})
		}
		if got := bookMoves(mustReadBook(t, bookFile(records...)), tt.fen); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestBookOrder(t *testing.T) {
	key := polyglotKeyOf(t, StartFEN)
	move := func(from, to Square) uint16 { return uint16(from)<<6 | uint16(to) }
	b := mustReadBook(t, bookFile(
		polyglotRecord{0, 0x4050, 0x4740, 0x0a312e30}, // "@PG@\n1.0": the beginning of a header
		polyglotRecord{key, move(E2, E4), 2, 7},
		polyglotRecord{key, move(D2, D4), 0, 8},
		polyglotRecord{key, move(C2, C4), 4, 9},
		polyglotRecord{key, move(E2, E4), 3, 1},
		polyglotRecord{key, move(B2, B4), 4, 2},
	))
	want := []BookMove{
		{mustMove(t, StartFEN, "e2e4"), 5, 7},
		{mustMove(t, StartFEN, "b2b4"), 4, 2},
		{mustMove(t, StartFEN, "c2c4"), 4, 9},
		{mustMove(t, StartFEN, "d2d4"), 0, 8},
	}
	p := StartPosition()
	if diff := gocmp.Diff(want, b.Moves(&p)); diff != "" {
		t.Error(diff)
	}
	if b.Len() != 4 {
		t.Errorf("%d moves, want 4 without the header", b.Len())
	}
	three := MustParseFEN(StartFEN[:len(StartFEN)-4] + " 3+3 0 1")
	for _, other := range []*Position{&three, {}} {
		if moves := b.Moves(other); moves != nil {
			t.Errorf("%v: the book has %v", other, moves)
		}
	}
	if none := new(Book); none.Moves(&p) != nil || none.Len() != 0 {
		t.Errorf("the empty book has %v", none.Moves(&p))
	}
}

func mustMove(t *testing.T, fen, uci string) Move {
	t.Helper()
	p := MustParseFEN(fen)
	return legalMove(t, &p, uci)
}

func TestReadBookRefuses(t *testing.T) {
	two := bookFile(polyglotRecord{1, 2, 3, 4}, polyglotRecord{5, 6, 7, 8})
	for _, tt := range []struct {
		name string
		data []byte
		want string // of the error, or "" for none
	}{
		{"empty", nil, ""},
		{"whole", two, ""},
		{"one byte", two[:1], "it ends within record 1"},
		{"odd length", two[:31], "it ends within record 2"},
		{"half of it out of order", bookFile(polyglotRecord{key: 1 << 63}, polyglotRecord{key: 1}),
			"the keys of 1 of its 2 records are smaller than the ones before"},
		{"a book of Arena", append([]byte("\x03ABK"), make([]byte, 28)...), "a book of Arena (ABK)"},
		{"a book of ChessBase", append([]byte("\x00\x01"), make([]byte, 8190)...), "a book of ChessBase (CTG)"},
		{"text", []byte("[Event \"Some PGN file\"]\n[Site \"?\"]\n\n1. e4 *"), "malformed"},
	} {
		b, err := ReadBook(iotest.OneByteReader(bytes.NewReader(tt.data)))
		switch {
		case tt.want == "" && (err != nil || b.Len() != len(tt.data)/16):
			t.Errorf("%s: %v", tt.name, err)
		case tt.want != "" && (b != nil || !errors.Is(err, ErrSyntax) || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
	if _, err := ReadBook(iotest.TimeoutReader(bytes.NewReader(make([]byte, 1<<17)))); err != iotest.ErrTimeout {
		t.Errorf("an error of the reader comes back as %v", err)
	}
	// A book without end is refused after maxBook bytes.
	if _, err := readBook(endless{}, 1<<16); !errors.Is(err, ErrSyntax) || !strings.Contains(err.Error(), "longer than 65536 bytes") {
		t.Errorf("a book without end: %v", err)
	}
	if b, err := readBook(bytes.NewReader(two), len(two)); err != nil || b.Len() != 2 {
		t.Errorf("a book of the maximal length: %v", err)
	}
}

// Records that are out of order are sorted, and those of the same move merged.
func TestReadBookMends(t *testing.T) {
	var records []polyglotRecord
	for key := range uint64(40) {
		records = append(records, polyglotRecord{1000 + key<<58, 7, 3, 1}, polyglotRecord{1000 + key<<58, 9, 5, 0})
	}
	want, err := ReadBook(bytes.NewReader(bookFile(records...)))
	if err != nil || want.String() != "book of 80 moves" {
		t.Fatal(want, err)
	}
	slices.Reverse(records[60:62])
	mixed := append(slices.Clone(records[10:]), records[:10]...)
	mixed = append(mixed, polyglotRecord{1000, 9, 7, 2})
	want.records[0].weight, want.records[0].learn = 12, 0
	got, err := ReadBook(bytes.NewReader(bookFile(mixed...)))
	if err != nil || got.String() != "book of 80 moves, 2 of them out of order, and 1 more of moves that were there" {
		t.Error(got, err)
	}
	if diff := diffRecords(want, got); diff != "" {
		t.Error(diff)
	}
}

// A book that stays in its file has the moves of the same book in memory.
func TestOpenBook(t *testing.T) {
	rng := chesstest.Rand(t)
	var b BookBuilder
	var positions []Position
	for i := range 20 {
		tree := randomGame(rng, StartPosition()).Tree()
		b.Add(tree)
		p := tree.Start()
		for _, m := range tree.Mainline() {
			positions = append(positions, p)
			p = p.After(m)
		}
		if i == 10 {
			if err := b.Put(&p, p.AppendMoves(nil)[0], 0); err != nil {
				t.Error(err)
			}
		}
	}
	whole := b.Book()
	var data bytes.Buffer
	if _, err := whole.WriteTo(&data); err != nil {
		t.Fatal(err)
	}
	opened, err := OpenBook(bytes.NewReader(data.Bytes()), int64(data.Len()))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, p := range append(positions, MustParseFEN("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), MustParseFEN(StartFEN+" +0+0")) {
		found += len(opened.Moves(&p))
		if diff := gocmp.Diff(whole.Moves(&p), opened.Moves(&p)); diff != "" {
			t.Fatalf("%v: %s", p, diff)
		}
	}
	var again bytes.Buffer
	if _, err := opened.WriteTo(&again); err != nil || !bytes.Equal(again.Bytes(), data.Bytes()) {
		t.Errorf("written again as %d bytes, %v", again.Len(), err)
	}
	if diff := diffRecords(MergeBooks(whole, whole), MergeBooks(opened, whole)); diff != "" {
		t.Error(diff)
	}
	if opened.Len() != whole.Len() || opened.String() != whole.String() || found == 0 {
		t.Errorf("%v and %v, %d moves found", opened, whole, found)
	}

	start := StartPosition()
	key, _ := start.PolyglotKey()
	move := func(uci string) uint16 { return start.polyglotMove(mustMove(t, StartFEN, uci)) }
	twice := bookFile(polyglotRecord{1, 1, 1, 0}, polyglotRecord{key, move("d2d4"), 2, 0}, polyglotRecord{key, move("e2e4"), 1, 0}, polyglotRecord{key, move("e2e4"), 2, 0})
	if opened, err = OpenBook(bytes.NewReader(twice), int64(len(twice))); err != nil || bookMoves(opened, StartFEN) != "e2e4:3 d2d4:2" {
		t.Errorf("a move that is there twice: %s, %v", bookMoves(opened, StartFEN), err)
	}
}

// failingReader is a file that cannot be read from some byte on.
type failingReader struct {
	io.ReaderAt
	from int64
}

func (r failingReader) ReadAt(b []byte, at int64) (int, error) {
	if at+int64(len(b)) > r.from {
		return 0, iotest.ErrTimeout
	}
	return r.ReaderAt.ReadAt(b, at)
}

// failsOnce is a file of which one read fails, after as many as are left.
type failsOnce struct {
	io.ReaderAt
	left int
}

func (r *failsOnce) ReadAt(b []byte, at int64) (int, error) {
	if r.left--; r.left == -1 {
		return 0, iotest.ErrTimeout
	}
	return r.ReaderAt.ReadAt(b, at)
}

func TestOpenBookRefuses(t *testing.T) {
	two := bookFile(polyglotRecord{1, 2, 3, 4}, polyglotRecord{5, 6, 7, 8})
	for _, tt := range []struct {
		name string
		data []byte
		size int64
		want string // of the error, or "" for none
	}{
		{"empty", nil, 0, ""},
		{"whole", two, 32, ""},
		{"odd length", two, 31, "it has 31 bytes"},
		{"negative length", two, -16, "it has -16 bytes"},
		{"shorter than it should be", two, 48, "EOF"},
		{"out of order", bookFile(polyglotRecord{key: 1 << 63}, polyglotRecord{key: 1}), 32, "not sorted"},
		{"a book of Arena", append([]byte("\x03ABK"), make([]byte, 28)...), 32, "a book of Arena (ABK)"},
		{"a book of ChessBase", append([]byte("\x00\x01"), make([]byte, 8190)...), 8192, "a book of ChessBase (CTG)"},
	} {
		b, err := OpenBook(bytes.NewReader(tt.data), tt.size)
		if (err == nil) != (tt.want == "") || err != nil && (b != nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, %v, want %s", tt.name, b, err, tt.want)
		}
	}
	if b, err := OpenBook(failingReader{bytes.NewReader(two), 0}, 32); b != nil || err != iotest.ErrTimeout {
		t.Errorf("a file that cannot be read: %v, %v", b, err)
	}
	// What fails later leaves no moves, and String says so.
	var data bytes.Buffer
	if _, err := GrandmasterBook().WriteTo(&data); err != nil {
		t.Fatal(err)
	}
	r := &failingReader{bytes.NewReader(data.Bytes()), 32}
	b, err := OpenBook(r, 32)
	if err != nil {
		t.Fatal(err)
	}
	// A look-up has all moves or none, whichever read fails.
	var many []polyglotRecord
	start := StartPosition()
	key, _ := start.PolyglotKey()
	for i, m := range start.AppendMoves(nil) {
		many = append(many, polyglotRecord{key, start.polyglotMove(m), uint16(i + 1), 0})
	}
	for n := range 20 {
		fails := &failsOnce{bytes.NewReader(bookFile(many...)), 100}
		b, err := OpenBook(fails, int64(len(many)*polyglotSize))
		if err != nil {
			t.Fatal(err)
		}
		fails.left = n
		if moves := b.Moves(&start); len(moves) != 20 && (moves != nil || b.String() == "book of 20 moves") || len(moves) == 20 && fails.left < 0 {
			t.Errorf("read %d fails: %d moves of %v", n, len(moves), b)
		}
	}
	// A file with too many moves of a position is not read to its end.
	many = slices.Repeat(many[:1], 100_000)
	fails := &failsOnce{bytes.NewReader(bookFile(many...)), 1000}
	if b, err := OpenBook(fails, int64(len(many)*polyglotSize)); err != nil || len(b.Moves(&start)) != 1 || fails.left < 900 {
		t.Errorf("%v, %v, %d reads", b, err, 1000-fails.left)
	}
	r.from = 0
	if got := bookMoves(b, StartFEN); got != "" || b.String() != "book of 2 moves, which cannot be read: timeout" {
		t.Errorf("%q of %v", got, b)
	}
	if _, err := b.WriteTo(io.Discard); err != iotest.ErrTimeout {
		t.Errorf("written with %v", err)
	}
	if merged := MergeBooks(b, GrandmasterBook()); merged.Len() != 2 {
		t.Errorf("merged to %v", merged)
	}
}

// endless is a reader of ones.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 1
	}
	return len(b), nil
}

// randomBook returns a book with a few moves for each of some keys.
func randomBook(rng *rand.Rand, keys int) *Book {
	b := &Book{}
	sorted := make([]uint64, keys)
	for i := range sorted {
		sorted[i] = rng.Uint64N(4 * uint64(keys)) // so that books have keys in common
	}
	slices.Sort(sorted)
	for _, key := range slices.Compact(sorted) {
		var moves []weightedMove
		for range 1 + rng.IntN(5) {
			moves = append(moves, weightedMove{uint16(rng.IntN(8)), rng.Uint32(), uint64(rng.IntN(20))})
		}
		b.add(key, moves)
	}
	return b
}

func TestBookWriteToFails(t *testing.T) {
	b := &Book{records: make([]polyglotRecord, 10_000)}
	if n, err := b.WriteTo(&limitedWriter{left: 100_000}); n != 100_000 || err != io.ErrShortWrite {
		t.Errorf("%d bytes, %v", n, err)
	}
}

// limitedWriter is a writer that fails after left bytes.
type limitedWriter struct{ left int }

func (w *limitedWriter) Write(b []byte) (int, error) {
	n := min(len(b), w.left)
	w.left -= n
	if n < len(b) {
		return n, io.ErrShortWrite
	}
	return n, nil
}

func TestBookWeights(t *testing.T) {
	for _, tt := range []struct {
		weights []uint64 // of different moves
		want    []uint16
	}{
		{[]uint64{1, 0, 3}, []uint16{3, 1, 0}},
		{[]uint64{65535, 1}, []uint16{65535, 1}},
		{[]uint64{131070, 2, 20, 0}, []uint16{65535, 10, 1, 0}},
		{[]uint64{1 << 42, 1 << 41, 1}, []uint16{65535, 32767, 1}},
	} {
		var b Book
		var moves []weightedMove
		for i, w := range tt.weights {
			moves = append(moves, weightedMove{move: uint16(i), weight: w})
		}
		b.add(1, moves)
		var got []uint16
		for _, r := range b.records {
			got = append(got, r.weight)
		}
		if diff := gocmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%d: %s", tt.weights, diff)
		}
	}
}

func TestBookChoose(t *testing.T) {
	weights := map[string]int{"e2e4": 6, "d2d4": 3, "c2c4": 1, "a2a4": 0}
	p := StartPosition()
	var builder BookBuilder
	for uci, w := range weights {
		if err := builder.Put(&p, mustMove(t, StartFEN, uci), w); err != nil {
			t.Fatal(err)
		}
	}
	b := builder.Book()
	count := map[string]int{}
	rng := rand.New(rand.NewPCG(1, chesstest.Seed()))
	for range 10_000 {
		m, _ := b.Choose(&p, rng)
		count[m.String()]++
	}
	for uci, w := range weights {
		// Four standard deviations, at most 200 of 10,000.
		if got := count[uci]; got < 1000*w-200 || got > 1000*w+200 || w == 0 && got > 0 {
			t.Errorf("%s with weight %d of 10 chosen %d times of 10,000", uci, w, got)
		}
	}
	for range 100 {
		m, ok := b.Choose(&p, rng, func(m BookMove) bool { return m.Weight >= 3 }, func(m BookMove) bool { return p.UCI(m.Move) != "e2e4" })
		if p.UCI(m) != "d2d4" || !ok {
			t.Fatalf("chose %v", m)
		}
	}
	if _, ok := b.Choose(&p, rng, nil); !ok {
		t.Error("chose nothing among all")
	}
	if m, ok := b.Choose(&p, rng, func(m BookMove) bool { return m.Weight > 6 }); ok {
		t.Errorf("chose %v of none", m)
	}
	for i := range b.records {
		b.records[i].weight = 0
	}
	for _, b := range []*Book{b, {}} {
		if m, ok := b.Choose(&p, rng); ok {
			t.Errorf("chose %v from a book without weights", m)
		}
	}
}

func TestMergeBooks(t *testing.T) {
	a := mustReadBook(t, bookFile(
		polyglotRecord{1, 10, 5, 100}, polyglotRecord{1, 11, 60_000, 101}, polyglotRecord{3, 10, 1, 102}, polyglotRecord{7, 1, 0, 103}))
	b := mustReadBook(t, bookFile(
		polyglotRecord{1, 11, 40_000, 200}, polyglotRecord{1, 12, 1, 201}, polyglotRecord{2, 10, 4, 202}, polyglotRecord{3, 10, 9, 203}))
	want := []polyglotRecord{
		{1, 11, 65_535, 101}, {1, 10, 3, 100}, {1, 12, 1, 201}, {2, 10, 4, 202}, {3, 10, 10, 102}, {7, 1, 0, 103},
	}
	if diff := diffRecords(&Book{records: want}, MergeBooks(a, b)); diff != "" {
		t.Error(diff)
	}
	if MergeBooks().Len() != 0 || MergeBooks(&Book{}, &Book{}).Len() != 0 {
		t.Error("merging empty books does not give an empty book")
	}

	// Compare with a simple implementation.
	rng := chesstest.Rand(t)
	for range 50 {
		books := make([]*Book, rng.IntN(5))
		sums := map[polyglotRecord]polyglotRecord{} // by key and move
		for i := range books {
			books[i] = randomBook(rng, rng.IntN(50))
			for _, r := range books[i].records {
				at := polyglotRecord{key: r.key, move: r.move}
				if sum, ok := sums[at]; ok {
					r.weight, r.learn = r.weight+sum.weight, sum.learn
				}
				sums[at] = r
			}
		}
		merged := MergeBooks(books...)
		if diff := diffRecords(bookOf(sums), merged); diff != "" {
			t.Fatal(diff)
		}
		var file bytes.Buffer
		n, err := merged.WriteTo(&file)
		if err != nil || n != int64(16*merged.Len()) {
			t.Fatalf("%d moves: %d bytes, %v", merged.Len(), n, err)
		}
		if diff := diffRecords(merged, mustReadBook(t, file.Bytes())); diff != "" {
			t.Fatal(diff)
		}
	}
}

// bookOf returns the book with these records, in order.
func bookOf(records map[polyglotRecord]polyglotRecord) *Book {
	return &Book{records: slices.SortedFunc(maps.Values(records), func(x, y polyglotRecord) int {
		return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(y.weight, x.weight), cmp.Compare(x.move, y.move))
	})}
}

func FuzzReadBook(f *testing.F) {
	var small bytes.Buffer
	if _, err := GrandmasterBook().WriteTo(&small); err != nil {
		f.Fatal(err)
	}
	f.Add(small.Bytes())
	f.Add(small.Bytes()[:20])
	f.Add([]byte("0000000000000000"))
	e4 := uint16(E2)<<6 | uint16(E4)
	f.Add(bookFile(polyglotRecord{0, 1, 2, 3}, polyglotRecord{1, e4, 65535, 1}, polyglotRecord{1, 0o0625, 0, 2}, polyglotRecord{1, e4, 65535, 3}))
	rng := rand.New(rand.NewPCG(1, chesstest.Seed()))
	p := StartPosition()
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := ReadBook(bytes.NewReader(data))
		if err != nil {
			if !errors.Is(err, ErrSyntax) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("%v", err)
			}
			return
		}
		if len(data)%16 != 0 || b.Len() > len(data)/16 {
			t.Fatalf("%d moves in %d bytes", b.Len(), len(data))
		}
		for i, r := range b.records {
			if i > 0 && cmp.Compare(b.records[i-1].key, r.key) > 0 || r.key == 0 {
				t.Fatalf("record %d: %v after %v", i, r, b.records[max(0, i-1)])
			}
		}
		var file bytes.Buffer
		if _, err := b.WriteTo(&file); err != nil {
			t.Fatal(err)
		}
		if diff := diffRecords(b, mustReadBook(t, file.Bytes())); diff != "" {
			t.Fatal(diff)
		}
		// Look up the same records for a position of chess.
		key, _ := p.PolyglotKey()
		for i := range b.records {
			b.records[i].key = key
		}
		for _, m := range b.Moves(&p) {
			if !p.Legal(m.Move) {
				t.Fatalf("%v is not legal", m)
			}
		}
		if m, ok := b.Choose(&p, rng); ok && !p.Legal(m) {
			t.Fatalf("%v is not legal", m)
		}
	})
}

// plainSearcher plays the first legal move and has no optional interfaces.
type plainSearcher struct{ calls int }

func (s *plainSearcher) Search(_ context.Context, g *Game, _ Limits) (Result, error) {
	s.calls++
	if o := g.Outcome(); o.Reason != unterminated {
		return Result{}, fmt.Errorf("%w: %v", ErrGameOver, o.Reason)
	}
	return Result{Move: g.current().AppendMoves(nil)[0], Depth: 1}, nil
}

// configurableSearcher is also Configurable and a Forgetter.
type configurableSearcher struct {
	plainSearcher
	set       []string
	forgotten int
}

func (s *configurableSearcher) Options() []Option {
	return []Option{{Name: "ownbook", Kind: stringOption}, {Name: "Hash", Kind: spinOption, Value: "16", Max: 1024}}
}

func (s *configurableSearcher) SetOption(name, value string) error {
	s.set = append(s.set, name+"="+value)
	return nil
}

func (s *configurableSearcher) Forget() { s.forgotten++ }

var (
	_ Configurable = (*BookSearcher)(nil)
	_ Forgetter    = (*BookSearcher)(nil)
)

const searcherGames = `
1. e4 e5 2. Nf3 Nc6 1/2-1/2
1. e4 e5 2. Nf3 Nf6 1-0
1. e4 c5 2. Nf3 1-0
1. d4 d5 1/2-1/2
1. d4 d5 1/2-1/2
1. c4 1/2-1/2`

func TestBookSearcher(t *testing.T) {
	book := buildBook(t, new(BookBuilder), searcherGames)
	move := func(uci string) Move { return mustMove(t, StartFEN, uci) }
	for _, tt := range []struct {
		name    string
		limits  Limits
		options []string // set to true, after a minus to false, or to what follows "="
		played  []string // the moves of the game
		want    []string // what the book may play; nil if the other Searcher must
	}{
		{"depth", Limits{Depth: 3}, nil, nil, []string{"e2e4", "d2d4", "c2c4"}},
		{"nodes", Limits{Nodes: 3}, nil, nil, []string{"e2e4", "d2d4", "c2c4"}},
		{"time", Limits{Time: time.Second}, nil, nil, []string{"e2e4", "d2d4", "c2c4"}},
		{"clock", Limits{Clock: Clock{Left: [2]time.Duration{1, 1}}}, nil, nil, []string{"e2e4", "d2d4", "c2c4"}},
		{"one line", Limits{Depth: 3, MultiPV: 1}, nil, nil, []string{"e2e4", "d2d4", "c2c4"}},
		{"pondering", Limits{Depth: 3, Ponder: make(chan Clock)}, nil, nil, []string{"e2e4", "d2d4", "c2c4"}},
		{"the best", Limits{Depth: 3}, []string{"BestBookMove"}, nil, []string{"e2e4"}},
		{"some moves", Limits{Depth: 3, SearchMoves: []Move{move("c2c4"), move("d2d4"), move("a2a3")}}, nil, nil, []string{"d2d4", "c2c4"}},
		{"the best of some", Limits{Depth: 3, SearchMoves: []Move{move("c2c4"), move("d2d4")}}, []string{"bestbookmove"}, nil, []string{"d2d4"}},
		{"those of some weight", Limits{Depth: 3}, []string{"MinBookWeight=2"}, nil, []string{"e2e4", "d2d4"}},
		{"later", Limits{Depth: 3}, nil, []string{"e2e4", "e7e5"}, []string{"g1f3"}},

		{"no limit", Limits{}, nil, nil, nil},
		{"pondering without a limit", Limits{Ponder: make(chan Clock)}, nil, nil, nil},
		{"mate", Limits{Depth: 3, Mate: 2}, nil, nil, nil},
		{"two lines", Limits{Depth: 3, MultiPV: 2}, nil, nil, nil},
		{"other moves", Limits{Depth: 3, SearchMoves: []Move{move("a2a3")}}, nil, nil, nil},
		{"switched off", Limits{Depth: 3}, []string{"-OWNBOOK"}, nil, nil},
		{"out of book", Limits{Depth: 3}, nil, []string{"a2a3"}, nil},
		{"past the end", Limits{Depth: 3}, nil, []string{"e2e4", "e7e5", "g1f3", "b8c6"}, nil},
	} {
		next := &plainSearcher{}
		s := NewBookSearcher(book, next, 1)
		for _, name := range tt.options {
			name, value, ok := strings.Cut(name, "=")
			switch {
			case name[0] == '-':
				name, value = name[1:], "false"
			case !ok:
				value = "true"
			}
			if err := s.SetOption(name, value); err != nil {
				t.Fatal(err)
			}
		}
		g := new(Game)
		if err := g.PlayUCI(tt.played...); err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for range 200 {
			r, err := s.Search(t.Context(), g, tt.limits)
			if err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			if next.calls > 0 {
				break
			}
			seen[r.Move.String()] = true
			if r.PV[0] != r.Move || !slices.Equal(r.PV, r.Lines[0].PV) || len(r.Lines) != 1 || r.Depth != 0 || r.Score != 0 {
				t.Errorf("%s: %+v", tt.name, r)
			}
		}
		if diff := gocmp.Diff(tt.want, slices.Sorted(maps.Keys(seen)), sorted); diff != "" || next.calls > 0 != (tt.want == nil) {
			t.Errorf("%s: %d calls; played (-want +got):\n%s", tt.name, next.calls, diff)
		}
	}
}

// Before a Searcher that limits itself, a search without limits is no analysis. The book
// plays no move in a game that is over.
func TestBookSearcherAnswer(t *testing.T) {
	s := NewBookSearcher(buildBook(t, new(BookBuilder), searcherGames), NewRandomMover(), 1)
	if err := s.SetOption("BestBookMove", "true"); err != nil || !s.LimitsItself() {
		t.Fatalf("%v, limits itself: %v", err, s.LimitsItself())
	}
	var g Game
	for _, want := range []string{"e2e4 e7e5 [e2e4 e7e5]", "g1f3 0000 [g1f3]"} {
		r, err := s.Search(t.Context(), &g, Limits{})
		if got := fmt.Sprint(r.Move, r.Ponder, r.PV); err != nil || got != want {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
		if err := g.PlayUCI("e2e4", "c7c5"); g.Len() != 2 {
			t.Fatal(err)
		}
	}
	g = Game{}
	if err := g.End(WinBy(White, Resignation)); err != nil {
		t.Fatal(err)
	}
	if r, err := s.Search(t.Context(), &g, Limits{}); !errors.Is(err, ErrGameOver) {
		t.Errorf("%v, %v", r.Move, err)
	}
}

// With the same seed it plays the same games, with another seed others; also where the
// other Searcher plays.
func TestBookSearcherSeeder(t *testing.T) {
	s := NewBookSearcher(buildBook(t, new(BookBuilder), searcherGames), NewRandomMover(), 1)
	play := func(p Position, seed uint64) (moves []Move) {
		s.Seed(seed)
		for range 50 {
			s.Forget()
			r, err := s.Search(t.Context(), NewGame(p), Limits{})
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, r.Move)
		}
		return moves
	}
	for _, p := range []Position{StartPosition(), MustParseFEN("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")} {
		one := play(p, 1)
		if slices.Equal(one, play(p, 2)) || !slices.Equal(one, play(p, 1)) {
			t.Errorf("%v: the seed does not determine the moves", p)
		}
		if len(slices.Compact(one)) < 5 {
			t.Errorf("after Forget the moves are always the same: %v", one)
		}
	}
}

func TestBookSearcherOptions(t *testing.T) {
	next := &configurableSearcher{}
	s := NewBookSearcher(GrandmasterBook(), next, 1)
	options := func(own, best string) []Option {
		return []Option{{Name: "OwnBook", Kind: checkOption, Value: own}, {Name: "BestBookMove", Kind: checkOption, Value: best}, {Name: "MinBookWeight", Kind: spinOption, Value: "1", Min: 1, Max: 65535}}
	}
	want := append(options("true", "false"), Option{Name: "Hash", Kind: spinOption, Value: "16", Max: 1024})
	if diff := gocmp.Diff(want, s.Options()); diff != "" {
		t.Error(diff)
	}
	for _, o := range [][2]string{{"hash", "32"}, {"ownBook", "false"}, {"BestBookMove", "true"}, {"else", ""}} {
		if err := s.SetOption(o[0], o[1]); err != nil {
			t.Error(err)
		}
	}
	if diff := gocmp.Diff([]string{"hash=32", "else="}, next.set); diff != "" {
		t.Error(diff)
	}
	if err := s.SetOption("OwnBook", "maybe"); err == nil {
		t.Error("OwnBook was set to maybe")
	}
	if diff := gocmp.Diff(options("false", "true"), s.Options()[:3]); diff != "" {
		t.Error(diff)
	}
	if s.Forget(); next.forgotten != 1 {
		t.Errorf("forgotten %d times", next.forgotten)
	}

	// A Searcher that is not Configurable adds no options.
	s = NewBookSearcher(GrandmasterBook(), &plainSearcher{}, 1)
	s.Forget()
	if err := s.SetOption("Hash", "16"); err == nil || len(s.Options()) != 3 {
		t.Errorf("%v, options %v", err, s.Options())
	}
}

// buildBook returns the book of the games in a PGN text.
func buildBook(t *testing.T, b *BookBuilder, pgn string) *Book {
	t.Helper()
	for game, err := range NewPGNReader(strings.NewReader(pgn)).All() {
		if err != nil {
			t.Fatal(err)
		}
		b.Add(game)
	}
	return b.Book()
}

func TestBookBuilder(t *testing.T) {
	const games = `
1. e4 e5 2. Nf3 1-0
1. e4 e5 2. f4 (2. d4 exd4) 0-1
1. e4 c5 1/2-1/2
1. d4 d5 0-1
1. Nf3 d5 2. d4 *
1. e4 -- 2. d4 1-0`
	const (
		afterE4   = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
		afterE4E5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
		afterNf3  = "rnbqkbnr/ppp1pppp/8/3p4/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2"
	)
	for _, tt := range []struct {
		name    string
		builder *BookBuilder
		pgn     string
		want    map[string]string // by FEN
		length  int
	}{
		{"points", &BookBuilder{}, games, map[string]string{
			StartFEN: "e2e4:5 g1f3:1", afterE4: "e7e5:2 c7c5:1", afterE4E5: "g1f3:2", afterNf3: "d2d4:1",
		}, 8},
		{"two plies", &BookBuilder{Plies: 2}, games, map[string]string{
			StartFEN: "e2e4:5 g1f3:1", afterE4: "e7e5:2 c7c5:1", afterE4E5: "", afterNf3: "",
		}, 6},
		{"two games", &BookBuilder{MinGames: 2}, games, map[string]string{StartFEN: "e2e4:5", afterE4: "e7e5:2", afterE4E5: ""}, 2},
		{"Black begins", &BookBuilder{}, "[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 0 1\"]\n1... Ke7 2. O-O-O 0-1",
			map[string]string{"4k3/8/8/8/8/8/8/R3K3 b Q - 0 1": "e8e7:2"}, 1},
		{"a move that is repeated", &BookBuilder{MinGames: 2}, "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 1-0",
			map[string]string{StartFEN: "g1f3:4"}, 1},
		{"Chess960", &BookBuilder{}, "[Variant \"Chess960\"]\n[FEN \"1r2k3/8/8/8/8/8/8/R1K5 w Q - 0 1\"]\n1. O-O-O Ra8 1-0",
			map[string]string{"1r2k3/8/8/8/8/8/8/R1K5 w Q - 0 1": "c1a1:2"}, 1},
		{"Chess960, with an inner rook", &BookBuilder{},
			"[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/RRK5 w B - 0 1\"]\n1. Kd2 Ke7 1/2-1/2",
			map[string]string{"4k3/8/8/8/8/8/3K4/RR6 b - - 1 1": "e8e7:1"}, 1},
		{"three-check", &BookBuilder{}, "[Variant \"3check\"]\n1. e4 e5 1-0", map[string]string{StartFEN: ""}, 0},
	} {
		b := buildBook(t, tt.builder, tt.pgn)
		got := map[string]string{}
		for fen := range tt.want {
			got[fen] = bookMoves(b, fen)
		}
		if diff := gocmp.Diff(tt.want, got); diff != "" || b.Len() != tt.length || tt.builder.Collisions() != 0 {
			t.Errorf("%s: %d moves, want %d; %d collisions\n%s", tt.name, b.Len(), tt.length, tt.builder.Collisions(), diff)
		}
	}
}

// Two positions with the same Polyglot key, in which the same moves are legal.
const (
	sameKeyFEN  = "3K4/3pB3/B1p5/5q2/1P1rn3/n1p5/3q1kP1/8 w - - 0 1"
	otherKeyFEN = "bN1Kb3/8/8/PP6/b4B1B/1p2PnpP/p1P2k2/2N1nN2 w - - 0 1"
)

// Their moves are not mixed. A reader cannot tell the positions apart.
func TestBookBuilderCollision(t *testing.T) {
	game := func(fen, move string) string { return fmt.Sprintf("[FEN %q]\n1. %s 1-0\n\n", fen, move) }
	for pgn, want := range map[string]string{
		game(sameKeyFEN, "Kc7") + game(otherKeyFEN, "Ke7") + game(otherKeyFEN, "Kc8"):                           "d8c7:2",
		game(otherKeyFEN, "Kc8") + game(sameKeyFEN, "Kc7") + game(otherKeyFEN, "Kc8") + game(sameKeyFEN, "Ke8"): "d8c8:4",
	} {
		builder := &BookBuilder{}
		b := buildBook(t, builder, pgn)
		if one, other := bookMoves(b, sameKeyFEN), bookMoves(b, otherKeyFEN); one != want || other != want || builder.Collisions() != 2 {
			t.Errorf("%s and %s, want %s; %d collisions, want 2", one, other, want, builder.Collisions())
		}
	}
}

// A move that is put has its weight whatever the games say, before and after it, and
// the other moves have theirs.
func TestBookBuilderPut(t *testing.T) {
	const (
		castles  = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
		promotes = "8/P7/8/8/8/8/k6K/8 w - - 0 1"
	)
	b := BookBuilder{MinGames: 2}
	put := func(fen, uci string, weight int) error {
		p := Position{}
		if fen != "" {
			p = MustParseFEN(fen)
		}
		m, err := ParseUCI(uci) // from text alone
		if err != nil {
			t.Fatal(err)
		}
		return b.Put(&p, m, weight)
	}
	err := errors.Join(put(StartFEN, "g1f3", 7), put(StartFEN, "a2a3", 0))
	buildBook(t, &b, "1. e4 1-0\n\n1. e4 1-0\n\n1. d4 1-0\n\n1. Nf3 1-0\n\n1. a3 1-0\n\n1. Nc3 1-0\n\n")
	err = errors.Join(err, put(StartFEN, "b1c3", 3), put(StartFEN, "e2e4", 9), put(StartFEN, "e2e4", 5),
		put(castles, "e1g1", 1), put(castles, "e1c1", 65535), put(promotes, "a7a8n", 2), put(sameKeyFEN, "d8c7", 1))
	if err != nil {
		t.Error(err)
	}
	before := b.Book()
	for fen, want := range map[string]string{
		StartFEN: "g1f3:7 e2e4:5 b1c3:3 a2a3:0", castles: "e1a1:65535 e1h1:1", promotes: "a7a8n:2",
	} {
		if got := bookMoves(before, fen); got != want {
			t.Errorf("%s has %s, want %s", fen, got, want)
		}
	}

	// What is refused changes nothing.
	for _, tt := range []struct {
		fen, uci string
		weight   int
		want     error
	}{
		{StartFEN, "e2e5", 1, ErrIllegal},
		{StartFEN, "0000", 1, ErrIllegal},
		{StartFEN, "e2e4", -1, nil},
		{StartFEN, "e2e4", 65536, nil},
		{StartFEN + " +0+0", "e2e4", 1, errNoBookKey},
		{"4k3/8/8/8/8/8/8/RRK5 w B - 0 1", "c1d2", 1, errNoBookKey},
		{otherKeyFEN, "d8e7", 1, errSameKey},
		{"", "e2e4", 1, ErrIllegal},
	} {
		if err := put(tt.fen, tt.uci, tt.weight); err == nil || tt.want != nil && !errors.Is(err, tt.want) {
			t.Errorf("%q %s: %v", tt.fen, tt.uci, err)
		}
	}
	if diff := diffRecords(before, b.Book()); diff != "" || b.Collisions() != 0 {
		t.Errorf("%s, %d collisions", diff, b.Collisions())
	}

	// Too many points of another move scale the weight down.
	for i := range b.played {
		b.played[i].points *= 10_000
	}
	if err := put(StartFEN, "d2d4", 9); err != nil {
		t.Error(err)
	}
	if got := bookMoves(b.Book(), StartFEN); got != "g1f3:65535 e2e4:46810 b1c3:28086 d2d4:8 a2a3:0" {
		t.Errorf("scaled down: %s", got)
	}
}

// TestSlowBookBuilder compares the book of many games with a simple implementation
// by a map.
func TestSlowBookBuilder(t *testing.T) {
	rng := chesstest.Rand(t)
	for range chesstest.Sample(t, 40) {
		builder := BookBuilder{Plies: rng.IntN(40), MinGames: rng.IntN(4)}
		games, points := map[polyglotRecord]int{}, map[polyglotRecord]polyglotRecord{} // by key and move
		for range 100 {
			var game Game
			result := rng.IntN(3)
			for ply := range 40 {
				moves := game.LegalMoves()
				if len(moves) == 0 {
					break
				}
				p, m := game.Position(), moves[rng.IntN(min(len(moves), 2+ply))]
				if builder.Plies == 0 || ply < builder.Plies {
					key, _ := slowPolyglotKey(p.FEN())
					at := polyglotRecord{key: key, move: p.polyglotMove(m)}
					games[at]++
					r := points[at]
					r.key, r.move = at.key, at.move
					r.weight += [2]uint16{uint16(2 - result), uint16(result)}[p.Turn()]
					points[at] = r
				}
				if err := game.Continue(m); err != nil {
					t.Fatal(err)
				}
			}
			tree := game.Tree()
			if err := tree.SetTag("Result", [3]string{"1-0", "1/2-1/2", "0-1"}[result]); err != nil {
				t.Fatal(err)
			}
			builder.Add(tree)
		}
		maps.DeleteFunc(points, func(at, r polyglotRecord) bool { return games[at] < builder.MinGames || r.weight == 0 })
		if diff := diffRecords(bookOf(points), builder.Book()); diff != "" {
			t.Fatalf("%d plies, %d games: %s", builder.Plies, builder.MinGames, diff)
		}
	}
}

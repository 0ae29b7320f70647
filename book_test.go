package chess

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	gocmp "github.com/google/go-cmp/cmp"
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

func TestGrandmasterBook(t *testing.T) {
	b := GrandmasterBook()
	if b.Len() != 2 {
		t.Errorf("%d moves", b.Len())
	}
	p := StartPosition()
	for _, want := range []string{"e4", "e5"} {
		moves := b.Moves(&p)
		if len(moves) != 1 || p.SAN(moves[0].Move) != want || moves[0].Weight != 1 {
			t.Fatalf("%s: %v, want %s", p, moves, want)
		}
		p = p.After(moves[0].Move)
	}
	for _, fen := range []string{
		p.FEN(),
		"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1",
	} {
		p := MustParseFEN(fen)
		if moves := b.Moves(&p); moves != nil {
			t.Errorf("%s: %v", p, moves)
		}
	}
	// It is the book of a game of two plies.
	game, err := ParsePGN("1. e4 e5 *")
	if err != nil {
		t.Fatal(err)
	}
	var builder BookBuilder
	builder.Add(game)
	if diff := diffRecords(b, builder.Book()); diff != "" {
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
		{"Chess960, rook beside the king", "4k3/8/8/8/8/8/8/RK6 w Q - 0 1", []uint16{b1a1}, "b1a1:1"},
		{"promotions", "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
			[]uint16{a7a8 | 4<<12, a7a8 | 1<<12, a7a8, a7a8 | 5<<12, a7a8 | 7<<12, a7a8 | 1<<15}, "a7a8q:6 a7a8n:5"},
		{"a promotion by a move that is none", StartFEN, []uint16{uint16(E2)<<6 | uint16(E4) | 4<<12}, ""},
		{"no move", StartFEN, []uint16{0}, ""},
		{"the other side's move", StartFEN, []uint16{uint16(E7)<<6 | uint16(E5)}, ""},
		{"in check", "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", []uint16{e1h1, uint16(E1)<<6 | uint16(E2)}, "e1e2:1"},
	} {
		var records []polyglotRecord
		for i, m := range tt.moves {
			records = append(records, polyglotRecord{polyglotKeyOf(t, tt.fen), m, uint16(len(tt.moves) - i), 0})
		}
		b := mustReadBook(t, bookFile(records...))
		if got := bookMoves(b, tt.fen); got != tt.want {
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
	p = MustParseFEN(StartFEN[:len(StartFEN)-4] + " 3+3 0 1")
	if moves := b.Moves(&p); !p.IsThreeCheck() || moves != nil {
		t.Errorf("in three-check the book has %v", moves)
	}
	var none Book
	if moves := none.Moves(&p); moves != nil || none.Len() != 0 {
		t.Errorf("the empty book has %v", moves)
	}
	var zero Position
	if moves := b.Moves(&zero); moves != nil {
		t.Errorf("the zero Position has %v", moves)
	}
}

func mustMove(t *testing.T, fen, uci string) Move {
	t.Helper()
	m, err := MustParseFEN(fen).ParseUCI(uci)
	if err != nil {
		t.Fatal(err)
	}
	return m
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
		{"out of order", slices.Concat(two[16:], two[:16]), "the key of record 2 is smaller than the one before"},
		{"out of order by the highest bit", bookFile(polyglotRecord{key: 1 << 63}, polyglotRecord{key: 1}),
			"the key of record 2 is smaller than the one before"},
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
	if _, err := ReadBook(iotest.ErrReader(io.ErrClosedPipe)); err != io.ErrClosedPipe {
		t.Errorf("the reader's error comes back as %v", err)
	}
	if _, err := ReadBook(iotest.TimeoutReader(bytes.NewReader(make([]byte, 1<<17)))); err != iotest.ErrTimeout {
		t.Errorf("a late error of the reader comes back as %v", err)
	}
	// A book without end is refused after maxBook bytes.
	if _, err := readBook(endless{}, 1<<16); !errors.Is(err, ErrSyntax) || !strings.Contains(err.Error(), "longer than 65536 bytes") {
		t.Errorf("a book without end: %v", err)
	}
	if b, err := readBook(bytes.NewReader(two), len(two)); err != nil || b.Len() != 2 {
		t.Errorf("a book of the maximal length: %v", err)
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

func TestBookRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 50 {
		b := randomBook(rng, rng.IntN(200))
		var file bytes.Buffer
		n, err := b.WriteTo(&file)
		if err != nil || n != int64(file.Len()) || n != int64(16*b.Len()) {
			t.Fatalf("%d moves: wrote %d, returned %d, %v", b.Len(), file.Len(), n, err)
		}
		if diff := diffRecords(b, mustReadBook(t, file.Bytes())); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestBookWriteToFails(t *testing.T) {
	b := &Book{}
	for key := range uint64(10_000) {
		b.add(key+1, []weightedMove{{weight: 1}})
	}
	w := &limitedWriter{left: 100_000}
	if n, err := b.WriteTo(w); n != 100_000 || err != io.ErrShortWrite {
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
	key := polyglotKeyOf(t, StartFEN)
	weights := map[Move]int{
		mustMove(t, StartFEN, "e2e4"): 6, mustMove(t, StartFEN, "d2d4"): 3, mustMove(t, StartFEN, "c2c4"): 1, mustMove(t, StartFEN, "a2a4"): 0,
	}
	p := StartPosition()
	var records []polyglotRecord
	for m, w := range weights {
		records = append(records, polyglotRecord{key, p.polyglotMove(m), uint16(w), 0})
	}
	b := mustReadBook(t, bookFile(records...))
	choices := func(seed uint64) (moves []Move) {
		rng := rand.New(rand.NewPCG(seed, 0))
		for range 10_000 {
			m, ok := b.Choose(&p, rng)
			if !ok {
				t.Fatal("no move")
			}
			moves = append(moves, m)
		}
		return moves
	}
	first := choices(1)
	if !slices.Equal(first, choices(1)) || slices.Equal(first, choices(2)) {
		t.Error("the seed does not determine the choices")
	}
	count := map[Move]int{}
	for _, m := range first {
		count[m]++
	}
	for m, w := range weights {
		// Four standard deviations, at most 200 of 10,000.
		if got := count[m]; got < 1000*w-200 || got > 1000*w+200 || w == 0 && got > 0 {
			t.Errorf("%v with weight %d of 10 chosen %d times of 10,000", m, w, got)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	never := mustReadBook(t, bookFile(polyglotRecord{key, p.polyglotMove(mustMove(t, StartFEN, "a2a4")), 0, 0}))
	if m, ok := never.Choose(&p, rng); ok {
		t.Errorf("chose %v with weight 0", m)
	}
	if m, ok := new(Book).Choose(&p, rng); ok {
		t.Errorf("chose %v from the empty book", m)
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
	if diff := diffRecords(&Book{want}, MergeBooks(a, b)); diff != "" {
		t.Error(diff)
	}
	if MergeBooks().Len() != 0 || MergeBooks(&Book{}, &Book{}).Len() != 0 {
		t.Error("merging empty books does not give an empty book")
	}

	// Compare with a simple implementation.
	rng := rand.New(rand.NewPCG(9, 10))
	for range 50 {
		books := make([]*Book, rng.IntN(5))
		type place struct {
			key  uint64
			move uint16
		}
		sums := map[place]polyglotRecord{}
		for i := range books {
			books[i] = randomBook(rng, rng.IntN(50))
			before := slices.Clone(books[i].records)
			for _, r := range before {
				at := place{r.key, r.move}
				if sum, ok := sums[at]; ok {
					r.weight, r.learn = r.weight+sum.weight, sum.learn
				}
				sums[at] = r
			}
		}
		want := &Book{}
		for _, r := range sums {
			want.records = append(want.records, r)
		}
		slices.SortFunc(want.records, func(x, y polyglotRecord) int {
			return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(y.weight, x.weight), cmp.Compare(x.move, y.move))
		})
		if diff := diffRecords(want, MergeBooks(books...)); diff != "" {
			t.Fatal(diff)
		}
	}
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
	rng := rand.New(rand.NewPCG(1, 2))
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

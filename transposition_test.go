package chess

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

func TestTable(t *testing.T) {
	table := newTable(1 << 16)
	epd := MustParseFEN(StartFEN).EPD()
	if _, ok := table.Get(epd); ok {
		t.Error("a hit in an empty table")
	}
	start := StartPosition()
	want := Entry{Score: -31000, Depth: 255, Bound: LowerBound, Move: start.AppendMoves(nil)[3], Eval: 17}
	if err := table.Put(epd, want); err != nil {
		t.Fatal(err)
	}
	if got, ok := table.Get(epd); !ok || got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	// If an entry has no move or no evaluation, the old one is kept.
	if err := table.Put(epd, Entry{Score: 7, Depth: 3, Bound: Exact, Eval: Unevaluated}); err != nil {
		t.Fatal(err)
	}
	if got, _ := table.Get(epd); got != (Entry{Score: 7, Depth: 3, Bound: Exact, Move: want.Move, Eval: want.Eval}) {
		t.Errorf("got %+v", got)
	}
	table.clear()
	if _, ok := table.Get(epd); ok || table.hashfull() != 0 {
		t.Error("a hit in a cleared table")
	}
	for _, e := range []Entry{
		{Bound: NoBound}, {Bound: Exact + 1}, {Bound: Exact, Depth: -1}, {Bound: Exact, Depth: 256}, {Bound: Exact, Score: 1 << 15},
	} {
		if err := table.Put(epd, e); err == nil {
			t.Errorf("%+v: no error", e)
		}
	}
	if err := table.Put(epd, Entry{Bound: Exact, Move: want.Move ^ 1}); !errors.Is(err, ErrIllegal) {
		t.Errorf("an illegal move: %v", err)
	}
	if err := table.Put("nonsense", Entry{Bound: Exact}); err == nil {
		t.Error("no error for an invalid EPD")
	}
}

// In an empty table there is room for any position.
func TestTablePutThenGet(t *testing.T) {
	t.Parallel()
	entries := randomEntries(chesstest.Rand(t), chesstest.Sample(t, 3000))
	for _, fen := range []string{
		"QQQQQQ2/8/8/8/k7/8/2K5/8 b - - 0 1", "r3k2r/1N1N1N2/8/8/8/8/8/RNBQKBNR w KQkq - 0 1",
		"bb6/8/8/8/8/8/8/BB1k1K2 w - - 0 1", "b1b5/8/8/8/8/8/8/B1Bk1K2 b - - 0 1", "4k3/8/8/8/8/8/8/RR2K2R w K - 1+3 0 1",
		"4k3/8/8/8/8/8/8/1RK3R1 w GB - 0 1", "8/8/8/8/8/8/k1K5/8 b - - 0 1",
	} {
		p := MustParseFEN(fen)
		entries[p.Key()] = Entry{Depth: 1, Bound: Exact}
	}
	wide := 0
	for key, want := range entries {
		table := newTable(0)
		if table.address(&key).wide {
			wide++
		}
		if err := table.Put(key.EPD(), want); err != nil {
			t.Fatal(err)
		}
		if got, ok := table.Get(key.EPD()); !ok || got != want {
			t.Errorf("%s: %+v, %v, not %+v", key.EPD(), got, ok, want)
		}
		other := key
		other.state ^= stateBlack
		if e, ok := table.Lookup(&other); ok {
			t.Errorf("%s with the other side to move: %+v", key.EPD(), e)
		}
	}
	if wide == 0 || wide == len(entries) {
		t.Errorf("%d of %d entries are wide", wide, len(entries))
	}
}

func TestMovePacks(t *testing.T) {
	for _, tt := range perftTests {
		p := MustParseFEN(tt.fen)
		for _, m := range p.AppendMoves(nil) {
			next := p.After(m)
			for _, m := range append(next.AppendMoves(nil), m) {
				if got := unpackMove(m.pack()); got != m {
					t.Errorf("%v became %v", m, got)
				}
			}
		}
	}
}

// randomEntries returns positions of random games, of all variants, with entries
// that a table could hold for them.
func randomEntries(r *rand.Rand, n int) map[Key]Entry {
	starts := []string{
		StartFEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "8/P1k5/8/8/1pPp4/8/5Kp1/8 b - c3 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2+1 0 1", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
	}
	entries := map[Key]Entry{}
	for len(entries) < n {
		p := MustParseFEN(starts[r.IntN(len(starts))])
		for range 40 {
			moves := p.AppendMoves(nil)
			e := Entry{
				Score: Score(r.IntN(2*int(Mate)+1)) - Mate, Depth: r.IntN(256), Bound: 1 + Bound(r.IntN(3)),
				Eval: Score(r.IntN(2*int(MaxEvaluation)+1)) - MaxEvaluation,
			}
			if len(moves) == 0 {
				entries[p.Key()] = e
				break
			}
			m := moves[r.IntN(len(moves))]
			if r.IntN(4) > 0 {
				e.Move = m
			}
			entries[p.Key()] = e
			p = p.After(m)
		}
	}
	return entries
}

// plainMove returns a move of no special kind: no double push, no castling, no
// promotion and no capture en passant.
func plainMove(from, to Square) Move { return Move(mailbox[from])<<8 | Move(mailbox[to]) }

func TestTableSize(t *testing.T) {
	const least = 512 << 10
	if size := reflect.TypeFor[bucket]().Size(); size != bucketSize {
		t.Errorf("a bucket has %d bytes, not %d", size, bucketSize)
	}
	for _, size := range []int{-1, 0, 1, least - 1, least, least + bucketSize - 1, least + bucketSize, 1 << 20, 3_000_000} {
		if got := newTable(size).Size(); got > max(size, least) || got < least || got <= size-bucketSize {
			t.Errorf("newTable(%d) takes %d bytes", size, got)
		}
	}
}

// BenchmarkTable compares the two doors of a table: texts, and Keys. What is looked up
// is there.
func BenchmarkTable(b *testing.B) {
	for _, position := range []struct{ name, epd string }{
		{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"},
		{"en passant", "rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3"},
		{"three-check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2+1"},
		{"Chess960", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq -"},
		{"ending", "8/8/1k6/8/2pP4/8/5K2/8 b - d3"},
	} {
		b.Run(position.name, func(b *testing.B) {
			table, epd := NewTable(1), position.epd
			p := MustParseFEN(epd)
			e := Entry{Bound: Exact, Depth: 3, Move: p.AppendMoves(nil)[0]}
			key := p.Key()
			for _, door := range []struct {
				name string
				run  func() bool
			}{
				{"Get", func() bool { _, ok := table.Get(epd); return ok }},
				{"Lookup", func() bool { key = p.Key(); _, ok := table.Lookup(&key); return ok }},
				{"Put", func() bool { return table.Put(epd, e) == nil }},
				{"Store", func() bool { key = p.Key(); table.Store(&key, e); return true }},
				{"ParseKey", func() bool { k, _ := ParseKey(epd); return k == key }},
				{"ParseFEN", func() bool { q, _ := ParseFEN(epd); return q.key() == key }},
				{"EPD", func() bool { return key.EPD() == epd }},
			} {
				b.Run(door.name, func(b *testing.B) {
					table.Store(&key, e)
					for b.Loop() {
						if !door.run() {
							b.Fatal("not found")
						}
					}
				})
			}
		})
	}
}

func TestTableFile(t *testing.T) {
	t.Parallel()
	table, read := newTable(600_000), newTable(600_000)
	entries := randomEntries(rand.New(rand.NewPCG(8, 1)), 2000)
	for key, e := range entries {
		if err := table.Put(key.EPD(), e); err != nil {
			t.Fatal(err)
		}
	}
	var file bytes.Buffer
	n, err := table.WriteTo(&file)
	if err != nil || n != int64(file.Len()) {
		t.Fatalf("%d bytes of %d, %v", n, file.Len(), err)
	}
	if n, err := read.ReadFrom(iotest.OneByteReader(bytes.NewReader(file.Bytes()))); err != nil || n != int64(file.Len()) {
		t.Fatalf("%d bytes of %d, %v", n, file.Len(), err)
	}
	found := 0
	for key, want := range entries {
		_, stored := table.Get(key.EPD())
		got, ok := read.Get(key.EPD())
		if stored != ok || ok && got != want {
			t.Errorf("%s: %+v, %v, not %+v, %v", key.EPD(), got, ok, want, stored)
		}
		found += int(oneIf(ok))
	}
	if found < 1000 {
		t.Errorf("only %d of %d entries", found, len(entries))
	}
	if want := len(tableMagic) + found*entryBytes; file.Len() < want || file.Len() > want+100 {
		t.Errorf("%d bytes for %d entries", file.Len(), found)
	}
	// A table of another size takes what it has room for.
	large, small := newTable(8<<20), newTable(0)
	for key, e := range randomEntries(rand.New(rand.NewPCG(8, 2)), 20_000) {
		large.Store(&key, e)
	}
	file.Reset()
	if _, err := large.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	if _, err := small.ReadFrom(&file); err != nil || small.hashfull() < 300 {
		t.Errorf("%d per mille, %v", small.hashfull(), err)
	}
}

// A search uses the entries of a table that has been saved.
func TestSearchFromTableFile(t *testing.T) {
	g := NewGame(MustParseFEN(perftTests[1].fen))
	a, b := newTestSearcher(), newTestSearcher()
	without := mustSearch(t, a, g, Limits{Depth: 6}).Nodes
	var file bytes.Buffer
	if _, err := a.Table().WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Table().ReadFrom(&file); err != nil {
		t.Fatal(err)
	}
	if with := mustSearch(t, b, g, Limits{Depth: 6}).Nodes; with >= without/2 {
		t.Errorf("%d nodes, and with the table %d", without, with)
	}
}

// The format does not change unnoticed.
func TestTableFileFormat(t *testing.T) {
	table := newTable(0)
	if err := table.Put("8/8/8/8/8/8/k1K5/8 w - -", Entry{Score: -2, Depth: 3, Bound: Exact, Move: plainMove(C2, C3), Eval: 258}); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if _, err := table.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	want := "chesstt\x03\x01\x00\x00\x00" +
		"\x00\x00\x00\x00\x0e\x06\x00\x00" + string(make([]byte, 24)) + "\x00\x00\xc0\x00" + "\x03" + "\xfe\xff" + "\x02\x01"
	if got := file.String(); len(got) < len(want) || got[:len(want)] != want {
		t.Errorf("%q, not %q", got, want)
	}
}

// fileOf returns a file of a few entries.
func fileOf(t *testing.T) []byte {
	t.Helper()
	table := newTable(0)
	for key, e := range randomEntries(rand.New(rand.NewPCG(8, 2)), 3) {
		table.Store(&key, e)
	}
	var file bytes.Buffer
	if _, err := table.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// A file that ends early, or is changed in any byte, is an error.
func TestTableFileFaults(t *testing.T) {
	t.Parallel()
	file := fileOf(t)
	table := newTable(0)
	if _, err := table.ReadFrom(bytes.NewReader(file)); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	scratch := newTable(0) // what it holds does not matter
	step := max(1, len(file)/chesstest.Sample(t, len(file)))
	for i := 0; i < len(file); i += step {
		if n, err := table.WriteTo(&limitedWriter{i}); !errors.Is(err, io.ErrShortWrite) || n != int64(i) {
			t.Errorf("a writer of %d bytes: %d, %v", i, n, err)
		}
		if _, err := scratch.ReadFrom(bytes.NewReader(file[:i])); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%d bytes: %v", i, err)
		}
		if _, err := scratch.ReadFrom(io.MultiReader(bytes.NewReader(file[:i]), iotest.ErrReader(broken))); !errors.Is(err, broken) {
			t.Errorf("a reader of %d bytes: %v", i, err)
		}
		for bit := range 8 {
			if step > 1 && bit != i/step%8 {
				continue
			}
			changed := bytes.Clone(file)
			changed[i] ^= 1 << bit
			if _, err := scratch.ReadFrom(bytes.NewReader(changed)); err == nil {
				t.Errorf("bit %d of byte %d changed: no error", bit, i)
			}
		}
	}
	if n, err := table.WriteTo(&limitedWriter{len(file)}); err != nil || n != int64(len(file)) {
		t.Errorf("%d bytes, %v", n, err)
	}
	if _, err := table.ReadFrom(io.MultiReader(bytes.NewReader(file), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("a reader that fails at the end: %v", err)
	}
}

// tableFile returns a file with these blocks, which may be invalid.
func tableFile(blocks ...[]byte) []byte {
	var file bytes.Buffer
	f := &summedWriter{w: &file}
	f.write([]byte(tableMagic))
	for _, b := range blocks {
		writeBlock(f, b)
	}
	writeBlock(f, nil)
	return file.Bytes()
}

// A file with right checksums may still hold invalid entries.
func TestTableFileChecksEntries(t *testing.T) {
	entry := func(fen string, change func(*Key, *Entry)) []byte {
		p := MustParseFEN(fen)
		key, e := p.Key(), Entry{Bound: Exact, Depth: 1, Score: 5, Eval: 4}
		change(&key, &e)
		return appendEntry(nil, &key, &e)
	}
	for _, test := range []struct {
		name   string
		want   error
		change func(*Key, *Entry)
	}{
		{"nothing", nil, func(*Key, *Entry) {}},
		{"a move", nil, func(_ *Key, e *Entry) { e.Move = plainMove(E2, E3) }},
		{"an illegal move", ErrIllegal, func(_ *Key, e *Entry) { e.Move = plainMove(E2, E5) }},
		{"no bound", ErrSyntax, func(_ *Key, e *Entry) { e.Bound = NoBound }},
		{"an unknown bound", ErrSyntax, func(_ *Key, e *Entry) { e.Bound = 7 }},
		{"an empty board", kingMissing, func(k *Key, _ *Entry) { k.cells = [4]uint64{} }},
		{"the zero key", kingMissing, func(k *Key, _ *Entry) { *k = Key{} }},
		{"a third king", kingSurplus, func(k *Key, _ *Entry) { k.cells[2] |= uint64(WhiteKing) }},
		{"no piece", impossibleValue, func(k *Key, _ *Entry) { k.cells[2] |= 7 }},
		{"en passant out of nothing", impossibleEnPassant, func(k *Key, _ *Entry) { k.state |= 8 << enPassantShift }},
		{"a file without en passant", impossibleEnPassant, func(k *Key, _ *Entry) { k.state |= 3 << enPassantShift }},
		{"impossible castling", impossibleCastling, func(k *Key, _ *Entry) { k.state ^= 1 }},
		{"checks to give", impossibleChecks, func(k *Key, _ *Entry) { k.state |= 1 << checksShift }},
	} {
		first := entry(StartFEN, func(*Key, *Entry) {})
		table := newTable(0)
		_, err := table.ReadFrom(bytes.NewReader(tableFile(append(first, entry(StartFEN, test.change)...))))
		if !errors.Is(err, test.want) {
			var ps problemSet
			if !errors.As(err, &ps) || test.want == ErrSyntax || test.want == ErrIllegal || test.want == nil || ps&test.want.(problemSet) == 0 {
				t.Errorf("%s: %v", test.name, err)
			}
		}
		if _, ok := table.Get(StartFEN); !ok {
			t.Errorf("%s: what came before is not stored", test.name)
		}
	}
	for _, file := range [][]byte{
		append(tableFile(), 0),
		tableFile(make([]byte, maxBlock+entryBytes)),
		[]byte("chesstt\x02"), // of the version before,
	} {
		if _, err := newTable(0).ReadFrom(bytes.NewReader(file)); !errors.Is(err, ErrSyntax) {
			t.Errorf("%.20q: %v", file, err)
		}
	}
}

// Entries that ReadFrom would refuse are not written.
func TestTableFileLeavesOut(t *testing.T) {
	table := newTable(1000)
	table.Store(&Key{}, Entry{Bound: Exact})
	start := StartPosition()
	key := start.Key()
	table.Store(&key, Entry{Bound: Exact, Move: plainMove(A1, H8)})
	var file bytes.Buffer
	if _, err := table.WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tableFile(), file.Bytes()); diff != "" {
		t.Error(diff)
	}
}

func FuzzTableFile(f *testing.F) {
	var entries []byte
	for key, e := range randomEntries(rand.New(rand.NewPCG(8, 3)), 4) {
		entries = appendEntry(entries, &key, &e)
	}
	f.Add(tableFile(entries))
	f.Add(entries)
	f.Fuzz(func(t *testing.T, data []byte) {
		whole := data[:min(len(data), maxBlock)/entryBytes*entryBytes]
		for _, file := range [][]byte{data, tableFile(whole)} {
			table := newTable(1 << 12)
			if _, err := table.ReadFrom(bytes.NewReader(file)); err != nil {
				continue
			}
			var written bytes.Buffer
			if _, err := table.WriteTo(&written); err != nil {
				t.Fatal(err)
			}
			again := newTable(1 << 12)
			if _, err := again.ReadFrom(&written); err != nil {
				t.Fatal(err)
			}
			for i := range table.buckets {
				for j := range table.buckets[i].slots {
					key, want := table.snapshot(i, j)
					if want.Bound == NoBound {
						continue
					}
					p, err := ParseFEN(key.EPD())
					if err != nil || p.Key() != key || want.Move != 0 && !p.Legal(want.Move) {
						t.Fatalf("%s, %+v: %v", key.EPD(), want, err)
					}
					if got, ok := again.Lookup(&key); !ok || got != want {
						t.Fatalf("%s: %+v, %v, not %+v", key.EPD(), got, ok, want)
					}
				}
			}
		}
	})
}

// Whatever entries a table holds, a search returns a legal move.
func TestSearchOfWrongEntries(t *testing.T) {
	start := MustParseFEN("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1")
	positions := []Position{start}
	for range 2 {
		for _, p := range positions {
			for _, m := range p.AppendMoves(nil) {
				positions = append(positions, p.After(m))
			}
		}
	}
	for _, score := range []Score{math.MinInt16, -Mate, 1 - Mate, -MaxEvaluation, 0, MaxEvaluation, Mate - 1, Mate, math.MaxInt16} {
		for _, eval := range []Score{Unevaluated, -Mate, 0, Mate, math.MaxInt16} {
			a := withTables(nil)
			for _, p := range positions {
				key := p.Key()
				a.Table().Store(&key, Entry{Score: score, Depth: 255, Bound: Exact, Eval: eval})
			}
			if r := mustSearch(t, a, NewGame(start), Limits{Depth: 3}); !start.Legal(r.Move) {
				t.Errorf("score %d, evaluation %d: %v", int(score), int(eval), r.Move)
			}
		}
	}
}

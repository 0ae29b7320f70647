package chess

import (
	"errors"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
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
	table.Clear()
	if _, ok := table.Get(epd); ok || table.Hashfull() != 0 {
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

// In a table of one bucket all positions collide. What is found is always what
// was stored for that very position.
func TestTableIsExact(t *testing.T) {
	table := newTable(0)
	if table.Size() != bucketSize {
		t.Fatalf("%d bytes", table.Size())
	}
	r := rand.New(rand.NewPCG(3, 1))
	stored := map[Key]Entry{}
	hits := 0
	p := StartPosition()
	for range 20_000 {
		moves := p.AppendMoves(nil)
		if len(moves) == 0 || r.IntN(80) == 0 {
			p = StartPosition()
			continue
		}
		m := moves[r.IntN(len(moves))]
		key := p.Key()
		if got, ok := table.Lookup(&key); ok {
			hits++
			if diff := cmp.Diff(stored[key], got); diff != "" {
				t.Fatalf("%v:\n%s", p, diff)
			}
		}
		e := Entry{Score: Score(r.IntN(60_000) - 30_000), Depth: r.IntN(256), Bound: 1 + Bound(r.IntN(3)), Move: m, Eval: Score(r.IntN(60_000) - 30_000)}
		table.Store(&key, e)
		stored[key] = e
		p = p.After(m)
	}
	if hits == 0 {
		t.Error("no position was found again")
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

// Many goroutines store and look up in few buckets: no entry is torn.
func TestTableConcurrently(t *testing.T) {
	table := newTable(4 * bucketSize)
	start := StartPosition()
	var positions []Position
	for _, m := range start.AppendMoves(nil) {
		next := start.After(m)
		for _, m := range next.AppendMoves(nil) {
			positions = append(positions, next.After(m))
		}
	}
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(worker), 9))
			for range 5_000 {
				i := r.IntN(len(positions))
				key := positions[i].Key()
				// An entry is determined by its position and one number.
				n := r.IntN(200)
				want := func(n int) Entry { return Entry{Score: Score(i + n), Depth: n, Bound: Exact, Eval: Score(i - n)} }
				if e, ok := table.Lookup(&key); ok && e != want(e.Depth) {
					t.Errorf("torn entry %+v", e)
					return
				}
				table.Store(&key, want(n))
			}
		})
	}
	wg.Wait()
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
	for _, size := range []int{-1, 0, 1, bucketSize - 1, bucketSize, bucketSize + 1, 1000, 1 << 20} {
		if got := newTable(size).Size(); got > max(size, bucketSize) || got < bucketSize || got <= size-bucketSize {
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

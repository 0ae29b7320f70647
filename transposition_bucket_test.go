package chess

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

// A packed key tells the key. The packing after a move is made of that before it.
func TestPackedKey(t *testing.T) {
	r := chesstest.Rand(t)
	seen := map[packedKey]Key{}
	check := func(key Key) bool {
		pieces := key.packing()
		if pieces.wide {
			return false
		}
		p := pieces.pack(key.state)
		if got := p.unpack(); got != key {
			t.Fatalf("%v\n%v became\n%v", p, key, got)
		}
		if p[2]>>restBits != 0 {
			t.Fatalf("%v: %x", key, p[2])
		}
		if other, ok := seen[p]; ok && other != key {
			t.Fatalf("%v and %v are both %v", key, other, p)
		}
		seen[p] = key
		return true
	}
	for game := range max(10, chesstest.Sample(t, 600)) {
		p, err := Chess960Position(r.IntN(960))
		if err != nil {
			t.Fatal(err)
		}
		switch game {
		case 0:
			p = StartPosition()
		case 1:
			p = MustParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1")
		case 2, 3, 4:
			p = MustParseFEN("rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/8/4K3 w kq - 0 1")
		}
		key := p.Key()
		pieces := key.packing()
		for range 200 {
			check(p.Key())
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[r.IntN(len(moves))]
			next := p.After(m)
			key := next.Key()
			if pieces.play(&p, &next, p.mover(m), m); pieces != key.packing() {
				t.Fatalf("%v after %v: %v, not %v", p, m, pieces, key.packing())
			}
			p = next
		}
	}
	for fen, want := range map[string]bool{
		StartFEN: true,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2+1 0 1": false,
		"4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1":                              false,
		"4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1":                             false,
		"4k3/8/8/8/8/8/8/BB2K3 w - - 0 1":                              true,
		"4k3/8/8/8/8/8/8/NNN1K3 w - - 0 1":                             false,
		"4k3/8/8/8/8/8/R7/R3K2R w KQ - 0 1":                            false,
		"4k3/8/8/8/8/8/R7/4K2R w K - 0 1":                              true,
	} {
		p := MustParseFEN(fen)
		if got := check(p.Key()); got != want {
			t.Errorf("%s: %t", fen, got)
		}
	}
}

// randomKey returns a key with kings and random other pieces. Some of the keys cannot be
// packed, and few are of legal positions: for a table that is all the same.
func randomKey(r *rand.Rand) (k Key) {
	put := func(p Piece, from, squares int) {
		if s := from + r.IntN(squares); k.cells[s/16]>>(s%16*4)&15 == 0 {
			k.cells[s/16] |= uint64(p) << (s % 16 * 4)
		}
	}
	put(WhiteKing, 0, 32)
	put(BlackKing, 32, 32)
	for _, c := range [2]Color{White, Black} {
		for range r.IntN(9) {
			put(Pawn.Of(c), 8, 48)
		}
		for _, t := range []PieceType{Knight, Knight, Bishop, Bishop, Rook, Rook, Queen} {
			if r.IntN(4) > 0 {
				put(t.Of(c), 0, 64)
			}
		}
	}
	k.state = uint32(r.IntN(2)) << 16
	switch r.IntN(12) {
	case 0:
		k.state |= stateThreeCheck | uint32(r.IntN(16))<<checksShift
	case 1:
		k.addClock(uint16(r.IntN(100)))
	case 2, 3:
		k.state |= 8<<enPassantShift | uint32(r.IntN(8))<<enPassantShift
	case 4:
		k.state |= uint32(r.IntN(1 << 12))
	}
	return k
}

// crowdedKeys returns n keys that are all in one of the first buckets of a table, wide ones
// or others.
func crowdedKeys(t *testing.T, r *rand.Rand, table *Table, buckets, n int, wide bool) (keys []Key) {
	t.Helper()
	for len(keys) < n {
		key := randomKey(r)
		if a := table.address(&key); a.bucket < buckets && a.wide == wide {
			keys = append(keys, a.key)
		}
	}
	return keys
}

// Positions in the same bucket are distinguished, and each entry is found as it was
// stored, by one goroutine and by many.
func TestTableDistinguishesCollisions(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	keys := append(crowdedKeys(t, r, newTable(0), 2, 20, false), crowdedKeys(t, r, newTable(0), 2, 6, true)...)
	index, steps := map[Key]int{}, chesstest.Sample(t, 200_000)
	for i, key := range keys {
		index[key] = i
	}
	for _, goroutines := range []int{1, 4} {
		table := newTable(0)
		// An entry is determined by its position and its depth.
		entry := func(i, n int) Entry {
			return Entry{Score: Score(100*i + n), Depth: n, Bound: 1 + Bound((i+n)%3), Move: plainMove(Square((i+n)%63), 63), Eval: Score(n - 100*i)}
		}
		var hits, wide atomic.Int64
		var wg sync.WaitGroup
		for worker := range goroutines {
			wg.Go(func() {
				r := rand.New(rand.NewPCG(4, uint64(worker)))
				for range steps / goroutines {
					// A few positions at a time, so that some are found again.
					i := (r.IntN(8) + r.IntN(2)*r.IntN(len(keys))) % len(keys)
					if e, ok := table.Lookup(&keys[i]); ok {
						hits.Add(1)
						if i >= 20 {
							wide.Add(1)
						}
						if e != entry(i, e.Depth) {
							t.Errorf("%v: %+v", keys[i], e)
							return
						}
					}
					if r.IntN(2) == 0 {
						table.Store(&keys[i], entry(i, r.IntN(90)))
					}
					if r.IntN(64) == 0 {
						key, e := table.snapshot(r.IntN(2), r.IntN(5))
						if i, ok := index[key]; e.Bound != NoBound && (!ok || e != entry(i, e.Depth)) {
							t.Errorf("%v: %+v", key, e)
							return
						}
					}
				}
			})
		}
		wg.Wait()
		// Their number depends on how often two goroutines use the bucket at once.
		if hits.Load() == 0 || wide.Load() == 0 {
			t.Errorf("%d goroutines: %d hits, %d of them of wide entries", goroutines, hits.Load(), wide.Load())
		}
	}
}

// While a bucket is locked, lookups find nothing in it and stores do not change it.
func TestBucketWhileLocked(t *testing.T) {
	table := newTable(0)
	start := StartPosition()
	key := start.Key()
	e := Entry{Score: 1, Depth: 2, Bound: Exact, Eval: 3}
	table.Store(&key, e)
	b := &table.buckets[table.address(&key).bucket]
	if b.used() != 1 {
		t.Errorf("%d slots are used", b.used())
	}
	head := b.head.Load()
	if !b.lock(head) || b.lock(head) || b.lock(b.head.Load()) {
		t.Error("the bucket could be locked twice, or not at all")
	}
	if got, ok := table.Lookup(&key); ok {
		t.Errorf("found %+v", got)
	}
	if b.used() != len(b.slots) {
		t.Errorf("%d slots are used while it is locked", b.used())
	}
	table.Store(&key, Entry{Score: 4, Depth: 5, Bound: LowerBound})
	b.unlock(head)
	if got, ok := table.Lookup(&key); !ok || got != e {
		t.Errorf("%+v, %v", got, ok)
	}
}

// checkFound checks which of the keys are found. Those that are get the age of the current
// search.
func checkFound(t *testing.T, table *Table, keys []Key, want ...bool) {
	t.Helper()
	for i := range want {
		if _, ok := table.Lookup(&keys[i]); ok != want[i] {
			t.Errorf("%d: %v", i, ok)
		}
	}
}

// An entry is replaced if the others in its bucket are deeper, or of a later search.
func TestTableReplaces(t *testing.T) {
	table := newTable(0)
	keys := crowdedKeys(t, rand.New(rand.NewPCG(4, 2)), table, 1, 8, false)
	for i, depth := range []int{7, 3, 12, 9, 20} {
		table.Store(&keys[i], Entry{Depth: depth, Bound: Exact})
	}
	if used := table.buckets[0].used(); used != 5 {
		t.Errorf("%d slots are used", used)
	}
	table.Store(&keys[5], Entry{Depth: 2, Bound: Exact})
	checkFound(t, table, keys, true, false, true, true, true, true)
	// All these lookups have given the other entries the age of the current search.
	table.nextSearch()
	for _, i := range []int{0, 3, 4, 5} {
		table.Lookup(&keys[i])
	}
	table.Store(&keys[6], Entry{Depth: 1, Bound: Exact})
	checkFound(t, table, keys, true, false, true, true, true, false, true) // 12 less 8 is still more than 2
	table.nextSearch()
	table.nextSearch()
	for _, i := range []int{6, 0, 3, 4} {
		table.Lookup(&keys[i])
	}
	table.Store(&keys[7], Entry{Depth: 1, Bound: Exact})
	checkFound(t, table, keys, true, false, false, true, true, false, true, true)
}

// A wide entry replaces two others, and is replaced as a whole.
func TestTableReplacesPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 3))
	table := newTable(0)
	keys, wide := crowdedKeys(t, r, table, 1, 7, false), crowdedKeys(t, r, table, 1, 3, true)
	for i, depth := range []int{7, 3, 6, 4, 2} {
		table.Store(&keys[i], Entry{Depth: depth, Bound: Exact})
	}
	table.Store(&wide[0], Entry{Depth: 8, Bound: Exact}) // in place of 6 and 4
	checkFound(t, table, keys, true, true, false, false, true)
	table.Store(&wide[1], Entry{Depth: 1, Bound: Exact}) // in place of 7 and 3
	checkFound(t, table, keys, false, false, false, false, true)
	checkFound(t, table, wide, true, true)
	if used := table.buckets[0].used(); used != 5 {
		t.Errorf("%d slots are used", used)
	}
	table.Store(&wide[1], Entry{Depth: 9, Bound: Exact, Eval: 5})
	if e, ok := table.Lookup(&wide[1]); !ok || e != (Entry{Depth: 9, Bound: Exact, Eval: 5}) {
		t.Errorf("%+v, %v", e, ok)
	}
	table.Store(&keys[5], Entry{Depth: 10, Bound: Exact}) // in place of 2
	table.Store(&keys[6], Entry{Depth: 10, Bound: Exact}) // in place of half of 8
	checkFound(t, table, wide, false, true)
	checkFound(t, table, keys, false, false, false, false, false, true, true)
	if used := table.buckets[0].used(); used != 4 {
		t.Errorf("%d slots are used", used)
	}
	table.Store(&wide[2], Entry{Depth: 1, Bound: Exact}) // in place of 9
	checkFound(t, table, wide, false, false, true)
}

// A lane is found by its tag, whatever the other lanes and the highest bits are.
func TestMatchingTags(t *testing.T) {
	tags := []uint64{0, 1, 2, tagMask - 1, tagMask, 0x555}
	n := len(tags)
	for code := range n * n * n * n * n * 2 {
		rest, head := code>>1, uint64(code&1)*0xF<<60
		var in [5]uint64
		for i := range in {
			in[i] = tags[rest%n]
			head |= in[i] << (laneBits * i)
			rest /= n
		}
		for _, tag := range tags {
			want := uint64(0)
			for i := range in {
				if in[i] == tag {
					want |= 1 << (laneBits*i + laneBits - 1)
				}
			}
			if got := matchingTags(head, tag); got != want {
				t.Fatalf("%x in %x: %x, want %x", tag, head, got, want)
			}
		}
	}
}

// An address tells the key, in a table of any size: so two keys never have the same one.
func TestAddressTellsKey(t *testing.T) {
	r, wide := chesstest.Rand(t), 0
	n := chesstest.Sample(t, 200_000)
	for range n {
		buckets := minBuckets + r.IntN(minBuckets<<r.IntN(18)) // an int may have 32 bits
		a := address{key: randomKey(r)}
		pieces := a.key.packing()
		a.locate(buckets, &pieces)
		if a.bucket < 0 || a.bucket >= buckets || a.tag > tagMask {
			t.Fatalf("%v in %d buckets: bucket %d, tag %x", a.key, buckets, a.bucket, a.tag)
		}
		if a.wide {
			wide++
			continue
		}
		if got := packedKeyAt(a.words, a.tag, a.bucket, buckets).unpack(); got != a.key {
			t.Fatalf("%v in %d buckets became\n%v", a.key, buckets, got)
		}
	}
	if wide == 0 || wide > n*3/4 {
		t.Errorf("%d keys were not packed", wide)
	}
}

// The positions of a search are spread over the table, and over the tags, as evenly as by
// chance.
func TestAddressesAreSpread(t *testing.T) {
	table := newTable(1 << 20)
	n := len(table.buckets)
	load, tags := make([]int, n), make([]int, tagMask+1)
	seen := map[Key]bool{}
	var visit func(p *Position, depth int)
	visit = func(p *Position, depth int) {
		if key := p.key(); !seen[key] {
			seen[key] = true
			a := table.address(&key)
			load[a.bucket]++
			tags[a.tag]++
		}
		if depth > 0 {
			for _, m := range p.AppendMoves(nil) {
				next := p.After(m)
				visit(&next, depth-1)
			}
		}
	}
	for _, fen := range []string{StartFEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", "8/5pk1/2b1p1p1/3r3p/7P/2B3P1/1R3P2/6K1 b - -"} {
		p := MustParseFEN(fen)
		visit(&p, 3)
	}
	for name, counts := range map[string][]int{"buckets": load, "tags": tags} {
		mean, variance := float64(len(seen))/float64(len(counts)), 0.0
		for _, c := range counts {
			variance += (float64(c) - mean) * (float64(c) - mean) / float64(len(counts))
		}
		if variance > 2*mean {
			t.Errorf("%s: on average %.1f positions, with a variance of %.1f", name, mean, variance)
		}
	}
}

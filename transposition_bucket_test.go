package chess

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
)

// Positions that share every bit of their hash are distinguished, and each entry
// is found as it was stored, by one goroutine and by many.
func TestTableDistinguishesCollisions(t *testing.T) {
	const hash = 0x123456789ABCDEF0
	var keys []Key
	for key := range randomEntries(rand.New(rand.NewPCG(4, 1)), 300) {
		keys = append(keys, key)
	}
	// An entry is determined by its position and its depth.
	entry := func(i, n int) Entry {
		return Entry{Score: Score(100*i + n), Depth: n, Bound: 1 + Bound((i+n)%3), Move: plainMove(Square((i+n)%63), 63), Eval: Score(n - 100*i)}
	}
	for _, goroutines := range []int{1, 4} {
		table := newTable(0)
		if table.Size() != bucketSize {
			t.Fatalf("%d bytes", table.Size())
		}
		var hits atomic.Int64
		var wg sync.WaitGroup
		for worker := range goroutines {
			wg.Go(func() {
				r := rand.New(rand.NewPCG(4, uint64(worker)))
				for range 30_000 / goroutines {
					// A few positions at a time, so that some are found again.
					i := (r.IntN(8) + r.IntN(2)*r.IntN(len(keys))) % len(keys)
					if e, ok := table.lookup(&keys[i], hash); ok {
						hits.Add(1)
						if e != entry(i, e.Depth) {
							t.Errorf("%s: %+v", keys[i].EPD(), e)
							return
						}
					}
					if r.IntN(2) == 0 {
						table.store(&keys[i], hash, entry(i, r.IntN(90)))
					}
					if r.IntN(64) == 0 {
						key, e := table.buckets[0].snapshot(r.IntN(4))
						if e.Bound != NoBound && e != entry(index(keys, key), e.Depth) {
							t.Errorf("%s: %+v", key.EPD(), e)
							return
						}
					}
				}
			})
		}
		wg.Wait()
		// Their number depends on how often two goroutines use the bucket at once.
		if hits.Load() == 0 {
			t.Errorf("%d goroutines: no hits", goroutines)
		}
	}
}

func index(keys []Key, key Key) int {
	for i := range keys {
		if keys[i] == key {
			return i
		}
	}
	return -1
}

// While a bucket is locked, lookups find nothing in it and stores do not change it.
func TestBucketWhileLocked(t *testing.T) {
	table := newTable(0)
	start := StartPosition()
	key := start.Key()
	e := Entry{Score: 1, Depth: 2, Bound: Exact, Eval: 3}
	table.Store(&key, e)
	b := &table.buckets[0]
	head := b.head.Load()
	if !b.lock(head) || b.lock(head) || b.lock(b.head.Load()) {
		t.Error("the bucket could be locked twice, or not at all")
	}
	if got, ok := table.Lookup(&key); ok {
		t.Errorf("found %+v", got)
	}
	table.Store(&key, Entry{Score: 4, Depth: 5, Bound: LowerBound})
	b.head.Store(head)
	if got, ok := table.Lookup(&key); !ok || got != e {
		t.Errorf("%+v, %v", got, ok)
	}
}

// An entry is replaced if the others in its bucket are deeper, or of a later search.
func TestTableReplaces(t *testing.T) {
	table := newTable(0)
	start := StartPosition()
	var keys []Key
	for _, m := range start.AppendMoves(nil) {
		next := start.After(m)
		keys = append(keys, next.Key())
	}
	has := func(want ...bool) {
		t.Helper()
		for i := range want {
			if _, ok := table.Lookup(&keys[i]); ok != want[i] {
				t.Errorf("%d: %v", i, ok)
			}
		}
	}
	for i, depth := range []int{7, 3, 12, 9} {
		table.Store(&keys[i], Entry{Depth: depth, Bound: Exact})
	}
	if table.Hashfull() != 1000 {
		t.Errorf("%d per mille", table.Hashfull())
	}
	table.Store(&keys[4], Entry{Depth: 2, Bound: Exact})
	has(true, false, true, true, true)
	// All these lookups have given the other entries the age of the current search.
	table.nextSearch()
	for _, i := range []int{0, 3, 4} {
		table.Lookup(&keys[i])
	}
	table.Store(&keys[5], Entry{Depth: 1, Bound: Exact})
	has(true, false, true, true, false, true) // 12 less 8 is still more than 2
	table.nextSearch()
	table.nextSearch()
	table.Lookup(&keys[5])
	table.Lookup(&keys[0])
	table.Lookup(&keys[3])
	table.Store(&keys[6], Entry{Depth: 1, Bound: Exact})
	has(true, false, false, true, false, true, true)
}

// A lane is found by its tag, whatever the other lanes and the lock bit are.
func TestMatchingTags(t *testing.T) {
	tags := []uint64{0, 1, 2, tagMask - 1, tagMask, 0x5555}
	for code := range len(tags) * len(tags) * len(tags) * len(tags) * 2 {
		head, rest := uint64(code&1)<<63, code>>1
		var in [4]uint64
		for i := range in {
			in[i] = tags[rest%len(tags)]
			head |= in[i] << (laneBits * i)
			rest /= len(tags)
		}
		for _, tag := range tags[1:] {
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
	for _, hash := range []uint64{0, 1 << 15, 1 << 63} {
		if tagOf(hash) != 1 {
			t.Errorf("%x has the tag of an empty slot", hash)
		}
	}
}

package chess

import (
	"math/rand/v2"
	"testing"
)

// An address tells the key, in a table of any size: so two keys never have the same one.
func TestAddressTellsKey(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 1))
	wide := 0
	for range 200_000 {
		n := minBuckets + r.IntN(minBuckets<<r.IntN(18)) // an int may have 32 bits
		a := address{key: randomKey(r)}
		pieces := a.key.packing()
		a.locate(n, &pieces)
		if a.bucket < 0 || a.bucket >= n || a.tag > tagMask {
			t.Fatalf("%v in %d buckets: bucket %d, tag %x", a.key, n, a.bucket, a.tag)
		}
		if a.wide {
			wide++
			continue
		}
		if got := packedKeyAt(a.words, a.tag, a.bucket, n).unpack(); got != a.key {
			t.Fatalf("%v in %d buckets became\n%v", a.key, n, got)
		}
	}
	if wide == 0 || wide > 150_000 {
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

package chess

import "math/bits"

// An address is where a table keeps the entry of a position, and what tells the entry
// there from all others. It is as exact as the key: the number of the bucket stands for
// 12 bits of the packed key, and the tag for 12 more, so that 128 bits are left to be
// stored (Cleary's quotienting). See Table.snapshot for the way back.
//
// The address of a key that cannot be packed is wide: its hash says the bucket and the
// tag, and all of the key is stored.
type address struct {
	key    Key // of the position, or with its halfmove clock
	bucket int
	tag    uint64
	words  [2]uint64 // the pawns and the pieces of the packed key
	wide   bool
}

const (
	tagBits = 12
	tagMask = 1<<tagBits - 1

	// minBuckets is how many buckets a table has at least: one for each value of the 12
	// bits that the number of the bucket stands for.
	minBuckets = 1 << (restBits - tagBits)
)

// locate sets the address of the key a.key, with its packing, in a table of n buckets.
func (a *address) locate(n int, pieces *packing) {
	if a.wide = pieces.wide || a.key.hasClock(); a.wide {
		hash := a.key.mix()
		a.bucket, a.tag = fraction(hash, n), hash&tagMask
		return
	}
	p := pieces.pack(a.key.state)
	hash, top := p.hash(), p[2]/minBuckets
	a.words, a.tag = [2]uint64(p[:2]), (hash^top)&tagMask
	a.bucket = home(hash, top, n) + int(p[2]%minBuckets)
	if a.bucket >= n {
		a.bucket -= n
	}
}

// packedKeyAt is the inverse of locate: it returns the packed key with the given words and
// tag in the given bucket.
func packedKeyAt(words [2]uint64, tag uint64, bucket, n int) packedKey {
	p := packedKey{words[0], words[1]}
	hash := p.hash()
	top := (hash ^ tag) & tagMask
	low := bucket - home(hash, top, n)
	if low < 0 {
		low += n
	}
	p[2] = top*minBuckets + uint64(low)
	return p
}

// hash mixes the two words of the packed key that stand in every slot.
func (p *packedKey) hash() uint64 {
	high, low := bits.Mul64(p[0]^0x9E3779B97F4A7C15, p[1]^0xD1B54A32D192ED03)
	return high ^ low
}

// home returns the first of the minBuckets buckets that the position may be in.
func home(hash, top uint64, n int) int { return fraction(hash^top*0xF1357AEA2E62A9C5, n) }

// fraction returns the number of a bucket of n: the hash is taken as a fraction of the
// table.
func fraction(hash uint64, n int) int {
	i, _ := bits.Mul64(hash, uint64(n))
	return int(i)
}

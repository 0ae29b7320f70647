//go:build barekey

package chess

import (
	"math"
	"sync/atomic"
)

// With the build tag barekey a table takes equal hashes for equal positions, as
// most engines do. That is wrong now and then, and nobody should build with it:
// it exists to measure what exactness costs (cd benchmarks && go run . -table).
// The rest is as in bucket.go, as far as it can be.

// A bucket is a cache line of four entries. Nothing guards it: each entry is
// kept with its hash XOR itself, which does not fit when it is torn.
type bucket struct {
	slots [4]slot
}

type slot struct {
	check atomic.Uint64 // the hash XOR data
	data  atomic.Uint64 // bound (2), age (6), depth (8), score, move and evaluation (16 each)
}

const (
	bucketSize = 64 // in bytes

	ageShift   = 2
	ageMask    = 1<<6 - 1
	depthShift = 8
	scoreShift = 16
	moveShift  = 32
	evalShift  = 48
)

func (t *Table) lookup(_ *Key, hash uint64) (Entry, bool) {
	b := t.bucket(hash)
	for i := range b.slots {
		s := &b.slots[i]
		data := s.data.Load()
		if s.check.Load()^data != hash || Bound(data&3) == NoBound {
			continue
		}
		if young := data&^(ageMask<<ageShift) | t.age&ageMask<<ageShift; young != data {
			s.data.Store(young)
			s.check.Store(hash ^ young)
		}
		return Entry{
			Score: Score(int16(data >> scoreShift)),
			Depth: int(uint8(data >> depthShift)),
			Bound: Bound(data & 3),
			Move:  unpackMove(uint16(data >> moveShift)),
			Eval:  Score(int16(data >> evalShift)),
		}, true
	}
	return Entry{}, false
}

func (t *Table) store(_ *Key, hash uint64, e Entry) {
	b := t.bucket(hash)
	move := uint64(e.Move.pack())
	victim, least := 0, math.MaxInt
	for i := range b.slots {
		s := &b.slots[i]
		data := s.data.Load()
		if s.check.Load()^data == hash && Bound(data&3) != NoBound {
			if move == 0 {
				move = data >> moveShift & 0xFFFF
			}
			if e.Eval == Unevaluated {
				e.Eval = Score(int16(data >> evalShift))
			}
			victim = i
			break
		}
		worth := int(uint8(data>>depthShift)) - 8*int((t.age-data>>ageShift)&ageMask)
		if Bound(data&3) == NoBound {
			worth = math.MinInt
		}
		if worth < least {
			victim, least = i, worth
		}
	}
	data := uint64(e.Bound) | t.age&ageMask<<ageShift | uint64(e.Depth)<<depthShift |
		uint64(uint16(e.Score))<<scoreShift | move<<moveShift | uint64(uint16(e.Eval))<<evalShift
	s := &b.slots[victim]
	s.data.Store(data)
	s.check.Store(hash ^ data)
}

func (b *bucket) used() (n int) {
	for i := range b.slots {
		if Bound(b.slots[i].data.Load()&3) != NoBound {
			n++
		}
	}
	return n
}

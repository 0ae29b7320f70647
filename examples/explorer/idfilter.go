package main

import (
	"encoding/binary"

	"github.com/cockroachdb/pebble/v2"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
)

// An idFilter tells at once of most games that a store does not have: a Bloom filter of
// their IDs. Without one, each game looks for its ID in all layers of blocks: with 190 that
// takes a sixth of the time. A nil one may have all games.
type idFilter []uint64

// blocksWithoutFilter is how many blocks a run adds before it reads the IDs of all games: a
// small one need not.
const blocksWithoutFilter = 16

const (
	filterBits = 28 // 32 MB: with ten million games it lets 1 of 2,700 others be looked up, with a hundred million 1 of 3
	filterKeys = len(played.GameID{}) / 4
)

// bit returns where a part of an ID, which is a hash, has its bit.
func (f idFilter) bit(id *played.GameID, part int) (*uint64, uint64) {
	h := binary.BigEndian.Uint32(id[4*part:]) >> (32 - filterBits)
	return &f[h/64], 1 << (h % 64)
}

// add adds a game, unless f is nil.
func (f idFilter) add(id played.GameID) {
	if f == nil {
		return
	}
	for part := range filterKeys {
		word, bit := f.bit(&id, part)
		*word |= bit
	}
}

// mayHave reports whether the game may have been added.
func (f idFilter) mayHave(id played.GameID) bool {
	if f == nil {
		return true
	}
	for part := range filterKeys {
		if word, bit := f.bit(&id, part); *word&bit == 0 {
			return false
		}
	}
	return true
}

// filterIDs returns a filter of the games of the store, and of blocks that it may not have
// yet.
func (s *Store) filterIDs(blocks ...*played.Block) (idFilter, error) {
	f := make(idFilter, 1<<filterBits/64)
	for _, b := range blocks {
		if b != nil {
			for id := range b.IDs() {
				f.add(id)
			}
		}
	}
	it, err := s.db.NewIter(&pebble.IterOptions{LowerBound: []byte{played.TableIDs}, UpperBound: []byte{played.TableIDs + 1}})
	if err != nil {
		return nil, err
	}
	defer it.Close()
	for it.First(); it.Valid(); it.Next() {
		f.add(played.GameID(it.Key()[1:]))
	}
	return f, it.Error()
}

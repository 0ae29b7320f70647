package main

import (
	"slices"
	"testing"
)

// TestKnownAfterManyBlocks checks that a run which has added so many blocks that it filters IDs
// knows the games of the store, its own, and no others.
func TestKnownAfterManyBlocks(t *testing.T) {
	older, newer := randomGames(60, 7), randomGames(300, 8)
	s := newStore(t, 200, allPlies, sameGames(read(t, older)))
	blocks := 0
	var sum Added
	err := s.Add(t.Context(), slices.Values(slices.Concat(read(t, newer), read(t, newer), read(t, older))), func(a Added) {
		blocks++
		sum.Games += a.Games
		sum.Known += a.Known
	})
	if err != nil {
		t.Fatal(err)
	}
	if blocks <= blocksWithoutFilter {
		t.Errorf("only %d blocks", blocks)
	}
	if sum.Games != 300 || sum.Known != 360 {
		t.Errorf("%d games added and %d known, want 300 and 360", sum.Games, sum.Known)
	}
}

func TestIDFilter(t *testing.T) {
	f := make(idFilter, 1<<filterBits/64)
	var id [16]byte
	for i := range 1000 {
		for part := range id {
			id[part] = byte(i*i>>(part%8) + part*i)
		}
		f.add(id)
		if !f.mayHave(id) {
			t.Fatalf("%x was added", id)
		}
	}
	if id[0]++; f.mayHave(id) {
		t.Errorf("%x was not added", id)
	}
	if f = nil; !f.mayHave(id) {
		t.Error("a filter that is not there refuses")
	}
}

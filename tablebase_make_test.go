package chess

import (
	"context"
	"sync"
	"testing"
)

// madeTables holds the tables that tests have made.
var madeTables struct {
	sync.Mutex
	of map[Ending]*EndingTable
}

// madeTable returns the table of an ending, made with all that it needs.
func madeTable(t testing.TB, name string) *EndingTable {
	t.Helper()
	e, err := ParseEnding(name)
	if err != nil {
		t.Fatal(err)
	}
	madeTables.Lock()
	defer madeTables.Unlock()
	if madeTables.of == nil {
		madeTables.of = map[Ending]*EndingTable{}
	}
	for _, e := range append(e.Later(), e) {
		if madeTables.of[e] == nil {
			table, err := makeEndingTable(context.Background(), e, func(e Ending) *EndingTable { return madeTables.of[e] }, 2, nil)
			if err != nil {
				t.Fatal(err)
			}
			madeTables.of[e] = table
		}
	}
	return madeTables.of[e]
}

// TestLongestMates compares the longest mates with those that are known from
// Nalimov's tables.
func TestLongestMates(t *testing.T) {
	for _, tt := range []struct {
		ending string
		moves  int
	}{
		{"KNvK", 0}, {"KBvK", 0}, {"KQvK", 10}, {"KRvK", 16}, {"KPvK", 28},
		{"KNNvK", 1}, {"KBBvK", 19}, {"KBNvK", 33}, {"KQvKR", 35}, {"KRvKN", 40}, {"KRvKB", 29}, {"KPPvK", 32}, {"KPvKP", 33},
	} {
		e, err := ParseEnding(tt.ending)
		if err != nil {
			t.Fatal(err)
		}
		if testing.Short() && e.Pieces() > 3 {
			continue
		}
		table := madeTable(t, tt.ending)
		longest := 0
		for _, truth := range table.Positions() {
			longest = max(longest, (truth.DTM+1)/2)
		}
		if longest != tt.moves {
			t.Errorf("%s: the longest mate takes %d moves, want %d", tt.ending, longest, tt.moves)
		}
	}
}

package main

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// exported lets cmp compare the types of records.
var exported = cmp.AllowUnexported(record{}, counter{}, moveTally{}, tally{}, visit{})

// randomVisits returns the visits of some games, from a number on, in the order of better.
func randomVisits(rng *rand.Rand, first gameNumber, games int) (visits []visit) {
	for i := range games {
		v := visit{first + gameNumber(i), uint16(rng.IntN(3) * 1000), month(rng.IntN(3) * 25000), result(rng.IntN(4)), moveCode(rng.IntN(5) * 100)}
		visits = append(visits, v)
		if rng.IntN(4) == 0 {
			v.move = noMove
			visits = append(visits, v)
		}
	}
	slices.SortFunc(visits, better)
	return visits
}

// TestRecord checks that records of any blocks, merged in any order, count what a counter
// of all visits counts, and are read as they were written.
func TestRecord(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		var parts [][]byte
		var all []visit
		for range 1 + rng.IntN(4) {
			visits := randomVisits(rng, gameNumber(1+len(all)), 1+rng.IntN(12))
			all = append(all, visits...)
			r := newRecord(visits)
			form := r.append(nil)
			back, err := readRecord(form)
			if diff := cmp.Diff(r, back, exported); diff != "" || err != nil {
				t.Fatalf("%v (-written +read):\n%s", err, diff)
			}
			parts = append(parts, form)
		}
		slices.SortFunc(all, better)
		var want counter
		want.countAll(all)
		for range 2 {
			rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
			sum := merged(t, parts)
			r, err := readRecord(sum)
			if err != nil {
				t.Fatal(err)
			}
			r.countAll(r.visits)
			if diff := cmp.Diff(want, r.counter, exported); diff != "" {
				t.Fatalf("(-all at once +merged):\n%s", diff)
			}
		}
	}
}

// merged merges records, the first two in a merger of their own.
func merged(t *testing.T, parts [][]byte) []byte {
	t.Helper()
	for len(parts) > 1 {
		m, err := merger.Merge(nil, parts[0])
		if err == nil {
			err = m.MergeOlder(parts[1])
		}
		if err == nil && len(parts) > 2 && len(parts)%2 == 1 {
			err = m.MergeNewer(parts[2])
			parts = slices.Delete(slices.Clone(parts), 2, 3)
		}
		if err != nil {
			t.Fatal(err)
		}
		sum, _, err := m.Finish(true)
		if err != nil {
			t.Fatal(err)
		}
		parts = append([][]byte{sum}, parts[2:]...)
	}
	return parts[0]
}

// FuzzRecord checks that any bytes are a record or an error.
func FuzzRecord(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, fewVisits + 1} {
		r := newRecord(randomVisits(rng, 1, n))
		f.Add(r.append(nil))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := readRecord(data)
		if err != nil {
			return
		}
		back, err := readRecord(r.append(nil))
		if diff := cmp.Diff(r, back, exported); diff != "" || err != nil {
			t.Errorf("%v (-first +second):\n%s", err, diff)
		}
	})
}

func TestMonth(t *testing.T) {
	for _, test := range []struct {
		date, text string
		year       int
	}{
		{"1972.07.11", "1972-07", 1972}, {"1972.??.??", "1972", 1972}, {"????.??.??", "", 0}, {"", "", 0},
		{"1972.13.01", "1972", 1972}, {"0.1.1", "", 0}, {"850.02.??", "0850-02", 850}, {"99999.01.01", "", 0}, {"5040.12.31", "5040-12", 5040},
	} {
		if d := monthOf(test.date); d.String() != test.text || d.year() != test.year {
			t.Errorf("%s: %s, %d", test.date, d, d.year())
		}
	}
	for _, bad := range []string{"x", "1972.07", "1972-13", "1972-7", "-1"} {
		if d, err := parseMonth(bad, false); err == nil {
			t.Errorf("%s: %s", bad, d)
		}
	}
	for _, test := range []struct{ text, first, last string }{{"1972", "1972", "1972-12"}, {"1972-07", "1972-07", "1972-07"}, {"", "", ""}} {
		first, err := parseMonth(test.text, false)
		last, err2 := parseMonth(test.text, true)
		if err != nil || err2 != nil || first.String() != test.first || last.String() != test.last {
			t.Errorf("%s: %s, %s, %v, %v", test.text, first, last, err, err2)
		}
	}
}

// TestKeys checks that the keys of positions are sorted as the entries of a block are, and
// that none begins with another.
func TestKeys(t *testing.T) {
	b := newBlock(1, nil)
	for _, tree := range read(t, randomGames(50, 6)) {
		g, err := newGame(tree)
		if err != nil {
			t.Fatal(err)
		}
		b.add(g, allPlies)
	}
	b.sort()
	var before []byte
	err := b.positions(1, func(form []byte, visits []visit) error {
		var key chess.Key
		if err := key.UnmarshalBinary(form); err != nil {
			return err
		}
		now := keyOf(tablePositions, key)
		if slices.Compare(before, now) >= 0 || len(before) > 0 && len(before) <= len(now) && slices.Equal(before, now[:len(before)]) {
			t.Errorf("%x before %x", before, now)
		}
		before = now
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if got := after([]byte{1, 255, 255}); !slices.Equal(got, []byte{2}) || after([]byte{255}) != nil {
		t.Errorf("%x", got)
	}
}

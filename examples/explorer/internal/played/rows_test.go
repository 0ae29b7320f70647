package played

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A rowList is a RowWriter that keeps the rows.
type rowList struct {
	bytes []byte
	keys  []string
}

// Set implements RowWriter.
func (l *rowList) Set(key, value []byte) error {
	l.bytes = AppendRow(l.bytes, key, value)
	l.keys = append(l.keys, string(key))
	return nil
}

// Merge implements RowWriter.
func (l *rowList) Merge(key, value []byte) error { return l.Set(key, value) }

// TestMergeRows checks that the rows of several readers come out sorted, and that the
// records of a position become one that counts all visits.
func TestMergeRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		var readers []*RowReader
		var other []string
		want := map[string]*Counter{}
		number := GameNumber(1)
		for range rng.IntN(5) {
			var run rowList
			for i := range rng.IntN(6) {
				key := NumberKey(TableGames, number+GameNumber(i))
				run.Set(key, []byte{1})
				other = append(other, string(key))
			}
			for position := range 4 {
				if rng.IntN(2) == 0 {
					continue
				}
				visits := randomVisits(rng, number, 1+rng.IntN(12))
				number += 20
				key := string([]byte{TablePositions, byte(position)})
				if want[key] == nil {
					want[key] = &Counter{}
				}
				want[key].CountAll(visits)
				r := newRecord(visits)
				run.Merge([]byte(key), r.append(nil))
			}
			number += 20
			readers = append(readers, NewRowReader(bytes.NewReader(run.bytes)))
		}
		var all rowList
		if err := MergeRows(readers, &all); err != nil {
			t.Fatal(err)
		}
		slices.Sort(other)
		for position := range 4 {
			if key := string([]byte{TablePositions, byte(position)}); want[key] != nil {
				other = append(other, key)
			}
		}
		if diff := cmp.Diff(other, all.keys); diff != "" {
			t.Fatalf("keys (-want +got):\n%s", diff)
		}
		back := NewRowReader(bytes.NewReader(all.bytes))
		for err := back.Next(); err != io.EOF; err = back.Next() {
			if err != nil {
				t.Fatal(err)
			}
			if back.Key[0] != TablePositions {
				continue
			}
			r, err := ReadRecord(back.Value)
			if err != nil {
				t.Fatal(err)
			}
			r.CountAll(r.Visits)
			if diff := cmp.Diff(want[string(back.Key)], &r.Counter, exported); diff != "" {
				t.Fatalf("(-want +got):\n%s", diff)
			}
		}
	}
}

// TestBrokenRows checks that what is cut short, or has lengths that no row has, is an error.
func TestBrokenRows(t *testing.T) {
	whole := AppendRow(nil, []byte("key"), []byte("value"))
	for n := range len(whole) {
		err := NewRowReader(bytes.NewReader(whole[:n])).Next()
		if want := map[bool]error{true: io.EOF, false: io.ErrUnexpectedEOF}[n == 0]; err != want {
			t.Errorf("%d bytes: %v, want %v", n, err, want)
		}
	}
	for _, bad := range [][]byte{AppendRow(nil, nil, nil), binary.AppendUvarint(nil, 1<<40)} {
		if err := NewRowReader(bytes.NewReader(bad)).Next(); err != ErrBroken {
			t.Errorf("%x: %v", bad, err)
		}
	}
}

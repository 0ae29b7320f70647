package played

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// exported lets cmp compare the types of records.
var exported = cmp.AllowUnexported(Record{}, Counter{}, MoveTally{}, Tally{}, Visit{})

// randomVisits returns the visits of some games, from a number on, in the order of Better.
func randomVisits(rng *rand.Rand, first GameNumber, games int) (visits []Visit) {
	for i := range games {
		v := Visit{first + GameNumber(i), uint16(rng.IntN(3) * 1000), Month(rng.IntN(3) * 25000), Result(rng.IntN(4)), Speed(rng.IntN(7)), MoveCode(rng.IntN(5) * 100)}
		visits = append(visits, v)
		if rng.IntN(4) == 0 {
			v.Move = NoMove
			visits = append(visits, v)
		}
	}
	slices.SortFunc(visits, Better)
	return visits
}

// TestRecord checks that records of any blocks, merged in any order, count what a counter
// of all visits counts, and are read as they were written.
func TestRecord(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		var parts [][]byte
		var all []Visit
		for range 1 + rng.IntN(4) {
			visits := randomVisits(rng, GameNumber(1+len(all)), 1+rng.IntN(12))
			all = append(all, visits...)
			r := newRecord(visits)
			form := r.append(nil)
			back, err := ReadRecord(form)
			if diff := cmp.Diff(r, back, exported); diff != "" || err != nil {
				t.Fatalf("%v (-written +read):\n%s", err, diff)
			}
			parts = append(parts, form)
		}
		slices.SortFunc(all, Better)
		var want Counter
		want.CountAll(all)
		for range 2 {
			rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
			sum := merged(t, parts)
			r, err := ReadRecord(sum)
			if err != nil {
				t.Fatal(err)
			}
			r.CountAll(r.Visits)
			if diff := cmp.Diff(want, r.Counter, exported); diff != "" {
				t.Fatalf("(-all at once +merged):\n%s", diff)
			}
		}
	}
}

// merged merges records, the first two in a merger of their own.
func merged(t *testing.T, parts [][]byte) []byte {
	t.Helper()
	for len(parts) > 1 {
		m := NewSum(parts[0])
		err := m.MergeOlder(parts[1])
		if err == nil && len(parts) > 2 && len(parts)%2 == 1 {
			err = m.MergeNewer(parts[2])
			parts = slices.Delete(slices.Clone(parts), 2, 3)
		}
		if err != nil {
			t.Fatal(err)
		}
		value, closer, err := m.Finish(true)
		if err != nil {
			t.Fatal(err)
		}
		sum := slices.Clone(value)
		clear(value) // as if another had it now
		closer.Close()
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
		r, err := ReadRecord(data)
		if err != nil {
			return
		}
		back, err := ReadRecord(r.append(nil))
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
		if d := MonthOf(test.date); d.String() != test.text || d.Year() != test.year {
			t.Errorf("%s: %s, %d", test.date, d, d.Year())
		}
	}
	for _, bad := range []string{"x", "1972.07", "1972-13", "1972-7", "-1"} {
		if d, err := ParseMonth(bad, false); err == nil {
			t.Errorf("%s: %s", bad, d)
		}
	}
	for _, test := range []struct{ text, first, last string }{{"1972", "1972", "1972-12"}, {"1972-07", "1972-07", "1972-07"}, {"", "", ""}} {
		first, err := ParseMonth(test.text, false)
		last, err2 := ParseMonth(test.text, true)
		if err != nil || err2 != nil || first.String() != test.first || last.String() != test.last {
			t.Errorf("%s: %s, %s, %v, %v", test.text, first, last, err, err2)
		}
	}
}

func TestSpeed(t *testing.T) {
	for tag, want := range map[string]string{
		"15+0": "ultraBullet", "29": "ultraBullet", "0+1": "bullet", "30+0": "bullet", "60+2": "bullet", "179": "bullet",
		"180+0": "blitz", "300+3": "blitz", "479": "blitz", "480": "rapid", "600+5": "rapid", "1499": "rapid", "1500": "classical", "1800+20": "classical",
		"40/9000": "classical", "40/7200:20/3600:900+30": "classical", "10+0.1": "ultraBullet", "-": "correspondence", "1/86400": "correspondence",
		"": "", "?": "", "*180": "", "5:00+3": "", "0": "", "0/0": "", "0/300": "", "Inf": "", "inf+0": "", "-5": "", "300+": "", "300+x": "", "x/300": "", "NaN": "",
	} {
		if got := SpeedOf(tag).String(); got != want {
			t.Errorf("%q: %q, want %q", tag, got, want)
		}
	}
}

func TestRatingGroup(t *testing.T) {
	for rating, want := range map[uint16]int{0: 0, 1: 1, 999: 1, 1000: 2, 2199: 7, 2200: 8, 2499: 8, 2500: 9, 65535: 9} {
		if got := (Visit{rating: rating}).RatingGroup(); got != want {
			t.Errorf("%d: %d, want %d", rating, got, want)
		}
	}
}

// TestGameID checks that an ID is read as it is written, and in no other way.
func TestGameID(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		var id GameID
		for i := range id {
			id[i] = byte(rng.Uint32())
		}
		text := id.String()
		if back, err := ParseID(text); err != nil || back != id || strings.Trim(text, "0123456789abcdefghijklmnopqrstuv") != "" {
			t.Errorf("%s: %s, %v", text, back, err)
		}
		last := text[len(text)-1]
		for _, bad := range []string{"", text + "0", text[1:], "-" + text[1:], strings.ToUpper(text[:25]) + "w", text[:25] + string(last+1)} {
			if _, err := ParseID(bad); err == nil {
				t.Errorf("%s is no ID", bad)
			}
		}
	}
}

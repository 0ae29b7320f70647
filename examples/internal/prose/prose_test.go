package prose

import (
	"fmt"
	"math"
	"testing"
)

func TestThousands(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1000: "-1,000", -100: "-100", 1234567: "1,234,567"} {
		if got := Thousands(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
	if got := Thousands(uint64(math.MaxUint64)); got != "18,446,744,073,709,551,615" {
		t.Error(got)
	}
}

func TestCount(t *testing.T) {
	for _, tt := range []struct {
		n          int
		what, want string
	}{{0, "move", "0 moves"}, {1, "ply", "1 ply"}, {2, "ply", "2 plies"}, {1000, "more move", "1,000 more moves"}} {
		if got := Count(tt.n, tt.what); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

func TestCapital(t *testing.T) {
	for s, want := range map[string]string{"": "", "draw by e4": "Draw by e4", "ärger": "Ärger", "1 move": "1 move"} {
		if got := Capital(s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		s                     string
		width, column, indent int
		want                  string
	}{
		{"", 10, 0, 0, ""},
		{" a  b\nc ", 10, 0, 0, "a b c"},
		{"abcd efg hi", 8, 0, 0, "abcd efg\nhi"},
		{"abcd éfg hi", 8, 0, 0, "abcd éfg\nhi"},
		{"abcd efg hi", 8, 1, 2, "abcd\n  efg hi"},
		{"abcdefghijk a", 8, 0, 1, "abcdefghijk\n a"},
	} {
		if got := Wrap(tt.s, tt.width, tt.column, tt.indent); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.s, got, tt.want)
		}
	}
}

func TestPercent(t *testing.T) {
	for _, tt := range []struct {
		part, whole int
		want        string
	}{
		{15, 20, "75.00 53.13 88.81"}, // computed by hand
		{0, 20, "0.00 0.00 16.11"}, {20, 20, "100.00 83.89 100.00"}, {0, 0, "NaN NaN NaN"},
	} {
		percent, low, high := Percent(tt.part, tt.whole)
		if got := fmt.Sprintf("%.2f %.2f %.2f", percent, low, high); got != tt.want {
			t.Errorf("%d of %d: %s, want %s", tt.part, tt.whole, got, tt.want)
		}
	}
}

package contest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

func TestTimes(t *testing.T) {
	for comment, want := range map[string]time.Duration{
		"":                                    0,
		"book":                                0,
		"+0.34/12 0.050s":                     50 * time.Millisecond,
		"0.000013s":                           13 * time.Microsecond,
		"+M1/3 1.250s, checkmate":             1250 * time.Millisecond,
		"-1.00/1 0.100s, White fails: 2.000s": 100 * time.Millisecond,
		"-1.00/1 0.100s, White fails":         100 * time.Millisecond,
		"white resigns":                       0,
	} {
		tree, err := chess.ParsePGN("1. e4 {" + comment + "} *")
		if err != nil {
			t.Fatal(err)
		}
		if got := Median(Times(tree)[chess.White]); got != want {
			t.Errorf("%q: %v, want %v", comment, got, want)
		}
	}
	tree, err := chess.ParsePGN(`[FEN "4k3/8/8/8/8/8/8/4K3 b - - 0 1"]

1... Kd7 {book} 2. Kd2 {0.00/3 0.030s} Kd6 {0.00/2 0.010s} 3. Kd3 {+0.10/3 0.020s, draw} *`)
	if err != nil {
		t.Fatal(err)
	}
	want := [2][]time.Duration{{30 * time.Millisecond, 20 * time.Millisecond}, {10 * time.Millisecond}}
	got := Times(tree)
	if m := Median(got[chess.White]); m != 30*time.Millisecond {
		t.Errorf("the median of two is %v", m)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

package experiments

import (
	"strings"
	"testing"
)

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		least, low, high float64
		want             string
	}{
		{1, 1, 3, "1 2 3"},
		{1, 1, 12, "1 2 3 4 5 6 7 8 9 10 11 12"},
		{1, 1, 46, "5 10 15 20 25 30 35 40 45"},
		{0, 0.3, 1.3, "0.3 0.4 0.5 0.6 0.7 0.8 0.9 1 1.1 1.2 1.3"},
		{0, -1360, 790, "-1200 -1000 -800 -600 -400 -200 0 200 400 600"},
		{0, -105, 40, "-100 -80 -60 -40 -20 0 20 40"},
		{0, -0.1, 2, "0 0.2 0.4 0.6 0.8 1 1.2 1.4 1.6 1.8 2"},
		{0, 7, 7, "7"},
	} {
		var labels []string
		for _, tick := range roundTicks(test.least)(test.low, test.high) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != test.want {
			t.Errorf("from %g to %g: %s, want %s", test.low, test.high, got, test.want)
		}
	}
	var labels []string
	for _, tick := range powerTicks(0.1, 1000) {
		if tick.Label != "" {
			labels = append(labels, tick.Label)
		}
	}
	if got, want := strings.Join(labels, " "), "0.1 1 10 100 1,000"; got != want {
		t.Errorf("powers %s, want %s", got, want)
	}
}

package experiments

import (
	"strings"
	"testing"
)

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		values []float64
		log    bool
		want   string
	}{
		{[]float64{1, 12}, false, "1 2 3 4 5 6 7 8 9 10 11 12"},
		{[]float64{1, 46}, false, "0 5 10 15 20 25 30 35 40 45"},
		{[]float64{0.3, 1.3}, false, "0.3 0.4 0.5 0.6 0.7 0.8 0.9 1 1.1 1.2 1.3"},
		{[]float64{-1360, 790}, false, "-1,400 -1,200 -1,000 -800 -600 -400 -200 0 200 400 600 800"},
		{[]float64{-105, 40}, false, "-100 -80 -60 -40 -20 0 20 40"},
		{[]float64{7}, false, "6 6.2 6.4 6.6 6.8 7 7.2 7.4 7.6 7.8 8"},
		{[]float64{100}, true, "100 1,000"},
		{[]float64{0.2, 700}, true, "0.1 1 10 100 1,000"},
	} {
		var labels []string
		for _, x := range newAxis(test.values, 0, 100, test.log).ticks(0) {
			labels = append(labels, significant(x))
		}
		if got := strings.Join(labels, " "); got != test.want {
			t.Errorf("%v: %s, want %s", test.values, got, test.want)
		}
	}
}

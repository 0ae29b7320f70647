package proportion

import (
	"fmt"
	"testing"
)

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

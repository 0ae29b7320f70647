package chess

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOpeningText(t *testing.T) {
	type texts struct{ Family, String string }
	for _, tt := range []struct {
		o    Opening
		want texts
	}{
		{Opening{}, texts{"", ""}},
		{Opening{"A00", "Grob Opening", "1. g4"}, texts{"Grob Opening", "A00 Grob Opening"}},
		{Opening{"B90", "Sicilian Defense: Najdorf Variation, English Attack", ""}, texts{"Sicilian Defense", "B90 Sicilian Defense: Najdorf Variation, English Attack"}},
	} {
		if diff := cmp.Diff(tt.want, texts{tt.o.Family(), tt.o.String()}); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.o.Name, diff)
		}
	}
}

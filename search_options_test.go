package chess

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSearchOptions(t *testing.T) {
	a := newTestSearcher()
	var _ Configurable = a
	var _ Forgetter = a
	for _, o := range a.Options() {
		switch o.Kind {
		case CheckOption:
			if err := a.SetOption(o.Name, strconv.FormatBool(o.Value != "true")); err != nil {
				t.Error(err)
			}
		case SpinOption:
			n, err := strconv.Atoi(o.Value)
			if err != nil || n < o.Min || n > o.Max {
				t.Errorf("%+v", o)
			}
			if err := a.SetOption(o.Name, strconv.Itoa(o.Max+1)); err == nil {
				t.Errorf("%s takes %d", o.Name, o.Max+1)
			}
			if o.Name == "Hash" || o.Name == "Threads" {
				continue
			}
			if err := a.SetOption(o.Name, strconv.Itoa(o.Min)); err != nil {
				t.Error(err)
			}
		}
		if err := a.SetOption(o.Name, "perhaps"); err == nil && o.Kind != ButtonOption {
			t.Errorf("%s takes any value", o.Name)
		}
	}
	want := AlphaBetaOptions{Hash: 16, Threads: 1, Rigorous: true}
	if diff := cmp.Diff(want, a.options); diff != "" {
		t.Errorf("all switched (-want +got):\n%s", diff)
	}
	if err := a.SetOption("hash", "3"); err != nil || a.table.Size() != 3<<20 {
		t.Errorf("a table of %d bytes, %v", a.table.Size(), err)
	}
	if err := a.SetOption("Depth", "3"); err == nil {
		t.Error("an option that is none")
	}
	if err := a.SetOption("Clear Hash", ""); err != nil {
		t.Error(err)
	}
}

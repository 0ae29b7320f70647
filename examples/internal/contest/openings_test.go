package contest

import (
	"io"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

func TestVary(t *testing.T) {
	given, err := ReadOpenings("../../../testdata/openings.epd", 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	given = given[:5]
	p := progress.New(io.Discard)
	varied := func(n int, seed uint64) (fens []string) {
		all, err := Vary(t.Context(), given, n, seed, p)
		if err != nil || len(all) != n {
			t.Fatalf("%d openings, %v", len(all), err)
		}
		for _, g := range all {
			p := g.Position()
			fens = append(fens, p.EPD())
		}
		return fens
	}
	all := varied(60, 1)
	for i, g := range given {
		if all[i] != g.Position().EPD() {
			t.Errorf("opening %d is %s", i+1, all[i])
		}
	}
	if diff := cmp.Diff(all[:23], varied(23, 1)); diff != "" {
		t.Errorf("the first of 60 are not those of 23:\n%s", diff)
	}
	if slices.Equal(all, varied(60, 2)) {
		t.Error("another seed gives the same openings")
	}
	slices.Sort(all)
	if n := len(slices.Compact(all)); n != 60 {
		t.Errorf("only %d are different", n)
	}
	won := chess.NewGame(chess.MustParseFEN("4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1"))
	if _, err := Vary(t.Context(), []*chess.Game{won}, 2, 1, p); err == nil {
		t.Error("no error for a won position without balanced variations")
	}
}

package worth

import (
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// TestSeriesEnds checks that a series ends when all parts are known, and that only
// those that are selected are ever missing.
func TestSeriesEnds(t *testing.T) {
	p := newPlayer(t, "minimax")
	selected, err := p.Matching(regexp.MustCompile("material"))
	if err != nil {
		t.Fatal(err)
	}
	openings, err := contest.ReadOpenings("../../../../testdata/openings.epd", 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := Series{Player: p, Selected: selected, Goal: Goal{Error: 1000, Games: 2 * 200}, Limits: chess.Limits{Depth: 1}, Seed: 3,
		Openings: openings, AtOnce: 2, Progress: progress.New(io.Discard)}
	var got []Pair
	for pair, err := range s.Pairs(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		if strings.Trim(pair.Lacks[1:], "=") != "" || pair.Lacks[0] == '=' {
			t.Errorf("signs %q", pair.Lacks)
		}
		got = append(got, pair)
	}
	if len(got) != minPairs {
		t.Errorf("%d pairs", len(got))
	}
	if e := Fit(got, len(p.Parts))[0]; e.Elo < 200 {
		t.Errorf("material is worth %v", e)
	}
}

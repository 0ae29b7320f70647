package worth

import (
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// series returns a short Series of the player of a description.
func series(t *testing.T, spec, rows string, limits chess.Limits, games, atOnce int) *Series {
	t.Helper()
	p := newPlayer(t, spec)
	selected, err := p.Matching(regexp.MustCompile(rows))
	if err != nil {
		t.Fatal(err)
	}
	openings, err := contest.ReadOpenings("../../../../testdata/openings.epd", 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	return &Series{Player: p, Selected: selected, Goal: Goal{Error: 15, Games: games}, Limits: limits, Seed: 3,
		Openings: openings, AtOnce: atOnce, Progress: progress.New(io.Discard)}
}

func pairs(t *testing.T, s *Series, played []Pair) []Pair {
	t.Helper()
	for pair, err := range s.Pairs(t.Context(), played) {
		if err != nil {
			t.Fatal(err)
		}
		played = append(played, pair)
	}
	return played
}

// TestSeries checks that the pairs are the same however many are played at once, and
// when a series continues, also of a player with random choices.
func TestSeries(t *testing.T) {
	for spec, limits := range map[string]chess.Limits{
		"boardvalue": {Depth: 1},
		"alphabeta,UCI_LimitStrength=true,UCI_Elo=1000": {Nodes: 20},
	} {
		want := pairs(t, series(t, spec, "", limits, 12, 1), nil)
		if len(want) != 6 {
			t.Fatalf("%s: %d pairs", spec, len(want))
		}
		if got := pairs(t, series(t, spec, "", limits, 12, 4), want[:2:2]); !cmp.Equal(want, got) {
			t.Errorf("%s: continued, four at once (-whole +continued):\n%s", spec, cmp.Diff(want, got))
		}
	}
}

// TestSeriesEnds checks that a series ends when all parts are known, and that only
// those that are selected are ever missing.
func TestSeriesEnds(t *testing.T) {
	s := series(t, "boardvalue", "material", chess.Limits{Depth: 1}, 2*200, 2)
	s.Goal.Error = 1000
	got := pairs(t, s, nil)
	if len(got) != minPairs {
		t.Errorf("%d pairs", len(got))
	}
	for _, pair := range got {
		if strings.Trim(pair.Lacks[1:], "=") != "" || pair.Lacks[0] == '=' {
			t.Errorf("signs %q", pair.Lacks)
		}
	}
	if e := Fit(got, len(s.Player.Parts))[0]; e.Elo < 20 {
		t.Errorf("material is worth %v", e)
	}
}

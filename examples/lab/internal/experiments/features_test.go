package experiments

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/examples/internal/worth"
)

func TestFeatureFindings(t *testing.T) {
	got := featureFindings([]featureResult{
		{"a", worth.Estimate{Elo: 50, Margin: 20, Pairs: 9}},
		{"b", worth.Estimate{Elo: 30, Margin: 20, Pairs: 9}},
		{"c", worth.Estimate{Elo: -10, Margin: 20, Pairs: 9}},
		{"d", worth.Estimate{Elo: -50, Margin: 20, Pairs: 9}},
		{"e", worth.Estimate{}},
	})
	want := []string{
		"Make the player stronger: a (+50.0 ± 20.0) and b (+30.0 ± 20.0).",
		"Make it weaker: d (-50.0 ± 20.0).",
		"Not known, since the interval has 0 in it: c (-10.0 ± 20.0).",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestFeaturesTogether checks that features that are measured together share their
// games, that another evaluation has other features, and that a run with more games
// continues.
func TestFeaturesTogether(t *testing.T) {
	t.Chdir(t.TempDir())
	const line = "features -player negaalphabeta,depth=1 -eval simplified -together -openings TESTDATA/openings.epd -games "
	stdout, _, err := experiments(t, line+"4")
	if err != nil || !strings.Contains(stdout, "\n  material ") || !strings.Contains(stdout, "\n  piece-square ") || strings.Contains(stdout, "coverage") {
		t.Errorf("%v\n%s", err, stdout)
	}
	_, stderr, err := experiments(t, line+"8")
	if err != nil || !strings.Contains(stderr, "of 8 games") {
		t.Errorf("more games: %v, %q", err, stderr)
	}
	whole, _, err := experiments(t, line+"8 -state whole.json")
	continued, _, failed := experiments(t, line+"8")
	if err != nil || failed != nil {
		t.Fatal(err, failed)
	}
	if diff := cmp.Diff(withoutCommand(whole), withoutCommand(continued)); diff != "" {
		t.Errorf("(-at once +continued):\n%s", diff)
	}
}

package selfplay

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
)

func testRun(t *testing.T) *Run {
	t.Helper()
	openings, err := contest.ReadOpenings("../../../testdata/openings.epd", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	return &Run{Evaluator: chess.NewDefaultEvaluator(), Name: "default", Nodes: 400, Random: 2, Seed: 1, Openings: openings[:1]}
}

// TestPlayAlone checks that a game does not depend on those that the player played before:
// two games that begin alike are the same.
func TestPlayAlone(t *testing.T) {
	run := testRun(t)
	run.Random = 0
	p := run.NewPlayer()
	var games [2]string
	for i := range games {
		tree, err := p.Play(t.Context(), 7)
		if err != nil {
			t.Fatal(err)
		}
		games[i] = tree.String()
	}
	if diff := cmp.Diff(games[0], games[1]); diff != "" {
		t.Errorf("the second game is another:\n%s", diff)
	}
}

// TestPlayNumber checks that other numbers are other games.
func TestPlayNumber(t *testing.T) {
	run := testRun(t)
	run.Random = 8
	p := run.NewPlayer()
	seen := map[string]bool{}
	for number := 1; number <= 5; number++ {
		tree, err := p.Play(t.Context(), number)
		if err != nil {
			t.Fatal(err)
		}
		tree.SetTag("Round", "1")
		if seen[tree.String()] {
			t.Errorf("game %d was played before:\n%s", number, tree)
		}
		seen[tree.String()] = true
	}
}

// TestTags checks that runs with other games have another tag Settings.
func TestTags(t *testing.T) {
	seen := map[string]bool{}
	for _, change := range []func(*Run){
		func(r *Run) {},
		func(r *Run) { r.Nodes++ },
		func(r *Run) { r.Random++ },
		func(r *Run) { r.Seed++ },
		func(r *Run) { r.Openings = append(r.Openings, r.Openings[0]) },
		func(r *Run) { r.Evaluator, _ = chess.NewFeatureEvaluator(r.Evaluator.Terms()[:3]...) },
	} {
		r := testRun(t)
		change(r)
		tags, err := r.Tags()
		if err != nil {
			t.Fatal(err)
		}
		if settings := tags[len(tags)-1].Value; seen[settings] {
			t.Errorf("again %q", settings)
		} else {
			seen[settings] = true
		}
	}
}

func TestCheck(t *testing.T) {
	for _, r := range []Run{{Nodes: 0}, {Nodes: 1, Random: -1}} {
		if r.Check() == nil {
			t.Errorf("no error for %+v", r)
		}
	}
}

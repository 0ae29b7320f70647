package tune

import (
	"flag"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

func testGames(t *testing.T) *selfPlay {
	t.Helper()
	p := selfPlayFlags(flag.NewFlagSet("", flag.ContinueOnError), 400)
	p.file, p.random = openings, 2
	if err := p.load(); err != nil {
		t.Fatal(err)
	}
	p.openings = p.openings[:1]
	return p
}

// TestPlayAlone checks that a game does not depend on those that the player played before:
// two games that begin alike are the same.
func TestPlayAlone(t *testing.T) {
	p := testGames(t)
	p.random = 0
	searcher := chess.NewAlphaBeta(p.evaluator)
	var games [2]string
	for i := range games {
		tree, err := p.game(t.Context(), searcher, 7)
		if err != nil {
			t.Fatal(err)
		}
		games[i] = tree.String()
	}
	if diff := cmp.Diff(games[0], games[1]); diff != "" {
		t.Errorf("the second game is another:\n%s", diff)
	}
}

// TestSettings checks that runs with other games have other settings.
func TestSettings(t *testing.T) {
	seen := map[string]bool{}
	for _, change := range []func(*selfPlay){
		func(r *selfPlay) {},
		func(r *selfPlay) { r.nodes++ },
		func(r *selfPlay) { r.random++ },
		func(r *selfPlay) { r.seed++ },
		func(r *selfPlay) { r.openings = append(r.openings, r.openings[0]) },
		func(r *selfPlay) { r.evaluator, _ = chess.NewFeatureEvaluator(r.evaluator.Terms()[:3]...) },
		func(r *selfPlay) {
			terms := r.evaluator.Terms()
			terms[0].EG = 90
			r.evaluator, _ = chess.NewFeatureEvaluator(terms...)
		},
	} {
		r := testGames(t)
		change(r)
		settings, err := r.settings()
		if err != nil || seen[settings] {
			t.Errorf("again %q, %v", settings, err)
		}
		seen[settings] = true
	}
}

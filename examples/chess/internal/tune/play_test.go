package tune

import (
	"flag"
	"testing"

	"github.com/seed-0971039b/chess"
)

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
		r := selfPlayFlags(flag.NewFlagSet("", flag.ContinueOnError), 400)
		r.file, r.random = openings, 2
		if err := r.load(); err != nil {
			t.Fatal(err)
		}
		change(r)
		settings, err := r.settings()
		if err != nil || seen[settings] {
			t.Errorf("again %q, %v", settings, err)
		}
		seen[settings] = true
	}
}

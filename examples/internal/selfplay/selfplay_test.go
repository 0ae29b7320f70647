package selfplay

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/player"
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
		func(r *Run) {
			terms := r.Evaluator.Terms()
			terms[0].EG = 90
			r.Evaluator, _ = chess.NewFeatureEvaluator(terms...)
		},
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

// TestRunJSON checks that a run that was written and read plays the same games.
func TestRunJSON(t *testing.T) {
	openings, err := contest.ReadOpenings("../../../testdata/openings.epd", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	games, err := contest.ReadOpenings("../../../testdata/games.pgn", openingPlies, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range []string{"default", "pesto,material.[2]=330,piece-square=50/70"} {
		named, err := player.Evaluation(spec)
		if err != nil {
			t.Fatal(err)
		}
		run := &Run{Evaluator: named.New(), Name: spec, Nodes: 100, Random: 3, Seed: 1 << 60, Openings: append(openings[:3:3], games[:5]...)}
		text, err := json.Marshal(run)
		if err != nil {
			t.Fatal(err)
		}
		var read Run
		if err := json.Unmarshal(text, &read); err != nil {
			t.Fatal(err)
		}
		want, err := run.Tags()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := read.Tags(); err != nil || !cmp.Equal(want, got) {
			t.Errorf("%s: another run: %v, %s", spec, err, cmp.Diff(want, got))
		}
		one, two := run.NewPlayer(), read.NewPlayer()
		for number := range 10 {
			a, err := one.Play(t.Context(), number)
			if err != nil {
				t.Fatal(err)
			}
			b, err := two.Play(t.Context(), number)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(a.String(), b.String()); diff != "" {
				t.Errorf("%s, game %d (-written +read):\n%s", spec, number, diff)
			}
		}
	}
	if text, err := json.Marshal(&Run{Evaluator: chess.NewDefaultEvaluator(), Tables: new(endings.Tables)}); err == nil {
		t.Errorf("a run with tables is %s", text)
	}
	for _, text := range []string{`x`, `{"name":"x"}`, `{"name":"pesto","weights":"{}"}`} {
		if err := json.Unmarshal([]byte(text), new(Run)); err == nil {
			t.Errorf("%s: no error", text)
		}
	}
}

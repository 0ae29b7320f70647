package worth

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed-0971039b/chess"
)

func TestGoal(t *testing.T) {
	g := Goal{Error: 15, Games: 2000}
	if odd := (&Goal{Games: 7}); g.Pairs() != 1000 || odd.Pairs() != 4 {
		t.Errorf("%d and %d pairs", g.Pairs(), odd.Pairs())
	}
	for _, test := range []struct {
		Estimate
		text    string
		reached bool
		left    int
	}{
		{Estimate{}, "unknown", false, 608},
		{Estimate{3, 14, 99}, "+3.0 ± 14.0", false, 1},
		{Estimate{-3, 15, 100}, "-3.0 ± 15.0", true, 0},
		{Estimate{0, 30, 100}, "+0.0 ± 30.0", false, 300},
		{Estimate{400, 40, 100}, "+400.0 ± 40.0", true, 0}, // a tenth is enough
		{Estimate{400, 41, 300}, "+400.0 ± 41.0", false, 15},
	} {
		if got := test.Estimate.String(); got != test.text {
			t.Errorf("%+v is formatted as %s", test, got)
		}
		if got := g.Reached(test.Estimate); got != test.reached {
			t.Errorf("%s: reached is %v", test.text, got)
		}
		if got := g.left(test.Estimate); got != test.left {
			t.Errorf("%s: %d pairs left, want %d", test.text, got, test.left)
		}
	}
}

// TestFitOfOneRow checks that the estimate of a single row is that of the ratings.
func TestFitOfOneRow(t *testing.T) {
	for _, results := range [][5]int{{60, 160, 220, 160, 60}, {10, 20, 100, 80, 70}, {1, 0, 20, 40, 200}} {
		var pairs []Pair
		tally := chess.Tally{Pairs: results}
		for points, k := range results {
			for i := range k {
				if i%2 == 0 {
					pairs = append(pairs, Pair{"=2", points})
				} else {
					pairs = append(pairs, Pair{"=1", 4 - points}) // the same from the other side
				}
			}
			tally.Wins += k * points / 2
			tally.Losses += k * (4 - points) / 2
		}
		got, want := Fit(pairs, 2), tally.Estimate()
		if got[0] != (Estimate{0, 0, 0}) {
			t.Errorf("the row that was never missing is worth %+v", got[0])
		}
		if e := got[1]; math.Abs(e.Elo-want.Elo) > 0.01*math.Abs(want.Elo)+1e-6 || math.Abs(e.Margin/((want.High-want.Low)/2)-1) > 0.05 || e.Pairs != len(pairs) {
			t.Errorf("%v: %v in %d pairs, want %v in %d", results, e, e.Pairs, want, len(pairs))
		}
	}
}

// TestFitOfManyRows checks that fit recovers what many rows are worth from random
// games, with errors that agree with the intervals.
func TestFitOfManyRows(t *testing.T) {
	worth := []float64{700, 200, 100, 50, 20, 10, 5, 0, 0, 0, 0, 0, -5, -10, -20, -50, 30, 30, 30, 30}
	open := make([]bool, len(worth))
	for i := range open {
		open[i] = true
	}
	const runs, games = 20, 2000
	beyond := 0
	for run := range uint64(runs) {
		random := rand.New(rand.NewPCG(run, 7))
		var pairs []Pair
		for n := range games {
			p := Pair{Lacks: draw(run, n, open)}
			d, _ := p.difference(worth)
			for range 2 {
				e := 1 / (1 + math.Pow(10, -d/400))
				switch x := random.Float64(); {
				case x < e-0.2*e*(1-e):
					p.Points += 2
				case x < e+0.2*e*(1-e):
					p.Points++
				}
			}
			pairs = append(pairs, p)
		}
		for i, e := range Fit(pairs, len(worth)) {
			if math.Abs(e.Elo-worth[i]) > e.Margin {
				beyond++
			}
			if e.Pairs < games*partsPerPair/len(worth)*8/10 || e.Margin > 40+worth[i]/4 {
				t.Errorf("row %d: %v by %d pairs", i, e, e.Pairs)
			}
		}
	}
	if share := float64(beyond) / float64(runs*len(worth)); share < 0.02 || share > 0.08 {
		t.Errorf("%.3f of the 95 %% intervals do not contain the true value", share)
	}
}

// TestFitIsFinite checks that a row without which every game is lost has a finite
// estimate.
func TestFitIsFinite(t *testing.T) {
	pairs := slices.Repeat([]Pair{{"=2", 4}, {"=1", 0}, {"1=", 2}}, 100)
	got := Fit(pairs, 2)
	if e := got[1]; !(e.Elo > 500 && e.Elo < 2000 && e.Margin >= 0) {
		t.Errorf("%+v", e)
	}
	if e := got[0]; math.Abs(e.Elo) > 1e-6 {
		t.Errorf("%+v", e)
	}
	if got := Fit(nil, 1); got[0] != (Estimate{}) {
		t.Errorf("without games: %+v", got[0])
	}
}

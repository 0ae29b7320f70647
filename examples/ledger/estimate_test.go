package main

import (
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

func TestGoal(t *testing.T) {
	g := goal{Error: 15, Games: 2000}
	for _, test := range []struct {
		estimate
		text    string
		reached bool
		left    int
	}{
		{estimate{}, "unknown", false, 608},
		{estimate{3, 14, 99}, "+3.0 ± 14.0", false, 1},
		{estimate{-3, 15, 100}, "-3.0 ± 15.0", true, 0},
		{estimate{0, 30, 100}, "+0.0 ± 30.0", false, 300},
		{estimate{400, 40, 100}, "+400.0 ± 40.0", true, 0}, // a tenth is enough
		{estimate{400, 41, 300}, "+400.0 ± 41.0", false, 15},
	} {
		if got := test.estimate.String(); got != test.text {
			t.Errorf("%+v is formatted as %s", test, got)
		}
		if got := g.reached(test.estimate); got != test.reached {
			t.Errorf("%s: reached is %v", test.text, got)
		}
		if got := g.left(test.estimate); got != test.left {
			t.Errorf("%s: %d pairs left, want %d", test.text, got, test.left)
		}
	}
}

// TestFitOfOneRow checks that the estimate of a single row is that of the ratings.
func TestFitOfOneRow(t *testing.T) {
	for _, results := range [][5]int{{60, 160, 220, 160, 60}, {10, 20, 100, 80, 70}, {1, 0, 20, 40, 200}} {
		var pairs []pair
		tally := chess.Tally{Pairs: results}
		for points, k := range results {
			for i := range k {
				if i%2 == 0 {
					pairs = append(pairs, pair{"=2", points})
				} else {
					pairs = append(pairs, pair{"=1", 4 - points}) // the same from the other side
				}
			}
			tally.Wins += k * points / 2
			tally.Losses += k * (4 - points) / 2
		}
		got, want := fit(pairs, 2), tally.Estimate()
		if got[0] != (estimate{0, 0, 0}) {
			t.Errorf("the row that was never missing is worth %+v", got[0])
		}
		if e := got[1]; math.Abs(e.elo-want.Elo) > 0.01*math.Abs(want.Elo)+1e-6 || math.Abs(e.margin/((want.High-want.Low)/2)-1) > 0.05 || e.pairs != len(pairs) {
			t.Errorf("%v: %v in %d pairs, want %v in %d", results, e, e.pairs, want, len(pairs))
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
		var pairs []pair
		for n := range games {
			p := pair{lacks: draw(run, n, open)}
			d, _ := p.difference(worth)
			for range 2 {
				e := 1 / (1 + math.Pow(10, -d/400))
				switch x := random.Float64(); {
				case x < e-0.2*e*(1-e):
					p.points += 2
				case x < e+0.2*e*(1-e):
					p.points++
				}
			}
			pairs = append(pairs, p)
		}
		for i, e := range fit(pairs, len(worth)) {
			if math.Abs(e.elo-worth[i]) > e.margin {
				beyond++
			}
			if e.pairs < games*rowsPerPair/len(worth)*8/10 || e.margin > 40+worth[i]/4 {
				t.Errorf("row %d: %v by %d pairs", i, e, e.pairs)
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
	pairs := slices.Repeat([]pair{{"=2", 4}, {"=1", 0}, {"1=", 2}}, 100)
	got := fit(pairs, 2)
	if e := got[1]; !(e.elo > 500 && e.elo < 2000 && e.margin >= 0) {
		t.Errorf("%+v", e)
	}
	if e := got[0]; math.Abs(e.elo) > 1e-6 {
		t.Errorf("%+v", e)
	}
	if got := fit(nil, 1); got[0] != (estimate{}) {
		t.Errorf("without games: %+v", got[0])
	}
}

func TestDraw(t *testing.T) {
	if got := draw(1, 5, []bool{false, false}); got != "==" {
		t.Errorf("without open rows: %s", got)
	}
	counts := map[byte]int{}
	for n := range 1000 {
		one := draw(1, n, []bool{false, true, false})
		if one[0] != '=' || one[2] != '=' {
			t.Fatalf("%s lacks a row that is not open", one)
		}
		counts[one[1]]++
	}
	if counts['='] > 0 || counts['1'] < 400 || counts['2'] < 400 {
		t.Errorf("signs of one row: %v", counts)
	}
	open := make([]bool, 40)
	for i := range open {
		open[i] = true
	}
	total := [3]int{}
	for n := range 1000 {
		signs := draw(1, n, open)
		for i := range total {
			total[i] += strings.Count(signs, "=12"[i:i+1])
		}
		if signs != draw(1, n, open) {
			t.Error("a second call returns other signs")
		}
	}
	if a, b := total[1], total[2]; a+b < 7500 || a+b > 8500 || a < b*9/10 || b < a*9/10 {
		t.Errorf("signs of forty rows: %v", total)
	}
	if draw(1, 1, open) == draw(2, 1, open) {
		t.Error("another seed gives the same signs")
	}
}

func TestPairText(t *testing.T) {
	for _, want := range []pair{{"", 0}, {"=12", 4}, {"222", 3}} {
		text, err := want.MarshalText()
		var got pair
		if err == nil {
			err = got.UnmarshalText(text)
		}
		if err != nil || got != want {
			t.Errorf("%+v was marshalled as %q and unmarshalled as %+v, %v", want, text, got, err)
		}
	}
	for _, text := range []string{"", "=", "= ", "= 5", "= /", "= 11", "3 1", "= = 1", "=1"} {
		if err := new(pair).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("no error for %q", text)
		}
	}
}

func TestRows(t *testing.T) {
	complete := chess.NewDefaultEvaluator()
	all := rows(complete)
	var names []string
	defaults := chess.NewAlphaBeta(chess.NewDefaultEvaluator()).Options()
	for i, r := range all {
		names = append(names, r.name)
		other := all[(i+7)%len(all)]
		want := []string{r.name + " " + r.off, other.name + " " + other.off}
		s, err := searcher(complete, r, other)
		if err != nil {
			t.Errorf("%s: %v", r.name, err)
			continue
		}
		e, err := evaluator(complete, r, other)
		if err != nil {
			t.Errorf("%s: %v", r.name, err)
			continue
		}
		var got []string // the differences from the default
		for i, o := range s.(*chess.AlphaBeta).Options() {
			if o.Value != defaults[i].Value {
				got = append(got, "technique "+o.Name+" "+o.Value)
			}
		}
		for _, term := range chess.NewDefaultEvaluator().Terms() {
			if !slices.ContainsFunc(e.Terms(), func(u chess.Term) bool { return u.Feature.Name() == term.Feature.Name() }) {
				got = append(got, "feature "+term.Feature.Name()+" ")
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("without %s (-want +got):\n%s", r.name, diff)
		}
	}
	for _, name := range []string{"feature material", "feature drawn endings", "technique NullMovePruning", "technique AspirationWindow", "technique CorrectionHistory"} {
		if !slices.Contains(names, name) {
			t.Errorf("no %q in %q", name, names)
		}
	}
	for _, name := range []string{"Hash", "Threads", "Rigorous", "Clear Hash"} {
		if slices.Contains(names, "technique "+name) {
			t.Errorf("%q is a row", name)
		}
	}
	some, err := matching(all, regexp.MustCompile("king"))
	if n := len(slices.DeleteFunc(some, func(s bool) bool { return !s })); err != nil || n != 2 {
		t.Errorf("%d rows about the king, %v", n, err)
	}
}

func TestVary(t *testing.T) {
	given, err := contest.ReadOpenings(openings(t), 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	varied := func(n int, seed uint64) (fens []string) {
		all, err := vary(t.Context(), progress.New(io.Discard), chess.NewDefaultEvaluator(), given, n, seed)
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
		if p := g.Position(); all[i] != p.EPD() {
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
	if _, err := vary(t.Context(), progress.New(io.Discard), chess.NewDefaultEvaluator(), []*chess.Game{won}, 2, 1); err == nil {
		t.Error("no error for a won position without balanced variations")
	}
}

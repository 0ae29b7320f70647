package main

import (
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
)

// of returns games without those who won them: the pairs say enough.
func of(results [5]int) *chess.Tally {
	t := &chess.Tally{Pairs: results}
	for result, k := range results {
		t.Wins += k * result / 2
		t.Losses += k * (4 - result) / 2
	}
	return t
}

func TestGoal(t *testing.T) {
	g := goal{Error: 15, Games: 2000}
	for _, test := range []struct {
		results [5]int
		worth   string
		reached bool
	}{
		{[5]int{}, "unknown", false},
		{[5]int{0, 0, 1}, "+0.0 ± 636.4", false},
		{[5]int{0, 0, 0, 0, 1}, "> -511.5", false},
		{[5]int{0, 0, 100}, "+0.0 ± 10.3", true}, // a row that changes nothing
		{[5]int{0, 0, 0, 0, 99}, "> 605.0", false},
		{[5]int{0, 0, 0, 0, 100}, "> 606.8", true}, // one who cannot play without it
		{[5]int{100}, "< -606.8", true},
		{[5]int{0, 0, 0, 1, 98}, "", false},
		{[5]int{0, 0, 0, 1, 699}, "", true}, // nearly
		{[5]int{0, 0, 0, 100}, "+190.8 ± 13.4", true},
		{[5]int{0, 0, 98, 1}, "", false}, // a narrow interval, but of too few
		{[5]int{0, 0, 98, 2}, "+3.5 ± 10.3", true},
		{[5]int{60, 80, 220, 80, 59}, "", false},
		{[5]int{60, 160, 220, 160, 60}, "+0.0 ± 14.6", true},
		{[5]int{250, 0, 0, 0, 749}, "", false},
		{[5]int{250, 0, 0, 0, 750}, "", true}, // there are no more games
	} {
		tally := of(test.results)
		if got := tally.Estimate().String(); test.worth != "" && got != test.worth {
			t.Errorf("%v: worth %s, want %s", test.results, got, test.worth)
		}
		if got := g.reached(tally); got != test.reached {
			t.Errorf("%v, %s: reached is %v", test.results, tally.Estimate().String(), got)
		}
		if left := g.left(tally); (left == 0) != test.reached || left < 0 || left > 1000 {
			t.Errorf("%v: %d pairs left", test.results, left)
		}
	}
}

func TestRows(t *testing.T) {
	all, err := rows(regexp.MustCompile(""))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	defaults := chess.NewAlphaBeta(chess.NewPeSTO()).Options()
	for _, r := range all {
		names = append(names, r.name)
		s, err := r.searcher()
		if err != nil {
			t.Errorf("%s: %v", r.name, err)
			continue
		}
		e, err := r.evaluator()
		if err != nil {
			t.Errorf("%s: %v", r.name, err)
			continue
		}
		var got, want []string // what is not as it is by default
		for i, o := range s.(*chess.AlphaBeta).Options() {
			if o.Value != defaults[i].Value {
				got = append(got, "technique "+o.Name+" "+o.Value)
			}
		}
		for _, term := range chess.NewDefaultEvaluator().Terms() {
			if !slices.ContainsFunc(e.Terms(), func(u chess.Term) bool { return u.Feature.Name() == term.Feature.Name() }) {
				got = append(got, "feature "+term.Feature.Name())
			}
		}
		want = []string{r.name}
		if r.option != "" {
			want = []string{r.name + " " + r.off}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("without %s (-want +got):\n%s", r.name, diff)
		}
	}
	for _, name := range []string{"feature material", "feature drawn endings", "technique NullMove", "technique Aspiration", "technique Correction"} {
		if !slices.Contains(names, name) {
			t.Errorf("no %q in %q", name, names)
		}
	}
	for _, name := range []string{"Hash", "Threads", "Rigorous", "Clear Hash"} {
		if slices.Contains(names, "technique "+name) {
			t.Errorf("%q is a row", name)
		}
	}
	if some, err := rows(regexp.MustCompile("king")); err != nil || len(some) != 2 {
		t.Errorf("%d rows about the king, %v", len(some), err)
	}
}

func TestVary(t *testing.T) {
	given, err := contest.ReadOpenings(openings(t), 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	varied := func(n int, seed uint64) (fens []string) {
		all, err := vary(t.Context(), given, n, seed)
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
		t.Errorf("60 begin otherwise than 23:\n%s", diff)
	}
	if slices.Equal(all, varied(60, 2)) {
		t.Error("another seed gives the same openings")
	}
	slices.Sort(all)
	if n := len(slices.Compact(all)); n != 60 {
		t.Errorf("only %d are different", n)
	}
	won := chess.NewGame(chess.MustParseFEN("4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1"))
	if _, err := vary(t.Context(), []*chess.Game{won}, 2, 1); err == nil {
		t.Error("a won position was varied into one in balance")
	}
}

package study

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

const openings = "../../../../testdata/openings.epd"

func describe(t *testing.T, spec string) *player.Description {
	t.Helper()
	d, err := player.Describe(spec)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func duel(t *testing.T, pairs, atOnce int) *Duel {
	t.Helper()
	games, err := contest.ReadOpenings(openings, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	maker := func(spec string) func(context.Context) (chess.Searcher, error) {
		create, err := describe(t, spec).Maker()
		if err != nil {
			t.Fatal(err)
		}
		return create
	}
	return &Duel{
		Names: [2]string{"one", "other"}, Limits: chess.Limits{Nodes: 30}, Seed: 1, Openings: games[:pairs], AtOnce: atOnce,
		New: [2]func(context.Context) (chess.Searcher, error){maker("pesto"), maker("simplified,UCI_LimitStrength=true")},
	}
}

func text(pair [2]*chess.MatchGame) string {
	return fmt.Sprint(pair[0].Outcome, pair[0].Tree.Mainline(), pair[1].Outcome, pair[1].Tree.Mainline())
}

// TestDuel checks that the pairs are the same however many games are played at once, and that an
// interrupted duel returns the first of them and then an error.
func TestDuel(t *testing.T) {
	run := func(atOnce, interrupt int) (pairs []string, last error) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		for pair, err := range duel(t, 4, atOnce).Pairs(ctx) {
			if err != nil {
				return pairs, err
			}
			if n := len(pairs) + 1; pair[0].Round != n || pair[1].Round != n || pair[0].Second || !pair[1].Second || pair[0].Players != [2]int{0, 1} {
				t.Errorf("pair %d: %+v, %+v", n, pair[0], pair[1])
			}
			if pairs = append(pairs, text(pair)); len(pairs) == interrupt {
				cancel()
			}
		}
		return pairs, nil
	}
	want, err := run(1, 0)
	if err != nil || len(want) != 4 {
		t.Fatalf("%d pairs, %v", len(want), err)
	}
	for _, atOnce := range []int{2, 4} {
		got, err := run(atOnce, 0)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%d at once: %v (-one +%[1]d):\n%s", atOnce, err, diff)
		}
	}
	if got, err := run(1, 1); !errors.Is(err, context.Canceled) || len(got) == 0 || !slices.Equal(got, want[:len(got)]) {
		t.Errorf("interrupted: %v, %q", err, got)
	}
}

type broken struct{ error }

func (b broken) Search(context.Context, *chess.Game, chess.Limits) (chess.Result, error) {
	return chess.Result{}, b.error
}

// TestDuelFails checks that a searcher that fails ends the duel and does not lose
// the game.
func TestDuelFails(t *testing.T) {
	failure := errors.New("out of order")
	for _, when := range []string{"made", "played with"} {
		d := duel(t, 2, 1)
		d.New[1] = func(context.Context) (chess.Searcher, error) {
			if when == "made" {
				return nil, failure
			}
			return broken{failure}, nil
		}
		last := error(nil)
		for _, err := range d.Pairs(t.Context()) {
			if last = err; err == nil {
				t.Errorf("%s: a pair was finished", when)
			}
		}
		if !errors.Is(last, failure) || !strings.Contains(last.Error(), "other") {
			t.Errorf("%s: %v", when, last)
		}
	}
}

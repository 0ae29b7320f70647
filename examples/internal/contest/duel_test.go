package contest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

const openings = "../../../testdata/openings.epd"

func duel(t *testing.T, pairs, atOnce int) *Duel {
	t.Helper()
	games, err := ReadOpenings(openings, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	player := func(evaluation string) func() (chess.Searcher, error) {
		e, err := chess.ByName(chess.Evaluators(), evaluation)
		if err != nil {
			t.Fatal(err)
		}
		return func() (chess.Searcher, error) { return chess.NewAlphaBeta(e.New()), nil }
	}
	return &Duel{
		Names: [2]string{"one", "other"}, Nodes: 30, Openings: games[:pairs], AtOnce: atOnce,
		New: [2]func() (chess.Searcher, error){player("pesto"), player("simplified")},
	}
}

func text(pair [2]*chess.MatchGame) string {
	return fmt.Sprint(pair[0].Outcome, pair[0].Tree.Mainline(), pair[1].Outcome, pair[1].Tree.Mainline())
}

// TestDuel checks that the pairs are the same however many games are played at
// once.
func TestDuel(t *testing.T) {
	var first []string
	for atOnce := 1; atOnce <= 4; atOnce++ {
		var pairs []string
		for pair, err := range duel(t, 4, atOnce).Pairs(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if n := len(pairs) + 1; pair[0].Round != n || pair[1].Round != n || pair[0].Second || !pair[1].Second || pair[0].Players != [2]int{0, 1} {
				t.Errorf("pair %d: %+v, %+v", n, pair[0], pair[1])
			}
			pairs = append(pairs, text(pair))
		}
		if first == nil {
			first = pairs
		}
		if diff := cmp.Diff(first, pairs); len(pairs) != 4 || diff != "" {
			t.Errorf("%d at once: %d pairs, (-one +%d)\n%s", atOnce, len(pairs), atOnce, diff)
		}
	}
}

// TestDuelInterrupted checks that an interrupted duel returns the first pairs and
// then an error.
func TestDuelInterrupted(t *testing.T) {
	var all []string
	for pair := range duel(t, 6, 1).Pairs(t.Context()) {
		all = append(all, text(pair))
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var pairs []string
	last := error(nil)
	for pair, err := range duel(t, 6, 4).Pairs(ctx) {
		cancel()
		if last = err; err == nil {
			pairs = append(pairs, text(pair))
		}
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("the last error is %v", last)
	}
	if n := len(pairs); n == 0 || n > 6 || !slices.Equal(pairs, all[:n]) {
		t.Errorf("%d pairs are not the first", n)
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
		d.New[1] = func() (chess.Searcher, error) {
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

func TestConditions(t *testing.T) {
	evaluations := chess.Evaluators()
	c, games, err := NewConditions(t.Context(), evaluations[0], 100, 1, openings)
	if err != nil || len(games) < 100 || c.Bench == 0 {
		t.Fatalf("%v, %d openings, %v", &c, len(games), err)
	}
	few := filepath.Join(t.TempDir(), "few.epd")
	if err := os.WriteFile(few, []byte(games[0].Start().FEN()+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		evaluation int
		nodes      int64
		seed       uint64
		openings   string
		want       string
	}{
		{0, 100, 1, openings, ""},
		{1, 100, 1, openings, "its evaluation is default, not pesto"},
		{0, 99, 1, openings, "100 nodes a move, not 99"},
		{0, 100, 2, openings, "its seed is 1, not 2"},
		{0, 100, 1, few, "different openings, those of " + openings},
	} {
		other, _, err := NewConditions(t.Context(), evaluations[test.evaluation], test.nodes, test.seed, test.openings)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Differ(&other); (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %v", &other, err)
		}
		text, err := json.Marshal(other)
		if named := test.evaluation > 0; err != nil || strings.Contains(string(text), "pesto") != named || strings.Contains(string(text), "evaluation") != named ||
			strings.HasPrefix(other.String(), "evaluation pesto, ") != named || other.Bench == c.Bench == named {
			t.Errorf("%v, %s, %v", &other, text, err)
		}
	}
	other := c
	other.Bench++
	other.Openings = "elsewhere/" + other.Openings
	if err := c.Differ(&other); err == nil || !strings.Contains(err.Error(), "a different player") {
		t.Errorf("a different player: %v", err)
	}
	if _, _, err := NewConditions(t.Context(), evaluations[0], 1, 1, "missing.epd"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no openings: %v", err)
	}
}

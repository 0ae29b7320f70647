package pgnfile

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// TestWork checks that games are begun and done in order, those to skip without work, and
// that the problems of games and workers are told.
func TestWork(t *testing.T) {
	errFirst, errFinish := errors.New("too hard"), errors.New("at the end")
	for _, concurrency := range []int{1, 3} {
		var begun, done []string
		var stderr strings.Builder
		w := Work[string]{
			Program: "test", Concurrency: concurrency, Stderr: &stderr,
			Begin: func(j *Job[string]) error {
				begun = append(begun, fmt.Sprint(j.Number, j.Tree.Tag("White")))
				j.Skip = j.Number == 3
				return nil
			},
			NewWorker: func() (func(context.Context, *Job[string]) error, error) {
				return func(_ context.Context, j *Job[string]) error {
					if j.Number == 1 {
						return errFirst
					}
					j.Result = "worked"
					return nil
				}, nil
			},
			Done: func(j *Job[string]) (string, error) {
				done = append(done, fmt.Sprint(j.Number, j.Result))
				return "a note", nil
			},
			Finish: func() error { return nil },
		}
		do := func() error {
			const games = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. e5 *\n\n[White \"C\"]\n\n1. d4 d6 2. d6 *\n\n[White \"D\"]\n\n1. c4 *\n"
			return w.Do(t.Context(), Input{Paths: []string{"-"}, Stdin: strings.NewReader(games)})
		}
		if err := do(); !errors.Is(err, cli.ErrPartly) || !errors.Is(err, cli.ErrReported) {
			t.Errorf("the error is %v", err)
		}
		if diff := cmp.Diff([][]string{{"1A", "2C", "3D"}, {"1", "2worked", "3"}}, [][]string{begun, done}); diff != "" {
			t.Errorf("begun and done (-want +got):\n%s", diff)
		}
		lines := strings.Split(strings.TrimSpace(progress.Others(stderr.String())), "\n")
		want := []string{"test: game 1: too hard", "test: standard input: game 2,", "test: standard input: game 3,"}
		if len(lines) != len(want) {
			t.Fatalf("%d at once: it printed\n%s", concurrency, &stderr)
		}
		for i, line := range lines {
			if !strings.HasPrefix(line, want[i]) {
				t.Errorf("%q, want %q", line, want[i])
			}
		}
		w.Finish = func() error { return errFinish }
		if err := do(); !errors.Is(err, errFinish) {
			t.Errorf("in the end: %v", err)
		}
		w.Begin = func(*Job[string]) error { return errFirst }
		if err := do(); !errors.Is(err, errFirst) {
			t.Errorf("in the beginning: %v", err)
		}
	}
	if CheckWork(nil) == nil {
		t.Error("no error for no files")
	}
}

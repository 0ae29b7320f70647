package spsa

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
)

const openings = "../../../../testdata/openings.epd"

// quick returns the arguments for a few iterations.
func quick(path string, more ...string) []string {
	return append([]string{"-o", path, "-openings", openings, "-nodes", "60", "-pairs", "2", "-rate", "2", "-iterations", "6",
		"-p", "LateMoveReductions=100:0:200:90", "-p", "DeltaPruning=150:0:400:100.5"}, more...)
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	return Command.Run(ctx, args, cli.Streams{Out: stdout, Err: stderr})
}

func recordOf(t *testing.T, path string) *record {
	t.Helper()
	r := &record{}
	if found, err := outfile.Load(path, r); !found || err != nil {
		t.Fatalf("%s: %v, %v", path, found, err)
	}
	return r
}

// TestTune checks that the result does not depend on how many games are played at once, and that
// a run continues with more iterations.
func TestTune(t *testing.T) {
	folder := t.TempDir()
	tune := func(name string, more ...string) (r *record, out, shown string) {
		t.Helper()
		path := filepath.Join(folder, name)
		var stdout, stderr strings.Builder
		if err := run(t.Context(), quick(path, more...), &stdout, &stderr); err != nil {
			t.Fatal(err)
		}
		return recordOf(t, path), stdout.String(), stderr.String()
	}
	want, out, shown := tune("one", "-concurrency", "1")
	if !regexp.MustCompile(`^setoption name LateMoveReductions value \d+\nsetoption name DeltaPruning value \d+\n$`).MatchString(out) {
		t.Errorf("it printed %q", out)
	}
	if !regexp.MustCompile(`6 of 6 iterations, 24 games, LateMoveReductions \d+\.\d, DeltaPruning \d+\.\d, took \S+\nconditions: player alphabeta, 60 nodes a move, seed 1, openings .*\n$`).MatchString(shown) {
		t.Errorf("it showed %q", shown)
	}
	if want.Iterations != 6 || cmp.Equal(want.Values, []float64{100, 150}) {
		t.Errorf("the result is %+v", want)
	}
	tune("several", "-concurrency", "2", "-iterations", "4")
	got, again, _ := tune("several", "-concurrency", "5")
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(record{})); diff != "" || again != out {
		t.Errorf("it printed %q, want %q (-one at once +several):\n%s", again, out, diff)
	}
}

// TestPlayer checks that the options are the values plus the offsets, rounded down.
func TestPlayer(t *testing.T) {
	r := &record{Parameters: []parameter{{Name: "ReverseFutilityPruning"}, {Name: "FutilityPruning"}, {Name: "ProbCut"}}}
	create := func(context.Context) (chess.Searcher, error) {
		return chess.NewAlphaBeta(chess.NewDefaultEvaluator()), nil
	}
	s, err := r.player(create, []float64{80.25, 90.75, 180}, []float64{0.5, 0.5, 0.999})(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, o := range s.(*chess.AlphaBeta).Options() {
		got[o.Name] = o.Value
	}
	for name, want := range map[string]string{"ReverseFutilityPruning": "80", "FutilityPruning": "91", "ProbCut": "180"} {
		if got[name] != want {
			t.Errorf("%s is %s, want %s", name, got[name], want)
		}
	}
}

func TestUsage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.json")
	for _, args := range [][]string{
		{}, {"x"}, {"-x"}, {"-openings", openings}, {"-p", "ProbCut=180:0:400"},
		quick(path, "x"), quick(path, "-openings", "missing.epd"), quick(path, "-nodes", "-1"), quick(path, "-depth", "-1"), quick(path, "-player", "nobody"), quick(path, "-player", "random"),
		quick(path, "-pairs", "0"), quick(path, "-iterations", "0"), quick(path, "-concurrency", "0"), quick(path, "-rate", "0"),
		quick(path, "-rate", "NaN"), quick(path, "-rate", "11"), quick(path, "-seed", "-1"), quick(path, "-p", "FutilityPruning=80"),
	} {
		var out strings.Builder
		if err := run(t.Context(), args, &out, io.Discard); !errors.Is(err, cli.ErrUsage) || strings.Contains(err.Error(), "\n") || out.Len() > 0 {
			t.Errorf("%q: %v, %q", args, err, &out)
		}
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file was created in spite of the errors: %v", err)
	}
}

func TestParameters(t *testing.T) {
	delta := parameter{"DeltaPruning", 150, 0, 400, 100.5}
	check := func(text string) (parameter, error) {
		p, err := parseParameter(text)
		if err != nil {
			return p, err
		}
		return p, checkParameters(t.Context(), []parameter{delta, p}, func(context.Context) (chess.Searcher, error) { return chess.NewAlphaBeta(nil), nil })
	}
	p, err := check("FutilityPruning=80:20:200")
	if diff := cmp.Diff(parameter{"FutilityPruning", 80, 20, 200, 18}, p); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for _, text := range []string{
		"", "FutilityPruning", "FutilityPruning=80", "FutilityPruning=80:20", "FutilityPruning=80:20:200:1:1", "FutilityPruning=80:20:x",
		"FutilityPruning=80:20:NaN", "FutilityPruning=80:20:Inf", "NoSuch=80:20:200", "Hash=16:1:32", "NullMovePruning=1:0:1",
		"DeltaPruning=150:0:400", "FutilityPruning=10:20:200", "FutilityPruning=300:20:200", "FutilityPruning=20:20:20",
		"FutilityPruning=80:200:20", "FutilityPruning=80:-1:200", "FutilityPruning=80:20:1000000", "FutilityPruning=80:20:200:0",
		"FutilityPruning=80:20:200:0.4", "FutilityPruning=80:20:200:181", "FutilityPruning=80:79.5:80",
	} {
		if _, err := check(text); err == nil {
			t.Errorf("no error for %q", text)
		}
	}
	if err := checkParameters(t.Context(), []parameter{delta}, func(context.Context) (chess.Searcher, error) { return chess.NewMinimax(nil), nil }); err == nil {
		t.Error("minimax has a number to tune")
	}
}

// TestBadFile checks that a file that is damaged, or of a run with other settings,
// is not changed.
func TestBadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.json")
	good := record{
		Parameters: []parameter{{"LateMoveReductions", 100, 0, 200, 90}, {"DeltaPruning", 150, 0, 400, 100.5}},
		Pairs:      2, Rate: 2, Iterations: 5, Values: []float64{90, 190},
	}
	if err := run(t.Context(), quick(path, "-iterations", "1"), io.Discard, io.Discard); err != nil {
		t.Fatal(err)
	}
	good.Conditions = recordOf(t, path).Conditions
	for name, damage := range map[string]func(r *record){
		"":                           func(r *record) {},
		"its games are of player":    func(r *record) { r.Conditions.Bench++ },
		"parameters are":             func(r *record) { r.Parameters = []parameter{r.Parameters[1], r.Parameters[0]} },
		"2 pairs":                    func(r *record) { r.Pairs = 22 },
		"its rate is 0.5":            func(r *record) { r.Rate = 0.5 },
		"its numbers are not":        func(r *record) { r.Iterations = -1 },
		"not consistent":             func(r *record) { r.Values = []float64{90} },
		"DeltaPruning is 401":        func(r *record) { r.Values = []float64{90, 401} },
		"LateMoveReductions is -0.5": func(r *record) { r.Values = []float64{-0.5, 190} },
	} {
		r := good
		damage(&r)
		if err := outfile.Save(path, &r); err != nil {
			t.Fatal(err)
		}
		before, _ := os.ReadFile(path)
		var out strings.Builder
		err := run(t.Context(), quick(path), &out, io.Discard)
		if name == "" {
			if err != nil {
				t.Error(err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "\n") || out.Len() > 0 {
			t.Errorf("%s: %v, %q", name, err, &out)
		}
		if after, _ := os.ReadFile(path); string(after) != string(before) {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

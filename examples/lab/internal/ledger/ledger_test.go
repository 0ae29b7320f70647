package ledger

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
)

// openings returns a file with the first five openings of testdata.
func openings(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../../../testdata/openings.epd")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfterN(string(text), "\n", 6)
	path := filepath.Join(t.TempDir(), "openings.epd")
	if err := os.WriteFile(path, []byte(strings.Join(lines[:5], "")), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// quick returns the arguments for a ledger of two rows.
func quick(path, openings string, more ...string) []string {
	return append([]string{"-o", path, "-openings", openings, "-nodes", "10", "-games", "14", "-rows", "tempo|NullMovePruning", "-cost", "1us"}, more...)
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	return Command.Run(ctx, args, cli.Streams{Out: stdout, Err: stderr})
}

func ledgerOf(t *testing.T, path string) *ledger {
	t.Helper()
	l := &ledger{}
	if found, err := outfile.Load(path, l); !found || err != nil {
		t.Fatalf("%s: %v, %v", path, found, err)
	}
	return l
}

// diffLedgers compares ledgers without the costs, which depend on the machine.
func diffLedgers(a, b *ledger) string {
	return cmp.Diff(a, b, cmpopts.IgnoreUnexported(ledger{}), cmpopts.IgnoreFields(entry{}, "Cost"))
}

// TestLedger checks the ledger and its table, that it does not depend on how many games are
// played at once, and that more games continue it.
func TestLedger(t *testing.T) {
	folder, openings := t.TempDir(), openings(t)
	whole := filepath.Join(folder, "whole.json")
	var table, diag strings.Builder
	if err := run(t.Context(), quick(whole, openings, "-concurrency", "1"), &table, &diag); err != nil {
		t.Fatal(err)
	}
	want := ledgerOf(t, whole)
	if len(want.Pairs) != 7 {
		t.Fatalf("it has %+v", want.Pairs)
	}
	for _, e := range want.Rows {
		selected := e.Name == "feature tempo" || e.Name == "technique NullMovePruning"
		if c := e.Cost; selected != (c.Speed > 0) {
			t.Errorf("%s costs %+v", e.Name, c)
		}
	}
	if text := "14 of 14 games, 0 of 2 rows are known, took "; !strings.Contains(diag.String(), text) {
		t.Errorf("no %q in\n%s", text, &diag)
	}

	// A finished ledger is only shown.
	before, _ := os.ReadFile(whole)
	var shown strings.Builder
	if err := run(t.Context(), []string{"-show", "-o", whole}, &shown, io.Discard); err != nil || shown.String() != table.String() {
		t.Errorf("-show: %v, %s", err, cmp.Diff(table.String(), shown.String()))
	}
	if err := run(t.Context(), quick(whole, openings), io.Discard, io.Discard); err != nil {
		t.Error(err)
	}
	if after, _ := os.ReadFile(whole); string(after) != string(before) {
		t.Errorf("a finished ledger was changed:\n%s", cmp.Diff(string(before), string(after)))
	}
	for _, text := range []string{"go -C examples/lab run . ledger -nodes 10 -seed 1 -openings " + openings + " -error 15 -games 14\n", "\nPlayer: weights in percent material 100, ", "\n| row | Elo | games in which one side lacked it | cost |\n", "\n| feature tempo | ", " | 14 | ", " × nodes/s |\n"} {
		if !strings.Contains(table.String(), text) {
			t.Errorf("no %q in\n%s", text, &table)
		}
	}

	// More games continue from fewer.
	if err := run(t.Context(), quick(whole, openings, "-games", "16"), io.Discard, io.Discard); err != nil {
		t.Error(err)
	}
	more, direct := ledgerOf(t, whole), filepath.Join(folder, "direct.json")
	if err := run(t.Context(), quick(direct, openings, "-games", "16", "-concurrency", "4"), io.Discard, io.Discard); err != nil {
		t.Error(err)
	}
	if diff := diffLedgers(ledgerOf(t, direct), more); diff != "" {
		t.Errorf("14 games and then 16 (-16 at once +in two runs):\n%s", diff)
	}
}

// TestPlayer checks the ledger of another player, to a depth and with its own limits.
func TestPlayer(t *testing.T) {
	folder, openings := t.TempDir(), openings(t)
	for name, test := range map[string]struct{ args, rows, texts []string }{
		"a depth": {
			[]string{"-player", "boardvalue,castle score=30,check score=0", "-depth", "2"},
			[]string{"feature material", "feature piece-square", "feature castle score", "feature coverage", "technique OwnBook", "technique Rigorous"},
			[]string{"-player 'boardvalue,castle score=30,check score=0' -depth 2 -seed 1", "castle score 30, check score 0, ", "\n| technique Rigorous | ", " × time |\n"},
		},
		"its own limits": {
			[]string{"-player", "capturesfirst,Depth=1", "-eval", "simplified"},
			[]string{"feature material", "feature piece-square", "technique CapturesFirst", "technique CapturesBeyond"},
			[]string{"-player capturesfirst,Depth=1,eval=simplified -seed 1", "the player's own limits, seed 1"},
		},
		"nodes": {
			[]string{"-player", "mcts", "-nodes", "20", "-rows", "tempo|exchange"},
			nil,
			[]string{"-player mcts -nodes 20 ", "\n| feature exchange | "},
		},
	} {
		path := filepath.Join(folder, name)
		args := append([]string{"-o", path, "-openings", openings, "-games", "2", "-cost", "1us"}, test.args...)
		var table strings.Builder
		if err := run(t.Context(), args, &table, io.Discard); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var rows []string
		for _, e := range ledgerOf(t, path).Rows {
			rows = append(rows, e.Name)
		}
		if diff := cmp.Diff(test.rows, rows); test.rows != nil && diff != "" {
			t.Errorf("%s: rows (-want +got):\n%s", name, diff)
		}
		for _, text := range test.texts {
			if !strings.Contains(table.String(), text) {
				t.Errorf("%s: no %q in\n%s", name, text, &table)
			}
		}
	}
}

func TestUsage(t *testing.T) {
	openings := openings(t)
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"empty.epd": "\n", "broken.epd": "8/8 w - -\n", "won.epd": "4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{}, {"x"}, {"-x"}, {"-show", "x"}, quick("x.json", "missing.epd"), quick("x.json", "empty.epd"), quick("x.json", "broken.epd"), quick("x.json", "won.epd"),
		quick("x.json", openings, "-nodes", "-1"), quick("x.json", openings, "-depth", "-1"), quick("x.json", openings, "-player", "nobody"),
		quick("x.json", openings, "-player", "random"), quick("x.json", openings, "-player", "alphabeta,time=1s"), quick("x.json", openings, "-player", "minimax,x"), quick("x.json", openings, "-games", "1"), quick("x.json", openings, "-error", "0"),
		quick("x.json", openings, "-error", "NaN"), quick("x.json", openings, "-concurrency", "0"), quick("x.json", openings, "-cost", "-1s"),
		quick("x.json", openings, "-rows", "("), quick("x.json", openings, "-rows", "nothing"), quick("x.json", openings, "-seed", "x"), quick("x.json", openings, "-eval", "x"),
	} {
		var out strings.Builder
		if err := run(t.Context(), args, &out, io.Discard); !errors.Is(err, cli.ErrUsage) || strings.Contains(err.Error(), "\n") || out.Len() > 0 {
			t.Errorf("%q: %v, %q", args, err, &out)
		}
	}
	if _, err := os.Stat("x.json"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file was created in spite of the errors: %v", err)
	}
}

// TestBadFile checks that a file that is damaged, or of games under other
// conditions, is not changed.
func TestBadFile(t *testing.T) {
	openings := openings(t)
	path := filepath.Join(t.TempDir(), "x.json")
	if err := run(t.Context(), quick(path, openings, "-games", "2"), io.Discard, io.Discard); err != nil {
		t.Fatal(err)
	}
	good := *ledgerOf(t, path)
	for name, damage := range map[string]func(l *ledger){
		"":              func(l *ledger) {},
		"its games are": func(l *ledger) { l.Conditions.Seed++ },
		"its rows":      func(l *ledger) { l.Rows[1].Name = "feature x" },
		"its rows are":  func(l *ledger) { l.Rows[1] = l.Rows[0] },
		"pair 1":        func(l *ledger) { l.Pairs[0].Lacks += "=" },
	} {
		l := good
		l.Rows, l.Pairs = slices.Clone(l.Rows), slices.Clone(l.Pairs)
		damage(&l)
		if err := outfile.Save(path, &l); err != nil {
			t.Fatal(err)
		}
		before, _ := os.ReadFile(path)
		var out strings.Builder
		err := run(t.Context(), quick(path, openings, "-games", "4"), &out, io.Discard)
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
	if err := os.WriteFile(path, []byte(`{"pairs": ["=3 1"]}`), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{quick(path, openings), {"-show", "-o", path}} {
		if err := run(t.Context(), args, io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%q: %v", args, err)
		}
	}
	if err := run(t.Context(), []string{"-show", "-o", path + "x"}, io.Discard, io.Discard); err == nil {
		t.Error("no error for a file that does not exist")
	}
}

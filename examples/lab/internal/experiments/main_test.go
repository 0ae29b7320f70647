package experiments

import (
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/lock"
)

// small has a quick run of each command.
var small = map[string]string{
	"depth":    "depth -n 3 -depth 3 -positions TESTDATA/positions.epd",
	"order":    "order -n 4 -depth 3 -positions TESTDATA/positions.epd",
	"features": "features -player boardvalue,depth=1 -games 12 -openings TESTDATA/openings.epd",
	"castling": "castling -player boardvalue,depth=1 -games 6 -openings TESTDATA/openings.epd",
	"weights":  "weights -n 1",
	"versions": "versions -players random;pawnpusher;boardvalue,depth=1 -games 4 -openings TESTDATA/openings.epd",
}

var testdata, _ = filepath.Abs("../../../../testdata")

// arguments splits a command line.
func arguments(line string) []string {
	return strings.Fields(strings.ReplaceAll(line, "TESTDATA", testdata))
}

// experiments runs the program in the present folder.
func experiments(t *testing.T, line string) (stdout, stderr string, err error) {
	t.Helper()
	var out, diag strings.Builder
	err = Command.Run(t.Context(), arguments(line), cli.Streams{Out: &out, Err: &diag})
	return out.String(), diag.String(), err
}

// withoutTimes returns a chapter without the times of the run.
func withoutTimes(text string) string {
	text, _, _ = strings.Cut(text, "\nTimes of this run,")
	return text
}

// TestCommands checks that each command prints the same, apart from times, in a second
// run and with other numbers of things at once; that its pictures are well-formed and
// the same; and that a run that continues from a finished one prints all of it again.
func TestCommands(t *testing.T) {
	if len(small) != len(kinds()) {
		t.Errorf("%d commands are tested, not %d", len(small), len(kinds()))
	}
	for name, line := range small {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			first, stderr, err := experiments(t, line+" -concurrency 1 -state one.json -svg .")
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(stderr, " of ") {
				t.Errorf("no progress: %q", stderr)
			}
			for _, want := range []string{"\n    go -C examples/lab run . experiments " + name + " -", "\nConditions: ", "\n|---|--:|", "](experiments-" + name + "-"} {
				if !strings.Contains(first, want) {
					t.Errorf("no %q in\n%s", want, first)
				}
			}
			if strings.Contains(first, "NaN") {
				t.Errorf("the result has holes:\n%s", first)
			}
			pictures := readPictures(t)
			second, _, err := experiments(t, line+" -concurrency 4 -state two.json -svg .")
			if diff := cmp.Diff(withoutTimes(first), withoutTimes(second)); err != nil || diff != "" {
				t.Errorf("%v (-first +second):\n%s", err, diff)
			}
			delete(pictures, "experiments-depth-time.svg")
			again := readPictures(t)
			delete(again, "experiments-depth-time.svg")
			if diff := cmp.Diff(pictures, again); diff != "" {
				t.Errorf("pictures (-first +second):\n%s", diff)
			}
			once, _, err := experiments(t, line+" -state one.json -svg .")
			if diff := cmp.Diff(first, once); err != nil || diff != "" {
				t.Errorf("a finished run prints other times: %v\n%s", err, diff)
			}
		})
	}
}

// readPictures returns the pictures in the present folder.
func readPictures(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("*.svg")
	if err != nil || len(names) == 0 {
		t.Fatalf("no pictures: %v", err)
	}
	all := map[string]string{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for d := xml.NewDecoder(strings.NewReader(string(text))); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		all[name] = string(text)
	}
	return all
}

// TestInterrupt interrupts a run again and again, and checks that what it prints in the
// end is what an uninterrupted run prints.
func TestInterrupt(t *testing.T) {
	t.Chdir(t.TempDir())
	const line = "versions -players random;pawnpusher;boardvalue,depth=1 -games 40 -openings TESTDATA/openings.epd -state "
	want, _, err := experiments(t, line+"whole.json")
	if err != nil {
		t.Fatal(err)
	}
	interrupts := 0
	for {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Duration(50+20*interrupts)*time.Millisecond, cancel)
		var out strings.Builder
		err := Command.Run(ctx, arguments(line+"parts.json"), cli.Streams{Out: &out, Err: io.Discard})
		cancel()
		if err == nil {
			if diff := cmp.Diff(withoutTimes(want), withoutTimes(out.String())); diff != "" {
				t.Errorf("(-whole +in parts):\n%s", diff)
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if out.Len() > 0 {
			t.Errorf("an interrupted run prints %s", &out)
		}
		if interrupts++; interrupts > 200 {
			t.Fatal("the run does not come to an end")
		}
	}
	if interrupts == 0 {
		t.Skip("the run was too quick to be interrupted")
	}
}

// TestState checks that a run refuses a file of another command, of other conditions
// or of another program, a damaged one, and one that another run writes.
func TestState(t *testing.T) {
	t.Chdir(t.TempDir())
	if _, _, err := experiments(t, small["weights"]); err != nil {
		t.Fatal(err)
	}
	if _, _, err := experiments(t, strings.Replace(small["weights"], "-n 1", "-n 2", 1)); err == nil || !strings.Contains(err.Error(), "other conditions") {
		t.Errorf("with another number of positions: %v", err)
	}
	file := filepath.Join("state", "weights.json")
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"another command": strings.Replace(string(good), `"command": "weights"`, `"command": "depth"`, 1),
		"another program": `{"games": 12}`,
		"a torn end":      string(good[:len(good)/2]),
		"another result":  strings.ReplaceAll(string(good), `"both": `, `"both": "x" `),
		"a text":          "1. e4 e5",
	} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, _, err := experiments(t, small["weights"])
		if now, _ := os.ReadFile(file); err == nil || errors.Is(err, cli.ErrUsage) || string(now) != text {
			t.Errorf("%s: %v; the file is now %.60q", name, err, now)
		}
	}
	if err := os.WriteFile(file, good, 0o666); err != nil {
		t.Fatal(err)
	}
	locked, err := lock.File(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := experiments(t, small["weights"]); err == nil || !strings.Contains(err.Error(), "another run") {
		t.Errorf("a second run: %v", err)
	}
	if err := locked.Release(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := experiments(t, small["weights"]); err != nil {
		t.Error(err)
	}
}

// TestFullDisk checks that a run whose file cannot be written fails and says so.
func TestFullDisk(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("plain", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{".", "plain/x"} {
		if _, _, err := experiments(t, small["weights"]+" -state "+folder); err == nil || errors.Is(err, cli.ErrUsage) {
			t.Errorf("%s: %v", folder, err)
		}
	}
	if _, _, err := experiments(t, small["weights"]+" -svg plain"); err == nil || errors.Is(err, cli.ErrUsage) {
		t.Errorf("a folder that is a file: %v", err)
	}
	if err := Command.Run(t.Context(), arguments(small["weights"]), cli.Streams{Out: brokenPipe{}, Err: io.Discard}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a closed pipe: %v", err)
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestFailures(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("plain", []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"", "x", "-x", "depth x", "depth -x", "depth -n 0", "depth -depth 0", "depth -positions missing", "depth -positions plain",
		"depth -n 1 -concurrency 0 -positions TESTDATA/positions.epd", "order -n -1",
		"features -games 1", "features -player nobody", "features -player random -openings TESTDATA/openings.epd", "features -openings missing",
		"castling -player minimax -openings TESTDATA/openings.epd", "castling -games 1", "castling -openings missing",
		"weights -n 0", "versions -players random", "versions -players random;alphabeta", "versions -games 0", "all x", "all -x",
	} {
		if _, _, err := experiments(t, line); !errors.Is(err, cli.ErrUsage) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", line, err)
		}
	}
	for _, line := range []string{"-h", "help", "help all", "depth -h", "order -h", "features -h", "castling -h", "weights -h", "versions -h"} {
		stdout, _, err := experiments(t, line)
		if !errors.Is(err, flag.ErrHelp) || !strings.Contains(stdout, "usage: experiments ") {
			t.Errorf("%s: %v\n%s", line, err, stdout)
		}
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) != 1 {
		t.Errorf("files are left: %v, %v", entries, err)
	}
}

// TestPage checks a page of several chapters, that the same command makes the same page, and
// that it replaces no other file.
func TestPage(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func() error {
		var runs []*run
		for _, k := range kinds() {
			if k.name != "order" && k.name != "castling" {
				continue
			}
			r := newRun(k, flag.NewFlagSet(k.name, flag.ContinueOnError))
			if err := r.flags.Parse(arguments(small[k.name])[1:]); err != nil {
				t.Fatal(err)
			}
			runs = append(runs, r)
		}
		return writePage(t.Context(), ".", runs, cli.Streams{Out: io.Discard, Err: io.Discard})
	}
	if err := write(); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("experiments.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"# Experiments\n", "- [Order of moves](#order-of-moves)\n- [The castle score](#the-castle-score)\n\n## Order of moves\n", "\n\n## The castle score\n",
		"](experiments-order-ratios.svg)", "](experiments-castling-elo.svg)",
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	if err := write(); err != nil {
		t.Error(err)
	}
	if again, _ := os.ReadFile("experiments.md"); string(again) != string(page) {
		t.Error("the same command makes another page")
	}
	for _, name := range []string{"experiments.md", "experiments-castling-elo.svg"} {
		before, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
		failed := write()
		if now, err := os.ReadFile(name); failed == nil || err != nil || string(now) != "mine" {
			t.Errorf("%s was replaced: %v, %v", name, failed, err)
		}
		if err := os.WriteFile(name, before, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

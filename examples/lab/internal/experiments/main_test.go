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
	"github.com/seed-0971039b/chess/examples/internal/outfile"
)

// small has a quick run of each command.
var small = map[string]string{
	"depth":    "depth -n 3 -depth 3 -nodes 100000 -positions TESTDATA/positions.epd",
	"order":    "order -n 4 -depth 3 -each -positions TESTDATA/positions.epd -eval simplified",
	"features": "features -player boardvalue,depth=1 -only 'check|coverage' -games 12 -openings TESTDATA/openings.epd",
	"castling": "castling -player boardvalue,depth=1 -weights 50/10,100 -games 6 -openings TESTDATA/openings.epd",
	"weights":  "weights -n 3 -player capturesfirst,depth=2 -player random",
	"versions": "versions -player random -player pawnpusher -player boardvalue,depth=1 -games 4 -openings TESTDATA/openings.epd",
}

var testdata, _ = filepath.Abs("../../../../testdata")

// arguments splits a command line.
func arguments(t *testing.T, line string) []string {
	t.Helper()
	args, err := words(strings.ReplaceAll(line, "TESTDATA", testdata))
	if err != nil {
		t.Fatal(err)
	}
	return args
}

// experiments runs the program in the present folder.
func experiments(t *testing.T, line string) (stdout, stderr string, err error) {
	t.Helper()
	var out, diag strings.Builder
	err = execute(t.Context(), arguments(t, line), &out, &diag)
	return out.String(), diag.String(), err
}

// withoutCommand removes the lines with the command, which say how many things are
// done at once.
func withoutCommand(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "    go -C examples/experiments run . ") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// TestCommands checks that each command prints the same, apart from times, in a second
// run and with other numbers of things at once; that its pictures are well-formed and
// the same; and that a run that continues from a finished one prints all of it again.
func TestCommands(t *testing.T) {
	if len(small) != len(commands()) {
		t.Errorf("%d commands are tested, not %d", len(small), len(commands()))
	}
	for name, line := range small {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			first, stderr, err := experiments(t, line+" -times=false -concurrency 1 -state one.json -svg .")
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(stderr, " of ") {
				t.Errorf("no progress: %q", stderr)
			}
			for _, want := range []string{"\n    go -C examples/experiments run . " + name + " ", "\nConditions: ", "  "} {
				if !strings.Contains(first, want) {
					t.Errorf("no %q in\n%s", want, first)
				}
			}
			if strings.Contains(first, "NaN") || strings.Contains(first, "NOT COMPLETE") {
				t.Errorf("the result has holes:\n%s", first)
			}
			pictures := readPictures(t)
			second, _, err := experiments(t, line+" -times=false -concurrency 4 -state two.json -svg .")
			if diff := cmp.Diff(withoutCommand(first), withoutCommand(second)); err != nil || diff != "" {
				t.Errorf("%v (-first +second):\n%s", err, diff)
			}
			if diff := cmp.Diff(pictures, readPictures(t)); diff != "" {
				t.Errorf("pictures (-first +second):\n%s", diff)
			}
			again, _, err := experiments(t, line+" -format md -state one.json -svg .")
			if err != nil || !strings.Contains(again, "\n|---|--:|") || !strings.Contains(again, "](./experiments-"+name) {
				t.Errorf("%v, no table or picture in\n%s", err, again)
			}
			once, _, err := experiments(t, line+" -format md -state one.json -svg .")
			if diff := cmp.Diff(again, once); err != nil || diff != "" {
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
	const line = "versions -player random -player pawnpusher -player boardvalue,depth=1 -games 40 -openings TESTDATA/openings.epd -times=false -state "
	want, _, err := experiments(t, line+"whole.json")
	if err != nil {
		t.Fatal(err)
	}
	interrupts := 0
	for {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Duration(50+20*interrupts)*time.Millisecond, cancel)
		var out strings.Builder
		err := execute(ctx, arguments(t, line+"parts.json"), &out, io.Discard)
		cancel()
		if err == nil {
			if got := strings.ReplaceAll(out.String(), "parts", "whole"); got != want {
				t.Errorf("(-whole +in parts):\n%s", cmp.Diff(want, got))
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if out.Len() > 0 && !strings.Contains(out.String(), "NOT COMPLETE") {
			t.Errorf("the result of an interrupted run does not say so:\n%s", out.String())
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
	if _, _, err := experiments(t, small["weights"]+" -seed 2"); err == nil || !strings.Contains(err.Error(), "other conditions") {
		t.Errorf("with another seed: %v", err)
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
	locked, err := outfile.Hold(file)
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
	if err := execute(t.Context(), arguments(t, small["weights"]), brokenPipe{}, io.Discard); !errors.Is(err, io.ErrClosedPipe) {
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
		"", "x", "-x", "depth x", "depth -x", "depth -n 0", "depth -depth 0", "depth -nodes 0", "depth -positions missing", "depth -positions plain",
		"depth -eval nobody", "depth -format x", "depth -concurrency 0", "order -n -1",
		"features -error 0", "features -games 1", "features -only (", "features -only nothing -openings TESTDATA/openings.epd", "features -player nobody", "features -openings missing",
		"castling -weights 0", "castling -weights 1/2/3", "castling -weights x", "castling -player minimax", "castling -games 1", "castling -maxplies 0", "castling -openings missing",
		"weights -n 0", "weights -player nobody", "versions -player random", "versions -player random -player alphabeta", "versions -games 0",
		"all x", "all -x", "all -run x", "all -run ''", "all -run 'depth -n 0'", `all -run "depth '"`,
	} {
		line = strings.Replace(line, "castling", "castling -openings TESTDATA/openings.epd", 1)
		line = strings.Replace(line, "versions", "versions -openings TESTDATA/openings.epd", 1)
		line = strings.Replace(line, "order", "order -positions TESTDATA/positions.epd", 1)
		if _, _, err := experiments(t, line); !errors.Is(err, cli.ErrUsage) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", line, err)
		}
	}
	for _, line := range []string{"-h", "-help", "--help", "help", "all -h", "depth -h", "order -h", "features -h", "castling -h", "weights -h", "versions -h"} {
		stdout, _, err := experiments(t, line)
		if !errors.Is(err, flag.ErrHelp) || !strings.Contains(stdout, "usage: experiments ") || !strings.Contains(stdout, "\nexample:\n  experiments ") {
			t.Errorf("%s: %v\n%s", line, err, stdout)
		}
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) != 1 {
		t.Errorf("files are left: %v, %v", entries, err)
	}
}

// TestAll checks the page of several commands, one of them twice, that the same
// command makes the same page, and that it replaces no other file.
func TestAll(t *testing.T) {
	t.Chdir(t.TempDir())
	line := "all -o . "
	for _, name := range []string{"order", "weights", "castling"} {
		line += `-run "` + small[name] + `" `
	}
	line += `-run "weights -n 2 -seed 3 -player 'capturesfirst,depth=1,name=a b'"`
	stdout, stderr, err := experiments(t, line)
	if err != nil || stdout != "experiments.md\n" || !strings.Contains(stderr, "weights -n 2") {
		t.Fatalf("%v, %q, %q", err, stdout, stderr)
	}
	page, err := os.ReadFile("experiments.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"# Experiments\n", "- [Order of moves](#order-of-moves)\n", "- [Weights](#weights-1)\n", "## Order of moves\n", "## Weights\n", "## The castle score\n", "\n    go -C examples/experiments run . weights -n 2 -seed 3 -player 'capturesfirst,depth=1,name=a b'\n",
		"](experiments-order-ratios.svg)", "](experiments-weights-saved.svg)", "](experiments-weights-2-saved.svg)", "| a b |",
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	for name := range readPictures(t) {
		if !strings.Contains(string(page), "]("+name+")") {
			t.Errorf("the page does not show %s", name)
		}
	}
	if _, _, err := experiments(t, line); err != nil {
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
		_, _, failed := experiments(t, line)
		if now, err := os.ReadFile(name); failed == nil || err != nil || string(now) != "mine" {
			t.Errorf("%s was replaced: %v, %v", name, failed, err)
		}
		if err := os.WriteFile(name, before, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestWords(t *testing.T) {
	for line, want := range map[string][]string{
		"":                      nil,
		" a  b ":                {"a", "b"},
		`a 'b c' "d 'e'" ''`:    {"a", "b c", "d 'e'", ""},
		`x='y z',"w"`:           {"x=y z,w"},
		"castling -weights 1,2": {"castling", "-weights", "1,2"},
	} {
		got, err := words(line)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%q: %v\n%s", line, err, diff)
		}
		back, err := words(commandLine(got))
		if diff := cmp.Diff(got, back); err != nil || diff != "" {
			t.Errorf("%q as a command line: %v\n%s", line, err, diff)
		}
	}
	if _, err := words("a 'b"); err == nil {
		t.Error("an open quote is accepted")
	}
}

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

var testdata, _ = filepath.Abs("../../../../testdata")

// runLine runs the program in the present folder.
func runLine(ctx context.Context, out io.Writer, line string) (stderr string, err error) {
	var diag strings.Builder
	args := append(strings.Fields(line), "-positions", testdata+"/positions.epd", "-openings", testdata+"/openings.epd")
	err = Command.Run(ctx, args, cli.Streams{Out: out, Err: &diag})
	return diag.String(), err
}

// page runs the program, and returns the page that it writes.
func page(t *testing.T, line string) string {
	t.Helper()
	stderr, err := runLine(t.Context(), io.Discard, line)
	if err != nil || !strings.Contains(stderr, " of ") {
		t.Fatalf("%v, %q", err, stderr)
	}
	return read(t, "experiments.md")
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// withoutTimes returns a page with one chapter without the times of the run.
func withoutTimes(text string) string {
	text, _, _ = strings.Cut(text, "\nTimes of this run,")
	return text
}

// small are flags for a quick run.
const small = "-n 2 -depth 1 "

// TestExperiments checks that each experiment makes the same page, apart from times, in a second
// run and with other numbers of things at once; that its pictures are well-formed and
// the same; and that a run that continues from a finished one makes all of it again.
func TestExperiments(t *testing.T) {
	for _, e := range experiments {
		t.Run(e.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			line := small + e.name
			if e.timed {
				line = "-n 3 -depth 3 " + e.name
			}
			first := page(t, line+" -concurrency 1 -state one")
			for _, want := range []string{"# Experiments\n", "\nConditions: ", "\n|---|--:|"} {
				if !strings.Contains(first, want) {
					t.Errorf("no %q in\n%s", want, first)
				}
			}
			if strings.Contains(first, "NaN") {
				t.Errorf("the result has holes:\n%s", first)
			}
			pictures := readPictures(t, first)
			second := page(t, line+" -concurrency 4 -state two")
			if diff := cmp.Diff(withoutTimes(first), withoutTimes(second)); diff != "" {
				t.Errorf("(-first +second):\n%s", diff)
			}
			if diff := cmp.Diff(pictures, readPictures(t, second)); diff != "" || e.timed && len(pictures) != 1 {
				t.Errorf("pictures (-first +second):\n%s", diff)
			}
			if diff := cmp.Diff(first, page(t, line+" -state one")); diff != "" {
				t.Errorf("a finished run writes other times:\n%s", diff)
			}
		})
	}
}

// readPictures returns the pictures in the present folder, but for those of times.
func readPictures(t *testing.T, page string) map[string]string {
	t.Helper()
	names, err := filepath.Glob("*.svg")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, name := range names {
		text := read(t, name)
		for d := xml.NewDecoder(strings.NewReader(text)); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if !strings.Contains(page, "]("+name+")") {
			t.Errorf("the page does not show %s", name)
		}
		if !strings.HasSuffix(name, "-time.svg") {
			all[name] = text
		}
	}
	return all
}

// TestInterrupt interrupts a run again and again, and checks that the page in the end is that of
// an uninterrupted run.
func TestInterrupt(t *testing.T) {
	t.Chdir(t.TempDir())
	const line = "-n 12 -depth 1 castling -state "
	want := page(t, line+"whole")
	if err := os.Remove("experiments.md"); err != nil {
		t.Fatal(err)
	}
	interrupts := 0
	for {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Duration(300+200*interrupts)*time.Millisecond, cancel)
		_, err := runLine(ctx, io.Discard, line+"parts")
		cancel()
		if err == nil {
			break
		}
		if _, failed := os.Stat("experiments.md"); !errors.Is(err, context.Canceled) || failed == nil {
			t.Fatalf("%v; the page: %v", err, failed)
		}
		if interrupts++; interrupts > 200 {
			t.Fatal("the run does not come to an end")
		}
	}
	if diff := cmp.Diff(want, read(t, "experiments.md")); diff != "" {
		t.Errorf("(-whole +in parts):\n%s", diff)
	}
	if interrupts == 0 {
		t.Skip("the run was too quick to be interrupted")
	}
}

// TestState checks that a run refuses a file of other conditions
// or of another program, a damaged one, and one that another run writes.
func TestState(t *testing.T) {
	t.Chdir(t.TempDir())
	page(t, small+"weights")
	if _, err := runLine(t.Context(), io.Discard, small+"-n 3 weights"); err == nil || !strings.Contains(err.Error(), "other conditions") {
		t.Errorf("with another number of positions: %v", err)
	}
	file := filepath.Join("state", "weights.json")
	good := read(t, file)
	for name, text := range map[string]string{
		"another program": `{"games": 12}`,
		"no results":      `{"conditions": []}`,
		"a torn end":      good[:len(good)/2],
		"another result":  strings.Replace(good, "[\n", "[\"x\",\n", 2),
		"a text":          "1. e4 e5",
	} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := runLine(t.Context(), io.Discard, small+"weights")
		if now := read(t, file); err == nil || errors.Is(err, cli.ErrUsage) || now != text {
			t.Errorf("%s: %v; the file is now %.60q", name, err, now)
		}
	}
	if err := os.WriteFile(file, []byte(good), 0o666); err != nil {
		t.Fatal(err)
	}
	locked, err := outfile.Hold(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := runLine(t.Context(), io.Discard, small+"weights"); err == nil || !strings.Contains(err.Error(), "another run") {
		t.Errorf("a second run: %v", err)
	}
	if err := locked.Release(); err != nil {
		t.Fatal(err)
	}
	page(t, small+"weights")
}

// TestNothingIsLost checks that files of others stay, and that what cannot be written is an
// error.
func TestNothingIsLost(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("plain", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, flags := range []string{"-state plain/x", "-o plain", "-o none"} {
		if _, err := runLine(t.Context(), io.Discard, small+"weights "+flags); err == nil || errors.Is(err, cli.ErrUsage) {
			t.Errorf("%s: %v", flags, err)
		}
	}
	if _, err := runLine(t.Context(), brokenPipe{}, small+"weights"); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a closed pipe: %v", err)
	}
	page(t, "-n 2 -depth 1 order")
	for _, name := range []string{"experiments.md", "experiments-order-ratios.svg"} {
		before := read(t, name)
		if err := os.WriteFile(name, []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := runLine(t.Context(), io.Discard, "-n 2 -depth 1 order"); err == nil || read(t, name) != "mine" {
			t.Errorf("%s was replaced: %v", name, err)
		}
		if err := os.WriteFile(name, []byte(before), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, line := range []string{"x", "-x", "depth x", "-n 1", "-n -1", "-depth -1", "-concurrency 0"} {
		if _, err := runLine(t.Context(), io.Discard, line); !errors.Is(err, cli.ErrUsage) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", line, err)
		}
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) > 0 {
		t.Errorf("files are left: %v, %v", entries, err)
	}
	var help strings.Builder
	if _, err := runLine(t.Context(), &help, "-h"); !errors.Is(err, flag.ErrHelp) || !strings.Contains(help.String(), "\n  castling   what the castle score does") {
		t.Errorf("%v\n%s", err, &help)
	}
}

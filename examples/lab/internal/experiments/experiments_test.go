package experiments

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

var testdata, _ = filepath.Abs("../../../../testdata")

// runLine runs the program in the present folder.
func runLine(t *testing.T, line string) (stderr string, err error) {
	t.Helper()
	var diag strings.Builder
	args := append(strings.Fields(line), "-positions", testdata+"/positions.epd", "-openings", testdata+"/openings.epd")
	err = Command.Run(t.Context(), args, cli.Streams{Out: io.Discard, Err: &diag})
	return diag.String(), err
}

// page runs the program, and returns the page that it writes.
func page(t *testing.T, line string) string {
	t.Helper()
	stderr, err := runLine(t, line)
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
		if err := xml.Unmarshal([]byte(text), new(struct{})); err != nil {
			t.Errorf("%s: %v", name, err)
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

// TestState checks that a run refuses a file of other conditions or of another program, and a
// damaged one.
func TestState(t *testing.T) {
	t.Chdir(t.TempDir())
	page(t, small+"weights")
	if _, err := runLine(t, small+"-n 3 weights"); err == nil || !strings.Contains(err.Error(), "other conditions") {
		t.Errorf("with another number of positions: %v", err)
	}
	file := filepath.Join("state", "weights.json")
	good := read(t, file)
	for name, text := range map[string]string{
		"no results":     `{"conditions": []}`,
		"a torn end":     good[:len(good)/2],
		"another result": strings.Replace(good, "[\n", "[\"x\",\n", 2),
	} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := runLine(t, small+"weights")
		if now := read(t, file); err == nil || errors.Is(err, cli.ErrUsage) || now != text {
			t.Errorf("%s: %v; the file is now %.60q", name, err, now)
		}
	}
}

func TestUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, line := range []string{"x", "-x", "depth x", "-n 1", "-n -1", "-depth -1", "-concurrency 0"} {
		if _, err := runLine(t, line); !errors.Is(err, cli.ErrUsage) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", line, err)
		}
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) > 0 {
		t.Errorf("files are left: %v, %v", entries, err)
	}
}

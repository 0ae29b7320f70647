package cli

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"
)

// ends are the errors with which TestExit ends a program, and what that shows.
var ends = map[string]struct {
	err    error
	status int
	stderr string
}{
	"none":        {nil, 0, ""},
	"help":        {fmt.Errorf("help: %w", flag.ErrHelp), 0, ""},
	"bad":         {BadCommandLine(errors.New("no such file")), 2, "program: bad command line: no such file\n"},
	"interrupted": {fmt.Errorf("%w; go on", ErrInterrupted), 3, "program: interrupted; go on\n"},
	"reported":    {ErrReported, 1, ""},
	"continues":   {Continues(fmt.Errorf("a search: %w", context.Canceled)), 3, "program: interrupted; run the same command to continue\n"},
	"not":         {Continues(errors.New("no more memory")), 1, "program: no more memory\n"},
	"cancelled":   {fmt.Errorf("a search: %w", context.Canceled), 3, "program: interrupted\n"},
	"partly":      {Partly(errors.New("2 games cannot be read")), 3, "program: 2 games cannot be read\n"},
	"bad games":   {Partly(ErrReported), 3, ""},
}

// TestExit runs the test binary as the program.
func TestExit(t *testing.T) {
	if which := os.Getenv("CLI_TEST_END"); which != "" {
		exit("program", ends[which].err)
		return
	}
	for which, want := range ends {
		c := exec.Command(os.Args[0], "-test.run=^TestExit$")
		c.Env = append(os.Environ(), "CLI_TEST_END="+which)
		var stderr bytes.Buffer
		c.Stderr = &stderr
		c.Run()
		if got := c.ProcessState.ExitCode(); got != want.status || stderr.String() != want.stderr {
			t.Errorf("%s: status %d, %q", which, got, &stderr)
		}
	}
}

func TestPosition(t *testing.T) {
	for _, words := range [][]string{nil, {chess.StartFEN}, strings.Fields(chess.StartFEN)} {
		if p, err := Position(words); err != nil || p.FEN() != chess.StartFEN {
			t.Errorf("%q: %v, %v", words, p, err)
		}
	}
	if _, err := Position([]string{""}); err == nil {
		t.Error("no error for an empty FEN")
	}
}

// TestTerminal checks that a pipe, a file and the null device are no terminals.
func TestTerminal(t *testing.T) {
	t.Setenv("NO_COLOR", "")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	file, err := os.Create(filepath.Join(t.TempDir(), "x"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, w := range []io.Writer{&bytes.Buffer{}, w, null, file} {
		if Terminal(w) || Colour(w) {
			t.Errorf("%T %v is a terminal", w, w)
		}
	}
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	defer terminal.Close()
	t.Setenv("TERM", "xterm")
	if !Terminal(terminal) || !Colour(terminal) {
		t.Error("a terminal without colours")
	}
	for name, value := range map[string]string{"NO_COLOR": "1", "TERM": "dumb"} {
		before := os.Getenv(name)
		t.Setenv(name, value)
		if !Terminal(terminal) || Colour(terminal) {
			t.Errorf("colours with %s=%s", name, value)
		}
		t.Setenv(name, before)
	}
}

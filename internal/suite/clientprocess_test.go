package suite_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/seed-0971039b/chess"
)

// engineHelper is the environment variable that makes the test binary an engine with a
// fault ("uci silent"), or one of the others.
const (
	engineHelper = "CHESS_TEST_ENGINE"
	realEngine   = "engine" // a UCI engine
	largeTables  = "tables" // makes tables of a terabyte
)

func TestEngineHelper(t *testing.T) {
	switch os.Getenv(engineHelper) {
	case realEngine:
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1) // see UCI.Run
		(&chess.UCI{Searcher: chess.NewAlphaBeta(chess.NewDefaultEvaluator())}).Run(t.Context(), os.Stdin, os.Stdout)
		os.Exit(0)
	case largeTables:
		a := chess.NewAlphaBeta(chess.NewDefaultEvaluator(), func(o *chess.AlphaBetaOptions) { o.Hash = 1 << 20 })
		hash, size := optionValue(a, "Hash"), a.Table().Size()
		r, err := a.Search(t.Context(), chess.NewGame(), chess.Limits{Depth: 3})
		small := a.SetOption("Hash", "1")
		fmt.Println(hash, (size+1<<20-1)>>20, r.Move != 0, err, small, a.Table().Size()>>20, (chess.NewTable(1<<20).Size()+1<<20-1)>>20)
		os.Exit(0)
	}
	at, fault, ok := strings.Cut(os.Getenv(engineHelper), " ")
	if !ok {
		t.Skip("runs only as a process of other tests")
	}
	faultyEngine(at, fault)
	os.Exit(0)
}

// optionValue returns the value of an option as text.
func optionValue(c chess.Configurable, name string) string {
	for _, o := range c.Options() {
		if o.Name == name {
			return o.Value
		}
	}
	return ""
}

// faultyEngine is a UCI engine that plays the first legal move, and has a fault at a
// command: it answers nothing more ("silent"), or it exits ("exit").
func faultyEngine(at, fault string) {
	r, w := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		(&chess.UCI{Searcher: firstMove, Name: "Fake"}).Run(context.Background(), r, os.Stdout)
	}()
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		if command, _, _ := strings.Cut(lines.Text(), " "); command == at {
			switch fault {
			case "silent":
				io.Copy(io.Discard, os.Stdin)
			case "exit":
				os.Exit(7)
			}
		}
		fmt.Fprintln(w, lines.Text())
	}
	w.Close()
	<-done
}

// helperCommand returns the command that starts an engine with a fault as a process.
func helperCommand(t testing.TB, fault string) *exec.Cmd {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "-test.run=^TestEngineHelper$")
	cmd.Env = append(os.Environ(), engineHelper+"="+fault, "GORACE=atexit_sleep_ms=0")
	return cmd
}

func TestStartClient(t *testing.T) {
	cmd := helperCommand(t, "no fault")
	c, err := chess.StartClient(t.Context(), cmd, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Search(t.Context(), chess.NewGame(), chess.Limits{Depth: 1})
	if err != nil || r.Move == 0 || c.Name() != "Fake" {
		t.Errorf("%s: move %v, error %v", c.Name(), r.Move, err)
	}
	if err := errors.Join(c.Close(), c.Close()); err != nil || cmd.ProcessState == nil {
		t.Errorf("Close: %v, process %v", err, cmd.ProcessState)
	}
}

// However an engine's process ends, none is left running, and the error says how it
// has ended.
func TestClientProcess(t *testing.T) {
	if _, err := chess.StartClient(t.Context(), exec.Command("/no/such/engine"), 0); !errors.Is(err, os.ErrNotExist) && !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("no program: %v", err)
	}
	for _, tt := range []struct {
		name, fault string
		patience    time.Duration
		do          func(c *chess.Client, cmd *exec.Cmd, cancel func()) // before the search, or as it goes on
		want        string
		is          error
	}{
		{"exits at the start", "uci exit", time.Minute, nil, `has ended (exit status 7) instead of answering "uci"`, chess.ErrEngineEnded},
		{"silent at the start", "uci silent", 10 * time.Millisecond, nil, `did not answer "uci" within 10ms`, nil},
		{"exits in a search", "go exit", time.Minute, func(*chess.Client, *exec.Cmd, func()) {}, `Fake has ended (exit status 7) instead of answering "go"`, chess.ErrEngineEnded},
		{"killed", "no fault", time.Minute, func(_ *chess.Client, cmd *exec.Cmd, _ func()) { cmd.Process.Kill() }, "has ended (", chess.ErrEngineEnded},
		{"closed in a search", "no fault", time.Minute, func(c *chess.Client, _ *exec.Cmd, _ func()) {
			time.AfterFunc(10*time.Millisecond, func() { c.Close() })
		}, "", os.ErrClosed},
		{"context done in a search", "no fault", time.Minute, func(_ *chess.Client, _ *exec.Cmd, cancel func()) {
			time.AfterFunc(10*time.Millisecond, cancel)
		}, "", context.Canceled},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			cmd := helperCommand(t, tt.fault)
			c, err := chess.StartClient(ctx, cmd, tt.patience)
			if err == nil && tt.do != nil {
				tt.do(c, cmd, cancel)
				_, err = c.Search(t.Context(), chess.NewGame(), chess.Limits{})
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) || tt.is != nil && !errors.Is(err, tt.is) || cmd.ProcessState == nil {
				t.Errorf("%v, process %v", err, cmd.ProcessState)
			}
		})
	}
}

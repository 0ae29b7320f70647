package chess

import (
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
)

// engineHelper is the environment variable that makes the test binary a fake engine
// with a fault ("uci silent"), or one of the others.
const (
	engineHelper = "CHESS_TEST_ENGINE"
	realEngine   = "engine" // a UCI engine
	busyLoop     = "loop"   // uses a processor until the end of its input
	largeTables  = "tables" // makes tables of a terabyte
)

func TestEngineHelper(t *testing.T) {
	switch os.Getenv(engineHelper) {
	case realEngine:
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1) // see UCI.Run
		(&UCI{Searcher: NewAlphaBeta(NewDefaultEvaluator())}).Run(t.Context(), os.Stdin, os.Stdout)
		os.Exit(0)
	case busyLoop:
		go func() {
			for n := 0; ; n++ {
			}
		}()
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	case largeTables:
		a := NewAlphaBeta(NewDefaultEvaluator(), func(o *AlphaBetaOptions) { o.Hash = 1 << 20 })
		hash, size := a.options.Hash, a.Table().Size()
		r, err := a.Search(t.Context(), NewGame(startPosition), Limits{Depth: 3})
		small := a.SetOption("Hash", "1")
		fmt.Println(hash, (size+1<<20-1)>>20, r.Move != 0, err, small, a.Table().Size()>>20, (NewTable(1<<20).Size()+1<<20-1)>>20)
		os.Exit(0)
	}
	at, fault, ok := strings.Cut(os.Getenv(engineHelper), " ")
	if !ok {
		t.Skip("runs only as a process of other tests")
	}
	e := fakeEngine{at: at, fault: fault, w: os.Stdout, exit: func() { os.Exit(7) }}
	e.run(os.Stdin)
	os.Exit(0)
}

// helperCommand returns the command that starts a fake engine as a process.
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
	c, err := StartClient(t.Context(), cmd, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Search(t.Context(), NewGame(startPosition), Limits{Depth: 1})
	if err != nil || r.Move == 0 || c.Name() != "Fake" {
		t.Errorf("%s: move %v, error %v", c.Name(), r.Move, err)
	}
	for range 2 {
		if err := c.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}
	if cmd.ProcessState == nil {
		t.Error("the process has not ended")
	}
	if _, err := c.Search(t.Context(), NewGame(startPosition), Limits{Depth: 1}); !errors.Is(err, os.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// However an engine's process ends, none is left running, and the error says how it
// has ended.
func TestClientProcess(t *testing.T) {
	t.Run("no program", func(t *testing.T) {
		if _, err := StartClient(t.Context(), exec.Command("/no/such/engine"), 0); !errors.Is(err, os.ErrNotExist) {
			t.Error(err)
		}
	})
	t.Run("exits at the start", func(t *testing.T) {
		cmd := helperCommand(t, "uci exit")
		_, err := StartClient(t.Context(), cmd, time.Minute)
		if err == nil || !strings.Contains(err.Error(), `has ended (exit status 7) instead of answering "uci"`) || cmd.ProcessState == nil {
			t.Errorf("%v, process %v", err, cmd.ProcessState)
		}
	})
	t.Run("silent at the start", func(t *testing.T) {
		cmd := helperCommand(t, "uci silent")
		_, err := StartClient(t.Context(), cmd, 10*time.Millisecond)
		if err == nil || !strings.Contains(err.Error(), `did not answer "uci" within 10ms`) || cmd.ProcessState == nil {
			t.Errorf("%v, process %v", err, cmd.ProcessState)
		}
	})
	start := func(t *testing.T, ctx context.Context, fault string) (*Client, *exec.Cmd) {
		t.Parallel()
		cmd := helperCommand(t, fault)
		c, err := StartClient(ctx, cmd, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		return c, cmd
	}
	t.Run("exits in a search", func(t *testing.T) {
		c, cmd := start(t, t.Context(), "go exit")
		_, err := c.Search(t.Context(), NewGame(startPosition), Limits{})
		if err == nil || err.Error() != `chess: Fake has ended (exit status 7) instead of answering "go"` || cmd.ProcessState == nil {
			t.Errorf("%v, process %v", err, cmd.ProcessState)
		}
	})
	t.Run("killed between searches", func(t *testing.T) {
		c, cmd := start(t, t.Context(), "no fault")
		cmd.Process.Kill()
		_, err := c.Search(t.Context(), NewGame(startPosition), Limits{})
		if err == nil || !strings.Contains(err.Error(), "has ended (") || cmd.ProcessState == nil {
			t.Errorf("%v, process %v", err, cmd.ProcessState)
		}
	})
	t.Run("stuck", func(t *testing.T) {
		c, cmd := start(t, t.Context(), "stop stuck")
		c.patience = 10 * time.Millisecond
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := c.Search(ctx, NewGame(startPosition), Limits{})
		if err == nil || err.Error() != `chess: Fake did not answer "stop" within 10ms` || cmd.ProcessState == nil {
			t.Errorf("%v, process %v", err, cmd.ProcessState)
		}
	})
	t.Run("does not quit", func(t *testing.T) {
		c, cmd := start(t, t.Context(), "quit stuck")
		c.Close()
		if s := cmd.ProcessState; s == nil || s.Success() {
			t.Errorf("process %v", s)
		}
	})
	t.Run("closed in a search", func(t *testing.T) {
		c, cmd := start(t, t.Context(), "no fault")
		time.AfterFunc(10*time.Millisecond, func() { c.Close() })
		_, err := c.Search(t.Context(), NewGame(startPosition), Limits{})
		if !errors.Is(err, os.ErrClosed) || cmd.ProcessState == nil {
			t.Errorf("%v, process %v", err, cmd.ProcessState)
		}
	})
	t.Run("context done in a search", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		c, cmd := start(t, ctx, "no fault")
		time.AfterFunc(10*time.Millisecond, cancel)
		_, err := c.Search(t.Context(), NewGame(startPosition), Limits{})
		if !errors.Is(err, context.Canceled) || cmd.ProcessState == nil {
			t.Errorf("%v, process %v", err, cmd.ProcessState)
		}
	})
	t.Run("context done at the start", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		cmd := helperCommand(t, "no fault")
		_, err := StartClient(ctx, cmd, 0)
		if !errors.Is(err, context.Canceled) || cmd.ProcessState == nil {
			t.Errorf("%v, process %v", err, cmd.ProcessState)
		}
	})
}

// BenchmarkClient measures the overhead of a search: two processes take turns, and
// the engine does not search.
func BenchmarkClient(b *testing.B) {
	c, err := StartClient(b.Context(), helperCommand(b, "no fault"), time.Minute)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	g := played(b, StartFEN, "e4", "e5", "Nf3", "Nc6", "Bb5", "a6")
	clock := Clock{Left: [2]time.Duration{time.Minute, time.Minute}}
	for b.Loop() {
		if _, err := c.Search(b.Context(), g, Limits{Clock: clock}); err != nil {
			b.Fatal(err)
		}
	}
}

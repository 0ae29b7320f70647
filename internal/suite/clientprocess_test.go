package suite_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"slices"
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
	busyLoop     = "loop"   // uses a processor until the end of its input
	largeTables  = "tables" // makes tables of a terabyte
)

func TestEngineHelper(t *testing.T) {
	switch os.Getenv(engineHelper) {
	case realEngine:
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1) // see UCI.Run
		(&chess.UCI{Searcher: chess.NewAlphaBeta(chess.NewDefaultEvaluator())}).Run(t.Context(), os.Stdin, os.Stdout)
		os.Exit(0)
	case busyLoop:
		go func() {
			for n := 0; ; n++ {
			}
		}()
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	case largeTables:
		a := chess.NewAlphaBeta(chess.NewDefaultEvaluator(), func(o *chess.AlphaBetaOptions) { o.Hash = 1 << 20 })
		hash, size := optionValue(a, "Hash"), a.Table().Size()
		r, err := a.Search(t.Context(), chess.NewGame(chess.StartPosition()), chess.Limits{Depth: 3})
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
// command: it answers nothing more ("silent"), it exits ("exit"), or it reads nothing
// more, and so does not notice the end of its input ("stuck").
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
			case "stuck":
				time.Sleep(time.Hour)
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
	r, err := c.Search(t.Context(), chess.NewGame(chess.StartPosition()), chess.Limits{Depth: 1})
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
	if _, err := c.Search(t.Context(), chess.NewGame(chess.StartPosition()), chess.Limits{Depth: 1}); !errors.Is(err, os.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// However an engine's process ends, none is left running, and the error says how it
// has ended.
func TestClientProcess(t *testing.T) {
	t.Run("no program", func(t *testing.T) {
		if _, err := chess.StartClient(t.Context(), exec.Command("/no/such/engine"), 0); !errors.Is(err, os.ErrNotExist) {
			t.Error(err)
		}
	})
	t.Run("exits at the start", func(t *testing.T) {
		cmd := helperCommand(t, "uci exit")
		_, err := chess.StartClient(t.Context(), cmd, time.Minute)
		if err == nil || !strings.Contains(err.Error(), `has ended (exit status 7) instead of answering "uci"`) || cmd.ProcessState == nil {
			t.Errorf("%v, process %v", err, cmd.ProcessState)
		}
	})
	t.Run("silent at the start", func(t *testing.T) {
		cmd := helperCommand(t, "uci silent")
		_, err := chess.StartClient(t.Context(), cmd, 10*time.Millisecond)
		if err == nil || !strings.Contains(err.Error(), `did not answer "uci" within 10ms`) || cmd.ProcessState == nil {
			t.Errorf("%v, process %v", err, cmd.ProcessState)
		}
	})
	start := func(t *testing.T, ctx context.Context, fault string) (*chess.Client, *exec.Cmd) {
		t.Parallel()
		cmd := helperCommand(t, fault)
		c, err := chess.StartClient(ctx, cmd, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		return c, cmd
	}
	t.Run("exits in a search", func(t *testing.T) {
		c, cmd := start(t, t.Context(), "go exit")
		_, err := c.Search(t.Context(), chess.NewGame(chess.StartPosition()), chess.Limits{})
		if err == nil || err.Error() != `chess: Fake has ended (exit status 7) instead of answering "go"` || cmd.ProcessState == nil {
			t.Errorf("%v, process %v", err, cmd.ProcessState)
		}
	})
	t.Run("killed between searches", func(t *testing.T) {
		c, cmd := start(t, t.Context(), "no fault")
		cmd.Process.Kill()
		_, err := c.Search(t.Context(), chess.NewGame(chess.StartPosition()), chess.Limits{})
		if err == nil || !strings.Contains(err.Error(), "has ended (") || cmd.ProcessState == nil {
			t.Errorf("%v, process %v", err, cmd.ProcessState)
		}
	})
	t.Run("stuck", func(t *testing.T) {
		t.Parallel()
		cmd := helperCommand(t, "stop stuck")
		c, err := chess.StartClient(t.Context(), cmd, 3*time.Second) // enough for the handshake
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err = c.Search(ctx, chess.NewGame(chess.StartPosition()), chess.Limits{})
		if err == nil || err.Error() != `chess: Fake did not answer "stop" within 3s` || cmd.ProcessState == nil {
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
		_, err := c.Search(t.Context(), chess.NewGame(chess.StartPosition()), chess.Limits{})
		if !errors.Is(err, os.ErrClosed) || cmd.ProcessState == nil {
			t.Errorf("%v, process %v", err, cmd.ProcessState)
		}
	})
	t.Run("context done in a search", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		c, cmd := start(t, ctx, "no fault")
		time.AfterFunc(10*time.Millisecond, cancel)
		_, err := c.Search(t.Context(), chess.NewGame(chess.StartPosition()), chess.Limits{})
		if !errors.Is(err, context.Canceled) || cmd.ProcessState == nil {
			t.Errorf("%v, process %v", err, cmd.ProcessState)
		}
	})
	t.Run("context done at the start", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		cmd := helperCommand(t, "no fault")
		_, err := chess.StartClient(ctx, cmd, 0)
		if !errors.Is(err, context.Canceled) || cmd.ProcessState == nil {
			t.Errorf("%v, process %v", err, cmd.ProcessState)
		}
	})
}

// BenchmarkClient measures the overhead of a search: two processes take turns, and
// the engine does not search.
func BenchmarkClient(b *testing.B) {
	c, err := chess.StartClient(b.Context(), helperCommand(b, "no fault"), time.Minute)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	g := chess.NewGame(chess.StartPosition())
	if err := g.PlaySAN("e4", "e5", "Nf3", "Nc6", "Bb5", "a6"); err != nil {
		b.Fatal(err)
	}
	clock := chess.Clock{Left: [2]time.Duration{time.Minute, time.Minute}}
	for b.Loop() {
		if _, err := c.Search(b.Context(), g, chess.Limits{Clock: clock}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStop measures the time from "stop" to "bestmove", its median and its
// 99th percentile, of an engine in a process of its own, while as many other
// processes as there are processors keep these busy.
func BenchmarkStop(b *testing.B) {
	start := func(b *testing.B, role string) (in io.WriteCloser, out io.Reader) {
		cmd := helperCommand(b, role)
		in, err := cmd.StdinPipe()
		if err == nil {
			out, err = cmd.StdoutPipe()
		}
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() {
			in.Close()
			cmd.Wait()
		})
		return in, out
	}
	for _, threads := range []int{1, runtime.NumCPU()} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			for range runtime.NumCPU() {
				start(b, busyLoop)
			}
			commands, answers := start(b, realEngine)
			fmt.Fprintf(commands, "setoption name Threads value %d\n", threads)
			lines := bufio.NewScanner(answers)
			var took []time.Duration
			for range b.N {
				io.WriteString(commands, "go infinite\n")
				asked := make(chan time.Time, 1)
				time.AfterFunc(time.Duration(20+rand.IntN(30))*time.Millisecond, func() {
					asked <- time.Now()
					io.WriteString(commands, "stop\n")
				})
				for lines.Scan() && !strings.HasPrefix(lines.Text(), "bestmove") {
				}
				took = append(took, time.Since(<-asked))
			}
			slices.Sort(took)
			b.ReportMetric(took[len(took)/2].Seconds()*1000, "ms-median")
			b.ReportMetric(took[len(took)*99/100].Seconds()*1000, "ms-p99")
		})
	}
}

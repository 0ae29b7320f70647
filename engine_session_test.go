package chess

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// runner is the loop of a protocol.
type runner interface {
	Run(ctx context.Context, r io.Reader, w io.Writer) error
}

// A conversation is a Run that a test talks to, in a bubble of synctest: nothing
// is a matter of speed, and a goroutine left behind is a failure.
type conversation struct {
	in   *io.PipeWriter
	lock sync.Mutex
	out  []byte // not heard yet
	err  error
	done chan struct{}
}

func talkTo(t *testing.T, e runner) *conversation {
	r, w := io.Pipe()
	c := &conversation{in: w, done: make(chan struct{})}
	go func() {
		c.err = e.Run(t.Context(), r, c)
		r.CloseWithError(errors.New("the loop has ended")) // as the pipe of a process would
		close(c.done)
	}()
	return c
}

// say sends text and returns what is answered until all is at rest.
func (c *conversation) say(text string) string {
	io.WriteString(c.in, text)
	return c.hear()
}

func (c *conversation) hear() string {
	synctest.Wait()
	c.lock.Lock()
	defer c.lock.Unlock()
	s := string(c.out)
	c.out = nil
	return s
}

// Write takes what the engine says.
func (c *conversation) Write(b []byte) (int, error) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.out = append(c.out, b...)
	return len(b), nil
}

// end closes the input and returns what is answered to that.
func (c *conversation) end() string {
	c.in.Close()
	<-c.done
	return c.hear()
}

// play goes through a script and compares. Lines that begin with "> " are sent,
// "= " waits for a time, and "!" is the end of input; the others are what the
// engine must answer.
func play(t *testing.T, e runner, script string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := talkTo(t, e)
		var got strings.Builder
		for line := range strings.Lines(script) {
			line = strings.TrimSuffix(line, "\n")
			sent, isSent := strings.CutPrefix(line, "> ")
			pause, isPause := strings.CutPrefix(line, "= ")
			switch {
			case isSent:
				got.WriteString(line + "\n" + c.say(sent+"\n"))
			case isPause:
				d, err := time.ParseDuration(pause)
				if err != nil {
					t.Fatal(err)
				}
				time.Sleep(d)
				got.WriteString(line + "\n" + c.hear())
			case line == "!":
				got.WriteString("!\n" + c.end())
			}
		}
		if rest := c.end(); rest != "" {
			t.Errorf("at the end: %s", rest)
		}
		if c.err != nil {
			t.Errorf("error: %v", c.err)
		}
		if d := cmp.Diff(script, got.String()); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
	})
}

// puppet is a Searcher of few skills: it plays the first legal move, or the
// first of SearchMoves, when it is told to stop or its time is over.
type puppet struct {
	eager   bool // it answers at once
	score   Score
	shown   []Info // what it tells, besides its line
	err     error
	resigns bool
	limits  Limits   // of the last search
	set     []string // names and values
	forgot  int
}

func (s *puppet) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	s.limits = l
	if o := g.Outcome(); o != (Outcome{}) {
		return Result{}, ErrGameOver
	}
	p := g.Position()
	moves := p.AppendMoves(nil)
	if len(l.SearchMoves) > 0 {
		moves = l.SearchMoves
	}
	r := Result{Move: moves[0], PV: moves[:1:1], Score: s.score, Depth: 1, Nodes: 20, Resign: s.resigns}
	next := p.After(r.Move)
	if replies := next.AppendMoves(nil); len(replies) > 0 {
		r.Ponder = replies[0]
		r.PV = append(r.PV, r.Ponder)
	}
	tell := l.Info
	if tell == nil {
		tell = func(Info) {}
	}
	for _, i := range s.shown {
		tell(i)
	}
	tell(Info{Depth: 1, SelDepth: 2, Line: 1, Score: r.Score, Bound: Exact, Nodes: 20, Full: 3, PV: r.PV})
	if s.eager {
		return r, s.err
	}
	if l.Ponder != nil {
		select {
		case <-l.Ponder:
		case <-ctx.Done():
		}
	}
	var over <-chan time.Time
	if l.Time > 0 {
		over = time.After(l.Time)
	}
	select {
	case <-ctx.Done():
	case <-over:
	}
	return r, s.err
}

func (s *puppet) Options() []Option {
	return []Option{
		{Name: "Hash", Kind: SpinOption, Value: "16", Min: 1, Max: 64},
		{Name: "Threads", Kind: SpinOption, Value: "1", Min: 1, Max: 4},
		{Name: "Style", Kind: ComboOption, Value: "Solid", Choices: []string{"Solid", "Risky"}},
		{Name: "Contempt", Kind: CheckOption, Value: "true"},
		{Name: "Clear", Kind: ButtonOption},
		{Name: "Log File", Kind: StringOption},
		{Name: "multipv", Kind: SpinOption}, // the loop's own comes first
	}
}

func (s *puppet) SetOption(name, value string) error {
	if !slices.ContainsFunc(s.Options(), func(o Option) bool { return o.Name == name }) {
		return fmt.Errorf("no option %q", name)
	}
	s.set = append(s.set, name+"="+value)
	return nil
}

func (s *puppet) Forget() { s.forgot++ }

// engines returns both loops around a searcher.
func engines(s Searcher) map[string]runner {
	return map[string]runner{"UCI": &UCI{Searcher: s}, "XBoard": &XBoard{Searcher: s}}
}

// start is what makes both engines think for long.
const start = "go infinite\ngo\n"

func TestSessionEndOfInput(t *testing.T) {
	for name, e := range engines(&puppet{}) {
		for _, input := range []string{"", "\n", start, "go ponder\nhard\ngo\n", "quit", start + "quit\n", "go", "analyze", "\x00\xff\xfe\n"} {
			t.Run(name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					c := talkTo(t, e)
					c.say(input)
					c.end()
					if c.err != nil {
						t.Errorf("%q: %v", input, c.err)
					}
				})
			})
		}
	}
}

// A Read that fails ends the loop with its error, also in a search.
func TestSessionReadError(t *testing.T) {
	for name, e := range engines(&puppet{}) {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := talkTo(t, e)
				c.say(start)
				broken := errors.New("broken")
				c.in.CloseWithError(broken)
				<-c.done
				if c.err != broken {
					t.Errorf("error %v, want %v", c.err, broken)
				}
			})
		})
	}
}

type brokenWriter struct{ after int }

var errBroken = errors.New("broken")

func (w *brokenWriter) Write(b []byte) (int, error) {
	if w.after--; w.after < 0 {
		return 0, errBroken
	}
	return len(b), nil
}

// A Write that fails ends the loop with its error, whatever it is doing.
func TestSessionWriteError(t *testing.T) {
	const input = "uci\nprotover 2\nisready\nping 1\npost\ngo\ngo infinite\nusermove e2e4\nstop\n?\nnonsense\n"
	for name, e := range engines(&puppet{}) {
		for after := range 8 {
			t.Run(name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					r, w := io.Pipe()
					go func() {
						io.WriteString(w, input)
						w.Close()
					}()
					err := e.Run(t.Context(), r, &brokenWriter{after})
					if err != errBroken {
						t.Errorf("after %d lines: error %v", after, err)
					}
					r.Close()
				})
			})
		}
	}
}

func TestSessionContext(t *testing.T) {
	for name, e := range engines(&puppet{}) {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				r, w := io.Pipe()
				go func() {
					io.WriteString(w, start)
					synctest.Wait()
					cancel()
				}()
				if err := e.Run(ctx, r, io.Discard); err != context.Canceled {
					t.Errorf("error %v", err)
				}
				w.Close()
			})
		})
	}
}

// Each line is one Write, and is written before the next command is read.
func TestSessionWrites(t *testing.T) {
	for name, e := range engines(&puppet{eager: true}) {
		var writes []string
		w := writerFunc(func(b []byte) (int, error) {
			writes = append(writes, string(b))
			return len(b), nil
		})
		if err := e.Run(t.Context(), strings.NewReader("uci\nprotover 2\n"), w); err != nil {
			t.Fatal(err)
		}
		if len(writes) < 5 {
			t.Errorf("%s: %d lines", name, len(writes))
		}
		for _, s := range writes {
			if strings.Count(s, "\n") != 1 || !strings.HasSuffix(s, "\n") {
				t.Errorf("%s: one Write has %q", name, s)
			}
		}
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// A line too long is refused and does no harm, also without an end.
func TestSessionLongLines(t *testing.T) {
	long := "position startpos moves" + strings.Repeat(" g1f3 g8f6 f3g1 f6g8", maxInput/20+1)
	for name, e := range engines(&puppet{eager: true}) {
		for _, input := range []string{long, strings.Repeat("x", 3*maxInput)} {
			synctest.Test(t, func(t *testing.T) {
				c := talkTo(t, e)
				if out := c.say(input + "\n"); !strings.Contains(out, "longer than") || len(out) > 200 {
					t.Errorf("%s: answered %.1000q", name, out)
				}
				if out := c.say("go\n"); !strings.Contains(out, "move") {
					t.Errorf("%s: the next command is not obeyed: %q", name, out)
				}
				c.say(input)
				if out := c.end(); !strings.Contains(out, "longer than") || c.err != nil {
					t.Errorf("%s: at the end: %.1000q, %v", name, out, c.err)
				}
			})
		}
	}
}

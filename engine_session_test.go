package chess

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// play runs a script. A line that begins with "> " is sent, one that begins with
// "= " waits for a time, and "!" closes the input. The other lines are the output
// that the engine must write there.
func play(t *testing.T, e chesstest.Runner, script string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := chesstest.NewSession(t, e)
		var got strings.Builder
		for line := range strings.Lines(script) {
			line = strings.TrimSuffix(line, "\n")
			sent, isSent := strings.CutPrefix(line, "> ")
			pause, isPause := strings.CutPrefix(line, "= ")
			switch {
			case isSent:
				got.WriteString(line + "\n" + c.Send(sent+"\n"))
			case isPause:
				d, err := time.ParseDuration(pause)
				if err != nil {
					t.Fatal(err)
				}
				time.Sleep(d)
				got.WriteString(line + "\n" + c.Receive())
			case line == "!":
				got.WriteString("!\n" + c.End())
			}
		}
		if rest := c.End(); rest != "" {
			t.Errorf("at the end: %s", rest)
		}
		if c.Err != nil {
			t.Errorf("error: %v", c.Err)
		}
		if d := cmp.Diff(script, got.String()); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
	})
}

// puppet is a Searcher that plays the first legal move, or the first of
// SearchMoves, when it is stopped or its time is over.
type stubSearcher struct {
	eager   bool // it answers at once
	score   Score
	shown   []Info // reported before its line
	err     error
	resigns bool
	limits  Limits   // of the last search
	hit     Clock    // received at the last ponder hit
	set     []string // names and values of options that were set
	forgot  int      // how often Forget was called
}

func (s *stubSearcher) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	s.limits = l
	if o := g.Outcome(); o != (Outcome{}) {
		return Result{}, ErrGameOver
	}
	p := g.Position()
	moves := p.AppendMoves(nil)
	if len(l.SearchMoves) > 0 {
		moves = l.SearchMoves
	}
	r := Result{Move: moves[0], PV: moves[:1:1], Score: s.score, Bound: Exact, Depth: 1, Nodes: 20, Resign: s.resigns}
	next := p.After(r.Move)
	if replies := next.AppendMoves(nil); len(replies) > 0 {
		r.Ponder = replies[0]
		r.PV = append(r.PV, r.Ponder)
	}
	report := l.Info
	if report == nil {
		report = func(Info) {}
	}
	for _, i := range s.shown {
		report(i)
	}
	report(Info{Depth: 1, SelDepth: 2, MultiPV: 1, Score: r.Score, Bound: Exact, Nodes: 20, Hashfull: 3, PV: r.PV})
	if s.eager {
		return r, s.err
	}
	if l.Ponder != nil {
		select {
		case s.hit = <-l.Ponder:
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

func (s *stubSearcher) Options() []Option {
	return []Option{
		{Name: "Hash", Kind: spinOption, Value: "16", Min: 1, Max: 64},
		{Name: "Threads", Kind: spinOption, Value: "1", Min: 1, Max: 4},
		{Name: "Style", Kind: comboOption, Value: "Solid", Choices: []string{"Solid", "Risky"}},
		{Name: "Contempt", Kind: checkOption, Value: "true"},
		{Name: "Clear", Kind: buttonOption},
		{Name: "Log File", Kind: stringOption},
		{Name: "multipv", Kind: spinOption}, // hidden by the session's own option
	}
}

func (s *stubSearcher) SetOption(name, value string) error {
	if !slices.ContainsFunc(s.Options(), func(o Option) bool { return o.Name == name }) {
		return fmt.Errorf("no option %q", name)
	}
	s.set = append(s.set, name+"="+value)
	return nil
}

func (s *stubSearcher) Forget() { s.forgot++ }

// engines returns an engine of each protocol with a searcher.
func engines(s Searcher) map[string]chesstest.Runner {
	return map[string]chesstest.Runner{"UCI": &UCI{Searcher: s}, "XBoard": &XBoard{Searcher: s}}
}

// start makes both engines search until they are stopped.
const start = "go infinite\ngo\n"

func TestSessionEndOfInput(t *testing.T) {
	for name, e := range engines(&stubSearcher{}) {
		for _, input := range []string{"", "\n", start, "go ponder\nhard\ngo\n", "quit", start + "quit\n", "go", "analyze", "\x00\xff\xfe\n"} {
			t.Run(name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					c := chesstest.NewSession(t, e)
					c.Send(input)
					c.End()
					if c.Err != nil {
						t.Errorf("%q: %v", input, c.Err)
					}
				})
			})
		}
	}
}

// A Read that fails ends Run with its error, also during a search.
func TestSessionReadError(t *testing.T) {
	for name, e := range engines(&stubSearcher{}) {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := chesstest.NewSession(t, e)
				c.Send(start)
				broken := errors.New("broken")
				c.In.CloseWithError(broken)
				<-c.Done
				if c.Err != broken {
					t.Errorf("error %v, want %v", c.Err, broken)
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

// A Write that fails ends Run with its error, whichever line it is.
func TestSessionWriteError(t *testing.T) {
	const input = "uci\nprotover 2\nisready\nping 1\npost\ngo\ngo infinite\nusermove e2e4\nstop\n?\nnonsense\n"
	for name, e := range engines(&stubSearcher{}) {
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
	for name, e := range engines(&stubSearcher{}) {
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
	for name, e := range engines(&stubSearcher{eager: true}) {
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

// A line that is too long is refused and does no harm, even if it is not ended.
func TestSessionLongLines(t *testing.T) {
	long := "position startpos moves" + strings.Repeat(" g1f3 g8f6 f3g1 f6g8", maxInput/20+1)
	for name, e := range engines(&stubSearcher{eager: true}) {
		for _, input := range []string{long, strings.Repeat("x", 3*maxInput)} {
			synctest.Test(t, func(t *testing.T) {
				c := chesstest.NewSession(t, e)
				if out := c.Send(input + "\n"); !strings.Contains(out, "longer than") || len(out) > 200 {
					t.Errorf("%s: answered %.1000q", name, out)
				}
				if out := c.Send("go\n"); !strings.Contains(out, "move") {
					t.Errorf("%s: the next command is not obeyed: %q", name, out)
				}
				c.Send(input)
				if out := c.End(); !strings.Contains(out, "longer than") || c.Err != nil {
					t.Errorf("%s: at the end: %.1000q, %v", name, out, c.Err)
				}
			})
		}
	}
}

// A Searcher that panics or ends its goroutine is an error, after which the protocol goes on.
func TestSessionPanics(t *testing.T) {
	for text, fail := range failures {
		s := searchFunc(func(ctx context.Context, g *Game, l Limits) (Result, error) {
			if g.Len() == 0 || l.WithoutTablebase { // Bench
				fail()
			}
			return firstMove(ctx, g, l)
		})
		for _, tt := range []struct {
			name    string
			engine  chesstest.Runner
			in      string
			failure string
			out     string
		}{
			{"UCI", &UCI{Searcher: s}, "go depth 1\nstop\nposition startpos moves e2e4\ngo depth 1\n", "info string error: ", "bestmove b8c6\n"},
			{"bench", &UCI{Searcher: s}, "bench\nstop\nposition startpos moves e2e4\ngo depth 1\n", "info string error: ", "bestmove b8c6\n"},
			{"XBoard", &XBoard{Searcher: s}, "go\n?\nnew\nusermove e2e4\n?\n", "tellusererror ", "move b8c6\n"},
		} {
			var out strings.Builder
			if err := tt.engine.Run(t.Context(), strings.NewReader(tt.in), &out); err != nil {
				t.Errorf("%s, %q: %v", tt.name, text, err)
			}
			failed := false
			for line := range strings.Lines(out.String()) {
				failed = failed || strings.HasPrefix(line, tt.failure) && strings.Contains(line, text) && len(line) < 2000
			}
			if _, ends, _ := strings.Cut(out.String(), tt.out); !failed || !strings.Contains(out.String(), tt.out) || ends != "" {
				t.Errorf("%s, %q:\n%s", tt.name, text, out.String())
			}
		}
	}
}

// What a searcher says with line breaks stays in one line.
func TestSessionLineBreaks(t *testing.T) {
	s := searchFunc(func(context.Context, *Game, Limits) (Result, error) {
		return Result{}, errors.New("a\nbestmove e2e4\r\nb")
	})
	for name, engine := range engines(s) {
		var out strings.Builder
		if err := engine.Run(t.Context(), strings.NewReader("go\n?\nstop\n"), &out); err != nil {
			t.Error(err)
		}
		if strings.Contains(out.String(), "\nbestmove e2e4") || !strings.Contains(out.String(), "a bestmove e2e4  b") {
			t.Errorf("%s: %q", name, out.String())
		}
	}
}

// A score without its line, as the engine of a Client may tell it, is shown at once; a bound is
// not, as with a line.
func TestSessionScoreWithoutLine(t *testing.T) {
	s := &stubSearcher{eager: true, shown: []Info{
		{Depth: 2, Score: 55, Bound: Exact, Nodes: 12}, {Depth: 3, Score: 66, Bound: LowerBound}, {Depth: 3, Move: 1, MoveNumber: 1},
	}}
	for name, tt := range map[string][2]string{
		"UCI":    {"go\nstop\n", "info depth 2 multipv 1 score cp 55 nodes 12 time 0\ninfo depth 1 "},
		"XBoard": {"post\ngo\n?\n", "2 55 0 12 \n1 0 0 20 "},
	} {
		var out strings.Builder
		if err := engines(s)[name].Run(t.Context(), strings.NewReader(tt[0]), &out); err != nil {
			t.Error(err)
		}
		if !strings.Contains(out.String(), tt[1]) {
			t.Errorf("%s: %q", name, out.String())
		}
	}
}

package chess

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
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
// that the engine must write there. A script may leave out what stubSearcher reports to UCI.
func play(t *testing.T, e chesstest.Runner, script string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := chesstest.NewSession(t, e)
		var got strings.Builder
		add := func(line, answers string) {
			got.WriteString(line + "\n")
			for answer := range strings.Lines(answers) {
				if routine := "info depth 1 seldepth 2 "; strings.Contains(script, routine) || !strings.HasPrefix(answer, routine) {
					got.WriteString(answer)
				}
			}
		}
		for line := range strings.Lines(script) {
			line = strings.TrimSuffix(line, "\n")
			sent, isSent := strings.CutPrefix(line, "> ")
			pause, isPause := strings.CutPrefix(line, "= ")
			switch {
			case isSent:
				add(line, c.Send(sent+"\n"))
			case isPause:
				d, err := time.ParseDuration(pause)
				if err != nil {
					t.Fatal(err)
				}
				time.Sleep(d)
				add(line, c.Receive())
			case line == "!":
				add(line, c.End())
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

// stubSearcher is a Searcher that plays the first legal move, or the first of
// SearchMoves, when it is stopped or its time is over; with a Depth, after an hour.
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
	switch {
	case l.Time > 0:
		over = time.After(l.Time)
	case l.Depth > 0:
		over = time.After(time.Hour)
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

// toItsEnd is a Searcher that takes a second, and fails if it is stopped.
func toItsEnd(ctx context.Context, g *Game, l Limits) (Result, error) {
	select {
	case <-time.After(time.Second):
		return firstMove(ctx, g, l)
	case <-ctx.Done():
		return Result{}, ctx.Err()
	}
}

// converse sends e 30 commands, or lines of garbage that contain none of the letters, which
// commands have, and passes each with its answers to heard. "wait" waits for a while.
func converse(t *testing.T, e chesstest.Runner, rng *rand.Rand, garbage, letters string, command func() string, heard func(t *testing.T, line, answers string)) {
	synctest.Test(t, func(t *testing.T) {
		c := chesstest.NewSession(t, e)
		lines := strings.Split(garbage, "\n")
		for range 30 {
			line := command()
			if rng.IntN(8) == 0 {
				if line = "  " + lines[rng.IntN(len(lines))]; strings.ContainsAny(line, letters) {
					continue
				}
			}
			if line == "wait" {
				time.Sleep(time.Duration(rng.IntN(2000)) * time.Millisecond)
				heard(t, line, c.Receive())
			} else {
				heard(t, line, c.Send(line+"\n"))
			}
		}
		if heard(t, "", c.End()); c.Err != nil {
			t.Fatal(c.Err)
		}
	})
}

// engines returns an engine of each protocol with a searcher.
func engines(s Searcher) map[string]chesstest.Runner {
	return map[string]chesstest.Runner{"UCI": &UCI{Searcher: s}, "XBoard": &XBoard{Searcher: s}}
}

// start makes both engines search until they are stopped.
const start = "go infinite\ngo\n"

// Run ends with its input and with the error of reading it, also during a search.
func TestSessionEndOfInput(t *testing.T) {
	broken := errors.New("broken")
	for name, e := range engines(&stubSearcher{}) {
		for _, input := range []string{"", "\n", start, "go ponder\nhard\ngo\n", start + "quit\n", "go", "analyze", "\x00\xff\xfe\n"} {
			for _, want := range []error{nil, broken} {
				synctest.Test(t, func(t *testing.T) {
					c := chesstest.NewSession(t, e)
					c.Send(input)
					c.In.CloseWithError(want)
					<-c.Done
					if c.Err != want && !strings.Contains(input, "quit") {
						t.Errorf("%s, %q: error %v, want %v", name, input, c.Err, want)
					}
				})
			}
		}
	}
}

// Each line is one Write, before the next command is read. One that fails ends Run with its error.
func TestSessionWrites(t *testing.T) {
	const input = "uci\nprotover 2\nisready\nping 1\npost\ngo\ngo infinite\nusermove e2e4\nstop\n?\nnonsense\n"
	broken := errors.New("broken")
	for name, e := range engines(&stubSearcher{}) {
		for after := range 8 {
			synctest.Test(t, func(t *testing.T) {
				r, w := io.Pipe()
				defer r.Close()
				go func() {
					io.WriteString(w, input)
					w.Close()
				}()
				written := 0
				err := e.Run(t.Context(), r, writerFunc(func(b []byte) (int, error) {
					if strings.Count(string(b), "\n") != 1 || !strings.HasSuffix(string(b), "\n") {
						t.Errorf("%s: one Write has %q", name, b)
					}
					if written == after {
						return 0, broken
					}
					written++
					return len(b), nil
				}))
				if err != broken {
					t.Errorf("%s after %d lines: error %v", name, after, err)
				}
			})
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
			engine  chesstest.Runner
			in      string
			failure string
			out     string
		}{
			{&UCI{Searcher: s}, "go depth 1\nstop\nposition startpos moves e2e4\ngo depth 1\n", "info string error: ", "bestmove b8c6\n"},
			{&UCI{Searcher: s}, "bench\nstop\nposition startpos moves e2e4\ngo depth 1\n", "info string error: ", "bestmove b8c6\n"},
			{&XBoard{Searcher: s}, "go\n?\nnew\nusermove e2e4\n?\n", "tellusererror ", "move b8c6\n"},
		} {
			var out strings.Builder
			if err := tt.engine.Run(t.Context(), strings.NewReader(tt.in), &out); err != nil {
				t.Errorf("%T, %q: %v", tt.engine, text, err)
			}
			failed := false
			for line := range strings.Lines(out.String()) {
				failed = failed || strings.HasPrefix(line, tt.failure) && strings.Contains(line, text) && len(line) < 2000
			}
			if !failed || !strings.HasSuffix(out.String(), tt.out) {
				t.Errorf("%T, %q: %s:\n%s", tt.engine, tt.in, text, out.String())
			}
		}
	}
}

// A reported is a search that reports the Infos, for the first legal move unless they have a
// PV, and returns the Result with that move.
func reported(r Result, infos ...Info) searchFunc {
	return func(_ context.Context, g *Game, l Limits) (Result, error) {
		p := g.Position()
		r := r
		r.Move = p.LegalMoves()[0]
		r.PV = []Move{r.Move}
		for _, i := range infos {
			if i.PV == nil {
				i.PV = r.PV
			}
			if l.Info != nil {
				l.Info(i)
			}
		}
		return r, nil
	}
}

// A bound is no score, and the score of a move is the last exact one that was told of it. What
// comes through a Client is the same.
func TestAskMove(t *testing.T) {
	other := []Move{startPosition.AppendMoves(nil)[5]}
	for _, tt := range []struct {
		name string
		s    searchFunc
		want exactScore
	}{
		{"bounds beside a score", reported(Result{Bound: UpperBound, Depth: 11}, Info{Score: -900, Bound: Exact, Depth: 10}), exactScore{-900, 10}},
		{"a mate that is a bound", reported(Result{Score: mateIn(9), Bound: LowerBound, Depth: 11}, Info{Score: 5, Bound: Exact, Depth: 10}), exactScore{5, 10}},
		{"only bounds", reported(Result{Score: 3, Bound: LowerBound, Depth: 4}, Info{Score: 2, Bound: UpperBound, Depth: 3}), exactScore{}},
		{"no score", reported(Result{Score: 3, Depth: 4}), exactScore{}},
		{"of another move", reported(Result{Score: 3, Bound: LowerBound, Depth: 4}, Info{Score: 2, Bound: Exact, Depth: 3, PV: other}), exactScore{}},
		{"of depth 0", reported(Result{Score: 3, Bound: Exact}), exactScore{}},
		{"the last exact score", reported(Result{Score: 900, Bound: LowerBound, Depth: 4}, Info{Score: 500, Bound: Exact, Depth: 2},
			Info{Score: 7, Bound: Exact, Depth: 3}, Info{Score: 700, Bound: LowerBound, Depth: 4}), exactScore{7, 3}},
		{"exact without a depth", reported(Result{Score: 3, Bound: LowerBound, Depth: 4}, Info{Score: 7, Bound: Exact, Depth: 3}, Info{Score: 900, Bound: Exact}), exactScore{7, 3}},
		{"the result's", reported(Result{Score: 6, Bound: Exact, Depth: 4}, Info{Score: 900, Bound: Exact, Depth: 3}), exactScore{6, 4}},
	} {
		in, toEngine := io.Pipe()
		fromEngine, out := io.Pipe()
		go func() {
			(&UCI{Searcher: tt.s}).Run(t.Context(), in, out)
			out.Close()
		}()
		c, err := NewClient(t.Context(), fromEngine, toEngine, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		for _, s := range []Searcher{tt.s, c} {
			if s == c && tt.name == "no score" { // UCI has no words for it
				continue
			}
			if _, got, err := askMove(t.Context(), s, NewGame(), Limits{Depth: 1}); got != tt.want || err != nil {
				t.Errorf("%s, of %T: %v, %v, want %v", tt.name, s, got, err, tt.want)
			}
		}
	}
	g := NewGame(MustParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
	s := searchFunc(func(_ context.Context, g *Game, l Limits) (Result, error) {
		p := g.Position()
		castling, err := p.ParseUCI("e1g1")
		spelled, _ := ParseUCI("e1h1")
		l.Info(Info{PV: []Move{spelled}, Score: -910, Bound: Exact, Depth: 5})
		return Result{Move: castling, Score: -900, Bound: UpperBound, Depth: 6}, err
	})
	if _, got, err := askMove(t.Context(), s, g, Limits{}); got != (exactScore{-910, 5}) || err != nil {
		t.Errorf("castling, spelled in two ways: %v, %v", got, err)
	}
}

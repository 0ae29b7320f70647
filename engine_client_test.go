package chess

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A fakeEngine is a UCI engine that plays the first legal move, and may have a fault.
type fakeEngine struct {
	at, fault string // the command at which it shows the fault; see misbehave
	w         io.Writer
	exit      func() // ends the program
	mu        sync.Mutex
	commands  []string // received
	answer    func()   // writes the answer to "go"; nil is to search
}

// fakeOptions are the options of a fakeEngine, with some that cannot be read.
const fakeOptions = `Fake 1.0 by nobody
id name Fake
id author A. U. Thor
option name Hash type spin default 16 min 1 max 1024
option name Style of Play type combo default Solid var Solid var Wild and Free
option name Ponder type check default false
option name Clear Hash type button
option name Book type string default <empty>
option name About type string default my name is type min
option name MultiPV type spin default 1 min 1 max 3
option name UCI_Chess960 type check default false
option name UCI_Variant type combo default chess var chess var 3check
option
option name
option name X type strange
uciok`

// run obeys the commands in r.
func (e *fakeEngine) run(ctx context.Context, r io.Reader) {
	in, commands := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		(&UCI{Searcher: &stubSearcher{eager: true}}).Run(ctx, in, e.w)
		in.Close()
	}()
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		e.mu.Lock()
		e.commands = append(e.commands, lines.Text())
		e.mu.Unlock()
		command, _, _ := strings.Cut(lines.Text(), " ")
		switch {
		case command == e.at && !e.misbehave(lines):
		case command == "uci":
			fmt.Fprintln(e.w, fakeOptions)
		case command == "go" && e.answer != nil:
			e.answer()
		case command != "setoption":
			fmt.Fprintln(commands, lines.Text())
		}
	}
	commands.Close()
	<-done
}

// received returns the commands that the engine has received since the last call,
// without "stop", which may come late.
func (e *fakeEngine) received() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	commands := slices.DeleteFunc(e.commands, func(command string) bool { return command == "stop" })
	e.commands = nil
	return strings.Join(commands, "\n")
}

// misbehave shows the fault, and reports whether to obey the command as well. A
// fault that has no name is the text to answer.
func (e *fakeEngine) misbehave(lines *bufio.Scanner) bool {
	switch e.fault {
	case "silent": // does not answer any more
		for lines.Scan() {
		}
	case "exit":
		e.exit()
	case "stuck": // does not read any more, and so does not notice that the connection is closed
		time.Sleep(time.Hour)
	case "flood": // answers lines without end
		for err := error(nil); err == nil; {
			_, err = fmt.Fprintln(e.w, "info string on and on")
		}
		e.exit()
	case "endless": // answers a line without end
		for err := error(nil); err == nil; {
			_, err = fmt.Fprint(e.w, "on and on ")
		}
		e.exit()
	case "garbage": // answers garbage as well
		fmt.Fprint(e.w, "\x00\xff\n\n \ninfo\ninfo depth\ninfo depth x score cp\ninfo score mate y pv e9e9\nbestmoves\n"+
			strings.Repeat("x", 3<<20)+"\nreadyok?\n")
		return true
	default:
		fmt.Fprintln(e.w, e.fault)
		return false
	}
	return false
}

// connect returns a Client of a fake engine in this process.
func connect(t *testing.T, e *fakeEngine, patience time.Duration) (*Client, error) {
	t.Helper()
	in, toEngine := io.Pipe()
	fromEngine, out := io.Pipe()
	e.w = out
	if e.exit == nil {
		e.exit = func() { out.Close(); in.Close() }
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		e.run(t.Context(), in)
		out.Close()
	}()
	c, err := NewClient(t.Context(), fromEngine, toEngine, patience)
	if e.fault != "stuck" {
		t.Cleanup(func() {
			if c != nil {
				c.Close()
			}
			<-done
		})
	}
	return c, err
}

func TestClientOptions(t *testing.T) {
	c, err := connect(t, &fakeEngine{}, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if c.Name() != "Fake" || c.Author() != "A. U. Thor" {
		t.Errorf("name %q, author %q", c.Name(), c.Author())
	}
	want := []Option{
		{Name: "Hash", Kind: spinOption, Value: "16", Min: 1, Max: 1024},
		{Name: "Style of Play", Kind: comboOption, Value: "Solid", Choices: []string{"Solid", "Wild and Free"}},
		{Name: "Ponder", Kind: checkOption, Value: "false"},
		{Name: "Clear Hash", Kind: buttonOption},
		{Name: "Book", Kind: stringOption},
		{Name: "About", Kind: stringOption, Value: "my name is type min"},
		{Name: "MultiPV", Kind: spinOption, Value: "1", Min: 1, Max: 3},
		{Name: "UCI_Chess960", Kind: checkOption, Value: "false"},
		{Name: "UCI_Variant", Kind: comboOption, Value: "chess", Choices: []string{"chess", "3check"}},
	}
	if diff := cmp.Diff(want, c.Options()); diff != "" {
		t.Errorf("Options (-want +got):\n%s", diff)
	}
}

// played returns a game from the position, with the moves in SAN.
func played(t testing.TB, fen string, moves ...string) *Game {
	t.Helper()
	g := NewGame(MustParseFEN(fen))
	if err := g.PlaySAN(moves...); err != nil {
		t.Fatal(err)
	}
	return g
}

// The commands that the engine receives for searches, options and new games.
func TestClientCommands(t *testing.T) {
	opened := played(t, StartFEN, "e4")
	p := opened.Position()
	e5, _ := p.ParseSAN("e5")
	e6, _ := p.ParseSAN("e6")
	closed := make(chan Clock)
	close(closed)
	sent := func(k Clock) <-chan Clock {
		hit := make(chan Clock, 1)
		hit <- k
		return hit
	}
	clock := Clock{Left: [2]time.Duration{time.Minute, 90 * time.Second}, Increment: [2]time.Duration{time.Second, 0}, MovesToGo: 7}
	search := func(g *Game, l Limits) func(*Client) error {
		return func(c *Client) error {
			_, err := c.Search(t.Context(), g, l)
			return err
		}
	}
	const position = "isready\nposition startpos moves e2e4\n"
	e := &fakeEngine{}
	c, err := connect(t, e, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		do   func(*Client) error
		want string
	}{
		{"depth and nodes", search(opened, Limits{Depth: 4, Nodes: 1000}), position + "go depth 4 nodes 1000"},
		{"mate", search(played(t, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O"), Limits{Mate: 3}),
			"isready\nposition fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves e1c1\ngo mate 3"},
		{"time", search(opened, Limits{Time: 90 * time.Second}), position + "go movetime 90000"},
		{"clock", search(opened, Limits{Time: time.Minute, Clock: clock}), position + "go wtime 60000 btime 90000 winc 1000 movestogo 7"},
		{"no time left", search(opened, Limits{Clock: Clock{Left: [2]time.Duration{time.Second, -time.Second}}}),
			position + "go wtime 1000 btime 1"},
		{"search moves", search(opened, Limits{Depth: 1, SearchMoves: []Move{e6, 0, p.AppendMoves(nil)[0]}}),
			position + "go depth 1 searchmoves e7e6 " + p.UCI(p.AppendMoves(nil)[0])},
		{"limit already reached", search(opened, Limits{Depth: 5, Nodes: -1}), position + "go depth 1"},
		{"lines", search(opened, Limits{Depth: 1, MultiPV: 5}), "setoption name MultiPV value 3\n" + position + "go depth 1"},
		{"one line again", search(opened, Limits{Depth: 1}), "setoption name MultiPV value 1\n" + position + "go depth 1"},
		{"pondering", search(opened, Limits{Ponder: closed, Time: time.Minute}),
			"setoption name Ponder value true\n" + position + "go ponder movetime 60000\nponderhit"},
		{"pondering on a clock", search(opened, Limits{Ponder: sent(Clock{Left: [2]time.Duration{time.Minute, time.Minute}}), Clock: clock}),
			position + "go ponder wtime 60000 btime 90000 winc 1000 movestogo 7\nponderhit"},
		{"no pondering", func(c *Client) error {
			options := c.options
			defer func() { c.options = options }()
			c.options = nil
			return search(opened, Limits{Ponder: sent(Clock{Left: [2]time.Duration{5000 * time.Millisecond, time.Minute}}), Clock: clock})(c)
		}, position + "go wtime 5000 btime 60000"},
		{"Chess960", search(played(t, "1k6/8/8/8/8/8/8/1K4R1 w K - 0 1", "O-O"), Limits{Depth: 1}), "setoption name UCI_Chess960 value true\n" +
			"isready\nposition fen 1k6/8/8/8/8/8/8/1K4R1 w K - 0 1 moves b1g1\ngo depth 1"},
		{"three-check", search(NewGame(ThreeCheck.StartPosition()), Limits{Depth: 1}), "setoption name UCI_Chess960 value false\n" +
			"setoption name UCI_Variant value 3check\nisready\nposition fen " + ThreeCheck.StartPosition().FEN() + "\ngo depth 1"},
		{"chess again", search(opened, Limits{Depth: 1}), "setoption name UCI_Variant value chess\n" + position + "go depth 1"},
		{"another game", func(c *Client) error { c.Forget(); return nil }, "ucinewgame\nisready"},
		{"spin", func(c *Client) error { return c.SetOption("hash", "32") }, "setoption name Hash value 32\nisready"},
		{"combo", func(c *Client) error { return c.SetOption("Style of Play", "wild and free") },
			"setoption name Style of Play value Wild and Free\nisready"},
		{"button", func(c *Client) error { return c.SetOption("Clear Hash", "") }, "setoption name Clear Hash\nisready"},
		{"string", func(c *Client) error { return c.SetOption("Book", "a b.bin") }, "setoption name Book value a b.bin\nisready"},
		{"no answer", func(c *Client) error {
			if err := c.Command(t.Context(), "debug on", nil); err != nil {
				return err
			}
			return c.ready()
		}, "debug on\nisready"},
		{"empty string", func(c *Client) error { return c.SetOption("Book", "") }, "setoption name Book value <empty>\nisready"},
	} {
		e.received()
		if err := tt.do(c); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if diff := cmp.Diff(tt.want, e.received()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	for _, tt := range [][2]string{{"Hash", "0"}, {"Hash", "x"}, {"Ponder", "1"}, {"Style of Play", "Mild"}, {"Book", "x\nquit"}, {"Speed", "1"}} {
		e.received()
		if err := c.SetOption(tt[0], tt[1]); err == nil || e.received() != "" {
			t.Errorf("option %q was set to %q, error %v", tt[0], tt[1], err)
		}
	}
	if o := c.option("hash"); o.Value != "32" {
		t.Errorf("Hash is %s, not 32", o.Value)
	}
	if err := c.Command(t.Context(), "x\nquit", nil); err == nil {
		t.Error("no error for two commands in one")
	}
	if _, err := c.Search(t.Context(), opened, Limits{SearchMoves: []Move{0}}); !errors.Is(err, ErrIllegal) {
		t.Errorf("no legal move to search: %v", err)
	}
	e.answer = func() { fmt.Fprintln(e.w, "bestmove e7e6") }
	if _, err := c.Search(t.Context(), opened, Limits{Depth: 1, SearchMoves: []Move{e5}}); !errors.Is(err, ErrIllegal) {
		t.Errorf("a move that was not to be searched: %v", err)
	}
	if _, err := c.Search(t.Context(), played(t, "k7/8/8/8/8/8/8/K7 w - - 0 1"), Limits{Depth: 1}); !errors.Is(err, ErrGameOver) {
		t.Errorf("the game is over: %v", err)
	}
	e.received()
	c.Close()
	if got := e.received(); got != "quit" {
		t.Errorf("received %q at the end", got)
	}
}

// A search ends when its context is done, and still returns a move. After "stop" no "ponderhit" is
// sent, whichever of both the Client notices first.
func TestClientStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &fakeEngine{}
		c, err := connect(t, e, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		search := func(ctx context.Context, l Limits) {
			t.Helper()
			if r, err := c.Search(ctx, NewGame(), l); err != nil || r.Move == 0 {
				t.Errorf("%+v: move %v, error %v", l, r.Move, err)
			}
		}
		for range 30 {
			ctx, cancel := context.WithCancel(t.Context())
			hit := make(chan Clock)
			time.AfterFunc(time.Second, func() {
				cancel()
				close(hit)
			})
			search(ctx, Limits{Ponder: hit})
			search(ctx, Limits{}) // it is done before the start
			search(ctx, Limits{Ponder: make(chan Clock)})
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		search(ctx, Limits{})
		// With an engine that cannot ponder, the Client waits.
		c.options = nil
		hit := make(chan Clock)
		time.AfterFunc(time.Second, func() { close(hit) })
		search(t.Context(), Limits{Depth: 1, Ponder: hit})
		if _, err := c.Search(t.Context(), NewGame(ThreeCheck.StartPosition()), Limits{Depth: 1}); err == nil || !strings.Contains(err.Error(), "has no option UCI_Variant") {
			t.Errorf("three-check: %v", err)
		}
		c.Close()
		if sent := strings.Join(e.commands, "\n"); strings.Contains(sent, "stop\nponderhit") {
			t.Errorf("received %s", sent)
		}
	})
}

// A search is stopped when its time is over, and not before.
func TestClientTime(t *testing.T) {
	for _, tt := range []struct {
		limits  Limits
		stopped bool
	}{
		{Limits{Depth: 1}, false},
		{Limits{Time: 2 * time.Second}, false},
		{Limits{Clock: Clock{Left: [2]time.Duration{2 * time.Second, 1}}}, false},
		{Limits{Time: time.Millisecond}, true},
		{Limits{Time: 2 * time.Second, Clock: Clock{Left: [2]time.Duration{1, 2 * time.Second}}}, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			e := &fakeEngine{}
			e.answer = func() {
				fmt.Fprintln(e.w, "info string thinking")
				time.Sleep(time.Second)
				fmt.Fprintln(e.w, "bestmove a2a3")
			}
			c, err := connect(t, e, time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.Search(t.Context(), NewGame(), tt.limits); err != nil {
				t.Error(err)
			}
			c.Close()
			synctest.Wait()
			if got := slices.Contains(e.commands, "stop"); got != tt.stopped {
				t.Errorf("%+v: stopped %v, want %v", tt.limits, got, tt.stopped)
			}
		})
	}
}

// Commands to an engine that does not read them fail in time.
func TestClientStuckEngine(t *testing.T) {
	for timeout, want := range map[time.Duration]string{
		0:               "context deadline exceeded",
		5 * time.Second: "context deadline exceeded",
		time.Hour:       `chess: Fake did not answer "debug on" within 10s`,
	} {
		synctest.Test(t, func(t *testing.T) {
			c, err := connect(t, &fakeEngine{at: "debug", fault: "stuck"}, 10*time.Second)
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), timeout)
			defer cancel()
			for range 100 {
				if err = c.Command(ctx, "debug on", nil); err != nil {
					break
				}
			}
			if took := time.Since(start); err == nil || err.Error() != want || took > 10*time.Second {
				t.Errorf("error %v after %v, want %s", err, took, want)
			}
			if again := c.Command(t.Context(), "debug off", nil); again != err {
				t.Errorf("the next error is %v", again)
			}
			c.Close()
			time.Sleep(2 * time.Hour) // until the engine has ended
		})
	}
}

// What an engine reports about its search is used as far as it makes sense.
func TestClientInfo(t *testing.T) {
	p := startPosition
	line := func(words string) []Move { return uciMoves(t, strings.Fields(words)...) }
	for _, tt := range []struct {
		output string
		want   Result
	}{
		{"bestmove e2e4", Result{PV: line("e2e4")}},
		{"bestmove E2E4 ponder e7e5", Result{PV: line("e2e4"), Ponder: line("e2e4 e7e5")[1]}},
		{"bestmove e2e4 ponder e7e4", Result{PV: line("e2e4")}},
		{"info depth 2 score cp -20 pv e2e4 e7e5\nbestmove e2e4", Result{PV: line("e2e4 e7e5"), Score: -20, Bound: Exact, Depth: 2, Ponder: line("e2e4 e7e5")[1]}},
		{"info depth 2 score cp -20 pv e2e4 e7e4 a2a3\nbestmove e2e4", Result{PV: line("e2e4"), Score: -20, Bound: Exact, Depth: 2}},
		{"info depth 2 score cp -20 pv e2e5\nbestmove e2e4", Result{PV: line("e2e4")}},
		{"info depth 9 score cp 30 pv e2e4\ninfo score cp 11 pv e2e4\nbestmove e2e4", Result{PV: line("e2e4"), Score: 30, Bound: Exact, Depth: 9}},
		{"info depth 9 score cp 99999999 pv e2e4\nbestmove e2e4", Result{PV: line("e2e4"), Score: MaxEvaluation, Bound: Exact, Depth: 9}},
		{"info depth 9 score mate 2 nodes 77 pv e2e4\ninfo nodes 99 nps 1\nbestmove e2e4",
			Result{PV: line("e2e4"), Score: mateIn(3), Bound: Exact, Depth: 9, Nodes: 99}},
		{"info depth 9 score mate -2 pv e2e4\nbestmove e2e4", Result{PV: line("e2e4"), Score: -mateIn(4), Bound: Exact, Depth: 9}},
		{"info depth 9 score mate 0 pv e2e4\nbestmove e2e4", Result{PV: line("e2e4"), Score: -Mate, Bound: Exact, Depth: 9}},
		{"info score cp 12 upperbound depth 7 pv e2e4\nbestmove e2e4", Result{PV: line("e2e4"), Score: 12, Bound: UpperBound}},
		{"info depth 9 string score cp 20 pv e2e4\nbestmove e2e4", Result{PV: line("e2e4")}},
		{"info multipv 999999999 depth 9 score cp 20 pv e2e4\ninfo multipv -1 depth 2 score cp 1 pv a2a3\nbestmove e2e4", Result{PV: line("e2e4")}},
		{"info depth -3 nodes -7 score cp 5 pv e2e4\nbestmove e2e4", Result{PV: line("e2e4"), Score: 5, Bound: Exact}},

		// A bound is no score, and the score of one move not that of another.
		{"info depth 10 score cp 20 pv e2e4\ninfo depth 11 score mate 10 lowerbound pv d2d4\nbestmove d2d4", Result{PV: line("d2d4"), Score: mateIn(19), Bound: LowerBound}},
		{"info depth 10 score cp 20 pv e2e4\ninfo depth 11 score cp 90 lowerbound pv e2e4\nbestmove e2e4", Result{PV: line("e2e4"), Score: 20, Bound: Exact, Depth: 10}},
		{"info depth 9 score cp 20 lowerbound pv e2e4\ninfo depth 9 score cp 31 pv e2e4\nbestmove e2e4", Result{PV: line("e2e4"), Score: 31, Bound: Exact, Depth: 9}},
		{"info depth 9 score cp 20 lowerbound pv e2e4\ninfo depth 9 score cp -5 upperbound pv e2e4\nbestmove e2e4", Result{PV: line("e2e4"), Score: -5, Bound: UpperBound}},
		{"info depth 5 score cp 7 pv d2d4\ninfo depth 6 score cp 20 pv e2e4\ninfo depth 7 score cp 40 lowerbound pv d2d4\nbestmove d2d4",
			Result{PV: line("d2d4"), Score: 7, Bound: Exact, Depth: 5}},

		// The line is optional.
		{"info depth 3 score cp 55 nodes 12\nbestmove e2e4", Result{PV: line("e2e4"), Score: 55, Bound: Exact, Depth: 3, Nodes: 12}},
		{"info depth 3 score cp 55\ninfo depth 4 score cp 66 lowerbound\nbestmove e2e4", Result{PV: line("e2e4"), Score: 55, Bound: Exact, Depth: 3}},
		{"info depth 4 score cp 66 lowerbound\nbestmove e2e4", Result{PV: line("e2e4"), Score: 66, Bound: LowerBound}},
		{"info depth 3 score cp 5 pv e2e4\ninfo depth 4 score cp 9\nbestmove e2e4", Result{PV: line("e2e4"), Score: 5, Bound: Exact, Depth: 3}},
		{"info depth 3 score cp 5 pv e2e4\ninfo depth 4 score cp 9\nbestmove d2d4", Result{PV: line("d2d4")}},
		{"info multipv 2 depth 3 score cp 5\nbestmove e2e4", Result{PV: line("e2e4")}},
		{"info depth 3 currmove e2e4 score cp 5\nbestmove e2e4", Result{PV: line("e2e4")}},

		// Numbers and their order.
		{"info depth 3.5 score cp 12.7 pv e2e4\nbestmove e2e4", Result{PV: line("e2e4"), Score: 12, Bound: Exact, Depth: 3}},
		{"info score lowerbound cp 45 depth 3 pv e2e4\nbestmove e2e4", Result{PV: line("e2e4"), Score: 45, Bound: LowerBound}},
		{"info score upperbound mate 3 depth 3 pv e2e4\nbestmove e2e4", Result{PV: line("e2e4"), Score: mateIn(5), Bound: UpperBound}},
		{"info depth 1 score cp -9.99e99 pv e2e4\nbestmove e2e4", Result{PV: line("e2e4"), Score: -MaxEvaluation, Bound: Exact, Depth: 1}},
		{"info depth 1 score cp NaN pv e2e4\nbestmove e2e4", Result{PV: line("e2e4")}},
		{"info depth 1 score mate -9223372036854775808 pv e2e4\nbestmove e2e4", Result{PV: line("e2e4"), Score: -mateIn(999), Bound: Exact, Depth: 1}},
		{"info depth 99999999999999999999 nodes 1e400 score cp 3 pv e2e4\nbestmove e2e4", Result{PV: line("e2e4"), Score: 3, Bound: Exact, Depth: math.MaxInt32, Nodes: 1 << 53}},
	} {
		c, err := connect(t, &fakeEngine{at: "go", fault: tt.output}, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		r, err := c.Search(t.Context(), NewGame(p), Limits{Depth: 1})
		if err != nil {
			t.Errorf("%q: %v", tt.output, err)
		}
		r.Time = 0
		tt.want.Position, tt.want.Move, tt.want.Lines = p, tt.want.PV[0], []Line{{p, tt.want.Score, tt.want.Bound, tt.want.PV}}
		if diff := cmp.Diff(tt.want, r); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.output, diff)
		}
	}
	const output = "info depth 4 currmove d2d4 currmovenumber 3\ninfo depth 4 multipv 1 score cp 20 pv e2e4\ninfo depth 4 multipv 2 score cp 10 wdl 30 940 30 lowerbound pv d2d4 d7d5\n" +
		"info depth 5 seldepth 9 multipv 1 score cp 31 wdl 72 905 23 nodes 50 nps 2500 hashfull 12 tbhits 3 time 20 pv e2e4\n" +
		"info depth 6 score cp 31 wdl 72 905 24 tbhits x nps -1 pv e2e4\n" +
		"info depth 4 score cp 77\nbestmove d2d4"
	c, err := connect(t, &fakeEngine{at: "go", fault: output}, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	var infos []Info
	r, err := c.Search(t.Context(), NewGame(p), Limits{MultiPV: 2, Depth: 4, Info: func(i Info) {
		i.Time = 0
		infos = append(infos, i)
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := []Info{
		{Position: p, Depth: 4, MultiPV: 1, Move: line("d2d4")[0], MoveNumber: 3},
		{Position: p, Depth: 4, MultiPV: 1, Bound: Exact, Score: 20, PV: line("e2e4")},
		{Position: p, Depth: 4, MultiPV: 2, Bound: LowerBound, Score: 10, PV: line("d2d4 d7d5"), WDL: [3]int{30, 940, 30}},
		{Position: p, Depth: 5, SelDepth: 9, MultiPV: 1, Bound: Exact, Score: 31, PV: line("e2e4"), Nodes: 50, Hashfull: 12, Speed: 2500, TablebaseHits: 3, WDL: [3]int{72, 905, 23}},
		{Position: p, Depth: 6, MultiPV: 1, Bound: Exact, Score: 31, PV: line("e2e4"), Nodes: 50},
		{Position: p, Depth: 4, MultiPV: 1, Bound: Exact, Score: 77, Nodes: 50},
	}
	if diff := cmp.Diff(want, infos); diff != "" {
		t.Errorf("Info (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]Line{{p, 10, LowerBound, line("d2d4 d7d5")}, {p, 31, Exact, line("e2e4")}}, r.Lines); diff != "" {
		t.Errorf("Lines (-want +got):\n%s", diff)
	}
}

// An illegal move is an error, after which the engine can still be used.
func TestClientIllegalMove(t *testing.T) {
	for _, answer := range []string{"bestmove e2e5", "bestmove (none)", "bestmove 0000", "bestmove", "info\nbestmove e7e8q", "bestmove " + strings.Repeat("e", 2000)} {
		e := &fakeEngine{at: "go", fault: answer}
		c, err := connect(t, e, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Search(t.Context(), NewGame(), Limits{Depth: 1})
		if !errors.Is(err, ErrIllegal) || len(err.Error()) > 500 {
			t.Errorf("%.80q: error %v", answer, err)
		}
		e.at = ""
		if _, err := c.Search(t.Context(), NewGame(), Limits{Depth: 1}); err != nil {
			t.Errorf("after %.80q: %v", answer, err)
		}
	}
}

// However many moves an engine says for each search, and whenever, the answer of a search
// is the first one, and the time before the search does not count.
func TestClientStrayMoves(t *testing.T) {
	moves := startPosition.AppendMoves(nil)
	for _, delay := range []time.Duration{0, 30 * time.Millisecond, 2 * time.Second} {
		t.Run(delay.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var e fakeEngine
				searches := 0
				e.answer = func() {
					text := ""
					for i := range 3 { // all legal in the next search
						text += fmt.Sprintf("bestmove %v\n", moves[(searches+7*i)%len(moves)])
					}
					searches++
					first, strays, _ := strings.Cut(text, "\n")
					if delay == 0 {
						fmt.Fprint(e.w, text)
						return
					}
					fmt.Fprintln(e.w, first)
					time.Sleep(delay)
					fmt.Fprint(e.w, strays)
				}
				c, err := connect(t, &e, 10*time.Second)
				if err != nil {
					t.Fatal(err)
				}
				defer c.Close()
				hit := make(chan Clock)
				close(hit)
				stopped, stop := context.WithCancel(t.Context())
				stop()
				for i := range 4 * len(moves) {
					ctx, l := t.Context(), Limits{Depth: 1}
					switch i % 3 {
					case 1:
						l = Limits{Time: time.Minute, Ponder: hit}
					case 2:
						ctx, l = stopped, Limits{}
					}
					r, err := c.Search(ctx, NewGame(), l)
					if want := moves[i%len(moves)]; err != nil || r.Move != want || r.Time != 0 {
						t.Fatalf("search %d: move %v, error %v after %v; want %v at once", i, r.Move, err, r.Time, want)
					}
				}
			})
		})
	}
}

// Whatever fault an engine has, at whatever command, the call ends with an error
// that says what has happened.
func TestFaultyEngine(t *testing.T) {
	const quick, slow = 30 * time.Millisecond, time.Minute
	search := func(c *Client, ctx context.Context) error {
		_, err := c.Search(ctx, NewGame(), Limits{})
		return err
	}
	for _, at := range []string{"uci", "isready", "setoption", "ucinewgame", "position", "go", "stop", "eval"} {
		for _, fault := range []string{"silent", "exit", "stuck", "flood", "endless", "garbage"} {
			t.Run(at+" "+fault, func(t *testing.T) {
				t.Parallel()
				patience := slow
				if fault != "exit" && fault != "garbage" && (at == "uci" || at == "isready") {
					patience = quick // connect fails, and nothing is answered before
				}
				c, err := connect(t, &fakeEngine{at: at, fault: fault}, patience)
				if err == nil {
					if patience == slow && fault != "exit" && fault != "garbage" {
						c.patience = quick
					}
					ctx, cancel := context.WithCancel(t.Context())
					defer cancel()
					switch at {
					case "setoption":
						err = c.SetOption("Hash", "1")
					case "ucinewgame":
						c.Forget()
						time.AfterFunc(time.Millisecond, cancel)
						err = search(c, ctx)
					case "eval":
						err = c.Command(ctx, "eval", func(text string) bool {
							if strings.Contains(text, "on and on") {
								cancel() // or it would never end
							}
							return !strings.HasPrefix(text, "readyok")
						})
					default:
						time.AfterFunc(time.Millisecond, cancel)
						err = search(c, ctx)
					}
				}
				if fault == "garbage" {
					if err != nil {
						t.Errorf("garbage is not ignored: %v", err)
					}
					return
				}
				if err == nil {
					t.Fatal("no error")
				}
				want := "did not answer"
				switch {
				case fault == "exit":
					want = "has ended (the connection is closed) instead of answering"
				case at == "eval" && errors.Is(err, context.Canceled):
					return
				}
				if !strings.Contains(err.Error(), want) || errors.Is(err, ErrEngineEnded) != (fault == "exit") {
					t.Errorf("error %q, not %q", err, want)
				}
				if c == nil {
					return
				}
				if again := search(c, t.Context()); again == nil || again.Error() != err.Error() {
					t.Errorf("the next error is %v, not %v again", again, err)
				}
			})
		}
	}
}

// Any output of an engine can be parsed, and gives only legal moves.
func FuzzClient(f *testing.F) {
	f.Add("info depth 3 seldepth 5 multipv 1 score cp 34 lowerbound nodes 1200 time 4 pv e2e4 e7e5\nbestmove e2e4 ponder e7e5")
	f.Add("option name Style type combo default A var A var B\noption name X type spin default 1 min 0 max 9\ninfo currmove e2e4 currmovenumber 1")
	f.Add("info score mate -2147483648 pv\nbestmove")
	f.Fuzz(func(t *testing.T, text string) {
		s := clientSearch{c: &Client{}, position: startPosition, found: map[Move]clientScore{}}
		s.limits = Limits{MultiPV: 3, Info: func(i Info) {
			if i.Score > Mate || i.Score < -Mate || len(legalLine(startPosition, i.PV)) != len(i.PV) || len(i.PV) == 0 && i.Move == 0 && i.Bound == NoBound {
				t.Errorf("info %+v", i)
			}
		}}
		for line := range strings.Lines(text) {
			if o, ok := parseOption(line); ok && o.Name == "" {
				t.Errorf("%q is an option without a name", line)
			}
			words := strings.Fields(line)
			switch {
			case len(words) == 0:
			case words[0] == "info":
				s.info(words[1:])
			case words[0] == "bestmove":
				r, err := s.bestMove(words[1:])
				if err == nil && (len(r.PV) == 0 || r.PV[0] != r.Move || !s.position.Legal(r.Move) || len(r.Lines) > 3) {
					t.Errorf("%q: %+v", line, r)
				}
				return
			}
		}
	})
}

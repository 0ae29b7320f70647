package chess

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// connectXBoard returns a Client of an engine that runs in this process and speaks XBoard's protocol, and a
// function that returns the commands that the engine has received since its last call.
func connectXBoard(t *testing.T, run func(ctx context.Context, r io.Reader, w io.Writer) error) (c *Client, received func() string) {
	t.Helper()
	in, toEngine := io.Pipe()
	fromEngine, out := io.Pipe()
	var commands strings.Builder // the engine has read all when it has answered a ping or moved
	go func() {
		run(t.Context(), io.TeeReader(in, &commands), out)
		out.Close()
		in.Close()
	}()
	c, err := NewClient(t.Context(), fromEngine, toEngine, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c, func() string {
		defer commands.Reset()
		return commands.String()
	}
}

// connectFake returns a Client of an engine that answers the first word of each command, and pings. A "|" in an
// answer is a pause of a second, and "exit" is its end. The patience is two seconds.
func connectFake(t *testing.T, answer func(command string) string) (*Client, error) {
	t.Helper()
	in, toEngine := io.Pipe()
	fromEngine, out := io.Pipe()
	go func() {
		defer in.Close()
		defer out.Close()
		for lines := bufio.NewScanner(in); lines.Scan(); {
			word, rest := cutWord(lines.Text())
			text := answer(word)
			if word == "ping" {
				text = "pong " + rest + "\n"
			}
			text, ended := strings.CutSuffix(text, "exit")
			for i, part := range strings.Split(text, "|") {
				if i > 0 {
					time.Sleep(time.Second)
				}
				io.WriteString(out, part)
			}
			if ended {
				return
			}
		}
	}()
	c, err := NewClient(t.Context(), fromEngine, toEngine, 2*time.Second)
	if err == nil {
		t.Cleanup(func() { c.Close() })
	}
	return c, err
}

// Which protocol an engine speaks, and how long that takes to find out.
func TestClientProtocols(t *testing.T) {
	const uci, xboard = "id name U\noption name Hash type spin default 1 min 1 max 2\nuciok\n", "feature ping=1 myname=\"X\" done=1\n"
	for _, tt := range []struct {
		name          string
		uci, protover string // the answers; each | is a pause of a second
		want          string // the Client's name, or the error
		took          time.Duration
	}{
		{"both, slow to start", "|" + uci, xboard, "U", time.Second},
		{"both, slow to tell", "id name U\n||uciok\n", xboard, `chess: U did not answer "uci" within 2s`, 2 * time.Second},
		{"complains", "Error: cannot load /opt/uci/nn.nnue\nError: no uci\n" + uci, xboard, "U", 0},
		{"refuses", "Error (unknown command): uci\n", xboard, "X", 0},
		{"refuses a move", "Illegal move: uci\n", xboard, "X", 0},
		{"refuses a command", "Unknown command: uci\n", xboard, "X", 0},
		{"ignores", "", xboard, "X", 2 * time.Second},
		{"says nothing", "", "", `chess: the engine did not answer "uci" within 2s`, 4 * time.Second},
		{"no features", "Illegal move: uci\n", "", `chess: the engine did not answer "protover 2" within 2s`, 2 * time.Second},
		{"no end", "Illegal move: uci\n", "feature ping=1\n|feature myname=\"X\"\n", "X", 2 * time.Second},
		{"needs time", "Illegal move: uci\n", "feature done=0\n|" + xboard, "X", time.Second},
		{"no name", "Illegal move: uci\n", "feature done=1\n", "the engine", 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			begun := time.Now()
			c, err := connectFake(t, func(command string) string {
				return map[string]string{"uci": tt.uci, "protover": tt.protover, "isready": "readyok\n"}[command]
			})
			took := time.Since(begun)
			got := ""
			if err != nil {
				got = err.Error()
			} else {
				got = c.String()
			}
			if got != tt.want || took.Round(time.Second) != tt.took {
				t.Errorf("%s: %q after %v, not %q after %v", tt.name, got, took, tt.want, tt.took)
			}
		})
	}
}

// What the engine is told, of the game only what it does not know, and what it answers.
func TestClientXBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stub := &stubSearcher{eager: true, score: 21}
		c, received := connectXBoard(t, (&XBoard{Name: "Test", Searcher: stub}).Run)
		handshake := received()
		if !strings.HasPrefix(handshake, "uci\nxboard\nprotover 2\naccepted myname\n") || !strings.HasSuffix(handshake, "accepted done\nping 1\n") || c.Name() != "Test" {
			t.Errorf("handshake %q with %s", handshake, c.Name())
		}
		want := []Option{
			{Name: "MultiPV", Kind: spinOption, Value: "1", Min: 1, Max: MaxMoves},
			{Name: "Move Overhead", Kind: spinOption, Value: "10", Max: 5000},
			{Name: "Hash", Kind: spinOption, Value: "0", Max: 1 << 20},
			{Name: "Threads", Kind: spinOption, Value: "1", Min: 1, Max: 256},
			{Name: "Style", Kind: comboOption, Value: "Solid", Choices: []string{"Solid", "Risky"}},
			{Name: "Contempt", Kind: checkOption, Value: "true"},
			{Name: "Clear", Kind: buttonOption},
			{Name: "Log File", Kind: stringOption},
		}
		if d := cmp.Diff(want, c.Options()); d != "" {
			t.Errorf("options: -want +got:\n%s", d)
		}
		clock := func(left time.Duration, toGo int) Limits {
			return Limits{Clock: Clock{Left: [2]time.Duration{left, time.Minute}, Increment: [2]time.Duration{50 * time.Millisecond}, MovesToGo: toGo}}
		}
		set := func(name, value string) {
			t.Helper()
			if err := c.SetOption(name, value); err != nil {
				t.Error(err)
			}
		}
		const castled = "1n2k2r/8/8/8/8/8/8/1R1K2R1 w KQk - 0 1"
		for _, tt := range []struct {
			prepare func()
			g       *Game
			l       Limits
			want    string // without the pings
		}{
			{nil, played(t, StartFEN, "e4", "c5"), clock(90*time.Second, 0), "new\nforce\neasy\npost\nusermove e2e4\nusermove c7c5\nlevel 0 1:30 0.05\ntime 9000\notim 6000\ngo\n"},
			{nil, played(t, StartFEN, "e4", "c5", "Ke2", "d5"), clock(80*time.Second, 0), "force\nusermove d7d5\ntime 8000\notim 6000\ngo\n"},
			{nil, played(t, StartFEN, "e4", "c5", "Ke2"), Limits{Time: 1500 * time.Millisecond, Depth: 4}, "new\nforce\neasy\npost\nusermove e2e4\nusermove c7c5\nusermove e1e2\nst 2\nsd 4\ngo\n"},
			{c.Forget, played(t, StartFEN, "e4", "c5"), clock(40*time.Second, 39), "new\nforce\neasy\npost\nusermove e2e4\nusermove c7c5\nlevel 40 0:40 0.05\ntime 4000\notim 6000\nsd 127\ngo\n"},
			{nil, played(t, StartFEN, "e4", "c5", "Ke2", "d5"), clock(30*time.Second, 38), "force\nusermove d7d5\ntime 3000\notim 6000\ngo\n"},
			{nil, NewGame(Atomic.StartPosition()), Limits{Time: -1}, "new\nforce\neasy\npost\nvariant atomic\nlevel 0 6000:00 0\ntime 36000000\notim 36000000\nsd 1\ngo\n"},
			{nil, played(t, castled, "O-O-O"), Limits{Time: time.Second}, "new\nforce\neasy\npost\nvariant fischerandom\nsetboard " + castled + "\nusermove O-O-O\nst 1\nsd 127\ngo\n"},
			{func() {
				set("hash", "32")
				set("Threads", "2")
				set("Contempt", "false")
				set("Clear", "")
				set("Style", "Risky")
			}, new(Game), Limits{Time: time.Second},
				"memory 32\ncores 2\noption Contempt=0\noption Clear\noption Style=Risky\nnew\nforce\neasy\npost\nst 1\ngo\n"},
		} {
			if tt.prepare != nil {
				tt.prepare()
			}
			r, err := c.Search(t.Context(), tt.g, tt.l)
			synctest.Wait()
			var got strings.Builder
			for line := range strings.Lines(received()) {
				if !strings.HasPrefix(line, "ping ") {
					got.WriteString(line)
				}
			}
			if d := cmp.Diff(tt.want, got.String()); d != "" || err != nil {
				t.Errorf("%v; -want +got:\n%s", err, d)
			}
			p := tt.g.Position()
			first := p.LegalMoves()[0]
			if r.Move != first || r.Score != 21 || r.Depth != 1 || r.Bound != Exact || len(r.PV) != 2 || r.Nodes != 20 {
				t.Errorf("%v: %+v", p, r)
			}
		}
		for _, l := range []Limits{{Nodes: 1}, {Mate: 2}, {SearchMoves: startPosition.LegalMoves()[:1]}} {
			if _, err := c.Search(t.Context(), new(Game), l); err == nil {
				t.Errorf("%v: no error", l)
			}
		}
	})
}

// A search is ended by "?", and a ponder search begins with the hit.
func TestClientXBoardStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stub := &stubSearcher{}
		c, received := connectXBoard(t, (&XBoard{Searcher: stub}).Run)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		hit := make(chan Clock, 1)
		hit <- Clock{}
		if r, err := c.Search(ctx, new(Game), Limits{Ponder: hit}); err != nil || r.Move == 0 {
			t.Errorf("%v, %v", r, err)
		}
		if !strings.HasSuffix(received(), "go\n?\n") {
			t.Error("not stopped")
		}
	})
}

// What an engine says while it searches.
func TestClientXBoardAnswers(t *testing.T) {
	start := startPosition
	e4 := uciMoves(t, "e2e4")[0]
	for _, tt := range []struct {
		answer string
		want   Result
		err    error
	}{
		{"move e2e4", Result{Move: e4}, nil},
		{"move e4", Result{Move: e4}, nil},
		{"# hello\noffer draw\nmove e2e4", Result{Move: e4, OfferDraw: true}, nil},
		{"resign", Result{Move: start.LegalMoves()[0], Resign: true}, nil},
		{"0-1 {White resigns}", Result{Move: start.LegalMoves()[0], Resign: true}, nil},
		{"5 30 12 7000 1. e4 e5 2. Nf3\nmove e2e4", Result{Move: e4, Score: 30, Bound: Exact, Depth: 5, Nodes: 7000}, nil},
		{"5. -100002 12 7000 e2e4 e7e5\n9 x 3\n9 9\nmove e2e4", Result{Move: e4, Score: -mateIn(4), Bound: Exact, Depth: 5, Nodes: 7000}, nil},
		{"5 100003 12 70 e2e4 ?\nmove e2e4", Result{Move: e4, Score: mateIn(5), Bound: UpperBound, Nodes: 70}, nil},
		{"move e2e5", Result{}, ErrIllegal},
		{"1/2-1/2 {Draw by repetition}", Result{}, errors.New(`chess: the engine: "1/2-1/2 {Draw by repetition}"`)},
		{"5 30 12 7000 e4\n1/2-1/2 {Draw}", Result{Move: e4, Score: 30, Bound: Exact, Depth: 5, Nodes: 7000, OfferDraw: true}, nil},
		{"1-0 {White wins}", Result{}, errors.New(`chess: the engine: "1-0 {White wins}"`)},
		{"5 30 12 7000 e4\n1-0 {White wins}", Result{Move: e4, Score: 30, Bound: Exact, Depth: 5, Nodes: 7000}, nil},
		{"Error (illegal position): go", Result{}, errors.New(`chess: the engine: "Error (illegal position): go"`)},
		{"tellusererror Illegal position", Result{}, errors.New(`chess: the engine: "tellusererror Illegal position"`)},
		{"Illegal move (pinned): e2e4", Result{}, errors.New(`chess: the engine: "Illegal move (pinned): e2e4"`)},
		{"Error (unknown command): otim\nIllegal move: easy\nmove e2e4", Result{Move: e4}, nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			c, err := connectFake(t, func(command string) string {
				switch command {
				case "protover":
					return "feature ping=1 done=1\n"
				case "go":
					return tt.answer + "\n"
				case "uci", "accepted", "time", "otim":
					return "Illegal move: " + command + "\n"
				}
				return ""
			})
			if err != nil {
				t.Fatal(err)
			}
			r, err := c.Search(t.Context(), new(Game), Limits{Depth: 5})
			got := Result{Move: r.Move, Score: r.Score, Bound: r.Bound, Depth: r.Depth, Nodes: r.Nodes, Resign: r.Resign, OfferDraw: r.OfferDraw}
			if d := cmp.Diff(tt.want, got); d != "" || !errors.Is(err, tt.err) && (err == nil || err.Error() != tt.err.Error()) {
				t.Errorf("%q: %v; -want +got:\n%s", tt.answer, err, d)
			}
		})
	}
}

// Engines of both protocols play each other, and Fairy-Stockfish as an engine of XBoard if it is installed.
func TestMatchXBoard(t *testing.T) {
	uci, xboard := playerOf("uci", firstMove), playerOf("xboard", nil)
	xboard.New = func(context.Context) (Searcher, error) {
		c, _ := connectXBoard(t, (&XBoard{Searcher: searchFunc(firstMove)}).Run)
		return c, nil
	}
	for _, p := range []Position{startPosition, Crazyhouse.StartPosition(), MustParseFEN("nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w FBfb - 0 1")} {
		m := &Match{Players: []Player{uci, xboard}, Pairs: 1, Openings: []*Game{NewGame(p)}, Arbiter: Arbiter{MaxPlies: 60}}
		for _, g := range gamesOf(t, m) {
			if g.Err != nil {
				t.Errorf("%v: %v", g, g.Err)
			}
		}
	}
	path, err := exec.LookPath("fairy-stockfish")
	if err != nil {
		t.Skip(err)
	}
	xboard.New = func(ctx context.Context) (Searcher, error) {
		return StartClient(ctx, exec.Command("sh", "-c", `read uci; echo "Error (unknown command): uci"; exec "$0"`, path), 0)
	}
	for _, g := range gamesOf(t, &Match{Players: []Player{uci, xboard}, Pairs: 1, Arbiter: Arbiter{MaxPlies: 60}}) {
		if g.Err != nil || g.Outcome.Decided && g.Players[g.Outcome.Winner] != 1 {
			t.Errorf("%v: %v", g, g.Err)
		}
	}
}

// The end of a game for an engine without "ping".
func TestClientXBoardForget(t *testing.T) {
	for _, tt := range []struct {
		last string // what it says at the end
		err  error
	}{
		{"# learned\n0-1 {Black mates}\n", nil},
		{"exit", ErrEngineEnded},
	} {
		synctest.Test(t, func(t *testing.T) {
			searches := 0
			c, err := connectFake(t, func(command string) string {
				switch command {
				case "uci":
					return "Illegal move: uci\n"
				case "protover":
					return "feature done=1\n"
				case "go":
					if searches++; searches == 1 {
						return "move d8h4\n" + tt.last
					}
					return "move e2e4\n"
				}
				return ""
			})
			if err != nil {
				t.Fatal(err)
			}
			if r, err := c.Search(t.Context(), played(t, StartFEN, "f3", "e5", "g4"), Limits{}); err != nil || r.Move == 0 {
				t.Errorf("%v, %v", r, err)
			}
			c.Forget()
			if !errors.Is(c.err, tt.err) {
				t.Errorf("after the game: %v, not %v", c.err, tt.err)
			}
			if r, err := c.Search(t.Context(), new(Game), Limits{}); r.Resign || !errors.Is(err, tt.err) {
				t.Errorf("the next game: %+v, %v", r, err)
			}
		})
	}
}

// A ponder search that ends without a hit does not disturb the engine.
func TestClientXBoardMiss(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, received := connectXBoard(t, (&XBoard{Name: "Test", Searcher: &stubSearcher{eager: true}}).Run)
		received()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		r, err := c.Search(ctx, new(Game), Limits{Ponder: make(chan Clock)})
		synctest.Wait()
		if got := received(); err != nil || r.Move == 0 || got != "" {
			t.Errorf("%v, %v; received %q", r, err, got)
		}
	})
}

// How the errors name an engine without a name, and what it said.
func TestClientXBoardErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, err := connectFake(t, func(command string) string {
			return map[string]string{"uci": "Illegal move: uci\n", "protover": "feature ping=1 done=1\n", "go": "move e2e5\n"}[command]
		})
		if err != nil {
			t.Fatal(err)
		}
		search := func(g *Game, l Limits) string {
			_, err := c.Search(t.Context(), g, l)
			return fmt.Sprint(err)
		}
		got := []string{
			search(NewGame(Atomic.StartPosition()), Limits{}),
			search(played(t, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), Limits{}),
			search(new(Game), Limits{Nodes: 1}),
			search(new(Game), Limits{}),
		}
		want := []string{
			"chess: the engine does not play atomic",
			"chess: the engine begins with the start position only",
			"chess: the engine speaks XBoard's protocol, which has no limits for nodes, mates or moves",
			`chess: the engine: move "e2e5": illegal: none of the moves in ` + StartFEN,
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
	})
}

func TestParseXBoardOption(t *testing.T) {
	for text, want := range map[string]Option{
		"Book - own -check 1":    {Name: "Book - own", Kind: checkOption, Value: "true"},
		"Args -string -a -b":     {Name: "Args", Kind: stringOption, Value: "-a -b"},
		"Level -spin 16 1 1024":  {Name: "Level", Kind: spinOption, Value: "16", Min: 1, Max: 1024},
		"X -spin abc 0 5":        {},
		"Y -strange 1":           {},
		" -check 1":              {},
		"Z -combo a /// *b///c ": {Name: "Z", Kind: comboOption, Value: "b", Choices: []string{"a", "b", "c"}},
	} {
		o, ok := parseXBoardOption(text)
		if !ok {
			o = Option{}
		}
		if d := cmp.Diff(want, o); d != "" {
			t.Errorf("%q: -want +got:\n%s", text, d)
		}
	}
}

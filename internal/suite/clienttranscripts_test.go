package suite_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// TestClientTranscripts runs the Client with replays of engines of other authors,
// recorded in testdata/client-*.txt. There "> " is before a command of the Client
// and "= " before a result that it has derived from the answers; commands and
// results must be the same again.
//
// With CHESS_RECORD=1 the transcripts are recorded again, with the engines in
// Debian's packages.
func TestClientTranscripts(t *testing.T) {
	for _, command := range []string{"stockfish", "fairy-stockfish", "gnuchess --uci", "toga2", "glaurung"} {
		words := strings.Fields(command)
		t.Run(words[0], func(t *testing.T) {
			file := filepath.Join("../../testdata", "client-"+words[0]+".txt")
			if os.Getenv("CHESS_RECORD") != "" {
				record(t, file, words)
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			e := &replay{lines: strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")[1:]}
			in, toEngine := io.Pipe()
			fromEngine, out := io.Pipe()
			done := make(chan struct{})
			go func() {
				defer close(done)
				defer out.Close()
				e.run(t, in, out)
			}()
			c, err := chess.NewClient(t.Context(), fromEngine, toEngine, 0)
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			for _, line := range e.lines {
				if result, ok := strings.CutPrefix(line, "= "); ok {
					want = append(want, result)
				}
			}
			var got []string
			useClient(t, c, func(result string) { got = append(got, result) })
			c.Close()
			<-done
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

// useClient uses everything that a Client can do, and passes the results to report.
func useClient(t *testing.T, c *chess.Client, report func(string)) {
	t.Helper()
	report(fmt.Sprintf("%s by %s, %d options", c.Name(), c.Author(), len(c.Options())))
	search := func(ctx context.Context, g *chess.Game, l chess.Limits) chess.Move {
		r, err := c.Search(ctx, g, l)
		if err != nil {
			t.Fatal(err)
		}
		p := g.Position()
		if !p.Legal(r.Move) || !isLegal(p, r.PV) {
			t.Fatalf("%v: %v is not legal", p, r)
		}
		result := fmt.Sprintf("%s ponder %v depth %d nodes %d", p.SAN(r.Move), r.Ponder, r.Depth, r.Nodes)
		for _, line := range r.Lines {
			result += fmt.Sprintf(", %v %v", line.Score, line.PV)
		}
		report(result)
		return r.Move
	}
	has := func(name, choice string) bool {
		return slices.ContainsFunc(c.Options(), func(o chess.Option) bool {
			return strings.EqualFold(o.Name, name) && (choice == "" || slices.Contains(o.Choices, choice))
		})
	}
	if has("Hash", "") {
		if err := c.SetOption("Hash", "16"); err != nil {
			t.Fatal(err)
		}
	}

	// A game against itself.
	g := chess.NewGame()
	c.Forget()
	for range 16 {
		if err := g.Play(search(t.Context(), g, chess.Limits{Depth: 4})); err != nil {
			t.Fatal(err)
		}
	}
	// An endgame, by the clock.
	g = chess.NewGame(chess.MustParseFEN("8/8/8/4k3/8/8/R7/1R2K3 w - - 0 1"))
	c.Forget()
	for g.Outcome() == (chess.Outcome{}) && g.Len() < 6 {
		k := chess.Clock{Left: [2]time.Duration{time.Minute, 59 * time.Second}, Increment: [2]time.Duration{10 * time.Millisecond, 0}, MovesToGo: 20}
		if err := g.Play(search(t.Context(), g, chess.Limits{Clock: k, Depth: 6})); err != nil {
			t.Fatal(err)
		}
	}
	// More than one line.
	g = chess.NewGame()
	search(t.Context(), g, chess.Limits{Depth: 4, MultiPV: 3})
	// A search that is stopped.
	ctx, cancel := context.WithCancel(t.Context())
	search(ctx, g, chess.Limits{Info: func(i chess.Info) {
		if i.Depth >= 3 {
			cancel()
		}
	}})
	cancel()
	// Pondering.
	if has("Ponder", "") {
		ponder := make(chan chess.Clock)
		var hit sync.Once
		search(t.Context(), g, chess.Limits{Depth: 5, Ponder: ponder, Info: func(i chess.Info) {
			if i.Depth >= 3 {
				hit.Do(func() { close(ponder) })
			}
		}})
	}
	// Chess960, with castling, and three-check.
	if has("UCI_Chess960", "") {
		g := chess.NewGame(chess.MustParseFEN("5k2/8/8/8/8/8/1PP5/RK6 w A - 0 1"))
		p := g.Position()
		if m, err := p.ParseSAN("O-O-O"); err != nil || search(t.Context(), g, chess.Limits{Depth: 3, SearchMoves: []chess.Move{m}}) != m {
			t.Errorf("castling is %v, %v", m, err)
		}
	}
	if has("UCI_Variant", "3check") {
		search(t.Context(), chess.NewGame(chess.MustParseFEN(chess.StartFEN+" +0+0")), chess.Limits{Depth: 4})
	}
}

// isLegal reports whether the moves can be played from p.
func isLegal(p chess.Position, line []chess.Move) bool {
	for _, m := range line {
		if !p.Legal(m) {
			return false
		}
		p = p.After(m)
	}
	return true
}

// A replay is an engine that answers as in a transcript.
type replay struct{ lines []string }

// run answers the commands in r.
func (e *replay) run(t *testing.T, r io.Reader, w io.Writer) {
	commands := bufio.NewScanner(r)
	for _, line := range e.lines {
		want, isCommand := strings.CutPrefix(line, "> ")
		switch {
		case isCommand:
			if !commands.Scan() || commands.Text() != want {
				t.Errorf("the Client sent %q instead of %q", commands.Text(), want)
				return
			}
		case !strings.HasPrefix(line, "= "):
			if _, err := fmt.Fprintln(w, line); err != nil {
				t.Errorf("the Client has ended and not read %q", line)
				return
			}
		}
	}
}

// record runs useClient with an engine and writes the transcript to the file.
func record(t *testing.T, file string, command []string) {
	t.Helper()
	path, err := exec.LookPath(command[0])
	if err != nil {
		path = filepath.Join("/usr/games", command[0])
	}
	cmd := exec.Command(path, command[1:]...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Skip(err)
	}
	var mu sync.Mutex
	var recorded []string
	add := func(line string) {
		mu.Lock()
		defer mu.Unlock()
		recorded = append(recorded, line)
	}
	fromEngine, copied := io.Pipe()
	go func() {
		defer copied.Close()
		for lines := bufio.NewScanner(out); lines.Scan(); {
			add(strings.TrimSpace(lines.Text()))
			fmt.Fprintln(copied, lines.Text())
		}
	}()
	toEngine := writerFunc(func(b []byte) (int, error) {
		for line := range strings.Lines(string(b)) {
			add("> " + strings.TrimSpace(line))
		}
		return in.Write(b)
	})
	c, err := chess.NewClient(t.Context(), fromEngine, toEngine, 0)
	if err != nil {
		t.Fatal(err)
	}
	useClient(t, c, func(result string) { add("= " + result) })
	name := c.Name()
	c.Close()
	in.Close()
	cmd.Wait()
	text := "# The Client and " + name + ".\n" + strings.Join(recorded, "\n") + "\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A writerFunc is the Write method of an io.Writer.
type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

package perft

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// TestMain makes the test binary an engine with a fault if PERFT_TEST_ENGINE is set:
// see fakeEngine.
func TestMain(m *testing.M) {
	if fault := os.Getenv("PERFT_TEST_ENGINE"); fault != "" {
		fakeEngine(fault, os.Stdin, os.Stdout)
		return
	}
	os.Exit(m.Run())
}

// fakeEngine is a UCI engine with one fault.
func fakeEngine(fault string, r io.Reader, w io.Writer) {
	p := chess.StartPosition()
	text := chess.Position.UCI
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		command, rest, _ := strings.Cut(lines.Text(), " ")
		switch command {
		case "uci":
			if fault == "silent at start" {
				time.Sleep(time.Minute)
			}
			fmt.Fprint(w, "id name Fake\noption name UCI_Chess960 type check default false\nuciok\n")
		case "isready":
			fmt.Fprintln(w, "readyok")
		case "setoption":
			if rest == "name UCI_Chess960 value true" {
				text = chess.Position.UCI960
			}
		case "position":
			p = chess.MustParseFEN(strings.TrimPrefix(rest, "fen "))
		case "quit":
			return
		case "go":
			var depth int
			fmt.Sscanf(rest, "perft %d", &depth)
			switch fault {
			case "silent":
				time.Sleep(time.Minute)
			case "exits":
				os.Exit(7)
			case "searches":
				fmt.Fprintln(w, "bestmove e2e4")
				continue
			case "endless answer":
				for {
					fmt.Fprintln(w, "info string on and on")
				}
			case "endless line":
				for {
					fmt.Fprint(w, "on and on ")
				}
			}
			sum := uint64(0)
			for _, m := range p.AppendMoves(nil) {
				n := fakePerft(fault, p.After(m), depth-1)
				if fault == "no castling" && p.IsCastling(m) {
					continue
				}
				fmt.Fprintf(w, "%s: %d\n", text(p, m), n)
				sum += n
			}
			if fault == "wrong sum" {
				sum++
			}
			fmt.Fprintf(w, "\nNodes searched: %d\n\n", sum)
		}
	}
}

// fakePerft is chess.Perft with the fault.
func fakePerft(fault string, p chess.Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	sum := uint64(0)
	for _, m := range p.AppendMoves(nil) {
		if fault != "no castling" || !p.IsCastling(m) {
			sum += fakePerft(fault, p.After(m), depth-1)
		}
	}
	return sum
}

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// perft runs the program with arguments separated by spaces.
func perft(t *testing.T, args string) (stdout, stderr string, err error) {
	t.Helper()
	var out, diag strings.Builder
	err = Command.Run(t.Context(), strings.Fields(args), cli.Streams{Out: &out, Err: &diag})
	return out.String(), progress.Others(diag.String()), err
}

func TestCount(t *testing.T) {
	counts := []string{"48", "2039", "97862", "4085603"}
	for _, args := range []string{
		kiwipete + " -depth 4",
		"-depth 4 -threads 1 " + kiwipete,
		"-threads 3 " + kiwipete + " -depth 4 -hash 1",
		"-depth 4 -hash 16 -threads 1 -divide " + kiwipete,
	} {
		stdout, stderr, err := perft(t, args)
		if err != nil || stderr != "" {
			t.Fatalf("%s: %v, %q", args, err, stderr)
		}
		var got []string
		for line := range strings.Lines(stdout) {
			if fields := strings.Fields(line); len(fields) > 1 && fields[0] == fmt.Sprint(len(got)+1) {
				got = append(got, fields[1])
			}
		}
		if diff := cmp.Diff(counts, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", args, diff)
		}
		if divides := strings.Contains(stdout, "e1g1: 86975\n"); divides != strings.Contains(args, "-divide") {
			t.Errorf("%s: has the count of e1g1: %v", args, divides)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, args := range []string{
		"8/8/8 w - - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 x",
		"8/8/8/8/8/8/8/8 w - - 0 1",
		"-depth", "-depth x", "-depth 0", "-depth 99", "-depth -1", "-threads 0", "-hash -1", "-nonsense",
		"-positions 5", "-variant shogi", "-patience 1s", "-seed 3",
		"-compare= ", "-compare no-such-engine", "-compare ./no-such-engine", "-oracle no-such-engine",
		"-compare x -divide", "-oracle x -divide", "-oracle x -hash 1", "-oracle x -compare y",
		"-oracle x " + chess.StartFEN, "-oracle x -depth 1", "-oracle x -positions 0", "-oracle x -variant shogi",
		"-oracle x -budget -1", "-oracle x -patience 0s",
	} {
		stdout, stderr, err := perft(t, args)
		if !errors.Is(err, cli.ErrUsage) {
			t.Errorf("%s: error %v, want %v", args, err, cli.ErrUsage)
			continue
		}
		if text := err.Error() + stdout + stderr; strings.Contains(text, "\n") {
			t.Errorf("%s: more than one line: %q", args, text)
		}
	}
}

// TestTable checks that the counts with a table are those without one, however often
// entries are replaced.
func TestTable(t *testing.T) {
	if size := reflect.TypeFor[entry]().Size(); size != entrySize {
		t.Errorf("an entry has %d bytes, want %d", size, entrySize)
	}
	for _, fen := range []string{
		kiwipete,
		"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1+1 0 1",
	} {
		p := chess.MustParseFEN(fen)
		plain := counter{threads: 1}
		want, _ := plain.byMove(t.Context(), &p, 4)
		for _, size := range []int{1, 64, 1 << 16} {
			c := counter{threads: 4, table: make(table, size)}
			for range 2 {
				got, err := c.byMove(t.Context(), &p, 4)
				if err != nil || !maps.Equal(got, want) {
					t.Errorf("%s, table of %d: %v %v, want %v", fen, size, got, err, want)
				}
			}
		}
	}
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range []string{"-depth 12", "-oracle " + fake(t, "none")} {
		err := Command.Run(ctx, strings.Fields(args), cli.Streams{Out: io.Discard, Err: io.Discard})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want %v", args, err, context.Canceled)
		}
	}
}

// fake makes the test binary an engine with a fault and returns its path.
func fake(t *testing.T, fault string) string {
	t.Helper()
	t.Setenv("PERFT_TEST_ENGINE", fault)
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCompareFake(t *testing.T) {
	stdout, _, err := perft(t, "-depth 3 -compare "+fake(t, "none"))
	if err != nil || !strings.HasPrefix(stdout, "Fake agrees on each move: 8902 nodes at depth 3 ") {
		t.Errorf("%q, %v", stdout, err)
	}
	// White can castle only after the knight has moved.
	const blocked = "4k3/8/8/8/8/6P1/8/4K1NR w K - 0 1"
	stdout, _, err = perft(t, "-depth 4 "+blocked+" -compare "+fake(t, "no castling"))
	want := `from   4k3/8/8/8/8/6P1/8/4K1NR w K - 0 1
after  g1e2 e8d7
at     8/3k4/8/8/8/6P1/4N3/4K2R w K - 2 2
depth  2
move   e1g1: 8 by this program, none by Fake
`
	if diff := cmp.Diff(want, stdout); diff != "" || !errors.Is(err, errDiffer) {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestOracleFake(t *testing.T) {
	for _, variant := range []string{"chess", "chess960"} {
		stdout, _, err := perft(t, "-positions 100 -depth 2 -budget 50000 -variant "+variant+" -oracle "+fake(t, "none"))
		if err != nil || !strings.HasPrefix(stdout, "100 positions compared by move, 100 at depth 2\n") {
			t.Errorf("%s: %q, %v", variant, stdout, err)
		}
	}
	args := "-positions 100 -depth 2 -oracle " + fake(t, "no castling")
	stdout, _, err := perft(t, args)
	if !errors.Is(err, errDiffer) || !strings.Contains(stdout, " by this program, none by Fake\n") {
		t.Errorf("%q, %v", stdout, err)
	}
	stdout, _, err = perft(t, args+" -all")
	if n := strings.Count(stdout, "none by Fake"); n < 2 || !errors.Is(err, errDiffer) ||
		!strings.HasPrefix(stdout[strings.Index(stdout, "100 positions"):], "100 positions compared") {
		t.Errorf("-all: %q, %v", stdout, err)
	}
}

// TestFaultyEngine checks that the program ends with an error whatever the engine
// does.
func TestFaultyEngine(t *testing.T) {
	for fault, want := range map[string]string{
		"silent at start": `did not answer "uci" within 30ms`,
		"silent":          ` within 30ms`, // on a slow machine it may be late with "uciok"
		"exits":           `Fake has ended (exit status 7) instead of answering "go perft `,
		"searches":        `Fake does not support "go perft"`,
		"endless answer":  `Fake did not answer "go perft" in 2000 lines`,
		"endless line":    ` within 30ms`,
		"wrong sum":       `nodes in total, but `,
	} {
		t.Run(fault, func(t *testing.T) {
			args := fake(t, fault)
			if strings.HasSuffix(want, " within 30ms") {
				args += " -patience 30ms"
			}
			for _, mode := range []string{"-depth 1 -compare ", "-depth 2 -oracle "} {
				_, _, err := perft(t, mode+args)
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s: error %v, want %s", mode, err, want)
				}
			}
		})
	}
	if _, _, err := perft(t, "-compare "+fake(t, "none")+" 8/8/8/8/8/8/4k3/K7 w - - 3+3 0 1"); !errors.Is(err, cli.ErrUsage) {
		t.Errorf("three-check for an engine that does not support it: %v", err)
	}
}

func TestRandomPositions(t *testing.T) {
	for _, variant := range []string{"chess", "chess960", "3check", "kingofthehill", "racingkings", "antichess", "atomic", "horde", "crazyhouse"} {
		var v chess.Variant
		if err := v.UnmarshalText([]byte(variant)); err != nil {
			t.Fatal(err)
		}
		take := func(seed uint64) (fens []string) {
			for p := range randomPositions(variant, v, seed) {
				fens = append(fens, p.FEN())
				if q, err := v.ParseFEN(p.FEN()); len(p.AppendMoves(nil)) > 0 && (err != nil || q.Key() != p.Key()) {
					t.Errorf("%s: %v, %v", variant, p, err)
				}
				if len(fens) == 300 {
					return
				}
			}
			return
		}
		one, two := take(1), take(2)
		if diff := cmp.Diff(one, take(1)); diff != "" {
			t.Errorf("%s: one seed, two sets of positions:\n%s", variant, diff)
		}
		if slices.Equal(one, two) {
			t.Errorf("%s: two seeds, one set of positions", variant)
		}
	}
}

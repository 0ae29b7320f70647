// Package perft is the command perft: it counts the leaf nodes of the tree of legal moves to a depth, the standard
// test of a move generator, and compares the counts with those of an engine.
//
//	go run ./examples/perft [-depth n] [-divide] [-threads n] [-hash MB] [FEN]
//	go run ./examples/perft -compare engine [-depth n] [-threads n] [-hash MB] [FEN]
//	go run ./examples/perft -oracle engine [-positions n] [-variant name] [-depth n] [-seed n]
//
// The first form prints the counts, with -divide by move. The second compares them
// with those of a UCI engine that supports "go perft", such as stockfish or
// fairy-stockfish, and follows a difference down the tree to the move that causes
// it. The third does that for the positions of many random games.
//
// The exit status is 1 if the counts differ or the engine fails, 2 for a bad command
// line or FEN, and 3 after an interrupt.
package perft

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// Command is the command.
var Command = &cli.Command{Name: "perft", Summary: "count the leaf nodes of the tree of legal moves, and compare with an engine", Raw: func(ctx context.Context, args []string, s cli.Streams) error {
	return run(ctx, args, s.Out, s.Err)
}}

var errDiffer = errors.New("the counts differ")

// settings holds the values of the command line.
type settings struct {
	position  chess.Position
	depth     int
	threads   int
	hash      int // MB
	divide    bool
	compare   string // the engine of -compare, or ""
	oracle    string // the engine of -oracle, or ""
	positions int
	variant   string
	budget    uint64
	seed      uint64
	all       bool
	patience  time.Duration
}

// modes lists the forms of the command that allow a flag. Other flags are allowed
// with all three.
var modes = map[string][]string{
	"divide":    {"count"},
	"hash":      {"count", "compare"},
	"positions": {"oracle"},
	"variant":   {"oracle"},
	"budget":    {"oracle"},
	"seed":      {"oracle"},
	"all":       {"oracle"},
	"patience":  {"compare", "oracle"},
}

const usage = `usage: perft [-depth n] [-divide] [-threads n] [-hash MB] [FEN]
       perft -compare engine [-depth n] [-threads n] [-hash MB] [-patience d] [FEN]
       perft -oracle engine [-positions n] [-variant chess|chess960|3check] [-depth n]
             [-budget nodes] [-seed n] [-threads n] [-patience d] [-all]
example: perft -depth 5 -divide 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -'

An engine is a UCI engine that supports "go perft"; it is looked for in PATH and
then in /usr/games.

With -oracle, positions of random games are compared by move: some of each game,
all with an en-passant capture, and the last of each finished game. The depth is at
least 2, and otherwise the greatest up to -depth at which the estimated count is
within -budget; the estimate assumes that each side always has as many moves as in
the first two plies.

`

func parse(args []string, help io.Writer) (settings, error) {
	var s settings
	flags := flag.NewFlagSet("perft", flag.ContinueOnError)
	flags.IntVar(&s.depth, "depth", 0, "count to this depth in `plies` (default 5; with -oracle the greatest depth, default 4)")
	flags.IntVar(&s.threads, "threads", runtime.GOMAXPROCS(0), "use this `number` of threads, and with -oracle as many processes of the engine")
	flags.IntVar(&s.hash, "hash", 0, "store the counts of subtrees in a table of this many `MB`; the counts stay exact")
	flags.BoolVar(&s.divide, "divide", false, "show the count of each move")
	flags.StringVar(&s.compare, "compare", "", "compare with this `engine`")
	flags.StringVar(&s.oracle, "oracle", "", "compare random positions with this `engine`")
	flags.IntVar(&s.positions, "positions", 1000, "compare this `number` of positions")
	flags.StringVar(&s.variant, "variant", "chess", "play games by these `rules`: chess, chess960 or 3check")
	flags.Uint64Var(&s.budget, "budget", 1_000_000, "count at most about this many `nodes` per position")
	flags.Uint64Var(&s.seed, "seed", 1, "choose other random games with another `seed`")
	flags.BoolVar(&s.all, "all", false, "do not stop at the first difference, but show all")
	flags.DurationVar(&s.patience, "patience", time.Minute, "give up on an engine that is silent for this `duration`")

	fen, err := cli.Interleaved(flags, args, func(args []string) error { return cli.Parse(flags, args, usage, help) })
	if err != nil {
		return s, err
	}
	if err := s.check(flags, len(fen) > 0); err != nil {
		return s, cli.BadCommandLine(err)
	}
	if s.position, err = cli.Position(fen); err != nil {
		return s, cli.BadCommandLine(err)
	}
	return s, nil
}

// maxDepth is greater than any practical depth, and no count at it overflows.
const maxDepth = 12

// check returns an error if the flags are not valid, and sets the default depth.
func (s *settings) check(flags *flag.FlagSet, fen bool) error {
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	mode, minimum, depth := "count", 1, 5
	switch {
	case given["oracle"] && (given["compare"] || fen):
		return errors.New("-oracle plays its own games: it cannot be used with -compare or a FEN")
	case given["oracle"] && s.oracle == "", given["compare"] && s.compare == "":
		return errors.New("the engine has no name")
	case given["oracle"]:
		mode, minimum, depth = "oracle", 2, 4
	case given["compare"]:
		mode = "compare"
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if with, ok := modes[name]; ok && !slices.Contains(with, mode) {
			return fmt.Errorf("-%s cannot be used %s", name, map[string]string{
				"count": "without an engine", "compare": "with -compare", "oracle": "with -oracle"}[mode])
		}
	}
	if !given["depth"] {
		s.depth = depth
	}
	switch {
	case s.depth < minimum || s.depth > maxDepth:
		return fmt.Errorf("-depth is %d, want %d to %d", s.depth, minimum, maxDepth)
	case s.threads < 1 || s.threads > 1024:
		return fmt.Errorf("-threads is %d, want 1 to 1024", s.threads)
	case s.hash < 0 || s.hash > 1<<20:
		return fmt.Errorf("-hash is %d, want 0 to %d", s.hash, 1<<20)
	case s.positions < 1:
		return fmt.Errorf("-positions is %d, must be positive", s.positions)
	case s.patience <= 0:
		return fmt.Errorf("-patience is %v, must be positive", s.patience)
	case starts[s.variant] == nil:
		return fmt.Errorf("-variant is %q, want chess, chess960 or 3check", s.variant)
	}
	if n := memoryFor(s.hash); n < s.hash {
		return fmt.Errorf("-hash is %d, and there is memory for %d", s.hash, n)
	}
	return nil
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	s, err := parse(args, stdout)
	if err != nil {
		return err
	}
	p := progress.New(stderr)
	defer p.Clear()
	switch {
	case s.oracle != "":
		return s.runOracle(ctx, stdout, p)
	case s.compare != "":
		return s.runCompare(ctx, stdout, p)
	}
	return s.runCount(ctx, stdout, p)
}

// runCount prints the counts for each depth, and with -divide those of the last
// depth by move.
func (s *settings) runCount(ctx context.Context, w io.Writer, p *progress.Progress) error {
	c := counter{threads: s.threads, table: newTable(s.hash), progress: p}
	fmt.Fprintf(w, "%v\n\n%5s %16s %10s %10s\n", s.position, "depth", "nodes", "time", "million/s")
	for depth := 1; depth <= s.depth; depth++ {
		start := time.Now()
		counts, err := c.byMove(ctx, &s.position, depth)
		p.Clear()
		if err != nil {
			return err
		}
		elapsed := time.Since(start)
		sum := uint64(0)
		for _, n := range counts {
			sum += n
		}
		speed := "" // meaningless for a very short time
		if elapsed > time.Millisecond {
			speed = fmt.Sprintf("%.1f", float64(sum)/1e6/elapsed.Seconds())
		}
		if _, err := fmt.Fprintf(w, "%5d %16d %9.3fs %10s\n", depth, sum, elapsed.Seconds(), speed); err != nil {
			return err // the reader has gone
		}
		if s.divide && depth == s.depth {
			fmt.Fprintln(w)
			for _, m := range slices.SortedFunc(maps.Keys(counts), byName(&s.position)) {
				fmt.Fprintf(w, "%s: %d\n", s.position.UCI(m), counts[m])
			}
		}
	}
	return nil
}

// runCompare compares the counts of one position with those of an engine.
func (s *settings) runCompare(ctx context.Context, w io.Writer, p *progress.Progress) error {
	e, err := startEngine(ctx, s.compare, rulesOf(&s.position), s.patience)
	if err != nil {
		return err
	}
	defer e.Close()
	start := time.Now()
	c := counter{threads: s.threads, table: newTable(s.hash), progress: p}
	sum, d, err := c.compare(ctx, e, s.position, s.depth)
	p.Clear()
	if err != nil {
		return err
	}
	if d != nil {
		fmt.Fprint(w, d)
		return fmt.Errorf("%w: those of %s and of this program", errDiffer, e.Name())
	}
	_, err = fmt.Fprintf(w, "%s agrees on each move: %d nodes at depth %d in %.3fs\n",
		e.Name(), sum, s.depth, time.Since(start).Seconds())
	return err
}

// Perft counts the positions reached from a position in so many plies, the
// standard test of a move generator, and holds the counts against an engine's.
//
//	go run ./examples/perft [-depth n] [-divide] [-threads n] [-hash MB] [FEN]
//	go run ./examples/perft -compare engine [-depth n] [-threads n] [-hash MB] [FEN]
//	go run ./examples/perft -oracle engine [-positions n] [-variant name] [-depth n] [-seed n]
//
// The first form counts, with -divide by move. The second asks a UCI engine
// that knows "go perft", such as stockfish or fairy-stockfish, for the same
// counts, and walks down the tree to the first move on which the two differ.
// The third does that for the positions of many random games.
//
// The exit status is 1 if they differ, 2 for a command line or a FEN that makes
// no sense, and 3 if the engine fails.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

func main() {
	err := run(cli.Context(os.Interrupt), os.Args[1:], os.Stdout, os.Stderr)
	code := status(err)
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	cli.Exit("perft", err, code)
}

var errDiffer = errors.New("the counts differ")

// status is the exit status that an error ends the program with.
func status(err error) int {
	switch {
	case errors.Is(err, errDiffer):
		return 1
	case errors.Is(err, cli.ErrUsage):
		return 2
	}
	return 3
}

// settings are what the command line says.
type settings struct {
	position  chess.Position
	depth     int
	threads   int
	hash      int // MB
	divide    bool
	compare   string // the engine, or ""
	oracle    string // likewise
	positions int
	variant   string
	budget    uint64
	seed      uint64
	all       bool
	patience  time.Duration
}

// modes tells with which of the three forms of the command a flag goes, unless
// it goes with all.
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

An engine is a program that speaks UCI and knows "go perft"; it is looked for in
PATH and then in /usr/games.

With -oracle, positions of random games are compared by move: some of each game,
all with an en-passant capture, and all where a game ends. The depth is 2, or
the deepest up to -depth at which the count is estimated to be within -budget;
the estimate lets each side have as many moves later as in the first two plies.

`

func parse(args []string, help io.Writer) (settings, error) {
	var s settings
	flags := flag.NewFlagSet("perft", flag.ContinueOnError)
	flags.IntVar(&s.depth, "depth", 0, "count so many `plies` (default 5; with -oracle the most, default 4)")
	flags.IntVar(&s.threads, "threads", runtime.GOMAXPROCS(0), "use so `many` threads; with -oracle as many processes of the engine")
	flags.IntVar(&s.hash, "hash", 0, "remember the counts of subtrees in a table of so many `MB`; exact all the same")
	flags.BoolVar(&s.divide, "divide", false, "show the count of each move")
	flags.StringVar(&s.compare, "compare", "", "compare with this `engine`")
	flags.StringVar(&s.oracle, "oracle", "", "compare random positions with this `engine`")
	flags.IntVar(&s.positions, "positions", 1000, "compare this `number` of positions")
	flags.StringVar(&s.variant, "variant", "chess", "play games by these `rules`: chess, chess960 or 3check")
	flags.Uint64Var(&s.budget, "budget", 1_000_000, "count about so many `nodes` a position at most")
	flags.Uint64Var(&s.seed, "seed", 1, "play other random games for another `number`")
	flags.BoolVar(&s.all, "all", false, "go on after a difference and show them all")
	flags.DurationVar(&s.patience, "patience", time.Minute, "give up on an engine silent for this `duration`")

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

// maxDepth is out of reach, and no count at that depth overflows.
const maxDepth = 12

// check refuses what makes no sense and fills in the depth.
func (s *settings) check(flags *flag.FlagSet, fen bool) error {
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	mode, least, most := "count", 1, 5
	switch {
	case given["oracle"] && (given["compare"] || fen):
		return errors.New("-oracle plays games of its own: it goes neither with -compare nor with a FEN")
	case given["oracle"] && s.oracle == "", given["compare"] && s.compare == "":
		return errors.New("the engine has no name")
	case given["oracle"]:
		mode, least, most = "oracle", 2, 4
	case given["compare"]:
		mode = "compare"
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if with, ok := modes[name]; ok && !slices.Contains(with, mode) {
			return fmt.Errorf("-%s does not go with %s", name, map[string]string{
				"count": "counting alone", "compare": "-compare", "oracle": "-oracle"}[mode])
		}
	}
	if !given["depth"] {
		s.depth = most
	}
	switch {
	case s.depth < least || s.depth > maxDepth:
		return fmt.Errorf("-depth is %d, not from %d to %d", s.depth, least, maxDepth)
	case s.threads < 1 || s.threads > 1024:
		return fmt.Errorf("-threads is %d, not from 1 to 1024", s.threads)
	case s.hash < 0 || s.hash > 1<<20:
		return fmt.Errorf("-hash is %d, not from 0 to %d", s.hash, 1<<20)
	case s.positions < 1:
		return fmt.Errorf("-positions is %d, not positive", s.positions)
	case s.patience <= 0:
		return fmt.Errorf("-patience is %v, not positive", s.patience)
	case starts[s.variant] == nil:
		return fmt.Errorf("-variant is %q, not chess, chess960 or 3check", s.variant)
	}
	return nil
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	s, err := parse(args, stderr)
	if err != nil {
		return err
	}
	switch {
	case s.oracle != "":
		return s.runOracle(ctx, stdout, stderr)
	case s.compare != "":
		return s.runCompare(ctx, stdout)
	}
	return s.runCount(ctx, stdout)
}

// runCount counts ply by ply, and shows the last one by move if asked to.
func (s *settings) runCount(ctx context.Context, w io.Writer) error {
	c := counter{threads: s.threads, table: newTable(s.hash)}
	fmt.Fprintf(w, "%v\n\n%5s %16s %10s %10s\n", s.position, "depth", "nodes", "time", "million/s")
	for depth := 1; depth <= s.depth; depth++ {
		start := time.Now()
		counts, err := c.byMove(ctx, &s.position, depth)
		if err != nil {
			return err
		}
		elapsed := time.Since(start)
		sum := uint64(0)
		for _, n := range counts {
			sum += n
		}
		speed := "" // of a moment it would mean nothing
		if elapsed > time.Millisecond {
			speed = fmt.Sprintf("%.1f", float64(sum)/1e6/elapsed.Seconds())
		}
		if _, err := fmt.Fprintf(w, "%5d %16d %9.3fs %10s\n", depth, sum, elapsed.Seconds(), speed); err != nil {
			return err // nobody reads on
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

// runCompare holds the counts of one position against an engine's.
func (s *settings) runCompare(ctx context.Context, w io.Writer) error {
	e, err := startEngine(ctx, s.compare, rulesOf(&s.position), s.patience)
	if err != nil {
		return err
	}
	defer e.Close()
	start := time.Now()
	c := counter{threads: s.threads, table: newTable(s.hash)}
	sum, d, err := c.compare(ctx, e, s.position, s.depth)
	if err != nil {
		return err
	}
	if d != nil {
		fmt.Fprint(w, d)
		return fmt.Errorf("%w: %s against this program", errDiffer, e.Name())
	}
	_, err = fmt.Fprintf(w, "%s agrees on each move: %d nodes at depth %d in %.3fs\n",
		e.Name(), sum, s.depth, time.Since(start).Seconds())
	return err
}

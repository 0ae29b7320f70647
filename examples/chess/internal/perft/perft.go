// Package perft is the command perft: it counts the leaf nodes of the tree of legal moves, the
// standard test of a move generator, and compares the counts with those of an engine.
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
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// Command is the command.
var Command = &cli.Command{
	Name: "perft", Summary: "count the leaf nodes of the tree of legal moves, and compare with an engine",
	Args: `[-variant name] [-depth n] [-divide] [-threads n] [-hash MB] [FEN]
-compare engine [-variant name] [-depth n] [-threads n] [-hash MB] [-patience d] [FEN]
-oracle engine [-positions n] [-variant name] [-depth n] [-budget nodes] [-seed n] [-threads n] [-patience d] [-all]`,
	Example: "-depth 5 -divide 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -'",
	Help: `An engine is a UCI engine that supports "go perft", such as stockfish; it is
looked for in PATH and then in /usr/games. A difference is followed down the tree
to the move that causes it.

With -oracle, positions of random games are compared by move: some of each game,
all with an en-passant capture, and the last of each finished game. The depth is at
least 2, and otherwise the greatest up to -depth at which the estimated count is
within -budget; the estimate assumes that each side always has as many moves as in
the first two plies.`,
	Flags: define,
}

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
	name      string // of the variant
	variant   chess.Variant
	budget    uint64
	seed      uint64
	all       bool
	patience  time.Duration
}

// A mode is a form of the command.
type mode struct {
	with           string   // how it is chosen
	flags          []string // that not all modes have
	minimum, depth int      // the least depth, and the default
	run            func(*settings, context.Context, io.Writer, *progress.Progress) error
}

var (
	counting  = &mode{"without an engine", []string{"divide", "hash"}, 1, 5, (*settings).runCount}
	comparing = &mode{"with -compare", []string{"hash", "patience"}, 1, 5, (*settings).runCompare}
	oracle    = &mode{"with -oracle", []string{"positions", "budget", "seed", "all", "patience"}, 2, 4, (*settings).runOracle}
)

// define defines the flags.
func define(flags *flag.FlagSet) cli.Run {
	var s settings
	flags.IntVar(&s.depth, "depth", 0, "count to this depth in `plies` (default 5; with -oracle the greatest depth, default 4)")
	flags.IntVar(&s.threads, "threads", runtime.GOMAXPROCS(0), "use this `number` of threads, and with -oracle as many processes of the engine")
	flags.IntVar(&s.hash, "hash", 0, "store the counts of subtrees in a table of this many `MB`; the counts stay exact")
	flags.BoolVar(&s.divide, "divide", false, "show the count of each move")
	flags.StringVar(&s.compare, "compare", "", "compare with this `engine`")
	flags.StringVar(&s.oracle, "oracle", "", "compare random positions with this `engine`")
	flags.IntVar(&s.positions, "positions", 1000, "compare this `number` of positions")
	flags.StringVar(&s.name, "variant", "chess", "play by the rules of this `variant`: chess, chess960, 3check, kingofthehill, racingkings, antichess, atomic, horde, crazyhouse")
	flags.Uint64Var(&s.budget, "budget", 1_000_000, "count at most about this many `nodes` per position")
	flags.Uint64Var(&s.seed, "seed", 1, "choose other random games with another `seed`")
	flags.BoolVar(&s.all, "all", false, "do not stop at the first difference, but show all")
	flags.DurationVar(&s.patience, "patience", time.Minute, "give up on an engine that is silent for this `duration`")
	return func(ctx context.Context, fen []string, streams cli.Streams) error {
		mode, err := s.check(flags, len(fen) > 0)
		if err == nil {
			s.position, err = s.start(fen)
		}
		if err != nil {
			return cli.BadCommandLine(err)
		}
		p := progress.New(streams.Err)
		defer p.Clear()
		return mode.run(&s, ctx, streams.Out, p)
	}
}

// maxDepth is greater than any practical depth, and no count at it overflows.
const maxDepth = 12

// check returns the mode, or an error if the flags are not valid, and sets the default depth.
func (s *settings) check(flags *flag.FlagSet, fen bool) (*mode, error) {
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	chosen := counting
	switch {
	case given["oracle"] && (given["compare"] || fen):
		return nil, errors.New("-oracle plays its own games: it cannot be used with -compare or a FEN")
	case given["oracle"] && s.oracle == "", given["compare"] && s.compare == "":
		return nil, errors.New("the engine has no name")
	case given["oracle"]:
		chosen = oracle
	case given["compare"]:
		chosen = comparing
	}
	for _, name := range slices.Concat(counting.flags, comparing.flags, oracle.flags) {
		if given[name] && !slices.Contains(chosen.flags, name) {
			return nil, fmt.Errorf("-%s cannot be used %s", name, chosen.with)
		}
	}
	if !given["depth"] {
		s.depth = chosen.depth
	}
	switch {
	case s.depth < chosen.minimum || s.depth > maxDepth:
		return nil, fmt.Errorf("-depth is %d, want %d to %d", s.depth, chosen.minimum, maxDepth)
	case s.threads < 1 || s.threads > 1024:
		return nil, fmt.Errorf("-threads is %d, want 1 to 1024", s.threads)
	case s.hash < 0 || s.hash > 1<<20:
		return nil, fmt.Errorf("-hash is %d, want 0 to %d", s.hash, 1<<20)
	case s.positions < 1:
		return nil, fmt.Errorf("-positions is %d, must be positive", s.positions)
	case s.patience <= 0:
		return nil, fmt.Errorf("-patience is %v, must be positive", s.patience)
	case s.variant.UnmarshalText([]byte(s.name)) != nil:
		return nil, fmt.Errorf("-variant is %q, want chess, chess960, 3check, kingofthehill, racingkings, antichess, atomic, horde or crazyhouse", s.name)
	}
	if n := memoryFor(s.hash); n < s.hash {
		return nil, fmt.Errorf("-hash is %d, and there is memory for %d", s.hash, n)
	}
	return chosen, nil
}

// start returns the position of a FEN of the variant, or the one that games begin with.
func (s *settings) start(fen []string) (chess.Position, error) {
	switch {
	case s.variant == chess.Standard:
		return cli.Position(fen)
	case len(fen) == 0:
		return s.variant.StartPosition(), nil
	}
	return s.variant.ParseFEN(strings.Join(fen, " "))
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
		fmt.Fprintf(w, "%5d %16d %9.3fs %10s\n", depth, sum, elapsed.Seconds(), speed)
		if s.divide && depth == s.depth {
			fmt.Fprintln(w)
			for _, m := range slices.SortedFunc(maps.Keys(counts), func(a, b chess.Move) int {
				return strings.Compare(s.position.UCI(a), s.position.UCI(b))
			}) {
				fmt.Fprintf(w, "%s: %d\n", s.position.UCI(m), counts[m])
			}
		}
	}
	return nil
}

// runCompare compares the counts of one position with those of an engine.
func (s *settings) runCompare(ctx context.Context, w io.Writer, p *progress.Progress) error {
	e, err := startEngine(ctx, s.compare, s.position.IsChess960(), s.position.Variant(), s.patience)
	if err != nil {
		return err
	}
	defer e.Close()
	start := time.Now()
	c := counter{threads: s.threads, table: newTable(s.hash), progress: p}
	sum, difference, err := c.compare(ctx, e, s.position, s.position, nil, s.depth)
	p.Clear()
	if err != nil {
		return err
	}
	if difference != "" {
		fmt.Fprint(w, difference)
		return fmt.Errorf("%w: those of %s and of this program", errDiffer, e.Name())
	}
	_, err = fmt.Fprintf(w, "%s agrees on each move: %d nodes at depth %d in %.3fs\n",
		e.Name(), sum, s.depth, time.Since(start).Seconds())
	return err
}

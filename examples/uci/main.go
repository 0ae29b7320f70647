// Uci is an engine for chess programs that use the UCI protocol. For OpenBench, which builds it
// with the Makefile in this directory, it measures its speed and makes positions to start games
// from: see README.md and docs/lab/openbench.md, and docs/programs.md for the exit statuses.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

func main() {
	// One more than the machine has. Otherwise, while all of them search, a command
	// would have to wait up to 10 ms until the scheduler preempts a search.
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	cli.Main(uci)
}

// uci is the program.
var uci = &cli.Command{
	Name: "uci", Args: "[-player player] [-eval evaluation] [-book file] [bench [depth]]", Example: "-player boardvalue,Depth=5 -eval pesto",
	Flags: func(flags *flag.FlagSet) cli.Run {
		var choice player.Choice
		choice.AddFlags(flags)
		return func(ctx context.Context, words []string, s cli.Streams) error { return run(ctx, &choice, words, s) }
	},
}

// run is the engine, or does what the words ask for.
func run(ctx context.Context, choice *player.Choice, words []string, s cli.Streams) error {
	if len(words) > 0 && strings.HasPrefix(words[0], "genfens ") {
		g, err := parseGenfens(words)
		if err != nil {
			return cli.BadCommandLine(err)
		}
		return g.run(s.Out)
	}
	depth, bench := 0, len(words) > 0
	if bench {
		var err error
		if depth, err = benchDepth(words); err != nil {
			return cli.BadCommandLine(err)
		}
	}
	searcher, name, err := choice.Searcher()
	if err != nil {
		return cli.BadCommandLine(err)
	}
	if bench {
		nodes, took, err := runBench(ctx, searcher, depth, s.Err)
		if err == nil {
			_, err = fmt.Fprintf(s.Out, "%d nodes %.0f nps\n", nodes, float64(nodes)/max(took, 1).Seconds())
		}
		return err
	}
	engine := chess.UCI{Searcher: searcher, Name: name, Log: func(name string) (io.WriteCloser, error) {
		return os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	}}
	return engine.Run(ctx, s.In, s.Out)
}

// runBench is chess.Bench with its progress, which it shows on a terminal only: OpenBench
// reads everything else.
func runBench(ctx context.Context, s chess.Searcher, depth int, stderr io.Writer) (nodes int64, took time.Duration, err error) {
	if cli.Terminal(stderr) {
		shown := progress.New(stderr)
		defer shown.Clear()
		shown.Start("positions", 0, 32)
		s = counted{s, shown}
	}
	return chess.Bench(ctx, s, depth)
}

// counted is a searcher that shows how many searches it has done.
type counted struct {
	chess.Searcher
	shown *progress.Progress
}

// Search implements chess.Searcher.
func (c counted) Search(ctx context.Context, g *chess.Game, l chess.Limits) (chess.Result, error) {
	defer c.shown.Add(1)
	return c.Searcher.Search(ctx, g, l)
}

// Unwrap returns the searcher itself: see chess.Searcher.
func (c counted) Unwrap() chess.Searcher { return c.Searcher }

// benchDepth returns the depth of the command "bench", 0 for the usual one.
func benchDepth(words []string) (depth int, err error) {
	if words[0] != "bench" || len(words) > 2 {
		return 0, fmt.Errorf("unknown command %q", words)
	}
	if len(words) == 2 {
		if depth, err = strconv.Atoi(words[1]); err != nil || depth < 1 {
			return 0, fmt.Errorf("the depth %q is not a positive number", words[1])
		}
	}
	return depth, nil
}

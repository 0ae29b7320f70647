// Uci is an engine for chess programs that use the UCI protocol.
//
//	go run ./examples/uci [-player player] [-eval evaluation] [-book file] [bench [depth]]
//
// With the argument bench it prints the number of nodes of fixed searches and their
// speed, for OpenBench. OpenBench builds it with the Makefile in this directory.
//
// The exit status is 1 if something fails, and 2 for a bad command line.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

func main() {
	// One more than the machine has. Otherwise, while all of them search, a command
	// would have to wait up to 10 ms until the scheduler preempts a search.
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	cli.Exit("uci", run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

const usage = "usage: uci [-player player] [-eval evaluation] [-book file] [bench [depth]]\n"

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	var choice player.Choice
	flags := flag.NewFlagSet("uci", flag.ContinueOnError)
	choice.AddFlags(flags)
	if err := cli.Parse(flags, args, usage, stderr); err != nil {
		return err
	}
	depth, bench, err := benchDepth(flags.Args())
	if err != nil {
		return cli.BadCommandLine(err)
	}
	searcher, name, err := choice.Searcher()
	if err != nil {
		return cli.BadCommandLine(err)
	}
	if bench {
		result, err := chess.Bench(ctx, searcher, depth)
		if err == nil {
			_, err = fmt.Fprintln(stdout, result)
		}
		return err
	}
	engine := chess.UCI{Searcher: searcher, Name: name}
	return engine.Run(ctx, stdin, stdout)
}

// benchDepth returns the depth of the command "bench", 0 for the usual one, and
// whether there is a command.
func benchDepth(words []string) (depth int, bench bool, err error) {
	switch {
	case len(words) == 0:
		return 0, false, nil
	case words[0] != "bench" || len(words) > 2:
		return 0, false, fmt.Errorf("unknown command %q", words)
	case len(words) == 1:
		return 0, true, nil
	}
	depth, err = strconv.Atoi(words[1])
	if err != nil || depth < 1 {
		return 0, false, fmt.Errorf("the depth %q is not a positive number", words[1])
	}
	return depth, true, nil
}

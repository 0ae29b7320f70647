// Xboard is an engine for XBoard, WinBoard and other chess programs that use their protocol. See
// README.md, and docs/programs.md for the exit statuses.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

func main() {
	// One more than the machine has. Otherwise, while all of them search, a command
	// would have to wait up to 10 ms until the scheduler preempts a search.
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	cli.Exit("xboard", run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

const usage = `usage: xboard [-player player] [-eval evaluation] [-book file] [-resign n] [-draw n]
example: xboard -player checkbonus -resign 900

`

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	var choice player.Choice
	flags := flag.NewFlagSet("xboard", flag.ContinueOnError)
	choice.AddFlags(flags)
	resign := flags.Int("resign", 0, "resign after three moves with a score at least this many `centipawns` down; 0 means never")
	draw := flags.Int("draw", 0, "accept a draw if the score is at most this many `centipawns`")
	if err := cli.Parse(flags, args, usage, stdout); err != nil {
		return err
	}
	switch {
	case flags.NArg() > 0:
		return cli.BadCommandLine(fmt.Errorf("unexpected argument %q", flags.Arg(0)))
	case *resign < 0 || *resign > int(chess.Mate) || max(*draw, -*draw) > int(chess.Mate):
		return cli.BadCommandLine(fmt.Errorf("-resign must be from 0 to %[1]d, and -draw from -%[1]d to %[1]d", chess.Mate))
	}
	searcher, name, err := choice.Searcher()
	if err != nil {
		return cli.BadCommandLine(err)
	}
	engine := chess.XBoard{Searcher: searcher, Name: name, ResignScore: chess.Score(*resign), DrawScore: chess.Score(*draw)}
	if *resign > 0 {
		engine.ResignMoves = 3
	}
	return engine.Run(ctx, stdin, stdout)
}

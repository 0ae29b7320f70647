// Xboard is an engine for XBoard, WinBoard and other programs with their protocol: see README.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"runtime"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

func main() {
	// One more than the machine has. Otherwise, while all of them search, a command
	// would have to wait up to 10 ms until the scheduler preempts a search.
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	cli.Main(xboard)
}

// xboard is the program.
var xboard = &cli.Command{
	Name: "xboard", Args: "[-player player] [-eval evaluation] [-book file] [-resign n] [-draw n]", Example: "-player checkbonus -resign 900",
	Flags: func(flags *flag.FlagSet) cli.Run {
		var choice player.Choice
		choice.AddFlags(flags)
		resign := flags.Int("resign", 0, "resign after three moves with a score at least this many `centipawns` down; 0 means never")
		draw := flags.Int("draw", 0, "accept a draw if the score is at most this many `centipawns`")
		return func(ctx context.Context, args []string, s cli.Streams) error {
			err := cli.NoArguments(args)
			if *resign < 0 || *resign > int(chess.Mate) || max(*draw, -*draw) > int(chess.Mate) {
				err = fmt.Errorf("-resign must be from 0 to %[1]d, and -draw from -%[1]d to %[1]d", chess.Mate)
			}
			if err != nil {
				return cli.BadCommandLine(err)
			}
			searcher, name, err := choice.Searcher()
			if err != nil {
				return cli.BadCommandLine(err)
			}
			engine := chess.XBoard{Searcher: searcher, Name: name, ResignScore: chess.Score(*resign), DrawScore: chess.Score(*draw)}
			if *resign > 0 {
				engine.ResignMoves = 3
			}
			return engine.Run(ctx, s.In, s.Out)
		}
	},
}

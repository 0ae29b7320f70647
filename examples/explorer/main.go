// Explorer answers what has been played in a position: it keeps the games of PGN files
// with an exact index of all their positions in a folder.
//
//	go run . add -o games games.pgn more.pgn.zst
//	go run . moves -o games 1. e4 c5
//
// README.md shows the other commands. docs/explorer.md says what is counted and stored.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/seed-0971039b/chess/examples/internal/cli"
)

func main() {
	signal.Ignore(syscall.SIGPIPE) // a closed pipe becomes a write error
	cli.Exit("explorer", run(cli.Context(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

const usage = `usage: explorer add [-plies n] -o folder games.pgn...
       explorer moves [flags] -o folder [FEN, or moves such as 1. e4 c5]
       explorer games [flags] -o folder [FEN, or moves]
       explorer find [flags] -o folder -material KRNvKR -squares 'd4=P d5=p'
       explorer game -o folder ID
       explorer export -o folder -to folder
       explorer serve [-addr localhost:8080] folder [games.pgn...]

Keeps games with an index of their positions, and tells what was played in a position.
Each command has a flag -help.

example: explorer add -o games games.pgn && explorer moves -o games 1. e4 c5
`

// streams holds the standard streams.
type streams struct {
	stdin          io.Reader
	stdout, stderr io.Writer
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	p := &streams{stdin, stdout, stderr}
	commands := map[string]func(context.Context, []string) error{
		"add": p.add, "moves": p.moves, "games": p.games, "find": p.find, "game": p.game, "export": p.export, "serve": p.serve,
	}
	const names = "add, moves, games, find, game, export or serve"
	if len(args) == 0 {
		return cli.BadCommandLine(errors.New("the command is missing: " + names))
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		_, err := io.WriteString(stdout, usage)
		return err
	}
	command, ok := commands[args[0]]
	if !ok {
		return cli.BadCommandLine(fmt.Errorf("unknown command %q: want %s", args[0], names))
	}
	return command(ctx, args[1:])
}

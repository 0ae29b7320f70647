// Explorer answers what has been played in a position: it keeps the games of PGN files
// with an exact index of all their positions in a folder.
//
//	go run . add -o games games.pgn more.pgn.zst
//	go run . moves -o games 1. e4 c5
//	go run . moves -o games -player 'Carlsen, M' -since 2015 'r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3'
//	go run . games -o games -result 0-1 -limit 20 1. d4 Nf6 2. c4 e6
//	go run . find -o games -material KRNvKR
//	go run . find -o games -squares 'd4=P c4=. e4=. d5=. c5=. e5=.'
//	go run . game -o games ID > game.pgn
//	go run . export -o games -to positions
//	go run . serve -addr localhost:8080 games more.pgn
//
// The index holds, for each position that a game has reached, the moves that were played
// there with their results, ratings and years, and the games. Positions are told apart by
// all that belongs to them and not by a hash, so no count can be wrong. A game that has
// played several moves in a position is counted for each of them, and once in all; one
// that ended there is counted in all. A game counts once however often it is given: two
// games are the same if they have the same moves and the same seven tags.
//
// The files may be compressed by gzip, zstd or bzip2, and of any size. What is added is in
// the folder once its block, of some 50,000 games, is complete. A run that was killed, or
// interrupted, is continued by the same command. Variations and comments are left out. A
// game with a fault is added as far as it goes, and for each fault there is one line on the
// standard error; the exit status is then 3.
//
// Serve answers the requests of lichess.org's opening explorer, /masters and /lichess, and
// /games, /find and /game/ID, while it adds the games that it is given. See
// docs/explorer.md.
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
	p := streams{stdin, stdout, stderr}
	const commands = "add, moves, games, find, game, export or serve"
	if len(args) == 0 {
		return cli.BadCommandLine(errors.New("the command is missing: " + commands))
	}
	switch args[0] {
	case "add":
		return p.add(ctx, args[1:])
	case "moves":
		return p.moves(ctx, args[1:])
	case "games":
		return p.games(ctx, args[1:])
	case "find":
		return p.find(ctx, args[1:])
	case "game":
		return p.game(ctx, args[1:])
	case "export":
		return p.export(ctx, args[1:])
	case "serve":
		return p.serve(ctx, args[1:])
	case "help", "-h", "-help", "--help":
		_, err := io.WriteString(stdout, usage)
		return err
	}
	return cli.BadCommandLine(fmt.Errorf("unknown command %q: want %s", args[0], commands))
}

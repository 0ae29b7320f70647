// Package endings is the command that makes tables of endings, shows what they say together,
// and explains positions by them.
package endings

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/endings"
)

// Command is the command.
var Command = &cli.Command{
	Name: "endings", Summary: "make tables of endings, and show what they know",
	Args: "make|show|explain [flags] ...", Example: "show KPvK",
	Help: `No files are needed: tables of three pieces are made in a moment, those of four in seconds, and
those of five in minutes, for which pawns need gigabytes of memory. With -tables they are read
from a folder, and those that are made are kept there. With -syzygy a position is also looked up
in Syzygy's files.

A result is what best play gives, under the fifty-move rule.`,
	Commands: []*cli.Command{{
		Name: "make", Summary: "make tables, with all that they need, and keep them in a folder",
		Args: "[flags] [3|4|5|ENDING ...]", Example: "-tables tables 3 KBNvK",
		Help: "Without arguments it makes all tables of three and four pieces.",
		Flags: func(flags *flag.FlagSet) cli.Run {
			c := endings.Choice{Pieces: maxPieces}
			threadsFlag(flags, &c)
			flags.StringVar(&c.Folder, "tables", "endings", "keep the tables in this `folder`, which is created if necessary")
			return func(ctx context.Context, words []string, s cli.Streams) error { return makeTables(ctx, c, words, s) }
		},
	}, {
		Name: "show", Summary: "print who wins how often, the longest wins, mutual zugzwangs and the best squares",
		Args: "[flags] ENDING", Example: "-o pictures KQvKR",
		Help: `Positions that are mirror images of each other are one. The percentages of a heat map are
points, half a point for a draw, and count mirror images too. With -syzygy, show compares the
table with Syzygy's files, or, with -sample, shows what these say of endings of up to seven
pieces. Files of others are not replaced.`,
		Flags: showFlags,
	}, {
		Name: "explain", Summary: "print what each move of a position gives",
		Args: "[flags] FEN", Example: "'8/8/8/4k3/8/4K3/4P3/8 w - - 0 1'",
		Flags: func(flags *flag.FlagSet) cli.Run {
			var e explanation
			choiceFlags(flags, &e.tables)
			flags.StringVar(&e.output, "o", "", "write a picture to this `file`, in SVG")
			flags.BoolVar(&e.fens, "fens", false, "print the FEN after each move of the best line")
			return e.run
		},
	}},
}

// threadsFlag defines the flag that all commands have.
func threadsFlag(flags *flag.FlagSet, c *endings.Choice) {
	flags.IntVar(&c.Threads, "threads", 0, "make tables on this many `threads` (0: on all)")
}

// choiceFlags defines the flags that say where tables are.
func choiceFlags(flags *flag.FlagSet, c *endings.Choice) {
	threadsFlag(flags, c)
	flags.StringVar(&c.Folder, "tables", "", "read tables from this `folder`, and keep there those that are made")
	flags.StringVar(&c.Syzygy, "syzygy", "", "use Syzygy's files in these `folders`, separated as in PATH")
}

// checkThreads returns an error if the flag is wrong.
func checkThreads(c *endings.Choice) error {
	if c.Threads < 0 {
		return cli.BadCommandLine(errors.New("-threads must not be negative"))
	}
	return nil
}

// A printer prints to a terminal, in colours if it has them.
type printer struct {
	io.Writer
	colour bool
}

// How many pieces an ending has of which a table is made, and of which Syzygy has files.
const minPieces, maxPieces, maxSyzygyPieces = 3, 5, 7

// parseEnding reads the name of an ending with at most so many pieces.
func parseEnding(word string, most int) (chess.Ending, error) {
	e, err := chess.ParseEnding(word)
	if err == nil && (e.Pieces() < minPieces || e.Pieces() > most) {
		err = fmt.Errorf("%v has %d pieces: want %d to %d", e, e.Pieces(), minPieces, most)
	}
	return e, err
}

// colour reports whether to print colours; tests change it.
var colour = cli.Colour

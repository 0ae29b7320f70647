// Package endings is the command endings: it shows what tables of endings know: who wins how often, the longest win with
// its line, mutual zugzwangs, the best squares of each piece; and explains a position,
// move by move.
//
//	go run ./examples/endings show KPvK
//	go run ./examples/endings show -o pictures KQvKR
//	go run ./examples/endings explain '8/8/8/4k3/8/4K3/4P3/8 w - - 0 1'
//	go run ./examples/endings make -tables tables 3 4
//
// It needs no files: tables of three pieces are made in a moment, those of four in seconds, and
// those of five in minutes, for which pawns need gigabytes of memory. With -tables they are read
// from a folder, and kept there if they are made, so that the next run need not wait. The
// command make fills such a folder, with all of three and four pieces if it names no ending.
// show and explain go on in memory if nothing can be written to it.
//
// With -syzygy a position is also looked up in Syzygy's files, and show compares all that it
// shows with them; or, of endings of up to seven pieces, it shows what a sample of positions
// says there.
//
// A result is what best play gives, under the fifty-move rule. Positions that are
// mirror images of each other are one. Percentages of a heat map are points, a draw
// being half of one, and all positions count in it, mirror images too.
//
// The pictures in docs are made by
//
//	go run ./examples/endings show -o docs -only white-king KPvK
//	go run ./examples/endings show -o docs -only longest KBNvK
//	go run ./examples/endings explain -o docs/endings-saavedra.svg '8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1'
//
// A file of these names that the program has not written stays as it is, and is an
// error. See docs/programs.md for the exit statuses.
package endings

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

// Command is the command.
var Command = &cli.Command{Name: "endings", Summary: "make tables of endings, and show what they know", Raw: func(ctx context.Context, args []string, s cli.Streams) error {
	return run(ctx, args, s.Out, s.Err, cli.Colour(s.Out))
}}

const usage = `usage: endings make [flags] [3|4|5|ENDING ...]   make tables, with all that they need, and keep them in a folder
       endings show [flags] ENDING              print who wins how often, the longest wins and the best squares
       endings explain [flags] FEN              print what each move of a position gives
       endings make|show|explain -h             print the flags of a command
example: endings show KPvK

`

// settings holds the values of the command line.
type settings struct {
	output  string // the folder of show, or the file of explain
	threads int
	tables  string // the folder of tables; empty for none
	syzygy  string // the folders of Syzygy's files; empty for none
	piece   string // the pieces of which show prints heat maps
	only    []string
	by      string // what heat maps compare: "result", "mate", or "" for what says more
	fens    bool
	sample  int      // how many random positions show looks at; 0 for all
	words   []string // the arguments that are not flags
}

// program holds the standard streams.
type program struct {
	stdout, stderr io.Writer
	colour         bool
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer, colour bool) error {
	p := program{stdout, stderr, colour}
	if len(args) == 0 {
		return cli.BadCommandLine(errors.New("the command is missing: make, show or explain"))
	}
	var s settings
	var only string
	flags := flag.NewFlagSet("endings", flag.ContinueOnError)
	command := func(context.Context, *settings) error {
		return cli.BadCommandLine(fmt.Errorf("unknown command %q: want make, show or explain", args[0]))
	}
	making := func() { flags.IntVar(&s.threads, "threads", 0, "make tables on this many `threads` (0: on all)") }
	asking := func() {
		making()
		flags.StringVar(&s.tables, "tables", "", "read tables from this `folder`, and keep there those that are made")
		flags.StringVar(&s.syzygy, "syzygy", "", "use Syzygy's files in these `folders`, separated as in PATH")
	}
	words := args[1:]
	switch args[0] {
	case "make":
		command = p.makeTables
		making()
		flags.StringVar(&s.tables, "tables", "endings", "keep the tables in this `folder`, which is created if necessary")
	case "show":
		command = p.show
		asking()
		flags.StringVar(&s.output, "o", "", "write pictures and a page to this `folder`, which is created if necessary")
		flags.StringVar(&only, "only", "", "write only the pictures with these `names`, such as white-king,longest")
		flags.IntVar(&s.sample, "sample", 0, "look at so many random `positions` in Syzygy's files, of up to seven pieces, and make no table")
		flags.StringVar(&s.by, "by", "", "compare squares by `what`: result or mate; by default the result, or mate if a side nearly always wins")
		flags.StringVar(&s.piece, "piece", "", "print heat maps of these `pieces` only, such as Kp; - for none")
	case "explain":
		command = p.explain
		asking()
		flags.StringVar(&s.output, "o", "", "write a picture to this `file`, in SVG")
		flags.BoolVar(&s.fens, "fens", false, "print the FEN after each move of the best line")
	case "help":
		words = []string{"-h"}
	default:
		if strings.HasPrefix(args[0], "-") {
			words = args
		}
	}
	var err error
	if s.words, err = cli.Interleaved(flags, words, func(args []string) error { return cli.Parse(flags, args, usage, stdout) }); err != nil {
		return err
	}
	if s.threads < 0 {
		return cli.BadCommandLine(errors.New("-threads must not be negative"))
	}
	if s.sample < 0 {
		return cli.BadCommandLine(errors.New("-sample must not be negative"))
	}
	if s.sample > 0 && (s.syzygy == "" || s.tables != "") {
		return cli.BadCommandLine(errors.New("-sample needs -syzygy, and not -tables"))
	}
	if s.by != "" && s.by != "result" && s.by != "mate" {
		return cli.BadCommandLine(fmt.Errorf("-by is result or mate, not %q", s.by))
	}
	if only != "" {
		if s.output == "" {
			return cli.BadCommandLine(errors.New("-only needs -o"))
		}
		s.only = strings.Split(only, ",")
	}
	return command(ctx, &s)
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

// Package endings is the command that makes tables of endings, shows what they say together,
// and explains positions by them.
package endings

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/prose"
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
			var c endings.Choice
			choiceFlags(flags, &c)
			output := flags.String("o", "", "write a picture to this `file`, in SVG")
			fens := flags.Bool("fens", false, "print the FEN after each move of the best line")
			return func(ctx context.Context, words []string, s cli.Streams) error {
				return explain(ctx, c, *output, *fens, words, s)
			}
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

// Tables are made of minPieces to maxPieces pieces; Syzygy has files of up to maxSyzygyPieces.
const minPieces, maxPieces, maxSyzygyPieces = 3, 5, 7

// parseEnding reads the name of an ending with at most that many pieces.
func parseEnding(word string, most int) (chess.Ending, error) {
	e, err := chess.ParseEnding(word)
	if err == nil && (e.Pieces() < minPieces || e.Pieces() > most) {
		err = fmt.Errorf("%v has %d pieces: want %d to %d", e, e.Pieces(), minPieces, most)
	}
	return e, err
}

// makeTables makes tables, and keeps them in a folder. Those that are there already
// are only read.
func makeTables(ctx context.Context, chosen endings.Choice, words []string, s cli.Streams) error {
	if err := checkThreads(&chosen); err != nil {
		return err
	}
	wanted, err := wantedEndings(words)
	if err != nil {
		return cli.BadCommandLine(err)
	}
	if err := os.MkdirAll(chosen.Folder, 0o755); err != nil {
		return err
	}
	bar := progress.New(s.Err)
	defer bar.Clear()
	done := 0
	open := func() (*endings.Tables, error) {
		return chosen.Open(ctx, func(at chess.EndingProgress) { bar.ShowTable(done, len(wanted), at) })
	}
	tables, err := open()
	if err != nil {
		return err
	}
	defer func() { tables.Close() }()
	for _, e := range wanted { // another run is found at once
		held, err := outfile.Hold(chosen.File(e))
		if err == nil {
			err = held.Release()
		}
		if err != nil {
			return err
		}
	}
	bar.Start("tables", 0, len(wanted))
	w := bufio.NewWriter(s.Out)
	began, total := time.Now(), int64(0)
	for _, e := range wanted {
		if e.Pieces() > endings.MaxMade { // it takes as much memory as all of four: only what it needs stays
			tables.Close()
			if tables, err = open(); err != nil {
				break
			}
		}
		var size int64
		if size, err = makeTable(w, tables, e, chosen.File(e)); err != nil {
			break
		}
		done, total = done+1, total+size
	}
	bar.Clear()
	fmt.Fprintf(w, "%s: %s in %.1f s, %.1f MB\n", chosen.Folder, prose.Count(done, "table"), time.Since(began).Seconds(), float64(total)/1e6)
	return cmp.Or(cli.Continues(err), w.Flush())
}

// makeTable makes the table of an ending, after all that it needs, and prints how long it took. It
// returns the size of its file, which has this path.
func makeTable(w io.Writer, tables *endings.Tables, e chess.Ending, path string) (size int64, err error) {
	held, err := outfile.Hold(path)
	if err != nil {
		return 0, err
	}
	defer held.Release()
	verb := "made"
	if _, err := os.Stat(path); err == nil {
		verb = "read"
	}
	start := time.Now()
	if _, err := tables.Table(e); err != nil {
		return 0, err
	}
	took := time.Since(start)
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	_, err = fmt.Fprintf(w, "%-8v %s in %6.2f s, %8.3f MB\n", e, verb, took.Seconds(), float64(info.Size())/1e6)
	return info.Size(), err
}

// wantedEndings returns the endings that words name, with all that they need before
// them: all of three and four pieces if there are no words.
func wantedEndings(words []string) (all []chess.Ending, err error) {
	if len(words) == 0 {
		words = []string{"3", "4"}
	}
	for _, word := range words {
		var named []chess.Ending
		if n, err := strconv.Atoi(word); err == nil {
			if n < minPieces || n > maxPieces {
				return nil, fmt.Errorf("tables are made of %d to %d pieces, not of %d", minPieces, maxPieces, n)
			}
			named = chess.Endings(n)
		} else {
			e, err := parseEnding(word, maxPieces)
			if err != nil {
				return nil, err
			}
			named = []chess.Ending{e.Canonical()}
		}
		for _, e := range named {
			for _, needed := range append(e.Later(), e) {
				if !slices.Contains(all, needed) {
					all = append(all, needed)
				}
			}
		}
	}
	return all, nil
}

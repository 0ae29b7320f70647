// Puzzles compares the motifs that the package finds in puzzles with the themes that
// lichess.org gives them.
//
//	go run ./examples/puzzles themes [-differ theme] puzzles.csv
//	go run ./examples/puzzles themes -differ fork puzzles.tsv
//
// The file is the database of https://database.lichess.org/#puzzles, or one of its form:
// lines of values separated by commas or by tabs, and first a line with the names of the
// columns. Those that are needed are id or PuzzleId, fen, moves and themes, in any order and
// in upper or lower case. The first move is the opponent's. "-" is the standard input.
//
// For each theme, it prints how many puzzles have it, in how many the package finds it,
// which part of the found ones have it (precision), which part of those that have it is
// found (recall), and the harmonic mean of both (F1). With -differ it prints the puzzles in
// which the theme is missing or extra, with their position and moves.
//
// The exit status is 3 after an interrupt, and if a puzzle cannot be read; see
// docs/programs.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

func main() {
	cli.Exit("puzzles", run(cli.Context(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

const usage = `usage: puzzles themes [-differ theme] puzzles.csv
example: puzzles themes -differ fork puzzles.csv
The file is lichess.org's database of puzzles, or lines of its form.

`

// program holds the standard streams.
type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	p := program{stdin, stdout, stderr}
	if len(args) == 0 {
		return cli.BadCommandLine(errors.New("the command is missing: themes"))
	}
	words := args[1:]
	known := args[0] == "themes"
	switch {
	case args[0] == "help":
		words = []string{"-h"}
	case strings.HasPrefix(args[0], "-"):
		words = args
	}
	var theme string
	flags := flag.NewFlagSet("puzzles", flag.ContinueOnError)
	flags.StringVar(&theme, "differ", "", "print the puzzles in which this `theme` is missing or extra")
	files, err := cli.Interleaved(flags, words, func(args []string) error { return cli.Parse(flags, args, usage, stdout) })
	switch {
	case err != nil:
		return err
	case !known:
		return cli.BadCommandLine(fmt.Errorf("unknown command %q: want themes", args[0]))
	case len(files) != 1:
		return cli.BadCommandLine(errors.New("one file of puzzles is needed"))
	}
	var kind chess.MotifKind
	if theme != "" {
		if kind, err = chess.ParseMotifKind(theme); err != nil {
			return cli.BadCommandLine(err)
		}
	}
	return p.themes(ctx, files[0], kind)
}

// open opens a file, or the standard input.
func (p *program) open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(p.stdin), nil
	}
	return os.Open(name)
}

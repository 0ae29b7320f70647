// Annotate analyses recorded games: PGN in, annotated PGN out. Each game gets
// the value of every position, glyphs and sentences at inaccuracies, mistakes
// and blunders, what would have been better as a variation, and the accuracy of
// each side as a tag.
//
//	go run . -o annotated.pgn games.pgn more.pgn.zst
//	zstdcat games.pgn.zst | go run . -nodes 5000 - > annotated.pgn
//
// Games are analysed on all processors and come out in the order in which they
// came in. Files may be compressed: gzip, zstd or bzip2. With -o a run that was
// interrupted, or killed, goes on where it stopped when the same command is
// given again, and in the end the file is the same, byte for byte, as if nothing
// had happened; of a game nothing is written by halves, unless the program is
// killed in the middle of it, and then the next run completes it.
//
// What is wrong with a file or a game is told in one line, and the others are
// annotated. The exit status is 1 after an interrupt, 2 for a command line that
// makes no sense, and 3 if something failed or was left out.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/seed-0971039b/chess/examples/internal/annotation"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

func main() {
	signal.Ignore(syscall.SIGPIPE) // a closed pipe is an error like any other
	cli.Exit("annotate", run(cli.Context(os.Interrupt, syscall.SIGTERM), os.Args[1:], os.Stdin, os.Stdout, os.Stderr), 3)
}

const usage = `usage: annotate [flags] file.pgn...

A file may be compressed (gzip, zstd, bzip2); - is the standard input.

`

// settings are what the command line says.
type settings struct {
	annotation.Settings
	out        string
	goroutines int
	paths      []string
}

func parse(args []string, help io.Writer) (*settings, error) {
	s := &settings{Settings: annotation.DefaultSettings()}
	flags := flag.NewFlagSet("annotate", flag.ContinueOnError)
	flags.StringVar(&s.out, "o", "-", "write to this `file`, or go on writing it; - is the standard output")
	flags.Int64Var(&s.Nodes, "nodes", s.Nodes, "look at so many `nodes` for each position")
	flags.IntVar(&s.Plies, "plies", s.Plies, "show so many `plies` of a better line")
	flags.IntVar(&s.goroutines, "concurrency", runtime.GOMAXPROCS(0), "analyse so many `games` at once")
	if err := cli.Parse(flags, args, usage, help); err != nil {
		return nil, err
	}
	s.paths = flags.Args()
	var err error
	switch {
	case len(s.paths) == 0:
		err = errors.New("there is no file to read")
	case s.goroutines < 1:
		err = errors.New("-concurrency must be positive")
	default:
		err = s.Check()
	}
	return s, cli.BadCommandLine(err)
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	s, err := parse(args, stderr)
	if err != nil {
		return err
	}
	out, err := openOutput(s.out, stdout, s.Settings)
	if err != nil {
		return err
	}
	in := input{paths: s.paths, stdin: stdin}
	meter := newMeter(out.w, stderr, in)
	err = annotateAll(ctx, s, in, out, meter)
	meter.close()
	if errors.Is(err, context.Canceled) {
		err = cli.ErrInterrupted
		if out.file != nil {
			err = fmt.Errorf("%w; the same command goes on", err)
		}
	}
	return cmp.Or(err, out.close())
}

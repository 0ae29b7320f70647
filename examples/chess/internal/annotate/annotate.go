// Package annotate is the command annotate: it analyses recorded games: it reads PGN and writes annotated PGN. It adds
// the value of every position; a glyph, a sentence, the reason and a better variation at
// inaccuracies, mistakes and blunders; the accuracy of each side as a tag; and a summary of
// the game before the first move, with its turning points. In endings
// of few pieces it marks the moves that throw a result away: it makes the tables that the
// games need, of three pieces or with -endings of four, or reads those of Syzygy.
//
//	go run . -o annotated.pgn games.pgn more.pgn.zst
//	zstdcat games.pgn.zst | go run . -nodes 5000 - > annotated.pgn
//	go run . -eval 'boardvalue,castle score=30' -o annotated.pgn games.pgn
//	go run . -lang de -graph graphs -o annotated.pgn games.pgn
//
// The reasons are those of chess.Why, from a search of -nodes nodes of the position before
// the move and others that take as many together. Where that search does not find a mistake or
// blunder bad, the reason is the reply to it, and an inaccuracy is not marked. With -graph, a folder gets a picture of each
// game in SVG, game-001.svg and so on in the order of the games: White's winning chances move
// by move, with marks at the flaws and the turning points named.
//
// It analyses games on all processors and writes them in the order of the input.
// Files may be compressed by gzip, zstd or bzip2. With -o, a run that was
// interrupted or killed can be continued by the same command. In the end the file
// is the same, byte for byte, as that of a run without interruptions. It draws graphs that
// are missing, for which it analyses the games again. A program
// that is killed while it writes a game may leave a part of it, which the next run
// completes. A file that this command has not written stays as it is, and a second run
// on the same file ends at once.
//
// A game with a fault, such as an illegal move, is annotated and written as far as it
// goes. For each word that was skipped, for each line of moves that ends too early, and
// for each file and game that cannot be read, Annotate prints one line: the file, the
// game, the place and the reason; the exit status is then 3, as after an interrupt. See
// docs/programs.md.
package annotate

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"io"
	"runtime"

	"github.com/klauspost/compress/zstd"
	"github.com/seed-0971039b/chess/examples/internal/annotation"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/lock"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// Command is the command.
var Command = &cli.Command{Name: "annotate", Summary: "analyse games and write them with comments, glyphs and variations", Raw: func(ctx context.Context, args []string, s cli.Streams) error {
	return run(ctx, args, s.In, s.Out, s.Err)
}}

const usage = `usage: annotate [flags] file.pgn...
example: annotate -nodes 5000 -o annotated.pgn games.pgn more.pgn.zst

Files may be compressed (gzip, zstd, bzip2); - is the standard input.

`

// settings holds the values of the command line.
type settings struct {
	annotation.Settings
	out        string
	graphs     string // the folder; empty for none
	goroutines int
	paths      []string
	endings    endings.Choice
	tables     *endings.Tables
}

func parse(args []string, help io.Writer) (*settings, error) {
	s := &settings{Settings: annotation.DefaultSettings()}
	flags := flag.NewFlagSet("annotate", flag.ContinueOnError)
	flags.StringVar(&s.out, "o", "-", "write to this `file`, or continue it; - is the standard output")
	flags.Int64Var(&s.Nodes, "nodes", s.Nodes, "search this many `nodes` for each position, and four times as many for a bad move")
	flags.IntVar(&s.Plies, "plies", s.Plies, "show this many `plies` of a better line")
	flags.IntVar(&s.goroutines, "concurrency", runtime.GOMAXPROCS(0), "analyse this many `games` at once")
	flags.TextVar(&s.Language, "lang", s.Language, "write the texts in this `language`: en or de")
	flags.StringVar(&s.graphs, "graph", "", "draw a graph of each game, as game-001.svg and so on in this `folder`")
	evaluation := player.EvaluationFlag(flags, "default")
	s.endings.AddFlags(flags, endings.Quick, "to judge moves")
	if err := cli.Parse(flags, args, usage, help); err != nil {
		return nil, err
	}
	s.paths = flags.Args()
	err := s.SetEvaluation(evaluation.Name)
	switch {
	case err != nil:
	case len(s.paths) == 0:
		err = errors.New("there is no file to read")
	case s.goroutines < 1:
		err = errors.New("-concurrency must be positive")
	default:
		err = cmp.Or(s.Check(), s.endings.Check())
	}
	return s, cli.BadCommandLine(err)
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	s, err := parse(args, stdout)
	if err != nil {
		return err
	}
	if s.tables, err = s.endings.Open(ctx, nil); err != nil {
		return err
	}
	defer s.tables.Close()
	s.Endings = s.tables.String()
	if s.out != "-" {
		held, err := lock.File(s.out)
		if err != nil {
			return err
		}
		defer held.Release()
	}
	if s.graphs != "" {
		held, err := holdGraphs(s.graphs)
		if err != nil {
			return err
		}
		defer held.Release()
	}
	out, err := openOutput(s.out, stdout, s.Settings)
	if err != nil {
		return err
	}
	in := pgnfile.Input{Paths: s.paths, Stdin: stdin, Zstd: openZstd}
	meter := newMeter(out.w, stderr, in)
	err = annotateAll(ctx, s, in, out, meter)
	meter.close()
	if out.file != nil {
		err = cli.Continues(err)
	}
	return cmp.Or(cli.Interrupted(err), out.close())
}

func openZstd(r io.Reader) (io.ReadCloser, error) {
	// One goroutine, and no more memory than files need that were compressed with
	// ordinary settings.
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(32<<20))
	if err != nil {
		return nil, err
	}
	return z.IOReadCloser(), nil
}

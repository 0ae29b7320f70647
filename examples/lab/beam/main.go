// Beam annotates recorded games, labels their positions for tuning, makes puzzles of
// them, indexes their positions, or plays games for tuning, as a pipeline of Apache Beam:
// on this machine, or on a cluster for work that outgrows one.
//
//	go run . -o annotated.pgn games.pgn more.pgn.zst
//	go run . -format games -games 20000 -nodes 150 -o games.pgn ../../testdata/openings.epd
//	go run . -format labels -player uci:stockfish -nodes 1 -o positions.epd games.pgn.gz
//	go run . -format puzzles -o puzzles.csv games.pgn
//	go run . -format positions -o index games.pgn && go run -C ../explorer . add -o games "$PWD/index"
//	go run . -eval pesto -lang de -o annotated.pgn games.pgn
//	go run . -runner flink -endpoint localhost:8099 -environment_type LOOPBACK -o gs://bucket/out.pgn gs://bucket/games.pgn.gz
//
// It is a module of its own: the first run downloads 160 MB of modules and compiles for
// two to five minutes on two processors. README.md says more.
//
// It annotates a game as examples/annotate does, makes puzzles as examples/puzzles does,
// and writes them in the order of the games. Positions are a folder of shards, which
// examples/explorer takes, and of Parquet. It plays and labels as examples/tune does. Files
// of games may be compressed by gzip, zstd or bzip2.
//
// A game with a fault, such as an illegal move, is annotated or labelled as far as it
// goes. For each word that was skipped, for each line of moves that ends too early, and
// for each file and game that cannot be read, it prints one line, which it writes to the
// file OUT.problems too; the exit status is then 3, as after an interrupt. The output
// appears only when it is complete. It replaces a file of its format only, and a second
// run for the same file ends at once. See docs/programs.md.
package main

import (
	"bufio"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/dataflow"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/spark"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/annotation"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/puzzle"
	"github.com/seed-0971039b/chess/examples/internal/selfplay"
)

func main() {
	signal.Ignore(syscall.SIGPIPE) // a closed pipe becomes a write error
	cli.Exit("beam", run(cli.Context(), os.Args[1:], os.Stdout, os.Stderr))
}

const usage = `usage: beam [flags] -o out file.pgn...
example: beam -nodes 5000 -o annotated.pgn games.pgn more.pgn.zst

Nothing is downloaded any more: the first "go run" has done that. Files of games may be compressed (gzip, zstd, bzip2), and be anywhere that Beam
and its workers can read, such as gs://bucket/games.pgn; openings for games are a local file. The flags of this program:

`

// settings holds the values of the command line.
type settings struct {
	annotation.Settings
	endings endings.Choice
	puzzles chess.PuzzleFinder
	index   indexSettings
	games   gameSettings
	player  string // who scores positions
	format  string
	out     string
	paths   []string
	verbose bool
}

func parse(args []string, help io.Writer) (*settings, error) {
	s := &settings{Settings: annotation.DefaultSettings(), puzzles: puzzle.DefaultFinder()}
	flags := flag.NewFlagSet("beam", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // cli.Exit prints the error
	flags.StringVar(&s.out, "o", "", "write to this `file`")
	flags.StringVar(&s.format, "format", formatPGN, "write annotated games as pgn or json (one line each), or labels: quiet positions (EPD)\nwith a score and the result, or puzzles (CSV), or positions: a folder for the program explorer,\nor games (PGN) that the evaluation plays against itself, from the openings of a file")
	flags.Int64Var(&s.Nodes, "nodes", s.Nodes, "search this many `nodes` for each position; for puzzles, "+fmt.Sprint(s.puzzles.Nodes)+" if not set")
	flags.Int64Var(&s.puzzles.Verify, "verify", s.puzzles.Verify, "search this many `nodes` for each position of a puzzle")
	flags.IntVar(&s.index.Blocks, "blocks", 16, "sort positions in so many `blocks` of games; 50,000 games take 300 MB")
	flags.IntVar(&s.index.Shards, "shards", 16, "write positions in so many `shards`")
	flags.StringVar(&s.player, "player", "", "score labels by this `player`, as examples/match has them, and not by the evaluation")
	flags.IntVar(&s.games.count, "games", 1000, "play so many `games`")
	flags.IntVar(&s.games.run.Random, "random", 6, "play up to this many random `plies` after the opening of a game")
	flags.Uint64Var(&s.games.run.Seed, "seed", 1, "play other games with another `seed`")
	flags.IntVar(&s.Plies, "plies", s.Plies, "show this many `plies` of a better line")
	flags.TextVar(&s.Language, "lang", s.Language, "write the texts of annotated games in this `language`: en or de")
	evaluation := player.EvaluationFlag(flags, "default")
	s.endings.AddFlags(flags, endings.Quick, "to judge the moves of annotated games")
	flags.BoolVar(&s.verbose, "v", false, "show the log of Beam")
	own := flag.NewFlagSet("", flag.ContinueOnError)
	flags.VisitAll(func(f *flag.Flag) { own.Var(f.Value, f.Name, f.Usage) })
	flag.CommandLine.VisitAll(func(f *flag.Flag) { // those of Beam: -runner, -endpoint and so on
		if flags.Lookup(f.Name) == nil {
			flags.Var(f.Value, f.Name, f.Usage)
		}
	})
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(help, usage)
		own.SetOutput(help)
		own.PrintDefaults()
		fmt.Fprint(help, "\nThe flags of Beam (README.md shows how to use some):\n\n")
		flag.CommandLine.SetOutput(help)
		flag.CommandLine.PrintDefaults()
		return nil, err
	}
	if err == nil && worker() {
		return s, nil
	}
	if err == nil {
		err = cmp.Or(s.SetEvaluation(evaluation.Name), checkFormat(flags, s.format))
	}
	switch {
	case err != nil:
	case s.out == "":
		err = errors.New("there is no -o")
	case flags.NArg() == 0:
		err = errors.New("there is no file to read")
	case formats[s.format] == nil:
		err = fmt.Errorf("-format is %q, not pgn, json, labels, puzzles, positions or games", s.format)
	case *jobopts.Async:
		err = errors.New("-async is not supported: the program must wait to remove its work folder")
	case s.format == formatPositions:
		if s.index.Blocks < 1 || s.index.Shards < 1 {
			err = errors.New("-blocks and -shards must be positive")
		}
	case s.format == formatPuzzles:
		flags.Visit(func(f *flag.Flag) {
			switch f.Name {
			case "nodes":
				s.puzzles.Nodes = s.Nodes
			case "eval":
				err = errors.New("puzzles are made with the default evaluation")
			}
		})
		err = cmp.Or(err, puzzle.Check(s.puzzles))
	case s.format == formatGames:
		err = s.setGames(evaluation, flags.Args())
	case s.format == formatLabels:
		err = s.setPlayer(evaluation.Name)
	default:
		if err = s.Check(); err == nil {
			err = s.setEndings()
		}
	}
	for _, path := range flags.Args() {
		if err == nil {
			path, err = absolute(path)
			s.paths = append(s.paths, path)
		}
	}
	if err == nil {
		s.out, err = absolute(s.out)
	}
	return s, cli.BadCommandLine(err)
}

// formatsOf are the formats that flags are for, of those that are for one.
var formatsOf = map[string]string{
	"player": formatLabels, "games": formatGames, "random": formatGames, "seed": formatGames,
	"verify": formatPuzzles, "blocks": formatPositions, "shards": formatPositions,
}

// checkFormat returns an error if a flag is set that is for another format.
func checkFormat(flags *flag.FlagSet, format string) (err error) {
	flags.Visit(func(f *flag.Flag) {
		if of, ok := formatsOf[f.Name]; ok && of != format {
			err = fmt.Errorf("-%s is for -format %s", f.Name, of)
		}
	})
	return err
}

// setGames sets the games that an evaluation plays, from the openings of a file.
func (s *settings) setGames(evaluation *chess.Named[*chess.FeatureEvaluator], paths []string) (err error) {
	if len(paths) > 1 || s.games.count < 1 {
		return errors.New("for games there must be one file of openings, and -games must be positive")
	}
	run := &s.games.run
	run.Evaluator, run.Name, run.Nodes = evaluation.New(), evaluation.Name, s.Nodes
	if err := run.Check(); err != nil {
		return err
	}
	run.Openings, err = selfplay.ReadOpenings(paths[0])
	return err
}

// setPlayer sets the player that scores positions: by default the strongest with the
// evaluation.
func (s *settings) setPlayer(evaluation string) error {
	if s.Nodes < 1 {
		return errors.New("-nodes must be positive")
	}
	switch {
	case s.player == "":
		s.player = "alphabeta,eval=" + evaluation
	case evaluation != chess.Evaluators()[0].Name:
		return errors.New("-player and -eval can't both score labels; a player may have eval=")
	}
	_, err := player.Maker(s.player)
	return err
}

// setEndings sets the description of the tables.
func (s *settings) setEndings() error {
	if err := s.endings.Check(); err != nil {
		return err
	}
	tables, err := s.endings.Open(context.Background(), nil)
	if err != nil {
		return err
	}
	s.Endings = tables.String()
	return tables.Close()
}

// worker reports whether a runner has started the program as one of its workers.
func worker() bool {
	f := flag.Lookup("worker")
	return f != nil && f.Value.String() == "true"
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	s, err := parse(args, stdout)
	if err != nil {
		return err
	}
	if !beam.Initialized() {
		beam.Init() // does not return in a worker
	}
	if !s.verbose {
		log.SetLogger(quiet{})
		slog.SetDefault(slog.New(slog.DiscardHandler))
	}
	if s.local() {
		held, err := s.take(ctx)
		if err != nil {
			return err
		}
		defer held.Release()
	}
	work := s.out + workMark + rand.Text()[:workLetters]
	p, scope := beam.NewPipelineWithRoot()
	build(scope, s, work)
	shown := progress.New(stderr)
	stop := s.watch(shown, work)
	result, err := execute(ctx, p)
	stop()
	if err == nil && s.format == formatPositions && s.local() {
		err = os.Rename(s.folder(work), s.out)
	}
	if e := removeFolder(context.WithoutCancel(ctx), work); err == nil && e != nil {
		err = e
	}
	if err != nil {
		return err
	}
	return s.report(ctx, result, stderr)
}

// quiet is a logger for Beam that discards everything.
type quiet struct{}

// Log implements log.Logger.
func (quiet) Log(context.Context, log.Severity, int, string) {}

// stopTimeout is the time that a runner has to stop after an interrupt.
const stopTimeout = 5 * time.Second

// execute runs a pipeline.
func execute(ctx context.Context, p *beam.Pipeline) (beam.PipelineResult, error) {
	type outcome struct {
		result beam.PipelineResult
		err    error
	}
	done := make(chan outcome, 1)
	name := *runners.Runner
	if name == "" {
		name = "prism"
	}
	go func() {
		r, err := beam.Run(ctx, name, p)
		done <- outcome{r, err}
	}()
	select {
	case o := <-done:
		if o.err != nil && ctx.Err() == nil {
			return nil, unwrapPipelineError(o.err)
		}
		if o.err == nil {
			return o.result, nil
		}
	case <-ctx.Done():
		select {
		case <-done:
		case <-time.After(stopTimeout):
		}
	}
	return nil, cli.ErrInterrupted
}

// report prints the problems and the totals.
func (s *settings) report(ctx context.Context, result beam.PipelineResult, stderr io.Writer) error {
	counts := map[string]int64{}
	if result != nil {
		for _, c := range result.Metrics().Query(func(r metrics.SingleResult) bool { return r.Namespace() == "chess" }).Counters() {
			counts[c.Name()] += c.Result()
		}
	}
	var err error
	if counts["problems"] > 0 {
		err = cli.Partly(cli.ErrReported)
		if e := showProblems(ctx, problemsOf(s.out), stderr); e != nil {
			return e
		}
	}
	what := fmt.Sprintf("%d blunders", counts["blunders"])
	switch s.format {
	case formatPuzzles:
		what = fmt.Sprintf("%d puzzles", counts["puzzles"])
	case formatPositions, formatLabels:
		what = fmt.Sprintf("%d positions", counts["positions"])
	case formatGames:
		what = fmt.Sprintf("%d plies", counts["plies"])
	}
	fmt.Fprintf(stderr, "%d games, %s, %d problems\n", counts["games"], what, counts["problems"])
	return err
}

// maxShown is the number of problems that are printed. The file has them all.
const maxShown = 100

// showProblems copies the first lines of a file to w.
func showProblems(ctx context.Context, path string, w io.Writer) error {
	in, err := open(ctx, path)
	if err != nil {
		return err
	}
	defer in.Close()
	lines := bufio.NewReader(in)
	for range maxShown {
		line, err := lines.ReadString('\n')
		io.WriteString(w, line)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "and more, in %s\n", path)
	return nil
}

// Beam annotates recorded games, or labels their positions for tuning, as a
// pipeline of Apache Beam: on this machine, or on a cluster for collections that
// outgrow one.
//
//	go run . -o annotated.pgn games.pgn more.pgn.zst
//	go run . -format labels -nodes 5000 -o positions.epd games.pgn.gz
//	go run . -runner flink -endpoint localhost:8099 -environment_type LOOPBACK -o gs://bucket/out.pgn gs://bucket/games.pgn.gz
//
// What it makes of a game is what examples/annotate makes of it, and the games
// come out in the order in which they came in. Files may be compressed: gzip,
// zstd or bzip2.
//
// What is wrong with a file or a game is told in one line, also in the file
// OUT.problems, and the others are done. The output is there when it is
// complete, and not before. The exit status is 1 after an interrupt, 2 for a
// command line that makes no sense, and 3 if something failed or was left out.
package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
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
	"github.com/seed-0971039b/chess/examples/internal/annotation"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

func main() {
	signal.Ignore(syscall.SIGPIPE) // a closed pipe is an error like any other
	cli.Exit("beam", run(cli.Context(os.Interrupt, syscall.SIGTERM), os.Args[1:], os.Stderr), 3)
}

const usage = `usage: beam [flags] -o out file.pgn...

Files may be compressed (gzip, zstd, bzip2), and be anywhere where Beam reads and
the workers do, such as gs://bucket/games.pgn. The flags of this program:

`

// settings are what the command line says.
type settings struct {
	annotation.Settings
	format  string
	out     string
	paths   []string
	verbose bool
}

func parse(args []string, help io.Writer) (*settings, error) {
	s := &settings{Settings: annotation.DefaultSettings()}
	flags := flag.NewFlagSet("beam", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // an error is told once, in one line, by cli.Exit
	flags.StringVar(&s.out, "o", "", "write to this `file`")
	flags.StringVar(&s.format, "format", formatPGN, "annotated games, pgn or json (a line for each), or labels: quiet positions (EPD)\nwith the result and a score")
	flags.Int64Var(&s.Nodes, "nodes", s.Nodes, "look at so many `nodes` for each position")
	flags.IntVar(&s.Plies, "plies", s.Plies, "show so many `plies` of a better line")
	flags.BoolVar(&s.verbose, "v", false, "show what Beam has to say")
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
		fmt.Fprint(help, "\nThose of Beam, of which README.md shows some:\n\n")
		flag.CommandLine.SetOutput(help)
		flag.CommandLine.PrintDefaults()
		return nil, err
	}
	if err == nil && worker() {
		return s, nil
	}
	switch {
	case err != nil:
	case s.out == "":
		err = errors.New("there is no -o")
	case flags.NArg() == 0:
		err = errors.New("there is no file to read")
	case s.format != formatPGN && s.format != formatJSON && s.format != formatLabels:
		err = fmt.Errorf("-format is %q, not pgn, json or labels", s.format)
	case *jobopts.Async:
		err = errors.New("-async would leave nobody to clear up")
	default:
		err = s.Check()
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

// worker reports whether the program was started by a runner, as one of its
// workers.
func worker() bool {
	f := flag.Lookup("worker")
	return f != nil && f.Value.String() == "true"
}

func run(ctx context.Context, args []string, stderr io.Writer) error {
	s, err := parse(args, stderr)
	if err != nil {
		return err
	}
	if !beam.Initialized() {
		beam.Init() // a worker does not return from it
	}
	if !s.verbose {
		log.SetLogger(quiet{})
		slog.SetDefault(slog.New(slog.DiscardHandler))
	}
	if info, err := os.Stat(filepath.Dir(s.out)); !strings.Contains(s.out, "://") && (err != nil || !info.IsDir()) {
		return fmt.Errorf("there is no folder %s", filepath.Dir(s.out))
	}
	work := s.out + ".work-" + rand.Text()[:8]
	p, scope := beam.NewPipelineWithRoot()
	build(scope, s, work)
	result, err := execute(ctx, p)
	if e := removeFolder(context.WithoutCancel(ctx), work); err == nil && e != nil {
		err = e
	}
	if err != nil {
		return err
	}
	return s.tell(ctx, result, stderr)
}

// quiet is a logger of Beam that says nothing.
type quiet struct{}

// Log implements log.Logger.
func (quiet) Log(context.Context, log.Severity, int, string) {}

// stopping is how long a runner may take to end after an interrupt.
const stopping = 5 * time.Second

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
			return nil, faultOf(o.err)
		}
		if o.err == nil {
			return o.result, nil
		}
	case <-ctx.Done():
		select {
		case <-done:
		case <-time.After(stopping):
		}
	}
	return nil, cli.ErrInterrupted
}

// tell shows the problems, and the sums.
func (s *settings) tell(ctx context.Context, result beam.PipelineResult, stderr io.Writer) error {
	counts := map[string]int64{}
	if result != nil {
		for _, c := range result.Metrics().Query(func(r metrics.SingleResult) bool { return r.Namespace() == "chess" }).Counters() {
			counts[c.Name()] += c.Result()
		}
	}
	var err error
	if counts["problems"] > 0 {
		err = cli.ErrTold
		if e := showProblems(ctx, problemsOf(s.out), stderr); e != nil {
			return e
		}
	}
	what := fmt.Sprintf("%d blunders", counts["blunders"])
	if s.format == formatLabels {
		what = fmt.Sprintf("%d positions", counts["labelled positions"])
	}
	fmt.Fprintf(stderr, "%d games, %s, %d problems\n", counts["games"], what, counts["problems"])
	return err
}

// maxShown is how many problems are shown: the file has them all.
const maxShown = 100

// showProblems copies the first lines of a file.
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

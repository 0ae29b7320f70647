// Beam annotates recorded games, labels their positions, or makes puzzles of them, as a
// pipeline of Apache Beam, for work that outgrows one machine. README.md says more.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

func main() {
	cli.Main(&cli.Command{
		Name: "beam", Args: "[flags] -o folder file.pgn...", Example: "-nodes 5000 -o annotated games.pgn 'more/*.pgn.zst'",
		Help: `Files and the folder may be wherever Beam and its workers can read and write, such as
gs://bucket/games.pgn. Each chunk of games becomes a file of the folder. The same command continues a
run that was ended. These are the flags of this program, and those of Beam:`,
		Flags: func(flags *flag.FlagSet) cli.Run {
			out, chunk, task := addFlags(flags)
			if program, err := os.Executable(); err == nil { // else Beam would compile it from its source
				flag.Set("worker_binary", program)
			}
			flag.VisitAll(func(f *flag.Flag) { flags.Var(f.Value, f.Name, f.Usage) }) // those of Beam, which its workers get
			return func(ctx context.Context, patterns []string, s cli.Streams) error {
				beam.Init() // does not return in a worker
				return run(ctx, *out, *chunk, *task, patterns, s.Err)
			}
		},
	})
}

// addFlags defines the flags of this program beside those of Beam.
func addFlags(flags *flag.FlagSet) (out *string, chunk *int, task *Task) {
	task = new(Task)
	out = flags.String("o", "", "write to this `folder`")
	chunk = flags.Int("chunk", 100, "give a worker this number of `games` at once, whose results are a file")
	flags.StringVar(&task.Format, "format", formatPGN, "write annotated games as pgn, labels: quiet positions (EPD) with a score and the result, or\npuzzles (EPD)")
	flags.Int64Var(&task.Nodes, "nodes", 50_000, "search this many `nodes` for each position, and 50 times as many to verify a puzzle")
	flags.StringVar(&task.Evaluation, "eval", chess.Evaluators()[0].Name, "annotate or label by this `evaluation`, such as pesto")
	return out, chunk, task
}

// run runs the pipeline, and prints the totals.
func run(ctx context.Context, out string, chunk int, task Task, patterns []string, stderr io.Writer) error {
	err := task.check()
	switch {
	case err != nil:
	case out == "":
		err = errors.New("there is no -o")
	case chunk < 1:
		err = errors.New("-chunk must be positive")
	case len(patterns) == 0:
		err = errors.New("there is no file to read")
	}
	if err != nil {
		return cli.BadCommandLine(err)
	}
	p, s := beam.NewPipelineWithRoot()
	build(s, out, chunk, task, patterns)
	result, err := beamx.RunWithMetrics(ctx, p)
	if err != nil || result == nil { // a runner may not wait for the end
		return err
	}
	counts := map[string]int64{}
	for _, c := range result.Metrics().Query(func(r metrics.SingleResult) bool { return r.Namespace() == namespace }).Counters() {
		counts[c.Name()] += c.Result()
	}
	fmt.Fprintf(stderr, "%d games, %d chunks were done before, %d problems\n", counts["games"], counts["before"], counts["problems"])
	if counts["problems"] > 0 {
		return cli.Partly(cli.ErrReported)
	}
	return nil
}

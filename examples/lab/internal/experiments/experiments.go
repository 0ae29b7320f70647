// Package experiments is the command experiments: it makes the tables and pictures that the
// reports of five published systems describe and do not have.
package experiments

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// An experiment finds out what is in a chapter of the page.
type experiment struct {
	name     string
	n, depth int  // of the run, if nothing else is asked for
	timed    bool // it compares times, and so does one thing at a time
	do       func(ctx context.Context, r *run) (*chapter, error)
}

// experiments are all experiments, in the order of the page.
var experiments = []experiment{
	{"depth", 16, 12, true, compareDepths},
	{"order", 50, 5, true, compareOrders},
	{"castling", 400, 3, false, weighCastling},
	{"weights", 200, 4, false, weighPieces},
	{"claims", 400, 3, false, measureClaims},
}

// Command is the command.
var Command = &cli.Command{
	Name: "experiments", Summary: "repeat the experiments on the published systems",
	Args: "[-o folder] [flags] [experiment...]", Example: "-n 8 -depth 4 depth order",
	Help: `Makes a page with a chapter for each experiment, the same each time but for times. After an interrupt, the same command
continues. The experiments are, by default all:

  depth      nodes and time by depth, from minimax to the full search
  order      NegaScout against alpha-beta, with moves in order and without
  castling   what the castle score does and what it is worth
  weights    which of two attacked pieces is saved, by the pieces' values
  claims     whether checks, captures and their evaluation make players stronger, or more aggressive`,
	Flags: func(flags *flag.FlagSet) cli.Run {
		o := &options{}
		flags.StringVar(&o.folder, "o", ".", "write the page experiments.md and its pictures to this `folder`")
		flags.StringVar(&o.state, "state", "state", "keep what is done in files of this `folder`, and continue from them")
		flags.StringVar(&o.positions, "positions", "../../testdata/positions.epd", "search positions (EPD, FEN or PGN) of this `file`")
		flags.StringVar(&o.openings, "openings", "../../testdata/openings.epd", "start games from the positions (EPD or FEN) or games (PGN) of this `file`")
		flags.IntVar(&o.n, "n", 0, "search this `number` of positions, or play as many games between two players; at least 2")
		flags.IntVar(&o.depth, "depth", 0, "search to this many `plies` at most")
		cli.Concurrency(flags, &o.atOnce, runtime.GOMAXPROCS(0), "do this `number` of things at once where times are not compared")
		return func(ctx context.Context, names []string, s cli.Streams) error {
			return cli.Continues(o.write(ctx, names, s))
		}
	},
}

// options are the flags.
type options struct {
	folder, state       string
	positions, openings string
	n, depth, atOnce    int
}

// A run is one run of an experiment.
type run struct {
	options
	name       string
	conditions []string
	stderr     io.Writer
}

// pageBegin begins the page. A file that begins otherwise is not replaced.
const pageBegin = "# Experiments\n"

const pageIntroduction = `What the reports of five published systems ask or claim, measured. One command makes this page and its pictures. It writes the
	same each time, apart from times, and it may be interrupted and continued:`

const pageReading = `Intervals are 95 % confidence intervals. Elo is the difference in strength that makes one side score, with 0, half of the points;
	with 100, 64 %; with 200, 76 %.`

// write does experiments, all if there are no names, and writes a page with their chapters.
func (o *options) write(ctx context.Context, names []string, s cli.Streams) error {
	for _, name := range names {
		if !slices.ContainsFunc(experiments, func(e experiment) bool { return e.name == name }) {
			return cli.BadCommandLine(fmt.Errorf("there is no experiment %q", name))
		}
	}
	if o.n == 1 || o.n < 0 || o.depth < 0 {
		return cli.BadCommandLine(errors.New("-n must be at least 2, and -depth positive"))
	}
	path := filepath.Join(o.folder, "experiments.md")
	if err := outfile.Foreign(path, "page of this program", outfile.Begins(pageBegin)); err != nil {
		return err
	}
	locked, err := outfile.Hold(path)
	if err != nil {
		return err
	}
	defer locked.Release()
	var contents, page bytes.Buffer
	command := "go -C examples/lab run . experiments -o ../../docs/lab"
	if o.n > 0 {
		command += fmt.Sprintf(" -n %d", o.n)
	}
	if o.depth > 0 {
		command += fmt.Sprintf(" -depth %d", o.depth)
	}
	command = strings.Join(append([]string{command}, names...), " ")
	for _, e := range experiments {
		if len(names) > 0 && !slices.Contains(names, e.name) {
			continue
		}
		fmt.Fprintf(s.Err, "%s\n", e.name)
		r := &run{options: *o, name: e.name, stderr: s.Err}
		if r.n == 0 {
			r.n = e.n
		}
		if r.depth == 0 {
			r.depth = e.depth
		}
		if e.timed {
			r.atOnce = 1
		}
		c, err := e.do(ctx, r)
		if err != nil {
			return err
		}
		fmt.Fprintf(&contents, "- [%s](#%s)\n", c.title, strings.ReplaceAll(strings.ToLower(c.title), " ", "-"))
		if err := c.write(&page, r); err != nil {
			return err
		}
	}
	err = outfile.Replace(path, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s\n%s\n\n    %s\n\n%s\n\n%s%s", pageBegin,
			prose.Wrap(pageIntroduction, 120, 0, 0), command, prose.Wrap(pageReading, 120, 0, 0), contents.Bytes(), page.Bytes())
		return err
	})
	if err == nil {
		_, err = fmt.Fprintln(s.Out, path)
	}
	return err
}

// bench adds up the nodes of chess.Bench of searchers, for the conditions of a run: the number
// changes when the searchers change.
func bench(ctx context.Context, searchers []chess.Searcher) (string, error) {
	var sum int64
	for _, s := range searchers {
		nodes, _, err := chess.Bench(ctx, s, 2)
		if err != nil {
			return "", err
		}
		sum += nodes
	}
	return fmt.Sprintf("chess.Bench of all players to depth 2: %s nodes", prose.Thousands(sum)), nil
}

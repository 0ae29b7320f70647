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
	"strings"

	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/lock"
	"github.com/seed-0971039b/chess/examples/internal/prose"
	"github.com/seed-0971039b/chess/examples/internal/replace"
)

// Command is the command.
var Command = &cli.Command{
	Name: "experiments", Summary: "repeat the experiments on the published systems",
	Args: "command [flags]", Example: "depth -n 8 -depth 5",
	Help: `Each command prints a chapter in Markdown, the same each time but for times, which come last; all makes a page of them.
What is done is kept in the file of -state: after an interrupt, the same command continues.`,
	Commands: commands(),
}

// An experiment is a command. Its method prepare is called after the flags are parsed; an
// error of it is one of the command line.
type experiment interface {
	addFlags(flags *flag.FlagSet)
	prepare() error
	run(ctx context.Context, r *run) (*chapter, error)
}

// A kind is a command, and how to make its experiment.
type kind struct {
	name, summary, example string
	timed                  bool // it compares times, and so does one thing at a time unless told otherwise
	new                    func() experiment
}

// kinds returns all experiments, in the order of the page.
func kinds() []kind {
	return []kind{
		{"depth", "nodes and time by depth, from minimax to the full search", "-n 8 -depth 5", true, func() experiment { return &depthExperiment{} }},
		{"order", "NegaScout against alpha-beta, with moves in order and without", "-n 10 -depth 3", true, func() experiment { return &orderExperiment{} }},
		{"features", "what each feature of an evaluation is worth, in Elo", "-games 100", false, func() experiment { return &featuresExperiment{} }},
		{"castling", "what the castle score does and what it is worth", "-games 100", false, func() experiment { return &castlingExperiment{} }},
		{"weights", "which of two attacked pieces is saved, by the pieces' values", "-n 20", false, func() experiment { return &weightsExperiment{} }},
		{"versions", "games between the systems", "-players 'random;pawnpusher;boardvalue,depth=1' -games 4", false, func() experiment { return &versionsExperiment{} }},
	}
}

// commands returns a command for each experiment, and "all".
func commands() (all []*cli.Command) {
	for _, k := range kinds() {
		all = append(all, &cli.Command{Name: k.name, Summary: k.summary, Args: "[flags]", Example: k.example, Flags: func(flags *flag.FlagSet) cli.Run {
			r := newRun(k, flags)
			flags.StringVar(&r.path, "state", r.path, "keep what is done in this `file`, and continue from it")
			folder := flags.String("svg", "", "write the pictures as SVG to this `folder`")
			flags.IntVar(&r.atOnce, "concurrency", r.atOnce, "do this `number` of things at once; it changes nothing but times")
			return func(ctx context.Context, args []string, s cli.Streams) error {
				r.stderr = s.Err
				c, err := r.chapter(ctx, args)
				if err != nil {
					return cli.Continues(err)
				}
				var text bytes.Buffer
				if err := c.write(&text, r, *folder); err != nil {
					return err
				}
				_, err = text.WriteTo(s.Out)
				return err
			}
		}})
	}
	return append(all, &cli.Command{Name: "all", Summary: "all of them, as a page with pictures", Args: "[-o folder] [-state folder]", Flags: func(flags *flag.FlagSet) cli.Run {
		folder := flags.String("o", ".", "write the page experiments.md and its pictures to this `folder`")
		state := flags.String("state", "state", "keep what is done in files of this `folder`, and continue from them")
		return func(ctx context.Context, args []string, s cli.Streams) error {
			if len(args) > 0 {
				return cli.BadCommandLine(fmt.Errorf("unexpected argument %q", args[0]))
			}
			var runs []*run
			for _, k := range kinds() {
				r := newRun(k, flag.NewFlagSet(k.name, flag.ContinueOnError))
				r.path = filepath.Join(*state, filepath.Base(r.path))
				runs = append(runs, r)
			}
			return cli.Continues(writePage(ctx, *folder, runs, s))
		}
	}})
}

// A run is one run of an experiment.
type run struct {
	name       string // of the experiment
	path       string // of the file that it continues from
	atOnce     int    // the pieces of work done at once
	conditions []string
	stderr     io.Writer

	experiment experiment
	flags      *flag.FlagSet
}

// newRun returns a run, and defines the flags of its experiment.
func newRun(k kind, flags *flag.FlagSet) *run {
	r := &run{name: k.name, path: filepath.Join("state", k.name+".json"), atOnce: runtime.GOMAXPROCS(0), experiment: k.new(), flags: flags}
	if k.timed {
		r.atOnce = 1
	}
	r.experiment.addFlags(flags)
	return r
}

// chapter does the experiment.
func (r *run) chapter(ctx context.Context, args []string) (*chapter, error) {
	err := r.experiment.prepare()
	switch {
	case len(args) > 0:
		err = fmt.Errorf("unexpected argument %q", args[0])
	case r.atOnce < 1:
		err = errors.New("-concurrency must be positive")
	}
	if err != nil {
		return nil, cli.BadCommandLine(err)
	}
	return r.experiment.run(ctx, r)
}

// command returns the command line that has the same result.
func (r *run) command() string {
	words := "go -C examples/lab run . experiments " + r.name
	r.flags.Visit(func(f *flag.Flag) {
		if f.Name != "state" && f.Name != "svg" && f.Name != "concurrency" {
			value := f.Value.String()
			if strings.ContainsAny(value, " '\"\\$`*?[](){}<>|&;#") {
				value = "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
			}
			words += fmt.Sprintf(" -%s %s", f.Name, value)
		}
	})
	return words
}

// pageBegin begins the page. A file that begins otherwise is not replaced.
const pageBegin = "# Experiments\n"

const pageIntroduction = `What the reports of five published systems ask or claim, measured. One command makes this page and its pictures:`

const pageReading = `The command above a table makes that table. It prints the same in each run, apart from times, and it may be interrupted and
	continued. Intervals are 95 % confidence intervals. Elo is the difference in strength that makes one side score, with 0, half of the points;
	with 100, 64 %; with 200, 76 %.`

// writePage does experiments, and writes a page with their chapters to a folder.
func writePage(ctx context.Context, folder string, runs []*run, s cli.Streams) error {
	path := filepath.Join(folder, "experiments.md")
	if err := replace.Foreign(path, "page of this program", replace.Begins(pageBegin)); err != nil {
		return err
	}
	locked, err := lock.File(path)
	if err != nil {
		return err
	}
	defer locked.Release()
	var contents, page bytes.Buffer
	for _, r := range runs {
		fmt.Fprintf(s.Err, "%s\n", r.name)
		r.stderr = s.Err
		c, err := r.chapter(ctx, nil)
		if err != nil {
			return err
		}
		fmt.Fprintf(&contents, "- [%s](#%s)\n", c.title, strings.ReplaceAll(strings.ToLower(c.title), " ", "-"))
		page.WriteByte('\n')
		if err := c.write(&page, r, folder); err != nil {
			return err
		}
	}
	err = replace.File(path, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s\n%s\n\n    go -C examples/lab run . experiments all -o ../../docs/lab\n\n%s\n\n%s%s", pageBegin,
			prose.Wrap(pageIntroduction, 120, 0, 0), prose.Wrap(pageReading, 120, 0, 0), contents.Bytes(), page.Bytes())
		return err
	})
	if err == nil {
		_, err = fmt.Fprintln(s.Out, path)
	}
	return err
}

// writePicture writes a picture to a folder, and returns the name of its file.
func (r *run) writePicture(folder string, p picture) (string, error) {
	name := fmt.Sprintf("experiments-%s-%s.svg", r.name, p.name)
	path := filepath.Join(folder, name)
	if err := replace.Foreign(path, "SVG picture", replace.Begins("<?xml", "<svg")); err != nil {
		return "", err
	}
	return name, replace.File(path, func(w io.Writer) error {
		_, err := io.WriteString(w, p.svg)
		return err
	})
}

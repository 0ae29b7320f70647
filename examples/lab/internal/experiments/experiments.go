// Package experiments is the command experiments: it makes the tables and pictures that the reports of five published
// systems describe and do not have:
//
//	go -C examples/experiments run . depth      # nodes and time by depth, from minimax to the full search
//	go -C examples/experiments run . order      # NegaScout against alpha-beta, with moves in order and without
//	go -C examples/experiments run . features   # what each feature of an evaluation is worth, in Elo
//	go -C examples/experiments run . castling   # what the castle score does and what it is worth
//	go -C examples/experiments run . weights    # which of two attacked pieces is saved, by the pieces' values
//	go -C examples/experiments run . versions   # games between the systems
//	go -C examples/experiments run . all -o ../../docs/lab   # all of them, as a page with pictures
//
// The same command prints the same, apart from times, which come last and which
// -times=false leaves out. Each command keeps what is done in the file of -state.
// It may be interrupted or killed at any time, and the same command continues.
//
// The exit status is 0 if everything is done, 1 if something fails, 2 for a wrong
// command line, and 3 after an interrupt.
package experiments

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// Command is the command.
var Command = &cli.Command{Name: "experiments", Summary: "repeat the experiments on the published systems", Raw: func(ctx context.Context, args []string, s cli.Streams) error {
	return cli.Continues(execute(ctx, args, s.Out, s.Err))
}}

// An experiment is a command. Its method prepare is called after the flags are
// parsed; an error of it is one of the command line.
type experiment interface {
	flags(flags *flag.FlagSet)
	prepare() error
	// run returns the chapter. With an error it returns what it has found out so far,
	// or nil.
	run(ctx context.Context, r *run) (*chapter, error)
}

// A command makes an experiment.
type command struct {
	name, summary, example string
	timed                  bool // it compares times, and so does one thing at a time unless told otherwise
	players                bool // its flags describe players
	new                    func() experiment
}

// commands returns all commands but "all", in the order of the page.
func commands() []command {
	return []command{
		{
			name: "depth", summary: "nodes and time by depth, from minimax to the full search", timed: true,
			example: "-n 8 -depth 5",
			new:     func() experiment { return &depthExperiment{} },
		},
		{
			name: "order", summary: "NegaScout against alpha-beta, with moves in order and without", timed: true,
			example: "-n 10 -depth 3 -each",
			new:     func() experiment { return &orderExperiment{} },
		},
		{
			name: "features", summary: "what each feature of an evaluation is worth, in Elo", players: true,
			example: "-only 'castle|check' -games 200",
			new:     func() experiment { return &featuresExperiment{} },
		},
		{
			name: "castling", summary: "what the castle score does and what it is worth", players: true,
			example: "-weights 30,100 -games 100",
			new:     func() experiment { return &castlingExperiment{} },
		},
		{
			name: "weights", summary: "which of two attacked pieces is saved, by the pieces' values", players: true,
			example: "-n 20 -player capturesfirst -player 'capturesfirst,material[bishop]=700'",
			new:     func() experiment { return &weightsExperiment{} },
		},
		{
			name: "versions", summary: "games between the systems", players: true,
			example: "-player random -player pawnpusher -player boardvalue,depth=1 -games 4",
			new:     func() experiment { return &versionsExperiment{} },
		},
	}
}

// A run is one run of a command.
type run struct {
	command    string // its name
	name       string // of its files: that of the command, or that and a number
	path       string // of the file that it continues from
	atOnce     int    // the pieces of work done at once
	conditions []string
	stderr     io.Writer
}

// output says where and how to write chapters.
type output struct {
	format format
	svg    string // the folder for pictures; empty for none
	times  bool
}

// execute runs the command of the arguments.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	switch {
	case strings.TrimLeft(name, "-") == "h" || strings.TrimLeft(name, "-") == "help":
		_, err := io.WriteString(stdout, usage())
		return cmp.Or(err, flag.ErrHelp)
	case name == "all":
		return all(ctx, args[1:], stdout, stderr)
	}
	o := output{format: plainText}
	r := &run{name: name, stderr: stderr}
	e, err := parse(r, args, stdout, func(flags *flag.FlagSet) {
		flags.Func("format", "print plain text (text, the default) or Markdown (md) in this `format`", func(f string) error {
			o.format = format(f)
			if o.format != plainText && o.format != markdown {
				return errors.New("want text or md")
			}
			return nil
		})
		flags.StringVar(&o.svg, "svg", "", "write the pictures as SVG to this `folder`")
		flags.BoolVar(&o.times, "times", true, "print times, which differ from run to run")
		flags.StringVar(&r.path, "state", filepath.Join("state", name+".json"), "keep what is done in this `file`, and continue from it")
	})
	if err != nil {
		return err
	}
	c, err := e.run(ctx, r)
	if c == nil || err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return cmp.Or(o.write(stdout, c, r, args, filepath.ToSlash(o.svg)+"/"), err)
}

// parse returns the experiment of the arguments, the first of which is its name,
// ready to run. shared defines flags besides those of the experiment.
func parse(r *run, args []string, help io.Writer, shared func(*flag.FlagSet)) (experiment, error) {
	if len(args) == 0 {
		return nil, cli.BadCommandLine(errors.New("a command is missing: try -h"))
	}
	for _, c := range commands() {
		if c.name != args[0] {
			continue
		}
		e := c.new()
		flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
		e.flags(flags)
		atOnce := runtime.GOMAXPROCS(0)
		if c.timed {
			atOnce = 1
		}
		flags.IntVar(&r.atOnce, "concurrency", atOnce, "do this `number` of things at once; it changes nothing but times")
		shared(flags)
		use := fmt.Sprintf("usage: experiments %s [flags]\n\n%s.\n\nexample:\n  experiments %s %s\n\n", c.name, prose.Capital(c.summary), c.name, c.example)
		if c.players {
			use += player.Usage
		}
		if err := cli.Parse(flags, args[1:], use, help); err != nil {
			return nil, err
		}
		err := e.prepare()
		switch {
		case flags.NArg() > 0:
			err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
		case r.atOnce < 1:
			err = errors.New("-concurrency must be positive")
		}
		r.command, r.name = c.name, cmp.Or(r.name, c.name)
		return e, cli.BadCommandLine(err)
	}
	return nil, cli.BadCommandLine(fmt.Errorf("there is no command %q: try -h", args[0]))
}

// usage describes all commands.
func usage() string {
	var b strings.Builder
	b.WriteString("usage: experiments command [flags]\n\nThe commands, each with -h for its flags:\n\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-10s %s\n", c.name, c.summary)
	}
	fmt.Fprintf(&b, "  %-10s %s\n\nexample:\n  experiments depth -n 8 -depth 5\n", "all", allSummary)
	return b.String()
}

// write writes a chapter, and its pictures to their files.
func (o *output) write(w io.Writer, c *chapter, r *run, args []string, link string) error {
	if !o.times {
		c.timings, c.timed, c.timedPictures = nil, nil, nil
	}
	for _, pictures := range []*[]picture{&c.pictures, &c.timedPictures} {
		if o.svg == "" {
			*pictures = nil
		}
		for i := range *pictures {
			p := &(*pictures)[i]
			p.file = fmt.Sprintf("experiments-%s-%s.svg", r.name, p.name)
			path := filepath.Join(o.svg, p.file)
			err := outfile.Foreign(path, "SVG picture", outfile.Begins("<?xml", "<svg"))
			if err == nil {
				err = outfile.Replace(path, p.draw)
			}
			if err != nil {
				return err
			}
			p.file = link + p.file
		}
	}
	return c.write(w, o.format, "go -C examples/experiments run . "+commandLine(args))
}

// commandLine returns arguments as one types them in a shell.
func commandLine(args []string) string {
	var words []string
	for _, a := range args {
		if a == "" || strings.ContainsAny(a, " \t\n'\"\\$`!*?[](){}<>|&;#~") {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		words = append(words, a)
	}
	return strings.Join(words, " ")
}

// system describes the machine.
func system() string {
	return fmt.Sprintf("%s/%s with %s, GOMAXPROCS %d", runtime.GOOS, runtime.GOARCH, runtime.Version(), runtime.GOMAXPROCS(0))
}

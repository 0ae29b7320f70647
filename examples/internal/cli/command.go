package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// Streams are the standard streams of a program.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// A Command is a program, or what a word of its command line names: something to run, a
// group of other commands, or, with only a Help, a topic to read about.
type Command struct {
	Name    string
	Summary string // a line for the help of the group
	Args    string // what follows the name; each line is another form
	Example string // arguments to try
	Help    string // what to know besides, in lines

	// Flags adds the flags, and returns what runs the command with the arguments that are
	// not flags. Flags and other arguments may be mixed.
	Flags func(flags *flag.FlagSet) Run

	Commands []*Command // of a group
}

// Run runs a command.
type Run func(ctx context.Context, args []string, s Streams) error

// Concurrency adds the flag -concurrency, from 1 to 256: how many of what the usage names run at once.
// Each may have a searcher with a table, and a slip of a digit must not take the memory of the machine.
func Concurrency(flags *flag.FlagSet, n *int, value int, usage string) {
	*n = min(value, mostAtOnce)
	flags.Var((*atOnce)(n), "concurrency", usage)
}

const mostAtOnce = 256

// atOnce is the value of -concurrency.
type atOnce int

func (n *atOnce) String() string { return strconv.Itoa(int(*n)) }

func (n *atOnce) Set(text string) error {
	wanted, err := strconv.Atoi(text)
	if err != nil || wanted < 1 || wanted > mostAtOnce {
		return fmt.Errorf("it must be from 1 to %d", mostAtOnce)
	}
	*n = atOnce(wanted)
	return nil
}

// NoArguments returns an error if there is an argument, for commands that have only flags.
func NoArguments(args []string) error {
	if len(args) > 0 {
		return BadCommandLine(fmt.Errorf("unexpected argument %q", args[0]))
	}
	return nil
}

// sigPipe is syscall.SIGPIPE, which js lacks.
const sigPipe = syscall.Signal(13)

// Main runs a program, prints its error, and exits with the status that docs/programs.md lists.
func Main(c *Command) {
	signal.Ignore(sigPipe) // a closed pipe becomes a write error
	ctx, cancel := context.WithCancelCause(interruptible())
	name, err := c.run(ctx, os.Args[1:], Streams{os.Stdin, &output{os.Stdout, cancel}, os.Stderr})
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		err = cause
	}
	exit(name, err)
}

// An output is a file whose reader may go away: then it ends the program.
type output struct {
	*os.File
	cancel context.CancelCauseFunc
}

// Write implements io.Writer.
func (o *output) Write(p []byte) (int, error) {
	n, err := o.File.Write(p)
	if err != nil {
		o.cancel(err)
	}
	return n, err
}

// WriteString implements io.StringWriter.
func (o *output) WriteString(s string) (int, error) { return o.Write([]byte(s)) }

// Run runs the command that the arguments name. In a group, "help" asks for its help, or for that
// of the command named after it, as -h does. Help goes to the standard output, and the error is
// flag.ErrHelp. What is wrong with the arguments is ErrUsage.
func (c *Command) Run(ctx context.Context, args []string, s Streams) error {
	_, err := c.run(ctx, args, s)
	return err
}

// run is Run, and returns the full name of the command.
func (c *Command) run(ctx context.Context, args []string, s Streams) (name string, err error) {
	name = c.Name
	help := false
	for c.Commands != nil && len(args) > 0 {
		word := args[0]
		i := slices.IndexFunc(c.Commands, func(c *Command) bool { return c.Name == word })
		switch {
		case i >= 0:
			c = c.Commands[i]
			name += " " + c.Name
		case word == "help":
			help = true
		case strings.HasPrefix(word, "-"):
			return name, c.parseAndRun(ctx, name, args, s)
		default:
			return name, BadCommandLine(fmt.Errorf("unknown command %q: see %s help", word, name))
		}
		args = args[1:]
	}
	if help {
		if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
			return name, BadCommandLine(fmt.Errorf("there is no help for %q", strings.Join(args, " ")))
		}
		args = []string{"-h"}
	}
	return name, c.parseAndRun(ctx, name, args, s)
}

// parseAndRun runs the command itself.
func (c *Command) parseAndRun(ctx context.Context, name string, args []string, s Streams) error {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	var run Run
	switch {
	case c.Flags != nil:
		run = c.Flags(flags)
	case c.Commands != nil:
		run = func(context.Context, []string, Streams) error {
			return BadCommandLine(fmt.Errorf("the command is missing: %s", c.names()))
		}
	default: // there is nothing to do but to read
		args = []string{"-h"}
	}
	flags.SetOutput(io.Discard) // Main prints the error
	var words []string
	for len(args) > 0 {
		err := flags.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(s.Out, c.usage(name))
			flags.SetOutput(s.Out)
			flags.PrintDefaults()
			return err
		}
		if err != nil {
			return BadCommandLine(err)
		}
		rest := flags.Args()
		if n := len(args) - len(rest); n > 0 && args[n-1] == "--" { // no flag comes after it
			words = append(words, rest...)
			break
		}
		args = rest
		for len(args) > 0 && (args[0] == "-" || !strings.HasPrefix(args[0], "-")) {
			words, args = append(words, args[0]), args[1:]
		}
	}
	return run(ctx, words, s)
}

// names lists the commands of a group that can be run.
func (c *Command) names() string {
	var names []string
	for _, sub := range c.Commands {
		if sub.Flags != nil || sub.Commands != nil {
			names = append(names, sub.Name)
		}
	}
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// usage returns the help of a command without its flags.
func (c *Command) usage(name string) string {
	if c.Flags == nil && c.Commands == nil {
		return c.Help
	}
	var b strings.Builder
	lead := "usage: "
	for args := range strings.SplitSeq(c.Args, "\n") {
		fmt.Fprintf(&b, "%s%s\n", lead, strings.TrimSpace(name+" "+args))
		lead = "       "
	}
	if c.Example != "" {
		fmt.Fprintf(&b, "example: %s %s\n", name, c.Example)
	}
	if c.Help != "" {
		fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(c.Help))
	}
	b.WriteByte('\n')
	for _, sub := range c.Commands {
		fmt.Fprintf(&b, "  %-11s %s\n", sub.Name, sub.Summary)
	}
	return b.String()
}

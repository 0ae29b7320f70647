package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
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

	// Raw runs a command that parses its arguments itself.
	Raw Run
}

// Run runs a command.
type Run func(ctx context.Context, args []string, s Streams) error

// Main runs a program, and exits as Exit does.
func Main(c *Command) {
	signal.Ignore(syscall.SIGPIPE) // a closed pipe becomes a write error
	_, name, _ := c.find(os.Args[1:])
	Exit(name, c.Run(Context(), os.Args[1:], Streams{os.Stdin, os.Stdout, os.Stderr}))
}

// find returns the command that the first arguments name, its full name, and the other
// arguments.
func (c *Command) find(args []string) (called *Command, name string, rest []string) {
	called, name = c, c.Name
	for len(args) > 0 {
		i := slices.IndexFunc(called.Commands, func(c *Command) bool { return c.Name == args[0] })
		if i < 0 {
			break
		}
		called, args = called.Commands[i], args[1:]
		name += " " + called.Name
	}
	return called, name, args
}

// Run runs the command that the arguments name. "help", or -h, before or after them asks for
// its help, which goes to the standard output. What is wrong with the arguments is ErrUsage.
func (c *Command) Run(ctx context.Context, args []string, s Streams) error {
	help := len(c.Commands) > 0 && len(args) > 0 && args[0] == "help"
	if help {
		args = args[1:]
	}
	called, name, args := c.find(args)
	if called.Raw != nil {
		if help {
			args = []string{"-h"}
		}
		return called.Raw(ctx, args, s)
	}
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	var run Run
	if called.Flags != nil {
		run = called.Flags(flags)
	}
	if help && len(args) == 0 || run == nil && len(args) > 0 && slices.Contains([]string{"-h", "-help", "--help"}, args[0]) {
		args = []string{"-h"}
	} else if run == nil && called.Commands == nil {
		args = append([]string{"-h"}, args...)
	}
	words, err := Interleaved(flags, args, func(args []string) error {
		return Parse(flags, args, called.usage(name), s.Out)
	})
	switch {
	case err != nil:
		return err
	case help:
		return BadCommandLine(fmt.Errorf("there is no help for %q", strings.Join(args, " ")))
	case run != nil:
		return run(ctx, words, s)
	case len(words) > 0:
		return BadCommandLine(fmt.Errorf("unknown command %q: see %s help", words[0], c.Name))
	}
	return BadCommandLine(fmt.Errorf("the command is missing: %s", called.names()))
}

// names lists the commands of a group.
func (c *Command) names() string {
	var names []string
	for _, sub := range c.Commands {
		if sub.Flags != nil || sub.Commands != nil || sub.Raw != nil {
			names = append(names, sub.Name)
		}
	}
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
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
		fmt.Fprintf(&b, "  %-10s %s\n", sub.Name, sub.Summary)
	}
	return b.String()
}

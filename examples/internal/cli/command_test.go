package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"testing"
)

// tool is a program with commands.
var tool = &Command{
	Name: "tool", Args: "command [flags]", Example: "add -n 2 3", Help: "It counts.",
	Commands: []*Command{
		{Name: "add", Summary: "add numbers", Args: "[-n number] number\n-v", Flags: func(flags *flag.FlagSet) Run {
			n := flags.Int("n", 1, "a `number`")
			return func(_ context.Context, args []string, s Streams) error {
				_, err := fmt.Fprintln(s.Out, *n, args)
				return err
			}
		}},
		{Name: "list", Summary: "lists", Args: "command", Commands: []*Command{
			{Name: "clear", Flags: func(*flag.FlagSet) Run {
				return func(_ context.Context, args []string, _ Streams) error { return NoArguments(args) }
			}},
		}},
		{Name: "numbers", Summary: "what a number is", Help: "A number has digits.\n"},
	},
}

func TestCommand(t *testing.T) {
	const (
		addHelp = "usage: tool add [-n number] number\n       tool add -v\n\n  -n number\n    \ta number (default 1)\n"
		help    = "usage: tool command [flags]\nexample: tool add -n 2 3\n\nIt counts.\n\n" +
			"  add         add numbers\n  list        lists\n  numbers     what a number is\n"
		listHelp  = "usage: tool list command\n\n  clear       \n"
		clearHelp = "usage: tool list clear\n\n"
		topic     = "A number has digits.\n"
	)
	for args, want := range map[string]struct {
		name, out string
		err       error
		message   string
	}{
		"":       {"tool", "", ErrUsage, "bad command line: the command is missing: add or list"},
		"-x":     {"tool", "", ErrUsage, "bad command line: flag provided but not defined: -x"},
		"sub":    {"tool", "", ErrUsage, `bad command line: unknown command "sub": see tool help`},
		"sub -h": {"tool", "", ErrUsage, `bad command line: unknown command "sub": see tool help`},
		"-h":     {"tool", help, flag.ErrHelp, ""},
		"--help": {"tool", help, flag.ErrHelp, ""},
		"help":   {"tool", help, flag.ErrHelp, ""},

		"add":          {"tool add", "1 []\n", nil, ""},
		"add 3 -n 2 4": {"tool add", "2 [3 4]\n", nil, ""},
		"add - -n=2 a": {"tool add", "2 [- a]\n", nil, ""},
		"add -- -n 2":  {"tool add", "1 [-n 2]\n", nil, ""},
		"add 1 -- -n":  {"tool add", "1 [1 -n]\n", nil, ""},
		"add help":     {"tool add", "1 [help]\n", nil, ""},
		"add -n x":     {"tool add", "", ErrUsage, `bad command line: invalid value "x" for flag -n: parse error`},
		"add 3 -h":     {"tool add", addHelp, flag.ErrHelp, ""},
		"help add":     {"tool add", addHelp, flag.ErrHelp, ""},
		"help add -n":  {"tool add", addHelp, flag.ErrHelp, ""},
		"help add 3":   {"tool add", "", ErrUsage, `bad command line: there is no help for "3"`},
		"help sub":     {"tool", "", ErrUsage, `bad command line: unknown command "sub": see tool help`},

		"list":            {"tool list", "", ErrUsage, "bad command line: the command is missing: clear"},
		"list x":          {"tool list", "", ErrUsage, `bad command line: unknown command "x": see tool list help`},
		"list help":       {"tool list", listHelp, flag.ErrHelp, ""},
		"help list":       {"tool list", listHelp, flag.ErrHelp, ""},
		"list clear":      {"tool list clear", "", nil, ""},
		"list clear x y":  {"tool list clear", "", ErrUsage, `bad command line: unexpected argument "x"`},
		"list help clear": {"tool list clear", clearHelp, flag.ErrHelp, ""},
		"help list clear": {"tool list clear", clearHelp, flag.ErrHelp, ""},

		"numbers":      {"tool numbers", topic, flag.ErrHelp, ""},
		"help numbers": {"tool numbers", topic, flag.ErrHelp, ""},
		"numbers -h x": {"tool numbers", topic, flag.ErrHelp, ""},
	} {
		var out strings.Builder
		name, err := tool.run(t.Context(), strings.Fields(args), Streams{Out: &out})
		if name != want.name || out.String() != want.out || !errors.Is(err, want.err) || want.message != "" && err.Error() != want.message {
			t.Errorf("%q: %s, %v, %q", args, name, err, &out)
		}
	}
	if err := tool.Run(t.Context(), []string{"add"}, Streams{Out: brokenPipe{}}); !errors.Is(err, errBroken) {
		t.Errorf("Run of a command that fails: %v", err)
	}
}

var errBroken = errors.New("broken pipe")

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errBroken }

func TestConcurrency(t *testing.T) {
	for text, want := range map[string]int{"1": 1, "256": 256, "257": 0, "0": 0, "-1": 0, "": 0, "1e3": 0, "100000000000000000000": 0} {
		var n int
		flags := flag.NewFlagSet("", flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		Concurrency(flags, &n, 1000, "play this many `games` at once")
		if n != 256 {
			t.Errorf("by default it is %d", n)
		}
		if err := flags.Parse([]string{"-concurrency", text}); (err == nil) != (want > 0) || err == nil && n != want {
			t.Errorf("%q: %d, %v", text, n, err)
		}
	}
}

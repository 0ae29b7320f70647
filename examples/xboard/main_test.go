package main

import (
	"bytes"
	"errors"
	"flag"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

// talk runs the program and returns its answers to the commands.
func talk(t *testing.T, commands string, args ...string) string {
	t.Helper()
	var out, problems bytes.Buffer
	if err := xboard.Run(t.Context(), args, cli.Streams{In: strings.NewReader(commands), Out: &out, Err: &problems}); err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	if problems.Len() > 0 {
		t.Errorf("%v: standard error has %q", args, &problems)
	}
	return out.String()
}

func TestPlayers(t *testing.T) {
	for _, p := range chess.Players() {
		out := talk(t, "xboard\nprotover 2\nnew\nforce\nping 1\n", "-player", p.Name)
		if !strings.HasSuffix(out, "feature done=1\npong 1\n") || strings.Contains(out, "Error") {
			t.Errorf("%s answers\n%s", p.Name, out)
		}
	}
}

func TestBadInput(t *testing.T) {
	for _, args := range [][]string{
		{"-player", "nobody"}, {"-resign", "-1"}, {"-resign", "99999999"}, {"-draw", "-99999999"}, {"-draw"}, {"now"}, {"-book", "nowhere.bin"},
	} {
		var out, problems bytes.Buffer
		err := xboard.Run(t.Context(), args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &problems})
		if !errors.Is(err, cli.ErrUsage) || strings.Contains(err.Error(), "\n") || out.Len()+problems.Len() > 0 {
			t.Errorf("%v: %v, printed %q and %q", args, err, &out, &problems)
		}
	}
	var out, help bytes.Buffer
	if err := xboard.Run(t.Context(), []string{"-h"}, cli.Streams{In: strings.NewReader(""), Out: &help, Err: &out}); !errors.Is(err, flag.ErrHelp) || !strings.HasPrefix(help.String(), "usage: xboard ") {
		t.Errorf("help: %v, %q", err, &help)
	}
}

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

func TestPlayers(t *testing.T) {
	for _, p := range chess.Players() {
		var out, problems bytes.Buffer
		in := strings.NewReader("xboard\nprotover 2\nnew\nforce\nping 1\n")
		err := xboard.Run(t.Context(), []string{"-player", p.Name}, cli.Streams{In: in, Out: &out, Err: &problems})
		if err != nil || problems.Len() > 0 || !strings.HasSuffix(out.String(), "feature done=1\npong 1\n") || strings.Contains(out.String(), "Error") {
			t.Errorf("%s: %v, %q, answers\n%s", p.Name, err, &problems, &out)
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

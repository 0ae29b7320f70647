package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// talk runs the program and returns its answers to the commands.
func talk(t *testing.T, commands string, args ...string) string {
	t.Helper()
	var out, problems bytes.Buffer
	if err := uci.Run(t.Context(), args, cli.Streams{In: strings.NewReader(commands), Out: &out, Err: &problems}); err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	if problems.Len() > 0 {
		t.Errorf("%v: standard error has %q", args, &problems)
	}
	return out.String()
}

// The log of two runs is one file.
func TestLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a log.txt")
	for range 2 {
		talk(t, "setoption name Debug Log File value "+path+"\nisready\n")
	}
	text, err := os.ReadFile(path)
	if want := strings.Repeat(">> isready\n<< readyok\n", 2); err != nil || string(text) != want {
		t.Errorf("%v: %q", err, text)
	}
}

func TestPlayers(t *testing.T) {
	for _, p := range chess.Players() {
		out := talk(t, "uci\nposition fen 7k/5Q2/6K1/8/8/8/4P3/8 w - - 0 1\ngo depth 1\n", "-player", p.Name)
		if !strings.Contains(out, "\nuciok\n") || !strings.Contains(out, "\nbestmove ") {
			t.Errorf("%s answers\n%s", p.Name, out)
		}
	}
}

// TestBench checks the last line, from which OpenBench reads the number of nodes and
// the speed. Searches that are counted for a terminal are the same.
func TestBench(t *testing.T) {
	pattern := regexp.MustCompile(`^\d+ nodes \d+ nps\n$`)
	nodes, _, err := chess.Bench(t.Context(), counted{chess.Players()[0].New(), progress.New(io.Discard)}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if out := talk(t, "", "bench", "2"); !pattern.MatchString(out) || !strings.HasPrefix(out, fmt.Sprint(nodes, " nodes")) {
		t.Errorf("got %q, want %d nodes", out, nodes)
	}
}

// TestGenfens checks that the positions are as many as asked for, can be played on from, and
// are the same again with the same seed only.
func TestGenfens(t *testing.T) {
	seen := map[string]string{}
	for _, command := range []string{
		"genfens 20 seed 1 book None", "genfens 20 seed 2 book None", "genfens 20 seed 1 book None 6",
		"genfens 20 seed 18446744073709551615 book ../../testdata/openings.epd 8",
	} {
		out := talk(t, "", command, "quit")
		if again := talk(t, "", command+" ", "quit"); again != out {
			t.Errorf("%s: first %q, then %q", command, out, again)
		}
		if other, ok := seen[out]; ok {
			t.Errorf("%s and %s are the same", other, command)
		}
		seen[out] = command
		if n := strings.Count(out, "\n"); n != 20 {
			t.Errorf("%s: %d lines", command, n)
		}
		lines := map[string]bool{}
		for line := range strings.Lines(out) {
			if lines[line] {
				t.Errorf("%s: %s twice", command, line)
			}
			lines[line] = true
			fen, ok := strings.CutPrefix(strings.TrimSpace(line), "info string genfens ")
			p, err := chess.ParseFEN(fen)
			if !ok || err != nil || p.FEN() != fen || chess.NewGame(p).Outcome().Over() {
				t.Errorf("%s: %q, %v", command, line, err)
			}
		}
	}
}

func TestBadInput(t *testing.T) {
	for _, args := range [][]string{
		{"-player", "nobody"}, {"-player"}, {"-speed", "1"}, {"perft"}, {"bench", "0"}, {"bench", "x"}, {"bench", "1", "2"}, {"-book", "nowhere.bin"},
		{"genfens 1 seed 1 book None"}, {"genfens 0 seed 1 book None", "quit"}, {"genfens 1 seed -1 book None", "quit"}, {"genfens 1 seed 1 book nowhere", "quit"},
		{"genfens 1 seed 1 book None 0", "quit"}, {"genfens 1 seed 1 book None x", "quit"}, {"genfens 1 seed 1", "quit"},
	} {
		var out, problems bytes.Buffer
		err := uci.Run(t.Context(), args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &problems})
		if !errors.Is(err, cli.ErrUsage) || strings.Contains(err.Error(), "\n") || out.Len()+problems.Len() > 0 {
			t.Errorf("%v: %v, printed %q and %q", args, err, &out, &problems)
		}
	}
	var help bytes.Buffer
	if err := uci.Run(t.Context(), []string{"-h"}, cli.Streams{In: strings.NewReader(""), Out: &help, Err: io.Discard}); !errors.Is(err, flag.ErrHelp) || !strings.HasPrefix(help.String(), "usage: uci ") {
		t.Errorf("help: %v, %q", err, &help)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := uci.Run(ctx, []string{"bench", "2"}, cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}); !errors.Is(err, context.Canceled) {
		t.Errorf("bench interrupted: %v", err)
	}
}

package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/selfplay"
)

// randomPlies are the most random plies of a position of genfens, if it says no other number.
const randomPlies = 8

// genfens carries out the command by which OpenBench has an engine make the positions from
// which games for data begin. Its arguments are
//
//	"genfens N seed S book None|FILE [plies]" quit
//
// and it prints N lines with positions after some random plies, from the openings of the
// file if there is one.
func genfens(args []string, stdout io.Writer) error {
	count, run, err := parseGenfens(args)
	if err != nil {
		return cli.BadCommandLine(err)
	}
	for number := 1; number <= count; number++ {
		p := run.Opening(number).Position()
		if _, err := fmt.Fprintf(stdout, "info string genfens %s\n", p.FEN()); err != nil {
			return err
		}
	}
	return nil
}

// parseGenfens parses the command.
func parseGenfens(args []string) (count int, run *selfplay.Run, err error) {
	words := strings.Fields(args[0])
	if len(args) != 2 || args[1] != "quit" || len(words) < 6 || len(words) > 7 || words[2] != "seed" || words[4] != "book" {
		return 0, nil, errors.New(`genfens is not "genfens N seed S book None|FILE [plies]" quit`)
	}
	count, err = strconv.Atoi(words[1])
	if err != nil || count < 1 {
		return 0, nil, fmt.Errorf("genfens: %q is not a positive number", words[1])
	}
	run = &selfplay.Run{Random: randomPlies, Openings: []*chess.Game{chess.NewGame(chess.StartPosition())}}
	if run.Seed, err = strconv.ParseUint(words[3], 10, 64); err != nil {
		return 0, nil, fmt.Errorf("genfens: the seed %q is not a number", words[3])
	}
	if !strings.EqualFold(words[5], "None") {
		if run.Openings, err = selfplay.ReadOpenings(words[5]); err != nil {
			return 0, nil, err
		}
	}
	if len(words) == 7 {
		if run.Random, err = strconv.Atoi(words[6]); err != nil || run.Random < 0 {
			return 0, nil, fmt.Errorf("genfens: %q is no number of plies", words[6])
		}
	}
	return count, run, nil
}

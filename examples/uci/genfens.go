package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
)

// A genfens is the command by which OpenBench has an engine make the positions from which
// games for data begin.
type genfens struct {
	count    int
	seed     uint64
	openings []*chess.Game
	plies    int // random ones after an opening; one less in every second position
}

// parseGenfens parses the arguments of the command, which are
//
//	"genfens N seed S book None|FILE [plies]" quit
func parseGenfens(args []string) (*genfens, error) {
	words := strings.Fields(args[0])
	if len(args) != 2 || args[1] != "quit" || len(words) < 6 || len(words) > 7 || words[2] != "seed" || words[4] != "book" {
		return nil, errors.New(`genfens is not "genfens N seed S book None|FILE [plies]" quit`)
	}
	g := &genfens{openings: []*chess.Game{chess.NewGame(chess.StartPosition())}, plies: 8}
	var err error
	if g.count, err = strconv.Atoi(words[1]); err != nil || g.count < 1 {
		return nil, fmt.Errorf("genfens: %q is not a positive number", words[1])
	}
	if g.seed, err = strconv.ParseUint(words[3], 10, 64); err != nil {
		return nil, fmt.Errorf("genfens: the seed %q is not a number", words[3])
	}
	if !strings.EqualFold(words[5], "None") {
		if g.openings, err = contest.ReadUnfinished(words[5]); err != nil {
			return nil, err
		}
	}
	if len(words) == 7 {
		if g.plies, err = strconv.Atoi(words[6]); err != nil || g.plies < 1 {
			return nil, fmt.Errorf("genfens: %q is not a positive number of plies", words[6])
		}
	}
	return g, nil
}

// run prints the positions.
func (g *genfens) run(stdout io.Writer) error {
	random := rand.New(rand.NewPCG(g.seed, 0))
	for i := 0; i < g.count; {
		game := new(*g.openings[random.IntN(len(g.openings))])
		if !contest.PlayRandom(game, g.plies-i%2, random) {
			continue
		}
		p := game.Position()
		if _, err := fmt.Fprintf(stdout, "info string genfens %s\n", p.FEN()); err != nil {
			return err
		}
		i++
	}
	return nil
}

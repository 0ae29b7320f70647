package main

import (
	"fmt"
	"io"
	"math/rand/v2"
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
	g := &genfens{openings: []*chess.Game{chess.NewGame()}, plies: 8}
	words, book := strings.Fields(args[0]), ""
	format, values := "genfens %d seed %d book %s %d", []any{&g.count, &g.seed, &book, &g.plies}
	if len(words) == 6 {
		format, values = strings.TrimSuffix(format, " %d"), values[:3]
	}
	_, err := fmt.Sscanf(strings.Join(words, " ")+"\n", format+"\n", values...)
	if err != nil || len(args) != 2 || args[1] != "quit" || g.count < 1 || g.plies < 1 {
		return nil, fmt.Errorf(`%q is not "genfens N seed S book None|FILE [plies]" quit with positive numbers`, args)
	}
	if !strings.EqualFold(book, "None") {
		g.openings, err = contest.ReadUnfinished(book)
	}
	return g, err
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

// Package player makes the players of the examples that are engines.
package player

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

// Choice holds the flags that choose a player.
type Choice struct {
	player, book string
	evaluation   *chess.Named[*chess.FeatureEvaluator]
}

// AddFlags defines the flags.
func (c *Choice) AddFlags(flags *flag.FlagSet) {
	usage := []string{"play as this `player`:"}
	players := chess.Players()
	for _, p := range players {
		usage = append(usage, fmt.Sprintf("%-14s %s", p.Name, p.Description))
	}
	flags.StringVar(&c.player, "player", players[0].Name, strings.Join(usage, "\n"))
	c.evaluation = cli.Evaluator(flags)
	flags.StringVar(&c.book, "book", "", "play openings from this `file`, a Polyglot book")
}

// Searcher returns the chosen player.
func (c *Choice) Searcher() (chess.Searcher, error) {
	p, err := chess.ByName(chess.Players(), c.player)
	if err != nil {
		return nil, err
	}
	var searcher chess.Searcher
	switch {
	case p.Name == chess.Players()[0].Name: // the only one with a known strength
		searcher = chess.NewHandicap(chess.NewAlphaBeta(c.evaluation.New()), rand.Uint64())
	case c.evaluation.Name != chess.Evaluators()[0].Name:
		return nil, fmt.Errorf("-eval is for %s only", chess.Players()[0].Name)
	default:
		searcher = p.New()
	}
	if c.book == "" {
		return searcher, nil
	}
	f, err := os.Open(c.book)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	book, err := chess.ReadBook(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.book, err)
	}
	return chess.NewBookSearcher(book, searcher, rand.Uint64()), nil
}

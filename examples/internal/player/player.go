// Package player makes the players that the engines among the examples play as.
package player

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
)

// evaluators are what a player may judge by.
var evaluators = map[string]func() *chess.FeatureEvaluator{
	"default":     chess.NewDefaultEvaluator,
	"pesto":       chess.NewPeSTO,
	"simplified":  chess.NewSimplified,
	"board-value": chess.NewBoardValue,
	"mobility":    chess.NewMaterialMobility,
	"three-check": chess.NewThreeCheck,
}

// Choice is what a command line says about the player.
type Choice struct{ player, book string }

// AddFlags defines the flags of the command line.
func (c *Choice) AddFlags(flags *flag.FlagSet) {
	names := strings.Join(slices.Sorted(maps.Keys(evaluators)), ", ")
	flags.StringVar(&c.player, "player", "default", "play as this `player`: "+names)
	flags.StringVar(&c.book, "book", "", "play the openings by this Polyglot book, a `file`")
}

// Searcher makes the player.
func (c *Choice) Searcher() (chess.Searcher, error) {
	evaluator, ok := evaluators[c.player]
	if !ok {
		return nil, fmt.Errorf("there is no player %q", c.player)
	}
	var s chess.Searcher = chess.NewAlphaBeta(evaluator())
	if c.book == "" {
		return s, nil
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
	return chess.NewBookSearcher(book, s, rand.Uint64()), nil
}

// Package player makes the players that the engines among the examples play as.
package player

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/seed-0971039b/chess"
)

// Choice is what a command line says about the player.
type Choice struct{ player, book string }

// AddFlags defines the flags of the command line.
func (c *Choice) AddFlags(flags *flag.FlagSet) {
	usage := []string{"play as this `player`:"}
	players := chess.Players()
	for _, p := range players {
		usage = append(usage, fmt.Sprintf("%-14s %s", p.Name, p.Description))
	}
	flags.StringVar(&c.player, "player", players[0].Name, strings.Join(usage, "\n"))
	flags.StringVar(&c.book, "book", "", "play the openings by this Polyglot book, a `file`")
}

// Searcher makes the player.
func (c *Choice) Searcher() (chess.Searcher, error) {
	p, err := chess.PlayerByName(c.player)
	if err != nil {
		return nil, err
	}
	searcher := p.New()
	if p.Name == chess.Players()[0].Name { // whose strength is known
		searcher = chess.NewHandicap(searcher, rand.Uint64())
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

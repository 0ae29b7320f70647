package contest

import (
	"context"
	"crypto/sha256"
	"fmt"

	"github.com/seed-0971039b/chess"
)

// Conditions are what the games of a Duel depend on besides the two players.
// They stand in the file of a long run, which must not go on under others.
type Conditions struct {
	Nodes    int64  `json:"nodes"`    // for a move
	Seed     uint64 `json:"seed"`     // of the order of the openings, and of all else that is left to chance
	Openings string `json:"openings"` // the file
	Digest   string `json:"digest"`   // of the openings
	Bench    int64  `json:"bench"`    // what chess.Bench counts: another number is another player
}

const (
	benchDepth   = 5
	openingPlies = 16 // taken of a game
)

// NewConditions reads the openings, puts them into an order that depends on the
// seed, and returns them with the conditions.
func NewConditions(ctx context.Context, nodes int64, seed uint64, openings string) (Conditions, []*chess.Game, error) {
	c := Conditions{Nodes: nodes, Seed: seed, Openings: openings}
	games, err := ReadOpenings(openings, openingPlies, seed)
	if err != nil {
		return c, nil, err
	}
	hash := sha256.New()
	for _, g := range games {
		fmt.Fprintln(hash, g.Start().FEN(), g.Moves())
	}
	c.Digest = fmt.Sprintf("%x", hash.Sum(nil)[:8])
	options := chess.DefaultOptions()
	options.Hash = 1 // which is cleared sooner
	bench, err := chess.Bench(ctx, chess.NewAlphaBetaOptions(chess.NewDefaultEvaluator(), options), benchDepth)
	c.Bench = bench.Nodes
	return c, games, err
}

// Differ returns an error if games under other conditions are not the same.
func (c *Conditions) Differ(other *Conditions) error {
	switch {
	case c.Nodes != other.Nodes:
		return fmt.Errorf("its games have %d nodes a move, not %d", c.Nodes, other.Nodes)
	case c.Seed != other.Seed:
		return fmt.Errorf("its seed is %d, not %d", c.Seed, other.Seed)
	case c.Digest != other.Digest:
		return fmt.Errorf("its games have other openings, those of %s", c.Openings)
	case c.Bench != other.Bench:
		return fmt.Errorf("its games are those of another player: chess.Bench counted %d nodes, and now %d", c.Bench, other.Bench)
	}
	return nil
}

// String returns the conditions in a line.
func (c *Conditions) String() string {
	return fmt.Sprintf("%d nodes a move, seed %d, openings %s (%s), chess.Bench to depth %d with 1 MiB: %d nodes",
		c.Nodes, c.Seed, c.Openings, c.Digest, benchDepth, c.Bench)
}

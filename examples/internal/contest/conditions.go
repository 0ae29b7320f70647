package contest

import (
	"context"
	"crypto/sha256"
	"fmt"

	"github.com/seed-0971039b/chess"
)

// Conditions are the conditions of the games of a Duel, apart from the players. A
// long run keeps them in its file, and must not continue under others.
type Conditions struct {
	Nodes    int64  `json:"nodes"`    // the nodes of each search
	Seed     uint64 `json:"seed"`     // of the order of the openings and all else that is random
	Openings string `json:"openings"` // the file of the openings
	Digest   string `json:"digest"`   // a hash of the openings
	Bench    int64  `json:"bench"`    // the nodes of chess.Bench, which identify the player
}

const (
	benchDepth   = 5
	openingPlies = 16 // the plies of an opening that is a game
)

// NewConditions reads the openings, shuffles them by the seed, and returns the
// conditions and the openings.
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
	searcher := chess.NewAlphaBeta(chess.NewDefaultEvaluator(), func(o *chess.AlphaBetaOptions) {
		o.Hash = 1 // faster to clear
	})
	bench, err := chess.Bench(ctx, searcher, benchDepth)
	c.Bench = bench.Nodes
	return c, games, err
}

// Differ returns an error that names a difference between c and other, unless
// games under both are the same.
func (c *Conditions) Differ(other *Conditions) error {
	switch {
	case c.Nodes != other.Nodes:
		return fmt.Errorf("its games have %d nodes a move, not %d", c.Nodes, other.Nodes)
	case c.Seed != other.Seed:
		return fmt.Errorf("its seed is %d, not %d", c.Seed, other.Seed)
	case c.Digest != other.Digest:
		return fmt.Errorf("its games have different openings, those of %s", c.Openings)
	case c.Bench != other.Bench:
		return fmt.Errorf("its games are those of a different player: chess.Bench counted %d nodes then, and %d now", c.Bench, other.Bench)
	}
	return nil
}

// String returns the conditions as one line.
func (c *Conditions) String() string {
	return fmt.Sprintf("%d nodes a move, seed %d, openings %s (%s), chess.Bench to depth %d with 1 MiB: %d nodes",
		c.Nodes, c.Seed, c.Openings, c.Digest, benchDepth, c.Bench)
}

package contest

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"

	"github.com/seed-0971039b/chess"
)

// Conditions are the conditions of the games of a Duel, apart from what its players
// differ in. A long run keeps them in its file, and must not continue under others.
type Conditions struct {
	// Evaluation is the name of the evaluation of both players; empty for the default.
	Evaluation string `json:"evaluation,omitzero"`

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
// conditions of players with the evaluation, and the openings.
func NewConditions(ctx context.Context, evaluation chess.Named[*chess.FeatureEvaluator], nodes int64, seed uint64, openings string) (Conditions, []*chess.Game, error) {
	c := Conditions{Nodes: nodes, Seed: seed, Openings: openings}
	if evaluation.Name != chess.Evaluators()[0].Name {
		c.Evaluation = evaluation.Name
	}
	games, err := ReadOpenings(openings, openingPlies, seed)
	if err != nil {
		return c, nil, err
	}
	c.Digest = Digest(games)
	searcher := chess.NewAlphaBeta(evaluation.New(), func(o *chess.AlphaBetaOptions) {
		o.Hash = 1 // faster to clear
	})
	bench, err := chess.Bench(ctx, searcher, benchDepth)
	c.Bench = bench.Nodes
	return c, games, err
}

// Digest returns a hash of openings.
func Digest(openings []*chess.Game) string {
	hash := sha256.New()
	for _, g := range openings {
		fmt.Fprintln(hash, g.Start().FEN(), g.Moves())
	}
	return fmt.Sprintf("%x", hash.Sum(nil)[:8])
}

// Differ returns an error that names a difference between c and other, unless
// games under both are the same.
func (c *Conditions) Differ(other *Conditions) error {
	switch {
	case c.Evaluation != other.Evaluation:
		return fmt.Errorf("its evaluation is %s, not %s", c.evaluation(), other.evaluation())
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

// evaluation returns the name of the evaluation.
func (c *Conditions) evaluation() string { return cmp.Or(c.Evaluation, chess.Evaluators()[0].Name) }

// String returns the conditions as one line.
func (c *Conditions) String() string {
	evaluation := ""
	if c.Evaluation != "" {
		evaluation = "evaluation " + c.Evaluation + ", "
	}
	return evaluation + fmt.Sprintf("%d nodes a move, seed %d, openings %s (%s), chess.Bench to depth %d with 1 MiB: %d nodes",
		c.Nodes, c.Seed, c.Openings, c.Digest, benchDepth, c.Bench)
}

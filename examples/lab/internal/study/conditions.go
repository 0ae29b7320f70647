package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// Conditions are the conditions of the games of a Duel, apart from what its players
// differ in. A long run keeps them in its file, and must not continue under others.
type Conditions struct {
	// Player is the description of both players; empty for the strongest player.
	Player string `json:"player,omitzero"`

	// What ends each search: both are 0 for a player that limits itself.
	Nodes int64 `json:"nodes,omitzero"`
	Depth int   `json:"depth,omitzero"`

	Seed       uint64 `json:"seed"`     // of the order of the openings and all else that is random
	Openings   string `json:"openings"` // the file of the openings
	Digest     string `json:"digest"`   // a hash of the openings
	Bench      int64  `json:"bench"`    // the nodes of chess.Bench, which identify the player
	BenchDepth int    `json:"benchDepth,omitzero"`
}

const (
	defaultNodes = 3000  // of a search that nothing else limits
	maxDepth     = 5     // of chess.Bench
	enoughNodes  = 20000 // of chess.Bench
	openingPlies = 16    // the plies of an opening that is a game
)

// NewConditions reads the openings, shuffles them by the seed, and returns the
// conditions of games of the player with itself, and the openings. The limits of the
// player's description count, or else limits, or else its own, or else 3000 nodes.
func NewConditions(ctx context.Context, d *player.Description, limits chess.Limits, seed uint64, openings string) (Conditions, []*chess.Game, error) {
	c := Conditions{Seed: seed, Openings: openings}
	if d.Text != chess.Players()[0].Name {
		c.Player = d.Text
	}
	games, err := contest.ReadOpenings(openings, openingPlies, seed)
	if err != nil {
		return c, nil, err
	}
	c.Digest = contest.Digest(games)
	create, err := d.Maker()
	if err != nil {
		return c, nil, err
	}
	s, err := create(ctx)
	if err != nil {
		return c, nil, err
	}
	defer player.Close(s)
	if d.Limited() {
		limits = d.Limits
	}
	self, _ := s.(chess.SelfLimiting)
	switch {
	case d.TimeControl != chess.TimeControl{} || limits.Time != 0:
		return c, nil, errors.New("the games are limited by nodes or depth, not by time")
	case limits.Nodes == 0 && limits.Depth == 0 && (self == nil || !self.LimitsItself()):
		limits.Nodes = defaultNodes
	}
	c.Nodes, c.Depth = limits.Nodes, limits.Depth
	return c, games, c.bench(ctx, s)
}

// bench sets Bench and BenchDepth. The player is not needed any more after it.
func (c *Conditions) bench(ctx context.Context, s chess.Searcher) error {
	if configurable, ok := s.(chess.Configurable); ok {
		for _, o := range configurable.Options() {
			if o.Name == "Hash" && o.Value != "0" {
				if err := configurable.SetOption(o.Name, strconv.Itoa(max(o.Min, 1))); err != nil { // faster to clear
					return err
				}
			}
		}
	}
	for c.Bench < enoughNodes && c.BenchDepth < maxDepth {
		c.BenchDepth++
		nodes, _, err := chess.Bench(ctx, s, c.BenchDepth)
		if err != nil {
			return err
		}
		c.Bench = nodes
	}
	return nil
}

// Limits returns the limits of each search.
func (c *Conditions) Limits() chess.Limits { return chess.Limits{Nodes: c.Nodes, Depth: c.Depth} }

// Description returns the description of the player.
func (c *Conditions) Description() string { return cmp.Or(c.Player, chess.Players()[0].Name) }

// Differ returns an error that has both conditions, unless games under both are the same.
func (c *Conditions) Differ(other *Conditions) error {
	a, b := *c, *other
	if a.Openings, b.Openings = "", ""; a.String() != b.String() {
		return fmt.Errorf("its games are of %v; not of %v", c, other)
	}
	return nil
}

// limits returns the limits in words.
func (c *Conditions) limits() string {
	var words []string
	if c.Nodes > 0 {
		words = append(words, fmt.Sprintf("%d nodes a move", c.Nodes))
	}
	if c.Depth > 0 {
		words = append(words, fmt.Sprintf("depth %d", c.Depth))
	}
	if len(words) == 0 {
		return "the player's own limits"
	}
	return strings.Join(words, ", ")
}

// Flags returns the flags of a command line that has these conditions.
func (c *Conditions) Flags() string {
	var b strings.Builder
	if d := c.Description(); d != chess.Players()[0].Name {
		fmt.Fprintf(&b, "-player %s ", quoted(d))
	}
	if c.Nodes > 0 {
		fmt.Fprintf(&b, "-nodes %d ", c.Nodes)
	}
	if c.Depth > 0 {
		fmt.Fprintf(&b, "-depth %d ", c.Depth)
	}
	fmt.Fprintf(&b, "-seed %d -openings %s", c.Seed, quoted(c.Openings))
	return b.String()
}

// quoted returns a word for a shell, in quotes if it needs them.
func quoted(word string) string {
	if strings.ContainsAny(word, " \t'\"\\$`*?[]{}()<>|&;#!~") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// String returns the conditions as one line.
func (c *Conditions) String() string {
	return fmt.Sprintf("player %s, %s, seed %d, openings %s (%s), chess.Bench to depth %d: %d nodes",
		c.Description(), c.limits(), c.Seed, c.Openings, c.Digest, cmp.Or(c.BenchDepth, maxDepth), c.Bench)
}

// Package player reads how command lines describe players and evaluations, and makes
// them.
package player

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
)

// Choice holds the flags of a program that is an engine.
type Choice struct{ player, evaluation, book string }

// AddFlags defines the flags.
func (c *Choice) AddFlags(flags *flag.FlagSet) {
	players := chess.Players()
	usage := append([]string{"play as this `player`:"}, described(players)...)
	usage = append(usage, "with settings, separated by commas: options (capturesfirst,CapturesBeyond=0), eval=, weights=, and",
		"weights and numbers of features (boardvalue,castle score=30,coverage.Values[knight]=320)")
	flags.StringVar(&c.player, "player", players[0].Name, strings.Join(usage, "\n"))
	usage = append([]string{"let it play by this `evaluation`, with settings like those of a player:"}, described(chess.Evaluators())...)
	flags.StringVar(&c.evaluation, "eval", "", strings.Join(usage, "\n"))
	flags.StringVar(&c.book, "book", "", "play openings from this `file`, a Polyglot book")
}

// Searcher returns the chosen player, and the name of the engine.
func (c *Choice) Searcher() (s chess.Searcher, name string, err error) {
	d, err := c.describe()
	if err != nil {
		return nil, "", err
	}
	if d.IsEngine() {
		return nil, "", fmt.Errorf("%q is an engine itself", d.Player)
	}
	named, settings, err := d.own()
	if err != nil {
		return nil, "", err
	}
	if named.Name == chess.Players()[0].Name { // an engine makes the tables of endings that it comes near to
		settings = slices.Concat([]Setting{{"EndingTables", "true"}}, settings)
	}
	if s, err = build(named, settings, nil); err != nil {
		return nil, "", err
	}
	if d.Limited() {
		text := fmt.Sprintf("%q has limits: they come from the program that it plays with", d.Text)
		if configurable, ok := s.(chess.Configurable); ok && d.Limits.Depth > 0 && hasOption(configurable, "Depth") {
			text += fmt.Sprintf("; its own depth is the option Depth=%d", d.Limits.Depth)
		}
		return nil, "", errors.New(text)
	}
	switch {
	case d.Name != "":
		name = d.Name
	case d.Text == chess.Players()[0].Name:
		name = "chess"
	default:
		name = "chess " + d.Text
	}
	return s, name, nil
}

// describe returns the description of the player with all flags.
func (c *Choice) describe() (*Description, error) {
	spec := c.player
	if c.evaluation != "" {
		spec += ",eval=" + c.evaluation
	}
	d, err := Describe(spec)
	if err == nil && c.book != "" { // its name may have commas
		d.Text += ",book=" + c.book
		d.Settings = append(d.Settings, Setting{"book", c.book})
	}
	return d, err
}

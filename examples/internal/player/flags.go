package player

import (
	"errors"
	"fmt"
	"slices"

	"github.com/seed-0971039b/chess"
)

// A flagSet is a *flag.FlagSet, whose package the page does without.
type flagSet interface {
	Func(name, usage string, fn func(string) error)
	String(name, value, usage string) *string
	StringVar(p *string, name, value, usage string)
}

// listed ends the usage of a flag.
const listed = "; \"chess help players\" lists them, and their settings"

// Flags defines the flags -player and -eval of a program for one player, by default
// the strongest, and returns a function that parses what they describe. The usage of -player
// says what it is for, such as "tune this `player`".
func Flags(flags flagSet, usage string) func() (*Description, error) {
	spec := flags.String("player", chess.Players()[0].Name, usage+listed)
	evaluation := flags.String("eval", "", "let the player play by this `evaluation`, with settings like those of a player")
	return func() (*Description, error) {
		usual := *spec == chess.Players()[0].Name && *evaluation == chess.Evaluators()[0].Name
		if *evaluation != "" && !usual {
			return Describe(*spec + ",eval=" + *evaluation)
		}
		return Describe(*spec)
	}
}

// EvaluationFlag defines the flag -eval, and returns where its value will be: an
// evaluation, by default the usual one of chess.Evaluators. If none has that name, it
// describes what the program takes by default, and the value is zero without the flag.
func EvaluationFlag(flags flagSet, usual string) *chess.Named[*chess.FeatureEvaluator] {
	chosen := new(chess.Named[*chess.FeatureEvaluator])
	if e, err := chess.ByName(chess.Evaluators(), usual); err == nil {
		*chosen = e
	}
	flags.Func("eval", "use this `evaluation` (default "+usual+")"+listed, func(spec string) error {
		e, err := Evaluation(spec)
		if err == nil {
			*chosen = e
		}
		return err
	})
	return chosen
}

// Choice holds the flags of a program that is an engine.
type Choice struct {
	describe func() (*Description, error)
	book     string
}

// AddFlags defines the flags.
func (c *Choice) AddFlags(flags flagSet) {
	c.describe = Flags(flags, "play as this `player`")
	flags.StringVar(&c.book, "book", "", "play openings from this `file`, a Polyglot book")
}

// Searcher returns the chosen player, and the name of the engine.
func (c *Choice) Searcher() (s chess.Searcher, name string, err error) {
	d, err := c.describe()
	if err != nil {
		return nil, "", err
	}
	if c.book != "" { // its name may have commas
		d.Text += ",book=" + c.book
		d.Settings = append(d.Settings, Setting{"book", c.book})
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

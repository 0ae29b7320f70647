// Package player reads how command lines describe players and evaluations, and makes
// them.
package player

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
)

// Usage describes how to write a player: it is the text of "chess help players".
var Usage = `A player is one of the package's players, or an evaluation for its strongest
searcher, or an engine, followed by settings, separated by commas. For example,
alphabeta,UCI_Elo=1400 plays at that rating, which is from 800 to 2200, and
with Overlooks=fork besides it walks into forks more often.

` + described(chess.Players()) + `
` + described(chess.Evaluators()) + `
boardvalue is the player, and alphabeta,eval=boardvalue the evaluation.

  uci:command    an engine that speaks UCI or XBoard's protocol, with arguments
                 separated by spaces; it is looked for in PATH and then in /usr/games

  tc=, nodes=, depth=, time=
                 the player's own limits, instead of those of the flags
  name=          the name to show for the player
  Name=value     an option of the searcher or engine, such as CapturesBeyond=0

and, if it is not an engine,

  eval=          the evaluation that it plays by, one of those above
  weights=       a file with the numbers of the evaluation, as "chess tune" writes it
  feature=n      the weight of a feature in percent, such as castle score=30; two
                 numbers, 30/50, are for the middlegame and the endgame
  feature.Number=n
                 a number of a feature, such as mobility.Factor=200 or
                 coverage.Values[knight]=320, by the name that it has in a file
                 of weights
  book=          a file with openings that it plays, a Polyglot book
`

// described returns a line for each of a list: its name, and what it is.
func described[T any](list []chess.Named[T]) string {
	var b strings.Builder
	for _, n := range list {
		fmt.Fprintf(&b, "  %-16s %s\n", n.Name, n.Description)
	}
	return b.String()
}

// namesOf returns the names of a list.
func namesOf[T any](list []chess.Named[T]) (all []string) {
	for _, n := range list {
		all = append(all, n.Name)
	}
	return all
}

// Description is the parsed description of a player: see Usage.
type Description struct {
	Text        string // the whole description
	Player      string // a name, or "uci:" and the command of an engine
	Name        string // the display name; empty if none is given
	TimeControl chess.TimeControl
	Limits      chess.Limits
	Settings    []Setting // the other settings

	// Tablebase is what the package's strongest player knows of endings besides what its
	// settings say. Describe leaves it nil.
	Tablebase chess.Tablebase
}

// Setting is a setting of a description.
type Setting struct{ Name, Value string }

// empty reports whether the setting has one of the names and no value: a slip, such as
// an unknown variable of a shell, must not play by something else.
func (s Setting) empty(names ...string) bool { return s.Value == "" && slices.Contains(names, s.Name) }

// Describe parses the description of a player. It does not check whether the
// player and its settings exist: Maker does.
func Describe(spec string) (*Description, error) {
	name, settings, err := split(spec)
	if err != nil {
		return nil, err
	}
	d := &Description{Text: spec, Player: name}
	for _, s := range settings {
		var err error
		switch s.Name {
		case "name":
			d.Name = s.Value
		case "tc":
			d.TimeControl, err = chess.ParseTimeControl(s.Value)
		case "nodes":
			d.Limits.Nodes, err = strconv.ParseInt(s.Value, 10, 64)
		case "depth":
			d.Limits.Depth, err = strconv.Atoi(s.Value)
		case "time":
			d.Limits.Time, err = time.ParseDuration(s.Value)
		default:
			d.Settings = append(d.Settings, s)
		}
		if err == nil && min(int64(d.Limits.Depth), d.Limits.Nodes, int64(d.Limits.Time)) < 0 {
			err = errors.New("it is negative")
		}
		if err != nil {
			if number := new(strconv.NumError); errors.As(err, &number) {
				err = number.Err // without the name of a function
			}
			return nil, fmt.Errorf("%s=%s: %w", s.Name, s.Value, err)
		}
	}
	return d, nil
}

// split splits a description into the name and the settings.
func split(spec string) (name string, settings []Setting, err error) {
	words := strings.Split(spec, ",")
	for _, word := range words[1:] {
		name, value, ok := strings.Cut(strings.TrimSpace(word), "=")
		if !ok {
			return "", nil, fmt.Errorf("%q is not name=value", word)
		}
		settings = append(settings, Setting{name, value})
	}
	return strings.TrimSpace(words[0]), settings, nil
}

// engine is the prefix of the description of an engine.
const engine = "uci:"

// IsEngine reports whether the player is an engine.
func (d *Description) IsEngine() bool { return strings.HasPrefix(d.Player, engine) }

// Command returns the command of an engine, or Player if it is not an engine.
func (d *Description) Command() string { return strings.TrimPrefix(d.Player, engine) }

// Limited reports whether the description has a limit or a time control.
func (d *Description) Limited() bool {
	l := &d.Limits
	return d.TimeControl != chess.TimeControl{} || l.Depth != 0 || l.Nodes != 0 || l.Time != 0
}

// Elo returns the strength to which a player of the package is limited, or "".
func (d *Description) Elo() (elo string) {
	if d.IsEngine() {
		return ""
	}
	for _, s := range d.Settings {
		switch {
		case strings.EqualFold(s.Name, limitStrength) && !strings.EqualFold(s.Value, "true"):
			return ""
		case strings.EqualFold(s.Name, strength):
			elo = s.Value
		}
	}
	return elo
}

// Maker returns a function that makes the player of a description: see Describe and
// Description.Maker.
func Maker(spec string) (func(context.Context) (chess.Searcher, error), error) {
	d, err := Describe(spec)
	if err != nil {
		return nil, err
	}
	return d.Maker()
}

// Maker returns a function that makes the searcher with its settings. Maker looks
// for the program of an engine, which the function starts; other players it makes
// once, to check the settings.
func (d *Description) Maker() (func(context.Context) (chess.Searcher, error), error) {
	if d.IsEngine() {
		return d.engine()
	}
	named, settings, err := d.own()
	if err != nil {
		return nil, err
	}
	build := func(context.Context) (chess.Searcher, error) { return build(named, settings, d.Tablebase) }
	_, err = build(context.Background())
	return build, err
}

// Close closes the searcher if it is an engine.
func Close(s chess.Searcher) {
	if c, ok := s.(io.Closer); ok {
		c.Close()
	}
}

// own returns the player of the package, and the settings. An evaluation as player
// becomes a setting of the strongest player.
func (d *Description) own() (chess.Named[chess.Searcher], []Setting, error) {
	named, err := chess.ByName(chess.Players(), d.Player)
	if err == nil {
		return named, d.Settings, nil
	}
	if _, err := chess.ByName(chess.Evaluators(), d.Player); err != nil {
		return named, nil, fmt.Errorf("there is no player or evaluation %q: want %s, %s, or uci:command", d.Player,
			strings.Join(namesOf(chess.Players()), ", "), strings.Join(namesOf(chess.Evaluators()), ", "))
	}
	return chess.Players()[0], slices.Concat([]Setting{{"eval", d.Player}}, d.Settings), nil
}

// build makes a player of the package with the settings. Only the strongest uses a
// tablebase.
func build(named chess.Named[chess.Searcher], settings []Setting, t chess.Tablebase) (chess.Searcher, error) {
	s := named.New()
	if named.Name == chess.Players()[0].Name { // the only one with a known strength
		if t != nil {
			s = chess.NewAlphaBeta(chess.NewDefaultEvaluator(), func(o *chess.AlphaBetaOptions) { o.Tablebase = t })
		}
		s = chess.NewHandicap(s, rand.Uint64())
	}
	configurable, _ := s.(chess.Configurable)
	var evaluation, weights, book string
	var numbers []Setting // of the evaluation
	for _, o := range settings {
		switch {
		case o.empty("eval", "weights", "book"):
			return nil, fmt.Errorf("%s= has no value", o.Name)
		case o.Name == "eval":
			evaluation = o.Value
		case o.Name == "weights":
			weights = o.Value
		case o.Name == "book":
			book = o.Value
		case configurable != nil && hasOption(configurable, o.Name):
			if strings.EqualFold(o.Name, strength) && !hasSetting(settings, limitStrength) { // who names a strength wants it
				configurable.SetOption(limitStrength, "true")
			}
			if err := configurable.SetOption(o.Name, o.Value); err != nil {
				return nil, err
			}
		default:
			numbers = append(numbers, o)
		}
	}
	if evaluation != "" || weights != "" || len(numbers) > 0 {
		if err := setEvaluation(named.Name, s, evaluation, weights, numbers); err != nil {
			return nil, err
		}
	}
	if book == "" {
		return s, nil
	}
	return withBook(s, book)
}

// The options of a chess.Handicap: whether it is limited, its strength, and its blind spot.
const (
	limitStrength = "UCI_LimitStrength"
	strength      = "UCI_Elo"
	overlooks     = "Overlooks"
)

// Ratings returns the lowest and the highest Elo to which the players of the package can be
// limited.
func Ratings() (low, high int) {
	for _, o := range chess.NewHandicap(chess.NewMinimax(nil), 0).Options() { // without a table
		if o.Name == strength {
			low, high = o.Min, o.Max
		}
	}
	return low, high
}

// Practice returns a line on how to play against one of the strength of the player of the lessons who makes the
// costliest of the bad moves that one can ask for, or "" if there are none. The format is of the Elo and the name.
func Practice(l *chess.Lessons, language chess.Language, format string) string {
	cost := map[string]float64{}
	for _, g := range slices.Concat(l.Allowed, l.Missed) {
		cost[g.Name] += g.Cost
	}
	most := ""
	for _, o := range chess.NewHandicap(chess.NewMinimax(nil), 0).Options() { // without a table
		for _, name := range o.Choices {
			if o.Name == overlooks && cost[name] > cost[most] {
				most = name
			}
		}
	}
	if most == "" {
		return ""
	}
	sum, n := 0, 0
	for _, r := range l.Ratings {
		if r[0] > 0 {
			sum += r[0]
			n++
		}
	}
	elo := 1400 // of most people
	if n > 0 {
		elo = (sum/n + 50) / 100 * 100
	}
	low, high := Ratings()
	return "- " + practise[language] + ": " + fmt.Sprintf(format, min(max(elo, low), high), most) + "\n"
}

var practise = map[chess.Language]string{chess.English: "To practise", chess.German: "Zum Üben"}

func hasSetting(settings []Setting, name string) bool {
	return slices.ContainsFunc(settings, func(o Setting) bool { return strings.EqualFold(o.Name, name) })
}

func hasOption(s chess.Configurable, name string) bool {
	return slices.ContainsFunc(s.Options(), func(o chess.Option) bool { return strings.EqualFold(o.Name, name) })
}

// setEvaluation sets the evaluation that s plays by: the named one, or else that which
// it has, with other numbers.
func setEvaluation(player string, s chess.Searcher, evaluation, weights string, numbers []Setting) error {
	have := EvaluatorOf(s)
	switch {
	case have != nil:
	case len(numbers) > 0:
		return unknown(player, s, nil, numbers[0].Name)
	default:
		return fmt.Errorf("%s does not evaluate", player)
	}
	if evaluation != "" {
		named, err := chess.ByName(chess.Evaluators(), evaluation)
		if err != nil {
			return fmt.Errorf("there is no evaluation %q: want %s", evaluation, strings.Join(namesOf(chess.Evaluators()), ", "))
		}
		have = named.New()
	}
	terms := have.Terms()
	for _, n := range numbers {
		feature := n.Name
		if i := strings.IndexAny(feature, ".["); i >= 0 {
			feature = feature[:i]
		}
		if !slices.ContainsFunc(terms, func(t chess.Term) bool { return strings.EqualFold(t.Feature.Name(), feature) }) {
			return unknown(player, s, terms, n.Name)
		}
	}
	e, err := changed(have, weights, numbers)
	if err != nil {
		return err
	}
	return s.(chess.Evaluating).SetEvaluator(e)
}

// unknown is the error for a setting that a player does not have. It lists those that
// it has.
func unknown(player string, s chess.Searcher, terms []chess.Term, name string) error {
	var options, features []string
	if configurable, ok := s.(chess.Configurable); ok {
		for _, o := range configurable.Options() {
			if o.Kind != "button" {
				options = append(options, o.Name)
			}
		}
	}
	for _, t := range terms {
		features = append(features, t.Feature.Name())
	}
	text := fmt.Sprintf("no option or feature of %s is called %q", player, name)
	if len(options) > 0 {
		text += "; its options: " + strings.Join(options, ", ")
	}
	if len(features) > 0 {
		text += "; its features: " + strings.Join(features, ", ")
	}
	return errors.New(text)
}

// EvaluatorOf returns the evaluation that s plays by, to explain it; nil if s has
// none that can be explained.
func EvaluatorOf(s chess.Searcher) *chess.FeatureEvaluator {
	if evaluating, ok := s.(chess.Evaluating); ok {
		e, _ := evaluating.Evaluator().(*chess.FeatureEvaluator)
		return e
	}
	return nil
}

// String returns the display name.
func (d *Description) String() string { return cmp.Or(d.Name, d.Text) }

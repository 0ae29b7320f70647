package contest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/program"
)

// Description is the parsed description of a player: a player and its settings,
// separated by commas.
type Description struct {
	Player      string // a name, or "uci:" and the command of an engine
	Name        string // the display name; empty if none is given
	TimeControl chess.TimeControl
	Limits      chess.Limits
	Options     []Option // the other settings
}

// Option is a setting for a searcher.
type Option struct{ Name, Value string }

// Describe parses the description of a player. It does not check whether the
// player and its options exist.
func Describe(spec string) (*Description, error) {
	words := strings.Split(spec, ",")
	d := &Description{Player: strings.TrimSpace(words[0])}
	for _, word := range words[1:] {
		name, value, ok := strings.Cut(strings.TrimSpace(word), "=")
		var err error
		switch {
		case !ok:
			err = fmt.Errorf("%q is not name=value", word)
		case name == "name":
			d.Name = value
		case name == "tc":
			d.TimeControl, err = chess.ParseTimeControl(value)
		case name == "nodes":
			d.Limits.Nodes, err = strconv.ParseInt(value, 10, 64)
		case name == "depth":
			d.Limits.Depth, err = strconv.Atoi(value)
		case name == "time":
			d.Limits.Time, err = time.ParseDuration(value)
		default:
			d.Options = append(d.Options, Option{name, value})
		}
		if err == nil && min(int64(d.Limits.Depth), d.Limits.Nodes, int64(d.Limits.Time)) < 0 {
			err = fmt.Errorf("%s is negative", name)
		}
		if err != nil {
			return nil, err
		}
	}
	return d, nil
}

// engine is the prefix of the description of an engine.
const engine = "uci:"

// IsEngine reports whether the player is an engine.
func (d *Description) IsEngine() bool { return strings.HasPrefix(d.Player, engine) }

// Command returns the command of an engine, or Player if it is not an engine.
func (d *Description) Command() string { return strings.TrimPrefix(d.Player, engine) }

// Maker returns a function that makes the searcher and sets its options. Maker
// looks for the program of an engine, and the function starts it. If the player is
// not an engine, own makes the searcher.
func (d *Description) Maker(own func() chess.Searcher) (func(context.Context) (chess.Searcher, error), error) {
	start := func(context.Context) (chess.Searcher, error) { return own(), nil }
	if d.IsEngine() {
		words := strings.Fields(d.Command())
		if len(words) == 0 {
			return nil, errors.New("the engine has no name")
		}
		path, err := program.Find(words[0])
		if err != nil {
			return nil, err
		}
		start = func(ctx context.Context) (chess.Searcher, error) {
			return chess.StartClient(ctx, exec.Command(path, words[1:]...), 0)
		}
	}
	return func(ctx context.Context) (chess.Searcher, error) {
		s, err := start(ctx)
		if err != nil {
			return nil, err
		}
		if err := d.configure(s); err != nil {
			CloseSearcher(s)
			return nil, err
		}
		return s, nil
	}, nil
}

// configure sets the options of a searcher.
func (d *Description) configure(s chess.Searcher) error {
	for _, o := range d.Options {
		c, ok := s.(chess.Configurable)
		if !ok {
			return fmt.Errorf("there is no option %q", o.Name)
		}
		if err := c.SetOption(o.Name, o.Value); err != nil {
			return err
		}
	}
	return nil
}

// CloseSearcher closes the searcher if it is an engine.
func CloseSearcher(s chess.Searcher) {
	if c, ok := s.(io.Closer); ok {
		c.Close()
	}
}

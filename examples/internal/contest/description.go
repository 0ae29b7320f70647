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

// Description is how a player is written, taken apart: who it is, and then
// settings, with commas between.
type Description struct {
	Who         string // a name, or "uci:" and the command of an engine
	Name        string // what it is called; empty if nothing is said
	TimeControl chess.TimeControl
	Limits      chess.Limits
	Options     []Option // the other settings
}

// Option is a setting for a searcher.
type Option struct{ Name, Value string }

// Describe takes the description of a player apart. Whether there is such a
// player, and such an option, it does not ask.
func Describe(spec string) (*Description, error) {
	words := strings.Split(spec, ",")
	d := &Description{Who: strings.TrimSpace(words[0])}
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

// engine is what the description of an engine begins with.
const engine = "uci:"

// IsEngine reports whether the player is an engine.
func (d *Description) IsEngine() bool { return strings.HasPrefix(d.Who, engine) }

// Command returns the command of an engine, and Who of another player.
func (d *Description) Command() string { return strings.TrimPrefix(d.Who, engine) }

// Maker returns what makes the searcher and sets its options. An engine is looked
// for now and started then; of another player the searcher is made by own.
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

// CloseSearcher ends an engine; other searchers need no end.
func CloseSearcher(s chess.Searcher) {
	if c, ok := s.(io.Closer); ok {
		c.Close()
	}
}

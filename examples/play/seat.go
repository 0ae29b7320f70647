package main

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

// A seat is who plays one side: a person, or a searcher with its limits.
type seat struct {
	name    string
	limits  chess.Limits
	control chess.TimeControl                             // of his own, if it is not zero
	create  func(context.Context) (chess.Searcher, error) // nil for a person

	// The searcher is made when it is first needed. Only the task that is
	// running, of which there is one at a time, knows these.
	searcher chess.Searcher
	game     int // the one that it has been told of
}

// thinkingTime is how long a searcher thinks about a move unless something else
// is said.
const thinkingTime = time.Second

func (s *seat) person() bool { return s.create == nil }

// A setting is an option of a searcher.
type setting struct{ name, value string }

// newSeat reads who is to play: "person", the name of one of chess.Players, or
// "uci:" and the command of an engine; and then settings, with commas between.
func newSeat(spec string) (*seat, error) {
	words := strings.Split(spec, ",")
	s := &seat{name: strings.TrimSpace(words[0])}
	var settings []setting
	for _, word := range words[1:] {
		name, value, ok := strings.Cut(strings.TrimSpace(word), "=")
		var err error
		switch {
		case !ok:
			err = fmt.Errorf("%q is not name=value", word)
		case name == "name":
			s.name = printable(value)
		case name == "tc":
			s.control, err = chess.ParseTimeControl(value)
		case name == "depth":
			s.limits.Depth, err = strconv.Atoi(value)
		case name == "nodes":
			s.limits.Nodes, err = strconv.ParseInt(value, 10, 64)
		case name == "time":
			s.limits.Time, err = time.ParseDuration(value)
		default:
			settings = append(settings, setting{name, value})
		}
		if err == nil && min(int64(s.limits.Depth), s.limits.Nodes, int64(s.limits.Time)) < 0 {
			err = fmt.Errorf("%s is negative", name)
		}
		if err != nil {
			return nil, fmt.Errorf("player %q: %w", spec, err)
		}
	}
	if err := s.setCreate(strings.TrimSpace(words[0]), settings); err != nil {
		return nil, fmt.Errorf("player %q: %w", spec, err)
	}
	return s, nil
}

// setCreate finds out how the searcher is made, if it is no person.
func (s *seat) setCreate(who string, settings []setting) error {
	if who == "person" {
		if len(settings) > 0 {
			return fmt.Errorf("a person has no %s", settings[0].name)
		}
		return nil
	}
	var start func(context.Context) (chess.Searcher, error)
	if command, ok := strings.CutPrefix(who, "uci:"); ok {
		args := strings.Fields(command)
		if len(args) == 0 {
			return errors.New("the engine has no name")
		}
		path, err := program.Find(args[0])
		if err != nil {
			return err
		}
		if s.name == who {
			s.name = printable(command)
		}
		start = func(ctx context.Context) (chess.Searcher, error) {
			return chess.StartClient(ctx, exec.Command(path, args[1:]...), 0)
		}
	} else {
		p, err := chess.PlayerByName(who)
		if err != nil {
			return errors.New(strings.TrimPrefix(err.Error(), "chess: ") + ", person, and uci:command")
		}
		start = func(context.Context) (chess.Searcher, error) { return p.New(), nil }
	}
	s.create = func(ctx context.Context) (chess.Searcher, error) {
		searcher, err := start(ctx)
		if err != nil {
			return nil, err
		}
		if err := configure(searcher, settings); err != nil {
			closeSearcher(searcher)
			return nil, err
		}
		return searcher, nil
	}
	return nil
}

// configure sets the options of a searcher.
func configure(s chess.Searcher, settings []setting) error {
	for _, o := range settings {
		c, ok := s.(chess.Configurable)
		if !ok {
			return fmt.Errorf("there is no option %q", o.name)
		}
		if err := c.SetOption(o.name, o.value); err != nil {
			return err
		}
	}
	return nil
}

func closeSearcher(s chess.Searcher) {
	if c, ok := s.(io.Closer); ok {
		c.Close()
	}
}

// open makes the searcher if there is none yet. An engine lives as long as ctx.
func (s *seat) open(ctx context.Context) (err error) {
	if s.searcher == nil {
		s.searcher, err = s.create(ctx)
	}
	return err
}

// close ends an engine; the next search would start it again.
func (s *seat) close() {
	if s.searcher != nil {
		closeSearcher(s.searcher)
		s.searcher = nil
	}
}

// bounds returns the limits of a search with these clocks.
func (s *seat) bounds(clocks *[2]clock, mover chess.Color) chess.Limits {
	l := s.limits
	l.Clock = showing(clocks, mover)
	switch left := l.Clock.Left[mover]; {
	case l.Clock != chess.Clock{}:
		if l.Time == 0 || l.Time > left/4 {
			l.Time = left / 4 // for searchers that do not look at clocks
		}
	case l.Depth == 0 && l.Nodes == 0 && l.Time == 0:
		l.Time = thinkingTime
	}
	return l
}

// printable returns text without what could upset a terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
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

// newSeat reads who is to play: "person", the name of one of chess.Players, or
// "uci:" and the command of an engine; and then settings, with commas between.
func newSeat(spec string) (*seat, error) {
	d, err := contest.Describe(spec)
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", spec, err)
	}
	s := &seat{name: printable(cmp.Or(d.Name, d.Command())), limits: d.Limits, control: d.TimeControl}
	if s.create, err = maker(d); err != nil {
		return nil, fmt.Errorf("player %q: %w", spec, err)
	}
	return s, nil
}

// maker returns what makes the searcher, or nil for a person.
func maker(d *contest.Description) (func(context.Context) (chess.Searcher, error), error) {
	if d.Who == "person" {
		if len(d.Options) > 0 {
			return nil, fmt.Errorf("a person has no %s", d.Options[0].Name)
		}
		return nil, nil
	}
	p, err := chess.PlayerByName(d.Who)
	if err != nil && !d.IsEngine() {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "chess: ") + ", person, and uci:command")
	}
	return d.Maker(p.New)
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
		contest.CloseSearcher(s.searcher)
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

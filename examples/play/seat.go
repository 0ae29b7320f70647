package main

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// A seat is the player of one side: a person, or a searcher with its limits.
type seat struct {
	name    string
	limits  chess.Limits
	control chess.TimeControl                             // the player's own, if it is not zero
	create  func(context.Context) (chess.Searcher, error) // nil for a person

	// Only the running task uses these; there is one at a time.
	searcher chess.Searcher // created when it is first needed
	game     int            // the number of the game of the last search
}

// thinkingTime is the time of a searcher for a move if it has no other limit.
const thinkingTime = time.Second

func (s *seat) person() bool { return s.create == nil }

// newSeat parses the description of a player: "person", or as in player.Usage.
func newSeat(spec string) (*seat, error) {
	d, err := player.Describe(spec)
	if err != nil {
		return nil, fmt.Errorf("player %q: %w", spec, err)
	}
	s := &seat{name: printable(cmp.Or(d.Name, d.Command())), limits: d.Limits, control: d.TimeControl}
	if s.create, err = maker(d); err != nil {
		return nil, fmt.Errorf("player %q: %w", spec, err)
	}
	return s, nil
}

// maker returns the function that makes the searcher, or nil for a person.
func maker(d *player.Description) (func(context.Context) (chess.Searcher, error), error) {
	if d.Player != "person" {
		return d.Maker()
	}
	if len(d.Settings) > 0 {
		return nil, fmt.Errorf("a person has no option %q", d.Settings[0].Name)
	}
	return nil, nil
}

// open makes the searcher if there is none yet. An engine runs until ctx is done.
func (s *seat) open(ctx context.Context) (err error) {
	if s.searcher == nil {
		s.searcher, err = s.create(ctx)
	}
	return err
}

// close closes the searcher; the next search would make it again.
func (s *seat) close() {
	if s.searcher != nil {
		player.Close(s.searcher)
		s.searcher = nil
	}
}

// bounds returns the limits of a search with these clocks.
func (s *seat) bounds(clocks *[2]clock, mover chess.Color) chess.Limits {
	l := s.limits
	l.Clock = searchClock(clocks, mover)
	switch left := l.Clock.Left[mover]; {
	case l.Clock != chess.Clock{}:
		if l.Time == 0 || l.Time > left/4 {
			l.Time = left / 4 // for searchers that ignore the clock
		}
	case l.Depth == 0 && l.Nodes == 0 && l.Time == 0:
		l.Time = thinkingTime
	}
	return l
}

// printable returns text with spaces in place of characters that are not printable,
// such as escape sequences.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
}

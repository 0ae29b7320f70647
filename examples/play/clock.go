package main

import (
	"fmt"
	"time"

	"github.com/seed-0971039b/chess"
)

// A clock is the clock of one player. It shows the time that is left, or the time
// used if there is no time control.
type clock struct {
	control chess.TimeControl
	left    time.Duration
	used    time.Duration
	made    int // moves since the last time control
}

func newClock(tc chess.TimeControl) clock { return clock{control: tc, left: tc.Time} }

// limited reports whether there is a time control.
func (c *clock) limited() bool { return c.control != chess.TimeControl{} }

// run subtracts the time that a player has used.
func (c *clock) run(d time.Duration) {
	c.left -= d
	c.used += d
}

// press ends a move. It adds the increment and, at the end of a time control, the
// time for the next.
func (c *clock) press() {
	c.left += c.control.Increment
	if c.made++; c.made == c.control.Moves {
		c.made = 0
		c.left += c.control.Time
	}
}

// out reports whether the time has run out.
func (c *clock) out() bool { return c.limited() && c.left <= 0 }

// String returns minutes and seconds, and tenths in the last half minute.
func (c *clock) String() string {
	d := c.used
	if c.limited() {
		d = max(c.left, 0)
	}
	if c.limited() && d < 30*time.Second {
		return fmt.Sprintf("%d:%04.1f", d/time.Minute, d.Truncate(time.Second/10).Seconds())
	}
	s := int(d / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// searchClock returns the clocks for a search, or the zero Clock if the mover has no
// time control. If only the mover has one, the opponent gets the same clock.
func searchClock(clocks *[2]clock, mover chess.Color) chess.Clock {
	own := &clocks[mover]
	if !own.limited() {
		return chess.Clock{}
	}
	var s chess.Clock
	for c := range clocks {
		k := &clocks[c]
		if !k.limited() {
			k = own
		}
		s.Left[c], s.Increment[c] = k.left, k.control.Increment
	}
	if own.control.Moves > 0 {
		s.MovesToGo = own.control.Moves - own.made
	}
	return s
}

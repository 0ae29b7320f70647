package chess

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// TimeControl is how much time a player has. The zero TimeControl is no clock.
type TimeControl struct {
	Moves     int           // to be made in Time, which is then added again; 0 is all moves of the game
	Time      time.Duration // at the start
	Increment time.Duration // added after each move
}

// ParseTimeControl parses a time control as programs that play matches write it: "60" is a minute for the
// game, "1+0.01" a second and an increment of a hundredth, "40/60+0.6" a minute for each 40 moves,
// "5:00+3" has minutes and seconds, and "-" is no clock. Moves is at most 32,767, and a time 100 hours.
// An error is a *ParseError that matches ErrSyntax.
func ParseTimeControl(s string) (TimeControl, error) {
	var tc TimeControl
	if s == "-" {
		return tc, nil
	}
	fail := func(offset int, detail string) (TimeControl, error) {
		return TimeControl{}, &ParseError{Kind: ErrSyntax, Field: "time control", Input: s, Offset: offset, Detail: detail}
	}
	at := 0
	if moves, _, ok := strings.Cut(s, "/"); ok {
		n, err := strconv.ParseUint(moves, 10, 15)
		if err != nil || n == 0 {
			return fail(0, "the number of moves is not one from 1 to 32767")
		}
		tc.Moves, at = int(n), len(moves)+1
	}
	base, increment, more := strings.Cut(s[at:], "+")
	var ok bool
	if tc.Time, ok = parseSeconds(base); !ok || tc.Time == 0 {
		return fail(at, "not a time in seconds, or minutes and seconds")
	}
	if tc.Increment, ok = parseSeconds(increment); more && !ok {
		return fail(at+len(base)+1, "not an increment in seconds")
	}
	return tc, nil
}

// parseSeconds parses seconds, which may have decimals, or minutes and seconds
// with a colon between them; at most maxTime.
func parseSeconds(s string) (time.Duration, bool) {
	minutes := uint64(0)
	if m, seconds, ok := strings.Cut(s, ":"); ok {
		var err error
		if minutes, err = strconv.ParseUint(m, 10, 12); err != nil {
			return 0, false
		}
		s = seconds
	}
	if strings.Trim(s, "0123456789.") != "" {
		return 0, false
	}
	d, err := time.ParseDuration(s + "s")
	d += time.Duration(minutes) * time.Minute
	return d, err == nil && d <= maxTime
}

// maxControlMoves is the largest number of moves in a time control.
const maxControlMoves = 1<<15 - 1

// maxTime is the longest time on a clock that is read.
const maxTime = 100 * time.Hour

// String returns the form that ParseTimeControl and PGN use, "40/60+0.6"; "-" for no clock.
func (tc TimeControl) String() string {
	if tc == (TimeControl{}) {
		return "-"
	}
	var b []byte
	if tc.Moves > 0 {
		b = append(strconv.AppendInt(b, int64(tc.Moves), 10), '/')
	}
	b = appendSeconds(b, tc.Time)
	if tc.Increment > 0 {
		b = appendSeconds(append(b, '+'), tc.Increment)
	}
	return string(b)
}

// MarshalText returns what String does, or an error if ParseTimeControl would not accept it.
func (tc TimeControl) MarshalText() ([]byte, error) {
	if err := tc.check(); err != nil {
		return nil, err
	}
	return []byte(tc.String()), nil
}

// UnmarshalText reads what ParseTimeControl does.
func (tc *TimeControl) UnmarshalText(text []byte) error {
	return unmarshalText(tc, text, ParseTimeControl)
}

// appendSeconds appends a duration in seconds, exactly: a float64 cannot hold every number of
// nanoseconds.
func appendSeconds(b []byte, d time.Duration) []byte {
	b = strconv.AppendInt(b, int64(d/time.Second), 10)
	if d %= time.Second; d == 0 {
		return b
	}
	return bytes.TrimRight(fmt.Appendf(b, ".%09d", int64(d)), "0")
}

// check returns an error if tc is not possible.
func (tc TimeControl) check() error {
	if tc.Moves < 0 || tc.Moves > maxControlMoves || tc.Time < 0 || tc.Increment < 0 || max(tc.Time, tc.Increment) > maxTime ||
		tc.Time == 0 && tc != (TimeControl{}) {
		return errors.New("chess: an impossible time control")
	}
	return nil
}

// A playerClock is the clock of one player during a game.
type playerClock struct {
	control TimeControl
	left    time.Duration
	made    int // moves since the last time control
}

func newPlayerClock(tc TimeControl) playerClock { return playerClock{control: tc, left: tc.Time} }

// runs reports whether the player has a clock at all.
func (c *playerClock) runs() bool { return c.control != TimeControl{} }

// stop subtracts the time that a move took, and adds the increment and, at a time control, the
// time for the next moves.
func (c *playerClock) stop(took time.Duration) {
	if !c.runs() {
		return
	}
	c.left = max(c.left-took, 0) + c.control.Increment
	if c.made++; c.made == c.control.Moves {
		c.made = 0
		c.left += c.control.Time
	}
}

// clocksFor returns the clocks as the player to move sees them. If the opponent has no clock, they
// show the player's own time for both.
func clocksFor(clocks *[2]playerClock, mover Color) Clock {
	own := &clocks[mover]
	if !own.runs() {
		return Clock{}
	}
	var s Clock
	for c := range clocks {
		k := &clocks[c]
		if !k.runs() {
			k = own
		}
		s.Left[c], s.Increment[c] = k.left, k.control.Increment
	}
	if own.control.Moves > 0 {
		s.MovesToGo = own.control.Moves - own.made
	}
	return s
}

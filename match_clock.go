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
	Moves     int           // to be made in Time, which is then given again; 0 is the whole game
	Time      time.Duration // to begin with
	Increment time.Duration // for each move, after it
}

// ParseTimeControl reads a time control as programs for matches write it: "60" is
// a minute for the game, "1+0.01" a second and a hundredth more for each move,
// "40/60" and "40/60+0.6" are for 40 moves, and "5:00+3" is in minutes and
// seconds; "-" is no clock. An error is a *ParseError.
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

// parseSeconds reads seconds, with decimals if need be, or minutes and seconds
// with a colon between; at most a hundred hours.
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

const maxTime = 100 * time.Hour

// String returns the time control as ParseTimeControl reads it and PGN writes
// it, "40/60+0.6"; "-" for none.
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

// appendSeconds writes a duration to the nanosecond: not every one has a
// float64 of its own.
func appendSeconds(b []byte, d time.Duration) []byte {
	b = strconv.AppendInt(b, int64(d/time.Second), 10)
	if d %= time.Second; d == 0 {
		return b
	}
	return bytes.TrimRight(fmt.Appendf(b, ".%09d", int64(d)), "0")
}

// check refuses what is no time control.
func (tc TimeControl) check() error {
	if tc.Moves < 0 || tc.Time < 0 || tc.Increment < 0 || max(tc.Time, tc.Increment) > maxTime ||
		tc.Time == 0 && tc != (TimeControl{}) {
		return errors.New("an impossible time control")
	}
	return nil
}

// A clock is a player's in a game.
type clock struct {
	control TimeControl
	left    time.Duration
	made    int // moves since the last time control
}

func newClock(tc TimeControl) clock { return clock{control: tc, left: tc.Time} }

// runs reports whether the player has a clock at all.
func (c *clock) runs() bool { return c.control != TimeControl{} }

// stop takes off what a move took and gives what it earned.
func (c *clock) stop(took time.Duration) {
	if !c.runs() {
		return
	}
	c.left = max(c.left-took, 0) + c.control.Increment
	if c.made++; c.made == c.control.Moves {
		c.made = 0
		c.left += c.control.Time
	}
}

// showing returns what a player sees on the clocks. One who has a clock, while
// the opponent has none, sees his own twice.
func showing(clocks *[2]clock, mover Color) Clock {
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

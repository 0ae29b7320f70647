package chess

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// TimeControl is how much time a player has. It is comparable; the zero TimeControl is no clock.
type TimeControl struct {
	Moves     int           // to be made in Time, which is then added again unless Then says what follows; 0 is all moves
	Time      time.Duration // at the start
	Increment time.Duration // added after each move
	Then      [3]TimeStage  // the stages after the first, as many as there are
	Hourglass bool          // a player gets the time that the opponent uses
}

// TimeStage is a part of a TimeControl: Time is added when it begins, for the next Moves, or for the rest of
// the game if Moves is 0. A last stage with Moves is repeated.
type TimeStage struct {
	Moves     int
	Time      time.Duration
	Increment time.Duration
}

// ParseTimeControl parses a time control as the PGN standard has it (9.6.1), in seconds, and as programs
// that play matches write it: "60" is a minute for the game, "1+0.01" a second and an increment of a
// hundredth, "40/60+0.6" a minute for each 40 moves, "40/9000:3600" 40 moves in 9,000 seconds and an hour
// for the others, "*60" an hourglass; "5:00+3" has minutes and seconds; "-" is no clock, and so is "?", which
// says that nobody knows. For "3+2" in minutes use ParseMinutes. There are at most four stages of 32,767
// moves, and 100 hours. An error is a *ParseError that matches ErrSyntax.
func ParseTimeControl(s string) (TimeControl, error) {
	var tc TimeControl
	if s == "-" || s == "?" {
		return tc, nil
	}
	fail := func(offset int, detail string) (TimeControl, error) {
		return TimeControl{}, &ParseError{Kind: ErrSyntax, Field: "time control", Input: s, Offset: offset, Detail: detail}
	}
	rest, hourglass := strings.CutPrefix(s, "*")
	tc.Hourglass = hourglass
	for i := 0; ; i++ {
		text, after, more := cutStage(rest)
		at := len(s) - len(rest)
		stage, offset, detail := parseStage(text)
		switch {
		case detail != "":
			return fail(at+offset, detail)
		case more && stage.Moves == 0:
			return fail(at, "a number of moves is missing before a stage that is not the last")
		case i > len(tc.Then):
			return fail(at, "too many stages")
		case hourglass && (more || stage.Moves > 0 || stage.Increment > 0):
			return fail(at, "an hourglass has one time")
		case i == 0:
			tc.Moves, tc.Time, tc.Increment = stage.Moves, stage.Time, stage.Increment
		default:
			tc.Then[i-1] = stage
		}
		if rest = after; !more {
			return tc, nil
		}
	}
}

// cutStage returns the first stage of a time control and the others. A colon before two digits is one
// between minutes and seconds.
func cutStage(s string) (stage, others string, more bool) {
	for i := range len(s) {
		if s[i] == ':' && !isSeconds(s[i+1:]) {
			return s[:i], s[i+1:], true
		}
	}
	return s, "", false
}

// isSeconds reports whether a text begins with seconds as they stand behind minutes: two digits.
func isSeconds(s string) bool {
	return len(s) >= 2 && s[0]-'0' < 6 && s[1]-'0' < 10 && (len(s) == 2 || strings.IndexByte(".+:", s[2]) >= 0)
}

// parseStage parses "40/60+0.6". It returns what is wrong, and where, or "".
func parseStage(s string) (stage TimeStage, offset int, wrong string) {
	at := 0
	if moves, _, ok := strings.Cut(s, "/"); ok {
		n, err := strconv.ParseUint(moves, 10, 15)
		if err != nil || n == 0 {
			return stage, 0, "the number of moves is not one from 1 to 32767"
		}
		stage.Moves, at = int(n), len(moves)+1
	}
	base, increment, more := strings.Cut(s[at:], "+")
	var ok bool
	if stage.Time, ok = parseSeconds(base); !ok || stage.Time == 0 {
		return stage, at, "not a time in seconds, or minutes and seconds"
	}
	if stage.Increment, ok = parseSeconds(increment); more && !ok {
		return stage, at + len(base) + 1, "not an increment in seconds"
	}
	return stage, 0, ""
}

// ParseMinutes parses a time control as players name it: minutes, and the seconds that a move adds, as in
// "3+2", "3|2", "15 10", "1:30+1", "1/2+0" and "½+1". An error is a *ParseError that matches ErrSyntax.
func ParseMinutes(s string) (TimeControl, error) {
	minutes, increment, more := s, "", false
	for _, sign := range []string{"+", "|", " "} {
		if minutes, increment, more = strings.Cut(strings.TrimSpace(s), sign); more {
			break
		}
	}
	text := strings.TrimSpace(minutes)
	switch text {
	case "1/2", "½":
		text = "0.5"
	case "1/4", "¼":
		text = "0.25"
	case "3/4", "¾":
		text = "0.75"
	}
	var tc TimeControl
	n, err := strconv.ParseFloat(text, 64)
	ok := err == nil && strings.Trim(text, "0123456789.") == "" && n*float64(time.Minute) <= float64(maxTime)
	if ok {
		tc.Time = time.Duration(math.Round(n * float64(time.Minute)))
	} else if strings.Contains(text, ":") {
		tc.Time, ok = parseSeconds(text)
	}
	if more && ok {
		tc.Increment, ok = parseSeconds(strings.TrimSpace(increment))
	}
	if !ok || tc.Time == 0 {
		return TimeControl{}, &ParseError{Kind: ErrSyntax, Field: "time control in minutes", Input: s, Detail: `not minutes and the seconds that a move adds, as in "3+2"`}
	}
	return tc, nil
}

// Stage returns the stage of a player who has made a number of moves, and how many are left in it: 0 if it
// lasts to the end of the game.
func (tc TimeControl) Stage(made int) (stage TimeStage, left int) {
	stage = TimeStage{tc.Moves, tc.Time, tc.Increment}
	for i := 0; stage.Moves > 0 && made >= stage.Moves; i++ {
		made -= stage.Moves
		if i < len(tc.Then) && tc.Then[i] != (TimeStage{}) {
			stage = tc.Then[i]
		} else {
			made %= stage.Moves
		}
	}
	return stage, max(0, stage.Moves-made)
}

// Added returns the time that a player's last move adds: the increment and, if it ends a stage, the time of
// the next. made is the number of the player's moves, at least 1.
func (tc TimeControl) Added(made int) time.Duration {
	stage, left := tc.Stage(made - 1)
	added := stage.Increment
	if left == 1 {
		next, _ := tc.Stage(made)
		added += next.Time
	}
	return added
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
	if tc.Hourglass {
		b = append(b, '*')
	}
	b = TimeStage{tc.Moves, tc.Time, tc.Increment}.append(b)
	for _, stage := range tc.Then {
		if stage == (TimeStage{}) {
			break
		}
		if b = append(b, ':'); isSeconds(string(stage.append(nil))) {
			b = append(b, '0') // so that it is no number of seconds behind minutes
		}
		b = stage.append(b)
	}
	return string(b)
}

func (s TimeStage) append(b []byte) []byte {
	if s.Moves > 0 {
		b = append(strconv.AppendInt(b, int64(s.Moves), 10), '/')
	}
	b = appendSeconds(b, s.Time)
	if s.Increment > 0 {
		b = appendSeconds(append(b, '+'), s.Increment)
	}
	return b
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
	if again, err := ParseTimeControl(tc.String()); err != nil || again != tc {
		return errors.New("chess: an impossible time control")
	}
	return nil
}

// A playerClock is the clock of one player during a game.
type playerClock struct {
	control TimeControl
	left    time.Duration
	made    int // moves
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
	c.made++
	c.left = max(c.left-took, 0) + c.control.Added(c.made)
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
		stage, toGo := k.control.Stage(k.made)
		s.Left[c], s.Increment[c] = k.left, stage.Increment
		if Color(c) == mover {
			s.MovesToGo = toGo
		}
	}
	return s
}

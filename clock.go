package chess

import (
	"bytes"
	"encoding/json"
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

	// Delay is how much of each move costs nothing: the clock waits for that long or, if
	// Bronstein is set, runs at once and gets it back after the move.
	Delay     time.Duration
	Bronstein bool
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
// for the others, "*60" an hourglass; "5:00+3" has minutes and seconds; "300d5" a delay of 5 seconds, and
// "300b5" one after Bronstein, which PGN does not know; "-" is no clock, and so is "?", which says that nobody
// knows. For "3+2" in minutes use ParseMinutes. There are at most four stages of 32,767 moves, and 100 hours.
// An error is a *ParseError that matches ErrSyntax.
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
	end := len(s) // of the stages
	if i := strings.IndexAny(s, "db"); i > 0 && s[i-1]-'0' < 10 {
		var ok bool
		if tc.Delay, ok = parseSeconds(s[i+1:]); !ok || tc.Delay == 0 {
			return fail(i+1, "not a delay in seconds")
		}
		tc.Bronstein = s[i] == 'b'
		rest, end = rest[:len(rest)-len(s)+i], i
	}
	for i := 0; ; i++ {
		text, after, more := cutStage(rest)
		at := end - len(rest)
		stage, offset, detail := parseStage(text)
		switch {
		case detail != "":
			return fail(at+offset, detail)
		case more && stage.Moves == 0:
			return fail(at, "a number of moves is missing before a stage that is not the last")
		case i > len(tc.Then):
			return fail(at, "too many stages")
		case hourglass && (more || stage.Moves > 0 || stage.Increment > 0 || tc.Delay > 0):
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

// stage returns the stage of a player who has made a number of moves, and how many are left in it: 0 if it
// lasts to the end of the game.
func (tc TimeControl) stage(made int) (stage TimeStage, left int) {
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

// added returns the time that a player's last move adds: the increment and, if it ends a stage, the time of
// the next. made is the number of the player's moves, at least 1.
func (tc TimeControl) added(made int) time.Duration {
	stage, left := tc.stage(made - 1)
	added := stage.Increment
	if left == 1 {
		next, _ := tc.stage(made)
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
	if tc.Delay > 0 {
		sign := byte('d')
		if tc.Bronstein {
			sign = 'b'
		}
		b = appendSeconds(append(b, sign), tc.Delay)
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

// GameClock is the clock of a game: Start lets the time of a side run, and Press ends a move. The zero
// GameClock, and a side whose TimeControl is zero, count the time and have no limit.
//
//	k := chess.GameClock{Control: [2]chess.TimeControl{blitz, blitz}}
//	k.Start(chess.White, time.Now())
//	took, ok := k.Press(chess.White, time.Now()) // White has moved; if !ok, too late
//
// It is a plain value without a goroutine: what the clock shows depends on the time that it is asked for, so a
// test needs no sleep. To wait until a flag falls use time.AfterFunc or time.After with time.Until of Flag. A
// copy is the clock as it was then, which is what takes a move back. In JSON it has all of its state.
type GameClock struct {
	Control [2]TimeControl // by Color

	gained  [2]time.Duration // by moves, less what they have cost: what is left is Control.Time more
	used    [2]time.Duration
	made    [2]int        // moves
	turn    Color         // the side whose move is timed,
	spent   time.Duration // on it before
	since   time.Time     // its time has run,
	running bool          // and runs now
}

// Start lets the time of c run from now on. After Stop the move of c goes on; otherwise it begins.
func (k *GameClock) Start(c Color, now time.Time) {
	c &= 1
	k.Stop(now)
	k.turnTo(c)
	k.since, k.running = now, true
}

// turnTo makes the move of c the one that is timed. That of the other side has ended without Press.
func (k *GameClock) turnTo(c Color) {
	if c != k.turn {
		k.charge(k.spent)
		k.turn, k.spent = c, 0
	}
}

// Stop lets no time run until the next Start.
func (k *GameClock) Stop(now time.Time) {
	k.spent = k.elapsed(now)
	k.since, k.running = time.Time{}, false
}

// Running returns the side whose time runs, if one does.
func (k *GameClock) Running() (c Color, ok bool) { return k.turn, k.running }

// Press ends the move of c, which is the side whose time runs, gives it what its time control adds, and lets
// the time of the other side run. It returns how long the move took, and whether that was in time: otherwise
// nothing is added, and the clock stops. A clock that has been stopped stays so, but counts the move.
func (k *GameClock) Press(c Color, now time.Time) (took time.Duration, ok bool) {
	c &= 1
	running := k.running
	k.Stop(now)
	k.turnTo(c)
	took = k.spent
	if ok = k.press(took, 0); ok && running {
		k.since, k.running = now, true
	}
	return took, ok
}

// press ends the move that is timed, which may have taken longer than is allowed by a margin.
func (k *GameClock) press(took, margin time.Duration) bool {
	c := k.turn
	if k.limited(c) && took > k.allowed(c)+margin {
		return false
	}
	k.charge(took)
	k.gained[c] = max(k.gained[c], -k.Control[c].Time)
	k.made[c]++
	if k.limited(c) {
		k.gained[c] += k.Control[c].added(k.made[c])
	}
	k.turn, k.spent = c.Other(), 0
	return true
}

// charge takes the time that a move took off the clock of the side to move.
func (k *GameClock) charge(took time.Duration) {
	c := k.turn
	k.used[c] += took
	if k.Control[c].Hourglass {
		k.gained[c.Other()] += took
	}
	k.gained[c] -= max(took-k.Control[c].Delay, 0)
}

// elapsed returns how long the move of the side to move takes by now.
func (k *GameClock) elapsed(now time.Time) time.Duration {
	if !k.running {
		return k.spent
	}
	return k.spent + max(now.Sub(k.since), 0)
}

func (k *GameClock) limited(c Color) bool { return k.Control[c] != TimeControl{} }

// allowed returns how long a move of c may take.
func (k *GameClock) allowed(c Color) time.Duration {
	left := k.Control[c].Time + k.gained[c]
	if !k.Control[c].Bronstein {
		left += k.Control[c].Delay
	}
	return left
}

// Left returns what the clock of c shows: the time that is left, 0 if it is up or has no limit.
func (k *GameClock) Left(c Color, now time.Time) time.Duration {
	c &= 1
	if !k.limited(c) {
		return 0
	}
	return max(k.left(c, now), 0)
}

// left is Left without a bound.
func (k *GameClock) left(c Color, now time.Time) time.Duration {
	left, took := k.Control[c].Time+k.gained[c], k.elapsed(now)
	switch {
	case c == k.turn && k.Control[c].Bronstein:
		left -= took
	case c == k.turn:
		left -= max(took-k.Control[c].Delay, 0)
	case k.Control[k.turn].Hourglass:
		left += took
	}
	return left
}

// delayLeft returns how long the clock of c still waits in this move.
func (k *GameClock) delayLeft(c Color, now time.Time) time.Duration {
	if k.Control[c].Bronstein {
		return 0
	}
	if c != k.turn {
		return k.Control[c].Delay
	}
	return max(k.Control[c].Delay-k.elapsed(now), 0)
}

// SetControl gives c a time control, with all of its time, as for a new game.
func (k *GameClock) SetControl(c Color, tc TimeControl) {
	c &= 1
	k.Control[c], k.gained[c], k.used[c], k.made[c] = tc, 0, 0, 0
}

// Set makes the clock of c show a time now.
func (k *GameClock) Set(c Color, left time.Duration, now time.Time) {
	c &= 1
	k.gained[c] += left - k.left(c, now)
}

// Used returns the time that c has used for its moves, with the one under way.
func (k *GameClock) Used(c Color, now time.Time) time.Duration {
	c &= 1
	if c == k.turn {
		return k.used[c] + k.elapsed(now)
	}
	return k.used[c]
}

// Flag returns when the time is up of the side whose time runs. ok is false if none runs, or has no limit.
func (k *GameClock) Flag() (at time.Time, ok bool) {
	if !k.running || !k.limited(k.turn) {
		return time.Time{}, false
	}
	return k.since.Add(k.allowed(k.turn) - k.spent), true
}

// Clock returns what the clocks show for a Searcher of the side to move, as in Limits.Clock and Bot.Move: the
// zero Clock if that side has no limit. An opponent without a limit is shown with the clock of that side. A
// delay counts as an increment, and what is left of it in this move is added to the time.
func (k *GameClock) Clock(turn Color, now time.Time) Clock {
	turn &= 1
	if !k.limited(turn) {
		return Clock{}
	}
	var shown Clock
	for c := range Color(2) {
		from := c
		if !k.limited(c) {
			from = turn
		}
		stage, toGo := k.Control[from].stage(k.made[from])
		shown.Left[c] = max(k.left(from, now)+k.delayLeft(from, now), 0)
		shown.Increment[c] = stage.Increment + k.Control[from].Delay
		if c == turn {
			shown.MovesToGo = toGo
		}
	}
	return shown
}

// String returns what both clocks showed at the last Start, Stop or Press, White's first: "4m53s 5m0s".
func (k GameClock) String() string {
	return k.Left(White, k.since).String() + " " + k.Left(Black, k.since).String()
}

// A jsonGameClock is a GameClock in JSON.
type jsonGameClock struct {
	Control [2]TimeControl  `json:"control"`
	Left    [2]jsonDuration `json:"left"`
	Used    [2]jsonDuration `json:"used"`
	Made    [2]int          `json:"made"`
	Turn    Color           `json:"turn"`
	Spent   jsonDuration    `json:"spent,omitzero"`
	Since   *time.Time      `json:"since,omitzero"`
}

// MarshalJSON writes an object: the time controls as text, what both sides had left before this move, what
// they have used and the moves that they have made, by Color; whose move it is, how long that took before the
// last Start, and, if the clock runs, when that was.
func (k GameClock) MarshalJSON() ([]byte, error) {
	out := jsonGameClock{Control: k.Control, Made: k.made, Turn: k.turn, Spent: jsonDuration(k.spent)}
	for c := range k.Control {
		out.Left[c] = jsonDuration(k.Control[c].Time + k.gained[c])
		out.Used[c] = jsonDuration(k.used[c])
	}
	if k.running {
		out.Since = &k.since
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes. A clock that ran has run on since.
func (k *GameClock) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	var read jsonGameClock
	if err := readJSON(data, &read, "GameClock"); err != nil {
		return err
	}
	*k = GameClock{Control: read.Control, made: read.Made, turn: read.Turn, spent: read.Spent.duration()}
	for c := range k.Control {
		k.gained[c] = read.Left[c].duration() - read.Control[c].Time
		k.used[c] = read.Used[c].duration()
		k.made[c] = max(k.made[c], 0)
	}
	if read.Since != nil {
		k.since, k.running = *read.Since, true
	}
	return nil
}

package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// A menu is the start screen: what a game may be, and what of it is chosen.
type menu struct {
	rows []row
	at   int    // the chosen row
	own  string // the clock that is typed

	problem string // what is wrong with it
}

// A row is a line of the menu: something to choose, or to do if there are no options.
type row struct {
	name    string // the key is its first letter
	options []string
	chosen  int
	about   string // of an action
}

// The names of the rows.
const (
	goOnRow     = "Go on"
	colourRow   = "Colour"
	strengthRow = "Strength"
	timeRow     = "Time"
	variantRow  = "Variant"
	playRow     = "Play"
)

// Options that mean something else than what they say.
const (
	fullStrength = "full strength"
	friend       = "a friend here"
	noClock      = "no clock"
	ownClock     = "own"
	randomly     = "random"
)

// newMenu returns the menu with the game that was left, if it is not nil, as the first choice.
// The clock is that of the command line.
func newMenu(left *keptGame, control chess.TimeControl, now time.Time) *menu {
	m := &menu{rows: []row{
		{name: colourRow, options: []string{"White", "Black", randomly}},
		{name: strengthRow, options: strengths()},
		{name: timeRow, options: []string{noClock, "3+2", "10+5", "15+10", ownClock}},
		{name: variantRow, options: []string{"chess", "Chess960", "three-check"}},
		{name: playRow, about: "start a new game"},
	}}
	if left != nil {
		m.rows = slices.Insert(m.rows, 0, row{name: goOnRow, about: left.about(now)})
	}
	s := m.row(strengthRow)
	s.chosen = slices.Index(s.options, "1400")
	if control != (chess.TimeControl{}) {
		c := m.row(timeRow)
		c.chosen, m.own = len(c.options)-1, clockText(control)
	}
	return m
}

// remember chooses again what was chosen in another menu.
func (m *menu) remember(other *menu) {
	m.own = other.own
	for i := range m.rows {
		r := &m.rows[i]
		if k := slices.IndexFunc(other.rows, func(o row) bool { return o.name == r.name }); k >= 0 {
			r.chosen = other.rows[k].chosen
		}
	}
}

// strengths returns the strengths to choose from: Elo, in steps of a hundred.
func strengths() (all []string) {
	low, high := player.Ratings()
	for elo := low; elo <= high; elo += 100 {
		all = append(all, strconv.Itoa(elo))
	}
	return append(all, fullStrength, friend)
}

// row returns the row with a name.
func (m *menu) row(name string) *row {
	return &m.rows[slices.IndexFunc(m.rows, func(r row) bool { return r.name == name })]
}

// value returns what is chosen in the row with a name.
func (m *menu) value(name string) string {
	r := m.row(name)
	return r.options[r.chosen]
}

// press handles a key, and reports whether the chosen row is to be done: "Go on" or "Play".
func (m *menu) press(name, text string) (done bool) {
	m.problem = ""
	r := &m.rows[m.at]
	switch name {
	case "up", "shift+tab":
		m.at = (m.at + len(m.rows) - 1) % len(m.rows)
		return false
	case "down", "tab":
		m.at = (m.at + 1) % len(m.rows)
		return false
	case "left":
		r.step(-1)
		return false
	case "right", "space":
		r.step(1)
		return false
	case "home":
		m.at = 0
		return false
	case "end":
		m.at = len(m.rows) - 1
		return false
	case "backspace":
		m.own = m.own[:max(0, len(m.own)-1)]
		return false
	case "enter":
		return true
	}
	if text != "" && strings.Contains("0123456789+:", text) {
		m.at = slices.IndexFunc(m.rows, func(r row) bool { return r.name == timeRow })
		r = &m.rows[m.at]
		if r.chosen != len(r.options)-1 {
			r.chosen, m.own = len(r.options)-1, ""
		}
		if len(m.own) < 8 {
			m.own += text
		}
		return false
	}
	for i := range m.rows {
		switch {
		case !strings.EqualFold(m.rows[i].name[:1], text):
		case m.rows[i].options == nil:
			m.at = i
			return true
		case m.at == i:
			m.rows[i].step(1)
		default:
			m.at = i
		}
	}
	return false
}

// step chooses another option of a row.
func (r *row) step(n int) {
	if k := len(r.options); k > 0 {
		r.chosen = (r.chosen + n + k) % k
	}
}

// control returns the time control that is chosen.
func (m *menu) control() (tc chess.TimeControl, err error) {
	switch text := m.value(timeRow); text {
	case noClock:
		return tc, nil
	case ownClock:
		return parseMinutes(m.own)
	default:
		return parseMinutes(text)
	}
}

// parseMinutes parses a time control as players name it: minutes, and the seconds that a move
// adds, such as "10+5".
func parseMinutes(text string) (chess.TimeControl, error) {
	minutes, increment, more := strings.Cut(text, "+")
	if !strings.Contains(minutes, ":") {
		minutes += ":00"
	}
	if more {
		minutes += "+" + increment
	}
	tc, err := chess.ParseTimeControl(minutes)
	if err != nil {
		return tc, errors.New("type minutes and the seconds for each move, such as 5+3")
	}
	return tc, nil
}

// clockText is the reverse of parseMinutes.
func clockText(tc chess.TimeControl) string {
	text := strconv.Itoa(int(tc.Time / time.Minute))
	if s := int(tc.Time/time.Second) % 60; s != 0 {
		text += fmt.Sprintf(":%02d", s)
	}
	if tc.Increment > 0 {
		text += "+" + strconv.FormatFloat(tc.Increment.Seconds(), 'f', -1, 64)
	}
	return text
}

// begin starts the game that is chosen.
func (m *menu) begin(s *session) error {
	control, err := m.control()
	if err != nil {
		return err
	}
	opponent := "person"
	switch elo := m.value(strengthRow); elo {
	case friend:
	case fullStrength:
		opponent = strongest("")
	default:
		opponent = strongest(elo)
	}
	own := chess.White
	if c := m.value(colourRow); c == "Black" || c == randomly && rand.IntN(2) == 1 {
		own = chess.Black
	}
	game := map[string]string{"chess": "chess", "Chess960": "chess960", "three-check": "3check"}[m.value(variantRow)]
	p, what, _, err := parseStart(game)
	if err != nil {
		return err
	}
	var seats [2]*seat
	for c, spec := range map[chess.Color]string{own: "person", own.Other(): opponent} {
		if seats[c], err = newSeat(spec, s.book, s.tables); err != nil {
			return err
		}
		seats[c].control = control
	}
	s.sit(seats)
	s.flipped = s.flip || !seats[chess.White].person()
	s.notify("A new game: %s.", what)
	s.start(chess.NewGame(p))
	return nil
}

package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// A menu is the start screen: what a game may be, and what of it is chosen.
type menu struct {
	goOn, colour, strength, time, variant, play *row

	rows    []*row // those that are shown
	at      int    // the index of the chosen one
	own     string // the clock that is typed
	problem string // what is wrong with it
}

// A row is a line of the menu: something to choose, or to do if there are no options.
type row struct {
	name    string // the key is its first letter
	options []option
	chosen  int
	about   string // of an action
}

// An option is shown as a text, and means something as a command or a flag reads it.
type option struct{ text, meaning string }

// ownClock is the clock that is typed.
const ownClock = "own"

// newMenu returns the menu. The clock is that of the command line.
func newMenu(control chess.TimeControl) *menu {
	m := &menu{
		goOn:     &row{name: "Go on"},
		colour:   &row{name: "Colour", options: []option{{"White", "white"}, {"Black", "black"}, {"random", ""}}},
		strength: &row{name: "Strength", options: strengths()},
		time:     &row{name: "Time", options: []option{{"no clock", "-"}, {"3+2", "3:00+2"}, {"10+5", "10:00+5"}, {"15+10", "15:00+10"}, {ownClock, ""}}},
		variant:  &row{name: "Variant", options: variants()},
		play:     &row{name: "Play", about: "start a new game"},
	}
	m.strength.choose("1400")
	if control != (chess.TimeControl{}) {
		m.time.choose(ownClock)
		m.own = clockText(control)
	}
	return m
}

// variants returns the games to choose from.
func variants() []option {
	all := []option{{"chess", "chess"}, {"Chess960", "chess960"}}
	for v := chess.ThreeCheck; v <= chess.Crazyhouse; v++ {
		all = append(all, option{v.String(), v.UCI()})
	}
	return all
}

// open begins again, with the game that was left, if it is not nil, as the first choice.
func (m *menu) open(left *keptGame, now time.Time) {
	m.at, m.problem = 0, ""
	m.rows = []*row{m.colour, m.strength, m.time, m.variant, m.play}
	if left != nil {
		m.goOn.about = left.about(now)
		m.rows = slices.Insert(m.rows, 0, m.goOn)
	}
}

// strengths returns the opponents to choose from: by Elo, in steps of a hundred.
func strengths() (all []option) {
	low, high := player.Ratings()
	for elo := low; elo <= high; elo += 100 {
		text := strconv.Itoa(elo)
		all = append(all, option{text, strongest(text)})
	}
	return append(all, option{"full strength", strongest("")}, option{"a friend here", "person"})
}

// choose chooses an option.
func (r *row) choose(text string) {
	r.chosen = slices.IndexFunc(r.options, func(o option) bool { return o.text == text })
}

// choice returns the option that is chosen.
func (r *row) choice() option { return r.options[r.chosen] }

// press handles a key, and reports whether the chosen row is to be done: "Go on" or "Play".
func (m *menu) press(name, text string) (done bool) {
	m.problem = ""
	n := len(m.rows)
	switch name {
	case "up", "shift+tab":
		m.at = (m.at + n - 1) % n
	case "down", "tab":
		m.at = (m.at + 1) % n
	case "left":
		m.rows[m.at].step(-1)
	case "right", "space":
		m.rows[m.at].step(1)
	case "home":
		m.at = 0
	case "end":
		m.at = n - 1
	case "backspace":
		m.own = m.own[:max(0, len(m.own)-1)]
	case "enter":
		return true
	default:
		return m.pressLetter(text)
	}
	return false
}

// pressLetter handles a letter of a clock, or the first letter of a row.
func (m *menu) pressLetter(letter string) (done bool) {
	if letter != "" && strings.Contains("0123456789+:", letter) {
		m.at = slices.Index(m.rows, m.time)
		if m.time.choice().text != ownClock {
			m.own = ""
		}
		m.time.choose(ownClock)
		if len(m.own) < 8 {
			m.own += letter
		}
		return false
	}
	for i, r := range m.rows {
		switch {
		case !strings.EqualFold(r.name[:1], letter):
		case r.options == nil:
			m.at = i
			return true
		case m.at == i:
			r.step(1)
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
func (m *menu) control() (chess.TimeControl, error) {
	if clock := m.time.choice(); clock.text != ownClock {
		return chess.ParseTimeControl(clock.meaning)
	}
	return parseMinutes(m.own)
}

// parseMinutes is chess.ParseMinutes with an error for players.
func parseMinutes(text string) (chess.TimeControl, error) {
	tc, err := chess.ParseMinutes(text)
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

// begin starts the game that is chosen, or goes on with the one that was left.
func (m *menu) begin(s *session) error {
	if m.rows[m.at] == m.goOn {
		return s.resume("")
	}
	control, err := m.control()
	if err != nil {
		return err
	}
	own := chess.White
	if c := m.colour.choice().meaning; c == "black" || c == "" && rand.IntN(2) == 1 {
		own = chess.Black
	}
	var seats [2]*seat
	for c, spec := range map[chess.Color]string{own: "person", own.Other(): m.strength.choice().meaning} {
		if seats[c], err = s.newSeat(spec); err != nil {
			return err
		}
		seats[c].control = control
	}
	s.sitAnew(seats)
	return s.newGame(m.variant.choice().meaning)
}

// openMenu shows the start screen, with the choices of the last time.
func (m *screen) openMenu() {
	s := m.session
	s.choosing = false
	if m.lastMenu == nil {
		m.lastMenu = newMenu(s.control)
	}
	m.menu = m.lastMenu
	m.menu.open(s.keeping.left, s.now())
}

// pressMenu handles a key while the start screen is shown.
func (m *screen) pressMenu(key tea.KeyPressMsg) {
	name := key.String()
	if name == "esc" {
		m.menu = nil
		return
	}
	if !m.menu.press(name, key.Text) {
		return
	}
	if err := m.menu.begin(m.session); err != nil {
		m.menu.problem = err.Error()
		return
	}
	m.menu, m.page, m.cursor, m.typed = nil, nil, chess.NoSquare, ""
}

// menuLines draws the start screen, in the middle of the window.
func (m *screen) menuLines() []string {
	const width = 58 // columns
	indent := max(0, (m.width-width)/2)
	lines := m.menuRows(m.width - indent)
	if len(lines) >= m.height {
		lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
		rows := len(m.menu.rows)
		lines = lines[max(0, min(len(lines)-rows+m.menu.at-(m.height-1)/2, len(lines)-m.height+1)):]
	}
	before := strings.Repeat(" ", indent)
	for i := range lines {
		lines[i] = before + lines[i]
	}
	return append(make([]string, max(0, (m.height-len(lines)-1)/3)), lines...)
}

// menuRows draws the rows of the menu, and what is above and below them.
func (m *screen) menuRows(width int) []string {
	const names = 14 // columns
	word := ink(m.words().accent)
	accent := word.Bold(true)
	lines := []string{" " + accent.Render(m.sign("♞ Chess", "Chess")), ""}
	if m.halves() && m.width >= 8*squareWidth(drawnFrom)+2 && m.height >= 16 {
		lines = append(m.rankLines(), "")
	}
	for i, r := range m.menu.rows {
		before, name := "   ", word.Render(r.name[:1])+r.name[1:]
		if i == m.menu.at {
			before, name = " "+accent.Render(m.sign("▸ ", "> ")), accent.Underline(true).Render(r.name)
		}
		before += fit(name, names)
		switch {
		case r.options != nil:
			lines = append(lines, before+m.options(r, width-names-3))
		case r == m.menu.play:
			lines = append(lines, "", before+m.dim(r.about))
		default:
			lines = append(lines, before+m.dim(r.about), "")
		}
	}
	if m.menu.problem != "" {
		lines = append(lines, "", " "+ink(m.words().warn).Bold(true).Render(m.menu.problem))
	}
	return lines
}

// rankLines draws the pieces of White at the start, for the start screen.
func (m *screen) rankLines() (lines []string) {
	p, c := chess.StartPosition(), m.colours()
	for line := range drawnFrom {
		text := " "
		for sq := chess.A1; sq <= chess.H1; sq++ {
			l := look{ground: c.dark, ink: c.white, drawing: p.At(sq).Type(), drawn: true}
			if sq.Light() {
				l.ground = c.light
			}
			text += m.drawnLine(&l, line, drawnFrom, "", "")
		}
		lines = append(lines, text)
	}
	return lines
}

// options shows the options of a row: all of them if there is room, and otherwise the chosen
// one.
func (m *screen) options(r *row, room int) string {
	chosen := r.choice().text
	if chosen == ownClock {
		chosen += ": " + m.menu.own + "_"
	}
	all := ""
	for i, o := range r.options {
		if i == r.chosen {
			all += strong("[" + chosen + "]")
		} else {
			all += m.dim(" " + o.text + " ")
		}
	}
	if lipgloss.Width(all) <= room {
		return all
	}
	all = strong("< " + chosen + " >")
	if _, err := strconv.Atoi(chosen); err == nil {
		all += m.dim(" Elo")
	}
	return all
}

// menuKeys are the keys of the start screen.
func (m *screen) menuKeys() string {
	keys := " up, down: choose · left, right: change · letters · enter: play · esc: the board · ctrl+c quit"
	if m.width < len(keys) {
		keys = " arrows and letters · enter: play · esc · ctrl+c"
	}
	return m.dim(strings.ReplaceAll(keys, "·", m.sign("·", "|")))
}

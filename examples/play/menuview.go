package main

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/seed-0971039b/chess"
)

// openMenu shows the start screen.
func (m *screen) openMenu() {
	m.session.choosing = false
	m.menu = newMenu(m.session.left, m.session.control, m.session.now())
	if m.chosenMenu != nil {
		m.menu.remember(m.chosenMenu)
	}
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
	do := m.menu.begin
	if m.menu.rows[m.menu.at].name == goOnRow {
		do = func(s *session) error { return s.resume("") }
	}
	if err := do(m.session); err != nil {
		m.menu.problem = err.Error()
		return
	}
	m.chosenMenu = m.menu
	m.menu, m.page, m.cursor, m.typed = nil, nil, chess.NoSquare, ""
}

// menuIndent is how many columns the start screen is indented, to be in the middle of the
// window.
func (m *screen) menuIndent() int {
	const width = 58 // columns
	return max(0, (m.width-width)/2)
}

// menuLines draws the start screen.
func (m *screen) menuLines() []string {
	lines := m.menuRows()
	if len(lines) >= m.height {
		lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
		rows := len(m.menu.rows)
		lines = lines[max(0, min(len(lines)-rows+m.menu.at-(m.height-1)/2, len(lines)-m.height+1)):]
	}
	before := strings.Repeat(" ", m.menuIndent())
	for i := range lines {
		lines[i] = before + lines[i]
	}
	return append(make([]string, max(0, (m.height-len(lines)-1)/3)), lines...)
}

// menuRows draws the rows of the menu, and what is above and below them.
func (m *screen) menuRows() []string {
	const names = 14 // columns
	c := m.words()
	dim, word, strong := lipgloss.NewStyle().Foreground(c.dim), lipgloss.NewStyle().Foreground(c.accent), lipgloss.NewStyle().Foreground(c.accent).Bold(true)
	title, mark := "♞ Chess", "▸ "
	if m.figures == letters {
		title, mark = "Chess", "> "
	}
	lines := []string{" " + strong.Render(title), ""}
	if m.halves() && m.width >= 8*squareWidth(drawnFrom)+2 && m.height >= 16 {
		lines = append(m.rankLines(), "")
	}
	for i, r := range m.menu.rows {
		before, name := "   ", word.Render(r.name[:1])+r.name[1:]
		if i == m.menu.at {
			before, name = " "+strong.Render(mark), strong.Underline(true).Render(r.name)
		}
		switch what := dim.Render(r.about); {
		case r.options != nil:
			lines = append(lines, before+fit(name, names)+m.options(&m.menu.rows[i], m.width-m.menuIndent()-names-3))
		case r.name == playRow:
			lines = append(lines, "", before+fit(name, names)+what)
		default:
			lines = append(lines, before+fit(name, names)+what, "")
		}
	}
	if m.menu.problem != "" {
		lines = append(lines, "", " "+lipgloss.NewStyle().Foreground(c.warn).Bold(true).Render(m.menu.problem))
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
			text += m.drawnLine(&l, line, drawnFrom, "")
		}
		lines = append(lines, text)
	}
	return lines
}

// options shows the options of a row: all of them if there is room, and otherwise the chosen
// one.
func (m *screen) options(r *row, room int) string {
	dim, chosen := lipgloss.NewStyle().Foreground(m.words().dim), lipgloss.NewStyle().Bold(true)
	texts := slices.Clone(r.options)
	if r.name == timeRow && texts[r.chosen] == ownClock {
		texts[r.chosen] += ": " + m.menu.own + "_"
	}
	all := ""
	for i, text := range texts {
		style, left, right := dim, " ", " "
		if i == r.chosen {
			style, left, right = chosen, "[", "]"
		}
		all += style.Render(left + text + right)
	}
	if lipgloss.Width(all) <= room {
		return all
	}
	all = chosen.Render("< " + texts[r.chosen] + " >")
	if _, err := strconv.Atoi(texts[r.chosen]); err == nil {
		all += dim.Render(" Elo")
	}
	return all
}

// menuKeys are the keys of the start screen.
func (m *screen) menuKeys() string {
	keys := " up, down: choose · left, right: change · letters · enter: play · esc: the board · ctrl+c quit"
	if m.width < len(keys) {
		keys = " arrows and letters · enter: play · esc · ctrl+c"
	}
	if m.figures == letters {
		keys = strings.ReplaceAll(keys, "·", "|")
	}
	return lipgloss.NewStyle().Foreground(m.words().dim).Render(keys)
}

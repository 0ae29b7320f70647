package main

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/seed-0971039b/chess"
)

// View implements tea.Model.
func (m *screen) View() tea.View {
	v := tea.NewView(m.render())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "chess"
	return v
}

// render draws the screen, no wider and no higher than the window.
func (m *screen) render() string {
	l := m.layout()
	var lines, foot []string
	switch {
	case m.menu != nil:
		l.foot, foot = false, []string{m.menuKeys()}
		lines = m.menuLines()
	case m.covered(l):
		l.foot = true
		lines = m.pageLines(max(0, m.height-3))
	case l.size == 0:
		l.foot = true
		lines = m.smallLines()
	default:
		lines = m.boardAndPanel(l)
	}
	if l.foot {
		foot = []string{m.statusLine(), m.inputLine(m.width)}
		if len(lines)+len(foot) < m.height || m.covered(l) {
			foot = append(foot, m.keysLine())
		}
	}
	if room := m.height - len(foot); room >= 0 && (len(lines) > room || l.size > 0 || m.covered(l) || m.menu != nil) {
		lines = exactly(lines, room)
	}
	lines = append(lines, foot...)
	if len(lines) > m.height { // the input line is the most important
		lines = lines[len(lines)-max(m.height, 0):]
	}
	for i := range lines {
		lines[i] = ansi.Truncate(lines[i], max(m.width, 0), "")
	}
	return strings.Join(lines, "\n")
}

// smallLines returns the lines to show if there is no room for the board.
func (m *screen) smallLines() []string {
	text := "no room for a board"
	if g := m.session.shown(); g.LastMove() != 0 {
		text = g.PositionAt(g.Len() - 1).SANLine(g.LastMove())
	}
	return []string{text, m.turnText()}
}

func (m *screen) turnText() string {
	g := m.session.shown()
	if o := g.Outcome(); o.Over() {
		return o.String() + ", " + o.Reason.String()
	}
	return g.Turn().String() + " to move"
}

// boardAndPanel draws the board with what is above and below it, and the panel beside it.
func (m *screen) boardAndPanel(l layout) []string {
	s := m.session
	above, below := s.sides()
	var lines []string
	if l.players {
		lines = append(lines, m.playerLine(above, l.margin+l.board))
	}
	labelled := l.labelled(m)
	bar := m.barLines(l.lines)
	for y, text := range m.boardLines(l.size, !labelled) {
		left := ""
		if !s.noBar {
			left = bar[y] + " "
		}
		switch {
		case labelled && y%l.size == l.size/2 && y < 8*l.size:
			left += m.dim(s.squareOn(y/l.size, 0).String()[1:]) + " "
		case labelled:
			left += "  "
		}
		lines = append(lines, left+text)
	}
	if labelled {
		files := strings.Repeat(" ", l.margin)
		for column := range 8 {
			files += lipgloss.PlaceHorizontal(squareWidth(l.size), lipgloss.Center, s.squareOn(0, column).String()[:1])
		}
		lines = append(lines, m.dim(files))
	}
	if l.players {
		lines = append(lines, m.playerLine(below, l.margin+l.board))
	}
	if l.panel == 0 {
		return lines
	}
	panel := m.panelLines(l, len(lines))
	for i := range lines {
		lines[i] = fit(lines[i], l.margin+l.board) + strings.Repeat(" ", gap) + panel[i]
	}
	return lines
}

// sides returns the side at the top and the one at the bottom of the board.
func (s *session) sides() (above, below chess.Color) {
	if s.flipped {
		return chess.White, chess.Black
	}
	return chess.Black, chess.White
}

// fit truncates or pads a line to a width.
func fit(line string, width int) string {
	line = ansi.Truncate(line, width, "")
	return line + strings.Repeat(" ", max(0, width-lipgloss.Width(line)))
}

// statusLine shows the last news.
func (m *screen) statusLine() string {
	c, s := m.words(), m.session
	text, style := m.status, ink(c.good)
	if m.problem {
		style = ink(c.warn)
	}
	if text == "" || text == reviewing {
		text = cmp.Or(s.study.progress, text)
	}
	switch {
	case m.choice != nil:
		return m.choiceLine()
	case text != "" || s.shown().ended():
	case s.exploring == nil:
		text, style = m.turnText()+".", ink(c.dim)
	case len(s.exploring.lines) > 0 && m.layout().panel == 0:
		text, style = s.exploring.texts()[0], ink(c.dim)
	default:
		text, style = "Analysis: "+m.turnText()+", esc ends it.", ink(c.dim)
	}
	return " " + style.Bold(true).Render(text)
}

// choiceLine asks for the piece of a promotion or a drop.
func (m *screen) choiceLine() string {
	cursor, turn := m.colours().cursor, m.session.shown().Turn()
	line := " Promote to "
	if m.choice[0].Drop() != chess.NoPieceType {
		line = " Drop "
	}
	for i, move := range m.choice {
		text := fmt.Sprintf(" %s %s ", m.session.figures.of(becomes(move).Of(turn)), letter(move))
		style := lipgloss.NewStyle()
		if i == m.chosen {
			style = ink(readable(cursor)).Background(cursor).Bold(true)
			if m.plain() {
				text = ">" + strings.TrimSpace(text) + "<"
			}
		}
		line += style.Render(text)
	}
	return line
}

// inputLine shows the input so far, or the end of it if it is wider than width.
func (m *screen) inputLine(width int) string {
	typed := m.typed
	if room := width - 4; lipgloss.Width(typed) > room && room > 0 {
		r := []rune(typed)
		typed = string(r[max(0, len(r)-room):])
	}
	return ink(m.words().accent).Bold(true).Render(" > ") + typed + lipgloss.NewStyle().Reverse(true).Render(" ")
}

// keysLine shows the most useful keys.
func (m *screen) keysLine() string {
	text := " type a move or a command, or use arrows and enter · ? help · ctrl+c quit"
	switch {
	case m.choice != nil:
		text = " arrows or"
		for _, move := range m.choice {
			text += " " + letter(move)
		}
		text += " · enter · esc"
	case m.page != nil:
		text = " esc closes the page · page up, page down"
	case m.session.exploring != nil:
		text = " left, right: step · up, down: start, end · 1-" + fmt.Sprint(m.session.exploring.count) + ": play a line · esc: the game"
		if m.session.exploring.count == 1 {
			text = strings.Replace(text, "1-1: play a line", "enter: play it", 1)
		}
	case m.session.game.ended():
		text = " menu, new: another game · review · analyse · back · save · quit"
	case m.from != chess.NoSquare:
		text = " arrows and enter: choose the target · esc: cancel"
	}
	return m.dim(strings.ReplaceAll(text, "·", m.sign("·", "|")))
}

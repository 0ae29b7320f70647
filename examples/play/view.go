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
	if room := m.height - len(foot); len(lines) < room && (l.size > 0 || m.covered(l) || m.menu != nil) {
		lines = append(lines, make([]string, room-len(lines))...)
	} else if room >= 0 && len(lines) > room {
		lines = lines[:room]
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
	s := m.session
	text := "no room for a board"
	if last := s.lastMove(); last != 0 {
		p := s.game.PositionAt(s.game.Len() - 1)
		text = p.SANLine(last)
	}
	return []string{text, m.turnText()}
}

func (m *screen) turnText() string {
	if o := m.session.game.Outcome(); o.Over() {
		return o.String() + ", " + o.Reason.String()
	}
	return m.session.turn().String() + " to move"
}

// boardAndPanel draws the board with what is above and below it, and the panel beside it.
func (m *screen) boardAndPanel(l layout) []string {
	s := m.session
	above, below := s.sides()
	dim := lipgloss.NewStyle().Foreground(m.words().dim)
	var lines []string
	if l.players {
		lines = append(lines, m.playerLine(above, l.margin+l.board))
	}
	labelled := l.labelled(m)
	board, bar := m.boardLines(l.size, !labelled), m.barLines(l.lines)
	for y, text := range board {
		left := ""
		if !s.noBar {
			left = bar[y] + " "
		}
		switch {
		case labelled && y%l.size == l.size/2 && y < 8*l.size:
			left += dim.Render(fmt.Sprint(rankAt(y/l.size, s.flipped)+1)) + " "
		case labelled:
			left += "  "
		}
		lines = append(lines, left+text)
	}
	if labelled {
		var files strings.Builder
		files.WriteString(strings.Repeat(" ", l.margin))
		for column := range 8 {
			files.WriteString(lipgloss.PlaceHorizontal(squareWidth(l.size), lipgloss.Center, fileLetter(column, s.flipped)))
		}
		lines = append(lines, dim.Render(files.String()))
	}
	if l.players {
		lines = append(lines, m.playerLine(below, l.margin+l.board))
	}
	if l.panel == 0 {
		return lines
	}
	panel := m.panelLines(l, len(lines))
	for i := range lines {
		lines[i] = fit(lines[i], l.margin+l.board) + strings.Repeat(" ", gap)
		if i < len(panel) {
			lines[i] += panel[i]
		}
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
	c := m.words()
	if m.choice != nil {
		return m.choiceLine()
	}
	style := lipgloss.NewStyle().Foreground(c.good)
	if m.problem {
		style = style.Foreground(c.warn)
	}
	text := m.status
	if text == "" || text == reviewing {
		text = cmp.Or(m.session.progress, text)
	}
	if text == "" && m.height > 0 && !m.session.ended() {
		text, style = m.turnText()+".", style.Foreground(c.dim)
		if m.session.exploring != nil {
			text = "Analysis: " + m.turnText() + ", esc ends it."
			if found := m.session.lineTexts(); len(found) > 0 && m.layout().panel == 0 {
				text = found[0]
			}
		}
	}
	return " " + style.Bold(true).Render(text)
}

// choiceLine asks for the piece of a promotion.
func (m *screen) choiceLine() string {
	c := m.colours()
	p := m.session.game.Position()
	var b strings.Builder
	b.WriteString(" Promote to ")
	for i, move := range m.choice {
		text := fmt.Sprintf(" %s %s ", m.figures.of(move.Promotion().Of(p.Turn())), strings.ToLower(letterOf(move)))
		style := lipgloss.NewStyle()
		if i == m.chosen {
			style = style.Background(c.cursor).Foreground(readable(c.cursor)).Bold(true)
			if m.plain() {
				text = ">" + strings.TrimSpace(text) + "<"
			}
		}
		b.WriteString(style.Render(text))
	}
	return b.String()
}

// inputLine shows the input so far, or the end of it if it is wider than width.
func (m *screen) inputLine(width int) string {
	c := m.words()
	typed := m.typed
	if room := width - 4; lipgloss.Width(typed) > room && room > 0 {
		r := []rune(typed)
		typed = string(r[max(0, len(r)-room):])
	}
	return lipgloss.NewStyle().Foreground(c.accent).Bold(true).Render(" > ") + typed + lipgloss.NewStyle().Reverse(true).Render(" ")
}

// keysLine shows the most useful keys.
func (m *screen) keysLine() string {
	text := " type a move or a command, or use arrows and enter · ? help · ctrl+c quit"
	switch {
	case m.choice != nil:
		text = " arrows or q r b n · enter · esc"
	case m.page != nil:
		text = " esc closes the page · page up, page down"
	case m.session.exploring != nil:
		text = " left, right: step · up, down: start, end · " + m.lineKeys() + " · esc: the game"
	case m.session.ended():
		text = " menu, new: another game · review · analyse · back · save · quit"
	case m.from != chess.NoSquare:
		text = " arrows and enter: choose the target · esc: cancel"
	}
	if m.figures == letters {
		text = strings.ReplaceAll(text, "·", "|")
	}
	return lipgloss.NewStyle().Foreground(m.words().dim).Render(text)
}

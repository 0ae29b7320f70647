package main

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/seed-0971039b/chess"
)

// exploreBy handles a key of an analysis, and reports whether it is one.
func (m *screen) exploreBy(name string) bool {
	s := m.session
	if m.page != nil && !m.beside() || m.choice != nil {
		return false // the keys are for the page or the choice
	}
	switch name {
	case "left":
		m.do(func() error { return s.step(-1) })
	case "right":
		m.do(func() error { return s.step(1) })
	case "up", "home":
		m.do(func() error { return s.step(-s.game.Len()) })
	case "down", "end":
		m.do(func() error { return s.step(len(s.undone)) })
	case "esc":
		if m.page != nil || m.from != chess.NoSquare {
			return false
		}
		m.cursor = chess.NoSquare
		m.do(func() error { return s.stop("") })
	case "enter":
		m.do(func() error { return s.tryLine(1) })
	default:
		if len(name) != 1 || name[0] < '1' || name[0] > '9' {
			return false
		}
		m.do(func() error { return s.tryLine(int(name[0] - '0')) })
	}
	return true
}

// lineKeys names the keys that play a line of the analysis.
func (m *screen) lineKeys() string {
	if m.session.exploring.count == 1 {
		return "enter: play it"
	}
	return fmt.Sprintf("1-%d: play a line", m.session.exploring.count)
}

// exploringLines shows the lines of the analysis, in as many lines as there are at most.
func (m *screen) exploringLines(width, most int) []string {
	s := m.session
	dim, strong := lipgloss.NewStyle().Foreground(m.words().dim), lipgloss.NewStyle().Bold(true)
	head := "analysis"
	if found := s.exploring.lines; len(found) > 0 {
		for _, more := range []string{fmt.Sprintf("  depth %d", found[0].depth), fmt.Sprintf("  %s nodes", round(s.analysis.nodes))} {
			if len(head)+len(more) <= width {
				head += more
			}
		}
	}
	if o := s.game.Outcome(); o.Over() {
		return []string{dim.Render(head), strong.Render(o.String()), ""}
	}
	const forMoves = 4 // lines of the panel at least
	lines := []string{dim.Render(head)}
	each := max(1, min(3, (most-forMoves)/s.exploring.count))
	if width < 20 {
		each = 1
	}
	for i, text := range s.lineTexts() {
		if width < 20 {
			p, l := s.game.Position(), &s.exploring.lines[i]
			text = fmt.Sprintf("%s %s", l.score, p.SAN(l.line[0])) // a number would be half of it
		}
		wrapped := strings.Split(ansi.Wrap(text, width, ""), "\n")
		for len(wrapped) < each {
			wrapped = append(wrapped, "")
		}
		for j, part := range wrapped[:each] {
			if i == 0 && j == 0 {
				part = strong.Render(part)
			}
			lines = append(lines, part)
		}
	}
	for len(lines) < 1+each*s.exploring.count { // so that the moves above stay in place
		lines = append(lines, "")
	}
	return lines[:max(0, min(len(lines), most))]
}

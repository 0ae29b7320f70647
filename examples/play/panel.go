package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/seed-0971039b/chess"
)

// playerStyle returns the name of a side with its player, and its style. If that is wider than
// width, it is the player without the side.
func (m *screen) playerStyle(c chess.Color, width int) (name string, style lipgloss.Style) {
	g := m.session.shown()
	style, mark := ink(m.words().dim), "  "
	if !g.ended() && g.Turn() == c {
		style, mark = ink(m.words().accent).Bold(true), m.sign("▸ ", "> ")
	}
	name = mark + c.String()
	if player := m.session.seats[c].name; player != "person" {
		name += " " + player
		if lipgloss.Width(name) > width {
			name = mark + player
		}
	}
	return ansi.Truncate(name, max(0, width), ""), style
}

// watch shows the clock of a side.
func (m *screen) watch(c chess.Color, style lipgloss.Style) string {
	s := m.session
	clock, now := &s.game.clock, s.now()
	if limited(clock, c) && clock.Left(c, now) < 30*time.Second {
		style = style.Foreground(m.words().warn)
	}
	return style.Render(watchText(clock, c, now))
}

// checksText says how many checks a side has given in three-check; otherwise it is empty.
func (m *screen) checksText(c chess.Color, format string) string {
	p := m.session.shown().Position()
	if p.Variant() != chess.ThreeCheck {
		return ""
	}
	return fmt.Sprintf(format, 3-p.RemainingChecks(c))
}

// playerLine shows a player, the pieces that it has captured, and its clock.
func (m *screen) playerLine(c chess.Color, width int) string {
	checks := m.checksText(c, "  %d of 3 checks")
	text := watchText(&m.session.game.clock, c, m.session.now())
	name, style := m.playerStyle(c, width-len(text)-len(checks)-3)
	watch := m.watch(c, style)
	room := max(1, width-lipgloss.Width(name+checks+watch)-3)
	captured := ansi.Truncate(m.session.shown().capturedText(c, m.session.figures), room-1, "")
	return style.Render(name+checks) + "  " + fit(captured, room) + watch
}

// playerLines show the same in two lines, for the panel.
func (m *screen) playerLines(c chess.Color, width int) []string {
	name, style := m.playerStyle(c, width)
	watch, before := m.watch(c, style), "  "+m.checksText(c, "%d/3 ")
	room := max(0, width-lipgloss.Width(watch)-len(before))
	captured := m.session.shown().capturedText(c, m.session.figures)
	if i := strings.LastIndex(captured, "+"); i > 0 && lipgloss.Width(captured) > room {
		captured = captured[i:] // the lead tells more than some of the pieces
	}
	return []string{style.Render(name), before + fit(captured, room) + watch}
}

// panelLines draws what is beside the board, in as many lines as that has.
func (m *screen) panelLines(l layout, height int) []string {
	var top, bottom []string
	if !l.players {
		above, below := m.session.sides()
		top, bottom = append(m.playerLines(above, l.panel), ""), append([]string{""}, m.playerLines(below, l.panel)...)
	}
	if !l.foot {
		const most = 4 // lines of the status
		text := m.statusLine()
		if m.session.exploring != nil && m.status == "" && m.choice == nil {
			text = m.keysLine()
		}
		status := strings.Split(ansi.Wrap(strings.TrimSpace(text), l.panel, ""), "\n")
		bottom = append(append(bottom, ""), exactly(status, most)...) // so that all above stays in place
		bottom = append(bottom, m.inputLine(l.panel))
	}
	return exactly(slices.Concat(top, m.middleLines(l.panel, max(0, height-len(top)-len(bottom))), bottom), height)
}

// middleLines draws the page, or the moves and the analysis, in height lines.
func (m *screen) middleLines(width, height int) []string {
	var lines, last []string
	switch {
	case m.page != nil:
		lines = m.pageLines(height)
	case m.session.exploring != nil:
		last = m.exploringLines(width, height-2)
		lines = m.someMoves(width, height-len(last)-1)
	default:
		last = m.analysisLines(width)
		if height < 2*len(last) { // the moves are more important
			last = last[:2]
		}
		lines = m.someMoves(width, height-len(last)-1)
	}
	return exactly(append(exactly(lines, max(len(lines), height-len(last))), last...), height)
}

// exactly returns n lines; the last may be empty.
func exactly(lines []string, n int) []string {
	return append(lines, make([]string, max(0, n-len(lines)))...)[:n]
}

// someMoves lists as many moves as fit in height lines, up to the last one, or in an analysis
// some before and after the present one. Before the first there is some help.
func (m *screen) someMoves(width, height int) []string {
	lines, at := m.moveLines(width)
	x := m.session.exploring
	height = max(0, height)
	from := max(0, len(lines)-height)
	switch {
	case x != nil:
		from = max(0, min(from, at-height/2))
	case m.session.game.Len() == 0:
		lines, from = append(lines, m.welcomeLines(width)...), 0
	}
	return lines[from:min(len(lines), from+height)]
}

// welcomeLines returns some help for the start of a game.
func (m *screen) welcomeLines(width int) []string {
	word := ink(m.words().accent)
	lines := []string{""}
	for _, l := range [][2]string{
		{"e4 Nf3 O-O", "type a move, enter"}, {"arrows", "cursor, enter"}, {"hint", "suggest a move"},
		{"explain", "the evaluation"}, {"why", "the last move"}, {"analyse", "search any position"},
		{"back", "take back"}, {"save", "save the game"}, {"menu", "another game"}, {"?", "all commands"},
	} {
		text := word.Render(fmt.Sprintf("%-11s", l[0])) + " " + m.dim(l[1])
		if lipgloss.Width(text) > width {
			text = word.Render(l[0])
		}
		lines = append(lines, text)
	}
	return lines
}

// moveLines lists the moves, one line for a move of both sides, and returns the index of the
// line with the last move. In an analysis, the moves that can be played again follow, and those
// of a variation have another colour.
func (m *screen) moveLines(width int) (lines []string, at int) {
	s, g, c := m.session, m.session.shown(), m.words()
	p := g.Start()
	if n, ok := g.chess960(); p.Variant() != chess.Standard {
		lines = append(lines, m.dim(p.Variant().String()))
	} else if ok {
		lines = append(lines, m.dim(fmt.Sprintf("Chess960, position %d", n)))
	}
	moves, here := g.Moves(), g.Len()
	deviation := here
	if s.exploring != nil {
		deviation = s.exploring.deviation()
		for _, m := range slices.Backward(g.undone) {
			moves = append(moves, m)
		}
	}
	number, column := "%3d.", 8
	if width < 22 {
		number, column = "%d.", min(7, (width-4)/2)
	}
	line := ""
	for ply, move := range moves {
		san := p.SAN(move)
		if g := s.study.glyphs[ply+1]; g != 0 && ply < deviation {
			san += g.String()
		}
		san = fmt.Sprintf("%-*s", column, san)
		switch {
		case ply == here-1:
			san = ink(c.accent).Bold(true).Render(san)
			at = len(lines)
		case ply >= here:
			san = m.dim(san)
		case ply >= deviation:
			san = ink(c.good).Render(san)
		}
		if p.Turn() == chess.White || ply == 0 {
			line = m.dim(fmt.Sprintf(number, p.MoveNumber()))
			if p.Turn() == chess.Black {
				line += fmt.Sprintf(" %-*s", column, "...")
			}
		}
		line += " " + san
		if p.Turn() == chess.Black || ply == len(moves)-1 {
			lines = append(lines, ansi.Truncate(line, width, ""))
		}
		p = p.After(move)
	}
	if s.exploring == nil && g.ended() {
		lines = append(lines, ink(c.accent).Bold(true).Render("     "+g.Outcome().String()))
	}
	return lines, at
}

// analysisLines shows in four lines what the search of the current position has found.
func (m *screen) analysisLines(width int) []string {
	s, g := m.session, m.session.shown()
	if g.ended() || s.noBar {
		return make([]string, 4)
	}
	head := "evaluation"
	if seat := s.seats[g.Turn()]; !seat.person() {
		head = seat.name + " thinks"
	}
	lines := []string{m.dim(head)}
	if t := &s.thinking.found; t.Depth > 0 {
		lines = append(lines, strong(joinFitting(width, fmt.Sprintf("%s  depth %d", t.Score, t.Depth), round(t.Nodes)+" nodes")))
		if s.thinking.by != s.thinking.adviser { // that would be a hint
			for line := range strings.SplitSeq(ansi.Wrap(g.Position().SANLine(t.PV[:min(len(t.PV), 8)]...), width, ""), "\n") {
				lines = append(lines, m.dim(line))
			}
		}
	}
	return exactly(lines, 4)
}

// exploringLines shows the lines of the analysis, in as many lines as there are at most.
func (m *screen) exploringLines(width, most int) []string {
	x := m.session.exploring
	head := "analysis"
	if len(x.lines) > 0 {
		head = joinFitting(width, head, fmt.Sprintf("depth %d", x.lines[0].Depth), round(m.session.thinking.found.Nodes)+" nodes")
	}
	lines := []string{m.dim(head)}
	if o := x.Outcome(); o.Over() {
		return append(lines, strong(o.String()), "")
	}
	const forMoves = 4 // lines of the panel at least
	each := max(1, min(3, (most-forMoves)/x.count))
	if width < 20 {
		each = 1
	}
	for i, text := range x.texts() {
		if width < 20 {
			text = fmt.Sprintf("%s %s", x.lines[i].Score, x.Position().SAN(x.lines[i].PV[0])) // a number would be half of it
		}
		wrapped := exactly(strings.Split(ansi.Wrap(text, width, ""), "\n"), each)
		if i == 0 {
			wrapped[0] = strong(wrapped[0])
		}
		lines = append(lines, wrapped...)
	}
	return exactly(exactly(lines, 1+each*x.count), max(0, min(most, 1+each*x.count))) // so that the moves above stay in place
}

// joinFitting joins words by two blanks, without those for which there is no room.
func joinFitting(width int, first string, more ...string) string {
	for _, text := range more {
		if len(first)+2+len(text) <= width {
			first += "  " + text
		}
	}
	return first
}

// round formats a number in a few characters.
func round(n int64) string {
	switch {
	case n < 10_000:
		return fmt.Sprint(n)
	case n < 10_000_000:
		return fmt.Sprintf("%dk", n/1000)
	}
	return fmt.Sprintf("%dM", n/1_000_000)
}

// pageLines returns the lines of the page from the first one shown, as many as fit.
func (m *screen) pageLines(height int) []string {
	if height <= 0 {
		return nil
	}
	var lines []string
	for _, text := range m.page[min(m.top, len(m.page)):] {
		lines = append(lines, strings.Split(ansi.Wrap(m.paintGraph(text), m.width, ""), "\n")...)
	}
	if len(lines) > height {
		lines = append(lines[:height-1], m.dim("-- page down for more --"))
	}
	return lines
}

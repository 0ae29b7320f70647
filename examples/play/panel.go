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
	s := m.session
	style, mark := lipgloss.NewStyle().Foreground(m.words().dim), "  "
	if !s.ended() && s.turn() == c {
		style, mark = lipgloss.NewStyle().Bold(true).Foreground(m.words().accent), "▸ "
		if m.figures == letters {
			mark = "> "
		}
	}
	name = mark + c.String()
	if player := s.seats[c].name; player != "person" {
		name += " " + player
		if lipgloss.Width(name) > width {
			name = mark + player
		}
	}
	return ansi.Truncate(name, max(0, width), ""), style
}

// checksGiven returns how many checks a side has given in three-check, and whether it is that.
func (s *session) checksGiven(c chess.Color) (n int, ok bool) {
	p := s.game.Position()
	return 3 - p.RemainingChecks(c), p.IsThreeCheck()
}

// watch shows the clock of a side.
func (m *screen) watch(c chess.Color, style lipgloss.Style) string {
	clock := &m.session.clocks[c]
	if clock.limited() && clock.left < 30*time.Second {
		style = style.Foreground(m.words().warn)
	}
	return style.Render(clock.String())
}

// playerLine shows a player, the pieces that it has captured, and its clock.
func (m *screen) playerLine(c chess.Color, width int) string {
	checks := ""
	if n, ok := m.session.checksGiven(c); ok {
		checks = fmt.Sprintf("  %d of 3 checks", n)
	}
	clock := &m.session.clocks[c]
	name, style := m.playerStyle(c, width-len(clock.String())-len(checks)-3)
	name += checks
	captured, watch := m.session.capturedText(c, m.figures), m.watch(c, style)
	room := width - lipgloss.Width(name) - lipgloss.Width(watch) - 3
	captured = ansi.Truncate(captured, max(0, room-1), "")
	gap := max(1, room-lipgloss.Width(captured))
	return style.Render(name) + "  " + captured + strings.Repeat(" ", gap) + watch
}

// playerLines show the same in two lines, for the panel.
func (m *screen) playerLines(c chess.Color, width int) []string {
	name, style := m.playerStyle(c, width)
	watch, before := m.watch(c, style), "  "
	if n, ok := m.session.checksGiven(c); ok {
		before += fmt.Sprintf("%d/3 ", n)
	}
	room := max(0, width-lipgloss.Width(watch)-len(before))
	captured := m.session.capturedText(c, m.figures)
	if i := strings.LastIndex(captured, "+"); i > 0 && lipgloss.Width(captured) > room {
		captured = captured[i:] // the lead tells more than some of the pieces
	}
	captured = ansi.Truncate(captured, room, "")
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
		bottom = append(bottom, "")
		for len(status) < most { // so that all above stays in place
			status = append(status, "")
		}
		bottom = append(bottom, status[:most]...)
		bottom = append(bottom, m.inputLine(l.panel))
	}
	lines := append(top, m.middleLines(l.panel, max(0, height-len(top)-len(bottom)))...)
	return append(lines, bottom...)
}

// middleLines draws the page, or the moves and the analysis, in height lines.
func (m *screen) middleLines(width, height int) []string {
	var lines, last []string
	switch {
	case m.page != nil:
		lines = m.pageLines(height)
	default:
		last = m.analysisLines(width)
		if m.session.exploring != nil {
			last = m.exploringLines(width, height-2)
		} else if height < 2*len(last) { // the moves are more important
			last = last[:min(2, len(last))]
		}
		lines = m.someMoves(width, max(0, height-len(last)-1))
	}
	for len(lines) < height-len(last) {
		lines = append(lines, "")
	}
	lines = append(lines, last...)
	return lines[:min(len(lines), height)]
}

// someMoves lists as many moves as fit in height lines, up to the last one, or in an analysis
// some before and after the present one. Before the first there is some help.
func (m *screen) someMoves(width, height int) []string {
	lines, at := m.moveLines(width)
	s := m.session
	if s.game.Len() == 0 && s.exploring == nil {
		lines = append(lines, m.welcomeLines(width)...)
		return lines[:min(len(lines), height)]
	}
	from := max(0, len(lines)-height)
	if s.exploring != nil {
		from = max(0, min(from, at-height/2))
	}
	return lines[from:min(len(lines), from+height)]
}

// welcomeLines returns some help for the start of a game.
func (m *screen) welcomeLines(width int) []string {
	c := m.words()
	dim, word := lipgloss.NewStyle().Foreground(c.dim), lipgloss.NewStyle().Foreground(c.accent)
	lines := []string{""}
	for _, l := range [][2]string{
		{"e4 Nf3 O-O", "type a move, enter"}, {"arrows", "cursor, enter"}, {"hint", "suggest a move"},
		{"explain", "the evaluation"}, {"why", "the last move"}, {"analyse", "search any position"},
		{"back", "take back"}, {"save", "save the game"}, {"menu", "another game"}, {"?", "all commands"},
	} {
		text := word.Render(fmt.Sprintf("%-11s", l[0])) + " " + dim.Render(l[1])
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
	s := m.session
	c := m.words()
	dim, strong := lipgloss.NewStyle().Foreground(c.dim), lipgloss.NewStyle().Bold(true).Foreground(c.accent)
	start := s.game.Start()
	if start.IsThreeCheck() {
		lines = append(lines, dim.Render("three-check"))
	} else if n, ok := chess.Chess960Number(start); ok && n != 518 {
		lines = append(lines, dim.Render(fmt.Sprintf("Chess960, position %d", n)))
	}
	moves, here := s.game.Moves(), s.game.Len()
	if s.exploring != nil {
		moves = slices.Clone(moves)
		for _, m := range slices.Backward(s.undone) {
			moves = append(moves, m)
		}
	}
	deviation := s.deviation()
	number, column := "%3d.", 8
	if width < 22 {
		number, column = "%d.", min(7, (width-4)/2)
	}
	line := ""
	p := start
	for ply, move := range moves {
		san := p.SAN(move)
		if g := s.glyphs[ply+1]; g != 0 && ply < deviation {
			san += g.String()
		}
		san = fmt.Sprintf("%-*s", column, san)
		switch {
		case ply == here-1:
			san = strong.Render(san)
			at = len(lines)
		case ply >= deviation && ply < here:
			san = lipgloss.NewStyle().Foreground(c.good).Render(san)
		case ply >= here:
			san = dim.Render(san)
		}
		switch {
		case p.Turn() == chess.White:
			line = dim.Render(fmt.Sprintf(number, p.MoveNumber())) + " " + san
		case ply == 0:
			line = dim.Render(fmt.Sprintf(number, p.MoveNumber())) + fmt.Sprintf(" %-*s ", column, "...") + san
		default:
			line += " " + san
		}
		if p.Turn() == chess.Black || ply == len(moves)-1 {
			lines = append(lines, ansi.Truncate(line, width, ""))
		}
		p = p.After(move)
	}
	if s.ended() && s.exploring == nil {
		lines = append(lines, strong.Render("     "+s.game.Outcome().String()))
	}
	return lines, at
}

// analysisLines shows the analysis of the current position.
func (m *screen) analysisLines(width int) []string {
	s := m.session
	dim := lipgloss.NewStyle().Foreground(m.words().dim)
	if s.ended() || s.noBar {
		return []string{"", "", "", ""}
	}
	head := "evaluation"
	if seat := s.seats[s.turn()]; !seat.person() {
		head = seat.name + " thinks"
	}
	t := &s.analysis
	if t.depth == 0 {
		return []string{dim.Render(head), "", "", ""}
	}
	p := s.game.Position()
	numbers := fmt.Sprintf("%s  depth %d", t.score, t.depth)
	if more := fmt.Sprintf("  %s nodes", round(t.nodes)); len(numbers)+len(more) <= width {
		numbers += more
	}
	pv := p.SANLine(t.line[:min(len(t.line), 8)]...)
	if t.by == s.adviser {
		pv = "" // that would be a hint
	}
	wrapped := strings.Split(ansi.Wrap(pv, width, ""), "\n")
	wrapped = append(wrapped, "", "")
	return []string{dim.Render(head), lipgloss.NewStyle().Bold(true).Render(numbers), dim.Render(wrapped[0]), dim.Render(wrapped[1])}
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
		more := lipgloss.NewStyle().Foreground(m.words().dim).Render("-- page down for more --")
		lines = append(lines[:height-1], more)
	}
	return lines
}

package main

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/seed-0971039b/chess"
)

// A layout holds the places and sizes of the parts of the screen.
type layout struct {
	size   int // lines of a square; 0 if there is no room for the board
	margin int // columns left of the board: the bar and the ranks
	top    int // lines above the board
	board  int // columns of the board
	lines  int // lines of the board
	panel  int // columns of the panel; 0 if there is no room
}

// otherLines is the number of lines otherLines the board: the two players, the
// files, the status, the input, and the keys.
const otherLines = 6

// minPanel is the minimum width of a panel in columns.
const minPanel = 22

// layout returns the layout with the largest board that fits the window.
func (m *screen) layout() layout {
	l := layout{margin: 2, panel: 0}
	if !m.session.noBar {
		l.margin = 4
	}
	for size := 1; size <= 6; size++ {
		lines, board := boardHeight(size), 8*squareWidth(size)
		if size%2 == 0 && !m.halves() || lines+otherLines > m.height || l.margin+board > m.width {
			continue
		}
		// Prefer a smaller board with a panel to a larger one without.
		panel := m.width - l.margin - board - 2
		if l.size > 0 && l.panel >= minPanel && panel < minPanel {
			break
		}
		l.size, l.lines, l.board, l.panel = size, lines, board, panel
	}
	if l.panel < minPanel {
		l.panel = 0
	}
	l.panel = min(l.panel, 64)
	l.top = 1
	return l
}

// squareAt returns the square at a place on the screen, or NoSquare.
func (m *screen) squareAt(x, y int) chess.Square {
	l := m.layout()
	x, y = x-l.margin, y-l.top
	if l.size == 0 || x < 0 || y < 0 || x >= l.board || y >= 8*l.size || m.covered(l) {
		return chess.NoSquare
	}
	s := m.session
	return chess.SquareAt(fileAt(x/squareWidth(l.size), s.flipped), rankAt(y/l.size, s.flipped))
}

// beside reports whether the page, if there is one, fits beside the board.
func (m *screen) beside() bool { return !m.covered(m.layout()) }

// covered reports whether the page is shown instead of the board.
func (m *screen) covered(l layout) bool {
	if m.page == nil {
		return false
	}
	for _, text := range m.page {
		if lipgloss.Width(text) > l.panel {
			return true
		}
	}
	return l.size == 0
}

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
	var lines []string
	switch {
	case m.covered(l):
		lines = m.pageLines(max(0, m.height-3))
	case l.size == 0:
		lines = m.smallLines()
	default:
		lines = m.boardAndPanel(l)
	}
	foot := []string{m.statusLine(), m.inputLine()}
	if m.height > otherLines {
		foot = append(foot, m.keysLine())
	}
	if room := m.height - len(foot); len(lines) < room && (l.size > 0 || m.covered(l)) {
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

// boardAndPanel draws the board with the players, and the panel beside it.
func (m *screen) boardAndPanel(l layout) []string {
	s := m.session
	c := m.colours()
	above, below := chess.Black, chess.White
	if s.flipped {
		above, below = below, above
	}
	dim := lipgloss.NewStyle().Foreground(c.dim)
	lines := []string{m.playerLine(above, l)}
	board, bar := m.boardLines(l.size), m.barLines(l.lines)
	for y, text := range board {
		label := " "
		if y%l.size == l.size/2 && y < 8*l.size {
			label = fmt.Sprint(rankAt(y/l.size, s.flipped) + 1)
		}
		left := dim.Render(label) + " "
		if !s.noBar {
			left = bar[y] + " " + left
		}
		lines = append(lines, left+text)
	}
	var files strings.Builder
	files.WriteString(strings.Repeat(" ", l.margin))
	for column := range 8 {
		w := squareWidth(l.size)
		files.WriteString(lipgloss.PlaceHorizontal(w, lipgloss.Center, string(rune('a'+fileAt(column, s.flipped)))))
	}
	lines = append(lines, dim.Render(files.String()), m.playerLine(below, l))
	if l.panel == 0 {
		return lines
	}
	panel := m.panelLines(l)
	for i := range lines {
		lines[i] = fit(lines[i], l.margin+l.board) + "  "
		if i < len(panel) {
			lines[i] += panel[i]
		}
	}
	return lines
}

// fit truncates or pads a line to a width.
func fit(line string, width int) string {
	line = ansi.Truncate(line, width, "")
	return line + strings.Repeat(" ", max(0, width-lipgloss.Width(line)))
}

// playerLine shows a player, the pieces that it has captured, and its clock.
func (m *screen) playerLine(c chess.Color, l layout) string {
	s := m.session
	col := m.colours()
	p := s.game.Position()
	style, mark := lipgloss.NewStyle().Foreground(col.dim), "  "
	if !s.ended() && p.Turn() == c {
		style, mark = lipgloss.NewStyle().Bold(true).Foreground(col.accent), "▸ "
		if m.figures == letters {
			mark = "> "
		}
	}
	name := mark + c.String()
	if player := s.seats[c].name; player != "person" {
		name += " " + player
	}
	if p.IsThreeCheck() {
		name += fmt.Sprintf("  %d of 3 checks", 3-p.RemainingChecks(c))
	}
	captured := s.capturedText(c, m.figures)
	watch := s.clocks[c].String()
	width := l.margin + l.board
	room := width - lipgloss.Width(name) - lipgloss.Width(watch) - 2
	if lipgloss.Width(captured) > room {
		captured = ansi.Truncate(captured, max(0, room), "")
	}
	gap := max(1, width-lipgloss.Width(name)-lipgloss.Width(captured)-lipgloss.Width(watch)-3)
	watchStyle := style
	if s.clocks[c].limited() && s.clocks[c].left < 30*1e9 {
		watchStyle = watchStyle.Foreground(col.warn)
	}
	return style.Render(name) + "  " + captured + strings.Repeat(" ", gap) + watchStyle.Render(watch)
}

// panelLines draws the page, or the moves and the analysis.
func (m *screen) panelLines(l layout) []string {
	height := l.lines + 3
	if m.page != nil {
		return m.pageLines(height)
	}
	var lines []string
	analysis := m.analysisLines(l.panel)
	room := height - len(analysis) - 1
	moves := m.moveLines(l.panel)
	if len(moves) > room {
		moves = moves[len(moves)-max(room, 0):]
	}
	if m.session.game.Len() == 0 {
		moves = append(moves, m.welcomeLines()...)
	}
	lines = append(lines, moves...)
	for len(lines) < height-len(analysis) {
		lines = append(lines, "")
	}
	return append(lines, analysis...)
}

// welcomeLines returns some help for the start of a game.
func (m *screen) welcomeLines() []string {
	c := m.colours()
	dim, word := lipgloss.NewStyle().Foreground(c.dim), lipgloss.NewStyle().Foreground(c.accent)
	lines := []string{""}
	for _, l := range [][2]string{
		{"e4 Nf3 O-O", "type a move, enter"}, {"arrows", "cursor, enter"}, {"hint", "suggest a move"},
		{"explain", "the evaluation"}, {"back", "take back"}, {"save", "save the game"}, {"?", "all commands"},
	} {
		lines = append(lines, word.Render(fmt.Sprintf("%-11s", l[0]))+" "+dim.Render(l[1]))
	}
	return lines
}

// moveLines lists the moves, one line for a move of both sides.
func (m *screen) moveLines(width int) []string {
	s := m.session
	c := m.colours()
	dim, strong := lipgloss.NewStyle().Foreground(c.dim), lipgloss.NewStyle().Bold(true).Foreground(c.accent)
	var lines []string
	if start := s.game.Start(); start.IsThreeCheck() {
		lines = append(lines, dim.Render("three-check"))
	} else if n, ok := chess.Chess960Number(start); ok && n != 518 {
		lines = append(lines, dim.Render(fmt.Sprintf("Chess960, position %d", n)))
	}
	moves := s.game.Moves()
	line := ""
	for ply, p := range s.game.Positions() {
		if ply == len(moves) {
			break
		}
		san := fmt.Sprintf("%-8s", p.SAN(moves[ply]))
		if ply == len(moves)-1 {
			san = strong.Render(san)
		}
		switch {
		case p.Turn() == chess.White:
			line = dim.Render(fmt.Sprintf("%3d.", p.MoveNumber())) + " " + san
		case ply == 0:
			line = dim.Render(fmt.Sprintf("%3d.", p.MoveNumber())) + " ...      " + san
		default:
			line += " " + san
		}
		if p.Turn() == chess.Black || ply == len(moves)-1 {
			lines = append(lines, ansi.Truncate(line, width, ""))
		}
	}
	if s.ended() {
		lines = append(lines, strong.Render("     "+s.game.Outcome().String()))
	}
	return lines
}

// analysisLines shows the analysis of the current position.
func (m *screen) analysisLines(width int) []string {
	s := m.session
	c := m.colours()
	dim := lipgloss.NewStyle().Foreground(c.dim)
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
	numbers := fmt.Sprintf("%s  depth %d  %s nodes", t.score, t.depth, round(t.nodes))
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
		lines = append(lines, strings.Split(ansi.Hardwrap(text, m.width, true), "\n")...)
	}
	if len(lines) > height {
		more := lipgloss.NewStyle().Foreground(m.colours().dim).Render("-- page down for more --")
		lines = append(lines[:height-1], more)
	}
	return lines
}

// statusLine shows the last news.
func (m *screen) statusLine() string {
	c := m.colours()
	if m.choice != nil {
		return m.choiceLine()
	}
	style := lipgloss.NewStyle().Foreground(c.good)
	if m.problem {
		style = style.Foreground(c.warn)
	}
	text := m.status
	if text == "" && m.height > 0 && !m.session.ended() {
		text, style = m.turnText()+".", style.Foreground(c.dim)
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
			style = style.Background(c.cursor).Foreground(c.white).Bold(true)
			if m.plain() {
				text = ">" + strings.TrimSpace(text) + "<"
			}
		}
		b.WriteString(style.Render(text))
	}
	return b.String()
}

// inputLine shows the input so far.
func (m *screen) inputLine() string {
	c := m.colours()
	typed := m.typed
	if room := m.width - 4; lipgloss.Width(typed) > room && room > 0 {
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
	case m.session.ended():
		text = " new: another game · back · save · pgn · quit"
	case m.from != chess.NoSquare:
		text = " arrows and enter: choose the target · esc: cancel"
	}
	if m.figures == letters {
		text = strings.ReplaceAll(text, "·", "|")
	}
	return lipgloss.NewStyle().Foreground(m.colours().dim).Render(text)
}

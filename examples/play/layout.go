package main

import (
	"charm.land/lipgloss/v2"
	"github.com/seed-0971039b/chess"
)

// A layout holds the places and sizes of the parts of the screen.
type layout struct {
	arrangement
	size   int // lines of a square; 0 if there is no room for the board
	margin int // columns left of the board: the bar and the ranks
	top    int // lines above the board
	board  int // columns of the board
	lines  int // lines of the board
	panel  int // columns of the panel beside the board; 0 if there is none
}

// An arrangement says what is above and below the board, and what is in the panel.
type arrangement struct {
	players bool // the players are above and below the board, otherwise in the panel
	foot    bool // the status and the input are below the board, otherwise in the panel
	keys    bool // the keys have a line too, below the board
	least   int  // columns of the panel at least; 0 if none is necessary
}

// arrangements are those to choose from, the best first. With more of it in the panel, the
// board can be larger.
var arrangements = [...]arrangement{
	{players: true, foot: true, keys: true},
	{foot: true, keys: true, least: 14},
	{foot: true, least: 14},
	{least: 20},
	{foot: true}, // without the players
}

const (
	minPanel = 14 // columns
	maxPanel = 64
	gap      = 2 // columns between the board and the panel
)

// layout returns the best layout for the window: pieces that are drawn, or else squares as
// large as possible, with a panel; and then the arrangement that comes first. With a page,
// the board may be a little smaller if that makes room for it.
func (m *screen) layout() layout {
	best := m.bestLayout(0)
	if m.page == nil || m.pageWidth() <= best.panel {
		return best
	}
	if beside := m.bestLayout(m.pageWidth()); beside.size > 0 && beside.size >= best.size-1 {
		return beside
	}
	return best
}

// bestLayout is layout with a panel of at least that many columns; 0 if none is necessary.
func (m *screen) bestLayout(panel int) (best layout) {
	worth := -1
	for _, a := range arrangements {
		for size := 1; size <= maxSize; size++ {
			l, fits := m.layoutOf(a, size)
			if !fits || l.panel < panel || size%2 == 0 && !m.halves() {
				continue
			}
			w := [...]int{1: 1, 2: 4, drawnFrom: 6}[min(size, drawnFrom)]
			if l.panel == 0 {
				w -= 3
			}
			if w = max(w, 0); w > worth || w == worth && l.arrangement == best.arrangement {
				best, worth = l, w
			}
		}
	}
	return best
}

// maxSize is the size of the largest squares, in lines.
const maxSize = 6

// layoutOf returns the layout with squares of a size in an arrangement, and whether it fits
// the window.
func (m *screen) layoutOf(a arrangement, size int) (layout, bool) {
	l := layout{arrangement: a, size: size, board: 8 * squareWidth(size), lines: 8*size + shift(size)}
	if !m.session.noBar {
		l.margin = 2
	}
	height := l.lines
	if l.labelled(m) {
		l.margin += 2
		height++
	}
	if a.players {
		l.top = 1
		height += 2
	}
	if a.foot {
		height += 2
	}
	if a.keys {
		height++
	}
	l.panel = min(m.width-l.margin-l.board-gap, maxPanel)
	if l.panel < max(a.least, minPanel) {
		l.panel = 0
	}
	crowded := !a.foot && size == 1 // too few lines for all that is in the panel
	return l, height <= m.height && l.margin+l.board <= m.width && l.panel >= a.least && !crowded
}

// labelled reports whether ranks and files are beside the board, and not in its corners.
func (l *layout) labelled(m *screen) bool {
	return l.players || l.size < drawnFrom || !m.halves()
}

// squareAt returns the square at a place on the screen, or NoSquare.
func (m *screen) squareAt(x, y int) chess.Square {
	l := m.layout()
	x, y = x-l.margin, y-l.top
	if l.size == 0 || x < 0 || y < 0 || x >= l.board || y >= 8*l.size || m.covered(l) {
		return chess.NoSquare
	}
	return m.session.squareOn(y/l.size, x/squareWidth(l.size))
}

// beside reports whether the page, if there is one, fits beside the board.
func (m *screen) beside() bool { return !m.covered(m.layout()) }

// covered reports whether the page is shown instead of the board.
func (m *screen) covered(l layout) bool {
	return m.page != nil && (l.size == 0 || m.pageWidth() > l.panel)
}

// pageWidth returns the number of columns of the page.
func (m *screen) pageWidth() (width int) {
	for _, text := range m.page {
		width = max(width, lipgloss.Width(text))
	}
	return width
}
